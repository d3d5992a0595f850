// rows: N6a-003 N6a-103 N6a-108 N6a-109 N6a-110 N6a-115
// Bytes allocated are counted exactly; young objects live by references from old ones; memory comes back although pinned objects lie in it.
using System.Runtime;
using System.Runtime.InteropServices;

sealed class Empty;

sealed class Three
{
    public int A;
    public object? B;
    public byte C;
}

class Node
{
    public Node? Next;
    public int Value;
}

static class Program
{
    static object? kept;

    static long Allocated(Func<object?> make)
    {
        kept = make();
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < 1000; i++)
            kept = make();
        return (GC.GetAllocatedBytesForCurrentThread() - before) / 1000;
    }

    // Old nodes get young ones; each round's are found by a collection of the youngest generation through the stores alone.
    static int Remembered()
    {
        var old = new Node[10_000];
        for (int i = 0; i < old.Length; i++)
            old[i] = new Node { Value = i };
        GC.Collect();
        GC.Collect();
        int lost = 0;
        for (int round = 0; round < 20; round++)
        {
            for (int i = round; i < old.Length; i += 97)
                old[i].Next = new Node { Value = i * 31 + round, Next = new Node { Value = round } };
            for (int i = 0; i < 2_000; i++)
                kept = new byte[200];
            GC.Collect(0);
            for (int i = round; i < old.Length; i += 97)
            {
                if (old[i].Next is not { } young || young.Value != i * 31 + round || young.Next!.Value != round)
                    lost++;
            }
        }
        return lost;
    }

    // Few small arrays of a load stay, at their places.
    static (bool Moved, bool Returned) Pinned()
    {
        var handles = new List<GCHandle>();
        var addresses = new List<nint>();
        long peak = Load(handles, addresses);
        for (int i = 0; i < 4; i++)
            GC.Collect(2, GCCollectionMode.Aggressive, true, true);
        long after = GC.GetGCMemoryInfo().TotalCommittedBytes;
        bool moved = false;
        for (int i = 0; i < handles.Count; i++)
        {
            moved |= handles[i].AddrOfPinnedObject() != addresses[i] || ((byte[])handles[i].Target!)[0] != (byte)i;
            handles[i].Free();
        }
        return (moved, after < peak / 2);
    }

    static long Load(List<GCHandle> handles, List<nint> addresses)
    {
        var load = new List<byte[]>();
        for (int i = 0; i < 60_000; i++)
        {
            var bytes = new byte[1000];
            load.Add(bytes);
            if (i % 10_000 != 0)
                continue;
            bytes[0] = (byte)handles.Count;
            handles.Add(GCHandle.Alloc(bytes, GCHandleType.Pinned));
            addresses.Add(handles[^1].AddrOfPinnedObject());
        }
        GC.Collect();
        GC.KeepAlive(load);
        return GC.GetGCMemoryInfo().TotalCommittedBytes;
    }

    // Small, large, pinned objects in turn, each kind in the space that another has left.
    static (int Arrays, bool Reused) Phases()
    {
        int sum = 0;
        long most = 0;
        for (int phase = 0; phase < 6; phase++)
        {
            List<Array>? list = [];
            for (long bytes = 0; bytes < 30_000_000;)
            {
                Array array = (phase % 3) switch { 0 => new byte[500], 1 => new long[20_000], _ => GC.AllocateArray<int>(5_000, pinned: true) };
                list.Add(array);
                bytes += Buffer.ByteLength(array);
            }
            sum += list.Count;
            list = null;
            GC.Collect();
            most = Math.Max(most, GC.GetGCMemoryInfo().TotalCommittedBytes);
        }
        return (sum, most < 150_000_000);
    }

    static void Main()
    {
        Console.WriteLine($"object {Allocated(() => new object())}, empty {Allocated(() => new Empty())}");
        Console.WriteLine($"three fields {Allocated(() => new Three())}, box {Allocated(() => 5)} {Allocated(() => (1, 2L, "x"))}");
        Console.WriteLine($"int[0] {Allocated(() => new int[int.Parse("0")])}, int[3] {Allocated(() => new int[3])}, string[2] {Allocated(() => new string[2])}");
        Console.WriteLine($"byte[17] {Allocated(() => new byte[17])}, int[2,2] {Allocated(() => new int[2, 2])}");
        Console.WriteLine($"string of 5 {Allocated(() => new string('x', 5))}, of 0 {Allocated(() => new string('x', 0))}");
        Console.WriteLine($"delegate {Allocated(() => { int i = Environment.ProcessorCount; return new Func<int>(() => i); })}");
        Console.WriteLine($"large {Allocated(() => new byte[100_000])}, list {Allocated(() => new List<int> { 1 })}");
        Console.WriteLine($"nothing {Allocated(() => kept)} {Allocated(() => string.Empty)} {Allocated(() => Array.Empty<int>())}");
        long total = GC.GetTotalAllocatedBytes(true);
        kept = new byte[1_000_000];
        Console.WriteLine($"in total {GC.GetTotalAllocatedBytes(true) - total >= 1_000_000}");

        Console.WriteLine($"lost {Remembered()}");
        Console.WriteLine(Pinned());
        Console.WriteLine($"phases {Phases()}");

        // A collection that need not block, while others of the youngest generation come.
        int before = GC.CollectionCount(2);
        var survivors = new Dictionary<int, string>();
        for (int i = 0; i < 50; i++)
        {
            if (i % 10 == 0)
                GC.Collect(2, GCCollectionMode.Optimized, blocking: false);
            for (int j = 0; j < 2_000; j++)
                survivors[j] = $"{i} {j}";
            GC.Collect(0);
        }
        GC.Collect();
        Console.WriteLine($"{GC.CollectionCount(2) > before} {GC.CollectionCount(0) >= GC.CollectionCount(2)}");
        Console.WriteLine($"{survivors.All(pair => pair.Value == $"49 {pair.Key}")} {GCSettings.LatencyMode} {GCSettings.IsServerGC}");
    }
}
