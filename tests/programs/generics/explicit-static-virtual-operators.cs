using System.Numerics;

readonly struct Modular : INumberBase2<Modular>
{
    readonly uint v;
    const uint P = 998244353;
    Modular(uint v) => this.v = v;
    public static Modular From(long n) => new((uint)((n % P + P) % P));
    public static Modular operator +(Modular a, Modular b) => From((long)a.v + b.v);
    public static Modular operator *(Modular a, Modular b) => From((long)((ulong)a.v * b.v % P));
    public static Modular Zero => default;
    public static Modular One => From(1);
    public override string ToString() => v.ToString();
}

interface INumberBase2<T> : IAdditionOperators<T, T, T>, IMultiplyOperators<T, T, T> where T : INumberBase2<T>
{
    static abstract T Zero { get; }
    static abstract T One { get; }
    static virtual T Two => T.One + T.One;
}

static class Program
{
    static T Power<T>(T x, ulong n) where T : INumberBase2<T>
    {
        T r = T.One;
        for (; n > 0; n >>= 1, x *= x)
            if ((n & 1) != 0)
                r *= x;
        return r;
    }

    static T[,] Multiply<T>(T[,] a, T[,] b) where T : INumberBase2<T>
    {
        var c = new T[2, 2];
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++)
            {
                T s = T.Zero;
                for (int k = 0; k < 2; k++)
                    s += a[i, k] * b[k, j];
                c[i, j] = s;
            }
        return c;
    }

    static T Fibonacci<T>(int n) where T : INumberBase2<T>
    {
        T[,] r = { { T.One, T.Zero }, { T.Zero, T.One } }, m = { { T.One, T.One }, { T.One, T.Zero } };
        for (; n > 0; n >>= 1, m = Multiply(m, m))
            if ((n & 1) != 0)
                r = Multiply(r, m);
        return r[0, 1];
    }

    static void Main()
    {
        Console.WriteLine(Power(Modular.From(3), 1_000_000_007));
        Console.WriteLine(Fibonacci<Modular>(1_000_000));
        Console.WriteLine(Two<Modular>());
        static T Two<T>() where T : INumberBase2<T> => T.Two * T.Two;
    }
}
