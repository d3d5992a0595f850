// Generic types and methods, constraints, variance, static virtual members, statics of instantiations.
interface IShape<out T> { T Area(); string Name => "shape"; }
interface IAdder<TSelf> where TSelf : IAdder<TSelf> { static abstract TSelf Add(TSelf a, TSelf b); static virtual int Width => 7; }
struct Money : IAdder<Money>, IComparable<Money>
{
    public int Cents;
    public static Money Add(Money a, Money b) => new() { Cents = a.Cents + b.Cents };
    public int CompareTo(Money other) => Cents.CompareTo(other.Cents);
}
abstract class Shape<T> : IShape<T> { public abstract T Area(); public virtual string Name => typeof(T).Name; }
class Square<T>(T side) : Shape<T> where T : struct { public T Side = side; public override T Area() => Side; }
sealed class Named(string text) : Shape<string>, IShape<object> { public override string Area() => text; object IShape<object>.Area() => text.Length; }
class Counter<T> { public static int Count; public T[] Items = new T[2]; public class Inner<U> { public override string ToString() => typeof(T) + "/" + typeof(U); } }
static class Program
{
    static T Sum<T>(params T[] items) where T : IAdder<T> { T total = items[0]; for (int i = 1; i < items.Length; i++) total = T.Add(total, items[i]); return total; }
    static T Largest<T>(IEnumerable<T> items) where T : IComparable<T> { T best = default; foreach (T item in items) if (item.CompareTo(best) > 0) best = item; return best; }
    static TResult Make<TResult>() where TResult : new() => new TResult();
    static int Main()
    {
        IShape<object> shape = new Named("four");
        IShape<string> exact = new Named("five5");
        Console.WriteLine($"{shape.Area()} {exact.Area()} {exact.Name} {new Square<int>(5).Area()} {new Square<double>(1.5).Name}");
        Console.WriteLine(Sum(new Money { Cents = 3 }, new Money { Cents = 4 }).Cents + Largest(new[] { 3, 9, 4 }));
        Counter<int>.Count += 2; Counter<string>.Count += 3; Counter<object>.Count++;
        Console.WriteLine(Counter<int>.Count * 100 + Counter<string>.Count * 10 + Counter<object>.Count);
        Console.WriteLine(new Counter<int>.Inner<string>() + " " + Make<List<Money>>().Count + new Counter<Money>().Items.Length);
        object boxed = new KeyValuePair<string, int[]>("k", new[] { 1 });
        if (boxed is KeyValuePair<string, int[]> pair) Console.WriteLine(pair.Key + pair.Value.Length + (shape is IShape<string>));
        return 3;
    }
}
