// rows: N7b-119 N7b-120 N7b-122 N7b-123 N7b-124
// References in fields, into the midst of objects, returned and scoped, while a collector may move what they point into.
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

/// Writes numbers one behind the other into a span that it holds.
ref struct SpanWriter(Span<char> destination)
{
    readonly Span<char> destination = destination;
    int length;

    public void Write(scoped ReadOnlySpan<char> text)
    {
        text.CopyTo(destination[length..]);
        length += text.Length;
    }

    public void Write(int value)
    {
        Span<char> digits = stackalloc char[11];
        value.TryFormat(digits, out int written, provider: CultureInfo.InvariantCulture);
        Write(digits[..written]);
    }

    public readonly ReadOnlySpan<char> Written => destination[..length];
}

ref struct Outer
{
    public Inner Inner;
    public ref long Count;
}

ref struct Inner
{
    public ref string Text;
    public SpanWriter Writer;
}

struct SingleItem<T>
{
    T item;

    [UnscopedRef]
    public ref T this[int index]
    {
        get
        {
            if (index != 0)
                throw new IndexOutOfRangeException();
            return ref item;
        }
    }

    [UnscopedRef]
    public Span<T> AsSpan() => new(ref item);
}

sealed class Holder
{
    public long Before, Count, After;
    public string Text = "text";
}

static class Program
{
    static void Main()
    {
        Fields();
        Returned();
    }

    static void Fields()
    {
        var writer = new SpanWriter(stackalloc char[16]);
        writer.Write(123);
        writer.Write(".");
        writer.Write(45);
        Console.WriteLine(writer.Written.ToString());
        var holder = new Holder();
        char[] room = new char[30];
        var outer = new Outer { Count = ref holder.Count };
        outer.Inner = new Inner { Text = ref holder.Text, Writer = new SpanWriter(room.AsSpan(5)) };
        for (int i = 0; i < 5; i++)
        {
            Churn();
            outer.Count += i;
            outer.Inner.Text += i;
            outer.Inner.Writer.Write(i * 11);
        }
        Console.WriteLine($"{holder.Before} {holder.Count} {holder.After} {holder.Text} {new string(room, 5, 9)} {outer.Inner.Writer.Written}");
        Outer none = default;
        Console.WriteLine($"{Unsafe.IsNullRef(ref none.Count)} {none.Inner.Writer.Written.Length}");
        try
        {
            none.Count++;
        }
        catch (NullReferenceException)
        {
            Console.WriteLine("a null reference in a field");
        }
        long one = 5;
        ReadOnlySpan<long> single = new(in one);
        Span<long> writable = new(ref one);
        writable[0]++;
        Console.WriteLine($"{single.Length} {single[0]} {Unsafe.AreSame(ref writable[0], ref one)}");
        var item = new SingleItem<string>();
        item[0] = "set";
        item.AsSpan()[0] += " twice";
        Console.WriteLine(item[0]);
    }

    static ref int Largest(int[] numbers)
    {
        ref int largest = ref numbers[0];
        for (int i = 1; i < numbers.Length; i++)
        {
            if (numbers[i] > largest)
                largest = ref numbers[i];
        }
        return ref largest;
    }

    static ref T Choose<T>(bool first, ref T a, ref T b) => ref first ? ref a : ref b;

    static void Returned()
    {
        int[] numbers = [3, 9, 4];
        Largest(numbers) = 0;
        ref int again = ref Largest(numbers);
        Churn();
        again *= 10;
        Choose(false, ref numbers[0], ref numbers[1])--;
        Console.WriteLine(string.Join(" ", numbers));
        var list = new List<(int A, string B)> { (1, "x"), (2, "y") };
        ref (int A, string B) element = ref CollectionsMarshal.AsSpan(list)[1];
        Churn();
        element.B += element.A;
        Console.WriteLine(list[1]);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Churn()
    {
        object? kept = null;
        for (int i = 0; i < 300; i++)
            kept = new object?[] { i % 50 == 0 ? null : kept, new byte[200] };
        GC.KeepAlive(kept);
    }
}
