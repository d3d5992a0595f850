// skip: stress weak handles have their targets until it collects
using System.Runtime.InteropServices;
using System.Runtime.CompilerServices;
static unsafe class Program
{
    struct Big { public long A, B, C; }
    enum E : byte { X = 3 }
    [DllImport("libc", EntryPoint = "abs")] static extern E AbsEnum(E e);
    [DllImport("libc", EntryPoint = "labs")] static extern nint AbsNint(nint e);
    [DllImport("libc", EntryPoint = "abs")] static extern int Guard(int x, int b, int c, int d, int e, int f, int g, string h);
    [DllImport("libc", EntryPoint = "strlen")] static extern nuint Span(ref byte b);
    [DllImport("libc", EntryPoint = "abs")] static extern int G(List<int> x);
    [DllImport("libc", EntryPoint = "abs")] static extern int S(string[] x);
    [DllImport("libc", EntryPoint = "abs")] static extern int D(DateTime x);
    static void Try(Action a) { try { a(); Console.WriteLine("fine"); } catch (Exception e) { Console.WriteLine(e.GetType().Name); } }
    class Node { public Node? Next; }
    static void Main()
    {
        Console.WriteLine(AbsEnum(E.X));
        Console.WriteLine(AbsNint(-5));
        Console.WriteLine(Guard(-9, 1, 2, 3, 4, 5, 6, "last"));
        byte[] text = { 65, 66, 0 };
        Console.WriteLine(Span(ref text[0]));
        Try(() => G(new List<int>()));
        foreach (GCHandleType t in Enum.GetValues<GCHandleType>())
        {
            var h = GCHandle.Alloc(new int[3], t);
            Console.WriteLine(t + " " + (h.Target != null) + " " + h.IsAllocated);
            h.Free();
            try { h.Free(); } catch (InvalidOperationException) { Console.WriteLine("freed"); }
        }
        Try(() => GCHandle.Alloc(new Node(), GCHandleType.Pinned));
        var hs = GCHandle.Alloc("text", GCHandleType.Pinned); Console.WriteLine(new string((char*)hs.AddrOfPinnedObject())); hs.Free();
        Console.WriteLine(GC.GetGCMemoryInfo().HeapSizeBytes >= 0);
        Console.WriteLine(GC.TryStartNoGCRegion(1 << 20)); GC.EndNoGCRegion();
        Try(() => GC.EndNoGCRegion());
        Console.WriteLine(GC.GetConfigurationVariables().ContainsKey("ServerGC"));
        var a = GC.AllocateArray<byte>(100, pinned: true); Console.WriteLine(GC.GetGeneration(a));
        var u = GC.AllocateUninitializedArray<int>(100000); Console.WriteLine(u.Length);
        Try(() => GC.AllocateArray<int>(-1));
        Try(() => GC.AllocateUninitializedArray<long>(int.MaxValue));
        GC.AddMemoryPressure(1000); GC.RemoveMemoryPressure(1000);
        Console.WriteLine(System.Runtime.GCSettings.IsServerGC + " " + System.Runtime.GCSettings.LatencyMode);
        Console.WriteLine(GC.GetTotalAllocatedBytes(true) > 0);
        var dep = new System.Runtime.DependentHandle(new object(), "dep"); Console.WriteLine(dep.Dependent); GC.Collect(); Console.WriteLine(dep.Target == null); dep.Dispose();
        Console.WriteLine(System.Runtime.JitInfo.GetCompiledMethodCount() > 0);
        long before = GC.GetAllocatedBytesForCurrentThread(); var big = new byte[1000]; Console.WriteLine(GC.GetAllocatedBytesForCurrentThread() - before);
    }
}
