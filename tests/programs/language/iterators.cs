static class Program
{
    static IEnumerable<int> Fibonacci()
    {
        int a = 0, b = 1;
        while (true)
        {
            yield return a;
            (a, b) = (b, a + b);
        }
    }

    static IEnumerable<string> WithFinally(int n)
    {
        try
        {
            for (int i = 0; i < n; i++)
            {
                if (i == 3)
                    yield break;
                yield return "item " + i;
            }
        }
        finally
        {
            Console.WriteLine("finally");
        }
    }

    class Tree<T>(T value, Tree<T>? left = null, Tree<T>? right = null) : IEnumerable<T>
    {
        public IEnumerator<T> GetEnumerator()
        {
            if (left != null)
                foreach (T x in left)
                    yield return x;
            yield return value;
            if (right != null)
                foreach (T x in right)
                    yield return x;
        }

        System.Collections.IEnumerator System.Collections.IEnumerable.GetEnumerator() => GetEnumerator();
    }

    static void Main()
    {
        foreach (int f in Fibonacci())
        {
            if (f > 100)
                break;
            Console.Write(f + " ");
        }
        Console.WriteLine();
        foreach (string s in WithFinally(10))
            Console.WriteLine(s);
        foreach (string s in WithFinally(10))
        {
            Console.WriteLine(s);
            break;
        }
        var tree = new Tree<int>(5, new Tree<int>(2, new(1), new(3)), new Tree<int>(8));
        Console.WriteLine(string.Join(" ", tree));
        using var e = Fibonacci().GetEnumerator();
        e.MoveNext();
        e.MoveNext();
        Console.WriteLine(e.Current);
    }
}
