// rows: N6a-011 N6a-012 N6a-013 N6a-014 N6a-016 N6a-017 N6a-018 N6a-019 N6a-020 N6a-070
// Receivers whose type a compiler can know: boxed values, default comparers, struct constructors with constants.
using System.Buffers;
using System.Buffers.Text;
using System.Runtime.CompilerServices;
using System.Text;

enum Size : byte
{
    Small,
    Large,
}

readonly struct Temperature(double degrees) : IEquatable<Temperature>, IComparable<Temperature>
{
    readonly double degrees = degrees;
    public bool Equals(Temperature other) => Math.Abs(degrees - other.degrees) < 0.5;
    public int CompareTo(Temperature other) => Equals(other) ? 0 : degrees.CompareTo(other.degrees);
}

struct Counter : IDisposable, IFormattable
{
    int count;
    public void Dispose() => count++;
    public readonly string ToString(string? format, IFormatProvider? provider) => $"{count}{format}";
}

static class Program
{
    static int Find<T>(T[] array, T item)
    {
        for (int i = 0; i < array.Length; i++)
        {
            if (EqualityComparer<T>.Default.Equals(array[i], item))
                return i;
        }
        return -1;
    }

    static int Largest<T>(T[] array)
    {
        int best = 0;
        for (int i = 1; i < array.Length; i++)
        {
            if (Comparer<T>.Default.Compare(array[i], array[best]) > 0)
                best = i;
        }
        return best;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Ignore(object value)
    {
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int LengthAfterEscape()
    {
        ITuple tuple = (5, 6, 7);
        Ignore(tuple);
        return tuple.Length;
    }

    // The box is one object: what Dispose did to it is seen through the other interface.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static string BoxIsShared()
    {
        IDisposable box = new Counter();
        box.Dispose();
        Ignore(box);
        box.Dispose();
        return ((IFormattable)box).ToString("!", null);
    }

    // Each cast boxes anew, so the variable stays as it is.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static string BoxIsACopy()
    {
        var counter = new Counter();
        ((IDisposable)counter).Dispose();
        ((IDisposable)counter).Dispose();
        return counter.ToString("?", null);
    }

    // Of a nullable value, the value is boxed or nothing.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static string? Text<T>(T value, string? format = null)
    {
        if (value is IFormattable)
            return ((IFormattable)value).ToString(format, null);
        return value is null ? "none" : "not formattable: " + value;
    }

    // A call in return position; the chain is deeper than the stack is long unless frames are reused or small.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Tail(long depth, long sum) => depth == 0 ? sum : TailOther(depth - 1, sum + depth);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long TailOther(long depth, long sum) => depth == 0 ? -sum : Tail(depth - 1, sum ^ depth);

    static void Format(int value, StandardFormat format, int length = 100)
    {
        byte[] buffer = new byte[length];
        bool formatted = Utf8Formatter.TryFormat(value, buffer, out int written, format);
        Console.WriteLine($"{value} {format}: {formatted} {written} '{Encoding.ASCII.GetString(buffer, 0, written)}'");
    }

    static void Main()
    {
        int[] numbers = [.. Enumerable.Range(0, 100_000)];
        Console.WriteLine($"{Find(numbers, 99_999)} {Find(numbers, -1)} {Find([1.5, double.NaN, 2], double.NaN)} {Find(["a", null, "b"], null)} {Find(["a", "b"], "B")}");
        Console.WriteLine($"{Find([Size.Small, Size.Large], Size.Large)} {Find<int?>([1, null, 2], null)} {Find<object>([1, 2L, 2], 2)}");
        Console.WriteLine($"{Find([new Temperature(1), new Temperature(20)], new Temperature(20.4))} {Find<byte>([1, 255], 255)}");
        Console.WriteLine($"{Largest([3, 9, 2, 9])} {Largest([1.5, double.NaN, -1])} {Largest(["a", "C", "b"])} {Largest<int?>([null, -5, null])}");
        Console.WriteLine($"{Largest([Size.Small, Size.Large])} {Largest([new Temperature(20), new Temperature(20.4), new Temperature(3)])}");
        try
        {
            Largest([new object(), new object()]);
        }
        catch (ArgumentException e)
        {
            Console.WriteLine(e.Message);
        }
        (int, long, int, long) tuple = (5, 10, 15, 20);
        Console.WriteLine($"{tuple.CompareTo((5, 10, 15, 20))} {tuple.CompareTo((5, 10, 15, 21))} {tuple.CompareTo((5, 9, 99, 99))}");
        Console.WriteLine($"{tuple.CompareTo((int.MinValue, 0, 0, 0))} {tuple.Equals((5, 10, 15, 20))}");

        int lengths = 0;
        for (int i = 0; i < 30_000; i++)
            lengths += ((ITuple)(5, 6, 7)).Length + LengthAfterEscape();
        Console.WriteLine($"{lengths} {((ITuple)(5, 6, 7))[2]} {((ITuple)(5, 6, 7)).Length}");
        string shared = "", copied = "";
        for (int i = 0; i < 3_000; i++)
            (shared, copied) = (BoxIsShared(), BoxIsACopy());
        Console.WriteLine($"{shared} {copied}");
        for (int i = 0; i < 30_000; i++)
            lengths += Text<int?>(i % 3 == 0 ? null : i)!.Length;
        Console.WriteLine($"{lengths} {Text<int?>(1)} {Text<int?>(null)} {Text<double?>(1.5, "F3")} {Text<Size?>(Size.Large, "D")} {Text<Size?>(null)}");
        Console.WriteLine($"{Text<bool?>(true)} {Text<bool?>(null)} {Text<Counter?>(new Counter(), "#")} {Text<Temperature?>(default(Temperature))} {Text<object?>(null)}");
        Console.WriteLine($"{Tail(5_000, 0)} {Tail(5_001, 0)}");

        Format(12345, new StandardFormat('D', 2));
        Format(-12345, new StandardFormat('D', 8));
        Format(12345, new StandardFormat('N', 1));
        Format(255, new StandardFormat('x', 4));
        Format(int.MinValue, default);
        Format(0, new StandardFormat('G'));
        Format(12345, new StandardFormat('D'), 4);
        try
        {
            Format(1, new StandardFormat('R'));
        }
        catch (FormatException e)
        {
            Console.WriteLine(e.Message);
        }
        try
        {
            _ = new StandardFormat('D', 100);
        }
        catch (ArgumentOutOfRangeException e)
        {
            Console.WriteLine(e.ParamName);
        }
    }
}
