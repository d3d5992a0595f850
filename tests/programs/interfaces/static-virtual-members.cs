using System.Numerics;
using System.Runtime.CompilerServices;

// static abstract / virtual interface members: defaults, overriding in derived interfaces, generic static virtual methods, delegates to them
interface IShape<TSelf>
    where TSelf : IShape<TSelf>
{
    static abstract string Name { get; }

    static virtual string Describe() => "shape:" + TSelf.Name;
    static virtual TSelf operator +(TSelf a, TSelf b) => throw new NotSupportedException("no + on " + TSelf.Name);
    static abstract TSelf Create(int n);
    static virtual string Gen<T>(T x) => $"base-gen {typeof(TSelf).Name} {typeof(T).Name} {x}";
    static abstract int Counter { get; set; }

    static abstract event Action Fired;
    static abstract void Fire();
}

interface INamed<TSelf> : IShape<TSelf> where TSelf : INamed<TSelf>
{
    static string IShape<TSelf>.Describe() => "named:" + TSelf.Name;
    static string IShape<TSelf>.Gen<T>(T x) => $"named-gen {typeof(TSelf).Name} {typeof(T).Name} {x}";
}

struct Circle : IShape<Circle>
{
    int r;
    public static string Name => "circle";

    public static Circle Create(int n) => new Circle
    {
        r = n
    };
    public static Circle operator +(Circle a, Circle b) => new Circle
    {
        r = a.r + b.r
    };
    public static int Counter { get; set; }

    public static event Action? Fired;
    static event Action IShape<Circle>.Fired
    {
        add
        {
            Fired += value;
        }

        remove
        {
            Fired -= value;
        }
    }

    public static void Fire() => Fired?.Invoke();
    public override string ToString() => "Circle " + r;
}

class Square : INamed<Square>
{
    int s;
    public static string Name => "square";

    public static Square Create(int n) => new Square
    {
        s = n
    };
    static int count;
    static int IShape<Square>.Counter { get => count * 10; set => count = value + 1; }

    static Action? f;
    static event Action IShape<Square>.Fired
    {
        add
        {
            f += value;
            Console.WriteLine("add");
        }

        remove
        {
            f -= value;
            Console.WriteLine("remove");
        }
    }

    static void IShape<Square>.Fire()
    {
        f?.Invoke();
    }

    public override string ToString() => "Square " + s;
}

class Generic<T> : IShape<Generic<T>>
{
    public static string Name => "generic of " + typeof(T).Name;

    public static string Describe() => "generic-describe " + typeof(T).Name;
    public static Generic<T> Create(int n) => new Generic<T>();
    public static int Counter { get; set; }

    public static event Action Fired = delegate
    {
    };
    public static void Fire() => Fired();
    public static string Gen<U>(U x) => $"own-gen {typeof(T).Name} {typeof(U).Name}";
}

class DerivedGeneric : Generic<int>
{
}

interface IBase
{
    static virtual string M() => "IBase.M";
    static virtual string N() => "IBase.N";
}

interface ILeft : IBase
{
    static string IBase.M() => "ILeft.M";
}

interface IRight : IBase
{
    static string IBase.N() => "IRight.N";
}

interface IBottom : ILeft, IRight
{
}

class Both : IBottom
{
}

class Override : IBottom
{
    public static string M() => "Override.M";
    static string IBase.N() => "Override.N";
}

class Sub : Override, IBase
{
    public static new string M() => "Sub.M";
}

class Sub2 : Override
{
    public static new string M() => "Sub2.M";
}

interface IVariantFactory<out T>
{
    static abstract string Make();
}

class VF : IVariantFactory<string>
{
    public static string Make() => "VF.Make";
}

interface IParse2<T>
    where T : IParse2<T>
{
    static abstract T P(ReadOnlySpan<char> s);
}

