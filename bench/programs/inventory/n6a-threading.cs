// include: row.part
// include: ../told.part
// include: bench.part
// The threading section of the .NET 6 inventory: async methods, semaphores, cancellation, Interlocked.
using System.Runtime.CompilerServices;
using BenchmarkDotNet.Attributes;

namespace N6a.Threading;

public class Yielding
{
    const int Rounds = 100_000;

    [Benchmark(OperationsPerInvoke = Rounds, Baseline = true)]
    [Row("B6a-25", "N6a-124", "N6a-125")]
    public async Task<int> WithoutPooling()
    {
        int sum = 0;
        for (int i = 0; i < Rounds; i++)
            sum += await Yield(i);
        return sum;

        static async ValueTask<int> Yield(int i)
        {
            await Task.Yield();
            return i & 1;
        }
    }

    [Benchmark(OperationsPerInvoke = Rounds)]
    [Row("B6a-26", "N6a-126", "N6a-127", "N6a-128")]
    public async Task<int> WithPooling()
    {
        int sum = 0;
        for (int i = 0; i < Rounds; i++)
            sum += await Yield(i);
        return sum;

        [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
        static async ValueTask<int> Yield(int i)
        {
            await Task.Yield();
            return i & 1;
        }
    }
}

/// Deep chains of asynchronous calls, many at a time. 300 rounds each instead of the 100,000 of the text: a call of those takes over 3 s.
public class ConcurrentChains
{
    const int Tasks = 256, Rounds = 300;

    [Benchmark(OperationsPerInvoke = Tasks * Rounds)]
    [Row("B6a-27", "N6a-129")]
    public async Task<int> NonPooling()
    {
        int[] counts = await Task.WhenAll(Enumerable.Range(0, Tasks).Select(_ => Task.Run(async () =>
        {
            int count = 0;
            for (int i = 0; i < Rounds; i++)
                count += await A().ConfigureAwait(false);
            return count;
        })));
        return counts.Sum();

        static async ValueTask<int> A() => await B().ConfigureAwait(false) - 1;
        static async ValueTask<int> B() => await C().ConfigureAwait(false) - 1;
        static async ValueTask<int> C() => await D().ConfigureAwait(false) - 1;
        static async ValueTask<int> D()
        {
            await Task.Yield();
            return 4;
        }
    }

    [Benchmark(OperationsPerInvoke = Tasks * Rounds)]
    [Row("B6a-28", "N6a-128", "N6a-129")]
    public async Task<int> Pooling()
    {
        int[] counts = await Task.WhenAll(Enumerable.Range(0, Tasks).Select(_ => Task.Run(async () =>
        {
            int count = 0;
            for (int i = 0; i < Rounds; i++)
                count += await A().ConfigureAwait(false);
            return count;
        })));
        return counts.Sum();

        [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
        static async ValueTask<int> A() => await B().ConfigureAwait(false) - 1;
        [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
        static async ValueTask<int> B() => await C().ConfigureAwait(false) - 1;
        [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
        static async ValueTask<int> C() => await D().ConfigureAwait(false) - 1;
        [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
        static async ValueTask<int> D()
        {
            await Task.Yield();
            return 4;
        }
    }
}

public class SemaphoreWaits
{
    readonly SemaphoreSlim semaphore = new(0, 1);
    readonly CancellationTokenSource source = new();

    [Benchmark]
    [Row("B6a-29", "N6a-132")]
    public Task WithCancellationToken()
    {
        Task task = semaphore.WaitAsync(source.Token);
        semaphore.Release();
        return task;
    }

    [Benchmark]
    [Row("B6a-30", "N6a-132")]
    public Task<bool> WithTimeout()
    {
        Task<bool> task = semaphore.WaitAsync(TimeSpan.FromMinutes(1));
        semaphore.Release();
        return task;
    }

    [Benchmark]
    [Row("B6a-31", "N6a-132")]
    public Task<bool> WithCancellationTokenAndTimeout()
    {
        Task<bool> task = semaphore.WaitAsync(TimeSpan.FromMinutes(1), source.Token);
        semaphore.Release();
        return task;
    }
}

[Row("B6a-32", "N6a-135")]
public class TokenCreation
{
    [Benchmark]
    public bool CreateTokenDispose()
    {
        using var source = new CancellationTokenSource();
        return source.Token.CanBeCanceled;
    }
}

public class TokenRegistration
{
    readonly CancellationTokenSource source = new();

    [Benchmark]
    [Row("B6a-33", "N6a-135")]
    public bool CreateRegisterDispose()
    {
        using var created = new CancellationTokenSource();
        CancellationTokenRegistration registration = created.Token.Register(_ => { }, null);
        bool same = registration.Token == created.Token;
        registration.Dispose();
        return same;
    }

    [Benchmark]
    [Row("B6a-34", "N6a-135")]
    public bool CreateLinkedTokenDispose()
    {
        using CancellationTokenSource linked = CancellationTokenSource.CreateLinkedTokenSource(source.Token);
        return linked.Token.CanBeCanceled;
    }

    [Benchmark(OperationsPerInvoke = 1_000_000)]
    [Row("B6a-35", "N6a-135")]
    public int CreateManyRegisterDispose()
    {
        using var created = new CancellationTokenSource();
        CancellationToken token = created.Token;
        int count = 0;
        for (int i = 0; i < 1_000_000; i++)
        {
            CancellationTokenRegistration registration = token.Register(_ => { }, null);
            if (registration.Unregister())
                count++;
        }
        return count;
    }

    // A quarter of the text's 1,000,000 rounds, which take too long for one call.
    [Benchmark(OperationsPerInvoke = 250_000)]
    [Row("B6a-36", "N6a-135")]
    public int CreateManyRegisterMultipleDispose()
    {
        using var created = new CancellationTokenSource();
        CancellationToken token = created.Token;
        int count = 0;
        for (int i = 0; i < 250_000; i++)
        {
            CancellationTokenRegistration first = token.Register(_ => { }, null);
            CancellationTokenRegistration second = token.Register(_ => { }, null);
            CancellationTokenRegistration third = token.Register(_ => { }, null);
            CancellationTokenRegistration fourth = token.Register(_ => { }, null);
            CancellationTokenRegistration fifth = token.Register(_ => { }, null);
            fifth.Dispose();
            fourth.Dispose();
            third.Dispose();
            second.Dispose();
            if (first.Unregister())
                count++;
        }
        return count;
    }
}

public class NativeSizedExchange
{
    nint value;

    [Benchmark]
    [Row("B6a-37", "N6a-142")]
    public nint CompareExchange()
    {
        value = 1;
        return Interlocked.CompareExchange(ref value, 2, 1) + 1;
    }
}
