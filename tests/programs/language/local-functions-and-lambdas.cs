static class Program
{
    static int Outer(int n)
    {
        int calls = 0;
        int Even(int x) => x == 0 ? 1 : Odd(x - 1) + Tick();
        int Odd(int x) => x == 0 ? 0 : Even(x - 1) + Tick();
        int Tick()
        {
            calls++;
            return 0;
        }
        return Even(n) * 1000 + calls;
    }

    static string Generic<T>(T seed, int n)
    {
        var list = new List<T>();
        void Add<U>(U extra, T item)
        {
            list.Add(item);
            if (extra is int i && i > 0)
                Add(i - 1, item);
            else if (extra is string)
                Add(1, item);
        }
        Add("s", seed);
        Add(n, seed);
        return $"{list.Count} {typeof(T).Name}";
    }

    static IEnumerable<Func<int>> Makers()
    {
        for (int i = 0; i < 3; i++)
        {
            int square = i * i;
            {
                int cube = square * i;
                yield return () => square + cube + i;
            }
        }
    }

    class Base
    {
        protected virtual string Name() => "base";
    }

    class Derived : Base
    {
        protected override string Name() => "derived";
        public Func<string> CallsBase() => () => base.Name() + Name();
        public IEnumerable<string> Iterate()
        {
            yield return base.Name();
            yield return Name();
        }
    }

    static void Main()
    {
        Console.WriteLine(Outer(10) + " " + Outer(7));
        Console.WriteLine(Generic(5, 3) + Generic("x", 0));
        Console.WriteLine(string.Join(",", Makers().Select(f => f())));
        Console.WriteLine(string.Join(",", Makers().ToList().Select(f => f())));
        Console.WriteLine(new Derived().CallsBase()());
        Console.WriteLine(string.Join(",", new Derived().Iterate()));
        Func<Func<int, int>, Func<int, int>> fix = f => x => f(f(x));
        Console.WriteLine(fix(fix(x => x + 3))(1));
        ref int Pick(int[] a, bool first) => ref first ? ref a[0] : ref a[^1];
        int[] array = { 1, 2, 3 };
        Pick(array, false) = 30;
        Console.WriteLine(array[2]);
        unsafe
        {
            delegate*<int, int> p = &Static;
            Console.WriteLine(p(4));
        }
        static int Static(int x) => x * x;
        var discard = (int _, int _) => 5;
        Console.WriteLine(discard(1, 2));
    }
}
