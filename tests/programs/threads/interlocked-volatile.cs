class Shared
{
    public int I;
    public long L;
    public object? O;
    public volatile bool Flag;
    public volatile int Data;
    public double D;
    public uint U;
    public byte B;
    public short H;
    public nint N;
}

static class Program
{
    static void Main()
    {
        var s = new Shared { I = 5, L = 10 };
        Console.WriteLine($"{Interlocked.Increment(ref s.I)} {Interlocked.Decrement(ref s.L)} {Interlocked.Add(ref s.I, -10)} {Interlocked.Exchange(ref s.L, 77)} {s.L}");
        Console.WriteLine($"{Interlocked.CompareExchange(ref s.I, 100, -4)} {s.I} {Interlocked.CompareExchange(ref s.I, 5, 0)} {s.I}");
        Console.WriteLine($"{Interlocked.And(ref s.I, 0x6c)} {Interlocked.Or(ref s.I, 1)} {s.I} {Interlocked.Read(ref s.L)}");
        object first = "first", second = "second";
        Console.WriteLine(Interlocked.Exchange(ref s.O, first) ?? "null");
        Console.WriteLine(Interlocked.CompareExchange(ref s.O, second, first) + " " + s.O);
        Console.WriteLine($"{Interlocked.Exchange(ref s.D, 2.5)} {Interlocked.CompareExchange(ref s.D, 3.5, 2.5)} {s.D} {Interlocked.Increment(ref s.U)} {Interlocked.Exchange(ref s.N, 9)} {s.N}");
        Console.WriteLine($"{Interlocked.Exchange(ref s.B, 200)} {s.B} {Interlocked.CompareExchange(ref s.H, -5, 0)} {s.H}");
        string text = "a";
        Console.WriteLine(Interlocked.CompareExchange(ref text, "b", "zzz") + text);
        var t = new Thread(() =>
        {
            while (!s.Flag)
                Thread.SpinWait(10);
            Console.WriteLine("data " + s.Data);
        });
        t.Start();
        s.Data = 42;
        s.Flag = true;
        t.Join();
        Volatile.Write(ref s.I, 9);
        Thread.MemoryBarrier();
        Interlocked.MemoryBarrierProcessWide();
        Console.WriteLine(Volatile.Read(ref s.I) + Volatile.Read(ref s.D));
        int[] slots = new int[4];
        Parallel.For(0, 1000, i => Interlocked.Increment(ref slots[i % 4]));
        Console.WriteLine(string.Join(",", slots));
        int max = 0;
        Parallel.For(0, 500, i =>
        {
            int seen;
            while ((seen = Volatile.Read(ref max)) < i && Interlocked.CompareExchange(ref max, i, seen) != seen)
            {
            }
        });
        Console.WriteLine(max);
    }
}
