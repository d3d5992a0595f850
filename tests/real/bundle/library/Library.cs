using System;
using System.Resources;

namespace Bundled;

public static class Library
{
    static readonly ResourceManager texts = new("library.Texts", typeof(Library).Assembly);

    public static string Text(string name) => texts.GetString(name);

    public static void Fail() => throw new InvalidOperationException(Text("failure"));
}
