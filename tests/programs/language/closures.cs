static class Program
{
    static Func<int> Counter()
    {
        int n = 0;
        return () => ++n;
    }

    static void Main()
    {
        var a = Counter();
        var b = Counter();
        Console.WriteLine($"{a()} {a()} {b()} {a()}");
        var actions = new List<Action>();
        for (int i = 0; i < 3; i++)
        {
            int copy = i * 10;
            actions.Add(() => Console.Write($"{i}/{copy} "));
        }
        foreach (int i in new[] { 7, 8 })
            actions.Add(() => Console.Write($"{i} "));
        actions.ForEach(action => action());
        Console.WriteLine();
        Func<int, Func<int, Func<int, int>>> curried = x => y => z => x * 100 + y * 10 + z;
        Console.WriteLine(curried(1)(2)(3));
        Func<int, int> factorial = null!;
        factorial = n => n <= 1 ? 1 : n * factorial(n - 1);
        Console.WriteLine(factorial(10));
        int shared = 0;
        void Local(int n)
        {
            shared += n;
            if (n > 0)
                Local(n - 1);
        }
        Local(5);
        Console.WriteLine(shared);
        static int Pure(int x) => x * x;
        Console.WriteLine(Enumerable.Range(1, 4).Select(Pure).Sum());
    }
}
