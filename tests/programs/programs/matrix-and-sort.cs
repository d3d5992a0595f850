static class Program
{
    static double[,] Multiply(double[,] a, double[,] b)
    {
        int n = a.GetLength(0);
        var c = new double[n, n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
            {
                double s = 0;
                for (int k = 0; k < n; k++)
                    s += a[i, k] * b[k, j];
                c[i, j] = s;
            }
        return c;
    }

    static void HeapSort<T>(IList<T> a, Comparison<T> compare)
    {
        void Sift(int root, int end)
        {
            for (int child; (child = root * 2 + 1) < end; root = child)
            {
                if (child + 1 < end && compare(a[child], a[child + 1]) < 0)
                    child++;
                if (compare(a[root], a[child]) >= 0)
                    return;
                (a[root], a[child]) = (a[child], a[root]);
            }
        }
        for (int i = a.Count / 2 - 1; i >= 0; i--)
            Sift(i, a.Count);
        for (int end = a.Count - 1; end > 0; end--)
        {
            (a[0], a[end]) = (a[end], a[0]);
            Sift(0, end);
        }
    }

    static IEnumerable<T> Merge<T>(IEnumerable<T> a, IEnumerable<T> b) where T : IComparable<T>
    {
        using IEnumerator<T> x = a.GetEnumerator(), y = b.GetEnumerator();
        bool hx = x.MoveNext(), hy = y.MoveNext();
        while (hx || hy)
        {
            if (!hy || hx && x.Current.CompareTo(y.Current) <= 0)
            {
                yield return x.Current;
                hx = x.MoveNext();
            }
            else
            {
                yield return y.Current;
                hy = y.MoveNext();
            }
        }
    }

    static void Main()
    {
        const int n = 40;
        double[,] m = new double[n, n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                m[i, j] = (i * 7 + j * 3) % 11 / 10.0;
        double[,] p = Multiply(Multiply(m, m), m);
        double trace = 0;
        for (int i = 0; i < n; i++)
            trace += p[i, i];
        Console.WriteLine(trace.ToString("F6"));
        var random = new Random(3);
        List<int> list = Enumerable.Range(0, 3000).Select(_ => random.Next(100000)).ToList();
        List<int> copy = list.ToList();
        HeapSort(list, (a, b) => a.CompareTo(b));
        copy.Sort();
        Console.WriteLine(list.SequenceEqual(copy));
        string[] words = list.Take(50).Select(x => x.ToString("x")).ToArray();
        HeapSort(words, (a, b) => string.CompareOrdinal(b, a));
        Console.WriteLine(string.Join(" ", words.Take(5)));
        Console.WriteLine(Merge(new[] { 1, 4, 9 }, new[] { 2, 3, 10, 11 }).Aggregate("", (s, x) => s + x + " "));
    }
}
