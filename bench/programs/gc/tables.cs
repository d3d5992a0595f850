using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

// KIND: what the collector keeps tables of, a million of them live and old, while 1.6 GB of garbage is allocated. Prints a line `name value` for each
// figure; the pause is the mean.
static class Program
{
    class Finalizable
    {
        public int Value;

        ~Finalizable() => Value = 1;
    }

    const int Live = 1_000_000;
    const int Garbage = 20_000_000;

    static object? published;

    // Both have a place in an entry of a table.
    static object MakeLocked()
    {
        var made = new object();
        RuntimeHelpers.GetHashCode(made);
        lock (made)
            return made;
    }

    static object Make(string kind, object target, int i) => kind switch
    {
        "nothing" => new object[2],
        "finalizers" => new Finalizable(),
        "weak-references" => new WeakReference<object>(target),
        "handles" => GCHandle.Alloc(target),
        "dependent-handles" => new object(),
        "interned-strings" => string.Intern(i.ToString()),
        "locks-and-hash-codes" => MakeLocked(),
        _ => throw new ArgumentException(kind),
    };

    static void Main(string[] args)
    {
        object target = "target";
        var live = new object[Live];
        var table = new ConditionalWeakTable<object, object>();
        for (int i = 0; i < live.Length; i++)
        {
            live[i] = Make(args[0], target, i);
            if (args[0] == "dependent-handles")
                table.Add(live[i], target);
        }
        GC.Collect();
        GC.Collect();
        int before = GC.CollectionCount(0);
        TimeSpan paused = GC.GetTotalPauseDuration();
        long started = Stopwatch.GetTimestamp();
        for (int i = 0; i < Garbage; i++)
            published = new byte[80];
        double milliseconds = Stopwatch.GetElapsedTime(started).TotalMilliseconds;
        paused = GC.GetTotalPauseDuration() - paused;
        int count = GC.CollectionCount(0) - before;
        Console.WriteLine($"collections {count}");
        Console.WriteLine($"pause-us {paused.TotalMicroseconds / Math.Max(count, 1):F0}");
        Console.WriteLine($"round-us {milliseconds * 1000:F0}");
        GC.KeepAlive(live);
        GC.KeepAlive(table);
        GC.KeepAlive(published);
    }
}
