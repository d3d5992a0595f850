// Async streams, parallel loops, PLINQ, dataflow, task combinators, timers: results that no schedule changes.
using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using System.Threading.Channels;
using System.Threading.Tasks.Dataflow;
using System.Threading.Tasks.Sources;

static class Program
{
    static async Task Try(string what, Func<Task<object?>> f)
    {
        try { Console.WriteLine($"{what}: {await f()}"); }
        catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name}: {e.Message} {(e as AggregateException)?.InnerExceptions.Count}"); }
    }

    static async IAsyncEnumerable<int> Count(int n, List<string> log, [EnumeratorCancellation] CancellationToken token = default)
    {
        try
        {
            for (int i = 0; i < n; i++)
            {
                token.ThrowIfCancellationRequested();
                if (i % 3 == 0) await Task.Yield();
                yield return i;
            }
        }
        finally { await Task.Yield(); lock (log) log.Add("end"); }
    }

    static async Task Streams()
    {
        var log = new List<string>();
        await foreach (int i in Count(10, log)) if (i == 4) break;
        var source = new CancellationTokenSource();
        await Try("cancelled stream", async () => { int n = 0; await foreach (int i in Count(1000, log).WithCancellation(source.Token).ConfigureAwait(false)) if (++n == 7) source.Cancel(); return n; });
        Console.WriteLine(string.Join(",", log));
        Console.WriteLine(string.Join(" ", await Count(12, log).Where(i => i % 2 == 0).Select(async (int i, CancellationToken t) => { await Task.Delay(1, t); return i * i; }).Skip(1).Take(3).ToArrayAsync()));
        Console.WriteLine(await Count(6, log).Zip(Count(4, log)).CountAsync() + " " + await Count(5, log).AggregateAsync(1, (a, b) => a * 2 + b) + " " + await Count(0, log).FirstOrDefaultAsync(-1) + " " + string.Join(",", await Count(7, log).GroupBy(i => i % 3).Select(g => g.Key * 100 + g.Count()).ToListAsync()));
        await Try("empty", async () => await Count(0, log).FirstAsync());
        await using var e = Count(3, log).GetAsyncEnumerator();
        while (await e.MoveNextAsync()) Console.Write(e.Current + " ");
        Console.WriteLine(await e.MoveNextAsync());
    }

    static async Task Combinators()
    {
        var failing = new[] { Task.FromException<int>(new InvalidOperationException("a")), Task.FromResult(1), Task.FromException<int>(new ArgumentException("b")), Task.FromCanceled<int>(new CancellationToken(true)) };
        await Try("WhenAll", async () => await Task.WhenAll(failing));
        Task all = Task.WhenAll(failing); try { await all; } catch { Console.WriteLine($"{all.Status} {string.Join("|", all.Exception!.InnerExceptions.Select(x => x.Message))}"); }
        await Try("wait all", () => { Task.WaitAll(failing); return Task.FromResult<object?>(0); });
        Console.WriteLine(string.Join(" ", (await Task.WhenAll(Enumerable.Range(0, 5).Select(async i => { await Task.Delay(5 - i); return i; })))));
        Console.WriteLine((await Task.WhenAny(Task.Delay(-1), Task.Run(() => 5))) is Task<int> { Result: 5 });
        await foreach (var t in Task.WhenEach(Task.FromResult(1), Task.FromResult(2))) Console.Write(t.Result + " ");
        await Try("WaitAsync", async () => { await new TaskCompletionSource().Task.WaitAsync(TimeSpan.FromMilliseconds(10)); return 0; });
        await Try("token", async () => { await Task.Delay(-1, new CancellationTokenSource(5).Token); return 0; });
        await Try("suppressed", async () => { await Task.FromException(new Exception("x")).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing); return "went on"; });
        await Try("unwrap", async () => await Task.Factory.StartNew(async () => { await Task.Yield(); return 7; }).Unwrap());
        Console.WriteLine(await Task.Run(() => 2).ContinueWith(t => t.Result * 3, TaskContinuationOptions.OnlyOnRanToCompletion).ContinueWith(t => t.Result + 1, TaskScheduler.Default));
        await Try("not run", async () => await Task.Run(() => 2).ContinueWith(t => t.Result, TaskContinuationOptions.OnlyOnFaulted));
        var parent = Task.Factory.StartNew(() => { for (int i = 0; i < 3; i++) { int k = i; Task.Factory.StartNew(() => { if (k == 1) throw new Exception("child " + k); }, TaskCreationOptions.AttachedToParent); } });
        try { parent.Wait(); } catch (AggregateException x) { Console.WriteLine($"{x.Flatten().InnerExceptions.Count} {x.Flatten().InnerException!.Message} {parent.Status}"); }
        var exclusive = new ConcurrentExclusiveSchedulerPair().ExclusiveScheduler; int unprotected = 0;
        await Task.WhenAll(Enumerable.Range(0, 50).Select(_ => Task.Factory.StartNew(() => { int v = unprotected; Thread.SpinWait(20); unprotected = v + 1; }, default, 0, exclusive))); Console.WriteLine(unprotected);
        using var timer = new PeriodicTimer(TimeSpan.FromMilliseconds(2)); int ticks = 0; while (await timer.WaitForNextTickAsync()) if (++ticks == 3) break; Console.WriteLine(ticks);
        var local = new AsyncLocal<int> { Value = 1 }; await Task.Run(() => local.Value = 2); var flow = ExecutionContext.Capture()!; local.Value = 5; ExecutionContext.Run(flow, _ => Console.Write(local.Value + " "), null); Console.WriteLine(local.Value);
        Console.WriteLine($"{await Value(true)} {await Value(false)} {Value(true).IsCompletedSuccessfully}");
        var reusable = new Source(); for (short i = 0; i < 3; i++) { var v = reusable.Next(); ThreadPool.QueueUserWorkItem(x => reusable.Complete(x), i * 11, false); Console.Write(await v + " "); } Console.WriteLine();
    }
    static async ValueTask<int> Value(bool now) { if (!now) await Task.Yield(); return now ? 1 : 2; }

    sealed class Source : IValueTaskSource<int>
    {
        ManualResetValueTaskSourceCore<int> core;
        public ValueTask<int> Next() { core.Reset(); return new(this, core.Version); }
        public void Complete(int v) => core.SetResult(v);
        public int GetResult(short token) => core.GetResult(token);
        public ValueTaskSourceStatus GetStatus(short token) => core.GetStatus(token);
        public void OnCompleted(Action<object?> c, object? s, short t, ValueTaskSourceOnCompletedFlags f) => core.OnCompleted(c, s, t, f);
    }

    static async Task Parallels()
    {
        long sum = 0; Parallel.For(0, 1000, () => 0L, (i, s, l) => l + i, l => Interlocked.Add(ref sum, l)); Console.WriteLine(sum);
        var bag = new ConcurrentBag<int>(); Parallel.ForEach(Partitioner.Create(0, 100, 7), r => { for (int i = r.Item1; i < r.Item2; i++) bag.Add(i); }); Console.WriteLine(bag.Sum());
        var loop = Parallel.For(0, 1000, new ParallelOptions { MaxDegreeOfParallelism = 1 }, (i, s) => { if (i == 10) s.Break(); }); Console.WriteLine($"{loop.IsCompleted} {loop.LowestBreakIteration}");
        await Try("parallel failure", () => { Parallel.ForEach([1, 2, 3], new ParallelOptions { MaxDegreeOfParallelism = 1 }, i => throw new Exception("at " + i)); return Task.FromResult<object?>(0); });
        int count = 0; await Parallel.ForEachAsync(Enumerable.Range(0, 50), new ParallelOptions { MaxDegreeOfParallelism = 4 }, async (i, t) => { await Task.Yield(); Interlocked.Add(ref count, i); }); Console.WriteLine(count);
        Parallel.Invoke(() => Interlocked.Increment(ref count), () => Interlocked.Increment(ref count)); Console.WriteLine(count);
        var q = Enumerable.Range(0, 2000).AsParallel().AsOrdered().WithDegreeOfParallelism(3);
        Console.WriteLine($"{q.Where(i => i % 3 == 0).Select(i => (long)i * i).Sum()} {string.Join(",", q.Where(i => i % 500 == 1).Select(i => i * 2))} {q.Aggregate(() => 0, (a, i) => a + i, (a, b) => a + b, a => a)} {q.GroupBy(i => i % 7).OrderBy(g => g.Key).Select(g => g.Count()).First()} {q.Max()} {q.Any(i => i == 1999)} {string.Join(",", q.OrderByDescending(i => i % 10).ThenBy(i => i).Take(3))} {q.Join(Enumerable.Range(0, 50).AsParallel(), i => i, i => i * 10, (a, b) => a + b).Sum()}");
        await Try("plinq failure", () => Task.FromResult<object?>(q.Select(i => i == 1500 ? throw new Exception("x") : i).Sum()));
        await Try("plinq cancel", () => Task.FromResult<object?>(q.WithCancellation(new CancellationToken(true)).Sum()));
    }

    static async Task Flows()
    {
        var transform = new TransformBlock<int, int>(async i => { await Task.Yield(); return i * i; }, new() { MaxDegreeOfParallelism = 4, BoundedCapacity = 10 }); var batch = new BatchBlock<int>(4); var output = new List<string>(); var print = new ActionBlock<int[]>(b => output.Add(string.Join("+", b)));
        transform.LinkTo(batch, new() { PropagateCompletion = true }, i => i % 2 == 0); transform.LinkTo(DataflowBlock.NullTarget<int>()); batch.LinkTo(print, new() { PropagateCompletion = true });
        for (int i = 0; i < 20; i++) await transform.SendAsync(i); transform.Complete(); await print.Completion; Console.WriteLine(string.Join(" ", output));
        var faulty = new ActionBlock<int>(i => { if (i == 2) throw new InvalidOperationException("block"); }); for (int i = 0; i < 5; i++) faulty.Post(i); await Try("faulted", async () => { await faulty.Completion; return 0; });
        var join = new JoinBlock<int, string>(); join.Target1.Post(1); join.Target2.Post("one"); Console.WriteLine(await join.ReceiveAsync()); var many = new TransformManyBlock<int, char>(n => new string('x', n)); many.Post(3); many.Complete(); int got = 0; while (await many.OutputAvailableAsync()) { many.Receive(); got++; } Console.WriteLine(got);
        var channel = Channel.CreateBounded<int>(new BoundedChannelOptions(3) { FullMode = BoundedChannelFullMode.DropOldest }, dropped => output.Add("d" + dropped)); for (int i = 0; i < 6; i++) channel.Writer.TryWrite(i); channel.Writer.Complete(new Exception("closed")); output.Clear(); await Try("channel", async () => { await foreach (int i in channel.Reader.ReadAllAsync()) output.Add(i + ""); return 0; }); Console.WriteLine(string.Join(",", output));
        var ranked = Channel.CreateUnboundedPrioritized<(int, string)>(); foreach (var x in new[] { (3, "c"), (1, "a"), (2, "b") }) ranked.Writer.TryWrite(x); ranked.Writer.Complete(); await foreach (var x in ranked.Reader.ReadAllAsync()) Console.Write(x + " "); Console.WriteLine();
        int consumed = 0; var busy = Channel.CreateBounded<int>(2); var consumers = Enumerable.Range(0, 3).Select(_ => Task.Run(async () => { while (await busy.Reader.WaitToReadAsync()) while (busy.Reader.TryRead(out int v)) Interlocked.Add(ref consumed, v); })).ToArray(); await Task.WhenAll(Enumerable.Range(0, 3).Select(p => Task.Run(async () => { for (int i = 0; i < 200; i++) await busy.Writer.WriteAsync(i); }))); busy.Writer.Complete(); await Task.WhenAll(consumers); Console.WriteLine(consumed);
        var gate = new SemaphoreSlim(2); int inside = 0, most = 0; await Task.WhenAll(Enumerable.Range(0, 20).Select(async _ => { await gate.WaitAsync(); try { int now = Interlocked.Increment(ref inside); lock (gate) most = Math.Max(most, now); await Task.Yield(); Interlocked.Decrement(ref inside); } finally { gate.Release(); } })); Console.WriteLine(most <= 2);
    }

    static async Task Main() { await Streams(); await Combinators(); await Parallels(); await Flows(); }
}
