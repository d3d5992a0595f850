using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

class F
{
    public static int Fin;
    public int id;
    ~F()
    {
        Interlocked.Increment(ref Fin);
    }
}

class Res
{
    public static List<Res> Saved = new();
    public static int Runs;
    public int N;
    ~Res()
    {
        Runs++;
        lock (Saved)
            Saved.Add(this);
    }
}

class ReReg
{
    public static int Runs;
    int left = 3;
    ~ReReg()
    {
        Runs++;
        if (--left > 0)
            GC.ReRegisterForFinalize(this);
    }
}

class Thr
{
    public static int Ctor;
    public Thr(bool t)
    {
        Ctor++;
        if (t)
            throw new Exception("ctor");
    }

    ~Thr()
    {
        Interlocked.Increment(ref Fins);
    }

    public static int Fins;
}

class Order
{
    public static int Ok, Bad;
    F inner = new();
    ~Order()
    {
        if (inner != null)
            Ok++;
        else
            Bad++;
    }
}

class Base
{
    protected static int B;
    ~Base()
    {
        Interlocked.Increment(ref B);
    }

    public static int Count => B;
}

class Derived : Base
{
    public static int D;
    ~Derived()
    {
        Interlocked.Increment(ref D);
    }
}

class Crit : System.Runtime.ConstrainedExecution.CriticalFinalizerObject
{
    public static int N;
    ~Crit()
    {
        N++;
    }
}

class Disp : IDisposable
{
    public static int Fins;
    public void Dispose() => GC.SuppressFinalize(this);
    ~Disp()
    {
        Fins++;
    }
}

class Key
{
    public int k;
    public override bool Equals(object? o) => true;
    public override int GetHashCode() => 1;
}

