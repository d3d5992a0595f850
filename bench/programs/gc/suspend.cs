using System.Diagnostics;

// THREADS that compute without calls, and collections of a small heap beside them: how long one takes by the clock, and how
// long the engine says that the program stood still.
static class Program
{
    static volatile bool ended;

    static void Compute()
    {
        long value = 1;
        while (!ended)
        {
            for (int i = 0; i < 1_000_000; i++)
                value = value * 6364136223846793005 + i;
        }
        GC.KeepAlive(value);
    }

    static void Main(string[] args)
    {
        const int Collections = 100;
        var threads = new Thread[int.Parse(args[0], System.Globalization.CultureInfo.InvariantCulture)];
        for (int i = 0; i < threads.Length; i++)
        {
            threads[i] = new Thread(Compute) { IsBackground = true };
            threads[i].Start();
        }
        Thread.Sleep(500);
        var times = new List<double>();
        var pauses = new List<double>();
        for (int i = 0; i < Collections; i++)
        {
            TimeSpan paused = GC.GetTotalPauseDuration();
            long start = Stopwatch.GetTimestamp();
            GC.Collect(0);
            times.Add(Stopwatch.GetElapsedTime(start).TotalMicroseconds);
            pauses.Add((GC.GetTotalPauseDuration() - paused).TotalMicroseconds);
            Thread.Sleep(1);
        }
        ended = true;
        times.Sort();
        pauses.Sort();
        foreach (int percent in new[] { 50, 99 })
        {
            int at = (Collections - 1) * percent / 100;
            Console.WriteLine(FormattableString.Invariant($"p{percent}-us {times[at]:F0}"));
            Console.WriteLine(FormattableString.Invariant($"pause-p{percent}-us {pauses[at]:F0}"));
        }
    }
}
