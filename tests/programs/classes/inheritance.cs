class A
{
    public A() => Console.WriteLine("A()");
    public virtual string Name => "A";
    public string Plain() => "A.Plain " + Name;
    public virtual void Show(int depth) => Console.WriteLine($"A.Show {depth}");
}

class B : A
{
    readonly int field = Init("B.field");
    public B() : this(5) => Console.WriteLine("B()");
    public B(int n) => Console.WriteLine($"B({n}) {field}");
    static int Init(string s)
    {
        Console.WriteLine(s);
        return 3;
    }
    public override string Name => "B+" + base.Name;
    public new string Plain() => "B.Plain " + base.Plain();
    public override void Show(int depth)
    {
        Console.WriteLine($"B.Show {depth}");
        base.Show(depth + 1);
    }
}

sealed class C : B
{
    public override string Name => "C+" + base.Name;
    public sealed override void Show(int depth)
    {
        Console.WriteLine($"C.Show {depth}");
        base.Show(depth + 1);
    }
}

class D : B
{
    public new virtual string Name => "D new";
}

class E : D
{
    public override string Name => "E+" + base.Name;
}

static class Program
{
    static void Main()
    {
        A c = new C();
        Console.WriteLine(c.Name);
        Console.WriteLine(c.Plain());
        Console.WriteLine(((B)c).Plain());
        c.Show(0);
        var e = new E();
        Console.WriteLine($"{e.Name} {((D)e).Name} {((B)e).Name} {((A)e).Name}");
        Console.WriteLine($"{c is B} {c is D} {c as D == null} {e.GetType().BaseType}");
        A[] all = { c, e, new A() };
        foreach (A a in all)
            Console.WriteLine(a.GetType().Name + " " + a.Name);
        try
        {
            D bad = (D)c;
        }
        catch (InvalidCastException x)
        {
            Console.WriteLine(x.Message);
        }
    }
}
