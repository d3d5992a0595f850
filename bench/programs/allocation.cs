using System.Diagnostics;

// Small objects in one thread: prints objects per second, best of several rounds.
class Node
{
    public Node? Next;
    public int Value;
}

static class Program
{
    const int Objects = 2_000_000;

    static Node Allocate()
    {
        Node? last = null;
        for (int i = 0; i < Objects; i++)
        {
            var n = new Node();
            n.Value = i;
            if ((i & 1023) != 0)
                n.Next = last;
            last = n;
        }
        return last!;
    }

    static void Main()
    {
        long check = Allocate().Value;
        long best = long.MaxValue;
        for (int round = 0; round < 8; round++)
        {
            long start = Stopwatch.GetTimestamp();
            check = check * 31 + Allocate().Value;
            best = Math.Min(best, Stopwatch.GetTimestamp() - start);
        }
        Console.WriteLine($"{best * 1_000_000_000 / Stopwatch.Frequency} {check}");
    }
}
