// skip: stress it prints what the last collection was
// GC's methods: arguments they refuse, states they keep, regions without collections, notifications, settings.
using System.Runtime;
using System.Runtime.InteropServices;

static class Program
{
    static void Try(string name, Func<object?> action)
    {
        try { Console.WriteLine($"{name}: {action()}"); }
        catch (Exception e) { Console.WriteLine($"{name}: {e.GetType().Name}: {e.Message}"); }
    }

    static void Try(string name, Action action) => Try(name, () => { action(); return "fine"; });

    static void Main()
    {
        Try("collect -1", () => GC.Collect(-1));
        Try("collect 7", () => GC.Collect(7));
        Try("collect mode", () => GC.Collect(2, (GCCollectionMode)9));
        Try("collect aggressive 0", () => GC.Collect(0, GCCollectionMode.Aggressive));
        Try("collect aggressive", () => GC.Collect(2, GCCollectionMode.Aggressive, true, true));
        Try("collect aggressive not blocking", () => GC.Collect(2, GCCollectionMode.Aggressive, false, true));
        Try("count -1", () => GC.CollectionCount(-1));
        Try("count 5", () => GC.CollectionCount(5));
        Try("generation null", () => GC.GetGeneration((object)null!));
        Try("weak generation", () => GC.GetGeneration(new WeakReference(null)));
        Try("suppress null", () => GC.SuppressFinalize(null!));
        Try("reregister null", () => GC.ReRegisterForFinalize(null!));
        Try("pressure 0", () => GC.AddMemoryPressure(0));
        Try("pressure -1", () => GC.AddMemoryPressure(-1));
        Try("remove 0", () => GC.RemoveMemoryPressure(0));
        Try("pressure", () => { for (int i = 0; i < 50; i++) GC.AddMemoryPressure(10_000_000); for (int i = 0; i < 50; i++) GC.RemoveMemoryPressure(10_000_000); });
        Try("refresh", GC.RefreshMemoryLimit);
        Try("wait for approach", () => GC.WaitForFullGCApproach(10));
        Try("wait for complete", () => GC.WaitForFullGCComplete(10));
        Try("register 0", () => GC.RegisterForFullGCNotification(0, 5));
        Try("register 100", () => GC.RegisterForFullGCNotification(5, 100));
        Try("cancel", GC.CancelFullGCNotification);
        Try("no region end", GC.EndNoGCRegion);
        Try("region 0", () => GC.TryStartNoGCRegion(0));
        Try("region huge", () => GC.TryStartNoGCRegion(long.MaxValue));
        Try("region large > total", () => GC.TryStartNoGCRegion(1000, 2000));
        Try("region", () => GC.TryStartNoGCRegion(1_000_000));
        Try("latency in region", () => GCSettings.LatencyMode);
        int before = GC.CollectionCount(0);
        for (int i = 0; i < 1000; i++) GC.KeepAlive(new byte[500]);
        Console.WriteLine(GC.CollectionCount(0) - before);
        Try("region twice", () => GC.TryStartNoGCRegion(1_000_000));
        Try("set latency in region", () => { GCSettings.LatencyMode = GCLatencyMode.Batch; });
        Try("end", GC.EndNoGCRegion);
        Try("latency after", () => GCSettings.LatencyMode);
        Try("region again", () => GC.TryStartNoGCRegion(1_000_000));
        Try("collect in region", () => { GC.Collect(); });
        Try("end after collect", GC.EndNoGCRegion);
        Try("callback without region", () => GC.RegisterNoGCRegionCallback(1000, () => { }));
        Try("region with callback", () => GC.TryStartNoGCRegion(10_000_000));
        Try("callback null", () => GC.RegisterNoGCRegionCallback(1000, null!));
        Try("callback 0", () => GC.RegisterNoGCRegionCallback(0, () => { }));
        Try("end", GC.EndNoGCRegion);
        foreach (GCLatencyMode mode in new[] { GCLatencyMode.Batch, GCLatencyMode.Interactive, GCLatencyMode.LowLatency, GCLatencyMode.SustainedLowLatency, GCLatencyMode.NoGCRegion, (GCLatencyMode)17 })
            Try("latency " + mode, () => { GCSettings.LatencyMode = mode; return GCSettings.LatencyMode; });
        GCSettings.LatencyMode = GCLatencyMode.Interactive;
        Try("compaction", () => { GCSettings.LargeObjectHeapCompactionMode = GCLargeObjectHeapCompactionMode.CompactOnce; return GCSettings.LargeObjectHeapCompactionMode; });
        GC.Collect();
        Try("compaction after", () => GCSettings.LargeObjectHeapCompactionMode);
        Try("compaction bad", () => { GCSettings.LargeObjectHeapCompactionMode = (GCLargeObjectHeapCompactionMode)5; });
        Try("server", () => GCSettings.IsServerGC);
        Try("max generation", () => GC.MaxGeneration);
        Try("pinned references", () => GC.AllocateArray<string>(5, pinned: true).Length);
        Try("pinned", () => GC.GetGeneration(GC.AllocateArray<int>(5, pinned: true)));
        Try("uninitialized -1", () => GC.AllocateUninitializedArray<byte>(-1));
        Try("array -1", () => GC.AllocateArray<byte>(-1));
        Try("large", () => GC.GetGeneration(new byte[90000]));
        Try("wait negative", () => GC.WaitForPendingFinalizers());
        GCMemoryInfo info = GC.GetGCMemoryInfo();
        Console.WriteLine($"{info.Generation} {info.Concurrent} {info.PinnedObjectsCount >= 0} {info.Index > 0} {info.GenerationInfo.Length} {info.PauseDurations.Length} {info.HeapSizeBytes > 0} {info.TotalCommittedBytes >= info.HeapSizeBytes} {info.HighMemoryLoadThresholdBytes > 0} {info.TotalAvailableMemoryBytes >= info.HighMemoryLoadThresholdBytes} {info.MemoryLoadBytes > 0} {info.FragmentedBytes >= 0} {info.FinalizationPendingCount >= 0} {info.PauseTimePercentage is >= 0 and <= 100}");
        Try("info bad", () => GC.GetGCMemoryInfo((GCKind)9).Index);
        Try("info background", () => GC.GetGCMemoryInfo(GCKind.Background).Index >= 0);
        Try("info full", () => GC.GetGCMemoryInfo(GCKind.FullBlocking).Index > 0);
        Try("pause", () => GC.GetTotalPauseDuration() > TimeSpan.Zero);
        Try("free handle", () => { GCHandle handle = default; handle.Free(); });
        Try("pin string array", () => GCHandle.Alloc(new string[1], GCHandleType.Pinned).IsAllocated);
        Try("pin class", () => GCHandle.Alloc(new object(), GCHandleType.Pinned).IsAllocated);
        Try("bad kind", () => GCHandle.Alloc(new object(), (GCHandleType)7).IsAllocated);
        Try("twice freed", () => { var h = GCHandle.Alloc("x"); h.Free(); h.Free(); });
        Try("address of normal", () => { var h = GCHandle.Alloc("x"); try { return h.AddrOfPinnedObject(); } finally { h.Free(); } });
        Try("from zero", () => GCHandle.FromIntPtr(0));
    }
}
