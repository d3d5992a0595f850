// rows: N6a-124 N6a-127
// What the compiler calls on the builder of an async method: that of its return type, or one that the method names.
using System.Runtime.CompilerServices;

/// A task-like type whose builder tells what it is asked for.
[AsyncMethodBuilder(typeof(LoggingBuilder))]
sealed class Logged
{
    readonly TaskCompletionSource source = new();
    public void Finish() => source.SetResult();
    public void Fail(Exception e) => source.SetException(e);
    public TaskAwaiter GetAwaiter() => source.Task.GetAwaiter();
}

struct LoggingBuilder
{
    public static readonly List<string> Log = [];
    Logged task;

    public static LoggingBuilder Create()
    {
        Log.Add("Create");
        return new() { task = new() };
    }

    public readonly Logged Task
    {
        get
        {
            Log.Add("Task");
            return task;
        }
    }

    public readonly void Start<TStateMachine>(ref TStateMachine machine) where TStateMachine : IAsyncStateMachine
    {
        Log.Add($"Start {typeof(TStateMachine).IsValueType}");
        machine.MoveNext();
    }

    public readonly void SetStateMachine(IAsyncStateMachine machine) => Log.Add("SetStateMachine");

    public readonly void SetResult()
    {
        Log.Add("SetResult");
        task.Finish();
    }

    public readonly void SetException(Exception e)
    {
        Log.Add($"SetException {e.Message}");
        task.Fail(e);
    }

    public readonly void AwaitOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine machine)
        where TAwaiter : INotifyCompletion where TStateMachine : IAsyncStateMachine
    {
        Log.Add("AwaitOnCompleted");
        awaiter.OnCompleted(((IAsyncStateMachine)machine).MoveNext);
    }

    public readonly void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine machine)
        where TAwaiter : ICriticalNotifyCompletion where TStateMachine : IAsyncStateMachine
    {
        Log.Add("AwaitUnsafeOnCompleted");
        awaiter.UnsafeOnCompleted(((IAsyncStateMachine)machine).MoveNext);
    }
}

/// Does the least that a builder must.
struct OtherBuilder
{
    public static readonly List<string> Log = [];
    readonly Logged task = new();

    public OtherBuilder() => Log.Add("constructor");
    public static OtherBuilder Create() => new();
    public readonly Logged Task => task;
    public readonly void Start<TStateMachine>(ref TStateMachine machine) where TStateMachine : IAsyncStateMachine => machine.MoveNext();
    public readonly void SetStateMachine(IAsyncStateMachine machine) => Log.Add("SetStateMachine");
    public readonly void SetException(Exception e) => task.Fail(e);

    public readonly void SetResult()
    {
        Log.Add("SetResult");
        task.Finish();
    }

    public readonly void AwaitOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine machine)
        where TAwaiter : INotifyCompletion where TStateMachine : IAsyncStateMachine => awaiter.OnCompleted(((IAsyncStateMachine)machine).MoveNext);

    public readonly void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine machine)
        where TAwaiter : ICriticalNotifyCompletion where TStateMachine : IAsyncStateMachine => awaiter.UnsafeOnCompleted(((IAsyncStateMachine)machine).MoveNext);
}

readonly struct OldAwaiter : INotifyCompletion
{
    public OldAwaiter GetAwaiter() => this;
    public bool IsCompleted => false;
    public void GetResult() { }
    public void OnCompleted(Action action) => action();
}

static class Program
{
    static int sum;

    static async Logged Sum(Task<int> first)
    {
        sum = await first;
        await default(OldAwaiter);
        sum += await Task.FromResult(2);
    }

    static async Logged Failing()
    {
        await default(OldAwaiter);
        throw new InvalidOperationException("failing");
    }

    // The builder of the attribute, not that of the type.
    [AsyncMethodBuilder(typeof(OtherBuilder))]
    static async Logged Overridden()
    {
        sum++;
    }

    static void Main()
    {
        var first = new TaskCompletionSource<int>();
        Logged logged = Sum(first.Task);
        first.SetResult(40);
        logged.GetAwaiter().GetResult();
        Console.WriteLine($"{sum}: {string.Join(", ", LoggingBuilder.Log)}");
        LoggingBuilder.Log.Clear();
        try
        {
            Failing().GetAwaiter().GetResult();
        }
        catch (InvalidOperationException e)
        {
            Console.WriteLine($"{e.Message}: {string.Join(", ", LoggingBuilder.Log)}");
        }

        LoggingBuilder.Log.Clear();
        Overridden().GetAwaiter().GetResult();
        Console.WriteLine($"{sum}: {string.Join(", ", LoggingBuilder.Log)}, other: {string.Join(", ", OtherBuilder.Log)}");
    }
}
