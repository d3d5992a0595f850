// Collections one after the other while threads start, end, call native code, wait, throw and allocate.
// timeout: 120
using System.Runtime.InteropServices;

static unsafe class Program
{
    [DllImport("libc")] static extern int usleep(uint microseconds);
    [DllImport("libc")] static extern int pthread_create(out nint thread, nint attributes, delegate* unmanaged<nint, nint> start, nint argument);
    [DllImport("libc")] static extern int pthread_join(nint thread, out nint result);
    [DllImport("libc")] static extern void qsort(int* items, nuint count, nuint size, delegate* unmanaged<int*, int*, int> compare);

    static volatile bool stop;
    static long sum;

    [UnmanagedCallersOnly]
    static int Compare(int* a, int* b)
    {
        var boxed = new object[] { *a, *b };
        return ((int)boxed[0]).CompareTo((int)boxed[1]);
    }

    [ThreadStatic] static List<string>? texts;

    [UnmanagedCallersOnly]
    static nint Foreign(nint argument)
    {
        texts ??= [];
        for (int i = 0; i < 50; i++) texts.Add(argument.ToString() + i);
        try { throw new FormatException(argument.ToString()); } catch (FormatException e) { texts.Add(e.Message); }
        Interlocked.Add(ref sum, texts.Count);
        return argument * 2;
    }

    static int Work(int kind)
    {
        int failures = 0;
        switch (kind % 6)
        {
            case 0:
                var list = new List<int[]>();
                for (int i = 0; i < 200; i++) { list.Add([i, i + 1, i + 2]); }
                for (int i = 0; i < 200; i++) if (list[i][2] != i + 2) failures++;
                break;
            case 1:
                usleep(300);
                break;
            case 2:
                int* items = stackalloc int[64];
                for (int i = 0; i < 64; i++) items[i] = i * 37 % 64;
                qsort(items, 64, 4, &Compare);
                for (int i = 0; i < 64; i++) if (items[i] != i) failures++;
                break;
            case 3:
                for (int i = 0; i < 10; i++)
                {
                    try { Throw(i, 5); } catch (InvalidOperationException e) when (e.Message.Length != 0) { }
                }
                break;
            case 4:
                lock (gate) Monitor.Wait(gate, 1);
                break;
            default:
                double x = 1;
                for (int i = 0; i < 100000; i++) x = x * 1.0000001 + 1e-9;
                if (x < 1) failures++;
                break;
        }
        return failures;
    }

    static readonly object gate = new();
    static void Throw(int n, int depth)
    {
        if (depth == 0) throw new InvalidOperationException("n" + n);
        try { Throw(n, depth - 1); } finally { _ = new byte[depth * 10]; }
    }

    static void Main()
    {
        int failures = 0, wrong = 0;
        var collector = new Thread(() => { int n = 0; while (!stop) { GC.Collect(); if (++n % 8 == 0) Thread.Sleep(1); } });
        collector.Start();
        for (int round = 0; round < 3; round++)
        {
            var threads = new List<Thread>();
            for (int i = 0; i < 70; i++)
            {
                int kind = i;
                var thread = new Thread(() => { for (int k = 0; k < 3; k++) Interlocked.Add(ref failures, Work(kind + k)); }, 256 * 1024);
                threads.Add(thread);
                thread.Start();
            }
            var natives = new nint[12];
            for (int i = 0; i < natives.Length; i++) pthread_create(out natives[i], 0, &Foreign, i);
            for (int i = 0; i < natives.Length; i++)
            {
                pthread_join(natives[i], out nint result);
                if (result != i * 2) wrong++;
            }
            foreach (Thread thread in threads) thread.Join();
        }
        stop = true;
        collector.Join();
        Console.WriteLine($"{failures} {wrong} {sum}");
    }
}
