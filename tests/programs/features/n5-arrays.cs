// rows: N5-010 N5-011 N5-015 N5-016 N5-017 N5-018 N5-019 N5-020 N5-043 N5-198 N5-210 N5-211
// Arrays, spans and blocks of memory, in whose methods the class library replaced native code.
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

static class Program
{
    static void Main()
    {
        Sorting();
        Copying();
        Blocks();

        Console.WriteLine($"enums: {DayOfWeek.Monday.CompareTo(DayOfWeek.Friday)} {DayOfWeek.Friday.CompareTo(DayOfWeek.Friday)} {((Enum)Small.High).CompareTo(Small.Low)} {Small.Low.CompareTo(null)}");
        Try("enum of another type", () => DayOfWeek.Monday.CompareTo(ConsoleColor.Red).ToString());
        Console.WriteLine($"split: {string.Join("|", "a.b..c".Split('.'))} {string.Join("|", "a.b..c".Split('.', StringSplitOptions.RemoveEmptyEntries))} {string.Join("|", "a.b.c".Split('.', 2))} {"abc".Split('.').Length}");

        var list = new List<int> { 3, 1, 2 };
        Span<int> span = CollectionsMarshal.AsSpan(list);
        span.Sort();
        span[0] = 10;
        Console.WriteLine($"list as span: {string.Join(" ", list)} {span.Length} {CollectionsMarshal.AsSpan<int>(null).Length}");

        int[] numbers = [1, 2, 3];
        ref int first = ref MemoryMarshal.GetArrayDataReference(numbers);
        Unsafe.Add(ref first, 2) = 30;
        Console.WriteLine($"data reference: {first} {numbers[2]} {Unsafe.IsNullRef(ref MemoryMarshal.GetArrayDataReference(Array.Empty<int>()))} "
            + $"{Unsafe.As<byte, int>(ref MemoryMarshal.GetArrayDataReference((Array)new int[,] { { 7, 8 } }))}");
        Try("data reference of null", () => MemoryMarshal.GetArrayDataReference<int>(null!).ToString());
    }

    enum Small : sbyte
    {
        Low = -5,
        High = 5,
    }

    static void Sorting()
    {
        var random = new Random(42);
        foreach (int count in (int[])[0, 1, 2, 10, 17, 100, 1000])
        {
            int[] numbers = [.. Enumerable.Range(0, count).Select(_ => random.Next(-500, 500))];
            double[] doubles = [.. numbers.Select(n => n % 7 == 0 ? double.NaN : n / 3.0)];
            Half[] halves = [.. numbers.Select(n => n % 5 == 0 ? Half.NaN : (Half)(n / 8.0f))];
            string[] texts = [.. numbers.Select(n => n.ToString("X"))];
            byte[] bytes = [.. numbers.Select(n => (byte)n)];
            int[] keys = (int[])numbers.Clone(), items = [.. Enumerable.Range(0, count)];
            Array.Sort(numbers);
            doubles.AsSpan().Sort();
            Array.Sort(halves);
            Array.Sort(texts, StringComparer.Ordinal);
            bytes.AsSpan().Sort((a, b) => b - a);
            keys.AsSpan().Sort(items.AsSpan());
            Console.WriteLine($"sorted {count}: {Ordered(numbers)} {doubles.TakeWhile(double.IsNaN).Count()} {Ordered(doubles.SkipWhile(double.IsNaN))} "
                + $"{halves.TakeWhile(Half.IsNaN).Count()} {Ordered(halves.SkipWhile(Half.IsNaN))} {texts.Zip(texts.Skip(1)).All(pair => string.CompareOrdinal(pair.First, pair.Second) <= 0)} "
                + $"{Ordered(bytes.Reverse())} {Ordered(keys)} {items.Distinct().Count()} {(count == 0 ? 0 : items[count / 2])} {numbers.Sum()} {bytes.Sum(b => b)}");
        }
        double[] corners = [1, double.NaN, double.NegativeInfinity, -0.0, double.PositiveInfinity, double.NaN, 0.0, -1];
        Array.Sort(corners);
        Console.WriteLine($"corners: {string.Join(" ", corners.Select(d => double.IsNaN(d) ? "NaN" : d.ToString("R")))}");
        Console.WriteLine($"half: {(Half)1.5f + (Half)2} {(float)(Half)65519} {(float)(Half)65520} {Half.Epsilon > Half.Zero} {(Half)1e-8} {Half.MaxValue} {Half.Parse("3.25")} {Half.NaN.CompareTo(Half.MinValue)} {BitConverter.HalfToInt16Bits((Half)(-2)):X}");
        Try("sort of what cannot be compared", () => { Array.Sort(new object[] { new(), new() }); return "?"; });
        Try("comparer that throws", () => { Array.Sort([2, 1, 3], (_, _) => throw new DivideByZeroException()); return "?"; });
        Try("spans of different lengths", () => { new int[] { 1, 2 }.AsSpan().Sort(new int[1].AsSpan()); return "?"; });
    }

