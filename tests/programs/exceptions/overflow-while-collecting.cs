// Stack overflow while other threads collect: the stack may also end under the signal that stops the thread.
// stderr: 1 lines
static class Program
{
    static int Deep(int n) => Deep(n + 1) + 1;

    static void Main()
    {
        for (int i = 0; i < 2; i++) new Thread(() => { while (true) GC.Collect(); }) { IsBackground = true }.Start();
        Thread.Sleep(20);
        var thread = new Thread(() => Deep(0), 16 * 1024 * 1024);
        thread.Start();
        thread.Join();
        Console.WriteLine("never");
    }
}
