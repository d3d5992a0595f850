static class Program
{
    static Func<A, C> Compose<A, B, C>(Func<A, B> f, Func<B, C> g) => x => g(f(x));
    static Func<A, Func<B, C>> Curry<A, B, C>(Func<A, B, C> f) => a => b => f(a, b);
    static T Identity<T>(T x) => x;
    static Func<T, R> Memoize<T, R>(Func<T, R> f) where T : notnull
    {
        var cache = new Dictionary<T, R>();
        return x =>
        {
            if (!cache.TryGetValue(x, out R? r))
                cache[x] = r = f(x);
            return r;
        };
    }

    static string Show(object o) => "o:" + o;

    static void Main()
    {
        Console.WriteLine(Compose<int, string, int>(x => new string('x', x), s => s.Length * 2)(4));
        Console.WriteLine(Curry<int, int, int>((a, b) => a * b)(6)(7));
        int evaluations = 0;
        var slow = Memoize<int, int>(x =>
        {
            evaluations++;
            return x * x;
        });
        Console.WriteLine(slow(5) + slow(5) + slow(6) + " " + evaluations);
        Func<string, string> identity = Identity;
        Console.WriteLine(identity("id") + ((Func<int, int>)Identity)(3));
        Func<string, object> variant = Show;
        Console.WriteLine(variant("v"));
        Func<object, string> narrow = Show;
        Func<string, object> wide = narrow;
        Console.WriteLine(wide("w"));
        Action<object> a = x => Console.Write("a" + x);
        Action<string> b = a;
        b("txt");
        try
        {
            b += x => Console.WriteLine("b" + x.Length);
        }
        catch (ArgumentException e)
        {
            Console.WriteLine(e.Message);
        }
        var list = new List<Func<int, int>> { x => x + 1, x => x * 2, Math.Abs };
        Console.WriteLine(list.Aggregate(-5, (acc, f) => f(acc)));
        Console.WriteLine(typeof(Func<,>).MakeGenericType(typeof(int), typeof(string)));
    }
}
