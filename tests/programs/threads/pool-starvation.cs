// More blocked work items than threads: the pool grows. Settings of the pool; timers; registered waits.
// timeout: 120
static class Program
{
    static void Main()
    {
        ThreadPool.GetMinThreads(out int minWorkers, out int minIo);
        ThreadPool.GetMaxThreads(out int maxWorkers, out int maxIo);
        Console.WriteLine($"{minWorkers == Environment.ProcessorCount} {minIo} {maxWorkers} {maxIo}");
        Console.WriteLine($"{ThreadPool.SetMinThreads(0, 1)} {ThreadPool.SetMinThreads(-1, 1)} {ThreadPool.SetMaxThreads(0, 1)} {ThreadPool.SetMinThreads(40000, 1)}");
        Console.WriteLine(ThreadPool.SetMinThreads(6, 2));
        using var release = new ManualResetEventSlim();
        using var arrived = new CountdownEvent(12);
        var tasks = new List<Task<int>>();
        for (int i = 0; i < 12; i++)
        {
            int mine = i;
            tasks.Add(Task.Run(() => { arrived.Signal(); release.Wait(); return mine; }));
        }
        Console.WriteLine(arrived.Wait(60000));
        Console.WriteLine(ThreadPool.ThreadCount >= 12);
        release.Set();
        Console.WriteLine(Task.WhenAll(tasks).Result.Sum());

        // Sync over async.
        static async Task<int> Inner(int n) { await Task.Delay(5); return n; }
        Console.WriteLine(Enumerable.Range(0, 16).Select(n => Task.Run(() => Inner(n).Result)).ToArray().Sum(t => t.Result));

        int ticks = 0;
        using var enough = new ManualResetEvent(false);
        using var timer = new Timer(_ => { if (Interlocked.Increment(ref ticks) == 5) enough.Set(); }, null, 1, 1);
        Console.WriteLine(enough.WaitOne(20000));
        Console.WriteLine(timer.Change(Timeout.Infinite, Timeout.Infinite));
        using var disposed = new ManualResetEvent(false);
        Console.WriteLine(timer.Dispose(disposed) + " " + disposed.WaitOne(20000));
        try { timer.Change(1, 1); Console.WriteLine("changed"); } catch (ObjectDisposedException) { Console.WriteLine("disposed"); }
        try { _ = new Timer(_ => { }, null, -2, 0); } catch (ArgumentOutOfRangeException e) { Console.WriteLine(e.ParamName); }

        using var signal = new AutoResetEvent(false);
        using var called = new SemaphoreSlim(0);
        var registered = ThreadPool.RegisterWaitForSingleObject(signal, (state, timedOut) => { Console.WriteLine($"{state} {timedOut} {Thread.CurrentThread.IsThreadPoolThread}"); called.Release(); }, "state", 60000, false);
        for (int i = 0; i < 2; i++) { signal.Set(); called.Wait(); }
        Console.WriteLine(registered.Unregister(null));
        var timing = ThreadPool.RegisterWaitForSingleObject(signal, (_, timedOut) => { Console.WriteLine("timed out " + timedOut); called.Release(); }, null, 5, true);
        called.Wait();
        bool queued = ThreadPool.QueueUserWorkItem(s => { Console.WriteLine(s); called.Release(); }, "typed", true);
        called.Wait();
        Console.WriteLine(queued);
        Console.WriteLine(ThreadPool.PendingWorkItemCount >= 0 && ThreadPool.CompletedWorkItemCount > 20);
    }
}
