using System.Runtime;
using System.Runtime.CompilerServices;

class Key
{
}

class Value(int n)
{
    public int N = n;
    public Key? Back;
}

static class Program
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    static WeakReference[] Fill(ConditionalWeakTable<Key, Value> table)
    {
        var refs = new WeakReference[50];
        for (int i = 0; i < 50; i++)
        {
            var k = new Key();
            var v = new Value(i) { Back = k };
            table.Add(k, v);
            refs[i] = new WeakReference(v);
        }
        return refs;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Scrub(int depth)
    {
        Span<long> clean = stackalloc long[64];
        clean.Clear();
        if (depth > 0)
            Scrub(depth - 1);
    }

    static void Main()
    {
        var table = new ConditionalWeakTable<Key, Value>();
        var kept = new Key();
        table.Add(kept, new Value(7));
        var refs = Fill(table);
        Scrub(20);
        for (int i = 0; i < 3; i++)
            GC.Collect();
        Console.WriteLine(refs.Count(r => r.IsAlive) < 10);
        Console.WriteLine(table.TryGetValue(kept, out Value? v) + " " + v!.N);
        Console.WriteLine(table.GetValue(new Key(), _ => new Value(9)).N);
        table.AddOrUpdate(kept, new Value(8));
        Console.WriteLine(table.TryGetValue(kept, out v) + " " + v!.N);
        Console.WriteLine(table.Remove(kept) + " " + table.TryGetValue(kept, out _));
        using var dependent = new DependentHandle(kept, new Value(5));
        GC.Collect();
        Console.WriteLine(((Value)dependent.Dependent!).N);
        Console.WriteLine(dependent.TargetAndDependent.Target == kept);
        // A chain: each value is the next key.
        var chain = new ConditionalWeakTable<object, object>();
        object head = new(), current = head;
        for (int i = 0; i < 100; i++)
        {
            object next = new();
            chain.Add(current, next);
            current = next;
        }
        current = null!;
        GC.Collect();
        int length = 0;
        for (object? o = head; o != null && chain.TryGetValue(o, out object? n); o = n)
            length++;
        Console.WriteLine(length);
        GC.KeepAlive(kept);
    }
}
