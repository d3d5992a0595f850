// The bytes allocated by all threads are counted while the others allocate: never less than before, and never nonsense.
static class Program
{
    static volatile bool done;
    static object? kept;

    static void Allocate()
    {
        for (int i = 0; !done; i++)
            kept = i % 100 == 0 ? new byte[3000] : new int[i % 50];
    }

    static void Main()
    {
        var threads = Enumerable.Range(0, 3).Select(_ => new Thread(Allocate)).ToArray();
        foreach (Thread thread in threads)
            thread.Start();
        long last = 0, lastPrecise = 0, wrong = 0;
        for (int i = 0; i < 20_000; i++)
        {
            long total = GC.GetTotalAllocatedBytes();
            if (total < last || total > 1L << 40)
                wrong++;
            last = total;
            long memory = GC.GetTotalMemory(false);
            if (memory < 0 || memory > 1L << 40)
                wrong++;
            if (i % 100 != 0)
                continue;
            long precise = GC.GetTotalAllocatedBytes(true);
            if (precise < lastPrecise || precise > 1L << 40)
                wrong++;
            lastPrecise = precise;
        }
        done = true;
        foreach (Thread thread in threads)
            thread.Join();
        long before = GC.GetTotalAllocatedBytes(true);
        kept = new byte[1_000_000];
        long grown = GC.GetTotalAllocatedBytes(true) - before;
        Console.WriteLine(wrong + " " + (grown >= 1_000_000 && grown < 1_100_000));
    }
}
