static class Program
{
    static string Try<T>(Func<T> action)
    {
        try
        {
            return action()!.ToString()!;
        }
        catch (OverflowException)
        {
            return "!";
        }
    }

    static void Longs(long v) => Console.WriteLine($"{v}: {Try(() => checked((sbyte)v))} {Try(() => checked((byte)v))} {Try(() => checked((short)v))} "
        + $"{Try(() => checked((ushort)v))} {Try(() => checked((int)v))} {Try(() => checked((uint)v))} {Try(() => checked((ulong)v))} {Try(() => checked((nint)v))}");

    static void ULongs(ulong v) => Console.WriteLine($"{v}: {Try(() => checked((sbyte)v))} {Try(() => checked((byte)v))} {Try(() => checked((short)v))} "
        + $"{Try(() => checked((ushort)v))} {Try(() => checked((int)v))} {Try(() => checked((uint)v))} {Try(() => checked((long)v))} {Try(() => checked((nuint)v))}");

    static void Doubles(double v) => Console.WriteLine($"{v}: {Try(() => checked((sbyte)v))} {Try(() => checked((byte)v))} {Try(() => checked((short)v))} "
        + $"{Try(() => checked((ushort)v))} {Try(() => checked((int)v))} {Try(() => checked((uint)v))} {Try(() => checked((long)v))} {Try(() => checked((ulong)v))}");

    static void Main()
    {
        foreach (long v in new[] { 0L, -1, 127, 128, -128, -129, 255, 256, 32767, 32768, 65535, 65536, int.MaxValue, 1L + int.MaxValue, uint.MaxValue, long.MinValue, long.MaxValue })
            Longs(v);
        foreach (ulong v in new ulong[] { 0UL, 127, 128, 255, 256, 65535, 65536, 1UL << 31, uint.MaxValue, 1UL << 32, long.MaxValue, 1UL << 63, ulong.MaxValue })
            ULongs(v);
        foreach (double v in new[] { 0, -0.5, -1.0, 127.9, 128, 255.99, 256, 65535.5, 65536, 2147483647.5, 2147483648, 4294967295.5, 4294967296, 9.2233720368547748e18, 9.2233720368547758e18, 1.8446744073709550e19, 1.8446744073709552e19, double.NaN, double.PositiveInfinity, double.NegativeInfinity })
            Doubles(v);
    }
}
