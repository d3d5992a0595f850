// Named and unnamed wait handles: what is supported on Unix, sharing by name, abandonment, misuse.
static class Program
{
    static readonly string unique = "celer-test-" + Environment.ProcessId;

    static void Try(string name, Func<object?> action)
    {
        try { Console.WriteLine($"{name}: {action()}"); }
        catch (Exception e) { Console.WriteLine($"{name}: {e.GetType().Name}: {e.Message.Replace(unique, "NAME")}"); }
    }

    static void Main()
    {
        Try("named event", () => new EventWaitHandle(false, EventResetMode.AutoReset, unique + "-e"));
        Try("named semaphore", () => new Semaphore(1, 1, unique + "-s"));
        Try("open event", () => EventWaitHandle.OpenExisting(unique + "-e"));
        Try("open no mutex", () => { try { return Mutex.OpenExisting(unique + "-none"); } catch (WaitHandleCannotBeOpenedException) { return "cannot be opened"; } });
        Try("try open no mutex", () => Mutex.TryOpenExisting(unique + "-none", out _));
        using (var first = new Mutex(true, unique + "-m", out bool created))
        {
            Console.WriteLine(created);
            using var second = new Mutex(false, unique + "-m", out bool again);
            Console.WriteLine($"{again} {second.WaitOne(0)}");
            second.ReleaseMutex();
            var thread = new Thread(() => Try("other thread", () =>
            {
                using var third = Mutex.OpenExisting(unique + "-m");
                return third.WaitOne(10);
            }));
            thread.Start();
            thread.Join();
            first.ReleaseMutex();
            Try("released too often", () => { first.ReleaseMutex(); return null; });
        }
        Try("gone", () => Mutex.TryOpenExisting(unique + "-m", out _));
        Try("global", () => { using var m = new Mutex(false, "Global\\" + unique, out bool c); return c; });
        Try("local", () => { using var m = new Mutex(false, "Local\\" + unique, out bool c); return c; });
        Try("bad name", () => new Mutex(false, "a\\b\\c"));
        Try("slash", () => { using var m = new Mutex(false, unique + "/x"); return "made"; });
        Try("empty", () => { using var m = new Mutex(false, ""); return "made"; });

        var abandoned = new Mutex(false, unique + "-a");
        var leaver = new Thread(() => abandoned.WaitOne());
        leaver.Start();
        leaver.Join();
        Try("abandoned", () => abandoned.WaitOne(1000));
        abandoned.ReleaseMutex();
        Try("healed", () => abandoned.WaitOne(0));

        Mutex m0 = new(), m1 = new(), m2 = new();
        leaver = new Thread(() => { m1.WaitOne(); m2.WaitOne(); });
        leaver.Start();
        leaver.Join();
        try { WaitHandle.WaitAny([new AutoResetEvent(false), m1]); }
        catch (AbandonedMutexException e) { Console.WriteLine($"{e.MutexIndex} {e.Mutex == m1} {e.Message}"); }
        try { Console.WriteLine(WaitHandle.WaitAll([m0, m2])); }
        catch (AbandonedMutexException e) { Console.WriteLine($"{e.MutexIndex} {e.Mutex == null} {e.Message}"); }

        Try("semaphore range", () => new Semaphore(2, 1));
        Try("semaphore negative", () => new Semaphore(-1, 1));
        var semaphore = new Semaphore(0, 3);
        Try("release 0", () => semaphore.Release(0));
        Try("release 2", () => semaphore.Release(2));
        Try("release too many", () => semaphore.Release(2));
        Try("release 1", () => semaphore.Release());
        Try("signal and wait full", () => WaitHandle.SignalAndWait(semaphore, m0));
        Try("signal and wait", () => WaitHandle.SignalAndWait(new ManualResetEvent(false), semaphore, 0, false));
        Try("signal not owned", () => { bool r = false; var t = new Thread(() => Try("inner", () => WaitHandle.SignalAndWait(m0, semaphore))); t.Start(); t.Join(); return r; });
        Try("same twice", () => WaitHandle.WaitAll([semaphore, semaphore], 0));
        var manual = new ManualResetEvent(false);
        var twice = new Thread(() => Try("any, same twice", () => WaitHandle.WaitAny([manual, manual])));
        twice.Start();
        while (twice.ThreadState != ThreadState.WaitSleepJoin) Thread.Yield();
        manual.Set();
        twice.Join();
        Try("still set", () => manual.WaitOne(0));
        Try("none", () => WaitHandle.WaitAny([]));
        Try("65", () => WaitHandle.WaitAny(Enumerable.Range(0, 65).Select(_ => (WaitHandle)semaphore).ToArray(), 0));
        Try("null in it", () => WaitHandle.WaitAny([semaphore, null!], 0));
        var disposed = new AutoResetEvent(true);
        disposed.Dispose();
        Try("disposed", () => disposed.WaitOne());
        Try("disposed set", () => disposed.Set());
        Try("timeout", () => semaphore.WaitOne(-2));
    }
}
