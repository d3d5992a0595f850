class Resource(string name) : IDisposable
{
    public void Dispose() => Console.WriteLine("dispose " + name);
}

struct ValueResource : IDisposable
{
    public int N;
    public void Dispose() => Console.WriteLine("dispose value " + N);
}

ref struct RefResource
{
    public void Dispose() => Console.WriteLine("dispose ref");
}

class AsyncResource : IAsyncDisposable
{
    public async ValueTask DisposeAsync()
    {
        await Task.Yield();
        Console.WriteLine("dispose async");
    }
}

static class Program
{
    static async Task Main()
    {
        using (var a = new Resource("a"))
        using (var b = new Resource("b"))
            Console.WriteLine("inside");
        using (Resource? none = null)
            Console.WriteLine("null is fine");
        try
        {
            using var c = new Resource("c");
            using var v = new ValueResource { N = 3 };
            throw new Exception("boom");
        }
        catch (Exception e)
        {
            Console.WriteLine(e.Message);
        }
        Scope();
        await using (new AsyncResource())
            Console.WriteLine("in async");
    }

    static void Scope()
    {
        using var r = new RefResource();
        Console.WriteLine("scope");
    }
}
