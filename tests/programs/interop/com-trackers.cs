// ComWrappers with reference trackers: a native object system that tells the collector what its objects refer to.
using System.Collections;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

class Number { public static int finalized; ~Number() => Interlocked.Increment(ref finalized); }
class Proxy { }

unsafe class Wrappers : ComWrappers
{
    protected override ComInterfaceEntry* ComputeVtables(object obj, CreateComInterfaceFlags flags, out int count) { count = 0; return null; }
    protected override object? CreateObject(nint external, CreateObjectFlags flags) => new Proxy();
    protected override void ReleaseObjects(IEnumerable objects) { }
}

static unsafe class Program
{
    const string Library = "com-trackers";
    [DllImport(Library)] static extern nint new_tracker();
    [DllImport(Library)] static extern void hold(nint tracker, nint target);
    [DllImport(Library)] static extern void let_go(nint tracker);
    [DllImport(Library)] static extern int counts(int which);
    [DllImport(Library)] static extern int connected(nint tracker);

    static readonly Wrappers wrappers = new();
    static readonly Guid target = new("64bd43f8-bfee-4ec4-b7eb-2935158dae21");

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Give(nint tracker)
    {
        nint unknown = wrappers.GetOrCreateComInterfaceForObject(new Number(), CreateComInterfaceFlags.TrackerSupport);
        Marshal.QueryInterface(unknown, in target, out nint pointer);
        hold(tracker, pointer);
        Marshal.Release(pointer);
        Marshal.Release(unknown);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static object Connect(nint tracker) => wrappers.GetOrCreateObjectForComInstance(tracker, CreateObjectFlags.TrackerObject);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void ConnectMany(nint[] trackers) { foreach (nint tracker in trackers) Connect(tracker); }

    static void Collect()
    {
        for (int i = 0; i < 4; i++) { GC.Collect(); GC.WaitForPendingFinalizers(); }
    }

    static void Main()
    {
        ComWrappers.RegisterForTrackerSupport(wrappers);
        nint first = new_tracker();
        object proxy = Connect(first);
        Console.WriteLine($"{connected(first)} hosts {counts(4)}");
        Collect();
        Console.WriteLine($"started {counts(0) > 0} found {counts(1) == counts(0)} failed {counts(2)} completed {counts(3) == counts(0)}");
        GC.KeepAlive(proxy);

        var trackers = new nint[100];
        for (int i = 0; i < trackers.Length; i++) trackers[i] = new_tracker();
        ConnectMany(trackers);
        Collect();
        int gone = trackers.Count(t => connected(t) % 100 == 0);
        Console.WriteLine($"released {gone > 90} disconnected {trackers.Count(t => connected(t) / 100 % 10 > 0) > 90}");

        // Held by native objects that no managed one stands for.
        var holders = new nint[100];
        for (int i = 0; i < holders.Length; i++) { holders[i] = new_tracker(); Give(holders[i]); }
        foreach (nint holder in holders) let_go(holder);
        Collect();
        Console.WriteLine($"let go: {Number.finalized > 90}");
        var proxies = new object[100];
        Number.finalized = 0;
        for (int i = 0; i < proxies.Length; i++)
        {
            nint holder = new_tracker();
            proxies[i] = Connect(holder);
            Give(holder);
        }
        Collect();
        Console.WriteLine($"held by objects with proxies: {Number.finalized == 0}");
        GC.KeepAlive(proxies);
        Console.WriteLine(connected(first));
        GC.KeepAlive(proxy);
    }
}
