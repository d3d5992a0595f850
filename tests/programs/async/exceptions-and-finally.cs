static class Program
{
    static async Task Step(string name, bool fail)
    {
        try
        {
            Console.WriteLine("start " + name);
            await Task.Yield();
            if (fail)
                throw new ApplicationException(name);
            Console.WriteLine("end " + name);
        }
        catch (ApplicationException e) when (e.Message == "filtered")
        {
            await Task.Yield();
            Console.WriteLine("filtered in " + name);
        }
        finally
        {
            await Task.Yield();
            Console.WriteLine("finally " + name);
        }
    }

    static async Task<int> Outer()
    {
        int count = 0;
        foreach (string s in new[] { "one", "filtered", "two" })
        {
            try
            {
                await Step(s, s != "one");
                count++;
            }
            catch (Exception e)
            {
                Console.WriteLine("outer " + e.Message);
                await Step("in catch", false);
            }
        }
        return count;
    }

    static async void FireAndForget(TaskCompletionSource done)
    {
        await Task.Yield();
        done.SetResult();
    }

    static async Task Main()
    {
        Console.WriteLine(await Outer());
        var done = new TaskCompletionSource();
        FireAndForget(done);
        await done.Task;
        try
        {
            await Chain(3);
        }
        catch (Exception e)
        {
            Console.WriteLine(e);
        }
    }

    static async Task Chain(int n)
    {
        if (n == 0)
        {
            await Task.Yield();
            throw new InvalidOperationException("end of chain");
        }
        await Chain(n - 1);
    }
}
