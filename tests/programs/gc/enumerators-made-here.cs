// A method that gets an enumerator for two loops, one of which is not run before the method is optimised: that loop, run
// after all, on the enumerator that was likely to be there, on others, and on none.
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

    public static void Main()
    {
        int[] numbers = [.. Enumerable.Range(0, 101)];
        for (int i = 0; i < 100_000; i++) Count(numbers, false); // what its profile knows
        IEnumerable<int>?[] all =
            [numbers, Array.Empty<int>(), new List<int> { 1, 2, 3 }, new Countdown(3), new Countdown(9), new Nothing(), null];
        foreach (IEnumerable<int>? one in all)
        {
            for (int i = 0; i < 3; i++) Console.WriteLine($"{Try(one, true)} {Try(one, false)}");
        }
    }
}
