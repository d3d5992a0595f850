// Arguments whose registers form a cycle beside one that is placed already: the register that breaks the cycle must not be its own.
static class Program
{
    static double Three() => 3;
    static long Four() => 4;

    static void Doubles(double a, double b, float c) => Console.WriteLine($"{a} {b} {c}");
    static void Longs(long a, long b, long c, long d) => Console.WriteLine($"{a} {b} {c} {d}");

    static void PassDoubles(double x, float y) => Doubles(0.5 / Three(), x / x, 1e20f / (1e10f + y));

    static void PassLongs(long x, long y) => Longs(100 - Four(), x * 3 - y, 7 - (x ^ y), (x | y) + (x & 3));

    static void Main()
    {
        PassDoubles(1e10, 945f);
        PassLongs(5, 9);
    }
}
