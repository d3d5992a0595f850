using System.Diagnostics;

// THREADS that compute without calls, and collections of a small heap beside them: how long one takes, stopping included.
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
        const int Collections = 40;
        var threads = new Thread[int.Parse(args[0], System.Globalization.CultureInfo.InvariantCulture)];
        for (int i = 0; i < threads.Length; i++)
        {
            threads[i] = new Thread(Compute) { IsBackground = true };
            threads[i].Start();
        }
        Thread.Sleep(500);
        var times = new List<double>();
        for (int i = 0; i < Collections; i++)
        {
            long start = Stopwatch.GetTimestamp();
            GC.Collect(0);
            times.Add(Stopwatch.GetElapsedTime(start).TotalMicroseconds);
            Thread.Sleep(1);
        }
        ended = true;
        times.Sort();
        foreach (int percent in new[] { 50, 99 })
            Console.WriteLine(FormattableString.Invariant($"p{percent}-us {times[(times.Count - 1) * percent / 100]:F0}"));
    }
}
