// Stack overflow on the finalizer thread.
// stderr: 1 lines
sealed class Deep
{
    ~Deep() => Go(0);
    static int Go(int n) => Go(n + 1) + 1;
}
static class Program
{
    static void Make() { for (int i = 0; i < 100; i++) _ = new Deep(); }
    static void Main()
    {
        Make();
        GC.Collect();
        GC.WaitForPendingFinalizers();
        Thread.Sleep(10000);
        Console.WriteLine("never");
    }
}
