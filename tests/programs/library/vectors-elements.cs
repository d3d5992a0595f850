// Single elements of vectors: read, replaced and created, by the machine's own instructions where it has them.
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

for (int round = 0; round < 300; round++)
{
    string text = Elements.All(round) + Elements.Machine(round);
    if (round % 100 == 7)
        Console.WriteLine(text);
}

static class Elements
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static string All(int round)
    {
        var bytes = Vector128.Create((byte)1, 2, 3, 4, 5, 6, 7, 8, 9, 250, 251, 252, 253, 254, 255, (byte)round);
        var shorts = Vector128.Create((short)-1, 2, -3, (short)round, 5, short.MinValue, 7, 8);
        var ints = Vector128.Create(-1, 2, int.MinValue, round);
        var longs = Vector128.Create(long.MinValue, round);
        var floats = Vector128.Create(1.5f, -0f, float.NaN, round);
        var doubles = Vector256.Create(1.5, -0.0, round, double.NegativeInfinity);
        long sum = bytes[9] + bytes.AsSByte()[10] * 3L + shorts[0] * 5 + shorts.AsUInt16()[0] * 7 + ints[2] * 11L + ints.AsUInt32()[0] * 13L + longs[0] / 3 + longs[1];
        bytes = bytes.WithElement(3, (byte)(round + 200)).WithElement(15, (byte)sum);
        shorts = shorts.WithElement(7, (short)(round * 300)).WithElement(round & 7, (short)-7);
        ints = ints.WithElement(1, round * 70000).WithElement(3, -1);
        longs = longs.WithElement(0, sum * 5).WithElement(1, ~sum);
        floats = floats.WithElement(2, sum).WithElement(0, 0.25f);
        doubles = doubles.WithElement(3, sum).WithElement(1, round);
        return $"{sum} {bytes} {shorts} {ints} {longs} {floats} {doubles} {bytes[round & 15]} {Out(() => bytes[round + 16])} {Out(() => longs[-1 - round])}";
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static string Machine(int round)
    {
        if (!Sse41.X64.IsSupported)
            return "";
        var bytes = Vector128.Create((byte)(round + 128));
        var place = (byte)(round % 20);
        bytes = Sse41.Insert(bytes, (byte)round, 19);  // places count modulo the number of elements
        bytes = Sse41.Insert(bytes, (byte)~round, place);
        var shorts = Sse2.Insert(bytes.AsInt16(), (short)-round, 12);
        var ints = Sse41.Insert(shorts.AsInt32(), round - 5, place);
        var longs = Sse41.X64.Insert(ints.AsInt64(), -(long)round << 33, 3);
        long sum = Sse41.Extract(bytes, 19) + Sse41.Extract(bytes, place) * 3L + Sse2.Extract(shorts.AsUInt16(), 13) * 5L;
        sum += Sse41.Extract(ints, 7) + Sse41.Extract(ints.AsUInt32(), place) * 7L + Sse41.X64.Extract(longs, 2) + (long)Sse41.X64.Extract(longs.AsUInt64(), place);
        return $" {bytes} {shorts} {ints} {longs} {sum}";
    }

    static string Out<T>(Func<T> read)
    {
        try
        {
            return $"{read()}";
        }
        catch (ArgumentOutOfRangeException)
        {
            return "out of range";
        }
    }
}
