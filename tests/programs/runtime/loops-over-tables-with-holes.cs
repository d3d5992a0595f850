// Loops at whose beginning another loop looks for what comes next, from where the outer one was: foreach over tables with
// holes, filters by hand, with ways back, ways out and exceptions in both.
using System.Runtime.CompilerServices;

struct Even(int[] values)
{
    int next;
    public int Current;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool MoveNext()
    {
        while ((uint)next < (uint)values.Length)
        {
            int value = values[next++];
            if ((value & 1) == 0)
            {
                Current = value;
                return true;
            }
        }
        return false;
    }
}

static class Program
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Sum(HashSet<int> set, int skipped, int last)
    {
        long sum = 0;
        foreach (int value in set)
        {
            if (value == skipped)
                continue;
            sum = sum * 3 + value;
            if (value == last)
                break;
        }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static (long, int) Pairs(Dictionary<int, long> outer, HashSet<long> inner)
    {
        long sum = 0;
        int pairs = 0;
        foreach (var (key, value) in outer)
        {
            foreach (long other in inner)
            {
                sum += key * other - value;
                pairs++;
            }
        }
        return (sum, pairs);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Evens(int[] values, int[] targets)
    {
        var even = new Even(values);
        int count = 0;
        while (even.MoveNext())
            targets[count++] = even.Current;
        return count;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long TwoPointers(int[] left, int[] right)
    {
        long sum = 0;
        int j = 0;
        for (int i = 0; i < left.Length; i++)
        {
            while (j < right.Length && right[j] < left[i])
                j++;
            sum = sum * 7 + j;
        }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static string Changed(HashSet<int> set)
    {
        int seen = 0;
        try
        {
            foreach (int value in set)
            {
                seen++;
                if (seen == 50)
                    set.Add(-value - 1);
            }
        }
        catch (InvalidOperationException e)
        {
            return $"{seen}: {e.Message}";
        }
        return $"{seen}";
    }

    static void Main()
    {
        for (int round = 0; round < 60; round++)
        {
            var random = new Random(round);
            var set = new HashSet<int>();
            var table = new Dictionary<int, long>();
            for (int i = 0; i < 200; i++)
            {
                set.Add(random.Next(1000));
                table[random.Next(500)] = i;
            }
            for (int i = 0; i < 1000; i += 1 + round % 5)
            {
                if (random.Next(3) == 0)
                    set.Remove(i);
                if (random.Next(4) == 0)
                    table.Remove(i);
            }
            int[] values = [.. set.Order()];
            int[] others = [.. table.Keys.Order()];
            var targets = new int[values.Length];
            int evens = Evens(values, targets);
            string few = "";
            try
            {
                Evens(values, new int[evens / 2]);
            }
            catch (IndexOutOfRangeException)
            {
                few = "too few";
            }
            var results = (Sum(set, values.Length > 0 ? values[0] : 0, -1), Sum(set, -1, values.Length > 5 ? values[5] : 0),
                Pairs(table, [.. table.Values]), evens, targets.Sum(), few, TwoPointers(values, others), Changed(set), Changed([]));
            if (round % 9 == 0)
                Console.WriteLine(results);
        }
    }
}
