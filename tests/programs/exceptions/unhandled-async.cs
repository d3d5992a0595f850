static class Program
{
    static async Task Inner()
    {
        await Task.Yield();
        throw new InvalidOperationException("from async");
    }

    static async Task<int> Main()
    {
        Console.WriteLine("main");
        await Inner();
        return 3;
    }
}