readonly record struct Num(int V) : IParse2<Num>, IAdditionOperators<Num, Num, Num>, IAdditiveIdentity<Num, Num>, IComparisonOperators<Num, Num, bool>, IIncrementOperators<Num>, IUnaryNegationOperators<Num, Num>
{
    public static Num P(ReadOnlySpan<char> s) => new(int.Parse(s));
    public static Num operator +(Num a, Num b) => new(a.V + b.V);
    public static Num operator checked +(Num a, Num b) => new(checked(a.V + b.V));
    public static Num AdditiveIdentity => new(0);

    public static bool operator <(Num a, Num b) => a.V < b.V;
    public static bool operator>(Num a, Num b) => a.V > b.V;
    public static bool operator <=(Num a, Num b) => a.V <= b.V;
    public static bool operator >=(Num a, Num b) => a.V >= b.V;
    public static Num operator ++(Num a) => new(a.V + 1);
    public static Num operator -(Num a) => new(-a.V);
}

interface IConv<TSelf, TOther>
    where TSelf : IConv<TSelf, TOther>
{
    static abstract implicit operator TOther(TSelf s);
    static abstract explicit operator TSelf(TOther s);
    static abstract explicit operator checked TSelf(TOther s);
}

struct Cv : IConv<Cv, long>
{
    public long v;
    public static implicit operator long (Cv c) => c.v;
    public static explicit operator Cv(long l) => new Cv
    {
        v = l
    };
    public static explicit operator checked Cv(long l) => new Cv
    {
        v = l + 1000
    };
}

// recursion over types through static virtuals
interface INat
{
    static abstract int Value { get; }
}

struct Z : INat
{
    public static int Value => 0;
}

struct S<T> : INat where T : INat
{
    public static int Value => 1 + T.Value;
}

// default interface implementation calling through constrained boxed struct
interface ICount
{
    static virtual int Static() => 5;
    int Inc() => 100;
}

struct Cn : ICount
{
    public int n;
}

class Program
{
    static void Show<T>()
        where T : IShape<T>
    {
        Console.WriteLine($"{T.Name} | {T.Describe()} | {T.Create(3)} | {T.Gen(1)} | {T.Gen("s")} | {T.Gen((1, "x"))}");
        T.Counter = 4;
        T.Counter += 3;
        T.Counter++;
        Console.WriteLine(T.Counter);
        Action a = () => Console.WriteLine("fired " + typeof(T).Name);
        T.Fired += a;
        T.Fire();
        T.Fired -= a;
        T.Fire();
        try
        {
            Console.WriteLine(T.Create(1) + T.Create(2));
        }
        catch (NotSupportedException e)
        {
            Console.WriteLine(e.Message);
        }

        Func<int, T> f = T.Create;
        Console.WriteLine(f(9));
        Console.WriteLine(f.Method.DeclaringType!.Name + "." + f.Method.Name);
        Func<string> d = T.Describe;
        Console.WriteLine(d() + " " + d.Method.Name);
    }

    static unsafe void Ptr<T>()
        where T : IShape<T>
    {
        delegate*<int, T> p = &T.Create;
        Console.WriteLine(p(42));
        delegate*<string> q = &T.Describe;
        Console.WriteLine(q());
    }

    static void D<T>()
        where T : IBase => Console.WriteLine(typeof(T).Name + " " + T.M() + " " + T.N());
    static T Sum<T>(params ReadOnlySpan<string> xs)
        where T : IParse2<T>, IAdditionOperators<T, T, T>, IAdditiveIdentity<T, T>
    {
        T s = T.AdditiveIdentity;
        foreach (var x in xs)
            s += T.P(x);
        return s;
    }

    static T CSum<T>(T a, T b)
        where T : IAdditionOperators<T, T, T> => checked(a + b);
    static T USum<T>(T a, T b)
        where T : IAdditionOperators<T, T, T> => unchecked(a + b);
    static string Conv<T, U>(U u)
        where T : IConv<T, U>
    {
        T t = (T)u;
        U v = t;
        T t2 = checked((T)u);
        U v2 = t2;
        return v + " " + v2;
    }

