interface IGreeter
{
    string Name { get; }
    string Greet() => $"Hello, {Name}{Mark}";
    string Mark => "!";
    static int Count { get; set; }
    static string Make(IGreeter g)
    {
        Count++;
        return g.Greet();
    }
    sealed string Fixed() => "fixed " + Name;
    private string Hidden() => "hidden";
    string ViaHidden() => Hidden() + Name;
}

interface ILoud : IGreeter
{
    string IGreeter.Mark => "!!!";
    new string Greet() => "LOUD " + ((IGreeter)this).Greet();
}

class Simple : IGreeter
{
    public string Name => "simple";
}

class Custom : IGreeter
{
    public string Name => "custom";
    public string Greet() => "Hey " + Name;
}

class Loud : ILoud
{
    public string Name => "loud";
}

struct Value : IGreeter
{
    public string Name => "value";
}

class Louder : Loud, IGreeter
{
    string IGreeter.Mark => "????";
}

static class Program
{
    static string Call<T>(T x) where T : IGreeter => x.Greet() + x.Fixed();

    static void Main()
    {
        foreach (IGreeter g in new IGreeter[] { new Simple(), new Custom(), new Loud(), new Value(), new Louder() })
            Console.WriteLine(IGreeter.Make(g) + " " + g.Fixed() + " " + g.ViaHidden());
        Console.WriteLine(((ILoud)new Loud()).Greet());
        Console.WriteLine(Call(new Value()) + Call(new Simple()));
        Console.WriteLine(IGreeter.Count);
    }
}
