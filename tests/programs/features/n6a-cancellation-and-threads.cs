// rows: N6a-080 N6a-135 N6a-136 N6a-137 N6a-138 N6a-139 N6a-141 N6a-142
// Cancellation sources that are used again, registrations, threads without a captured context, atomic operations on native integers.
using System.Timers;

static class Program
{
    static readonly AsyncLocal<string> local = new();

    static string Try(Func<object?> action)
    {
        try
        {
            return $"{action()}";
        }
        catch (Exception e)
        {
            return $"{e.GetType().Name} {(e as ArgumentException)?.ParamName}";
        }
    }

    static void Registrations()
    {
        using var source = new CancellationTokenSource();
        var log = new List<string>();
        CancellationToken token = source.Token;
        CancellationTokenRegistration[] five = [.. Enumerable.Range(0, 5).Select(i => token.Register(() => log.Add($"{i}")))];
        Console.WriteLine($"{five[1].Unregister()} {five[1].Unregister()} {five[2].Token == token} {five[2] == five[3]}");
        Console.WriteLine($"{default(CancellationTokenRegistration).Unregister()}");
        five[4].Dispose();
        // Later ones are called first; the token and the state arrive.
        token.Register(static (state, cancelled) => ((List<string>)state!).Add($"with token {cancelled.IsCancellationRequested}"), log);
        token.UnsafeRegister((state, cancelled) => log.Add($"{state} {cancelled == source.Token} {local.Value ?? "no context"}"), "unsafe");
        local.Value = "captured";
        token.Register(_ => log.Add($"local {local.Value}"), null);
        local.Value = "of the canceller";
        token.Register(() => throw new InvalidOperationException("one"));
        token.Register(() => throw new FormatException("two"));
        try
        {
            source.Cancel();
        }
        catch (AggregateException e)
        {
            log.Add(string.Join("+", e.InnerExceptions.Select(inner => inner.Message)));
        }
        token.Register(() => log.Add("at once"));
        source.Cancel();
        Console.WriteLine(string.Join(", ", log));

        using var many = new CancellationTokenSource();
        int calls = 0, removed = 0;
        for (int i = 0; i < 10_000; i++)
        {
            CancellationTokenRegistration first = many.Token.Register(_ => calls++, null), second = many.Token.Register(_ => calls++, null);
            if (i % 100 != 0)
                removed += first.Unregister() ? 1 : 0;
            removed += second.Unregister() ? 1 : 0;
        }
        many.Cancel();
        Console.WriteLine($"{removed} {calls}");
        using var outer = new CancellationTokenSource();
        using var linked = CancellationTokenSource.CreateLinkedTokenSource(outer.Token, CancellationToken.None);
        using var other = CancellationTokenSource.CreateLinkedTokenSource(linked.Token);
        outer.Cancel();
        Console.WriteLine($"{linked.IsCancellationRequested} {other.IsCancellationRequested}");
        Console.WriteLine($"{Try(() => { linked.Token.ThrowIfCancellationRequested(); return "passed"; })}");
    }

    static void Races()
    {
        int lost = 0, called = 0;
        for (int round = 0; round < 200; round++)
        {
            using var source = new CancellationTokenSource();
            int mine = 0;
            CancellationTokenRegistration registration = source.Token.Register(() => Interlocked.Increment(ref mine));
            var canceller = new Thread(source.Cancel);
            canceller.Start();
            bool removed = registration.Unregister();
            canceller.Join();
            if (removed == (mine == 1) || mine > 1)
                lost++;
            called += mine;
        }
        Console.WriteLine($"lost {lost} {called <= 200}");
    }

    static void Resets()
    {
        using var source = new CancellationTokenSource(TimeSpan.FromMinutes(10));
        int calls = 0;
        source.Token.Register(() => calls++);
        CancellationToken before = source.Token;
        Console.WriteLine($"{source.TryReset()} {source.Token == before} {source.TryReset()}");
        source.CancelAfter(1);
        SpinWait.SpinUntil(() => source.IsCancellationRequested, 20_000);
        Console.WriteLine($"{source.IsCancellationRequested} {source.TryReset()} {calls}");
        source.Dispose();
        Console.WriteLine($"{Try(() => source.TryReset())} {Try(() => source.Token)} {before.IsCancellationRequested} {Try(() => before.WaitHandle)}");
    }

