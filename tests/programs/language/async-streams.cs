using System.Runtime.CompilerServices;

static class Program
{
    static async IAsyncEnumerable<int> Produce(int n, [EnumeratorCancellation] CancellationToken token = default)
    {
        try
        {
            for (int i = 0; i < n; i++)
            {
                token.ThrowIfCancellationRequested();
                await Task.Delay(1, token);
                yield return i * i;
            }
        }
        finally
        {
            Console.WriteLine("producer done");
        }
    }

    static async IAsyncEnumerable<R> Map<T, R>(IAsyncEnumerable<T> source, Func<T, Task<R>> f)
    {
        await foreach (T x in source)
            yield return await f(x);
    }

    static async Task Main()
    {
        await foreach (int x in Produce(4))
            Console.WriteLine(x);
        await foreach (string s in Map(Produce(3), async x =>
        {
            await Task.Yield();
            return "m" + x;
        }))
            Console.WriteLine(s);
        using var source = new CancellationTokenSource();
        try
        {
            await foreach (int x in Produce(100).WithCancellation(source.Token))
            {
                if (x >= 4)
                    source.Cancel();
                Console.WriteLine(x);
            }
        }
        catch (OperationCanceledException e)
        {
            Console.WriteLine(e is TaskCanceledException or OperationCanceledException);
        }
        await foreach (int x in Produce(100))
            if (x > 3)
                break;
        Console.WriteLine(await Produce(5).Where(x => x % 2 == 0).CountAsync());
    }
}
