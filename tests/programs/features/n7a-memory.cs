// options: server
// rows: N7a-002 N7a-003 N7a-144
// The server's collector by configuration, the exact count of allocated bytes, and loops without calls beside collections.
using System.Runtime;
using System.Runtime.CompilerServices;

sealed class Node
{
    public Node? Next;
    public int Number;
}

static class Program
{
    static object? kept;
    static bool stop;
    static int started;
    static long spins;

    static long Bytes(Func<object?> make)
    {
        make();
        long before = GC.GetAllocatedBytesForCurrentThread();
        kept = make();
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static Node Chain(int length)
    {
        Node? first = null;
        for (int i = 0; i < length; i++)
            first = new Node { Next = first, Number = i };
        return first!;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Spin(int[] values)
    {
        long sum = 0;
        while (!Volatile.Read(ref stop))
        {
            for (int i = 0; i < values.Length; i++)
                sum += values[i];
        }
        return sum;
    }

    // Many references on the stack, set one by one, with collections between.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int ManyReferences(int depth)
    {
        object? a = null, b = null, c = null, d = null, e = null, f = null;
        (object?, string?, int[]?) triple = default;
        if (depth > 0)
        {
            a = new int[depth];
            b = depth.ToString();
            if (depth % 50 == 0)
                GC.Collect(0);
            c = new List<object?> { a, b };
            triple.Item3 = new int[3];
            d = ManyReferences(depth - 1);
            e = (a, c);
            triple.Item1 = e;
            f = triple;
        }
        if (depth == 0)
            return a is null && b is null && c is null && d is null && e is null && f is null && triple.Item1 is null ? 0 : -1;
        int whole = ((int[])a!).Length + ((string)b!).Length + ((List<object?>)c!).Count + (int)d! % 1000;
        return whole + (((object?, string?, int[]?))f!).Item3!.Length + (e is not null ? 1 : 0);
    }

    static void Main()
    {
        Console.WriteLine($"{GCSettings.IsServerGC} {GC.GetConfigurationVariables()["ServerGC"]} {GC.MaxGeneration}");
        (string What, Func<object?> Make)[] kinds =
        [
            ("nothing", () => null),
            ("object", () => new object()),
            ("class of two fields", () => new Node()),
            ("int[10]", () => new int[10]),
            ("byte[1]", () => new byte[1]),
            ("string of 5", () => new string('x', 5)),
            ("boxed int", () => 5),
            ("boxed longs", () => (1L, 2L, 3L)),
            ("int[2, 3]", () => new int[2, 3]),
            ("double[3, 3, 3]", () => new double[3, 3, 3]),
            ("1,000 nodes", () => Chain(1_000)),
            ("object[100]", () => new object[100]),
            ("byte[100,000]", () => new byte[100_000]),
            ("not initialised", () => GC.AllocateUninitializedArray<byte>(5_000)),
            ("list of 16", () => new List<int>(16)),
            ("joined strings", () => string.Concat("a", kept as string ?? "bc")),
            ("delegate and its target", () => new Func<int>(new Node().GetHashCode)),
        ];
        foreach ((string what, Func<object?> make) in kinds)
            Console.WriteLine($"{what}: {Bytes(make)}");
        var threads = Enumerable.Range(0, 2).Select(_ => new Thread(() =>
        {
            int[] values = [1, 1, 1, 1];
            Interlocked.Increment(ref started);
            Interlocked.Add(ref spins, Spin(values) % 4 + 1);
        })).ToArray();
        foreach (Thread thread in threads)
            thread.Start();
        while (Volatile.Read(ref started) < 2)
            Thread.Yield();
        for (int i = 0; i < 5; i++)
        {
            kept = Chain(100);
            GC.Collect();
        }
        Volatile.Write(ref stop, true);
        foreach (Thread thread in threads)
            thread.Join();
        Console.WriteLine($"{spins} {ManyReferences(200)}");
    }
}
