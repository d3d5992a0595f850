// rows: N6a-044 N6a-045 N6a-047 N6a-048 N6a-049 N6a-050
// Which accesses throw, also behind guards that allow checks to be left out, and what was done before.
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

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

    static void Main()
    {
        int[] numbers = [10, 20, 30];
        long[,] grid = { { 1, 2, 3 }, { 4, 5, 6 } };
        foreach (int index in new[] { 0, 2, 3, -1, int.MaxValue, int.MinValue })
        {
            Console.WriteLine($"[{index}] array {Try(() => At(numbers, index))}, string {Try(() => At("abc", index))}, span {Try(() => At(numbers.AsSpan(), index))}, "
                + $"grid {Try(() => At(grid, index, 0))} {Try(() => At(grid, 0, index))}, bytes {Try(() => "abc"u8[index])}");
        }
        Console.WriteLine($"{Try(() => First([7]))} {Try(() => First([]))} {Try(() => First(null!))}");
        Console.WriteLine($"{Try(() => At((string)null!, 0))} {Try(() => At((long[,])null!, 0, 0))}");
        Console.WriteLine($"{Try(() => numbers.AsSpan(1, 3).Length)} {Try(() => numbers.AsSpan(3).Length)}");
        Console.WriteLine($"{Try(() => "abc".AsSpan(-1).Length)} {Try(() => numbers[^4])} {Try(() => numbers[1..4].Length)}");
        // Without checks only by what is unsafe.
        Console.WriteLine($"{Unsafe.Add(ref MemoryMarshal.GetReference(numbers.AsSpan(0, 1)), 2)} {MemoryMarshal.CreateSpan(ref numbers[0], 3)[2]}");
        Console.WriteLine($"{Marshal.ReadInt32(Marshal.UnsafeAddrOfPinnedArrayElement(GC.AllocateArray<int>(3, pinned: true), 1))}");
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
            string result = Try(() =>
            {
                WrongGuard(wrong);
                return "fine " + new string(wrong);
            });
            bool library = true.TryFormat(wrong, out int written);
            Console.WriteLine($"length {length}: {done} {new string(formatted)}, {result}, library {library} {written} {new string(wrong)}");
        }
        long[] ticks = new long[2];
        Store(ticks, new DateTime(2021, 8, 1, 0, 0, 0, DateTimeKind.Utc));
        Store([], DateTime.MaxValue);
        Console.WriteLine($"{ticks[0]} {ticks[1]}");
    }
}
