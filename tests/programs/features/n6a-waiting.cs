// rows: N6a-131 N6a-132 N6a-133 N6a-134
// Task.WaitAsync, SemaphoreSlim.WaitAsync, Parallel.ForEachAsync, Task.WhenAny: who wins, and what is left behind.
using System.Collections.Concurrent;

static class Program
{
    static async Task<string> Try<T>(Task<T> task)
    {
        try
        {
            return $"{await task}";
        }
        catch (Exception e)
        {
            return $"{e.GetType().Name} {task.Status}";
        }
    }

    static async Task<string> Try(Task task)
    {
        try
        {
            await task;
            return "done";
        }
        catch (Exception e)
        {
            return $"{e.GetType().Name} {task.Status}";
        }
    }

    static string Now(Func<object?> action)
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

    static async Task Waits()
    {
        var never = new TaskCompletionSource<int>();
        using var source = new CancellationTokenSource();
        var finished = Task.FromResult(3);
        TimeSpan soon = TimeSpan.FromMilliseconds(5), late = TimeSpan.FromMinutes(5);
        Console.WriteLine($"finished: {await Try(finished.WaitAsync(soon))} {ReferenceEquals(finished.WaitAsync(late), finished)}");
        Console.WriteLine($"{ReferenceEquals(never.Task.WaitAsync(CancellationToken.None), never.Task)} {await Try(finished.WaitAsync(new CancellationToken(true)))}");
        Console.WriteLine($"times out: {await Try(never.Task.WaitAsync(soon))}");
        Console.WriteLine($"{await Try(((Task)never.Task).WaitAsync(soon, source.Token))}");
        Console.WriteLine($"{await Try(never.Task.WaitAsync(TimeSpan.Zero))}");
        Console.WriteLine($"cancelled before: {await Try(never.Task.WaitAsync(new CancellationToken(true)))}");
        Task<int> waiting = never.Task.WaitAsync(late, source.Token), longer = never.Task.WaitAsync(late);
        source.Cancel();
        Console.WriteLine($"cancelled: {await Try(waiting)}, inner: {never.Task.Status}, other: {longer.IsCompleted}");
        never.SetResult(8);
        Console.WriteLine($"completes: {await Try(longer)}, faults: {await Try(Task.FromException<int>(new FormatException()).WaitAsync(late))}");
        Console.WriteLine($"wrong: {Now(() => never.Task.WaitAsync(TimeSpan.FromMilliseconds(-2)).Status)}");
        Console.WriteLine($"{Now(() => Task.Delay(1).WaitAsync(TimeSpan.FromDays(100)).Status)}");
    }

    static async Task Semaphores()
    {
        using var semaphore = new SemaphoreSlim(0, 3);
        using var source = new CancellationTokenSource();
        Task byToken = semaphore.WaitAsync(source.Token);
        Task<bool> byTime = semaphore.WaitAsync(TimeSpan.FromMinutes(1)), byBoth = semaphore.WaitAsync(TimeSpan.FromMinutes(1), source.Token);
        Console.WriteLine($"{byToken.IsCompleted} {byTime.IsCompleted} {byBoth.IsCompleted} {semaphore.CurrentCount}");
        // First come, first served.
        semaphore.Release();
        Console.WriteLine($"{await Try(byToken)} {byTime.IsCompleted}");
        semaphore.Release(2);
        Console.WriteLine($"{await Try(byTime)} {await Try(byBoth)} {semaphore.CurrentCount}");
        Console.WriteLine($"{await Try(semaphore.WaitAsync(1))} {await Try(semaphore.WaitAsync(0))}");
        Console.WriteLine($"{await Try(semaphore.WaitAsync(TimeSpan.FromMilliseconds(3), source.Token))}");
        Task<bool> cancelled = semaphore.WaitAsync(TimeSpan.FromMinutes(1), source.Token), kept = semaphore.WaitAsync(TimeSpan.FromMinutes(1));
        source.Cancel();
        Console.WriteLine($"{await Try(cancelled)} {await Try(semaphore.WaitAsync(source.Token))}");
        // The one that gave up takes nothing.
        semaphore.Release();
        Console.WriteLine($"{await Try(kept)} {semaphore.CurrentCount} {semaphore.Release(3)} {semaphore.CurrentCount} {Now(() => semaphore.Release())}");
        Console.WriteLine($"{await Try(semaphore.WaitAsync(-1))} {semaphore.Wait(0)} {semaphore.CurrentCount} {Now(() => semaphore.WaitAsync(-2).Status)}");
    }

