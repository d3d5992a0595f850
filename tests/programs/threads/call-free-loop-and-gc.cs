// A loop without calls or allocation must not hold up a collection.
class State
{
    public static long Spins;
    public static bool Stop;
}

static class Program
{
    static void Spin()
    {
        long n = 0;
        while (!Volatile.Read(ref State.Stop))
            n++;
        State.Spins = n;
    }

    static void Main()
    {
        var threads = new[] { new Thread(Spin), new Thread(Spin) };
        foreach (Thread t in threads)
            t.Start();
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
