// include: ../told.part
// include: ../warm.part
using System.Text;

static class Program
{
    static readonly string ascii = string.Concat(Enumerable.Range(0, 400).Select(i => "The quick brown fox " + i + " jumps. "));
    static readonly string mixed = string.Concat(Enumerable.Range(0, 200).Select(i => "Gr\u00f6\u00dfe \u00e4\u00f6\u00fc " + i + " na\u00efve \u20ac "));
    static readonly byte[] asciiBytes = Encoding.UTF8.GetBytes(ascii), mixedBytes = Encoding.UTF8.GetBytes(mixed);

    static long Kernel()
    {
        long sum = 0;
        for (int i = 0; i < 40; i++)
        {
            sum += Encoding.UTF8.GetString(asciiBytes).Length + Encoding.UTF8.GetString(mixedBytes).Length;
            sum += Encoding.UTF8.GetBytes(ascii).Length + Encoding.UTF8.GetBytes(mixed).Length;
            sum += Encoding.Latin1.GetString(asciiBytes).Length + Encoding.ASCII.GetBytes(ascii).Length;
            sum += ascii.ToUpperInvariant().Length + mixed.ToLowerInvariant().Length;
        }
        return sum;
    }

    static void Main() => Warm.Run(("transcoding", Kernel));
}
