// Threads that native code made call in: identity, statics of the thread, background, exceptions, locks.
using System.Runtime.InteropServices;

static unsafe class Program
{
    [DllImport("libc")] static extern int pthread_create(out nint thread, nint attributes, delegate* unmanaged<nint, nint> start, nint argument);
    [DllImport("libc")] static extern int pthread_join(nint thread, out nint result);

    static readonly object gate = new();
    static readonly HashSet<int> ids = [];
    static readonly List<string> lines = [];
    [ThreadStatic] static int calls;
    static readonly ThreadLocal<string> local = new(() => "made", true);
    static readonly AsyncLocal<string> flowing = new();

    [UnmanagedCallersOnly]
    static nint Enter(nint argument)
    {
        calls++;
        Thread self = Thread.CurrentThread;
        lock (gate)
        {
            ids.Add(self.ManagedThreadId);
            lines.Add($"{argument}: {self.IsBackground} {self.IsThreadPoolThread} {self.ThreadState} {self.IsAlive} {self.Name ?? "no name"} {self.Priority} {calls} {local.Value} {flowing.Value ?? "null"}");
        }
        self.Name = "named " + argument;
        flowing.Value = "set";
        if (argument % 2 == 0) GC.Collect();
        return self.ManagedThreadId == Environment.CurrentManagedThreadId && Thread.CurrentThread == self ? 1 : 0;
    }

    static void Main()
    {
        int good = 0;
        for (int i = 0; i < 5; i++)
        {
            pthread_create(out nint thread, 0, &Enter, i);
            pthread_join(thread, out nint result);
            good += (int)result;
        }
        foreach (string line in lines) Console.WriteLine(line);
        Console.WriteLine(good);
        var together = new nint[20];
        for (int i = 0; i < together.Length; i++) pthread_create(out together[i], 0, &Enter, 100 + i);
        foreach (nint thread in together) { pthread_join(thread, out nint result); good += (int)result; }
        Console.WriteLine(good + " " + (local.Values.Count >= 1));
    }
}
