// rows: N6a-044 N6a-045 N6a-046 N6a-047 N6a-048 N6a-049 N6a-050 N6a-051 N6a-052 N6a-053 N6a-054 N6a-055 N6a-056 N6a-094
// Which accesses throw, and what was done before, in loops and guards that allow checks to be left out.
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

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

    static int At(int[] array, int index) => array[index];
    static char At(string text, int index) => text[index];
    static int At(Span<int> span, int index) => span[index];
    static int First(int[] array) => array[0];
    static long At(long[,] array, int row, int column) => array[row, column];

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool TryFormatTrue(Span<char> destination)
    {
        if (destination.Length >= 4)
        {
            destination[0] = 't';
            destination[1] = 'r';
            destination[2] = 'u';
            destination[3] = 'e';
            return true;
        }
        return false;
    }

    // The guard is one too low: the last access throws, the ones before it have happened.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static void WrongGuard(Span<char> destination)
    {
        if (destination.Length > 2)
        {
            destination[2] = 'c';
            destination[0] = 'a';
            destination[3] = 'd';
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Store(Span<long> span, DateTime value)
    {
        if (!span.IsEmpty)
            span[0] = value.Ticks;
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
        for (int i = 0; i < n; i++) s += a[i]; for (int i = 0; i < n; i++) s ^= a[i]; for (int i = 0; i < n; i++) s -= a[i]; for (int i = 0; i < n; i++) s += a[i] * 2;
        for (int i = 0; i < n; i++) s += a[i]; for (int i = 0; i < n; i++) s ^= a[i]; for (int i = 0; i < n; i++) s -= a[i]; for (int i = 0; i < n; i++) s += a[i] * 3;
        for (int i = 0; i < n; i++) s += a[i]; for (int i = 0; i < n; i++) s ^= a[i]; for (int i = 0; i < n; i++) s -= a[i]; for (int i = 0; i < n; i++) s += a[i] * 4;
        for (int i = 0; i < n; i++) s += a[i]; for (int i = 0; i < n; i++) s ^= a[i]; for (int i = 0; i < n; i++) s -= a[i]; for (int i = 0; i < n; i++) s += a[i] * 5;
        for (int i = 0; i < n; i++) s += a[i]; for (int i = 0; i < n; i++) s ^= a[i]; for (int i = 0; i < n; i++) s -= a[i]; for (int i = 0; i < n; i++) s += a[i] * 6;
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
        long[,] grid = { { 1, 2, 3 }, { 4, 5, 6 } };
        foreach (int index in new[] { 0, 2, 3, -1, int.MaxValue, int.MinValue })
        {
            Console.WriteLine($"[{index}] array {Try(() => At(numbers, index))}, string {Try(() => At("abc", index))}, span {Try(() => At(numbers.AsSpan(), index))}, "
                + $"grid {Try(() => At(grid, index, 0))} {Try(() => At(grid, 0, index))}, bytes {Try(() => "abc"u8[index])}");
        }
        Console.WriteLine($"{Try(() => First([7]))} {Try(() => First([]))} {Try(() => First(null!))} {Try(() => At((string)null!, 0))} {Try(() => At((long[,])null!, 0, 0))}");
        Console.WriteLine($"{Try(() => numbers.AsSpan(1, 3).Length)} {Try(() => numbers.AsSpan(3).Length)} {Try(() => "abc".AsSpan(-1).Length)} {Try(() => numbers[^4])} {Try(() => numbers[1..4].Length)}");
        // Without checks only by what is unsafe.
        Console.WriteLine($"{Unsafe.Add(ref MemoryMarshal.GetReference(numbers.AsSpan(0, 1)), 2)} {MemoryMarshal.CreateSpan(ref numbers[0], 3)[2]} {Marshal.ReadInt32(Marshal.UnsafeAddrOfPinnedArrayElement(GC.AllocateArray<int>(3, pinned: true), 1))}");
        unsafe
        {
            fixed (int* first = &numbers.AsSpan(0, 1)[0])
                Console.WriteLine(first[2]);
        }

        for (int length = 0; length < 6; length++)
        {
            char[] formatted = new char[length], wrong = new char[length];
            Array.Fill(formatted, '.');
            Array.Fill(wrong, '.');
            bool done = TryFormatTrue(formatted);
            string result = Try(() => { WrongGuard(wrong); return "fine"; });
            Console.WriteLine($"length {length}: {done} {new string(formatted)}, {result} {new string(wrong)}");
        }
        long[] ticks = new long[2];
        Store(ticks, new DateTime(2021, 8, 1, 0, 0, 0, DateTimeKind.Utc));
        Store([], DateTime.MaxValue);
        Console.WriteLine($"{ticks[0]} {ticks[1]}");

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
            Console.WriteLine($"to {length}: {Try(() => Sum(bytes, length, ref a))} at {a}, {Try(() => Sum(samples, length, ref b))} at {b}, {Try(() => Sum(cells, Math.Min(length, 31), 40, ref c))} after {c}");
            c = 0;
            Console.WriteLine($"    null: {Try(() => Sum((byte[])null!, length, ref a))}, columns {Try(() => Sum(cells, 2, length, ref c))} after {c}");
        }
        Console.WriteLine($"{Invariant(numbers, 10, 3)} {Invariant(numbers, 0, 0)} {Try(() => Invariant(numbers, 0, 1))} {Try(() => Invariant(numbers, 10, 5))} {string.Join(",", numbers)}");
        int many = 0;
        for (int i = 0; i < 300; i++)
            many = unchecked(many + ManyLoops(numbers, i % 4));
        Console.WriteLine($"{many} {Try(() => ManyLoops(numbers, 4))} {Try(() => ManyLoops(null!, 0))}");
    }
}
