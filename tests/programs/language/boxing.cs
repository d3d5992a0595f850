interface IIncrement
{
    void Increment();
    int Value { get; }
}

struct Counter : IIncrement
{
    int n;
    public void Increment() => n++;
    public int Value => n;
    public override string ToString() => "Counter " + n;
}

struct Plain
{
    public int X;
    public double Y;
    public string? S;
}

static class Program
{
    static void Touch<T>(T c) where T : IIncrement => c.Increment();
    static void TouchRef<T>(ref T c) where T : IIncrement => c.Increment();

    static void Main()
    {
        var c = new Counter();
        object boxed = c;
        ((IIncrement)boxed).Increment();
        ((IIncrement)boxed).Increment();
        Console.WriteLine(c + " " + boxed);
        Touch(c);
        TouchRef(ref c);
        IIncrement same = (IIncrement)boxed;
        Touch(same);
        Console.WriteLine(c + " " + same.Value);
        Counter copy = (Counter)boxed;
        copy.Increment();
        Console.WriteLine(copy.Value + " " + ((Counter)boxed).Value);
        object p = new Plain { X = 1, Y = 2, S = "s" };
        Console.WriteLine(p.Equals(new Plain { X = 1, Y = 2, S = "s" }));
        Console.WriteLine(p.Equals(new Plain { X = 1, Y = 3, S = "s" }));
        Console.WriteLine(p.ToString());
        Console.WriteLine(new Plain { X = 5 }.GetHashCode() == new Plain { X = 5 }.GetHashCode());
        object[] objects = { 1, 2L, 3.0, 4f, 'c', true, (byte)5, 6m, "s", new Counter() };
        foreach (object o in objects)
            Console.WriteLine($"{o.GetType()} {o} {o.Equals(1)}");
        Console.WriteLine(ReferenceEquals(objects[0], objects[0]) + " " + ReferenceEquals(1, 1));
        int unboxed = (int)objects[0];
        unboxed++;
        Console.WriteLine(unboxed + " " + objects[0]);
        try
        {
            Console.WriteLine((long)objects[0]);
        }
        catch (InvalidCastException e)
        {
            Console.WriteLine(e.Message);
        }
    }
}
