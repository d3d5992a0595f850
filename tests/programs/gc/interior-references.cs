class Holder
{
    public int Field = 5;
    public (int A, string B) Tuple = (1, "t");
}

static class Program
{
    static ref int FieldOf() => ref new Holder { Field = 77 }.Field;
    static ref string TupleOf(string s) => ref new Holder { Tuple = (2, s + "!") }.Tuple.B;
    static Span<char> SpanOf(int n)
    {
        char[] a = new char[n];
        for (int i = 0; i < n; i++)
            a[i] = (char)('a' + i % 26);
        return a.AsSpan(n / 2);
    }
    static ReadOnlySpan<char> SliceOf(int i) => (i + " is a string that nothing else keeps").AsSpan(3);

    static void Churn()
    {
        for (int i = 0; i < 200; i++)
        {
            GC.KeepAlive(new Holder { Tuple = (i, i.ToString()) });
            GC.KeepAlive(new byte[i * 10]);
        }
        GC.Collect();
        for (int i = 0; i < 200; i++)
            GC.KeepAlive(new char[64]);
    }

    static void Main()
    {
        ref int field = ref FieldOf();
        ref string text = ref TupleOf("tuple");
        Span<char> span = SpanOf(40);
        ReadOnlySpan<char> slice = SliceOf(12);
        Churn();
        field++;
        text += "?";
        span[0] = '#';
        Churn();
        Console.WriteLine(field);
        Console.WriteLine(text);
        Console.WriteLine(span.ToString());
        Console.WriteLine(slice.ToString());
        Span<char> atEnd = SpanOf(10)[5..];
        Churn();
        Console.WriteLine(atEnd.Length);
        Memory<int> memory = new int[] { 1, 2, 3 }.AsMemory(1);
        Churn();
        Console.WriteLine(memory.Span[1]);
    }
}
