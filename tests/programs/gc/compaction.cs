using System.Runtime;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

// Compacting collections: the memory of sparse blocks comes back, objects keep what they are, and what is pinned its address.
class Node(int id)
{
    public readonly int Id = id;
    public readonly byte[] Payload = new byte[40 + id % 60];
    public Node? Next;
}

struct Pair
{
    public long Number;
    public Node Node;
}

static class Program
{
    const int Count = 100_000, KeptEach = 20;

    static void Compact() => GC.Collect(2, GCCollectionMode.Forced, blocking: true, compacting: true);

    // One node in twenty lives on.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static Node[] Scatter()
    {
        var all = new Node[Count];
        for (int i = 0; i < Count; i++)
            all[i] = new Node(i);
        Node[] kept = new Node[Count / KeptEach];
        for (int i = 0; i < kept.Length; i++)
        {
            kept[i] = all[i * KeptEach];
            kept[i].Next = all[(i + 1) % kept.Length * KeptEach];
        }
        return kept;
    }

    static int CountWrong(Node[] kept)
    {
        int wrong = 0;
        for (int i = 0; i < kept.Length; i++)
        {
            if (kept[i].Id != i * KeptEach || kept[i].Payload.Length != 40 + kept[i].Id % 60 || kept[i].Next != kept[(i + 1) % kept.Length])
                wrong++;
        }
        return wrong;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static unsafe bool Pinned(Node[] kept)
    {
        Node node = kept[77];
        node.Payload[3] = 99;
        GCHandle handle = GCHandle.Alloc(kept[3000].Payload, GCHandleType.Pinned);
        IntPtr address = handle.AddrOfPinnedObject();
        bool same;
        fixed (byte* payload = node.Payload)
        {
            Compact();
            payload[4] = 98;
            fixed (byte* now = node.Payload)
                same = now == payload;
        }
        same &= handle.AddrOfPinnedObject() == address && node.Payload[3] == 99 && node.Payload[4] == 98;
        handle.Free();
        return same;
    }

    static long Committed() => GC.GetGCMemoryInfo(GCKind.Any).TotalCommittedBytes;

    static void Main()
    {
        Node[] kept = Scatter();
        int[] hashes = Array.ConvertAll(kept, RuntimeHelpers.GetHashCode);
        GC.Collect();
        long before = Committed();
        GC.Collect(2, GCCollectionMode.Aggressive, blocking: true, compacting: true);
        Console.WriteLine($"{CountWrong(kept)} wrong, less than a third committed: {Committed() < before / 3}, compacted: {GC.GetGCMemoryInfo(GCKind.FullBlocking).Compacted}");
        int changed = 0;
        for (int i = 0; i < kept.Length; i++)
            changed += RuntimeHelpers.GetHashCode(kept[i]) == hashes[i] ? 0 : 1;
        Console.WriteLine($"{changed} hash codes changed, generation {GC.GetGeneration(kept[999])}");

        kept = Scatter();
        var weak = Array.ConvertAll(kept, node => new WeakReference<Node>(node));
        var table = new ConditionalWeakTable<Node, string>();
        var numbers = new Dictionary<Node, int>(ReferenceEqualityComparer.Instance as IEqualityComparer<Node>);
        var pairs = new List<Pair>();
        for (int i = 0; i < kept.Length; i += 7)
        {
            table.Add(kept[i], "of " + i);
            numbers.Add(kept[i], i);
            pairs.Add(new Pair { Number = i, Node = kept[i] });
        }
        Compact();
        int wrong = CountWrong(kept);
        for (int i = 0; i < kept.Length; i++)
            wrong += weak[i].TryGetTarget(out Node? node) && node == kept[i] ? 0 : 1;
        for (int i = 0; i < kept.Length; i += 7)
        {
            wrong += table.TryGetValue(kept[i], out string? text) && text == "of " + i ? 0 : 1;
            wrong += numbers[kept[i]] == i ? 0 : 1;
            wrong += pairs[i / 7].Node == kept[i] && pairs[i / 7].Number == i ? 0 : 1;
        }
        Console.WriteLine($"{wrong} wrong of weak references, tables, dictionaries and structs");
        Console.WriteLine($"pinned: {Pinned(kept)}");
        GCSettings.LargeObjectHeapCompactionMode = GCLargeObjectHeapCompactionMode.CompactOnce;
        GC.Collect();
        Console.WriteLine($"compacted: {GC.GetGCMemoryInfo(GCKind.FullBlocking).Compacted}, then {GCSettings.LargeObjectHeapCompactionMode}");

        // Locks that are held, and waited for, while their objects may move.
        bool taken = false;
        var waiter = new Thread(() =>
        {
            lock (kept[123])
                taken = true;
        });
        lock (kept[123])
        {
            waiter.Start();
            while ((waiter.ThreadState & ThreadState.WaitSleepJoin) == 0)
                Thread.Yield();
            Compact();
            Compact();
            Console.WriteLine($"held: {Monitor.IsEntered(kept[123])}, {taken}");
        }
        waiter.Join();
        Console.WriteLine($"taken: {taken}");

        // What only a frame knows, by a reference into the midst of it.
        ref byte middle = ref kept[4444].Payload[17];
        ReadOnlySpan<byte> span = kept[3333].Payload.AsSpan(5);
        middle = 5;
        kept[3333].Payload[6] = 7;
        kept[4444] = kept[3333] = new Node(1);
        Compact();
        middle++;
        Console.WriteLine($"{middle} {span[1]} {span.Length}");
        GC.KeepAlive(weak);
    }
}
