// skip: minopts what is not optimised allocates it
// skip: second what is not optimised allocates it
// skip: optimized there is no profile at the first call
// Enumerators that only the method sees which gets them, also where one of its loops has never been run: such a method
// comes to allocate nothing. And that loop, run after all, on the enumerator that is likely there, on others, and on
// none.
using System.Collections;
using System.Runtime.CompilerServices;

public static class Program
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Count(IEnumerable<int>? numbers, bool isOdd)
    {
        int count = 0;
        using IEnumerator<int> all = numbers!.GetEnumerator();
        if (!isOdd)
        {
            while (all.MoveNext()) count += 1 - (all.Current & 1);
        }
        else
        {
            while (all.MoveNext()) count += (int)(all.Current & 1L);
        }
        return count;
    }

    class Countdown(int from) : IEnumerable<int>, IEnumerator<int>
    {
        int left = from;
        public IEnumerator<int> GetEnumerator() => new Countdown(left);
        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
        public bool MoveNext() => left-- > 0;
        public int Current => left == 3 ? throw new InvalidOperationException("three") : left;
        object IEnumerator.Current => Current;
        public void Reset() { }
        public void Dispose() => Console.WriteLine($"ended with {left} left");
    }

    class Nothing : IEnumerable<int>
    {
        public IEnumerator<int> GetEnumerator() => null!;
        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    static string Try(IEnumerable<int>? numbers, bool isOdd)
    {
        try
        {
            return Count(numbers, isOdd).ToString();
        }
        catch (Exception e)
        {
            return e.GetType().Name;
        }
    }

    [MethodImpl(MethodImplOptions.NoOptimization)]
    static bool ComesToAllocateNothing(Func<int> action)
    {
        while (Environment.CpuUsage.TotalTime.TotalSeconds < 10)
        {
            for (int i = 0; i < 1000; i++) action();
            long before = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < 1000; i++) action();
            if (GC.GetAllocatedBytesForCurrentThread() == before) return true;
            Thread.Sleep(5);
        }
        return false;
    }

    // Count goes both ways only behind that: its profile knows of one.
    public static void Main()
    {
        int[] numbers = [.. Enumerable.Range(0, 101)];
        TimeSpan[] times = [.. Enumerable.Range(0, 101).Select(i => TimeSpan.FromMilliseconds(i))];
        for (int i = 0; i < 100_000; i++) Count(numbers, false);
        Console.WriteLine(ComesToAllocateNothing(() => times.Max().Milliseconds + times.Min().Milliseconds));
        IEnumerable<int>?[] all =
            [numbers, Array.Empty<int>(), new List<int> { 1, 2, 3 }, new Countdown(3), new Countdown(9), new Nothing(), null];
        foreach (IEnumerable<int>? one in all)
        {
            for (int i = 0; i < 3; i++) Console.WriteLine($"{Try(one, true)} {Try(one, false)}");
        }
    }
}
