// Throws, filters, nested handlers and faults on several threads while another one collects.
using System.Runtime.CompilerServices;

static class Program
{
    static volatile bool done;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Deep(int depth, int seed)
    {
        var garbage = new int[depth + 1];
        try
        {
            if (depth == 0)
                throw new InvalidOperationException("seed " + seed);
            return Deep(depth - 1, seed) + garbage.Length;
        }
        finally
        {
            garbage[0] = seed;
            if (seed % 7 == 0)
            {
                try
                {
                    throw new ArgumentException("inner");
                }
                catch (ArgumentException e) when (e.Message.Length == 5)
                {
                    garbage[0]++;
                }
            }
        }
    }

    static int Fault(int kind, object? nothing, int[] array, int zero)
    {
        try
        {
            switch (kind)
            {
                case 0: return nothing!.GetHashCode();
                case 1: return array[array.Length];
                case 2: return kind / zero;
                case 3: return ((string)(object)array).Length;
                default: return checked(int.MaxValue + kind);
            }
        }
        catch (Exception e)
        {
            return e.GetType().Name.Length;
        }
    }

    static long Work(int start)
    {
        long sum = 0;
        for (int i = 0; i < 2000; i++)
        {
            int seed = start * 1000 + i;
            try
            {
                sum += Deep(i % 13, seed);
            }
            catch (InvalidOperationException e) when (e.Message.EndsWith((seed % 10).ToString()))
            {
                sum += e.Message.Length;
                try
                {
                    try
                    {
                        throw;
                    }
                    catch (Exception again)
                    {
                        sum += again.StackTrace!.Split('\n').Length;
                        throw new Exception("outer", again);
                    }
                }
                catch (Exception outer)
                {
                    sum += outer.InnerException == e ? 1 : 1000000;
                }
            }
            sum += Fault(i % 5, null, new int[i % 3], 0);
        }
        return sum;
    }

    static void Main()
    {
        var sums = new long[4];
        var threads = new Thread[sums.Length];
        for (int t = 0; t < threads.Length; t++)
        {
            int index = t;
            threads[t] = new Thread(() => sums[index] = Work(index));
            threads[t].Start();
        }
        var collector = new Thread(() =>
        {
            while (!done)
            {
                GC.Collect();
                Thread.Sleep(1);
            }
        });
        collector.Start();
        foreach (Thread thread in threads)
            thread.Join();
        done = true;
        collector.Join();
        Console.WriteLine(string.Join(" ", sums));
    }
}
