// rows: N5-030 N5-031 N5-032 N5-034 N5-035 N5-036 N5-037 N5-047 N5-048 N5-049 N5-050 N5-060 N5-063
// Range checks and null checks, where they must stay and where they may go.
using System.Runtime.CompilerServices;

static class Program
{
    sealed class Node
    {
        public (int I, int J) Value;
        public Node? Next;
        public int this[int index] => index;
    }

    static readonly int[] Numbers = [5, 4, 3, 2, 1, 0, -1, -2];

    static void Main()
    {
        // One unsigned comparison refuses negative indexes too.
        foreach (int index in (int[])[0, 4, 5, -1, int.MaxValue, int.MinValue])
            Try($"char {index}", () => Get("hello", index).ToString());

        Try("sum", () => Sum(Numbers).ToString());
        Try("sum of nothing", () => Sum([]).ToString());
        Try("sum of null", () => Sum(null!).ToString());
        Try("one too far", () => SumTooFar(Numbers).ToString());
        Try("masked", () => Masked(Numbers, 1_000_003).ToString());
        Try("masked short", () => Masked([1, 2], 2).ToString());
        Try("modulo", () => Modulo(123456).ToString());
        Try("negative modulo", () => Modulo(-3).ToString());
        Try("hex", () => Hex(int.MaxValue, 8));
        Try("hex of minus two", () => Hex(-2, 9));
        Try("hex without room", () => Hex(1, 7));
        foreach (int[] array in (int[][])[[1, 2, 2, 3], [1, 3, 2], [7], []])
            Try($"sorted {array.Length}", () => Sorted(array).ToString());

        Try("null field", () => { Increment(null!); return "?"; });
        Try("null indexer", () => Call(null!).ToString());
        Try("null of null", () => Deep(new Node()).ToString());
        var node = new Node();
        Increment(node);
        Increment(node);
        Console.WriteLine($"field: {node.Value.I} {node.Value.J}");

        Try("spans", () => Spans(new int[10], 0).ToString());
        Try("spans over the end", () => Spans(new int[10], 5).ToString());
        Try("spans before the start", () => Spans(new int[10], -1).ToString());

        Console.WriteLine($"halves: {Half(new int[7])} {Half([])} {Half(new int[1])} rest {Rest(new int[29])}");
        Console.WriteLine($"one or more: {OneOrMore(0)} {OneOrMore(1)} {OneOrMore(uint.MaxValue)} below one: {!OneOrMore(0)} {AboveZero(0x80000000)}");
        Console.WriteLine($"literal: {"hello".Length} {"hello"[1]} {Second("world")} {Second("w")} {Second("")} {NotNull("x")}");
        Try("literal out of range", () => Literal(9).ToString());
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

    [MethodImpl(MethodImplOptions.NoInlining)]
    static char Get(string s, int i) => s[i];

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Sum(int[] a)
    {
        int sum = 0;
        for (int i = 0; i < a.Length; i++)
            sum += a[i];
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int SumTooFar(int[] a)
    {
        int sum = 0;
        for (int i = 0; i <= a.Length; i++)
            sum += a[i];
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Masked(int[] a, int i) => a[i & 7] * 100 + a[i & 3];

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Modulo(int i)
    {
        ReadOnlySpan<byte> primes = [2, 3, 5, 7, 11, 13, 17];
        return primes[i % 7];
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static string Hex(int value, int room)
    {
        Span<char> span = new char[room];
        if ((uint)span.Length <= 7)
            return "no room";
        ReadOnlySpan<byte> map = "0123456789ABCDEF"u8;
        span[0] = (char)map[(value >> 28) & 0xF];
        span[1] = (char)map[(value >> 24) & 0xF];
        span[2] = (char)map[(value >> 20) & 0xF];
        span[3] = (char)map[(value >> 16) & 0xF];
        span[4] = (char)map[(value >> 12) & 0xF];
        span[5] = (char)map[(value >> 8) & 0xF];
        span[6] = (char)map[(value >> 4) & 0xF];
        span[7] = (char)map[value & 0xF];
        return span[..8].ToString();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool Sorted(ReadOnlySpan<int> span)
    {
        for (int i = 0; i < span.Length - 1; i++)
        {
            if (span[i] > span[i + 1])
                return false;
        }
        return true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Increment(Node node) => node.Value.J++;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Call(Node node) => node[3];

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Deep(Node node) => node.Next!.Value.I;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Spans(int[] array, int offset)
    {
        var s0 = new Span<int>(array, offset, 1);
        var s1 = new Span<int>(array, offset + 1, 1);
        var s2 = new Span<int>(array, offset + 2, 1);
        var s3 = new Span<int>(array, offset + 3, 1);
        var s4 = new Span<int>(array, offset + 4, 1);
        var s5 = new Span<int>(array, offset + 5, 1);
        return s0.Length + s1.Length + s2.Length + s3[0] + s4[0] + s5.Length;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Half(int[] a) => a.Length / 2;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Rest(int[] a) => a.Length % 8;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool OneOrMore(uint a) => a >= 1;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool AboveZero(uint a) => a > 0;

    // Inlined with a literal, the length and the character are constants.
    static char Second(string s) => s.Length > 1 ? s[1] : '-';

    static bool NotNull(string s) => s is not null;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static char Literal(int i) => "abc"[i];
}
