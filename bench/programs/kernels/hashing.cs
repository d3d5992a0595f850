// include: ../told.part
// include: ../warm.part
using System.Runtime.InteropServices;

static class Program
{
    static readonly byte[] data = Enumerable.Range(0, 8192).Select(i => (byte)(i * 31)).ToArray();
    static readonly byte[] other = data.ToArray();
    static readonly string text = string.Concat(Enumerable.Range(0, 100).Select(i => "key " + i + ", "));

    static uint Crc(ReadOnlySpan<byte> bytes)
    {
        uint crc = 0xffffffff;
        foreach (ulong word in MemoryMarshal.Cast<byte, ulong>(bytes)) crc = System.Numerics.BitOperations.Crc32C(crc, word);
        return crc;
    }

    static long Kernel()
    {
        long sum = 0;
        for (int i = 0; i < 40; i++)
        {
            sum += Crc(data) + (data.AsSpan().SequenceEqual(other) ? 1 : 0) + data.AsSpan().CommonPrefixLength(other);
            sum += text.GetHashCode() == text.GetHashCode() ? 1 : 0;
            sum += string.GetHashCode(text, StringComparison.OrdinalIgnoreCase) == 0 ? 1 : 2;
        }
        return sum;
    }

    static void Main() => Warm.Run(("hashing", Kernel));
}
