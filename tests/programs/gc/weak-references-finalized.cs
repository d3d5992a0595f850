// Weak references that die together with an object whose finalizer uses them: they are cleared by then, whatever they referred to; those that live are not.
using System.Runtime.CompilerServices;

class Holder(object target, WeakReference kept)
{
    readonly WeakReference plain = new(target), tracking = new(target, true);
    readonly WeakReference<object> generic = new(target), genericTracking = new(target, true);
    readonly Derived derived = new(target);
    readonly WeakReference kept = kept;

    static string Try(Action action)
    {
        try
        {
            action();
            return "set";
        }
        catch (Exception e)
        {
            return e.GetType().Name;
        }
    }

    ~Holder()
    {
        Program.Note($"targets {plain.Target == null} {tracking.Target == null} {generic.TryGetTarget(out _)} {genericTracking.TryGetTarget(out _)}");
        Program.Note($"alive {plain.IsAlive} {tracking.IsAlive} {plain.TrackResurrection} {tracking.TrackResurrection}");
        Program.Note($"{Try(() => plain.Target = this)} {Try(() => tracking.Target = this)} {Try(() => generic.SetTarget(this))} {Try(() => genericTracking.SetTarget(this))}");
        Program.Note($"a living one: {kept.Target}");
    }
}

class Derived(object target) : WeakReference(target)
{
    ~Derived() => Program.OfDerived++;
}

static class Program
{
    static readonly List<string> seen = new();
    public static int OfDerived;

    public static void Note(string text)
    {
        lock (seen)
            seen.Add(text);
    }

    static string[] Seen()
    {
        lock (seen)
            return seen.ToArray();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Drop(object target, WeakReference kept)
    {
        for (int i = 0; i < 20; i++)
            _ = new Holder(target, kept);
    }

    // So many that the first ones are gone soon, and their handles are used again.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Many(object target)
    {
        int found = 0;
        for (int i = 0; i < 300_000; i++)
        {
            var suppressed = new WeakReference<object>(target, i % 2 == 0);
            if (i % 3 == 0)
                GC.SuppressFinalize(suppressed);
            var plain = new WeakReference(target);
            found += suppressed.TryGetTarget(out object? same) && same == target && plain.Target == target ? 1 : 0;
        }
        return found;
    }

    static void Main()
    {
        object target = "the target";
        var kept = new WeakReference(target);
        Drop(target, kept);
        while (Seen().Length < 4 * 10 || OfDerived < 10) // most of them: some words on the stack may hold the last ones
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        foreach (string text in Seen().Distinct())
            Console.WriteLine(text);
        Console.WriteLine(Many(target));
        GC.Collect();
        GC.WaitForPendingFinalizers();
        Console.WriteLine($"{kept.Target} {kept.IsAlive}");
        GC.KeepAlive(target);
    }
}
