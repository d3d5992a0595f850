using System.Diagnostics;

static class Program
{
    static int Fibonacci(int n) => n < 2 ? n : Fibonacci(n - 1) + Fibonacci(n - 2);
    static int Mix(int a, int b, long c, double d) => a + b * 3 + (int)c + (int)d;

    static long Kernel()
    {
        long sum = Fibonacci(24);
        for (int i = 0; i < 300_000; i++)
            sum += Mix(i, i + 1, i * 2L, i);
        return sum;
    }

    static void Main()
    {
        long check = Kernel();
        long best = long.MaxValue;
        for (int round = 0; round < 7; round++)
        {
            long start = Stopwatch.GetTimestamp();
            check = check * 31 + Kernel();
            best = Math.Min(best, Stopwatch.GetTimestamp() - start);
        }
        Console.WriteLine($"{best * 1_000_000_000 / Stopwatch.Frequency} {check}");
    }
}
