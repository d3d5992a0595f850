static class Program
{
    static async Task<int> Add(int a, int b)
    {
        await Task.Delay(1);
        return a + b;
    }

    static async ValueTask<string> Maybe(bool now)
    {
        if (now)
            return "now";
        await Task.Yield();
        return "later";
    }

    static async Task Fail(string s)
    {
        await Task.Yield();
        throw new InvalidOperationException(s);
    }

    static async Task<int> Deep(int n) => n == 0 ? 0 : 1 + await Deep(n - 1);

    static async IAsyncEnumerable<int> Count(int n)
    {
        for (int i = 0; i < n; i++)
        {
            await Task.Yield();
            yield return i;
        }
    }

    static async Task Main()
    {
        Console.WriteLine(await Add(1, 2) + await Add(3, 4));
        Console.WriteLine(await Maybe(true) + await Maybe(false));
        try
        {
            await Fail("failed");
        }
        catch (InvalidOperationException e)
        {
            Console.WriteLine(e.Message);
        }
        int[] all = await Task.WhenAll(Enumerable.Range(0, 10).Select(i => Add(i, i)));
        Console.WriteLine(string.Join(",", all));
        Task<int> first = await Task.WhenAny(Add(5, 5), Task.Delay(10000).ContinueWith(_ => 0));
        Console.WriteLine(first.Result);
        Console.WriteLine(await Deep(200));
        await foreach (int i in Count(4))
            Console.Write(i + " ");
        Console.WriteLine();
        var source = new TaskCompletionSource<string>(TaskCreationOptions.RunContinuationsAsynchronously);
        Task<string> waiting = source.Task;
        _ = Task.Run(() => source.SetResult("completed"));
        Console.WriteLine(await waiting);
        Console.WriteLine(await Task.FromResult(7) + (await Task.Run(async () => await Add(10, 20))));
        try
        {
            await Task.WhenAll(Fail("one of two"), Fail("one of two"));  // which one is first is a race
        }
        catch (InvalidOperationException e)
        {
            Console.WriteLine(e.Message);
        }
        Task t = Fail("observed");
        await ((Task)t.ContinueWith(x => Console.WriteLine(x.Exception!.InnerException!.Message + x.Status)));
        await Task.Run(() => 5).ConfigureAwait(false);
        await t.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        Console.WriteLine(t.IsFaulted);
    }
}
