// env: CELER_GCStress=3
// A collection that another thread asked for before a region without collections began does not end it.
using System.Runtime;

static class Program
{
    // What all threads allocate in two rounds fits into a region: no one of them ends it, however long it lasts.
    const int PerRound = 1000;

    static volatile bool done;
    static volatile int round;
    static volatile object? last;

    static void Allocate()
    {
        while (!done)
        {
            int mine = round;
            for (int i = 0; i < PerRound && !done; i++)
            {
                last = new byte[4000];
                Thread.Yield();
            }
            while (mine == round && !done)
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
            round = i + 1;
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
