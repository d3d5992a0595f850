using System.Diagnostics;

static class Program
{
    static long Kernel()
    {
        long sum = 0;
        for (int i = 0; i < 3000; i++)
        {
            for (int j = 0; j < 1000; j++)
            {
                if (((i ^ j) & 3) == 0)
                    sum += j;
                else
                    sum ^= i + j;
            }
        }
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
