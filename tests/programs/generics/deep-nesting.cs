class Node<T>
{
    public T Value = default!;
    public Node<Node<T>>? Deeper;
}

class Wrap<T>
{
    public static string Depth(int n) => n == 0 ? typeof(T).ToString().Length.ToString() : Wrap<Wrap<T>>.Depth(n - 1);
}

class Curious<T> where T : Curious<T>
{
    public static int N = typeof(T).Name.Length;
    public virtual T Self() => (T)this;
}

class Recurring : Curious<Recurring>
{
    public string Hello() => "hello";
}

class Mutual1<T>
{
    public Mutual2<T[]>? Other;
    public string Name => typeof(T).Name;
}

class Mutual2<T>
{
    public Mutual1<List<T>>? Other;
    public string Name => typeof(T).Name;
}

static class Program
{
    static int Levels<T>(T x, int n) => n == 0 ? typeof(T).GetGenericArguments().Length : Levels((x, x), n - 1);

    static void Main()
    {
        var n = new Node<int> { Value = 1, Deeper = new Node<Node<int>> { Value = new Node<int> { Value = 2 } } };
        Console.WriteLine(n.Deeper.Value.Value + " " + n.Deeper.Deeper);
        Console.WriteLine(Wrap<int>.Depth(12));
        Console.WriteLine(Levels(1, 6));
        Console.WriteLine(new Recurring().Self().Hello() + Recurring.N);
        var m = new Mutual1<int> { Other = new() { Other = new() } };
        Console.WriteLine(m.Other.Other.Name + m.Other.Name);
        var d = new Dictionary<string, Dictionary<int, List<KeyValuePair<byte, (string, double[])>>>>
        {
            ["a"] = new() { [1] = new() { new(5, ("x", new[] { 1.5, 2.5 })) } },
        };
        Console.WriteLine(d["a"][1][0].Value.Item2[1] + d["a"][1][0].Value.Item1);
        Console.WriteLine(d.GetType());
    }
}
