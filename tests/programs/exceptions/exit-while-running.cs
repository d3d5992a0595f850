// Main returns first, while background threads run managed code, native code and finalizers; finalizers are pending.
using System.Runtime.InteropServices;

sealed class Finalizable
{
    ~Finalizable() { Interlocked.Increment(ref Program.finalized); Thread.Sleep(5); }
}

static class Program
{
    [DllImport("libc")] static extern uint sleep(uint seconds);
    public static int finalized;

    static void Garbage()
    {
        for (int i = 0; i < 1000; i++) _ = new Finalizable();
    }

    static int Main()
    {
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Console.WriteLine("exit handler");
        void Background(ThreadStart start) => new Thread(start) { IsBackground = true }.Start();
        Background(() => sleep(100));
        Background(() => { while (true) { } });
        Background(() => { while (true) GC.KeepAlive(new byte[500]); });
        Background(() => { while (true) try { throw new Exception(); } catch { } });
        Background(() => { for (;; Thread.Sleep(1)) GC.Collect(); });  // without a pause, Main may wait for minutes on one core
        ThreadPool.QueueUserWorkItem(_ => { while (true) Thread.Sleep(1); });
        Garbage();
        GC.Collect();
        var foreground = new Thread(() => { Thread.Sleep(50); Console.WriteLine("foreground ends"); });
        foreground.Start();
        return 7;
    }
}
