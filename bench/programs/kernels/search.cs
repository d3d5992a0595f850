// include: ../told.part
// include: ../warm.part
using System.Buffers;

static class Program
{
    static readonly string text = string.Concat(Enumerable.Range(0, 400).Select(i => "The quick brown fox " + i + " jumps. "));
    static readonly SearchValues<char> rare = SearchValues.Create("#@!%&*");
    static readonly SearchValues<string> words = SearchValues.Create(["cat", "wolf", "fox 399"], StringComparison.Ordinal);
    static readonly byte[] bytes = text.Select(c => (byte)c).ToArray();

    static long Kernel()
    {
        long sum = 0;
        for (int i = 0; i < 40; i++)
        {
            sum += text.IndexOf('#') + text.IndexOf("fox 399", StringComparison.Ordinal) + text.LastIndexOf('T');
            sum += text.AsSpan().IndexOfAny(rare) + text.AsSpan().IndexOfAny('#', '@', '!') + text.AsSpan().IndexOfAny(words);
            sum += text.AsSpan().Count('o') + bytes.AsSpan().IndexOf((byte)'~') + bytes.AsSpan().IndexOfAnyExceptInRange((byte)' ', (byte)'~');
            sum += text.IndexOf("FOX 399", StringComparison.OrdinalIgnoreCase) + text.Replace('o', '0').Length;
        }
        return sum;
    }

    static void Main() => Warm.Run(("search", Kernel));
}
