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
        return depth == 0 ? 0 : ((int[])a!).Length + ((string)b!).Length + ((List<object?>)c!).Count + (int)d! % 1000 + (((object?, string?, int[]?))f!).Item3!.Length + ((e is not null) ? 1 : 0);
    }

    static void Main()
    {
        Console.WriteLine($"{GCSettings.IsServerGC} {GC.GetConfigurationVariables()["ServerGC"]} {GC.MaxGeneration}");
        Console.WriteLine($"{Bytes(() => null)} {Bytes(() => new object())} {Bytes(() => new Node())} {Bytes(() => new int[10])} {Bytes(() => new byte[1])} {Bytes(() => new string('x', 5))} "
            + $"{Bytes(() => 5)} {Bytes(() => (1L, 2L, 3L))} {Bytes(() => new int[2, 3])} {Bytes(() => Chain(1_000))} {Bytes(() => new double[3, 3, 3])} {Bytes(() => new object[100])}");
        Console.WriteLine($"{Bytes(() => new byte[100_000])} {Bytes(() => GC.AllocateUninitializedArray<byte>(5_000))} {Bytes(() => new List<int>(16))} {Bytes(() => string.Concat("a", kept as string ?? "bc"))} {Bytes(() => new Func<int>(new Node().GetHashCode))}");
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
