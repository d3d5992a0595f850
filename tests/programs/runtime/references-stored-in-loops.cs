// Stores of references in loops, with free registers and without, to null, to old objects and new ones; tests of classes
// that decide branches, and values that are unboxed where they are and as their enum's or base type's.
using System.Runtime.CompilerServices;

class Node
{
    public Node? Next;
    public object? Payload;
    public int Number;
}

class Far
{
#pragma warning disable CS0169, CS0649
    public Filler Before;
    public string? Name;
#pragma warning restore
}

[InlineArray(9000)]
struct Filler
{
    byte first;
}

sealed class Leaf : Node { }
class Branch : Node { }
class Twig : Branch { }

enum Color : int { Red, Green, Blue }

static class Program
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Link(Node?[] nodes, object payload)
    {
        int thrown = 0;
        for (int i = 0; i < nodes.Length; i++)
        {
            try
            {
                nodes[i]!.Next = nodes[(i + 1) % nodes.Length];
                nodes[i]!.Payload = payload;
            }
            catch (NullReferenceException)
            {
                thrown++;
            }
        }
        return thrown;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static string StoreUntilNull(Node?[] nodes)
    {
        int i = 0;
        try
        {
            for (; ; i++)
                nodes[i]!.Next = new Node { Number = i };
        }
        catch (Exception e) when (e is NullReferenceException or IndexOutOfRangeException)
        {
            return $"{e.GetType().Name} at {i}";
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int StoreFar(Far?[] objects)
    {
        int stored = 0;
        for (int i = 0; i < objects.Length; i++)
        {
            try
            {
                objects[i]!.Name = "n" + i;
                stored++;
            }
            catch (NullReferenceException)
            {
            }
        }
        return stored;
    }

    // More values than registers.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Crowded(object[] slots, Node[] nodes, int a, int b, int c, int d)
    {
        long sum = 0;
        for (int i = 0; i < nodes.Length; i++)
        {
            int e = a + i, f = b ^ i, g = c - i, h = d * i;
            slots[(e + f + (g & 7) + (h & 3)) & 7] = nodes[i];
            nodes[(e ^ f ^ g ^ h) & 7].Next = nodes[(a + b * (c + d * (e + f * (g + h)))) & 7];
            (nodes[(a + (b ^ (c + (d ^ (e + (f ^ g)))))) & 7].Payload, nodes[i].Payload) = (slots[i & 7], slots[(i + 1) & 7]);
            sum += ((Node)slots[i & 7]).Number * (a + b) + e * f + g * h;
        }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static string Kind(object? o)
    {
        if (o is Leaf) return "leaf";
        if (o is not Branch) return o is Node ? "node" : o is int i ? $"int {i}" : o is Color c ? $"color {c}" : o is long and > 5 ? "large" : o == null ? "null" : "other";
        return o is Twig { Number: > 1 } twig ? $"twig {twig.Number}" : "branch";
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Unboxed(object[] boxes)
    {
        int sum = 0;
        foreach (object box in boxes)
        {
            try
            {
                sum = sum * 3 + (int)box;
                ref int inside = ref Unsafe.Unbox<int>(box);
                sum += inside++ + (int)(Color)box;
            }
            catch (InvalidCastException e)
            {
                Console.WriteLine(e.Message);
            }
            catch (NullReferenceException)
            {
                sum -= 1;
            }
        }
        return sum;
    }

    static void Main()
    {
        for (int round = 0; round < 40; round++)
        {
            var nodes = new Node?[10];
            for (int i = 0; i < nodes.Length; i++)
                nodes[i] = i % 4 == 3 ? null : new Node { Number = i };
            if (round % 8 == 0) GC.Collect();
            int thrown = Link(nodes, "payload" + round);
            if (round % 8 == 1) GC.Collect(0);
            string until = StoreUntilNull(nodes);
            int far = StoreFar([new Far(), null, new Far(), null]);
            var full = new Node[8];
            for (int i = 0; i < full.Length; i++)
                full[i] = new Node { Number = i + round };
            var slots = new object[8];
            Array.Fill(slots, full[0]);
            long crowded = Crowded(slots, full, round, 3, 5, 7);
            if (round % 8 == 2) GC.Collect();
            string payloads = string.Join(' ', full.Select(n => ((Node?)n.Payload)?.Number ?? -1));
            if (round % 13 == 0)
                Console.WriteLine($"{thrown} {until} {far} {crowded} {payloads} {nodes[0]!.Payload} {nodes[0]!.Next!.Number}");
        }
        object?[] things = [new Leaf(), new Node(), new Branch(), new Twig(), new Twig { Number = 4 }, 3, Color.Blue, 4L, 6L, null, "text"];
        for (int round = 0; round < 3; round++)
            Console.WriteLine(string.Join(", ", things.Select(Kind)));
        Console.WriteLine(Unboxed([1, Color.Green, 5L, null!, 7, Color.Blue, "seven"]));
    }
}
