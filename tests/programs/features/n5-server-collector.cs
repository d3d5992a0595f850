// options: server
// rows: N5-003 N5-005
// With the server's collector asked for: an unbalanced tree that hangs on one static, and statics of many types, while threads allocate.
using System.Runtime;
using System.Runtime.CompilerServices;

sealed class Node(Node? next, int value)
{
    public readonly Node? Next = next;
    public readonly int Value = value;
    public Node[] Leaves = [];
}

static class Holder<T>
{
    public static object? Value;
}

static class Program
{
    static Node? root;

    static void Main()
    {
        Console.WriteLine($"server: {GCSettings.IsServerGC}");
        for (int i = 0; i < 100_000; i++)
        {
            root = new Node(root, i);
            if (i % 1000 == 0)
                root.Leaves = [.. Enumerable.Range(0, 50).Select(leaf => new Node(null, leaf))];
        }
        FillStatics<int>(6);
        Thread[] threads = [.. Enumerable.Range(0, 4).Select(number => new Thread(() => Allocate(number)))];
        foreach (Thread thread in threads)
            thread.Start();
        for (int i = 0; i < 5; i++)
            GC.Collect();
        foreach (Thread thread in threads)
            thread.Join();
        GC.Collect();

        long sum = 0;
        int count = 0;
        for (Node? node = root; node is not null; node = node.Next)
        {
            count++;
            sum += node.Value + node.Leaves.Sum(leaf => leaf.Value);
        }
        Console.WriteLine($"nodes: {count} {sum}");
        Console.WriteLine($"statics: {SumStatics<int>(6)}");
    }

    static void Allocate(int number)
    {
        var kept = new List<byte[]>();
        for (int i = 0; i < 20_000; i++)
        {
            byte[] bytes = new byte[i % 200];
            if (i % 100 == 0)
                kept.Add(bytes);
        }
        lock (typeof(Program))
            total += kept.Count + number;
        GC.KeepAlive(kept);
    }

    static int total;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void FillStatics<T>(int depth)
    {
        Holder<T>.Value = new int[] { depth, depth * 10 };
        if (depth > 0)
        {
            FillStatics<List<T>>(depth - 1);
            FillStatics<T[]>(depth - 1);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int SumStatics<T>(int depth) => ((int[])Holder<T>.Value!)[1] + (depth > 0 ? SumStatics<List<T>>(depth - 1) + SumStatics<T[]>(depth - 1) : 0);
}
