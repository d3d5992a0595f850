// rows: N6a-114
// Full collections beside the program: a graph that threads change meanwhile is as a model of it in numbers says, and what is dropped goes.
using System.Runtime.CompilerServices;

class Node
{
    public int Id;
    public Node? Left, Right;
    public object? Extra;
}

struct Pair
{
    public long Number;
    public Node? Node;
}

// One thread's part: nodes of a table refer to others of it; `left` and `right` are the ids that they should refer to.
class Part
{
    const int Count = 150_000;

    readonly Node[] nodes = new Node[Count];
    readonly Pair[] pairs = new Pair[Count];
    readonly int[] left = new int[Count], right = new int[Count];
    readonly Random random;
    int made;

    public Part(int seed)
    {
        random = new Random(seed);
        for (int i = 0; i < Count; i++)
        {
            nodes[i] = new Node { Id = i, Extra = new byte[random.Next(64)] };
            left[i] = right[i] = -1;
        }
    }

    // A node is moved: the only reference to it goes to another place, while its old place is cleared.
    void Move(int from, int to)
    {
        Node node = nodes[from];
        nodes[from] = null!;
        pairs[to] = new Pair { Number = node.Id, Node = node };
        nodes[from] = pairs[to].Node!;
        pairs[to] = default;
    }

    void Replace(int i)
    {
        var fresh = new Node { Id = i, Left = nodes[i].Left, Right = nodes[i].Right, Extra = nodes[i].Extra };
        nodes[i].Left = nodes[i].Right = null;
        nodes[i].Extra = null;
        nodes[i] = fresh;
        made++;
    }

    public void Step()
    {
        int i = random.Next(Count), j = random.Next(Count);
        nodes[i].Left = nodes[j];
        left[i] = j;
        nodes[j].Right = new Node { Id = i, Left = nodes[i] };
        right[j] = i;
        Move(j, i);
        // Who referred to what is replaced refers to a node of the same id.
        if (random.Next(4) == 0)
            Replace(i);
        // Chains through nodes that were replaced stay short.
        nodes[random.Next(Count)].Left = null;
    }

    public string Check()
    {
        int wrong = 0, kept = 0;
        for (int i = 0; i < Count; i++)
        {
            Node node = nodes[i];
            if (node.Id != i || node.Extra is not byte[])
                wrong++;
            if (node.Left is { } other && other.Id != left[i])
                wrong++;
            if (node.Right is { } made && (made.Id != right[i] || made.Left!.Id != made.Id))
                wrong++;
            kept += node.Right != null ? 1 : 0;
        }
        return $"{wrong} wrong, some kept: {kept > 0}";
    }
}

static class Program
{
    static volatile bool ended;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static WeakReference Drop() => new(new Node { Extra = new byte[100] });

    static long BackgroundCollections() => GC.GetGCMemoryInfo(GCKind.Background).Index;

    static long YoungCollections() => GC.CollectionCount(0) - GC.CollectionCount(2);

    // Whether young objects were collected meanwhile: what was counted before it was seen to go on.
    static bool CollectBeside()
    {
        long before = BackgroundCollections();
        GC.Collect(2, GCCollectionMode.Forced, blocking: false);
        long first = YoungCollections(), last = first;
        for (long now = first; BackgroundCollections() == before; now = YoungCollections())
        {
            last = now;
            Thread.Sleep(1);
        }
        return last > first;
    }

    static void Main()
    {
        var parts = new Part[2];
        for (int i = 0; i < parts.Length; i++)
            parts[i] = new Part(i);
        var weak = Drop();
        var table = new ConditionalWeakTable<object, object>();
        object key = new();
        table.Add(key, new Node { Extra = key, Id = 5 }); // keeps itself but for its weakness
        var threads = parts.Select(part => new Thread(() =>
        {
            while (!ended)
                part.Step();
        })).ToArray();
        foreach (Thread thread in threads)
            thread.Start();
        bool youngBetween = false;
        for (int round = 0; round < 3 || (!youngBetween && round < 500); round++)
            youngBetween |= CollectBeside();
        ended = true;
        foreach (Thread thread in threads)
            thread.Join();
        foreach (Part part in parts)
            Console.WriteLine(part.Check());
        Console.WriteLine($"young objects were collected meanwhile: {youngBetween}");
        GCMemoryInfo info = GC.GetGCMemoryInfo(GCKind.Background);
        Console.WriteLine($"{info.Concurrent} {info.Generation} {info.Compacted} {info.PauseDurations.Length} {GC.GetGCMemoryInfo(GCKind.Any).Index >= info.Index}");
        Console.WriteLine($"dropped {!weak.IsAlive}, kept {table.TryGetValue(key, out object? value) && ((Node)value).Id == 5}");
        GC.KeepAlive(key);
    }
}
