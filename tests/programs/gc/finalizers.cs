using System.Runtime.CompilerServices;

class Finalized
{
    public static int Count;
    readonly int n;
    public Finalized(int n) => this.n = n;
    ~Finalized() => Interlocked.Increment(ref Count);
}

class Suppressed
{
    public static int Count;
    public Suppressed() => GC.SuppressFinalize(this);
    ~Suppressed() => Interlocked.Increment(ref Count);
}

class Again
{
    public static Again? Saved;
    public static int Count;
    ~Again()
    {
        Count++;
        Saved = this;
    }
}

class Base
{
    public static string Log = "";
    ~Base() => Log += "base ";
}

class Derived : Base
{
    ~Derived() => Log += "derived ";
}

class Throwing
{
    public Throwing()
    {
        throw new Exception("half built");
    }
    ~Throwing() => Base.Log += "half ";
}

static class Program
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Make()
    {
        for (int i = 0; i < 100; i++)
        {
            new Finalized(i);
            new Suppressed();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void MakeOne<T>() where T : new()
    {
        for (int i = 0; i < 30; i++)
        {
            object o = new T();
            if (i == 0)
                continue;
            GC.SuppressFinalize(o);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Scrub(int depth)
    {
        Span<long> clean = stackalloc long[64];
        clean.Clear();
        if (depth > 0)
            Scrub(depth - 1);
    }

    // Main's own frame may keep what it had in hand: roots are found conservatively (docs/gc.md).
    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Drop()
    {
        GC.ReRegisterForFinalize(Again.Saved!);
        Again.Saved = null;
    }

    static void Collect()
    {
        Scrub(20);
        for (int i = 0; i < 3; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
    }

    static void Main()
    {
        Make();
        Collect();
        Console.WriteLine(Finalized.Count >= 90);
        Console.WriteLine(Suppressed.Count);
        MakeOne<Again>();
        Collect();
        Console.WriteLine(Again.Count + " " + (Again.Saved != null));
        MakeOne<Derived>();
        Collect();
        Console.WriteLine(Base.Log);
        Drop();
        Collect();
        Console.WriteLine(Again.Count);
        var kept = new Finalized(1);
        int before = Finalized.Count;
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.KeepAlive(kept);
        Console.WriteLine(Finalized.Count - before <= 10);
        try
        {
            new Throwing();
        }
        catch (Exception e)
        {
            Console.WriteLine(e.Message);
        }
    }
}
