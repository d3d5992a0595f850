ref struct Tokenizer(ReadOnlySpan<char> text)
{
    ReadOnlySpan<char> rest = text;
    public ReadOnlySpan<char> Current { get; private set; }

    public bool MoveNext()
    {
        rest = rest.TrimStart();
        if (rest.IsEmpty)
            return false;
        int end = rest.IndexOf(' ');
        if (end < 0)
            end = rest.Length;
        Current = rest[..end];
        rest = rest[end..];
        return true;
    }

    public Tokenizer GetEnumerator() => this;
}

ref struct RefField
{
    public ref int Target;
    public RefField(ref int target) => Target = ref target;
    public void Add(int n) => Target += n;
}

interface ICount
{
    int Count();
}

ref struct Counted : ICount
{
    public Span<byte> Data;
    public int Count() => Data.Length;
}

static class Program
{
    static int Use<T>(T value) where T : ICount, allows ref struct => value.Count();

    static void Main()
    {
        foreach (var token in new Tokenizer("  the quick  brown fox "))
            Console.WriteLine(token.ToString());
        int x = 5;
        var r = new RefField(ref x);
        r.Add(10);
        Console.WriteLine(x);
        int[] array = { 1, 2, 3 };
        r.Target = ref array[1];
        r.Add(100);
        GC.Collect();
        Console.WriteLine(array[1]);
        Span<byte> data = stackalloc byte[12];
        Console.WriteLine(Use(new Counted { Data = data }));
    }
}
