// The names of the runtime's own threads, as the system and as programs see them.
using System.Runtime.CompilerServices;

static class Program
{
    static string Comm() => File.ReadAllText("/proc/thread-self/comm").Trim();
    static string Here() => $"{Thread.CurrentThread.Name ?? "null"} | {Comm()} | {Thread.CurrentThread.Priority} {Thread.CurrentThread.IsBackground} {Thread.CurrentThread.IsThreadPoolThread}";

    sealed class Finalized
    {
        public static volatile string Seen;
        ~Finalized() { Seen ??= Here(); }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void MakeGarbage() { for (int i = 0; i < 100; i++) new Finalized(); }

    static void Main()
    {
        MakeGarbage();
        while (Finalized.Seen == null) { GC.Collect(); GC.WaitForPendingFinalizers(); }
        Console.WriteLine(Finalized.Seen);
        string seen = null;
        using var done = new ManualResetEvent(false);
        ThreadPool.QueueUserWorkItem(_ => { seen = Here(); done.Set(); });
        done.WaitOne();
        Console.WriteLine(seen);
        Task.Factory.StartNew(() => seen = Here(), TaskCreationOptions.LongRunning).Wait();
        Console.WriteLine(seen);
        var named = new Thread(() => seen = Here()) { Name = "a name that is too long for the system", Priority = ThreadPriority.BelowNormal };
        named.Start();
        named.Join();
        Console.WriteLine(seen);
        var renamed = new Thread(() => { Thread.CurrentThread.Name = "inside"; seen = Here(); });
        renamed.Start();
        renamed.Join();
        Console.WriteLine(seen);
        string[] names = Directory.GetDirectories("/proc/self/task").Select(task => { try { return File.ReadAllText(task + "/comm").Trim(); } catch (IOException) { return ""; } }).ToArray();
        Console.WriteLine(names.Contains(".NET Finalizer") + " " + names.Contains(".NET TP Worker"));
    }
}
