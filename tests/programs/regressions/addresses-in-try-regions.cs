// References to fields and elements that are kept in variables of try regions: where one surely lies in an object the
// optimising tier does not ask whether it is an address; where it does not, the exception comes as ever.
using System.Runtime.CompilerServices;

static unsafe class Program
{
    struct Entry
    {
        public int Next;
        public long Key;
        public string Value;
    }

    sealed class Node
    {
        public int Number;
        public Entry Entry;
        public Node? Next;
    }

    static int disposals;

    sealed class Guard : IDisposable
    {
        public void Dispose() => disposals++;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Elements(Entry[]? entries, int from, int to)
    {
        long sum = 0;
        try
        {
            for (int i = from; i < to; i++)
            {
                ref Entry entry = ref entries![i];
                if (entry.Next < 0)
                    continue;
                sum += entry.Key + entry.Value.Length;
                entry.Next = -entry.Next;
            }
        }
        catch (Exception problem) when (problem is not InvalidOperationException)
        {
            return sum * 10 + problem.GetType().Name.Length;
        }
        finally
        {
            disposals++;
        }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Fields(Node? node, bool other)
    {
        long sum = 0;
        using var guard = new Guard();
        try
        {
            ref Entry entry = ref node!.Entry;
            ref int number = ref other ? ref node.Number : ref node.Next!.Number;
            for (int i = 0; i < 5; i++)
            {
                number += i;
                entry.Key += number;
                sum += entry.Key;
                entry = ref node.Next!.Entry;
            }
        }
        catch (NullReferenceException)
        {
            sum -= 1000;
        }
        return sum;
    }

    // By references that may be null, or lie far from what they were made of.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static string Unsure(ref Entry entry, Entry[] entries, long distance, bool isElement)
    {
        try
        {
            ref Entry chosen = ref isElement ? ref entries[0] : ref entry;
            chosen.Key++;
            ref Entry moved = ref Unsafe.AddByteOffset(ref chosen, (nint)distance);
            moved.Key++;
            return $"{chosen.Key}";
        }
        catch (NullReferenceException)
        {
            return "null";
        }
        catch (IndexOutOfRangeException)
        {
            return "range";
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static string Far(Node node)
    {
        try
        {
            ref int far = ref Unsafe.AddByteOffset(ref node.Number, unchecked((nint)0x1000_0000_0000_0000));
            far++;
            return "written";
        }
        catch (NullReferenceException)
        {
            return "null";
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static string OfNull(Node? node)
    {
        try
        {
            ref Entry entry = ref node!.Entry;
            entry.Next = 3;
            return "written";
        }
        catch (NullReferenceException)
        {
            try
            {
                ref Entry nothing = ref Unsafe.NullRef<Entry>();
                nothing.Value = "x";
                return "written to null";
            }
            catch (NullReferenceException)
            {
                return "null twice";
            }
        }
    }

    static string Round()
    {
        var entries = new Entry[10];
        for (int i = 0; i < entries.Length; i++)
            entries[i] = new Entry { Next = i % 3 - 1, Key = i * i, Value = new string('x', i) };
        entries[8].Value = null!;
        entries[8].Next = 1;
        var node = new Node { Number = 1, Next = new Node { Number = 2 } };
        string text = $"{Elements(entries, 0, 8)} {Elements(entries, 0, 10)} {Elements(entries, 9, 11)} {Elements(entries, -1, 2)} {Elements(null, 0, 1)}";
        text += $" | {Fields(node, true)} {Fields(node, false)} {Fields(node.Next, true)} {Fields(node.Next, false)} {Fields(null, true)}";
        text += $" | {Unsure(ref entries[1], entries, sizeof(long) * 3, true)} {Unsure(ref entries[1], entries, 0, false)}";
        text += $" {Unsure(ref Unsafe.NullRef<Entry>(), entries, 0, false)} {Unsure(ref Unsafe.NullRef<Entry>(), entries, 24, true)}";
        text += $" {Unsure(ref entries[0], [], 0, true)} {Unsure(ref entries[0], entries, 0x1000_0000_0000_0000, true)}";
        return text + $" | {Far(node)} {OfNull(node)} {OfNull(null)}";
    }

    static void Main()
    {
        string last = "";
        for (int round = 0; round < 2000; round++)
        {
            string text = Round();
            if (round > 0 && text != last)
                Console.WriteLine($"round {round} differs: {text}");
            last = text;
        }
        Console.WriteLine($"{last} {disposals}");
    }
}
