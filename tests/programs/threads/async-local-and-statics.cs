// Values that belong to a flow or a thread: AsyncLocal, ExecutionContext, ThreadStatic, ThreadLocal and their ends.
using System.Runtime.CompilerServices;

class Tracked { public static int alive; public Tracked() => Interlocked.Increment(ref alive); ~Tracked() => Interlocked.Decrement(ref alive); }
class Generic<T> { [ThreadStatic] public static T? value; [ThreadStatic] public static int count; }
struct Pair { public string text; public long number; public object other; }

static class Program
{
    static readonly AsyncLocal<string?> flowing = new(change => { if (change.ThreadContextChanged && change.CurrentValue == "noted") Interlocked.Increment(ref changes); });
    static int changes;
    [ThreadStatic] static int number;
    [ThreadStatic] static string? text;
    [ThreadStatic] static Pair pair;
    [ThreadStatic] static Tracked? tracked;
    static readonly ThreadLocal<Tracked> local = new(() => new Tracked());

    static async Task<string> Flow(string value, int depth)
    {
        flowing.Value = value + depth;
        await Task.Yield();
        string inner = depth == 0 ? "" : await Flow(value, depth - 1);
        return flowing.Value + " " + inner;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void OnThread(int i)
    {
        if (number != 0 || text != null || pair.text != null || Generic<string>.value != null) Console.WriteLine("not fresh");
        number = i;
        text = "t" + i;
        pair = new Pair { text = "p" + i, number = i, other = new int[i + 1] };
        tracked = new Tracked();
        Generic<string>.value = "g" + i;
        Generic<List<int>>.value = [i];
        Generic<Pair>.value = pair;
        Generic<long>.count += i;
        _ = local.Value;
        for (int k = 0; k < 20; k++) GC.KeepAlive(new byte[10000]);
        if (i % 10 == 0) GC.Collect();
        ref int direct = ref number;
        direct++;
        if (number != i + 1 || text != "t" + i || pair.text != "p" + i || ((int[])pair.other).Length != i + 1 || Generic<string>.value != "g" + i
            || Generic<List<int>>.value![0] != i || Generic<Pair>.value.number != i || Generic<long>.count != i)
            Console.WriteLine("changed");
    }

    static void Main()
    {
        Console.WriteLine(Flow("a", 3).Result);
        Console.WriteLine(Task.WhenAll(Enumerable.Range(0, 5).Select(i => Flow("f" + i, 2))).Result.Aggregate((a, b) => a + "|" + b));
        Console.WriteLine(flowing.Value ?? "null");
        flowing.Value = "main";
        var thread = new Thread(() => { Console.WriteLine(flowing.Value); flowing.Value = "thread"; });
        thread.Start();
        thread.Join();
        var unsafeThread = new Thread(() => Console.WriteLine(flowing.Value ?? "null"));
        unsafeThread.UnsafeStart();
        unsafeThread.Join();
        using (ExecutionContext.SuppressFlow())
            Task.Run(() => Console.WriteLine(flowing.Value ?? "null")).Wait();
        ExecutionContext context = ExecutionContext.Capture()!;
        flowing.Value = "noted";
        ExecutionContext.Run(context, _ => Console.WriteLine(flowing.Value), null);
        Console.WriteLine(flowing.Value + " " + changes);
        try { ExecutionContext.Run(context, _ => { flowing.Value = "lost"; throw new FormatException(); }, null); } catch (FormatException) { Console.WriteLine(flowing.Value); }

        for (int i = 1; i <= 100; i++)
        {
            int mine = i;
            var t = new Thread(() => OnThread(mine));
            t.Start();
            t.Join();
        }
        const int few = 20; // of 200; a conservative scan may still see some
        for (int i = 0; i < 10 && Tracked.alive > few; i++) { GC.Collect(); GC.WaitForPendingFinalizers(); }
        Console.WriteLine(Tracked.alive <= few);
        Console.WriteLine($"{number} {text ?? "null"} {Generic<string>.value ?? "null"}");

        var counting = new ThreadLocal<int>(() => 5, trackAllValues: true);
        Parallel.Invoke(Enumerable.Range(0, 4).Select(_ => (Action)(() => counting.Value++)).ToArray());
        Console.WriteLine(counting.Values.Sum() - 5 * counting.Values.Count);
        counting.Dispose();
        try { _ = counting.Value; } catch (ObjectDisposedException e) { Console.WriteLine(e.ObjectName == "" ? "no name" : "name"); }
        var recursive = new ThreadLocal<int>(() => throw new FormatException("factory"));
        for (int i = 0; i < 2; i++) try { _ = recursive.Value; } catch (FormatException e) { Console.WriteLine(e.Message); }
    }
}
