using System.Diagnostics;

static class Program
{
    static long Unbox(object o) => o is int i ? i : o is long l ? l : o is double d ? (long)d : 0;

    static long Kernel()
    {
        object[] slots = new object[64];
        long sum = 0;
        for (int i = 0; i < 500_000; i++)
        {
            slots[i & 63] = (i % 3) switch { 0 => (object)i, 1 => (long)i, _ => (double)i };
            sum += Unbox(slots[(i * 7) & 63] ?? 1);
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
