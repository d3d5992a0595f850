using System.Collections.Concurrent;
using System.Runtime.CompilerServices;

class Node { public Node? Left, Right; public int Value; public byte[]? Payload; }
class Fin { public static int Alive, Died; int id; public Fin() { id = Interlocked.Increment(ref Alive); } ~Fin() { Interlocked.Increment(ref Died); if (id % 3 == 0) GC.ReRegisterForFinalize(this); id = 1; } }

static class Program
{
    static Node Tree(int depth, int seed) => depth == 0 ? new Node { Value = seed } : new Node { Left = Tree(depth - 1, seed * 2), Right = Tree(depth - 1, seed * 2 + 1), Value = seed, Payload = depth % 4 == 0 ? new byte[seed % 3000] : null };
    static long Sum(Node? n) => n == null ? 0 : n.Value + Sum(n.Left) + Sum(n.Right) + (n.Payload?.Length ?? 0);

    static long Worker(int id)
    {
        var random = new Random(id);
        var keep = new Dictionary<int, string>();
        var list = new List<Node>();
        var weak = new List<WeakReference<Node>>();
        var table = new ConditionalWeakTable<Node, string>();
        long sum = 0;
        for (int i = 0; i < 300; i++)
        {
            Node tree = Tree(8 + i % 4, i);
            sum += Sum(tree);
            if (i % 10 == 0) { list.Add(tree); table.Add(tree, "t" + i); }
            weak.Add(new WeakReference<Node>(tree));
            keep[random.Next(500)] = new string('x', random.Next(200)) + i;
            if (i % 7 == 0) new Fin();
            if (list.Count > 10) list.RemoveAt(0);
            object boxed = i; sum += (int)boxed;
            foreach (Node n in list) if (!table.TryGetValue(n, out string? t) || t[0] != 't') Console.WriteLine("lost");
        }
        foreach (var pair in keep) if (pair.Value.TrimStart('x').Length == 0) Console.WriteLine("bad");
        return sum;
    }

    static void Main(string[] args)
    {
        var results = new ConcurrentDictionary<int, long>();
        var threads = new Thread[4];
        for (int t = 0; t < threads.Length; t++) { int id = t; threads[t] = new Thread(() => results[id] = Worker(id)); threads[t].Start(); }
        foreach (var t in threads) t.Join();
        foreach (var r in results.OrderBy(p => p.Key)) Console.WriteLine(r.Key + " " + r.Value);
        long total = 0;
        Parallel.For(0, 64, i => { long s = Sum(Tree(12, i)); Interlocked.Add(ref total, s); });
        Console.WriteLine(total);
        var tasks = Enumerable.Range(0, 200).Select(async i => { await Task.Yield(); var a = new int[i * 100]; await Task.Delay(1); return a.Length; }).ToArray();
        Task.WaitAll(tasks);
        Console.WriteLine(tasks.Sum(t => t.Result));
        for (int i = 0; i < 3; i++) { GC.Collect(); GC.WaitForPendingFinalizers(); }
        Console.WriteLine(Fin.Died >= 100);
    }
}
