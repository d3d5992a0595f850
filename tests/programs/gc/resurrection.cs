// Weak references of both kinds through finalization and resurrection; dependent handles; order of clearing.
using System.Runtime.CompilerServices;

class Phoenix(int id)
{
    // Never outgrown: a stale reference to an array that was would keep all in it alive.
    public static readonly List<Phoenix> back = new(10_000);
    public readonly int id = id;
    public int finalized;
    ~Phoenix()
    {
        finalized++;
        lock (back) back.Add(this);
        if (finalized == 1 && id % 2 == 0) GC.ReRegisterForFinalize(this);
    }
}

class Base { public static int count; ~Base() => Interlocked.Increment(ref count); }
class Derived : Base { public static int derived; ~Derived() => Interlocked.Increment(ref derived); }
class Suppressed { public static int count; public Suppressed(bool suppress) { if (suppress) GC.SuppressFinalize(this); } ~Suppressed() => Interlocked.Increment(ref count); }
class Thrower { public Thrower(bool fail) { if (fail) throw new ArgumentException(); } public static int count; ~Thrower() => Interlocked.Increment(ref count); }

static class Program
{
    const int many = 1000;
    static WeakReference[] shortOnes = null!, longOnes = null!;
    static WeakReference<Phoenix>[] typed = null!;
    static readonly ConditionalWeakTable<Phoenix, string> table = [];
    static ConditionalWeakTable<object, Base> values = [];

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Make()
    {
        shortOnes = new WeakReference[many];
        longOnes = new WeakReference[many];
        typed = new WeakReference<Phoenix>[many];
        for (int i = 0; i < many; i++)
        {
            var phoenix = new Phoenix(i);
            shortOnes[i] = new WeakReference(phoenix);
            longOnes[i] = new WeakReference(phoenix, trackResurrection: true);
            typed[i] = new WeakReference<Phoenix>(phoenix, true);
            table.Add(phoenix, "value " + i);
        }
    }

    static void Collect()
    {
        for (int i = 0; i < 3; i++) { GC.Collect(); GC.WaitForPendingFinalizers(); }
    }

    static string Nearly(int count, int of) => count >= of * 0.98 ? "nearly all" : count <= of * 0.02 ? "hardly any" : count.ToString();

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Report(string when, int of)
    {
        int live = 0;
        for (int i = 0; i < many; i++) if (longOnes[i].Target is Phoenix p && p.id == i && typed[i].TryGetTarget(out Phoenix? same) && same == p) live++;
        int values = 0;
        lock (Phoenix.back) foreach (Phoenix p in Phoenix.back) if (table.TryGetValue(p, out string? text) && text == "value " + p.id) values++;
        Console.WriteLine($"{when}: short {Nearly(shortOnes.Count(w => w.IsAlive), many)}, long {Nearly(live, of)}, back {Nearly(Phoenix.back.Count, of)}, values {Nearly(values, of)}");
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void MakeOthers()
    {
        for (int i = 0; i < many; i++)
        {
            _ = new Derived();
            _ = new Suppressed(i % 2 == 0);
            try { _ = new Thrower(true); } catch (ArgumentException) { }
            object key = new();
            values.Add(key, new Base());
        }
    }
    static void Main()
    {
        Make();
        Collect();
        Report("after the first collection", many);
        Phoenix.back.Clear();
        Collect();
        Report("after they were dropped", many / 2);
        Phoenix.back.Clear();
        Collect();
        Report("at last", many);
        MakeOthers();
        Phoenix.back.Clear();
        Collect();
        Console.WriteLine($"derived {Nearly(Derived.derived, many)}, base {Nearly(Base.count, 2 * many)}, not suppressed {Nearly(Suppressed.count, many / 2)}, failed constructors {Nearly(Thrower.count, many)}");
        var reused = new WeakReference(null);
        Console.WriteLine($"{reused.IsAlive} {reused.Target == null} {reused.TrackResurrection}");
        object alive = new();
        reused.Target = alive;
        Console.WriteLine(reused.Target == alive);
        Console.WriteLine(new WeakReference<object>(alive).TryGetTarget(out object? got) && got == alive);
        GC.KeepAlive(alive);
        try { new WeakReference<object>(null!).SetTarget(null!); Console.WriteLine("null target"); } catch (Exception e) { Console.WriteLine(e.GetType().Name); }
    }
}