    static string Var<T>()
        where T : IVariantFactory<object> => T.Make();
    static int N<T>()
        where T : INat => T.Value;
    static T Fib<T>(int n)
        where T : INumber<T>
    {
        T a = T.Zero, b = T.One;
        for (int i = 0; i < n; i++)
            (a, b) = (b, unchecked(a + b));
        return a;
    }

    static TOut ConvAll<TIn, TOut>(TIn x, int mode)
        where TIn : INumberBase<TIn> where TOut : INumberBase<TOut> => mode switch
    {
        0 => TOut.CreateChecked(x),
        1 => TOut.CreateSaturating(x),
        _ => TOut.CreateTruncating(x)};
    static void AllConv<TIn>(TIn x)
        where TIn : INumberBase<TIn>
    {
        for (int m = 0; m < 3; m++)
        {
            string r = "";
            void Try<TOut>()
                where TOut : INumberBase<TOut>
            {
                try
                {
                    r += ConvAll<TIn, TOut>(x, m) + ",";
                }
                catch (Exception e)
                {
                    r += e.GetType().Name[0] + "!,";
                }
            }

            Try<byte>();
            Try<sbyte>();
            Try<short>();
            Try<ushort>();
            Try<int>();
            Try<uint>();
            Try<long>();
            Try<ulong>();
            Try<nint>();
            Try<nuint>();
            Try<Int128>();
            Try<UInt128>();
            Try<Half>();
            Try<float>();
            Try<double>();
            Try<decimal>();
            Try<BigInteger>();
            Try<char>();
            Console.WriteLine(typeof(TIn).Name + " " + m + ": " + r.Replace("\0", "\\0"));
        }
    }

    static int Inc<T>(ref T t)
        where T : ICount => t.Inc() + T.Static();
    static void Main()
    {
        Show<Circle>();
        Show<Square>();
        Show<Generic<int>>();
        Show<Generic<string>>();
        Ptr<Circle>();
        Ptr<Square>();
        Ptr<Generic<object>>();
        D<Both>();
        D<Override>();
        D<Sub>();
        D<Sub2>();
        Console.WriteLine(Sum<Num>("1", "2", "39"));
        Console.WriteLine(USum(new Num(int.MaxValue), new Num(1)));
        try
        {
            Console.WriteLine(CSum(new Num(int.MaxValue), new Num(1)));
        }
        catch (OverflowException e)
        {
            Console.WriteLine(e.Message);
        }

        try
        {
            Console.WriteLine(CSum(int.MaxValue, 1));
        }
        catch (OverflowException e)
        {
            Console.WriteLine(e.Message);
        }

        Console.WriteLine(USum(int.MaxValue, 1));
        Console.WriteLine(USum((byte)255, (byte)1));
        Console.WriteLine(USum((char)65535, (char)66) + 0);
        try
        {
            Console.WriteLine(CSum((byte)255, (byte)1));
        }
        catch (OverflowException e)
        {
            Console.WriteLine(e.Message);
        }

        Console.WriteLine(Conv<Cv, long>(5));
        Console.WriteLine(Var<VF>());
        Console.WriteLine(N<S<S<S<S<Z>>>>>());
        Console.WriteLine(Fib<int>(50) + " " + Fib<long>(90) + " " + Fib<BigInteger>(200) + " " + Fib<double>(80) + " " + Fib<decimal>(100) + " " + Fib<Int128>(150) + " " + Fib<byte>(20) + " " + Fib<Half>(20) + " " + Fib<UInt128>(180));
        AllConv(300);
        AllConv(-1);
        AllConv(-1L);
        AllConv(double.NaN);
        AllConv(1e30);
        AllConv(-129.7);
        AllConv(ulong.MaxValue);
        AllConv(Int128.MinValue);
        AllConv(UInt128.MaxValue);
        AllConv((Half)65504);
        AllConv(float.PositiveInfinity);
        AllConv(79228162514264337593543950335m);
        AllConv(BigInteger.Pow(2, 200));
        AllConv('x');
        AllConv(nint.MinValue);
        var c = new Cn();
        Console.WriteLine(Inc(ref c));
    }
}
