// include: row.part
// include: ../told.part
// include: bench.part
// Tasks and async methods of the .NET 5 inventory.
using System.Runtime.CompilerServices;
using BenchmarkDotNet.Attributes;

namespace N5.Async;

public class Yielding
{
    [Benchmark, Row("B5-28", "N5-096", "N5-098", "N5-099")]
    public async Task<int> ValueTaskCost()
    {
        int count = 0;
        for (int i = 0; i < 1000; i++)
        {
            await YieldOnce();
            count++;
        }
        return count;
    }

    static async ValueTask YieldOnce() => await Task.Yield();

    /// The variable that asked for pooling is gone; a method asks for it by the attribute.
    [Benchmark, Row("B5-28", "N5-096")]
    public async Task<int> ValueTaskCostPooled()
    {
        int count = 0;
        for (int i = 0; i < 1000; i++)
        {
            await YieldOncePooled();
            count++;
        }
        return count;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    static async ValueTask YieldOncePooled() => await Task.Yield();
}

public class Continuations
{
    /// A thousand tasks that are made here, where the original makes a million before it is timed.
    [Benchmark(OperationsPerInvoke = 1000), Row("B5-29", "N5-100")]
    public int Cancel()
    {
        var builders = new AsyncTaskMethodBuilder[1000];
        var continuations = new Task[builders.Length];
        for (int i = 0; i < builders.Length; i++)
            _ = builders[i].Task;
        for (int i = 0; i < builders.Length; i++)
        {
            continuations[i] = builders[i].Task.ContinueWith(_ => { }, CancellationToken.None,
                TaskContinuationOptions.OnlyOnFaulted | TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
            builders[i].SetResult();
        }
        int cancelled = 0;
        foreach (Task continuation in continuations)
            cancelled += continuation.IsCanceled ? 1 : 0;
        return cancelled;
    }
}

public class WhenAny
{
    readonly Task incomplete = new TaskCompletionSource().Task;

    [Benchmark, Row("B5-52", "N5-215", "N5-216", "N5-235")]
    public bool OneAlreadyCompleted() => Task.WhenAny(Task.CompletedTask, incomplete).Result == Task.CompletedTask;

    [Benchmark, Row("B5-52", "N5-216", "N5-235")]
    public bool AsyncCompletion()
    {
        AsyncTaskMethodBuilder builder = default;
        Task task = builder.Task;
        // One of its own, since each WhenAny that stays open adds to the list of the task it waits for.
        Task<Task> any = Task.WhenAny(new TaskCompletionSource().Task, task);
        bool early = any.IsCompleted;
        builder.SetResult();
        return !early && any.Result == task;
    }
}
