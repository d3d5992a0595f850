// A loop without calls or allocation must not hold up a collection.
class State
{
    public static int Started;
    public static long Spins;
    public static bool Stop;
}

static class Program
{
    static void Spin()
    {
        long n = 0;
        Interlocked.Increment(ref State.Started);
        while (!Volatile.Read(ref State.Stop))
            n++;
        Interlocked.Add(ref State.Spins, n + 1);
    }

    static void Main()
    {
        var threads = new[] { new Thread(Spin), new Thread(Spin) };
        foreach (Thread t in threads)
            t.Start();
        while (Volatile.Read(ref State.Started) < 2)
            Thread.Yield();
        object? keep = null;
        for (int i = 0; i < 10; i++)
        {
            keep = new object[100];
            GC.Collect();
        }
        GC.KeepAlive(keep);
        State.Stop = true;
        foreach (Thread t in threads)
            t.Join();
        Console.WriteLine(State.Spins > 0);
    }
}
