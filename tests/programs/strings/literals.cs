// What compiled code knows of a literal: length, characters and words of it, through spans and references, in code that is put into loops.
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;

for (int round = 0; round < 300; round++)
{
    string text = Literals.All(round);
    if (round % 100 == 0)
        Console.WriteLine(text);
}

static class Literals
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static int Sum(ReadOnlySpan<char> text)
    {
        int sum = text.Length << 16;
        foreach (char c in text)
            sum = sum * 31 + c;
        return sum;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static ulong Word(ReadOnlySpan<char> text) => MemoryMarshal.Read<ulong>(MemoryMarshal.AsBytes(text));

    // The zero behind the last character, and the length before the first.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static unsafe int Around(string text)
    {
        fixed (char* start = text)
            return start[text.Length] * 1000 + ((int*)start)[-1];
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static char At(string text, int place)
    {
        try
        {
            return text[place];
        }
        catch (IndexOutOfRangeException)
        {
            return '!';
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static string All(int round)
    {
        var builder = new StringBuilder();
        builder.Append(":").Append("").Append("ab").Append("\0z").Append(Sum("")).Append(' ').Append(Sum("naïve ∞")).Append(' ');
        builder.Append(Word("wörd")).Append(' ').Append(Word("longer than that")).Append(' ').Append(Around("")).Append(Around("xyz"));
        builder.Append(At("abc", 0)).Append(At("abc", 2)).Append(At("abc", 3)).Append(At("abc", -1)).Append(At("", 0)).Append(At("abcdef", round % 8));
        builder.Append("TRUE".Equals("true", StringComparison.OrdinalIgnoreCase)).Append(bool.Parse(round % 2 == 0 ? "tRue" : "False"));
        builder.Append("kK".AsSpan().Equals("\u212aK", StringComparison.OrdinalIgnoreCase)).Append("prefix".StartsWith("pre")).Append("last"[^1]);
        ref char first = ref MemoryMarshal.GetReference("offset".AsSpan(2));
        builder.Append(first).Append(Unsafe.Add(ref first, round % 3)).Append(Unsafe.As<char, byte>(ref first)).Append("a"[0] == 'a' ? "same" : "other");
        return builder.ToString();
    }
}
