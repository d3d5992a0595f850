static class Program
{
    static void Main()
    {
        var functions = new List<Func<int>>();
        for (int i = 0; i < 2000; i++)
        {
            object boxed = i;
            string text = "s" + i;
            functions.Add(() => (int)boxed + text.Length);
        }
        GC.Collect();
        Console.WriteLine(functions.Sum(f => f()));
        Action? multicast = null;
        int calls = 0;
        for (int i = 0; i < 300; i++)
            multicast += new Counter(() => calls++).Call;
        GC.Collect();
        multicast!();
        Console.WriteLine(calls);
        IEnumerable<int> chain = Enumerable.Range(0, 50);
        for (int i = 0; i < 20; i++)
        {
            int n = i;
            chain = chain.Select(x => x + n);
        }
        GC.Collect();
        Console.WriteLine(chain.Sum());
        object?[] mixed = new object?[1000];
        for (int i = 0; i < mixed.Length; i++)
            mixed[i] = (i % 6) switch { 0 => i, 1 => (long)i, 2 => i.ToString(), 3 => new int[i % 7], 4 => (i, "x" + i), _ => null };
        GC.Collect();
        Console.WriteLine(mixed.Sum(o => o switch { int i => i, long l => l, string s => s.Length, int[] a => a.Length, (int x, string y) => x + y.Length, _ => 1 }));
    }

    class Counter(Action action)
    {
        public void Call() => action();
    }
}
