static class Program
{
    static string Describe<T>(IList<T> list)
    {
        int n = 0;
        foreach (T x in list)
            n++;
        return $"{typeof(T).Name} {list.Count} {n} {list.Contains(list[0])} {list.IndexOf(list[^1])} {list.IsReadOnly}";
    }

    static T Sum<T>(IEnumerable<T> xs) where T : System.Numerics.IAdditionOperators<T, T, T>
    {
        T total = default!;
        foreach (T x in xs)
            total += x;
        return total;
    }

    static void Main()
    {
        Console.WriteLine(Describe(new[] { 1, 2, 3 }));
        Console.WriteLine(Describe(new[] { "a", "b" }));
        Console.WriteLine(Describe<object>(new[] { "a", "b", "b" }));
        Console.WriteLine(Describe(new[] { (1, "x") }));
        Console.WriteLine(Describe(new DayOfWeek[] { DayOfWeek.Monday, DayOfWeek.Friday }));
        Console.WriteLine(Describe(new int?[] { null, 5 }));
        Console.WriteLine(Sum(new[] { 1.5, 2.5 }) + Sum(new List<double> { 1 }) + Sum(new Queue<double>(new[] { 2.0 })));
        ICollection<int> c = new int[] { 7, 8 };
        int[] target = new int[3];
        c.CopyTo(target, 1);
        Console.WriteLine(string.Join(",", target));
        IReadOnlyList<string> ro = new[] { "r", "o" };
        Console.WriteLine(ro[1] + ro.Count);
        System.Collections.IList untyped = new int[] { 1, 2 };
        untyped[0] = 50;
        Console.WriteLine((int)untyped[0]! + untyped.Count);
        try
        {
            ((IList<int>)target).Insert(0, 1);
        }
        catch (NotSupportedException e)
        {
            Console.WriteLine(e.Message);
        }
        object o = new string[2, 2];
        Console.WriteLine($"{o is IList<string>} {o is System.Collections.IList} {(object)new int[0] is IList<uint>} {(object)new long[0] is IEnumerable<ulong>} {(object)new string[0] is IReadOnlyCollection<IComparable>}");
        IEnumerator<int> e2 = ((IEnumerable<int>)new[] { 4, 5 }).GetEnumerator();
        while (e2.MoveNext())
            Console.Write(e2.Current);
        Console.WriteLine();
    }
}
