// Threads are stopped at whatever instruction they have come to. What they work on is held by registers, frame slots and
// inner references only, in many shapes of code; had a collection missed one, another object would lie there, and the sums be wrong.
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

class Node(int value, Node? next)
{
    public int Value = value;
    public Node? Next = next;
    public readonly int Check = ~value;
}

struct Four { public Node A, B, C, D; }
struct Mixed { public byte Small; public Node Node; public double Number; public string Text; public (Node, int) Pair; }

static class Program
{
    const int Threads = 3, LeastPasses = 60, LeastCollections = 2000;
    static long finished, passes;
    static int working = Threads, collections;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static Node Make(int value) => new(value, null);
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Whole(Node node) => node.Check == ~node.Value ? node.Value : throw new Exception("another object lies there");
    // So that a lost object's memory gets another use.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Litter()
    {
        for (int i = 0; i < 20; i++)
            GC.KeepAlive(new long[4] { -1, -1, -1, -1 });
    }

    static long Chain(int n)
    {
        Node? list = null;
        for (int i = 0; i < n; i++)
            list = new Node(i, list);
        Litter();
        long sum = 0;
        for (; list != null; list = list.Next)
            sum += Whole(list);
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Many(Node a, Node b, double c, Node d, Four e, Node f, Node g, int h, Node i, Mixed j, Node k)
    {
        Litter();
        return Whole(a) + Whole(b) + (long)c + Whole(d) + Whole(e.A) + Whole(e.B) + Whole(e.C) + Whole(e.D) + Whole(f) + Whole(g) + h + Whole(i)
            + Whole(j.Node) + Whole(j.Pair.Item1) + j.Text.Length + Whole(k);
    }
    static long Arguments(int n)
    {
        long sum = 0;
        for (int i = 0; i < n; i++)
            sum += Many(Make(i), Make(i + 1), i, Make(i + 2), new Four { A = Make(1), B = Make(2), C = Make(3), D = Make(4) }, Make(i + 3), Make(5), i, Make(6),
                new Mixed { Small = 1, Node = Make(7), Number = 1, Text = i.ToString(), Pair = (Make(8), 9) }, Make(10));
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static Four Results(int i) => new() { A = Make(i), B = Make(i + 1), C = Make(i + 2), D = Make(i + 3) };
    static long Structs(int n)
    {
        long sum = 0;
        for (int i = 0; i < n; i++)
        {
            Four four = Results(i), copy = four;
            object box = copy;
            Litter();
            Four unboxed = (Four)box;
            sum += Whole(four.A) + Whole(copy.B) + Whole(unboxed.C) + Whole(((Four)box).D);
        }
        return sum;
    }

    // Only inner references are left while the loop runs.
    static long InnerReferences(int n)
    {
        long sum = 0;
        for (int i = 0; i < n; i++)
        {
            Span<int> numbers = new int[64];
            ref int place = ref Make(i).Value;
            ref Node element = ref new Node[] { Make(i), Make(i + 1) }[1];
            ReadOnlySpan<char> text = new string('x', 40).AsSpan(7);
            Litter();
            for (int k = 0; k < numbers.Length; k++)
                numbers[k] = k + i;
            foreach (int number in numbers)
                sum += number;
            sum += place + Whole(element);
            foreach (char c in text)
                sum += c;
        }
        return sum;
    }

    static long Arrays(int n)
    {
        long sum = 0;
        for (int i = 0; i < n; i++)
        {
            var nodes = new Node[5, 3];
            for (int x = 0; x < 5; x++)
                for (int y = 0; y < 3; y++)
                    nodes[x, y] = Make(x * y + i);
            var mixed = new Mixed[4];
            for (int x = 0; x < mixed.Length; x++)
                mixed[x] = new Mixed { Node = nodes[x, 2], Text = "t" + x, Pair = (Make(x), x) };
            var copies = (Mixed[])mixed.Clone();
            Array.Copy(mixed, 1, copies, 0, 3);
            mixed = null!;
            Litter();
            foreach (ref Mixed one in copies.AsSpan())
                sum += Whole(one.Node) + one.Text.Length + Whole(one.Pair.Item1) + one.Pair.Item2;
        }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Throw(Node node, int depth)
    {
        Node own = Make(depth);
        try
        {
            if (depth == 0)
                throw new InvalidOperationException(node.Value.ToString());
            return Throw(node, depth - 1);
        }
        catch (InvalidOperationException e) when (depth == 3 && Whole(own) == 3)
        {
            Litter();
            return Whole(node) + Whole(own) + int.Parse(e.Message);
        }
        finally
        {
            Litter();
            Interlocked.Add(ref finished, Whole(own));
        }
    }
    static long Exceptions(int n)
    {
        long sum = 0;
        for (int i = 0; i < n / 8; i++)
            sum += Throw(Make(i), 3);
        return sum;
    }

    static long Numbers(int n)
    {
        var values = new double[n * 4];
        for (int i = 0; i < values.Length; i++)
            values[i] = i * 0.5;
        Vector<double> sums = Vector<double>.Zero;
        for (int i = 0; i + Vector<double>.Count <= values.Length; i += Vector<double>.Count)
            sums += new Vector<double>(values, i) * 2;
        double sum = Vector.Sum(sums);
        checked
        {
            long product = 1;
            for (int i = 1; i < values.Length; i++)
                product = product * 3 % 1000003 + (long)values[i] / i;
            return (long)sum + product;
        }
    }

    static long Calls(int n)
    {
        long sum = 0;
        Func<Node, int> whole = Whole;
        whole += node => Whole(node) * 2;
        IEnumerable<Node> Walk() { for (int i = 0; i < n; i++) yield return Make(i); }
        foreach (Node node in Walk().Where(node => whole(node) >= 0).Reverse())
            sum += Whole(node) + (int)Type.GetTypeCode(node.GetType());
        var map = new Dictionary<string, Node>();
        for (int i = 0; i < n; i++)
            map[string.Concat("k", i.ToString())] = Make(i);
        foreach ((string key, Node node) in map)
            sum += key.Length + Whole(node);
        return sum;
    }

    static unsafe long Native(int n)
    {
        long sum = 0;
        for (int i = 0; i < n; i++)
        {
            Node node = Make(i);
            nint memory = Marshal.StringToHGlobalAnsi("text " + i);
            GCHandle handle = GCHandle.Alloc(node);
            fixed (char* pinned = new string('p', 20))
            {
                Litter();
                sum += pinned[19] + Marshal.PtrToStringAnsi(memory)!.Length + Whole((Node)handle.Target!);
            }
            handle.Free();
            Marshal.FreeHGlobal(memory);
        }
        return sum;
    }

    static readonly Func<int, long>[] works = [Chain, Arguments, Structs, InnerReferences, Arrays, Exceptions, Numbers, Calls, Native];

    static void Main()
    {
        const int size = 24;
        var wrong = new long[works.Length];
        var expected = new long[works.Length];
        for (int i = 0; i < works.Length; i++)
            expected[i] = works[i](size);
        long finishedOnce = finished;
        var threads = new Thread[Threads];
        for (int t = 0; t < Threads; t++)
        {
            int number = t;
            threads[t] = new Thread(() =>
            {
                for (int pass = 0; pass < LeastPasses || Volatile.Read(ref collections) < LeastCollections; pass++)
                {
                    for (int i = 0; i < works.Length; i++)
                    {
                        int chosen = (i + number * 3) % works.Length;
                        if (works[chosen](size) != expected[chosen])
                            Interlocked.Increment(ref wrong[chosen]);
                    }
                    Interlocked.Increment(ref passes);
                }
                Interlocked.Decrement(ref working);
            });
            threads[t].Start();
        }
        // Between two collections the others get to different places: a little work of no fixed length.
        while (Volatile.Read(ref working) != 0)
        {
            GC.Collect(0, GCCollectionMode.Forced, blocking: true);
            Thread.SpinWait(Interlocked.Increment(ref collections) * 7919 % 2000);
        }
        foreach (Thread thread in threads)
            thread.Join();
        Console.WriteLine(string.Join(" ", expected));
        Console.WriteLine($"wrong: {string.Join(" ", wrong)}");
        Console.WriteLine(finished == (passes + 1) * finishedOnce);
    }
}
