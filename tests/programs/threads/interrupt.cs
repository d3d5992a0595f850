// Thread.Interrupt: every kind of wait it ends, and the moment between looking for an interrupt and falling asleep.
using System.Diagnostics;

static class Program
{
    static string Interrupted(string name, Action<ManualResetEventSlim> body)
    {
        string outcome = "?";
        using var about = new ManualResetEventSlim();
        var thread = new Thread(() =>
        {
            try
            {
                body(about);
                outcome = "returned";
            }
            catch (ThreadInterruptedException e)
            {
                outcome = e.Message;
            }
        });
        thread.Start();
        about.Wait();
        while ((thread.ThreadState & System.Threading.ThreadState.WaitSleepJoin) == 0)
            Thread.Yield();
        thread.Interrupt();
        bool ended = thread.Join(10000);
        return $"{name}: {outcome} {ended}";
    }

    static void Main()
    {
        object gate = new(), free = new();
        var auto = new AutoResetEvent(false);
        var mutex = new Mutex(true);
        var semaphore = new Semaphore(0, 1);
        var slim = new SemaphoreSlim(0);
        var blocked = new Thread(() => auto.WaitOne()) { IsBackground = true };
        blocked.Start();
        var held = new Lock();
        var readerWriter = new ReaderWriterLockSlim();
        readerWriter.EnterWriteLock();
        lock (gate)
            Console.WriteLine(Interrupted("enter", about => { about.Set(); lock (gate) { } }));
        Console.WriteLine(Interrupted("wait", about => { lock (free) { about.Set(); Monitor.Wait(free); } }));
        Console.WriteLine(Interrupted("wait with timeout", about => { lock (free) { about.Set(); Monitor.Wait(free, 100000); } }));
        Console.WriteLine(Interrupted("sleep", about => { about.Set(); Thread.Sleep(Timeout.Infinite); }));
        Console.WriteLine(Interrupted("semaphore", about => { about.Set(); semaphore.WaitOne(); }));
        Console.WriteLine(Interrupted("mutex", about => { about.Set(); mutex.WaitOne(); }));
        Console.WriteLine(Interrupted("any", about => { about.Set(); WaitHandle.WaitAny([semaphore, mutex]); }));
        Console.WriteLine(Interrupted("all", about => { about.Set(); WaitHandle.WaitAll([semaphore, mutex]); }));
        Console.WriteLine(Interrupted("join", about => { about.Set(); blocked.Join(); }));
        Console.WriteLine(Interrupted("slim", about => { about.Set(); slim.Wait(); }));
        Console.WriteLine(Interrupted("task", about => { about.Set(); new TaskCompletionSource().Task.Wait(); }));
        held.Enter();
        Console.WriteLine(Interrupted("lock class", about => { about.Set(); held.Enter(); }));
        held.Exit();
        Console.WriteLine(Interrupted("reader", about => { about.Set(); readerWriter.EnterReadLock(); }));

        // Of oneself: the next wait ends, whether or not it would have to sleep.
        Thread.CurrentThread.Interrupt();
        try { auto.WaitOne(0); Console.WriteLine("zero wait returned"); } catch (ThreadInterruptedException) { Console.WriteLine("zero wait"); }
        Thread.CurrentThread.Interrupt();
        try { lock (free) { } Console.WriteLine("a free lock does not wait"); } catch (ThreadInterruptedException) { Console.WriteLine("lock"); }
        try { Thread.Sleep(0); Console.WriteLine("sleep 0 returned"); } catch (ThreadInterruptedException) { Console.WriteLine("sleep 0"); }
        try { Thread.Sleep(1); Console.WriteLine("sleep 1 returned"); } catch (ThreadInterruptedException) { Console.WriteLine("sleep 1"); }
        try { Thread.Sleep(1); Console.WriteLine("only once"); } catch (ThreadInterruptedException) { Console.WriteLine("twice"); }

        // Before the start, and after the end.
        string early = "?";
        var unstarted = new Thread(() =>
        {
            try { Thread.Sleep(1); early = "slept"; } catch (ThreadInterruptedException) { early = "interrupted"; }
        });
        try { unstarted.Interrupt(); } catch (Exception e) { Console.WriteLine(e.GetType().Name + " " + e.Message); }
        unstarted.Start();
        unstarted.Join();
        Console.WriteLine(early);
        try { unstarted.Interrupt(); Console.WriteLine("dead: nothing"); } catch (Exception e) { Console.WriteLine(e.GetType().Name); }

        // No interrupt gets lost.
        int caught = 0;
        const int rounds = 3000;
        using var ready = new SemaphoreSlim(0);
        object monitor = new();
        var sleeper = new Thread(() =>
        {
            for (int i = 0; i < rounds; i++)
            {
                try
                {
                    ready.Release();
                    if (i % 3 == 0) Thread.Sleep(Timeout.Infinite);
                    else if (i % 3 == 1) lock (monitor) Monitor.Wait(monitor);
                    else semaphore.WaitOne();
                }
                catch (ThreadInterruptedException)
                {
                    caught++;
                }
            }
        });
        sleeper.Start();
        for (int i = 0; i < rounds; i++)
        {
            ready.Wait();
            Thread.SpinWait(i % 50 * 4);
            sleeper.Interrupt();
        }
        Console.WriteLine(sleeper.Join(20000) + " " + caught);
        Environment.Exit(0);
    }
}
