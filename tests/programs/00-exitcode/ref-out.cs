static class Program
{
    static void Swap(ref int a, ref int b) => (a, b) = (b, a);
    static bool Split(int n, out int high, out int low)
    {
        high = n >> 4;
        low = n & 15;
        return high != 0;
    }

    static int Main()
    {
        int a = 3, b = 100;
        Swap(ref a, ref b);
        return Split(0x47, out int high, out int low) ? a + b + high + low : 0;
    }
}
