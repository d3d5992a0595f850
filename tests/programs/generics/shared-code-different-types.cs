class Holder<T> where T : class
{
    readonly T?[] items = new T?[4];
    public T? this[int i]
    {
        get => items[i];
        set => items[i] = value;
    }
    public bool Is(object o) => o is T;
    public T Cast(object o) => (T)o;
    public Type Type() => typeof(T);
    public object MakeArray() => new T[1];
    public object MakeList() => new List<T>();
    public Func<T?> Get(int i) => () => items[i];
    public static readonly Holder<T> Instance = new();
    public string Nested<U>(U u) => typeof(Dictionary<T, U>).Name + typeof(U).Name + (u is T);
}

static class Program
{
    static string Test<T>(T value, object other) where T : class
    {
        Holder<T> h = Holder<T>.Instance;
        h[1] = value;
        string cast;
        try
        {
            cast = h.Cast(other).ToString()!;
        }
        catch (InvalidCastException)
        {
            cast = "bad cast";
        }
        return $"{h.Type()} {h.Is(other)} {cast} {h.MakeArray()} {h.MakeList().GetType().GetGenericArguments()[0].Name} {h.Get(1)()} {h.Nested(5)} {h.Nested("s")}";
    }

    static void Main()
    {
        Console.WriteLine(Test("text", 5));
        Console.WriteLine(Test<object>("text", 5));
        Console.WriteLine(Test(new Version(1, 2), "x"));
        Console.WriteLine(Test<IComparable>("c", 6));
        Console.WriteLine(Test(new int[0], new int[1]));
        Console.WriteLine(Test<Delegate>(() => { }, "x"));
        Console.WriteLine(ReferenceEquals(Holder<string>.Instance, Holder<object>.Instance));
    }
}
