// stderr: 1 lines
static class Program
{
    static long Forever(long a, long b, string c)
    {
        Span<long> local = stackalloc long[16];
        local[3] = a;
        return Forever(b, local[3], c + "") + local[2];
    }

    static void Main()
    {
        var t = new Thread(() => Forever(1, 2, ""), 256 * 1024);
        t.Start();
        t.Join();
        Console.WriteLine("never");
    }
}
