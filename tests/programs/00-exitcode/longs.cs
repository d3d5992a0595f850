static class Program
{
    static long Mix(long a, long b) => (a << 33) ^ (b >> 3) ^ (a * b);

    static int Main()
    {
        long x = Mix(0x123456789abcdef0, -77777777777);
        ulong y = (ulong)x / 1000003;
        return (int)(y % 251);
    }
}
