// Environment.Exit from several threads at once, while others run, wait and allocate.
static class Program
{
    static int Main()
    {
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Console.WriteLine("exit handler " + Environment.ExitCode);
        using var go = new ManualResetEvent(false);
        object gate = new();
        for (int i = 0; i < 4; i++)
            new Thread(() => { go.WaitOne(); while (true) GC.KeepAlive(new object[100]); }).Start();
        for (int i = 0; i < 4; i++)
            new Thread(() => { lock (gate) Monitor.Wait(gate); }).Start();
        for (int i = 0; i < 8; i++)
            new Thread(() => { go.WaitOne(); Environment.Exit(42); Console.WriteLine("never"); }).Start();
        go.Set();
        Thread.Sleep(Timeout.Infinite);
        return 1;
    }
}
