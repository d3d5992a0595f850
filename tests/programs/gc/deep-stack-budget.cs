// A stack that takes long to look at makes each collection long, whatever was allocated: that is no reason to collect more
// often.
// skip: gcstress collections are not by budget
using System.Runtime.CompilerServices;

static class Program
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    static object? Allocate(int count)
    {
        object? last = null;
        for (int i = 0; i < count; i++) last = new byte[1000];
        return last;
    }

    static object? Down(int depth)
    {
        object? below = depth > 0 ? Down(depth - 1) : Allocate(500_000);
        GC.KeepAlive(below);
        return below;
    }

    static void Main()
    {
        int before = GC.CollectionCount(0);
        var thread = new Thread(() => Down(400_000), 512 << 20);
        thread.Start();
        thread.Join();
        int collections = GC.CollectionCount(0) - before;
        Console.WriteLine(collections < 600 ? "few collections" : $"{collections} collections");
    }
}
