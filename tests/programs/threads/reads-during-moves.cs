// References and structs of references are copied in bulk while other threads read the same slots: a reader must find one
// of the objects that were ever there, whole.
class Item(int number)
{
    public readonly int Number = number;
    public readonly int Check = ~number;
}

struct Large
{
    public Item A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R;
    public Large(Item item) { A = B = C = D = E = F = G = H = I = J = K = L = M = N = O = P = Q = R = item; }
}

class Holder { public Large Large; public Item First = null!; public (Item, Item) Pair; }

static class Program
{
    const int Size = 200;
    static readonly Item[] shared = new Item[Size + 1];
    static readonly Holder holder = new();
    static volatile bool done;
    static int wrong;

    static void Check(Item? item)
    {
        if (item is not null && (item.GetType() != typeof(Item) || item.Check != ~item.Number))
            Interlocked.Increment(ref wrong);
    }

    static void Read()
    {
        while (!done)
        {
            foreach (Item item in shared)
                Check(item);
            Large copy = holder.Large;
            foreach (Item item in new[] { copy.A, copy.F, copy.K, copy.R, holder.Large.E, holder.Large.Q, holder.Pair.Item2 })
                Check(item);
            var clone = (Item[])shared.Clone();
            Check(clone[^1]);
            var box = (object)holder.Large;
            Check(((Large)box).L);
        }
    }

    static void Main()
    {
        var readers = Enumerable.Range(0, 2).Select(_ => new Thread(Read)).ToArray();
        foreach (Thread reader in readers)
            reader.Start();
        for (int round = 0; round < 6000; round++)
        {
            var items = new Item[Size];
            Array.Fill(items, new Item(round));
            Array.Copy(items, 0, shared, round % 2, Size);
            if (round % 8 == 0)
                Array.Copy(shared, 0, shared, 1, Size);
            if (round % 8 == 1)
                shared.AsSpan(1).CopyTo(shared);
            holder.Large = new Large(items[0]);
            holder.Pair = (items[1], items[2]);
            if (round % 16 == 0)
            {
                holder.Large = default;
                Array.Clear(shared, 3, 100);
            }
            if (round % 1000 == 0)
                GC.Collect();
        }
        done = true;
        foreach (Thread reader in readers)
            reader.Join();
        Console.WriteLine(wrong);
    }
}
