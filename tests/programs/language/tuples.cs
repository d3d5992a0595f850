static class Program
{
    static (int Min, int Max, double Mean) Stats(params int[] xs) => (xs.Min(), xs.Max(), xs.Average());
    static (T, T) Twice<T>(T x) => (x, x);

    static void Main()
    {
        var s = Stats(3, 1, 4, 1, 5);
        Console.WriteLine($"{s.Min} {s.Max} {s.Mean}");
        var (min, _, mean) = s;
        Console.WriteLine(min + mean);
        (int a, string b) t = (1, "one");
        Console.WriteLine(t);
        Console.WriteLine(t == (1, "one"));
        Console.WriteLine(t.Equals((1, "two")));
        Console.WriteLine(Twice("z"));
        Console.WriteLine(Twice((1, 2L)));
        var big = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
        Console.WriteLine(big);
        Console.WriteLine(big.Item9 + big.Item10);
        int x = 1, y = 2;
        (x, y) = (y, x);
        Console.WriteLine($"{x}{y}");
        Console.WriteLine((1, "b").CompareTo((1, "a")));
        var dictionary = new Dictionary<(int, int), string> { [(1, 2)] = "a", [(2, 1)] = "b" };
        Console.WriteLine(dictionary[(2, 1)]);
        Console.WriteLine(Tuple.Create(1, "x", 2.5));
        (int, int)[] array = { (1, 2), (3, 4) };
        array[1].Item2 = 40;
        Console.WriteLine(array[1]);
    }
}
