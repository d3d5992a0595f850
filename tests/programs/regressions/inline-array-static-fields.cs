// Constants and static fields of an inline array do not count as its fields.
using System;
using System.Runtime.CompilerServices;

[InlineArray(Length)]
struct Names {
    public const int Length = 8;
    public static int Made;
    object first;
}

[InlineArray(Names.Length)]
struct Pairs<T> {
    static readonly int Start = 3;
    (int, T) first;
    public static int From => Start;
}

class Program {
    static int Fill(Span<object> names) {
        for (int i = 0; i < names.Length; i++) names[i] = "name " + i;
        return names.Length;
    }

    static string Use(object before) {
        object guard = before;
        Names names = default;
        object after = before;
        Names.Made += Fill(names);
        string all = "";
        foreach (object name in names) all += name + ";";
        return all + guard + after;
    }

    static void Main() {
        Console.WriteLine(Use("guard"));
        Console.WriteLine(Unsafe.SizeOf<Names>() + " " + Names.Made);
        Pairs<string> pairs = default;
        for (int i = Pairs<string>.From; i < Names.Length; i++) pairs[i] = (i, "p" + i);
        Console.WriteLine(Unsafe.SizeOf<Pairs<string>>() + " " + pairs[7] + pairs[0] + pairs[3]);
    }
}
