// rows: N7b-108 N7b-119 N7b-120 N7b-121 N7b-122 N7b-123 N7b-124 N7b-142 N7b-143
// References in fields, into the midst of objects, returned and scoped, while a collector moves what they point into; pinned objects stay.
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
    public (int X, (short Y, string Z) Deep) Nested = (1, (2, "z"));
}

static class Program
{
    static void Main()
    {
        Fields();
        Returned();
        Moved();
        Pinned();
        Indexers();
        Boundaries();
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

    /// References into young objects: their only owner is the reference, and the object is promoted beneath it.
    static void Moved()
    {
        long sum = 0;
        for (int i = 0; i < 200; i++)
        {
            ref short deep = ref Inside(i);
            ref byte last = ref MakeBytes(i)[^1];
            Span<string> words = new[] { "a" + i, "b" + i }.AsSpan(1);
            if (i % 20 == 0)
                GC.Collect(i % 40 == 0 ? 0 : 2, GCCollectionMode.Forced, true, true);
            else
                Churn();
            sum += deep + last + words[0].Length;
            deep = -1;
        }
        Console.WriteLine(sum);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static ref short Inside(int value) => ref new Holder { Nested = (0, ((short)value, "")) }.Nested.Deep.Y;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static Span<byte> MakeBytes(int value)
    {
        byte[] bytes = new byte[100 + value];
        bytes.AsSpan().Fill((byte)value);
        return bytes.AsSpan(10);
    }

    static unsafe void Pinned()
    {
        int same = 0;
        for (int i = 0; i < 50; i++)
        {
            byte[] bytes = new byte[64];
            fixed (byte* address = bytes)
            {
                Churn();
                if (i % 10 == 0)
                    GC.Collect(0, GCCollectionMode.Forced, true, true);
                address[i] = 7;
                fixed (byte* again = &bytes[0])
                    same += again == address && bytes[i] == 7 ? 1 : 0;
            }
        }
        fixed (char* empty = "")
        fixed (int* none = Array.Empty<int>())
        fixed (int* part = new int[] { 1, 2, 3 }.AsSpan(1))
            Console.WriteLine($"{same} {*empty == 0} {none == null} {*part}");
    }

    static void Indexers()
    {
        Span<int> numbers = [10, 20, 30];
        numbers[1] += 5;
        numbers[^1]++;
        int sum = 0;
        for (int i = 0; i < numbers.Length; i++)
            sum += numbers[i];
        Console.Write(sum);
        foreach (int index in (int[])[-1, 3, int.MinValue, int.MaxValue])
        {
            try
            {
                sum += numbers[index];
            }
            catch (IndexOutOfRangeException)
            {
                Console.Write(" out");
            }
        }
        try
        {
            for (int i = 0; i <= numbers.Length; i++)
                sum += numbers[i];
        }
        catch (IndexOutOfRangeException)
        {
            Console.WriteLine(" " + sum);
        }
    }

    static void Boundaries()
    {
        const string text = " ab_c, d";
        for (int i = -1; i <= text.Length + 1; i++)
            Console.Write(IsBoundary(text, i) ? '1' : '0');
        Console.WriteLine(IsBoundary("", 0) ? '1' : '0');
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool IsBoundary(ReadOnlySpan<char> text, int index)
    {
        int before = index - 1;
        return ((uint)before < (uint)text.Length && (char.IsLetterOrDigit(text[before]) || text[before] == '_'))
            != ((uint)index < (uint)text.Length && (char.IsLetterOrDigit(text[index]) || text[index] == '_'));
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
