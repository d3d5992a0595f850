// Elements of spans and characters of strings: every size, constant and other indexes, at and beyond the ends, through null.
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

[InlineArray(3)]
struct Three<T>
{
    private T first;
}

struct Sized<T>
{
    public T A;
    public byte B;
}

class Holder
{
    public string? Text;
    public int[] Numbers = [1, 2, 3];
}

static class Program
{
    static int evaluated;

    static ReadOnlySpan<byte> Bytes => [3, 1, 4, 1, 5, 9, 2, 6];
    static ReadOnlySpan<int> Numbers => [1_000_000, -2, 3];
    static ReadOnlySpan<char> Letters => ['a', '\u00e9', '\uffff'];

    static void Try(string what, Func<object?> action)
    {
        try
        {
            Console.WriteLine($"{what}: {action()}");
        }
        catch (Exception e)
        {
            Console.WriteLine($"{what}: {e.GetType().Name} {e.Message}");
            string own = e.StackTrace!.Split('\n').First().Trim();
            if (own.Contains("lambda") == false) Console.WriteLine("  " + own.Split('<')[0]);
        }
    }

    static int Index(int value)
    {
        evaluated++;
        return value;
    }

    static string Throwing() => throw new InvalidOperationException("text");

    static int Failing() => throw new InvalidOperationException("index");

    static void Sizes<T>(Func<int, T> make)
    {
        var array = new T[5];
        for (int i = 0; i < array.Length; i++) array[i] = make(i + 1);
        Span<T> span = array.AsSpan(1, 3);
        ReadOnlySpan<T> read = span;
        var seen = new List<string?>();
        for (int i = 0; i < span.Length; i++) seen.Add(span[i]!.ToString() + "/" + read[i]);
        seen.Add(span[0]!.ToString() + span[2] + read[1]);
        span[1] = make(77);
        span[^1] = span[0];
        ref T last = ref span[2];
        last = make(78);
        seen.Add(string.Join(",", array.Select(x => x!.ToString())));
        int failed = 0;
        foreach (int bad in new[] { -1, 3, int.MaxValue, int.MinValue })
        {
            try
            {
                span[bad] = make(9);
            }
            catch (IndexOutOfRangeException)
            {
                failed++;
            }
            try
            {
                seen.Add(read[bad]!.ToString());
            }
            catch (IndexOutOfRangeException)
            {
                failed++;
            }
        }
        try
        {
            seen.Add(read[3]!.ToString());
        }
        catch (IndexOutOfRangeException)
        {
            failed++;
        }
        Console.WriteLine($"{typeof(T).Name}: {string.Join(" ", seen)} {failed}");
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int ThroughReference(ref Span<int> span, int at) => span[at]++ + ++span[0];

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int ThroughIn(in ReadOnlySpan<int> span, byte at) => span[at];

    [MethodImpl(MethodImplOptions.NoInlining)]
    static char Of(string text, int at) => text[at];

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Sum(string text)
    {
        int sum = text[0];
        for (int i = 0; i < text.Length; i++) sum = sum * 31 + text[i] - (text[^1] == text[i] ? 1 : 0);
        return sum;
    }

    static int Tables()
    {
        int sum = Bytes.Length + Numbers.Length * 100 + Letters.Length;
        for (int i = 0; i < 8; i++) sum = sum * 7 + Bytes[i] + Unsafe.Add(ref MemoryMarshal.GetReference(Bytes), i);
        sum += Numbers[0] + MemoryMarshal.GetReference(Numbers) + Letters[2] + Bytes[Bytes.Length - 1];
        ReadOnlySpan<byte> kept = Bytes;
        return sum + kept[^2] + kept.Length + MemoryMarshal.GetReference(kept) + kept[1..][0];
    }

    static void Main()
    {
        Sizes(i => (byte)i);
        Sizes(i => (sbyte)-i);
        Sizes(i => (char)('a' + i % 20));
        Sizes(i => (short)-i);
        Sizes(i => i);
        Sizes(i => (long)i << 40);
        Sizes(i => i / 4f);
        Sizes(i => i / 8.0);
        Sizes(i => (decimal)i);
        Sizes(i => "s" + i);
        Sizes(i => (i, (byte)i, "x" + i));
        Sizes(i => new DateTimeOffset(2020, 1, i % 28 + 1, 0, 0, 0, TimeSpan.FromHours(1)).Ticks);
        Sizes(i => (i, (long)i, i));
        Sizes(i => ((byte)i, (byte)1, (byte)2));
        Sizes(i => (i, i, i));
        Sizes(i => (1L * i, 2L, 3L, 4L, 5L));
        Sizes(i => (1L * i, 2L, 3L, 4L, "t"));
        Sizes(i => new Guid(i, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10));

        Span<Three<int>> inline = new Three<int>[2];
        inline[1][2] = 5;
        Console.WriteLine(inline[1][2] + inline[0][0]);
        Span<Sized<int>> sized = stackalloc Sized<int>[3];
        sized[2].A = 4;
        sized[2].B = 200;
        Console.WriteLine(sized[2].A + sized[2].B + sized[1].A);

        int[] numbers = [10, 20, 30];
        Span<int> span = numbers;
        Console.WriteLine(ThroughReference(ref span, 1) + " " + ThroughReference(ref span, 0) + " " + ThroughIn(numbers, 2) + " " + string.Join(",", numbers));
        Try("beyond", () => { Span<int> s = new int[3]; return ThroughReference(ref s, 3); });
        Try("no span", () => ThroughReference(ref Unsafe.NullRef<Span<int>>(), 0));
        Try("no span, -1", () => ThroughReference(ref Unsafe.NullRef<Span<int>>(), -1));
        Try("empty", () => default(Span<int>)[0]);
        Try("constant", () => new Span<int>([1, 2])[2]);
        Try("large constant", () => new Span<long>([1, 2])[0x7fffffff]);
        Try("negative constant", () => new ReadOnlySpan<long>([1, 2])[-1]);
        Try("index first", () => new Holder().Numbers.AsSpan()[Failing()]);

        Try("char", () => Of("hello", 1));
        Try("last", () => Of("hello", 4));
        Try("behind", () => Of("hello", 5));
        Try("negative", () => Of("hello", -1));
        Try("least", () => Of("hello", int.MinValue));
        Try("no characters", () => Of("", 0));
        Try("null", () => Of(null!, 0));
        Try("null, -1", () => Of(null!, -1));
        Try("constant char", () => "hello"[1]);
        Try("constant behind", () => "hello"[5]);
        Try("null field", () => new Holder().Text![Index(1)]);
        Console.WriteLine(evaluated);
        Try("both", () => Throwing()[Failing()]);
        Try("index fails", () => new Holder().Text![Failing()]);
        Console.WriteLine(Sum("The quick brown fox \u00e4\u4e00 jumps") + " " + Tables());
        Console.WriteLine("abc"[(byte)2] + "abc"[^3] + new string('x', 3)[(int)1L]);
        var get = typeof(string).GetProperty("Chars")!.GetMethod!;
        Console.WriteLine(get.Invoke("abc", [2]));
        var bound = get.CreateDelegate<Func<string, int, char>>();
        Console.WriteLine(bound("abc", 0));
        Try("by delegate", () => bound("abc", 3));
    }
}
