// rows: N7a-059 N7a-060 N7a-066 N7a-068 N7a-069 N7a-070 N7a-071 N7a-072 N7a-073 N7a-074
// rows: N7a-079 N7a-080 N7a-081 N7a-082 N7a-083 N7a-084
// Indices whose bounds can be proved, and their neighbours that are out of range: what was stored before the exception must be there.
using System.Runtime.CompilerServices;

static class Program
{
    const string Text = "hello";
    static ReadOnlySpan<byte> Table => [10, 20, 30, 40];
    static ReadOnlySpan<byte> Pairs => [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
    static string log = "";

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int First(int[] array) => array[0];

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Get(int[] array, int i) => array[i];

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int GetSpan(ReadOnlySpan<int> span, int i) => span[i];

    [MethodImpl(MethodImplOptions.NoInlining)]
    static char GetChar(string text, int i) => text[i];

    [MethodImpl(MethodImplOptions.NoInlining)]
    static ushort[]? Convert(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length != 16)
            return null;
        var result = new ushort[8];
        for (int i = 0; i < result.Length; i++)
            result[i] = (ushort)(bytes[i * 2] * 256 + bytes[i * 2 + 1]);
        return result;
    }

    // As above, but one pair too many.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static void ConvertTooMany(ReadOnlySpan<byte> bytes, ushort[] result)
    {
        if (bytes.Length != 16)
            return;
        for (int i = 0; i <= 8; i++)
            result[i] = (ushort)(bytes[i * 2] * 256 + bytes[i * 2 + 1]);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static char Known(int i) => (uint)i < Text.Length ? Text[i] : '-';

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int KnownTable(int i) => (uint)i < Table.Length ? Table[i] : -1;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Unchecked(int i) => Table[i & 3] + Text[i >>> 30];

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool IsInSet(char c) => c < 128 && ("\0\0\0\u03FF\uFFFE\u87FF\uFFFE\u07FF"[c >> 4] & (1 << (c & 0xF))) != 0;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Shifted(int[] eight, int i) => i < 128 ? eight[i >> 4] : -1;

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
        int[] numbers = [.. Enumerable.Range(0, 10)], eight = [.. Enumerable.Range(100, 8)];
        // Rounds, so that all of it becomes hot; only the last is printed.
        for (int round = 0; round < 2_000; round++)
        {
            bool last = round == 1_999;
            log = "";
            string[] lines =
            [
                last ? $"{First(numbers)} {Try(() => First([]))} {Try(() => First(null!))}" : First(numbers).ToString(),
                $"{Get(numbers, 9)} {GetSpan(numbers, 0)} {GetChar(Text, 4)}",
                $"{string.Join(',', Convert([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255, 255])!)} {Convert([1]) is null}",
                $"{Known(-1)}{Known(0)}{Known(4)}{Known(5)} {KnownTable(3)} {KnownTable(4)} {KnownTable(int.MinValue)} {Unchecked(-1)} {Unchecked(6)}",
                string.Concat(Enumerable.Range(0, 140).Where(i => IsInSet((char)i)).Select(i => (char)i)),
                $"{Shifted(eight, 127)} {Shifted(eight, 128)} {Shifted(eight, 0)}",
                $"{Search(numbers, 10, 9)} {Search(numbers, 9, 9)} {Search(numbers, 11, 9)} {SearchInvariant(numbers, 10)} {Search(null!, 0, 1)}",
                $"{LastIndexOf(numbers, 3, 0, 10)} {LastIndexOf(numbers, 3, 4, 6)} {LastIndexOf(null!, 3, 4, 0)}",
                $"{Mixed(numbers, [1, 2, 3, 4], "abca", 4):R} {log} {Nested(6)}",
            ];
            if (last)
                Console.WriteLine(string.Join('\n', lines));
        }
        foreach (int i in (int[])[-1, 10, int.MinValue, int.MaxValue])
            Console.WriteLine($"{Try(() => Get(numbers, i))} {Try(() => GetSpan(numbers, i))} {Try(() => GetChar(Text, i))} {Try(() => Shifted(eight, i))}");
        Console.WriteLine(Changed(new ushort[8], result => ConvertTooMany(Pairs, result)));
        Console.WriteLine(Changed(new ushort[9], result => ConvertTooMany(Pairs, result)));
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
        Console.WriteLine($"{Try(() => LastIndexOf(numbers, 99, -1, 3))} {Try(() => LastIndexOf(numbers, 3, 0, 11))} {Try(() => Mixed(numbers, [1], "ab", 2))}");
    }
}
