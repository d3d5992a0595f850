class Service(string name, int start)
{
    int counter = start;
    public string Next() => $"{name}{counter++}";
    public string Name => name;
    public void Rename(string n) => name = n;
}

class Sub(string name) : Service(name + "!", 10)
{
    public string Both => name + Name;
}

struct Meter(double factor)
{
    public readonly double Convert(double x) => x * factor;
    public void Scale() => factor *= 2;
}

file class Hidden
{
    public override string ToString() => "file local";
}

partial class Split
{
    public partial int Value();
    partial void Optional();
    public string Run()
    {
        Optional();
        return "run" + Value();
    }
}

partial class Split
{
    public partial int Value() => 4;
}

static class Program
{
    static void Main()
    {
        var s = new Service("s", 5);
        Console.WriteLine(s.Next() + s.Next());
        s.Rename("t");
        Console.WriteLine(s.Next() + s.Name);
        var sub = new Sub("base");
        sub.Rename("changed");
        Console.WriteLine(sub.Both + sub.Next());
        var m = new Meter(2.5);
        m.Scale();
        Console.WriteLine(m.Convert(2) + default(Meter).Convert(5));
        Console.WriteLine(new Hidden());
        Console.WriteLine(new Split().Run());
        Action<int> lambdaWithDefault = static (int x) => Console.WriteLine(x);
        lambdaWithDefault(3);
        var withDefault = (int x = 42) => x;
        Console.WriteLine(withDefault() + withDefault(1));
        (int a, (string b, double c)) = (1, ("two", 3.0));
        Console.WriteLine(a + b + c);
    }
}
