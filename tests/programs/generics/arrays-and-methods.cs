static class Program
{
    static T[] Make<T>(int n, T value)
    {
        var a = new T[n];
        for (int i = 0; i < n; i++)
            a[i] = value;
        return a;
    }
    static void Swap<T>(T[] a, int i, int j) => (a[i], a[j]) = (a[j], a[i]);
    static void Quick<T>(T[] a, int low, int high) where T : IComparable<T>
    {
        if (low >= high)
            return;
        T pivot = a[(low + high) / 2];
        int i = low, j = high;
        while (i <= j)
        {
            while (a[i].CompareTo(pivot) < 0)
                i++;
            while (a[j].CompareTo(pivot) > 0)
                j--;
            if (i <= j)
                Swap(a, i++, j--);
        }
        Quick(a, low, j);
        Quick(a, i, high);
    }
    static ref T At<T>(T[] a, int i) => ref a[i];
    static T[,] Grid<T>(int n, Func<int, int, T> f)
    {
        var g = new T[n, n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                g[i, j] = f(i, j);
        return g;
    }
    static int Count<T>(T[][] jagged) => jagged.Sum(row => row.Length);

    static void Main()
    {
        Console.WriteLine(string.Join(",", Make(3, "x")) + string.Join(",", Make(2, 2.5)));
        int[] ints = { 5, 2, 9, 1, 7, 3 };
        Quick(ints, 0, ints.Length - 1);
        string[] strings = { "pear", "apple", "fig" };
        Quick(strings, 0, 2);
        Console.WriteLine(string.Join(",", ints) + string.Join(",", strings));
        At(ints, 2) = 100;
        At(strings, 0) += "!";
        Console.WriteLine(ints[2] + strings[0]);
        var g = Grid(3, (i, j) => (i, j));
        Console.WriteLine(g[2, 1] + Grid(2, (i, j) => i + "" + j)[1, 0]);
        Console.WriteLine(Count(new[] { new[] { 1, 2 }, new[] { 3 } }));
        object[] covariant = Make<string>(2, "s");
        try
        {
            At(covariant, 0) = "fine?";
        }
        catch (ArrayTypeMismatchException e)
        {
            Console.WriteLine(e.Message);
        }
        try
        {
            covariant[0] = 5;
        }
        catch (ArrayTypeMismatchException e)
        {
            Console.WriteLine(e.Message);
        }
    }
}
