// include: Race.part
// timeout: 300
// Several threads make the first call of the same code at once while another thread collects. Each round runs on a type
// argument of its own, so that all it calls is new: static constructors, virtual, interface and generic virtual methods,
// delegates, lambdas, iterators, boxed structs, static abstract methods, arrays, casts, exceptions.
using System.Runtime.CompilerServices;

struct Zero : IDigit { public static int Value => 0; }
struct One : IDigit { public static int Value => 1; }
struct Two : IDigit { public static int Value => 2; }
interface IDigit { static abstract int Value { get; } }
struct Number<THigh, TLow> : IDigit where THigh : IDigit where TLow : IDigit
{
    public THigh High;
    public TLow Low;
    public static int Value => THigh.Value * 3 + TLow.Value;
}
class Reference<T> : IDigit where T : IDigit { public static int Value => T.Value + 1000; }

class Precise<T> where T : IDigit
{
    public static int Runs;
    public static readonly object[] Values;
    static Precise()
    {
        Interlocked.Increment(ref Runs);
        Values = new object[10];
        for (int i = 0; i < Values.Length; i++)
            Values[i] = T.Value * 10 + i;
    }
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static long Sum()
    {
        long sum = 0;
        foreach (object value in Values)
            sum += (int)value;
        return sum;
    }
}

class Relaxed<T> where T : IDigit
{
    static int runs;
    static readonly string text = Make();
    static string Make() { Interlocked.Increment(ref runs); return "relaxed " + T.Value; }
    public static string Text => text + " " + runs;
}

abstract class Shape<T> where T : IDigit
{
    public abstract int Area(int side);
    public virtual string Name<U>(U value) => typeof(U).Name + value + T.Value;
    public virtual T[] Many(int count) => new T[count];
}
class Square<T> : Shape<T>, IEquatable<Square<T>>, IComparable<Square<T>> where T : IDigit
{
    public int Side = T.Value;
    public override int Area(int side) => side * side + T.Value;
    public override string Name<U>(U value) => "square " + base.Name(value);
    public bool Equals(Square<T>? other) => other != null && other.Side == Side;
    public int CompareTo(Square<T>? other) => Side - (other?.Side ?? 0);
    public override bool Equals(object? other) => Equals(other as Square<T>);
    public override int GetHashCode() => Side;
}
struct Boxed<T> : IFormattable, IEquatable<Boxed<T>> where T : IDigit
{
    public int Count;
    public T Extra;
    public bool Equals(Boxed<T> other) => Count == other.Count;
    public string ToString(string? format, IFormatProvider? provider) => format + Count++ + T.Value;
    public override string ToString() => "boxed " + Count;
    public override bool Equals(object? other) => other is Boxed<T> boxed && Equals(boxed);
    public override int GetHashCode() => Count;
}

interface ILong { string[] Run(); }

class Scenarios<T> : ILong where T : IDigit
{
    string StaticConstructors() => Precise<T>.Sum() + " " + Precise<T>.Runs + " " + Relaxed<T>.Text;

    string VirtualCalls()
    {
        Shape<T> shape = new Square<T>();
        return shape.Area(3) + shape.Name("x") + shape.Name(7) + shape.Name(typeof(T).IsValueType) + shape.Many(5).Length;
    }

    string InterfaceCalls()
    {
        object square = new Square<T>(), boxed = new Boxed<T> { Count = 4 };
        int same = ((IEquatable<Square<T>>)square).Equals(new Square<T>()) ? 1 : 0;
        int order = ((IComparable<Square<T>>)square).CompareTo(null);
        var format = (IFormattable)boxed;
        return same + " " + order + format.ToString("a", null) + format.ToString("b", null) + boxed + EqualityComparer<Boxed<T>>.Default.Equals((Boxed<T>)boxed, default);
    }

    string Delegates()
    {
        int captured = T.Value;
        Func<int, int> lambda = x => x + captured;
        Func<int, int> area = new Square<T>().Area;
        Func<Shape<T>, int, int> open = (shape, side) => shape.Area(side);
        Func<string> boxed = new Boxed<T> { Count = 9 }.ToString;
        Action<List<int>> add = list => list.Add(captured);
        add += list => list.Add(-captured);
        var added = new List<int>();
        add(added);
        return lambda(1) + " " + area(2) + " " + open(new Square<T>(), 3) + boxed() + string.Join(",", added);
    }

    static IEnumerable<(int, T)> Walk(int count)
    {
        for (int i = 0; i < count; i++)
            yield return (i + T.Value, default!);
    }
    string Iterators() => string.Join(",", Walk(4).Where(pair => pair.Item1 % 2 == 0).Select(pair => pair.Item1));

    string ArraysAndCasts()
    {
        object many = new Square<T>[3];
        var shapes = (Shape<T>[])many;
        int caught = 0;
        try { shapes[1] = new Other(); } catch (ArrayTypeMismatchException) { caught++; }
        shapes[2] = new Square<T>();
        try { _ = (Boxed<T>)(object)shapes[2]; } catch (InvalidCastException) { caught++; }
        var grid = new T[2, 3];
        return caught + " " + grid.GetUpperBound(1) + (many is IEnumerable<Shape<T>>) + (many is IList<Other>) + shapes.OfType<Square<T>>().Count();
    }
    class Other : Shape<T> { public override int Area(int side) => -side; }

    class Problem : Exception { public int Value = T.Value; }
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Throw(int depth)
    {
        if (depth == 0)
            throw new Problem();
        try { return Throw(depth - 1); }
        finally { finished++; }
    }
    [ThreadStatic] static int finished;
    string Exceptions()
    {
        int before = finished;
        try { Throw(3); }
        catch (Problem problem) when (problem.Value == T.Value) { return problem.Value + " " + (finished - before); }
        return "not caught";
    }

    public string[] Run() => [StaticConstructors(), VirtualCalls(), InterfaceCalls(), Delegates(), Iterators(), ArraysAndCasts(), Exceptions()];
}

static class Program
{
    const int Threads = Race.Threads, Rounds = 40;
    // Another type for each number.
    static Type TypeOf(int number)
    {
        Type[] digits = [typeof(Zero), typeof(One), typeof(Two)];
        Type type = digits[number % 3];
        for (int rest = number / 3; rest != 0; rest /= 3)
            type = typeof(Number<,>).MakeGenericType(digits[rest % 3], type);
        return number % 5 == 4 ? typeof(Reference<>).MakeGenericType(type) : type;
    }

    static void Main()
    {
        var scenarios = new ILong[Rounds];
        var results = new string[Rounds, Threads][];
        for (int round = 0; round < Rounds; round++)
            scenarios[round] = (ILong)Activator.CreateInstance(typeof(Scenarios<>).MakeGenericType(TypeOf(round)))!;
        Race.Run(Rounds, (round, thread) => results[round, thread] = scenarios[round].Run());
        for (int round = 0; round < Rounds; round++)
        {
            Console.WriteLine($"{round}: {string.Join(" | ", results[round, 0])}");
            for (int i = 1; i < Threads; i++)
                if (!results[round, i].SequenceEqual(results[round, 0]))
                    Console.WriteLine($"thread {i} of round {round}: {string.Join(" | ", results[round, i])}");
        }
    }
}
