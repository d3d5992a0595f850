// rows: N5-096 N5-098 N5-099 N5-100 N5-101 N5-102 N5-103 N5-104 N5-108 N5-207 N5-215 N5-216 N5-235
// Tasks, what flows with them, and memory that several threads read.
using System.Collections.Concurrent;
using System.Runtime.CompilerServices;

static class Program
{
    static readonly AsyncLocal<string?> Local = new();
    static volatile int ready;
    static int payload;

    static async Task Main()
    {
        await Continuations();
        await Any();
        await Sources();
        await Flows();
        Console.WriteLine($"value tasks: {await Pooled(5)} {await Plain(5)} {await Large(3)} {Pooled(0).IsCompletedSuccessfully}");
        await Throwing();
        Volatile();
        await Pool();
        Concurrent();
    }

    static async Task Continuations()
    {
        Task faulted = Task.FromException(new FormatException("bad")), done = Task.CompletedTask, cancelled = Task.FromCanceled(new CancellationToken(true));
        foreach (Task task in (Task[])[done, faulted, cancelled])
        {
            foreach (TaskContinuationOptions options in (TaskContinuationOptions[])[TaskContinuationOptions.OnlyOnFaulted, TaskContinuationOptions.OnlyOnRanToCompletion, TaskContinuationOptions.OnlyOnCanceled, TaskContinuationOptions.NotOnFaulted])
            {
                bool ran = false;
                Task next = task.ContinueWith(_ => ran = true, CancellationToken.None, options | TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
                await Task.WhenAny(next);
                Console.Write($"{next.Status} {ran}, ");
            }
        }
        Console.WriteLine();
        AsyncTaskMethodBuilder builder = default;
        Task built = builder.Task;
        Task late = built.ContinueWith(_ => { }, CancellationToken.None, TaskContinuationOptions.OnlyOnFaulted | TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
        bool before = late.IsCompleted;
        builder.SetResult();
        Console.WriteLine($"late: {before} {late.IsCanceled}");
    }

    static async Task Any()
    {
        var never = new TaskCompletionSource<int>();
        var later = new TaskCompletionSource<int>();
        Console.WriteLine($"any of two: {await Task.WhenAny(Task.CompletedTask, never.Task) == Task.CompletedTask} {await Task.WhenAny(never.Task, Task.FromResult(5)) == never.Task}");
        Task<Task<int>> any = Task.WhenAny(never.Task, later.Task);
        bool early = any.IsCompleted;
        later.SetResult(9);
        Console.WriteLine($"any later: {early} {await await any}");
        Task failed = Task.FromException(new InvalidOperationException("x"));
        Console.WriteLine($"any failed: {(await Task.WhenAny(failed, never.Task)).Status} {(await Task.WhenAny(new List<Task> { never.Task, failed })).Status} {await Task.WhenAny([Task.FromResult(3), never.Task]) is { Result: 3 }}");
        Try("any of none", () => Task.WhenAny([]));
        Try("any with null", () => Task.WhenAny(failed, null!));
        Try("any of a list with null", () => Task.WhenAny(new List<Task> { null! }));
        Console.WriteLine($"any of one: {await Task.WhenAny(new[] { later.Task }) == later.Task} {(await Task.WhenAny(new Queue<Task<int>>([later.Task]))).Result}");
    }

    static async Task Sources()
    {
        var source = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        Task task = source.Task;
        Console.WriteLine($"source: {task.Status} {source.TrySetResult()} {source.TrySetResult()} {task.Status}");
        Try("set again", () => { source.SetResult(); return "?"; });
        var failing = new TaskCompletionSource();
        failing.SetException([new FormatException("one"), new FormatException("two")]);
        var cancelled = new TaskCompletionSource("state");
        cancelled.SetCanceled();
        Console.WriteLine($"failing: {failing.Task.Exception!.InnerExceptions.Count}, cancelled: {cancelled.Task.Status} {cancelled.Task.AsyncState}");
        await task;
    }

    static async Task Flows()
    {
        Local.Value = "outer";
        Task<string?> flowing = Task.Run(() => Local.Value);
        Task<string?> suppressed;
        using (ExecutionContext.SuppressFlow())
        {
            Console.WriteLine($"suppressed: {ExecutionContext.IsFlowSuppressed()}");
            suppressed = Task.Run(() => Local.Value);
        }
        Console.WriteLine($"flows: {await flowing} {await suppressed ?? "nothing"}");
        await Inner();
        Console.WriteLine($"after the inner method: {Local.Value}");
        ExecutionContext context = ExecutionContext.Capture()!;
        Local.Value = "changed";
        ExecutionContext.Run(context, _ => Console.WriteLine($"in the captured context: {Local.Value}"), null);
        Console.WriteLine($"again: {Local.Value}");
    }

    static async Task Inner()
    {
        Local.Value = "inner";
        await Task.Yield();
        Console.WriteLine($"in the inner method: {Local.Value}");
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    static async ValueTask<int> Pooled(int count)
    {
        for (int i = 0; i < count; i++)
            await Task.Yield();
        return count * 2;
    }

    static async ValueTask<int> Plain(int count)
    {
        int sum = 0;
        for (int i = 0; i < count; i++)
            sum += await Pooled(i);
        return sum;
    }

    /// Many locals live across awaits, large structures among them.
    static async Task<string> Large(int count)
    {
        (long, string, decimal, Guid) tuple = (1, "a", 2.5m, new Guid(1, 2, 3, new byte[8]));
        DateTime time = DateTime.UnixEpoch;
        List<int> list = [];
        for (int i = 0; i < count; i++)
        {
            await Task.Yield();
            tuple = (tuple.Item1 + i, tuple.Item2 + i, tuple.Item3 * 2, tuple.Item4);
            time = time.AddDays(i);
            list.Add(await Plain(i));
        }
        return $"{tuple} {time:yyyy-MM-dd} {string.Join(",", list)}";
    }

    static async Task Throwing()
    {
        string log = "";
        try
        {
            try
            {
                await Fail();
            }
            finally
            {
                await Task.Yield();
                log += "finally ";
            }
        }
        catch (FormatException e) when (e.Message == "failed")
        {
            await Task.Yield();
            log += e.Message;
        }
        Console.WriteLine(log);
    }

    static async ValueTask Fail()
    {
        await Task.Yield();
        throw new FormatException("failed");
    }

    /// What is written before a volatile write is seen after the volatile read.
    static void Volatile()
    {
        int wrong = 0;
        var reader = new Thread(() =>
        {
            for (int i = 1; i <= 2000; i++)
            {
                SpinWait wait = default;
                while (ready < i)
                    wait.SpinOnce();
                if (payload < i)
                    wrong++;
            }
        });
        reader.Start();
        for (int i = 1; i <= 2000; i++)
        {
            payload = i;
            ready = i;
        }
        reader.Join();
        Console.WriteLine($"read too early: {wrong}");
    }

    static async Task Pool()
    {
        int ran = 0;
        var all = new TaskCompletionSource();
        const int Items = 3000;
        for (int i = 0; i < Items; i++)
            ThreadPool.UnsafeQueueUserWorkItem<object?>(_ => { if (Interlocked.Increment(ref ran) == Items) all.SetResult(); }, null, preferLocal: i % 2 == 0);
        await all.Task;
        Console.WriteLine($"work items: {ran}");
    }

    static void Concurrent()
    {
        var dictionary = new ConcurrentDictionary<int, string>();
        Parallel.For(0, 4000, i => dictionary.AddOrUpdate(i % 1000, "a", (_, old) => old + "b"));
        Console.WriteLine($"concurrent: {dictionary.Count} {dictionary.Values.Sum(value => value.Length)} {dictionary.TryGetValue(1000, out _)} {dictionary.GetOrAdd(5, "x")} {dictionary.TryRemove(5, out string? removed)} {removed} {dictionary.ContainsKey(5)} {dictionary.Keys.Order().First()} {dictionary.IsEmpty}");
    }

    static void Try(string name, Func<object> action)
    {
        try
        {
            Console.WriteLine($"{name}: {action()}");
        }
        catch (Exception e)
        {
            Console.WriteLine($"{name}: {e.GetType().Name}");
        }
    }
}
