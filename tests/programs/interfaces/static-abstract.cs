using System.Numerics;

interface IShape<TSelf> where TSelf : IShape<TSelf>
{
    static abstract TSelf Create(double size);
    static virtual string Kind => "shape";
    static abstract TSelf operator +(TSelf a, TSelf b);
    double Area { get; }
}

record struct Square(double Side) : IShape<Square>
{
    public static Square Create(double size) => new(size);
    public static string Kind => "square";
    public static Square operator +(Square a, Square b) => new(a.Side + b.Side);
    public double Area => Side * Side;
}

class Disc(double r) : IShape<Disc>
{
    public static Disc Create(double size) => new(size);
    public static Disc operator +(Disc a, Disc b) => new(Math.Sqrt(a.Area + b.Area));
    public double Area => r * r * 3;
}

static class Program
{
    static string Build<T>(double a, double b) where T : IShape<T> => $"{T.Kind} {(T.Create(a) + T.Create(b)).Area}";
    static T Sum<T>(params T[] xs) where T : INumber<T>
    {
        T total = T.Zero;
        foreach (T x in xs)
            total += x;
        return total / T.CreateChecked(xs.Length);
    }
    static T Power<T>(T x, int n) where T : IMultiplyOperators<T, T, T>, IMultiplicativeIdentity<T, T>
    {
        T r = T.MultiplicativeIdentity;
        for (int i = 0; i < n; i++)
            r *= x;
        return r;
    }
    static T ParseAll<T>(string s) where T : IParsable<T> => T.Parse(s, null);

    static void Main()
    {
        Console.WriteLine(Build<Square>(1, 2));
        Console.WriteLine(Build<Disc>(3, 4));
        Console.WriteLine($"{Sum(1, 2, 4)} {Sum(1.0, 2, 4)} {Sum(1m, 2m, 4m)} {Sum<byte>(1, 2, 4)} {Sum<long>(5, 6)} {Sum((Half)1, (Half)2)}");
        Console.WriteLine($"{Power(3, 10)} {Power(1.5, 3)} {Power(new BigInteger(7), 30)} {Power(2L, 40)}");
        Console.WriteLine($"{ParseAll<int>("12") + ParseAll<int>("30")} {ParseAll<double>("1.5")} {ParseAll<Guid>("00000000-0000-0000-0000-000000000001")}");
        Console.WriteLine(int.CreateSaturating(1e20) + " " + byte.CreateTruncating(300));
    }
}
