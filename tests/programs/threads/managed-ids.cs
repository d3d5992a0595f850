// Threads that come and go in crowds, throw and catch: living threads never share a managed id, and locks keep their owners.
static class Program
{
    static int doubles, broken;

    static void Crowd(int count, bool throwing)
    {
        var ids = new HashSet<int>();
        using var all = new Barrier(count + 1);
        var own = new object();
        var threads = new Thread[count];
        for (int i = 0; i < count; i++)
        {
            threads[i] = new Thread(() =>
            {
                if (throwing)
                {
                    try { throw new InvalidOperationException(); }
                    catch (InvalidOperationException e) { if (e.StackTrace!.Contains("previous location")) Interlocked.Increment(ref broken); }
                }
                lock (ids)
                {
                    if (!ids.Add(Environment.CurrentManagedThreadId)) doubles++;
                }
                all.SignalAndWait();
                if (Monitor.IsEntered(own)) Interlocked.Increment(ref broken);
                all.SignalAndWait();
            }, 128 * 1024);
            threads[i].Start();
        }
        all.SignalAndWait();
        Monitor.Enter(own);
        all.SignalAndWait();
        Monitor.Exit(own);
        foreach (Thread thread in threads) thread.Join();
    }

    static void Main()
    {
        for (int round = 0; round < 6; round++)
        {
            Crowd(40, round % 2 == 0);
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        Crowd(300, true);
        GC.Collect();
        GC.WaitForPendingFinalizers();
        Crowd(300, false);
        Console.WriteLine($"{doubles} {broken}");
    }
}
