// Literals of every short length beside strings that differ from them in the case of letters, in neighbours of letters, and in letters that
// other rules take for the same.
using System.Runtime.CompilerServices;

string[] all = ["", "a", "A", "@", "`", "[", "{", "true", "TRUE", "tRuE", "tru\u0445", "TRU\u0165", "k", "K", "\u212a", "s", "\u017f", "i", "I", "\u0131", "\u0130", "a-z_9", "A-Z_9", "A\rZ_9", "a-z\u007f9",
    "content-length", "Content-Length", "CONTENT-LENGTH", "content\rlength", "contentMlength", "q@[`{\0", "Q@[`{\0", "Q`[@{\0", "Q@{`[ ", "abcdefghijklmnopqrstuvwxyzABCDEF", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef",
    "abcdefg", "ABCDEFG", "abcdefG", "abcdefg\u0127"];
long sum = 0;
for (int round = 0; round < 200; round++)
{
    foreach (string text in all)
    {
        int found = Ignoring.Case(text) + Ignoring.Spans(text) * 4096;
        sum = sum * 31 + found;
        if (round == 199)
            Console.WriteLine($"{found:x}");
    }
}
Console.WriteLine($"{sum} {Caught(null)} {Caught("Host")}");

static string Caught(string? text)
{
    try
    {
        return text!.Equals("HOST", StringComparison.OrdinalIgnoreCase).ToString();
    }
    catch (NullReferenceException)
    {
        return "null";
    }
}

static class Ignoring
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Case(string text) =>
        (text.Equals("a", StringComparison.OrdinalIgnoreCase) ? 1 : 0) | (text.Equals("True", StringComparison.OrdinalIgnoreCase) ? 2 : 0) |
        (text.Equals("K", StringComparison.OrdinalIgnoreCase) ? 4 : 0) | (text.Equals("s", StringComparison.OrdinalIgnoreCase) ? 8 : 0) |
        (text.Equals("I", StringComparison.OrdinalIgnoreCase) ? 16 : 0) | (text.Equals("a-Z_9", StringComparison.OrdinalIgnoreCase) ? 32 : 0) |
        (text.Equals("q@[`{\0", StringComparison.OrdinalIgnoreCase) ? 64 : 0) | (text.Equals("ABCdefg", StringComparison.OrdinalIgnoreCase) ? 128 : 0) |
        (text.Equals("Content-Length", StringComparison.OrdinalIgnoreCase) ? 256 : 0) | (text.Equals("@", StringComparison.OrdinalIgnoreCase) ? 512 : 0) |
        (text.Equals("TRU\u0425", StringComparison.OrdinalIgnoreCase) ? 1024 : 0) | (string.Equals("abcdefghijklmnopqrstuvwxyzabcdef", text, StringComparison.OrdinalIgnoreCase) ? 2048 : 0);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Spans(ReadOnlySpan<char> text) =>
        (text.StartsWith("con", StringComparison.OrdinalIgnoreCase) ? 1 : 0) | (text.EndsWith("eF", StringComparison.OrdinalIgnoreCase) ? 2 : 0) |
        (text.Equals("TRUE", StringComparison.OrdinalIgnoreCase) ? 4 : 0) | (bool.TryParse(text, out bool parsed) && parsed ? 8 : 0) |
        ("z-9".AsSpan().Equals(text, StringComparison.OrdinalIgnoreCase) ? 16 : 0);
}
