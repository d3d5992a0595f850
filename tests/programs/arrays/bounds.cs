static class Program
{
    static string Try(Func<object?> f)
    {
        try
        {
            return f()?.ToString() ?? "null";
        }
        catch (Exception e)
        {
            return e.GetType().Name + ": " + e.Message;
        }
    }

    static void Main()
    {
        int[] a = { 1, 2, 3 };
        int negative = -1, min = int.MinValue;
        int[,] square = new int[2, 2];
        string[] s = { "a" };
        foreach (int i in new[] { -1, 0, 2, 3, int.MinValue, int.MaxValue })
        {
            Console.WriteLine(Try(() => a[i]));
            Console.WriteLine(Try(() => a[i] = 5));
            Console.WriteLine(Try(() => a[i]++));
            Console.WriteLine(Try(() => s[i]));
            Console.WriteLine(Try(() => s[i] = "b"));
        }
        Console.WriteLine(Try(() => a[1L << 32]));
        Console.WriteLine(Try(() => a[-1L]));
        Console.WriteLine(Try(() => new int[negative]));
        Console.WriteLine(Try(() => new string[min]));
        Console.WriteLine(Try(() => "abc"[3]));
        Console.WriteLine(Try(() => "abc"[-1]));
        Console.WriteLine(Try(() => new List<int>()[0]));
        Console.WriteLine(Try(() => a.AsSpan()[3]));
        Console.WriteLine(Try(() => a.AsSpan(2, 2).Length));
        Console.WriteLine(Try(() => a.GetValue(5)));
        Console.WriteLine(Try(() => square[1, 2]));
        Console.WriteLine(Try(() => square[2, 0]));
        Console.WriteLine(Try(() => square[negative, 0]));
        int[]? none = null;
        Console.WriteLine(Try(() => none!.Length));
        Console.WriteLine(Try(() => none![0]));
        int[][] jagged = { a, null! };
        Console.WriteLine(Try(() => jagged[1][0]));
        Console.WriteLine(Try(() => jagged[0][1]));
    }
}