    static async IAsyncEnumerable<int> Numbers(int count)
    {
        for (int i = 0; i < count; i++)
        {
            if (i % 7 == 0)
                await Task.Yield();
            yield return i;
        }
    }

    static async Task Parallels()
    {
        var bag = new ConcurrentBag<int>();
        await Parallel.ForEachAsync(Enumerable.Range(0, 200), async (i, token) =>
        {
            await Task.Yield();
            bag.Add(i);
        });
        Console.WriteLine($"{bag.Count} {bag.Sum()}");
        int inside = 0, most = 0;
        await Parallel.ForEachAsync(Numbers(100), new ParallelOptions { MaxDegreeOfParallelism = 3 }, async (i, token) =>
        {
            int now = Interlocked.Increment(ref inside);
            lock (bag)
                most = Math.Max(most, now);
            await Task.Delay(1, token);
            bag.Add(i);
            Interlocked.Decrement(ref inside);
        });
        Console.WriteLine($"{bag.Count} {bag.Sum()} {most is > 0 and <= 3}");
        var scheduler = new ConcurrentExclusiveSchedulerPair().ExclusiveScheduler;
        bool all = true;
        await Parallel.ForEachAsync(Enumerable.Range(0, 20), new ParallelOptions { TaskScheduler = scheduler, MaxDegreeOfParallelism = 2 }, (i, token) =>
        {
            all &= TaskScheduler.Current == scheduler;
            return ValueTask.CompletedTask;
        });
        Console.WriteLine($"scheduler: {all}");
        int started = 0;
        Task failing = Parallel.ForEachAsync(Enumerable.Range(0, 1_000_000), async (i, token) =>
        {
            Interlocked.Increment(ref started);
            if (i == 20)
                throw new InvalidOperationException();
            await Task.Delay(1, CancellationToken.None);
        });
        Console.WriteLine($"{await Try(failing)} {failing.Exception!.InnerExceptions.Count} {started < 1_000_000}");
        using var source = new CancellationTokenSource();
        Task cancelled = Parallel.ForEachAsync(Numbers(int.MaxValue), source.Token, async (i, token) =>
        {
            if (i == 50)
                source.Cancel();
            await Task.Yield();
        });
        Console.WriteLine($"{await Try(cancelled)}");
        Console.WriteLine($"{await Try(Parallel.ForEachAsync(Numbers(3), new CancellationToken(true), (i, token) => throw new FormatException()))}");
        Console.WriteLine(Now(() => Parallel.ForEachAsync((IEnumerable<int>)null!, (i, token) => ValueTask.CompletedTask)));
    }

    static async Task Any()
    {
        Task<int> finished = Task.FromResult(5), never = new TaskCompletionSource<int>().Task;
        ICollection<Task> list = new List<Task> { never, finished };
        Console.WriteLine($"{ReferenceEquals(await Task.WhenAny(list), finished)}");
        Console.WriteLine($"{ReferenceEquals(await Task.WhenAny(new HashSet<Task<int>> { never, finished }), finished)}");
        Console.WriteLine($"{ReferenceEquals(await Task.WhenAny(never, finished), finished)}");
        // A sequence that is no collection is read once; what changes in a collection later does not matter.
        int reads = 0;
        IEnumerable<Task> Lazy()
        {
            reads++;
            yield return never;
            yield return finished;
        }
        Console.WriteLine($"{ReferenceEquals(await Task.WhenAny(Lazy()), finished)} {reads}");
        var source = new TaskCompletionSource();
        list.Remove(finished);
        list.Add(source.Task);
        Task<Task> any = Task.WhenAny(list);
        list.Clear();
        source.SetException(new FormatException());
        Console.WriteLine($"{(await any).Status} {any.Status}");
        Console.WriteLine($"{Now(() => Task.WhenAny(new List<Task>()))}, {Now(() => Task.WhenAny(new List<Task> { null! }))}");
        Console.WriteLine($"{Now(() => Task.WhenAny((IEnumerable<Task>)null!))}, {Now(() => Task.WhenAny(Enumerable.Empty<Task>()))}");
    }

    static async Task Main()
    {
        await Waits();
        await Semaphores();
        await Parallels();
        await Any();
    }
}
