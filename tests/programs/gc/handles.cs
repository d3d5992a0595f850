using System.Runtime.InteropServices;
using System.Runtime.CompilerServices;

class Target
{
    public int N;
}

static class Program
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    static (GCHandle Normal, GCHandle[] Weak) Make()
    {
        var weak = new GCHandle[50];
        for (int i = 0; i < weak.Length; i++)
            weak[i] = GCHandle.Alloc(new Target { N = i }, i % 2 == 0 ? GCHandleType.Weak : GCHandleType.WeakTrackResurrection);
        return (GCHandle.Alloc(new Target { N = 77 }), weak);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Scrub(int depth)
    {
        Span<long> clean = stackalloc long[64];
        clean.Clear();
        if (depth > 0)
            Scrub(depth - 1);
    }

    static unsafe void Main()
    {
        var (normal, weak) = Make();
        Scrub(20);
        GC.Collect();
        Console.WriteLine(((Target)normal.Target!).N);
        Console.WriteLine(weak.Count(w => w.Target == null) > 40);
        foreach (GCHandle w in weak)
            w.Free();
        nint raw = GCHandle.ToIntPtr(normal);
        Console.WriteLine(((Target)GCHandle.FromIntPtr(raw).Target!).N);
        normal.Free();
        Console.WriteLine(normal.IsAllocated);
        int[] array = { 1, 2, 3 };
        var pinned = GCHandle.Alloc(array, GCHandleType.Pinned);
        int* p = (int*)pinned.AddrOfPinnedObject();
        for (int i = 0; i < 100; i++)
            new byte[1000].AsSpan().Fill(1);
        GC.Collect();
        p[1] = 20;
        Console.WriteLine(array[1]);
        pinned.Free();
        try
        {
            GCHandle.Alloc(new object[1] { "not blittable" }, GCHandleType.Pinned);
        }
        catch (ArgumentException e)
        {
            Console.WriteLine(e.Message);
        }
        try
        {
            Console.WriteLine(normal.Target);
        }
        catch (InvalidOperationException e)
        {
            Console.WriteLine(e.Message);
        }
        using var typed = new GCHandle<string>("typed");
        Console.WriteLine(typed.Target);
        GCHandle many = default;
        var list = new List<GCHandle>();
        for (int i = 0; i < 5000; i++)
            list.Add(GCHandle.Alloc(i));
        GC.Collect();
        Console.WriteLine(list.Sum(h => (int)h.Target!) + (many.IsAllocated ? 1 : 0));
        list.ForEach(h => h.Free());
    }
}
