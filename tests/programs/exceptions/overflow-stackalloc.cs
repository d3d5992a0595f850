// Stack overflow by one stackalloc on a small stack.
// stderr: 1 lines
static unsafe class Program
{
    static long Use(int n)
    {
        byte* memory = stackalloc byte[n];
        memory[0] = 1;
        return memory[0] + memory[n - 1];
    }

    static void Main()
    {
        var thread = new Thread(() => Console.WriteLine(Use(4_000_000)), 256 * 1024);
        thread.Start();
        thread.Join();
        Console.WriteLine("never");
    }
}
