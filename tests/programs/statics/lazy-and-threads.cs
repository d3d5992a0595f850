class Slow
{
    public static int Count;
    public static readonly string Value;
    static Slow()
    {
        Interlocked.Increment(ref Counter.Runs);
        Thread.Sleep(50);
        Value = "ready";
        Count++;
    }
}

static class Counter
{
    public static int Runs;
}

class Ping
{
    public static int V = 1;
    static Ping()
    {
        Gate.Both.SignalAndWait(500);
        V = Pong.V + 1;
    }
}

class Pong
{
    public static int V = 1;
    static Pong()
    {
        Gate.Both.SignalAndWait(500);
        V = Ping.V + 1;
    }
}

static class Gate
{
    public static readonly Barrier Both = new(2);
}

static class Program
{
    static void Main()
    {
        var results = new string[8];
        var threads = Enumerable.Range(0, 8).Select(i => new Thread(() => results[i] = Slow.Value)).ToArray();
        foreach (Thread t in threads)
            t.Start();
        foreach (Thread t in threads)
            t.Join();
        Console.WriteLine(string.Join(",", results) + Slow.Count + Counter.Runs);
        int a = 0, b = 0;
        var one = new Thread(() => a = Ping.V);
        var two = new Thread(() => b = Pong.V);
        one.Start();
        two.Start();
        one.Join();
        two.Join();
        Console.WriteLine("no deadlock " + (a > 0 && b > 0));
    }
}
