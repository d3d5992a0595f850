class A
{
    static A() => Console.WriteLine("A");
    public static int X = Init("A.X", 1);
    public static int Y = Init("A.Y", B.Z + 1);
    static int Init(string s, int v)
    {
        Console.WriteLine(s);
        return v;
    }
}

class B
{
    public static int Z = Report();
    static B() => Console.WriteLine("B");
    static int Report()
    {
        Console.WriteLine("B.Z sees A.X = " + A.X);
        return 10;
    }
}

class Base
{
    static Base() => Console.WriteLine("Base cctor");
    public Base() => Console.WriteLine("Base ctor");
    public static int S;
}

class Derived : Base
{
    static Derived() => Console.WriteLine("Derived cctor");
    public static int T;
    public static void M() => Console.WriteLine("M");
}

struct Value
{
    static Value() => Console.WriteLine("Value cctor");
    public int I;
    public static int S = 3;
    public void Method() => Console.WriteLine("Method");
    public Value(int i) => I = i;
}

interface IStatic
{
    static int N = Say();
    static int Say()
    {
        Console.WriteLine("interface static");
        return 4;
    }
}

class Impl : IStatic
{
}

static class Program
{
    static Program() => Console.WriteLine("Program cctor");

    static void Main()
    {
        Console.WriteLine("Main");
        Console.WriteLine(A.Y);
        Derived.S = 5;
        Derived.M();
        new Derived();
        Value v = default;
        v.I = 5;
        Console.WriteLine("default made");
        v.Method();
        new Value(3).Method();
        new Impl();
        Console.WriteLine(IStatic.N);
    }
}
