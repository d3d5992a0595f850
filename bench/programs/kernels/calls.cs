// include: ../told.part
// include: ../warm.part
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

    static void Main() => Warm.Run(("calls", Kernel));
}
