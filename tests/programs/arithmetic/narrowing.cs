static class Program
{
    static void Show(long v)
    {
        unchecked
        {
            Console.WriteLine($"{v}: {(sbyte)v} {(byte)v} {(short)v} {(ushort)v} {(int)v} {(uint)v} {(ulong)v} {(int)(char)v} {(nint)v}");
            int i = (int)v;
            Console.WriteLine($"  {i}: {(sbyte)i} {(byte)i} {(short)i} {(ushort)i} {(uint)i} {(long)i} {(ulong)i} {(long)(uint)i} {(double)i} {(float)i} {(double)(uint)i} {(float)(uint)i}");
        }
    }

    static void Main()
    {
        foreach (long v in new[] { 0, 1, -1, 127, 128, 200, 255, 256, 32768, 40000, 65536, 0x80000000L, 0xffffffffL, 0x123456789abcdef0L, long.MaxValue, long.MinValue })
            Show(v);
        ulong[] big = { 0, 1, 1UL << 52, (1UL << 53) + 1, 1UL << 63, (1UL << 63) + 1025, ulong.MaxValue };
        foreach (ulong u in big)
            Console.WriteLine($"{u}: {(double)u:R} {(float)u:R} {(double)(long)u:R} {(float)(long)u:R}");
    }
}
