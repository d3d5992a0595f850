static class Program
{
    static void Main()
    {
        int[] counts = { 0, 1, 5, 31, 32, 33, 63, 64, 65, -1, -5 };
        foreach (int n in counts)
        {
            int i = -123456789;
            uint u = 0xdeadbeef;
            long l = -1234567890123456789;
            ulong ul = 0xfedcba9876543210;
            Console.WriteLine($"{n}: {i << n} {i >> n} {i >>> n} {u << n} {u >> n} {l << n} {l >> n} {l >>> n} {ul << n} {ul >> n}");
            byte b = 0x81;
            sbyte s = -127;
            Console.WriteLine($"   {b << n} {b >> n} {s << n} {s >> n} {s >>> n} {(byte)(b << n)}");
        }
        int x = 1;
        x <<= 4;
        x >>= 1;
        x >>>= 1;
        Console.WriteLine(x);
        nint p = -16;
        Console.WriteLine($"{p >> 2} {p << 3} {(nuint)16 >> 2}");
    }
}
