// 220 threads at once, all running managed code, with collections between.
static class Program
{
    static void Main()
    {
        const int count = 220;
        long total = 0;
        int running = 0;
        using var go = new ManualResetEvent(false);
        var threads = new Thread[count];
        for (int i = 0; i < count; i++)
        {
            int seed = i;
            threads[i] = new Thread(() =>
            {
                Interlocked.Increment(ref running);
                go.WaitOne();
                var map = new Dictionary<int, string>();
                for (int k = 0; k < 300; k++) map[k] = (seed + k).ToString();
                long mine = 0;
                foreach (var (key, value) in map) mine += key + int.Parse(value);
                Interlocked.Add(ref total, mine);
            });
            threads[i].Start();
        }
        while (Volatile.Read(ref running) != count) Thread.Sleep(1);
        for (int i = 0; i < 5; i++) GC.Collect();
        go.Set();
        for (int i = 0; i < 20; i++) GC.Collect();
        foreach (Thread thread in threads) thread.Join();
        Console.WriteLine(total);
    }
}
