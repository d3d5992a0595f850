static class Program
{
    static int F(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j) => a - b + c - d + e - f + g - h + i - j;
    static double G(double a, int b, double c, long d, float e, double f, int g, double h, double i, double j, double k, int l) => a + b * c - d / e + f * g - h + i * j / k - l;
    static long H(long x) => ((x * 3 + 1) ^ (x << 7)) + ((x >> 3) & (x | 0x55)) - ((x % 7 + 3) * (x / 5 - 2));

    static void Main()
    {
        int x = 3;
        int r = ((((((((x + 1) * 2 + 3) * 2 + 5) * 2 + 7) * 2 + 11) * 2 + 13) * 2 + 17) * 2 + 19) * 2;
        Console.WriteLine(r);
        int y = x * (x + (x * (x + (x * (x + (x * (x + (x * (x + (x * (x + (x * (x + 1)))))))))))));
        Console.WriteLine(y);
        Console.WriteLine(F(1, F(2, 3, 4, 5, 6, 7, 8, 9, 10, 11), 3, F(x, x, x, x, x, x, x, y, x, x), 5, 6, 7, 8, 9, F(0, 0, 0, 0, 0, 0, 0, 0, 0, r)));
        Console.WriteLine(G(1.5, 2, 3.5, 40, 5f, 6.25, 7, 8.5, 9.5, 10.5, 11.5, 12));
        Console.WriteLine(H(H(H(123456789)) ^ H(-5)));
        bool b = x > 2 && (y < 0 || (r > 5 && !(x == 4)) || y == 7) && (x & 1) == 1 ^ x > 100;
        Console.WriteLine(b);
        Console.WriteLine(x > 2 ? y > 2 ? r > 2 ? "all" : "two" : "one" : "none");
    }
}
