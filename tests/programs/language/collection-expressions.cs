using System.Runtime.CompilerServices;

[CollectionBuilder(typeof(Bag), "Create")]
class Bag<T>(T[] items) : IEnumerable<T>
{
    public IEnumerator<T> GetEnumerator() => ((IEnumerable<T>)items).GetEnumerator();
    System.Collections.IEnumerator System.Collections.IEnumerable.GetEnumerator() => GetEnumerator();
}

static class Bag
{
    public static Bag<T> Create<T>(ReadOnlySpan<T> items) => new(items.ToArray());
}

static class Program
{
    static int Count(params IEnumerable<int> xs) => xs.Count();
    static string Join(params List<string> xs) => string.Concat(xs);

    static void Main()
    {
        int[] a = [1, 2, 3];
        List<int> b = [.. a, 4];
        Span<int> c = [.. b, .. a];
        ReadOnlySpan<string> d = ["x", "y"];
        IEnumerable<int> e = [.. a, 5];
        Bag<int> f = [7, .. a];
        HashSet<int> g = [1, 1, 2];
        int[][] nested = [[1], [], [2, 3]];
        Console.WriteLine($"{a.Length} {b.Count} {c.Length} {d[1]} {e.Sum()} {f.Sum()} {g.Count} {nested[2][1]}");
        Console.WriteLine(Count(1, 2, 3) + Count() + Count([4]));
        Console.WriteLine(Join("p", "q") + Join());
        Dictionary<string, int> m = new() { ["a"] = 1 };
        Console.WriteLine(m is { Count: 1 } and { Keys: var k } ? string.Join("", k) : "no");
        Console.WriteLine(a is [1, .. var middle, 3] ? middle.Length : -1);
        string s = "hello";
        Console.WriteLine(s is ['h', .., 'o'] && s is [_, _, ..]);
    }
}
