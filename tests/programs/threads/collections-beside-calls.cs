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

    // Runs the thread, waits until there is a file "begun", collects, and writes a file "go-on".
    static void CollectDuring(Thread thread, string folder)
    {
        (string begun, string goOn) = (Path.Combine(folder, "begun"), Path.Combine(folder, "go-on"));
        bool isThere = File.Exists(begun);
        thread.Start();
        for (; !isThere; isThere = File.Exists(begun)) Thread.Sleep(1);
        GC.Collect(0);
        File.WriteAllText(goOn, "");
        thread.Join();
        File.Delete(begun);
        File.Delete(goOn);
    }

    // The linker's lock is held while a library is initialised: what this thread calls then, it has called in a rehearsal.
    static bool IsCollectedDuringLoading()
    {
        string folder = Environment.GetEnvironmentVariable("TMPDIR")!;
        CollectDuring(new Thread(() => File.WriteAllText(Path.Combine(folder, "begun"), "")), folder);
        int result = 0;
        CollectDuring(new Thread(() => result = answer()), folder);
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
