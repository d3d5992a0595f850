abstract class Visitor
{
    public abstract string Visit<T>(T value);
    public virtual string Pair<A, B>(A a, B b) => $"base {typeof(A).Name} {typeof(B).Name}";
}

class Simple : Visitor
{
    public override string Visit<T>(T value) => $"{typeof(T).Name}:{value}";
}

class Nested : Simple
{
    public override string Visit<T>(T value) => "[" + base.Visit(value) + base.Visit<T[]>(new[] { value }) + "]";
    public override string Pair<A, B>(A a, B b) => base.Pair(b, a) + Visit((a, b));
}

interface IVisitor
{
    R Run<T, R>(T x, Func<T, R> f);
    string Name<T>() => "default " + typeof(T).Name;
}

class Runner : IVisitor
{
    public R Run<T, R>(T x, Func<T, R> f) => f(x);
}

class Quiet : IVisitor
{
    R IVisitor.Run<T, R>(T x, Func<T, R> f) => default!;
    public string Name<T>() => "quiet " + typeof(T);
}

class GenericHost<T>
{
    public virtual string M<U>(U u) => $"{typeof(T).Name}/{typeof(U).Name}";
}

class Derived<T> : GenericHost<List<T>>
{
    public override string M<U>(U u) => "d " + base.M(u) + base.M<Dictionary<T[], U>>(null!);
}

static class Program
{
    static void Main()
    {
        foreach (Visitor v in new Visitor[] { new Simple(), new Nested() })
        {
            Console.WriteLine(v.Visit(1) + v.Visit("s") + v.Visit(new List<int>()) + v.Visit<object>(2.5));
            Console.WriteLine(v.Pair(1, "x") + v.Pair(2.5, 'c'));
        }
        foreach (IVisitor v in new IVisitor[] { new Runner(), new Quiet() })
            Console.WriteLine(v.Run(5, x => x * 2) + v.Run("abc", s => s.Length) + (v.Run(3, n => "n" + n) ?? "null") + v.Name<int>() + v.Name<string>());
        GenericHost<List<string>> h = new Derived<string>();
        Console.WriteLine(h.M(1) + h.M("s"));
        Func<int, string> bound = new Nested().Visit<int>;
        Console.WriteLine(bound(9));
    }
}
