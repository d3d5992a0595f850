// A Thread object through its life: states, names, priorities, misuse.
static class Program
{
    static void Try(string name, Func<object?> action)
    {
        try { Console.WriteLine($"{name}: {action()}"); }
        catch (Exception e) { Console.WriteLine($"{name}: {e.GetType().Name}: {e.Message}"); }
    }

    static void Main()
    {
        Thread main = Thread.CurrentThread;
        Console.WriteLine($"{main.ThreadState} {main.IsAlive} {main.IsBackground} {main.IsThreadPoolThread} {main.ManagedThreadId} {main.Name ?? "null"} {main.Priority}");
        using var go = new ManualResetEvent(false);
        using var running = new ManualResetEvent(false);
        bool spin = true;
        var thread = new Thread(() => { running.Set(); go.WaitOne(); running.Set(); while (Volatile.Read(ref spin)) { } }) { Name = "first", IsBackground = true };
        Try("unstarted", () => thread.ThreadState);
        Try("alive", () => thread.IsAlive);
        Try("join unstarted", () => thread.Join(1));
        Try("priority", () => { thread.Priority = ThreadPriority.Highest; return thread.Priority; });
        Try("priority bad", () => { thread.Priority = (ThreadPriority)9; return thread.Priority; });
        thread.Start();
        running.WaitOne();
        while ((thread.ThreadState & ThreadState.WaitSleepJoin) == 0) Thread.Yield();
        Try("waiting", () => thread.ThreadState);
        running.Reset();
        go.Set();
        running.WaitOne();
        Try("running", () => thread.ThreadState);
        Try("foreground", () => { thread.IsBackground = false; return thread.ThreadState; });
        Try("join timeout", () => thread.Join(5));
        Try("start twice", () => { thread.Start(); return null; });
        Try("rename", () => { thread.Name = "second"; return thread.Name; });
        Try("apartment", () => thread.GetApartmentState());
        Try("set apartment", () => thread.TrySetApartmentState(ApartmentState.STA));
        Try("set apartment, sure", () => { thread.SetApartmentState(ApartmentState.STA); return null; });
        Volatile.Write(ref spin, false);
        thread.Join();
        Try("stopped", () => thread.ThreadState);
        Try("alive", () => thread.IsAlive);
        Try("join again", () => thread.Join(0));
        Try("background of the dead", () => thread.IsBackground);
        Try("set background of the dead", () => thread.IsBackground = true);
        Try("priority of the dead", () => thread.Priority);
        Try("set priority of the dead", () => thread.Priority = ThreadPriority.Lowest);
        Try("pool of the dead", () => thread.IsThreadPoolThread);
        Try("start the dead", () => { thread.Start(); return null; });
        Try("abort", () => { thread.Abort(); return null; });
        Try("suspend", () => { thread.Suspend(); return null; });
        Try("reset abort", () => { Thread.ResetAbort(); return null; });
        Try("null start", () => new Thread((ThreadStart)null!));
        Try("negative stack", () => new Thread(() => { }, -1));
        Try("small stack", () => { var t = new Thread(() => Console.WriteLine("on a small stack"), 128 * 1024); t.Start(); t.Join(); return t.ThreadState; });
        Try("parameter", () => { object? got = null; var t = new Thread(o => got = o); t.Start("argument"); t.Join(); return got; });
        Try("no parameter taken", () => { var t = new Thread(() => { }); t.Start("argument"); t.Join(); return null; });
        Try("parameter missing", () => { object? got = "x"; var t = new Thread(o => got = o ?? "nothing"); t.Start(); t.Join(); return got; });
        Try("culture", () => { var t = new Thread(() => Console.WriteLine(System.Globalization.CultureInfo.CurrentCulture.Name + ".")); t.CurrentCulture = System.Globalization.CultureInfo.InvariantCulture; t.Start(); t.Join(); return null; });
        Try("sleep -2", () => { Thread.Sleep(-2); return null; });
        Try("join -2", () => main.Join(-2));
        Try("spin", () => { Thread.SpinWait(-5); return null; });
        Try("slot", () => { var slot = Thread.AllocateDataSlot(); Thread.SetData(slot, 5); object? other = 1; var t = new Thread(() => other = Thread.GetData(slot)); t.Start(); t.Join(); return $"{Thread.GetData(slot)} {other ?? "null"}"; });
        Try("named slot", () => { Thread.SetData(Thread.GetNamedDataSlot("s"), "v"); return Thread.GetData(Thread.GetNamedDataSlot("s")); });
        Try("self join", () => Thread.CurrentThread.Join(5));
        Try("current", () => Thread.CurrentThread == main);
        string Native() => File.ReadAllText("/proc/thread-self/comm").Trim();
        Try("native name", () => { string got = ""; var t = new Thread(() => got = Native()) { Name = "a worker with a long name" }; t.Start(); t.Join(); return got; });
        Try("native name later", () => { string got = ""; var t = new Thread(() => { Thread.CurrentThread.Name = "späte"; got = Native(); }); t.Start(); t.Join(); return got; });
        Try("name twice", () => { var t = new Thread(() => { }) { Name = "one" }; t.Name = "two"; return t.Name; });
        Try("thread id", () => Thread.GetCurrentProcessorId() >= 0);
        var sleeping = new Thread(() => Thread.Sleep(60000)) { IsBackground = true };
        sleeping.Start();
        while ((sleeping.ThreadState & ThreadState.WaitSleepJoin) == 0) Thread.Yield();
        Try("sleeping", () => sleeping.ThreadState);
    }
}
