struct Mutable
{
    public int N;
    public int Increment() => ++N;
    public readonly int Peek() => N;
    public Mutable Self() => this;
    public static Mutable operator +(Mutable a, int b) => new() { N = a.N + b };
}

readonly struct Immutable(int a)
{
    public readonly int A = a;
    public Immutable With(int a) => new(a);
}

class Owner
{
    public Mutable Field;
    public readonly Mutable Fixed = new() { N = 100 };
    public Mutable Property { get; set; }
    public static Mutable Static;
}

static class Program
{
    static void ByValue(Mutable m) => m.Increment();
    static void ByRef(ref Mutable m) => m.Increment();
    static void ByIn(in Mutable m) => m.Increment();

    static void Main()
    {
        var m = new Mutable { N = 1 };
        ByValue(m);
        ByRef(ref m);
        ByIn(in m);
        Console.WriteLine(m.N);
        Mutable copy = m;
        copy.Increment();
        Console.WriteLine(m.N + " " + copy.N);
        var o = new Owner();
        o.Field.Increment();
        o.Field.Increment();
        o.Fixed.Increment();
        o.Property.Increment();
        o.Property += 5;
        Owner.Static.Increment();
        Console.WriteLine($"{o.Field.N} {o.Fixed.N} {o.Property.N} {Owner.Static.N}");
        var array = new Mutable[2];
        array[0].Increment();
        array[1] = array[0];
        array[1].Increment();
        var list = new List<Mutable> { array[0] };
        list[0].Increment();
        Console.WriteLine($"{array[0].N} {array[1].N} {list[0].N}");
        Func<int> bound = m.Increment;
        bound();
        Console.WriteLine(bound() + " " + m.N);
        Console.WriteLine(m.Self().Increment() + m.Peek());
        Console.WriteLine(new Immutable(5).With(6).A + default(Immutable).A);
        Mutable local = default;
        for (int i = 0; i < 5; i++)
        {
            Mutable fresh = default;
            fresh.Increment();
            local.N += fresh.N;
        }
        Console.WriteLine(local.N);
    }
}
