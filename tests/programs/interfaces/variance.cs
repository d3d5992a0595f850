interface IProducer<out T>
{
    T Make();
}

interface IConsumer<in T>
{
    string Take(T x);
}

class StringProducer : IProducer<string>
{
    public string Make() => "made";
}

class ObjectConsumer : IConsumer<object>
{
    public string Take(object x) => "took " + x;
}

class Animal
{
    public override string ToString() => GetType().Name;
}

class Cat : Animal
{
}

class Both : IProducer<Cat>, IProducer<string>
{
    Cat IProducer<Cat>.Make() => new();
    string IProducer<string>.Make() => "string";
}

static class Program
{
    static void Main()
    {
        IProducer<object> p = new StringProducer();
        Console.WriteLine(p.Make());
        IConsumer<string> c = new ObjectConsumer();
        Console.WriteLine(c.Take("x"));
        object o = new StringProducer();
        Console.WriteLine($"{o is IProducer<object>} {o is IProducer<IComparable>} {o is IProducer<int>} {o is IProducer<Animal>}");
        IEnumerable<Animal> animals = new List<Cat> { new(), new() };
        Console.WriteLine(string.Join(",", animals));
        Func<Cat> makeCat = () => new Cat();
        Func<Animal> makeAnimal = makeCat;
        Console.WriteLine(makeAnimal());
        Action<Animal> show = a => Console.WriteLine("show " + a);
        Action<Cat> showCat = show;
        showCat(new Cat());
        IComparer<Animal> comparer = Comparer<Animal>.Create((a, b) => 0);
        IComparer<Cat> catComparer = comparer;
        Console.WriteLine(catComparer.Compare(new(), new()));
        IProducer<Animal> fromBoth = new Both();
        Console.WriteLine(fromBoth.Make());
        Console.WriteLine(new int[0] is IEnumerable<object>);
        Console.WriteLine(((object)new string[0]) is IEnumerable<object>);
        Console.WriteLine(((object)new uint[0]) is IEnumerable<int>);
        IEnumerable<IEnumerable<object>> nested = new List<List<string>> { new() { "deep" } };
        Console.WriteLine(nested.First().First());
    }
}
