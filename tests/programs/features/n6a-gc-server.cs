// rows: N6a-004
// options: server
// The collector of a server: several threads allocate and keep what they made, unevenly.
using System.Runtime;

static class Program
{
    static long Work(int kind)
    {
        var kept = new LinkedList<(int Key, string Text)>();
        for (int i = 0; i < 60_000; i++)
        {
            kept.AddLast((i, i.ToString()));
            if (kept.Count > 500 << kind)
                kept.RemoveFirst();
            if (i % 20_000 == 0)
                GC.Collect(kind % 3);
        }
        return kept.Sum(entry => (long)entry.Key + entry.Text.Length);
    }

    static void Main()
    {
        Console.WriteLine($"server: {GCSettings.IsServerGC}, latency {GCSettings.LatencyMode}");
        var sums = new long[4];
        Thread[] threads = [.. Enumerable.Range(0, 4).Select(i => new Thread(() => sums[i] = Work(i)))];
        foreach (Thread thread in threads)
            thread.Start();
        foreach (Thread thread in threads)
            thread.Join();
        Console.WriteLine(string.Join(" ", sums));
    }
}
