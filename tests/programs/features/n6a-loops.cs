// rows: N6a-046 N6a-051 N6a-052 N6a-053 N6a-054 N6a-055 N6a-056 N6a-094
// Loops that may be copied, turned round or shared out: each stops where it must, with all that it did before.
using System.Runtime.CompilerServices;

struct Sample
{
    public long Weight;
    public string? Name;
}

static class Program
{
    static string Try<T>(Func<T> action)
    {
        try
        {
            return $"{action()}";
        }
        catch (Exception e)
        {
            return e.GetType().Name;
        }
    }

    static int Sum(int[] array)
    {
        int sum = 0;
        for (int i = 0; i < array.Length; i++)
            sum += array[i];
        return sum;
    }

    // Three loops whose limit is not the array's length. `seen` shows at which step they stopped.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Sum(byte[] array, int length, ref int seen)
    {
        int sum = 0;
        for (int i = 0; i < length; i++)
        {
            sum += array[i];
            seen = i;
        }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Sum(Sample[] array, int length, ref int seen)
    {
        long sum = 0;
        for (int i = 0; i < length; i++)
        {
            sum += array[i].Weight + (array[i].Name?.Length ?? 0);
            seen = i;
        }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Sum(long[,] array, int rows, int columns, ref int seen)
    {
        long sum = 0;
        for (int i = 0; i < rows; i++)
        {
            for (int j = 0; j < columns; j++)
            {
                sum += array[i, j];
                seen++;
            }
        }
        return sum;
    }

    // The division does not depend on the loop, but must not happen if the loop makes no round.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Invariant(int[] array, int divisor, int rounds)
    {
        int sum = 0, i = 0;
        while (i < rounds)
        {
            array[i] += 1000 / divisor;
            sum += array[i++];
        }
        return sum;
    }

    // More loops than an optimiser may be willing to look at in one method.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int ManyLoops(int[] a, int n)
    {
        int s = 0;
        for (int i = 0; i < n; i++)
            s += a[i];
        for (int i = 0; i < n; i++)
            s ^= a[i];
        for (int i = 0; i < n; i++)
            s -= a[i];
        for (int i = 0; i < n; i++)
            s += a[i] * 2;
        for (int i = 0; i < n; i++)
            s += a[i];
        for (int i = 0; i < n; i++)
            s ^= a[i];
        for (int i = 0; i < n; i++)
            s -= a[i];
        for (int i = 0; i < n; i++)
            s += a[i] * 3;
        for (int i = 0; i < n; i++)
            s += a[i];
        for (int i = 0; i < n; i++)
            s ^= a[i];
        for (int i = 0; i < n; i++)
            s -= a[i];
        for (int i = 0; i < n; i++)
            s += a[i] * 4;
        for (int i = 0; i < n; i++)
            s += a[i];
        for (int i = 0; i < n; i++)
            s ^= a[i];
        for (int i = 0; i < n; i++)
            s -= a[i];
        for (int i = 0; i < n; i++)
            s += a[i] * 5;
        for (int i = 0; i < n; i++)
            s += a[i];
        for (int i = 0; i < n; i++)
            s ^= a[i];
        for (int i = 0; i < n; i++)
            s -= a[i];
        for (int i = 0; i < n; i++)
            s += a[i] * 6;
        for (int i = 0; i < n; i++)
        {
            for (int j = 0; j < n; j++)
            {
                for (int k = n - 1; k >= 0; k--)
                    s = unchecked(s * 31 + a[k] - a[j]);
            }
        }
        return s;
    }

    static void Main()
    {
        int[] numbers = [10, 20, 30];
        byte[] bytes = [.. Enumerable.Range(0, 1000).Select(i => (byte)i)];
        Sample[] samples = [.. Enumerable.Range(0, 1000).Select(i => new Sample { Weight = i, Name = i % 3 == 0 ? "abc" : null })];
        var cells = new long[30, 40];
        for (int i = 0; i < 1200; i++)
            cells[i / 40, i % 40] = i;
        int seen = 0;
        long sum = 0;
        for (int i = 0; i < 2000; i++)
            sum += Sum(bytes, 999, ref seen) + Sum(samples, 999, ref seen) + Sum(cells, 30, 39, ref seen) + Sum(numbers);
        Console.WriteLine(sum);
        foreach (int length in new[] { 0, -5, 1000, 1001, int.MaxValue })
        {
            int a = -1, b = -1, c = 0;
            Console.WriteLine($"to {length}: {Try(() => Sum(bytes, length, ref a))} at {a}, {Try(() => Sum(samples, length, ref b))} at {b}");
            Console.WriteLine($"    cells {Try(() => Sum(cells, Math.Min(length, 31), 40, ref c))} after {c}");
            c = 0;
            Console.WriteLine($"    null: {Try(() => Sum((byte[])null!, length, ref a))}, columns {Try(() => Sum(cells, 2, length, ref c))} after {c}");
        }
        Console.WriteLine($"{Invariant(numbers, 10, 3)} {Invariant(numbers, 0, 0)} {Try(() => Invariant(numbers, 0, 1))}");
        Console.WriteLine($"{Try(() => Invariant(numbers, 10, 5))} {string.Join(",", numbers)}");
        int many = 0;
        for (int i = 0; i < 300; i++)
            many = unchecked(many + ManyLoops(numbers, i % 4));
        Console.WriteLine($"{many} {Try(() => ManyLoops(numbers, 4))} {Try(() => ManyLoops(null!, 0))}");
    }
}
