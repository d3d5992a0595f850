// A collection does not wait for a thread that does something long in the engine: it begins and ends while that goes on.
using System.Runtime.InteropServices;

static unsafe class Program
{
    const int Megabyte = 1 << 20;

    static int begun, ended;
    static volatile bool done;

    // Tries until a collection has begun and ended during one and the same of the calls; where that cannot be, the test does not end.
    static bool IsCollectedDuring(Action call)
    {
        (begun, ended, done) = (0, 0, false);
        var thread = new Thread(() =>
        {
            while (!done)
            {
                Interlocked.Increment(ref begun);
                call();
                Interlocked.Increment(ref ended);
            }
        });
        thread.Start();
        bool seen = false;
        while (!seen)
        {
            int number = Volatile.Read(ref begun);
            if (number == Volatile.Read(ref ended))
            {
                Thread.Yield();
                continue;
            }
            GC.Collect(0);
            seen = Volatile.Read(ref ended) == number - 1;
        }
        done = true;
        thread.Join();
        return seen;
    }

    [DllImport("collections-beside-calls")] static extern int answer();

    // The linker's lock is held while the library is initialised: what is called here has been called before.
    static bool IsCollectedDuringLoading()
    {
        string folder = Environment.GetEnvironmentVariable("TMPDIR")!;
        File.WriteAllText(Path.Combine(folder, "warm"), "");
        if (File.Exists(Path.Combine(folder, "warm"))) Thread.Sleep(1);
        int result = 0;
        var thread = new Thread(() => result = answer());
        thread.Start();
        while (!File.Exists(Path.Combine(folder, "begun"))) Thread.Sleep(1);
        GC.Collect(0);
        File.WriteAllText(Path.Combine(folder, "go-on"), "");
        thread.Join();
        return result == 42;
    }

    static void Main()
    {
        byte* memory = (byte*)NativeMemory.AllocZeroed(64 * Megabyte);
        Console.WriteLine(IsCollectedDuring(() => Thread.SpinWait(3_000_000)));
        Console.WriteLine(IsCollectedDuring(() => Buffer.MemoryCopy(memory, memory + 4096, 63 * Megabyte, 63 * Megabyte)));
        Console.WriteLine(IsCollectedDuring(() => NativeMemory.Clear(memory, 64 * Megabyte)));
        Console.WriteLine(IsCollectedDuringLoading());
    }
}
