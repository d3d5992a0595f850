// rows: N7a-059 N7a-060 N7a-079 N7a-080 N7a-081 N7a-082 N7a-083 N7a-084
// Loops over arrays: up, down, by strides, from computed places, with <=; what ends them early, and what was stored before.
using System.Runtime.CompilerServices;

static class Program
{
    static string log = "";

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool Search(int[] array, int limit, int wanted)
    {
        for (int i = 0; i < limit; i++)
        {
            if (array[i] == wanted)
                return true;
        }
        return false;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool SearchInvariant(int[] array, int limit)
    {
        for (int i = 0; i < limit; i++)
        {
            if (array[i] == array.Length - 42)
                return true;
        }
        return false;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void FillInclusive(int[] array, int last)
    {
        for (int i = 0; i <= last; i++)
            array[i] = i + 1;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int LastIndexOf(int[] values, int arg, int offset, int count)
    {
        for (int i = offset + count - 1; i >= offset; i--)
        {
            if (values[i] == arg)
                return i;
        }
        return 0;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void DownByThree(int[] array, int from, int to)
    {
        for (int i = from; i >= to; i -= 3)
            array[i] = -1;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void UpByTwo(int[] array, int from, int limit)
    {
        for (int i = from; i < limit; i += 2)
            array[i] = -2;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void ClearBefore(int[] array, int lastIndex, int length)
    {
        for (int i = lastIndex - length; i <= lastIndex; i++)
            array[i] = 0;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static double Mixed(int[] a, float[] b, string text, int limit)
    {
        double sum = 0;
        for (int i = 0; i < limit; i++)
            sum += Math.Sqrt(a[i]) * b[i] - (text[i] is 'a' ? Effect(i) : a[i] % 3);
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Effect(int i)
    {
        log += i;
        return i;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Nested(int limit)
    {
        int sum = 0;
        for (int thousands = 0; thousands < limit; thousands++)
        {
            for (int hundreds = 0; hundreds < limit; hundreds++)
            {
                for (int tens = 0; tens < limit; tens++)
                {
                    for (int ones = 0; ones < limit; ones++)
                        sum = sum * 17 + (thousands * 1000 + hundreds * 100 + tens * 10 + ones);
                }
            }
        }
        return sum;
    }

    static string Try<T>(Func<T> action)
    {
        try
        {
            return action() is { } result ? result.ToString()! : "null";
        }
        catch (Exception e)
        {
            return e.GetType().Name;
        }
    }

    static string Changed<T>(T[] array, Action<T[]> change) => Try(() => { change(array); return "done"; }) + " " + string.Join(',', array);

    static void Main()
    {
        int[] numbers = [.. Enumerable.Range(0, 10)];
        // Rounds, so that all of it becomes hot; only the last is printed.
        for (int round = 0; round < 2_000; round++)
        {
            log = "";
            string[] lines =
            [
                $"{Search(numbers, 10, 9)} {Search(numbers, 9, 9)} {Search(numbers, 11, 9)} {SearchInvariant(numbers, 10)} {Search(null!, 0, 1)}",
                $"{LastIndexOf(numbers, 3, 0, 10)} {LastIndexOf(numbers, 3, 4, 6)} {LastIndexOf(null!, 3, 4, 0)}",
                $"{Mixed(numbers, [1, 2, 3, 4], "abca", 4):R} {log} {Nested(6)} {SearchInvariant([.. Enumerable.Range(0, 50)], 50)}",
            ];
            if (round == 1_999)
                Console.WriteLine(string.Join('\n', lines));
        }
        Console.WriteLine($"{Try(() => Search(numbers, 11, -1))} {Try(() => Search(null!, 1, 1))} {Try(() => SearchInvariant(numbers, 11))}");
        Console.WriteLine(Changed(new int[5], array => FillInclusive(array, 4)));
        Console.WriteLine(Changed(new int[5], array => FillInclusive(array, 5)));
        Console.WriteLine(Changed([1, 2, 3, 4, 5, 6], array => DownByThree(array, 5, 0)));
        Console.WriteLine(Changed([1, 2, 3, 4, 5, 6], array => DownByThree(array, 4, -5)));
        Console.WriteLine(Changed([1, 2, 3, 4, 5, 6], array => DownByThree(array, 6, 0)));
        Console.WriteLine(Changed([1, 2, 3, 4, 5, 6], array => UpByTwo(array, 1, 8)));
        Console.WriteLine(Changed([1, 2, 3, 4, 5, 6], array => UpByTwo(array, -1, 4)));
        Console.WriteLine(Changed([1, 2, 3, 4, 5, 6], array => ClearBefore(array, 4, 2)));
        Console.WriteLine(Changed([1, 2, 3, 4, 5, 6], array => ClearBefore(array, 2, 3)));
        Console.WriteLine(Changed([1, 2, 3, 4, 5, 6], array => ClearBefore(array, 6, 3)));
        Console.WriteLine($"{Try(() => LastIndexOf(numbers, 99, -1, 3))} {Try(() => LastIndexOf(numbers, 3, 0, 11))}");
        Console.WriteLine($"{Try(() => Mixed(numbers, [1], "ab", 2))}");
    }
}
