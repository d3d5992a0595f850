interface IOne
{
    int Get();
    int Shared { get; set; }
    event Action E;
    int this[int i] { get; }
}

interface ITwo
{
    int Get();
}

class Both : IOne, ITwo
{
    int n;
    int IOne.Get() => 1;
    int ITwo.Get() => 2;
    public int Get() => 3;
    int IOne.Shared
    {
        get => n;
        set => n = value * 2;
    }
    event Action IOne.E
    {
        add => value();
        remove => n = -1;
    }
    int IOne.this[int i] => i * i;
}

class Derived : Both, ITwo
{
    int ITwo.Get() => 22;
}

class Inherits : Derived
{
    public new int Get() => 33;
}

class Base
{
    public int Get() => 7;
}

class ByInheritance : Base, ITwo
{
}

abstract class Partial : ITwo
{
    public abstract int Get();
}

class Full : Partial
{
    public override int Get() => 8;
}

static class Program
{
    static void Main()
    {
        var b = new Both();
        IOne one = b;
        one.Shared = 21;
        one.E += () => Console.WriteLine("adding");
        Console.WriteLine($"{one.Get()} {((ITwo)b).Get()} {b.Get()} {one.Shared} {one[5]}");
        var d = new Derived();
        Console.WriteLine($"{((IOne)d).Get()} {((ITwo)d).Get()} {d.Get()}");
        var i = new Inherits();
        Console.WriteLine($"{((IOne)i).Get()} {((ITwo)i).Get()} {i.Get()}");
        Console.WriteLine(((ITwo)new ByInheritance()).Get() + ((ITwo)new Full()).Get());
    }
}
