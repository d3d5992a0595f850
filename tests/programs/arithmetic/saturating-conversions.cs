static class Program
{
    static void Show(double d)
    {
        float f = (float)d;
        Console.WriteLine($"{d}: {(sbyte)d} {(byte)d} {(short)d} {(ushort)d} {(int)d} {(uint)d} {(long)d} {(ulong)d} {(nint)d} {(nuint)d} {(int)(char)d}");
        Console.WriteLine($"{f}: {(int)f} {(uint)f} {(long)f} {(ulong)f}");
    }

    static void Main()
    {
        foreach (double d in new[] { 0.0, -0.0, 0.9, -0.9, 1.5, -1.5, 100.7, 300.5, -300.5, 70000.25, -70000.25, 2147483647.0, 2147483648.0, -2147483648.0, -2147483649.0,
                     4294967295.0, 4294967296.0, 1e15, -1e15, 9.3e18, -9.3e18, 1.9e19, 1e300, -1e300, double.NaN, double.PositiveInfinity, double.NegativeInfinity, double.Epsilon })
            Show(d);
    }
}
