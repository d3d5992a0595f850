class Node
{
    public Node? Left, Right;
    public int Value;
}

static class Program
{
    static Node Build(int depth, int value) => depth == 0
        ? new Node { Value = value }
        : new Node { Left = Build(depth - 1, value * 2), Right = Build(depth - 1, value * 2 + 1), Value = value };

    static long Sum(Node? n) => n == null ? 0 : n.Value + Sum(n.Left) + Sum(n.Right);

    static void Main()
    {
        long[] sums = new long[4];
        var threads = Enumerable.Range(0, 4).Select(n => new Thread(() =>
        {
            Node kept = Build(10, n + 1);
            for (int i = 0; i < 20; i++)
            {
                Node garbage = Build(8, i);
                sums[n] += Sum(garbage);
                string s = "";
                for (int k = 0; k < 20; k++)
                    s += k;
                sums[n] += s.Length;
            }
            sums[n] += Sum(kept);
        })).ToArray();
        foreach (Thread t in threads)
            t.Start();
        for (int i = 0; i < 5; i++)
            GC.Collect();
        foreach (Thread t in threads)
            t.Join();
        Console.WriteLine(string.Join(",", sums));
    }
}