    static void Threads()
    {
        local.Value = "flows";
        string? safe = "", unsafely = "", parameter = "";
        var first = new Thread(() => safe = local.Value);
        var second = new Thread(() => unsafely = local.Value);
        var third = new Thread(value => parameter = $"{value} {local.Value}");
        first.Start();
        second.UnsafeStart();
        third.UnsafeStart("given");
        first.Join();
        second.Join();
        third.Join();
        Console.WriteLine($"{safe} | {unsafely} | {parameter} | {Try(() => { second.UnsafeStart(); return "started"; })}");
        Console.WriteLine($"{Try(() => { new Thread(() => { }).UnsafeStart("x"); return "started"; })}");
        unsafe
        {
            Console.WriteLine(Try(() => PreAllocatedOverlapped.UnsafeCreate((code, bytes, native) => { }, "state", new byte[4]).GetType().Name));
            Console.WriteLine(Try(() => PreAllocatedOverlapped.UnsafeCreate(null!, null, null)));
        }

        var time = new DateTime(2021, 8, 1, 12, 0, 0, DateTimeKind.Utc).AddTicks(7);
        Console.WriteLine($"{new ElapsedEventArgs(time).SignalTime.Ticks - time.Ticks} {new ElapsedEventArgs(time).SignalTime.Kind}");
        var elapsed = new SemaphoreSlim(0);
        ElapsedEventArgs? got = null;
        using var timer = new System.Timers.Timer(1) { AutoReset = false };
        timer.Elapsed += (_, args) => { got = args; elapsed.Release(); };
        timer.Start();
        Console.WriteLine($"{elapsed.Wait(20_000)} {got!.SignalTime.Kind}");
    }

    static void Atomics()
    {
        nint value = 0;
        nuint unsigned = nuint.MaxValue;
        for (int i = 0; i < 100_000; i++)
        {
            value = 1;
            if (Interlocked.CompareExchange(ref value, 2, 1) != 1 || Interlocked.CompareExchange(ref value, 3, 1) != 2 || Interlocked.Exchange(ref value, nint.MinValue) != 2)
                Console.WriteLine($"wrong in round {i}: {value}");
        }
        Console.WriteLine($"{value} {Interlocked.CompareExchange(ref unsigned, 5, nuint.MaxValue)} {unsigned}");
        Console.WriteLine($"{Interlocked.Exchange(ref unsigned, nuint.MaxValue - 1)} {unsigned}");
        int bits = 0x0f0f;
        long wide = -1;
        uint small = 0xffffffff;
        ulong large = 1;
        Console.WriteLine($"{Interlocked.And(ref bits, 0x00ff)} {bits} {Interlocked.Or(ref bits, int.MinValue)} {bits}");
        Console.WriteLine($"{Interlocked.And(ref wide, long.MaxValue)} {wide} {Interlocked.Or(ref wide, long.MinValue)} {wide}");
        Console.WriteLine($"{Interlocked.And(ref small, 0)} {small} {Interlocked.Or(ref large, 1UL << 63)} {large}");
        // Each thread sets and clears a bit of its own.
        int shared = 0;
        int[] wrong = new int[4];
        Thread[] threads = [.. Enumerable.Range(0, 4).Select(i => new Thread(() =>
        {
            int mine = 1 << (i * 8);
            for (int round = 0; round < 20_000; round++)
            {
                if ((Interlocked.Or(ref shared, mine) & mine) != 0 || (Interlocked.And(ref shared, ~mine) & mine) == 0)
                    wrong[i]++;
            }
        }))];
        foreach (Thread thread in threads)
            thread.Start();
        foreach (Thread thread in threads)
            thread.Join();
        Console.WriteLine($"{shared} {wrong.Sum()}");
    }

    static void Main()
    {
        Registrations();
        Races();
        Resets();
        Threads();
        Atomics();
    }
}
