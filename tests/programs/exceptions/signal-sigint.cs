// The process gets SIGINT and nobody handles it: exit handlers run, and the exit code tells the signal.
using System.Runtime.InteropServices;

static class Program
{
    [DllImport("libc")] static extern int kill(int process, int signal);

    static void Main()
    {
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Console.WriteLine("exit handler " + Environment.ExitCode);
        new Thread(() => { while (true) GC.KeepAlive(new object()); }) { IsBackground = true }.Start();
        Console.WriteLine("ready");
        kill(Environment.ProcessId, 2);
        Thread.Sleep(20000);
        Console.WriteLine("never");
    }
}
