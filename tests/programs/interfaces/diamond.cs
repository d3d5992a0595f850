interface IA
{
    string F() => "IA";
}

interface IB : IA
{
    string IA.F() => "IB";
}

interface IC : IA
{
    string IA.F() => "IC";
}

class Resolved : IB, IC
{
    public string F() => "class";
}

interface ID : IB, IC
{
    string IA.F() => "ID";
}

class ViaD : ID
{
}

class Multiple : IA, IB
{
}

interface IGeneric<T>
{
    string G(T x) => typeof(T).Name + x;
}

class TwoGenerics : IGeneric<int>, IGeneric<string>
{
    string IGeneric<int>.G(int x) => "special " + x;
}

static class Program
{
    static void Main()
    {
        Console.WriteLine(((IA)new Resolved()).F());
        Console.WriteLine(((IA)new ViaD()).F());
        Console.WriteLine(((IA)new Multiple()).F());
        var t = new TwoGenerics();
        Console.WriteLine(((IGeneric<int>)t).G(5) + ((IGeneric<string>)t).G("x"));
    }
}
