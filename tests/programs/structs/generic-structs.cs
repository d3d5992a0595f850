struct Pair<A, B>
{
    public A First;
    public B Second;
    public Pair(A a, B b)
    {
        First = a;
        Second = b;
    }
    public readonly Pair<B, A> Swap() => new(Second, First);
    public override readonly string ToString() => $"({First}|{Second})";
}

struct Option<T>
{
    readonly T value;
    readonly bool has;
    public Option(T v)
    {
        value = v;
        has = true;
    }
    public Option<R> Map<R>(Func<T, R> f) => has ? new Option<R>(f(value)) : default;
    public T Or(T other) => has ? value : other;
}

static class Program
{
    static Pair<T, Pair<T, T>> Nest<T>(T x) => new(x, new(x, x));

    static void Main()
    {
        var p = new Pair<int, string>(1, "one");
        Console.WriteLine(p + " " + p.Swap());
        Console.WriteLine(Nest(2.5));
        Console.WriteLine(Nest("s").Second.Swap());
        Console.WriteLine(Nest(new Pair<byte, long>(1, 2)));
        Console.WriteLine(new Option<int>(5).Map(x => x * 2).Map(x => "v" + x).Or("none"));
        Console.WriteLine(default(Option<int>).Map(x => "v" + x).Or("none"));
        Pair<int, string>[] array = new Pair<int, string>[3];
        array[1].Second = "set";
        Console.WriteLine(string.Join(",", array));
        object boxed = p;
        Console.WriteLine(boxed is Pair<int, string>);
        Console.WriteLine(boxed is Pair<string, int>);
        Console.WriteLine(boxed.GetType());
    }
}
