using System.Runtime.CompilerServices;

class Thing(int n)
{
    public int N = n;
    public Thing? Other;
}

static class Program
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    static WeakReference<Thing>[] Make(int n)
    {
        var refs = new WeakReference<Thing>[n];
        for (int i = 0; i < n; i++)
            refs[i] = new WeakReference<Thing>(new Thing(i));
        return refs;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Clear(int depth)
    {
        Span<long> clean = stackalloc long[64];
        clean.Clear();
        if (depth > 0)
            Clear(depth - 1);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Alive(WeakReference<Thing>[] refs) => refs.Count(r => r.TryGetTarget(out _));

    static void Main()
    {
        var refs = Make(200);
        Clear(20);
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        // Stacks may be scanned conservatively, so a few may survive; nearly all must be gone.
        Console.WriteLine(Alive(refs) < 20);
        var kept = new Thing(5) { Other = new Thing(6) };
        var weak = new WeakReference(kept.Other);
        var self = new WeakReference<Thing>(kept);
        GC.Collect();
        Console.WriteLine(weak.IsAlive + " " + ((Thing)weak.Target!).N + self.TryGetTarget(out Thing? t) + t!.N);
        weak.Target = "another";
        Console.WriteLine(weak.Target);
        self.SetTarget(kept.Other);
        self.TryGetTarget(out t);
        Console.WriteLine(t!.N);
        GC.KeepAlive(kept);
        Console.WriteLine(new WeakReference(null).IsAlive);
    }
}
