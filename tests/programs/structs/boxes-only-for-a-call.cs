// Interface and virtual methods called on a box that nothing else sees: what they do to it is done to a copy.
using System.Runtime.CompilerServices;

interface ICount
{
    int Next(int step);
    int Twice() => Next(1) * 100 + Next(1);
    T Typed<T>(T value) => value;
    string Kind { get; }
}

struct Counter(int start) : ICount
{
    public int Value = start;
    public int Next(int step) => Value += step;
    public readonly string Kind => $"counter {Value}";
    public override readonly string ToString() => "<" + Value + ">";
    public override readonly int GetHashCode() => Value * 31;
}

struct Wide : ICount, IComparable<Wide>
{
    public long A, B, C;
    public int Next(int step) => (int)(A += step) + (int)(C -= step);
    public readonly string Kind => typeof(Wide).Name;
    public readonly int CompareTo(Wide other) => A.CompareTo(other.A);
}

readonly struct Single(double value) : ICount
{
    readonly double value = value;
    public int Next(int step) => (int)(value * step);
    public string Kind => value.ToString("F2", System.Globalization.CultureInfo.InvariantCulture);
}

enum Level : byte { Low, Middle = 200 }

static class Program
{
    static int calls;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Step(string why)
    {
        calls++;
        return why.Length;
    }

    static string Through<T>(T value)
    {
        if (value is not ICount)
            return "no count";
        int first = ((ICount)value).Next(Step("first"));
        int second = ((ICount)value).Next(Step(calls > 3 ? "many calls" : "few"));
        return $"{first} {second} {((ICount)value).Kind} {((ICount)value).Twice()} {((ICount)value).Typed(calls)}";
    }

    static string Throwing<T>(T value)
    {
        try
        {
            return ((ICount)value!).Next(Step("x") / (calls - calls)).ToString();
        }
        catch (Exception e)
        {
            return e.GetType().Name;
        }
    }

    static bool IsSpan<T>(T value, Span<char> text, out int written)
    {
        written = -1;
        return value is ISpanFormattable && ((ISpanFormattable)value).TryFormat(text[Step("ab")..], out written, default, null);
    }

    static void Main()
    {
        var counter = new Counter(10);
        var wide = new Wide { A = 5, C = 7 };
        Console.WriteLine(((ICount)counter).Next(3) + " " + ((ICount)counter).Next(3) + " " + counter.Value);
        Console.WriteLine(Through(counter));
        Console.WriteLine(Through(wide));
        Console.WriteLine(Through(new Single(2.5)));
        Console.WriteLine(Through("text") + ", " + Through<Counter?>(null) + ", " + Through<Counter?>(counter));
        Console.WriteLine(Throwing(counter) + " " + Throwing(wide) + " " + Throwing((object)wide) + " " + Throwing("text"));

        // One box that is seen twice.
        ICount one = counter;
        Console.WriteLine(one.Next(1) + one.Next(1) * 1000);
        ICount? kept;
        int again = (kept = counter).Next(5);
        Console.WriteLine(again + " " + kept.Kind + " " + kept.Next(5));

        // Methods of object, of the type itself and inherited.
        Console.WriteLine(((object)counter).ToString() + ((object)counter).GetHashCode() + ((object)counter).Equals(counter) + ((object)counter).GetType());
        Console.WriteLine(((object)wide).ToString() + ((object)wide).Equals(wide) + ((object)Level.Middle).ToString() + ((object)(byte)200).Equals((byte)200));
        Console.WriteLine(((IComparable)300).CompareTo(Step("a")) + " " + ((IComparable<Wide>)wide).CompareTo(new Wide { A = 9 }) + " "
            + ((IConvertible)'x').ToInt32(null) + " " + ((IFormattable)(short)-5).ToString("X", null) + " " + ((IComparable)Level.Low).CompareTo(Level.Middle));
        Console.WriteLine(((IConvertible)3.75f).ToDouble(null) + " " + ((IEquatable<nint>)(nint)5).Equals(5) + " " + ((IConvertible)true).ToString(null));

        Span<char> text = stackalloc char[20];
        int written;
        foreach (bool fits in new[] { IsSpan(12345, text, out written), IsSpan(1.5m, text, out _), IsSpan(Guid.Empty, text, out _), IsSpan("a", text, out _) })
            Console.Write($"{fits} {written} ");
        Console.WriteLine(text[..7].ToString().Replace('\0', '.'));
        Console.WriteLine(calls);
    }
}
