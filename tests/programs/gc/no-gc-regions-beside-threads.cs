// env: CELER_GCStress=3
// A collection that another thread asked for before a region without collections began does not end it.
using System.Runtime;

static class Program
{
    static volatile bool done;
    static volatile object? last;

    static void Allocate()
    {
        while (!done)
        {
            last = new byte[4000];
            Thread.Yield();
        }
    }

    static void Main()
    {
        var threads = new Thread[3];
        for (int i = 0; i < threads.Length; i++)
            (threads[i] = new Thread(Allocate)).Start();
        int kept = 0;
        for (int i = 0; i < 100; i++)
        {
            if (!GC.TryStartNoGCRegion(64 << 20))
                continue;
            Thread.Yield();
            if (GCSettings.LatencyMode == GCLatencyMode.NoGCRegion)
                kept++;
            GC.EndNoGCRegion();
        }
        done = true;
        foreach (Thread thread in threads)
            thread.Join();
        Console.WriteLine(kept);
    }
}
