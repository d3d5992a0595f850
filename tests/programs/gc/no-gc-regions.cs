// Regions without collections: how they begin, nest, end and are lost, and the callback for what was allocated in them.
using System.Runtime;

static class Program
{
    static byte[] keep = [];

    static void Try(string what, Action action)
    {
        try { action(); Console.WriteLine($"{what}: done, {GCSettings.LatencyMode}"); }
        catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name}: {e.Message}, {GCSettings.LatencyMode}"); }
    }

    static void Allocate(long bytes)
    {
        for (; bytes > 0; bytes -= 16 << 10) keep = new byte[16 << 10];
    }

    static void Main()
    {
        Try("end without a region", GC.EndNoGCRegion);
        Try("no size", () => GC.TryStartNoGCRegion(0));
        Try("negative size", () => GC.TryStartNoGCRegion(-1));
        Try("large part above the whole", () => GC.TryStartNoGCRegion(1 << 20, 2 << 20));
        Try("start", () => Console.WriteLine(GC.TryStartNoGCRegion(4 << 20)));
        Try("set in a region", () => GCSettings.LatencyMode = GCLatencyMode.Batch);
        Try("start again", () => GC.TryStartNoGCRegion(4 << 20));
        foreach (GCLatencyMode mode in Enum.GetValues<GCLatencyMode>()) Try($"set {mode}", () => GCSettings.LatencyMode = mode);
        Try("end", GC.EndNoGCRegion);
        Try("end again", GC.EndNoGCRegion);

        Try("start", () => GC.TryStartNoGCRegion(4 << 20));
        Try("collect", GC.Collect);
        Try("set after a collection", () => GCSettings.LatencyMode = GCLatencyMode.Interactive);
        Try("start after a collection", () => GC.TryStartNoGCRegion(4 << 20));
        Try("end after a collection", GC.EndNoGCRegion);
        Try("end again", GC.EndNoGCRegion);

        Try("start", () => GC.TryStartNoGCRegion(4 << 20));
        Try("collect", GC.Collect);
        Try("end at once", GC.EndNoGCRegion);

        Try("callback without a region", () => GC.RegisterNoGCRegionCallback(1000, () => { }));
        Try("callback for nothing", () => GC.RegisterNoGCRegionCallback(0, () => { }));
        Try("null callback", () => GC.RegisterNoGCRegionCallback(1000, null!));
        Try("start", () => GC.TryStartNoGCRegion(32 << 20));
        using var called = new ManualResetEventSlim();
        Try("callback beyond the region", () => GC.RegisterNoGCRegionCallback(1L << 40, () => { }));
        Try("callback", () => GC.RegisterNoGCRegionCallback(4 << 20, called.Set));
        Try("second callback", () => GC.RegisterNoGCRegionCallback(4 << 20, () => { }));
        Console.WriteLine(called.Wait(100));
        Allocate(16 << 20);
        Console.WriteLine(called.Wait(60_000));
        Try("end", GC.EndNoGCRegion);

        bool never = false;
        Try("start", () => GC.TryStartNoGCRegion(32 << 20));
        Try("callback that is not reached", () => GC.RegisterNoGCRegionCallback(16 << 20, () => never = true));
        Try("end", GC.EndNoGCRegion);
        GC.Collect();
        GC.WaitForPendingFinalizers();
        Console.WriteLine(never);
        Try("start", () => GC.TryStartNoGCRegion(32 << 20));
        Try("callback of the next region", () => GC.RegisterNoGCRegionCallback(16 << 20, () => never = true));
        Try("collect", GC.Collect);
        Try("callback after a collection", () => GC.RegisterNoGCRegionCallback(16 << 20, () => never = true));
        Try("end", GC.EndNoGCRegion);
        GC.WaitForPendingFinalizers();
        Console.WriteLine(never);
        Try("far too large", () => Console.WriteLine(GC.TryStartNoGCRegion(long.MaxValue)));
        Try("end", GC.EndNoGCRegion);
        Try("exceeded", () => GC.TryStartNoGCRegion(1 << 20));
        Allocate(256 << 20);
        Try("end of the exceeded one", GC.EndNoGCRegion);
        Try("and again", () => Console.WriteLine(GC.TryStartNoGCRegion(1 << 20)));
        Try("end", GC.EndNoGCRegion);
    }
}