class P
{
    static void W(object? o) => Console.WriteLine(o);
    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Make(int n, Func<object> f)
    {
        for (int i = 0; i < n; i++)
            f();
        Clear(20);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Clear(int n)
    {
        Span<long> s = stackalloc long[256];
        s.Clear();
        return n == 0 ? (int)s[3] : Clear(n - 1);
    }

    static void Collect()
    {
        for (int i = 0; i < 3; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
    }

    static string Most(int n, int of) => n >= of * 9 / 10 && n <= of ? "most" : n + " of " + of;
    static object InThread(Action a)
    {
        var t = new Thread(() => a());
        t.Start();
        t.Join();
        return 0;
    }

    static void Main()
    {
        InThread(() => Make(200, () => new F()));
        Collect();
        W(Most(F.Fin, 200));
        InThread(() => Make(100, () => new Res { N = 5 }));
        Collect();
        W(Most(Res.Runs, 100));
        W(Res.Saved.All(r => r.N == 5));
        int runs = Res.Runs;
        InThread(() =>
        {
            foreach (var r in Res.Saved.ToArray().Take(50))
                GC.ReRegisterForFinalize(r);
            lock (Res.Saved)
                Res.Saved.Clear();
            Clear(10);
        });
        Collect();
        W(Most(Res.Runs - runs, 50));
        InThread(() => Make(100, () => new ReReg()));
        Collect();
        Collect();
        Collect();
        W(Most(ReReg.Runs, 300));
        InThread(() => Make(100, () =>
        {
            try
            {
                return new Thr(true);
            }
            catch
            {
                return 1;
            }
        }));
        Collect();
        W(Most(Thr.Fins, 100));
        InThread(() => Make(100, () => new Order()));
        Collect();
        W(Order.Bad + Most(Order.Ok, 100));
        InThread(() => Make(100, () => new Derived()));
        Collect();
        W(Most(Derived.D, 100) + (Base.Count == Derived.D));
        InThread(() => Make(100, () => new Crit()));
        Collect();
        W(Most(Crit.N, 100));
        InThread(() => Make(100, () =>
        {
            var d = new Disp();
            d.Dispose();
            return d;
        }));
        Collect();
        W(Disp.Fins);
        // weak references
        var weak = new List<WeakReference>();
        var weakL = new List<WeakReference>();
        var wt = new List<WeakReference<F>>();
        InThread(() =>
        {
            for (int i = 0; i < 100; i++)
            {
                var o = new F
                {
                    id = i
                };
                weak.Add(new WeakReference(o));
                weakL.Add(new WeakReference(o, true));
                wt.Add(new WeakReference<F>(o));
            }

            Clear(20);
        });
        Collect();
        W(Most(weak.Count(w => !w.IsAlive), 100) + Most(weakL.Count(w => w.Target == null), 100) + Most(wt.Count(w => !w.TryGetTarget(out _)), 100));
        var strong = new F
        {
            id = 9
        };
        var ws = new WeakReference(strong);
        Collect();
        W(ws.IsAlive + "" + ((F)ws.Target!).id);
        ws.Target = "other";
        W(ws.Target);
        GC.KeepAlive(strong);
        // ConditionalWeakTable: identity keys, value keeps no key, ephemeron chain
        var cwt = new ConditionalWeakTable<Key, object>();
        Key k1 = new(), k2 = new();
        cwt.Add(k1, "v1");
        cwt.Add(k2, k2);
        W(cwt.TryGetValue(k1, out var v) + "" + v);
        W(cwt.TryGetValue(new Key(), out _));
        try
        {
            cwt.Add(k1, "x");
        }
        catch (ArgumentException e)
        {
            W(e.GetType().Name);
        }

        cwt.AddOrUpdate(k1, "v2");
        W(cwt.GetValue(k1, _ => "no"));
        W(cwt.GetOrCreateValue2(k2) == k2);
        W(cwt.Remove(k1));
        W(cwt.Count());
        var deadv = new List<WeakReference>();
        InThread(() =>
        {
            for (int i = 0; i < 100; i++)
            {
                var k = new Key
                {
                    k = i
                };
                var val = new Key();
                cwt.Add(k, val);
                cwt.Add(val, k);
                deadv.Add(new WeakReference(val));
            }

            Clear(20);
        });
        Collect();
        W(Most(deadv.Count(d => !d.IsAlive), 100));
        W(cwt.TryGetValue(k2, out _));
        GC.KeepAlive(k2);
        // dependent handle, GCHandle kinds
        InThread(() =>
        {
            var tgt = new F();
            var dh = new System.Runtime.DependentHandle(tgt, "dep");
            W(dh.IsAllocated + "" + dh.Dependent + (dh.Target == tgt));
            dh.Dependent = "dep2";
            W(dh.TargetAndDependent.Dependent);
            dh.Target = null;
            W(dh.Dependent ?? "null");
            dh.Dispose();
            try
            {
                _ = dh.Target;
            }
            catch (InvalidOperationException e)
            {
                W(e.Message);
            }
        });
        var gh = GCHandle.Alloc(new int[] { 1, 2 }, GCHandleType.Pinned);
        W(Marshal.ReadInt32(gh.AddrOfPinnedObject(), 4));
        gh.Free();
        try
        {
            gh.Free();
        }
        catch (InvalidOperationException e)
        {
            W(e.Message);
        }

        try
        {
            GCHandle.Alloc(new string[1], GCHandleType.Pinned).Free();
        }
        catch (ArgumentException e)
        {
            W(e.Message);
        }

        var gs = GCHandle.Alloc("str", GCHandleType.Pinned);
        W(Marshal.PtrToStringUni(gs.AddrOfPinnedObject()));
        gs.Free();
        var gw = GCHandle.Alloc("x", GCHandleType.Weak);
        W(gw.Target);
        gw.Target = "y";
        W(gw.Target);
        var gi = GCHandle.ToIntPtr(gw);
        W(GCHandle.FromIntPtr(gi).Target);
        W(gw == GCHandle.FromIntPtr(gi));
        gw.Free();
        W(gw.IsAllocated);
        try
        {
            default(GCHandle).Free();
        }
        catch (InvalidOperationException e)
        {
            W(e.Message);
        }

        using (var ph = new PinnedGCHandle<byte[]>(new byte[] { 5, 6 }))
            unsafe
            {
                W(ph.GetAddressOfArrayData()[1]);
            }

        using (var g2 = new GCHandle<string>("typed"))
            W(g2.Target);
        var wg = new WeakGCHandle<string>("wk");
        W(wg.TryGetTarget(out var wgt) + wgt);
        wg.Dispose();
        // misc GC API
        W(GC.MaxGeneration);
        W(GC.GetGeneration(new object ()) <= 2);
        long before = GC.GetAllocatedBytesForCurrentThread();
        var big = new byte[100000];
        long after = GC.GetAllocatedBytesForCurrentThread();
        W(after - before >= 100000 && after - before < 120000);
        GC.AddMemoryPressure(1000);
        GC.RemoveMemoryPressure(1000);
        try
        {
            GC.AddMemoryPressure(0);
        }
        catch (ArgumentOutOfRangeException e)
        {
            W(e.ParamName);
        }

        try
        {
            GC.Collect(-1);
        }
        catch (ArgumentOutOfRangeException e)
        {
            W(e.ParamName);
        }

        int c0 = GC.CollectionCount(0);
        GC.Collect();
        W(GC.CollectionCount(0) > c0);
        W(GC.TryStartNoGCRegion(100000));
        W(System.Runtime.GCSettings.LatencyMode);
        GC.EndNoGCRegion();
        var un = GC.AllocateUninitializedArray<int>(5000);
        W(un.Length);
        var pin = GC.AllocateArray<int>(10, true);
        W(pin.Sum());
        try
        {
            GC.AllocateArray<string>(1, true);
            W("ok");
        }
        catch (ArgumentException e)
        {
            W(e.Message);
        }

        W(RuntimeHelpers.GetHashCode(null));
        object o1 = new();
        W(RuntimeHelpers.GetHashCode(o1) == o1.GetHashCode());
        W(RuntimeHelpers.Equals(1, 1));
        W(RuntimeHelpers.Equals(1, 1L));
        W(RuntimeHelpers.Equals("a", new string ('a', 1)));
        W(RuntimeHelpers.IsReferenceOrContainsReferences<(int, string)>());
        W(RuntimeHelpers.TryEnsureSufficientExecutionStack());
        try
        {
            Deep();
        }
        catch (InsufficientExecutionStackException)
        {
            W("insufficient");
        }
    }

    static void Deep()
    {
        RuntimeHelpers.EnsureSufficientExecutionStack();
        Span<int> s = stackalloc int[100];
        s[0] = 1;
        Deep();
        s[1] = 2;
    }
}

struct RuntimeFieldHandle2
{
    public RuntimeFieldHandle Get() => throw new Exception("end");
}

static class CX
{
    public static object GetOrCreateValue2(this ConditionalWeakTable<Key, object> t, Key k) => t.GetValue(k, _ => new object ());
}
