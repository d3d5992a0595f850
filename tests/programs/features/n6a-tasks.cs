// rows: N6a-122 N6a-123 N6a-125 N6a-126 N6a-127 N6a-128
// What tasks cost: results that are kept ready, objects that are used again.
using System.Runtime.CompilerServices;
using System.Threading.Tasks.Sources;

/// One object for all waits, one after the other. Whoever waits goes on inside Set.
sealed class Signal : IValueTaskSource<int>
{
    ManualResetValueTaskSourceCore<int> core;
    public ValueTask<int> Wait() => new(this, core.Version);

    public void Set(int value) => core.SetResult(value);

    public int GetResult(short token)
    {
        int result = core.GetResult(token);
        core.Reset();
        return result;
    }

    public ValueTaskSourceStatus GetStatus(short token) => core.GetStatus(token);
    public void OnCompleted(Action<object?> action, object? state, short token, ValueTaskSourceOnCompletedFlags flags) => core.OnCompleted(action, state, token, flags);
}

static class Program
{
    static readonly Signal signal = new();
    static int sum;

    static async Task<T> Immediately<T>(T value) => value;
    static async ValueTask<T> ImmediatelyAsValue<T>(T value) => value;
    static async Task Nothing() { }
    static async ValueTask NothingAsValue() { }

    static bool Kept<T>(T value) => ReferenceEquals(Task.FromResult(value), Task.FromResult(value));
    static bool KeptByMethod<T>(T value) => ReferenceEquals(Immediately(value), Immediately(value));

    static async ValueTask<int> Plain() => await signal.Wait() + 1;

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    static async ValueTask<int> Pooled() => await signal.Wait() + 1;

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    static async ValueTask PooledVoid(bool fail)
    {
        await signal.Wait();
        if (fail)
            throw new InvalidOperationException("pooled");
    }

    static long Allocated(Action action)
    {
        for (int i = 0; i < 20; i++)
            action();
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < 1000; i++)
            action();
        return (GC.GetAllocatedBytesForCurrentThread() - before) / 1000;
    }

    static void Complete(ValueTask<int> task, int value)
    {
        signal.Set(value);
        sum += task.Result;
    }

    static void Main()
    {
        Console.WriteLine($"kept: {Kept(true)} {Kept(false)} {Kept(-1)} {Kept(0)} {Kept(8)} {Kept(9)} {Kept(-2)} {Kept(0L)} {Kept((byte)0)}");
        Console.WriteLine($"{Kept('\0')} {Kept<string?>(null)} {Kept("")} {Kept(0.0)} {Kept(default(DateTime))}");
        Console.WriteLine($"by methods: {KeptByMethod(true)} {KeptByMethod(8)} {KeptByMethod(9)} {KeptByMethod(0L)} {KeptByMethod<object?>(null)}");
        Console.WriteLine($"{ReferenceEquals(Nothing(), Task.CompletedTask)} {ReferenceEquals(Immediately(3), Task.FromResult(3))}");
        Console.WriteLine($"values: {Task.FromResult(true).Result} {Task.FromResult(-1).Result} {Task.FromResult(8).Result}");
        Console.WriteLine($"{Task.FromResult(9).Result} {Immediately(false).Result}");
        Console.WriteLine($"bytes: {Allocated(() => Nothing().Wait())} {Allocated(() => sum += Immediately(5).Result)}");
        Console.WriteLine($"{Allocated(() => sum += ImmediatelyAsValue(500).Result)} {Allocated(() => NothingAsValue().GetAwaiter().GetResult())}");

        // The box of an unpooled method is made for each wait; the pooled one is used again, as is the source that it waits for.
        long plain = Allocated(() => Complete(Plain(), 1)), pooled = Allocated(() => Complete(Pooled(), 2));
        Console.WriteLine($"pooled allocates much less: {pooled * 2 <= plain}, sum {sum}");
        ValueTask<int> waiting = Pooled();
        Console.WriteLine($"{waiting.IsCompleted} {waiting.IsCompletedSuccessfully}");
        signal.Set(5);
        Console.WriteLine($"{waiting.IsCompletedSuccessfully} {waiting.Result}");
        try
        {
            // Its source belongs to nobody or to the next wait by now.
            Console.WriteLine(waiting.Result);
        }
        catch (InvalidOperationException)
        {
            Console.WriteLine("awaited twice");
        }
        ValueTask failing = PooledVoid(true), fine = default;
        signal.Set(0);
        try
        {
            failing.GetAwaiter().GetResult();
        }
        catch (InvalidOperationException e)
        {
            Console.WriteLine(e.Message);
        }
        fine = PooledVoid(false);
        Task asTask = fine.AsTask();
        signal.Set(0);
        Console.WriteLine(asTask.Status);
    }
}