    static bool Ordered<T>(IEnumerable<T> values) where T : IComparable<T> => values.Zip(values.Skip(1)).All(pair => pair.First.CompareTo(pair.Second) <= 0);

    static void Copying()
    {
        int[] numbers = [.. Enumerable.Range(0, 10)];
        Array.Copy(numbers, 0, numbers, 2, 5);
        Console.WriteLine($"forwards: {string.Join(" ", numbers)}");
        Array.Copy(numbers, 2, numbers, 0, 5);
        Console.WriteLine($"backwards: {string.Join(" ", numbers)}");
        object[] boxes = new object[3];
        Array.Copy(numbers, boxes, 3);
        long[] wide = new long[3];
        Array.Copy(numbers, wide, 3);
        int[] back = new int[3];
        Array.Copy(boxes, back, 3);
        Console.WriteLine($"boxed {boxes[2]}, widened {wide[2]}, unboxed {back[2]}");
        Try("narrowed", () => { Array.Copy(wide, back, 1); return "?"; });
        Try("unboxed to another type", () => { Array.Copy(new object[] { 1L }, back, 1); return "?"; });
        Try("too long", () => { Array.Copy(numbers, back, 4); return "?"; });
        Try("stored elsewhere", () => { Array.Copy(new object[] { "a", 5 }, new string[2], 2); return "?"; });
        var lower = Array.CreateInstance(typeof(int), [3], [5]);
        Array.Copy(numbers, lower, 3);
        Console.WriteLine($"lower bound: {lower.GetValue(5)} {lower.GetValue(7)}");
        Array.Clear(lower, 6, 1);
        Array.Clear(boxes);
        int[,] square = { { 1, 2 }, { 3, 4 } };
        Array.Clear(square, 1, 2);
        Console.WriteLine($"cleared: {lower.GetValue(6)} {boxes[0] is null} {string.Join(" ", square.Cast<int>())}");
        Array.Fill(numbers, 7, 3, 2);
        Array.Reverse(numbers);
        Console.WriteLine($"filled and reversed: {string.Join(" ", numbers)} {Array.IndexOf(numbers, 7)} {Array.LastIndexOf(numbers, 7)} {Array.BinarySearch([1, 3, 5], 4)}");
    }

    static unsafe void Blocks()
    {
        // All lengths near the steps in which blocks are moved, in both directions over themselves.
        int sum = 0;
        foreach (int length in (int[])[0, 1, 3, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 1000, 5000])
        {
            byte[] bytes = [.. Enumerable.Range(0, length + 3).Select(i => (byte)i)];
            Buffer.BlockCopy(bytes, 0, bytes, 3, length);
            for (int i = 0; i < bytes.Length; i++)
                sum = sum * 31 + bytes[i];
            fixed (byte* p = bytes)
                Buffer.MemoryCopy(p + 3, p, length + 3, length);
            for (int i = 0; i < bytes.Length; i++)
                sum = sum * 31 + bytes[i];
        }
        Console.WriteLine($"blocks: {sum}");
        int[] numbers = [0x01020304];
        byte[] parts = new byte[4];
        Buffer.BlockCopy(numbers, 0, parts, 0, 4);
        Console.WriteLine($"bytes: {string.Join(" ", parts)} {Buffer.ByteLength(new long[3])} {Buffer.GetByte(numbers, 1)}");
        Try("block of objects", () => { Buffer.BlockCopy(new string[1], 0, parts, 0, 1); return "?"; });
        string text = string.Concat("abc", new string('x', 40), "def");
        Console.WriteLine($"strings: {text.Insert(3, "--").Length} {text.Remove(3, 40)} {text.Replace("xxxx", "y")} {text.Substring(40)} {string.Join(",", "a", "b", "c")}");
    }

    static void Try(string name, Func<string> action)
    {
        try
        {
            Console.WriteLine($"{name}: {action()}");
        }
        catch (Exception e)
        {
            Console.WriteLine($"{name}: {e.GetType().Name}");
        }
    }
}
