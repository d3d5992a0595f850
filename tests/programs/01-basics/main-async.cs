static class Program
{
    static async Task<int> Main(string[] args)
    {
        await Task.Yield();
        Console.WriteLine("after yield");
        await Task.Delay(5);
        Console.WriteLine("after delay");
        return 12;
    }
}
