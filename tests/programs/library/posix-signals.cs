// rows: N6b-167
// PosixSignalRegistration and Console.CancelKeyPress: who is asked, in which order, and what cancelling means.
using System.Runtime.InteropServices;

static class Program
{
    [DllImport("libc")] static extern int kill(int process, int signal);
    static readonly SemaphoreSlim arrived = new(0);

    static void Send(int signal, string name)
    {
        kill(Environment.ProcessId, signal);
        Console.WriteLine($"{name}: {arrived.Wait(10000)}");
    }

    static void Main()
    {
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Console.WriteLine("exit handler");
        foreach (var (signal, number) in new[] { (PosixSignal.SIGTERM, 15), (PosixSignal.SIGINT, 2), (PosixSignal.SIGHUP, 1),
                                                 (PosixSignal.SIGQUIT, 3), (PosixSignal.SIGCHLD, 17), (PosixSignal.SIGCONT, 18), (PosixSignal.SIGWINCH, 28), (PosixSignal.SIGTTIN, 21) })
        {
            using var registration = PosixSignalRegistration.Create(signal, context =>
            {
                Console.WriteLine($"  {context.Signal} {context.Cancel} {Thread.CurrentThread.IsThreadPoolThread} {Thread.CurrentThread.IsBackground}");
                context.Cancel = true;
                GC.Collect();
                arrived.Release();
            });
            Send(number, signal.ToString());
        }
        using (PosixSignalRegistration.Create((PosixSignal)10, context => { Console.WriteLine("  raw " + context.Signal); context.Cancel = true; arrived.Release(); }))
            Send(10, "SIGUSR1");
        try { PosixSignalRegistration.Create((PosixSignal)9, _ => { }); } catch (Exception e) { Console.WriteLine(e.GetType().Name); }
        try { PosixSignalRegistration.Create((PosixSignal)1000, _ => { }); } catch (Exception e) { Console.WriteLine(e.GetType().Name); }
        ConsoleCancelEventHandler handler = (_, e) =>
        {
            Console.WriteLine($"  {e.SpecialKey} {e.Cancel}");
            e.Cancel = true;
            arrived.Release();
        };
        Console.CancelKeyPress += handler;
        Send(2, "cancel");
        Send(3, "break");
        Console.CancelKeyPress -= handler;
        Console.CancelKeyPress += (_, e) => Console.WriteLine("  not cancelled " + e.SpecialKey);
        kill(Environment.ProcessId, 2);
        Thread.Sleep(20000);
        Console.WriteLine("never");
    }
}
