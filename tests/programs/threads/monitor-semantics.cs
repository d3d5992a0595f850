// Monitor: ownership, recursion, timeouts, order of pulses, misuse.
static class Program
{
    static void Try(string name, Action action)
    {
        try { action(); Console.WriteLine(name + ": fine"); }
        catch (Exception e) { Console.WriteLine($"{name}: {e.GetType().Name}: {e.Message}"); }
    }

    static void Main()
    {
        object a = new();
        Try("exit unowned", () => Monitor.Exit(a));
        Try("exit null", () => Monitor.Exit(null!));
        Try("enter null", () => Monitor.Enter(null!));
        Try("pulse unowned", () => Monitor.Pulse(a));
        Try("pulse all unowned", () => Monitor.PulseAll(a));
        Try("wait unowned", () => Monitor.Wait(a, 1));
        Try("wait null", () => Monitor.Wait(null!));
        Try("negative timeout", () => Monitor.TryEnter(a, -2));
        Try("negative wait", () => { lock (a) Monitor.Wait(a, -5); });
        Try("taken already", () => { bool taken = true; Monitor.Enter(a, ref taken); });
        Try("taken already, try", () => { bool taken = true; Monitor.TryEnter(a, ref taken); });
        Try("is entered null", () => Monitor.IsEntered(null!));
        Try("span too long", () => Monitor.TryEnter(a, TimeSpan.FromDays(100)));
        Try("boxed", () => { object boxed = 5; lock (boxed) Monitor.Exit(boxed); });

        for (int i = 0; i < 100; i++) Monitor.Enter(a);
        bool held = true;
        for (int i = 0; i < 100; i++) { held &= Monitor.IsEntered(a); Monitor.Exit(a); }
        Console.WriteLine($"{held} {Monitor.IsEntered(a)}");

        // A recursive lock is given back by Wait and taken again as often.
        var recursive = new Thread(() => { lock (a) Monitor.PulseAll(a); });
        lock (a) lock (a) lock (a)
        {
            recursive.Start();
            Console.WriteLine(Monitor.Wait(a, 20000));
            recursive.Join();
            int depth = 0;
            while (Monitor.IsEntered(a)) { Monitor.Exit(a); depth++; }
            Console.WriteLine(depth);
            for (int i = 0; i < depth; i++) Monitor.Enter(a);
        }
        Console.WriteLine(Monitor.IsEntered(a));

        // The thread's hash is kept through locking, and the lock through hashing.
        object hashed = new();
        int hash = hashed.GetHashCode();
        lock (hashed) { Console.WriteLine(hashed.GetHashCode() == hash); lock (hashed) Console.WriteLine(hash == System.Runtime.CompilerServices.RuntimeHelpers.GetHashCode(hashed)); }
        object locked = new();
        lock (locked) { hash = locked.GetHashCode(); Console.WriteLine(Monitor.IsEntered(locked) && hash == locked.GetHashCode()); }
        Console.WriteLine(hash == locked.GetHashCode() && !Monitor.IsEntered(locked));

        // Pulses wake in order of arrival.
        object queue = new();
        var order = new List<int>();
        var threads = new List<Thread>();
        for (int i = 0; i < 5; i++)
        {
            int mine = i;
            using var entered = new ManualResetEvent(false);
            var thread = new Thread(() => { lock (queue) { entered.Set(); Monitor.Wait(queue); order.Add(mine); Monitor.Pulse(queue); } });
            thread.Start();
            entered.WaitOne();
            lock (queue) { }
            threads.Add(thread);
        }
        lock (queue) Monitor.Pulse(queue);
        foreach (Thread thread in threads) thread.Join();
        Console.WriteLine(string.Join(" ", order));

        // Timeouts.
        using var release = new ManualResetEvent(false);
        using var taken = new ManualResetEvent(false);
        var holder = new Thread(() => { lock (a) { taken.Set(); release.WaitOne(); } });
        holder.Start();
        taken.WaitOne();
        Console.WriteLine($"{Monitor.TryEnter(a)} {Monitor.TryEnter(a, 5)} {Monitor.TryEnter(a, TimeSpan.FromMilliseconds(3))} {Monitor.IsEntered(a)}");
        release.Set();
        holder.Join();
        Console.WriteLine(Monitor.TryEnter(a) && Monitor.IsEntered(a));
        Monitor.Exit(a);
        lock (a) Console.WriteLine(Monitor.Wait(a, 0) + " " + Monitor.Wait(a, 3));

        // A thread that ends with a lock keeps it.
        object orphan = new();
        var leaver = new Thread(() => Monitor.Enter(orphan));
        leaver.Start();
        leaver.Join();
        Console.WriteLine(Monitor.TryEnter(orphan, 10));
        Try("exit another's", () => Monitor.Exit(orphan));
    }
}
