struct Version2(int a) : IComparable<Version2>, IEquatable<Version2>
{
    public int A = a;
    public int CompareTo(Version2 o) => A.CompareTo(o.A);
    public bool Equals(Version2 o) => A % 10 == o.A % 10;
    public override bool Equals(object? o) => o is Version2 v && Equals(v);
    public override int GetHashCode() => A % 10;
}

enum Small : byte { A, B }

class Reverse<T> : IComparer<T>
{
    public int Compare(T? a, T? b) => Comparer<T>.Default.Compare(b, a);
}

static class Program
{
    static bool Same<T>(T a, T b) => EqualityComparer<T>.Default.Equals(a, b);
    static int Order<T>(T a, T b) => Math.Sign(Comparer<T>.Default.Compare(a, b));

    static void Main()
    {
        Console.WriteLine($"{Same(1, 1)} {Same("a", "A")} {Same<object>(1, 1)} {Same(new Version2(15), new Version2(25))} {Same(Small.A, Small.B)} {Same<int?>(null, null)} {Same<int?>(1, null)} {Same(double.NaN, double.NaN)} {Same((1, "x"), (1, "x"))}");
        Console.WriteLine($"{Order(1, 2)} {Order("b", "a")} {Order(new Version2(1), new Version2(1))} {Order(Small.B, Small.A)} {Order<int?>(null, 0)} {Order<string>(null!, "x")} {Order((1, 2), (1, 3))}");
        var list = new List<int> { 3, 1, 2 };
        list.Sort(new Reverse<int>());
        Console.WriteLine(string.Join(",", list));
        var set = new HashSet<Version2> { new(1), new(11), new(2) };
        Console.WriteLine(set.Count);
        try
        {
            Comparer<object>.Default.Compare(new object(), new object());
        }
        catch (ArgumentException e)
        {
            Console.WriteLine(e.Message);
        }
        Console.WriteLine(new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase) { ["Key"] = 5 }["KEY"]);
    }
}
