using System.Reflection;
using System.Runtime.CompilerServices;

// polymorphic recursion, mutually recursive generics, CRTP, nested generics, variance, constraints
class Node<T>
{
    public T? V;
    public static int D(int n) => n == 0 ? typeof(T).ToString().Length : Node<Node<T>>.D(n - 1);
    public virtual string Vm<U>(U u) => $"{typeof(T).Name}.{typeof(U).Name}";
}

class Sub<T> : Node<List<T>>
{
    public override string Vm<U>(U u) => "Sub " + base.Vm<U[]>(new[] { u });
}

class Crtp<T>
    where T : Crtp<T>, new()
{
    public static T I = new();
    public virtual T Clone() => new();
    public static int Count;
    public Crtp()
    {
        Count++;
    }
}

class Cr1 : Crtp<Cr1>
{
}

class Cr2 : Crtp<Cr2>
{
    public override Cr2 Clone() => this;
}

class Outer<T>
{
    public class Inner<U>
    {
        public class Leaf
        {
            public string N => typeof(T).Name + typeof(U).Name + GetType();
        }

        public static string S(T t, U u) => $"{t}{u}";
        public struct St
        {
            public T a;
            public U b;
        }

        public enum En
        {
            X
        }

        public delegate T Del(U u);
        public interface IFace
        {
            T M(U u);
        }
    }

    public class NonGen
    {
        public T? f;
    }
}

class ImplFace : Outer<int>.Inner<string>.IFace
{
    public int M(string u) => u.Length;
}

class OpenBase<A, B>
{
    public virtual string M(A a) => "A";
    public virtual string M(B b) => "B";
    public string T() => typeof(A).Name + typeof(B).Name;
}

class Closed : OpenBase<int, string>
{
    public override string M(int a) => "int" + base.M(a);
}

class Swapped<X, Y> : OpenBase<Y, X>
{
    public override string M(X b) => "X" + base.M(b);
}

interface ICo<out T>
{
    T Get();
}

interface IContra<in T>
{
    string Put(T t);
}

interface IBoth<in A, out B> : ICo<B>, IContra<A>
{
}

class CoI<T> : ICo<T>, IContra<T>, IBoth<T, T>
{
    T v;
    public CoI(T t)
    {
        v = t;
    }

    public T Get() => v;
    public string Put(T t) => typeof(T).Name + "<-" + t;
}

class Multi : ICo<string>, ICo<Uri>, ICo<object>
{
    string ICo<string>.Get() => "s";
    Uri ICo<Uri>.Get() => new("http://u");
    object ICo<object>.Get() => "o";
}

class MultiNoObj : ICo<string>, ICo<Version>
{
    string ICo<string>.Get() => "s";
    Version ICo<Version>.Get() => new(1, 2);
}

static class Ext
{
    public static string E<T>(this T t) => typeof(T).Name;
    public static string E<T>(this IEnumerable<T> t) => "enum " + typeof(T).Name;
    public static string E(this object t) => "obj";
}

class Vals<T>
    where T : struct
{
    public static T? N;
    public T? Get(bool b) => b ? N : default;
    public static bool Has(T? x) => x.HasValue;
    public static object? BoxIt(T? x) => x;
    public static T Un(object o) => (T)o;
    public static T? UnN(object? o) => (T? )o;
}

class Enums<T>
    where T : struct, Enum
{
    public static string All() => string.Join("|", Enum.GetValues<T>()) + Unsafe.SizeOf<T>();
    public static bool Flag(T a, T b) => a.HasFlag(b);
    public static int Hash(T a) => a.GetHashCode();
    public static bool Eq(T a, T b) => a.Equals(b) && EqualityComparer<T>.Default.Equals(a, b);
    public static int Cmp(T a, T b) => a.CompareTo(b);
}

enum EB : byte
{
    A = 1,
    B = 255
}

enum ESB : sbyte
{
    A = -128,
    B = 127
}

enum ES : short
{
    A = -1
}

enum EUS : ushort
{
    A = 65535
}

enum EI
{
    A = int.MinValue,
    B = 5
}

enum EU : uint
{
    A = uint.MaxValue
}

enum EL : long
{
    A = long.MinValue,
    B = long.MaxValue
}

enum EUL : ulong
{
    A = ulong.MaxValue,
    B = 1UL << 63
}

unsafe class Un<T>
    where T : unmanaged
{
    public static int Size => sizeof(T);

    public static string Bytes(T t)
    {
        byte* p = (byte*)&t;
        string s = "";
        for (int i = 0; i < sizeof(T); i++)
            s += p[i].ToString("x2");
        return s;
    }

    public static T Sum(ReadOnlySpan<T> s, delegate*<T, T, T> f)
    {
        T r = default;
        foreach (var x in s)
            r = f(r, x);
        return r;
    }
}

class Big<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17, T18, T19, T20>
{
    public static string N => string.Join(",", typeof(Big<T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17, T18, T19, T20>).GetGenericArguments().Select(x => x.Name));
}

class P
{
    static void W(object? s) => Console.WriteLine(s);
    static string Poly<T>(T t, int n) => n == 0 ? t!.ToString()! : Poly((t, n), n - 1);
    static int PolyList<T>(int n) => n == 0 ? typeof(T).FullName!.Length : PolyList<List<T>>(n - 1) + PolyList<T[]>(0);
    static int Mut1<T>(int n) => n <= 0 ? 0 : 1 + Mut2<T[]>(n - 1);
    static int Mut2<T>(int n) => n <= 0 ? 0 : 1 + Mut1<Tuple<T>>(n - 1);
    static T[] Arr<T>(params T[] x) => x;
    static Func<T> Capture<T>(T t)
    {
        int n = 0;
        T Loc()
        {
            n++;
            return t;
        }

        Func<Func<T>> f = () => () => Loc();
        return f();
    }

    static string Overl<T>(T t)
        where T : class => "class";
    static string Overl<T>(T? t, int dummy = 0)
        where T : struct => "struct?";
    static bool IsDefault<T>(T t) => EqualityComparer<T>.Default.Equals(t, default!);
    static string Kind<T>() => (default(T) == null) + "," + typeof(T).IsValueType + "," + RuntimeHelpers.IsReferenceOrContainsReferences<T>();
    static T Newt<T>()
        where T : new() => new T();
    static string Cast<T>(object o)
    {
        try
        {
            return "cast " + (T)o;
        }
        catch (Exception e)
        {
            return e.GetType().Name + e.Message;
        }
    }

    static string As<T>(object o)
        where T : class => (o as T)?.ToString() ?? "null";
    static string IsPat<T>(object? o) => o is T t ? "yes " + t : "no";
    class ThrowsCtor
    {
        public ThrowsCtor()
        {
            throw new ArgumentException("ctor");
        }
    }

    struct HasCtor
    {
        public int X;
        public HasCtor()
        {
            X = 77;
        }
    }

    static unsafe int AddI(int a, int b) => a + b;
    class Holder<T>
    {
        public static Func<T, T>? F;
        public static T Run(T t) => F!(t);
        [ThreadStatic]
        public static T? Ts;
    }

    static unsafe void Main()
    {
        W(Node<int>.D(10));
        W(new Sub<int>().Vm(1));
        W(new Sub<string>().Vm("s"));
        Node<List<int>> up = new Sub<int>();
        W(up.Vm(1.5));
        W(Poly(1, 6));
        W(PolyList<int>(12));
        W(Mut1<int>(12));
        W(Mut1<string>(9));
        W(Cr1.I.GetType().Name + Cr1.Count + Cr2.I.Clone().GetType().Name + Cr2.Count + Crtp<Cr1>.I.Clone().GetType().Name + Cr1.Count);
        W(new Outer<int>.Inner<string>.Leaf().N);
        W(Outer<int>.Inner<string>.S(1, "x"));
        W(new Outer<byte>.Inner<long>.St { a = 1, b = 2 }.b + Unsafe.SizeOf<Outer<byte>.Inner<long>.St>());
        W(typeof(Outer<>.Inner<>.Leaf));
        W(typeof(Outer<int>.Inner<string>.En));
        Outer<int>.Inner<string>.Del d = s => s.Length;
        W(d("four"));
        W(((Outer<int>.Inner<string>.IFace)new ImplFace()).M("abc"));
        W(Outer<int>.Inner<int>.En.X);
        var c = new Closed();
        W(c.M(1) + c.M("s") + c.T());
        OpenBase<int, string> ob = c;
        W(ob.M(1));
        var sw = new Swapped<int, string>();
        W(sw.M(1) + sw.M("s") + sw.T());
        ICo<object> co = new CoI<string>("s");
        W(co.Get());
        IContra<string> ct = new CoI<object>(1);
        W(ct.Put("p"));
        IBoth<string, object> bo = new CoI<object>("q");
        W(bo.Get() + bo.Put("r"));
        W(((ICo<object>)new Multi()).Get() + ((ICo<string>)new Multi()).Get());
        W(((ICo<object>)new MultiNoObj()).Get());
        W(((object)new CoI<int>(1) is ICo<object>) + "" + ((object)new CoI<int>(1) is ICo<int>));
        ICo<ICo<object>> cc = new CoI<ICo<string>>(new CoI<string>("nest"));
        W(cc.Get().Get());
        IContra<IContra<object>> cn = new CoI<IContra<string>>(null!).AsContra();
        W(cn.Put(new CoI<object>(3)));
        Func<object> fo = (Func<string>)(() => "var");
        W(fo());
        Action<string> ao = (Action<object>)(x => W("act " + x));
        ao("z");
        Func<string, object> fso = (Func<object, string>)(o => o + "!");
        W(fso("k"));
        W((fo is Func<string>) + "" + (fo is Func<object>));
        Func<Func<object>, Action<string>, object> hh = (Func<Func<object>, Action<string>, string>)((f, a) =>
        {
            a("in");
            return f() + "";
        });
        W(hh((Func<string>)(() => "deep"), (Action<object>)(x => W(x))));
        W(1.E() + "s".E() + new[] { 1 }.E() + new List<string>().E() + ((object)1).E());
        W(Vals<int>.Has(null));
        W(Vals<int>.BoxIt(null) ?? "null");
        W(Vals<int>.BoxIt(4));
        W(Vals<long>.UnN(null) ?? -1);
        W(Vals<long>.UnN(5L));
        try
        {
            Vals<long>.UnN(5);
        }
        catch (InvalidCastException e)
        {
            W(e.Message);
        }

        try
        {
            Vals<long>.Un(null!);
        }
        catch (NullReferenceException e)
        {
            W(e.Message);
        }

        try
        {
            Vals<int>.Un(5L);
        }
        catch (InvalidCastException e)
        {
            W(e.Message);
        }

        W(Vals<int>.Un(EI.B));
        W(Vals<EI>.Un(5));
        W(Enums<EB>.All() + Enums<ESB>.All() + Enums<ES>.All() + Enums<EUS>.All() + Enums<EI>.All() + Enums<EU>.All() + Enums<EL>.All() + Enums<EUL>.All());
        W(Enums<EB>.Flag(EB.B, EB.A));
        W(Enums<EUL>.Flag(EUL.A, EUL.B));
        W(Enums<EL>.Cmp(EL.A, EL.B) + "" + Enums<EUL>.Cmp(EUL.A, EUL.B) + Enums<ESB>.Cmp(ESB.A, ESB.B));
        W(Enums<EB>.Hash(EB.B) + " " + Enums<ESB>.Hash(ESB.A) + " " + Enums<EL>.Hash(EL.A) + " " + Enums<EUL>.Hash(EUL.B) + " " + Enums<EU>.Hash(EU.A) + " " + Enums<ES>.Hash(ES.A) + " " + Enums<EUS>.Hash(EUS.A));
        W(Enums<EI>.Eq(EI.A, EI.A) + "" + Enums<EI>.Eq(EI.A, EI.B));
        W(Un<decimal>.Size + " " + Un<(byte, long)>.Size + " " + Un<Guid>.Size + Un<KeyValuePair<byte, short>>.Size);
        W(Un<int>.Bytes(0x01020304) + Un<(byte, short)>.Bytes((1, 2))[..2]);
        W(Un<int>.Sum(new[] { 1, 2, 3 }, &AddI));
        W(Big<int, string, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, byte, List<int>>.N);
        W(string.Join(",", Arr(1, 2)) + Arr("x").GetType() + Arr<object>(1, "s").Length);
        W(Capture("cap")() + Capture(4)());
        W(Overl("s") + Overl((int? )4));
        W(IsDefault(0) + "" + IsDefault<string>(null!) + IsDefault("") + IsDefault((0, 0)) + IsDefault<int?>(0) + IsDefault<int?>(null));
        W(Kind<int>() + Kind<string>() + Kind<int?>() + Kind<(int, string)>() + Kind<(int, long)>() + Kind<IComparable>());
        try
        {
            Newt<ThrowsCtor>();
        }
        catch (Exception e)
        {
            W(e.GetType().Name + e.Message + e.InnerException?.Message);
        }

        W(Newt<HasCtor>().X + " " + (new HasCtor[1])[0].X + " " + default(HasCtor).X + " " + Newt<int>() + Newt<List<int>>().Count + (Newt<int?>() == null));
        W(Cast<int>(1) + Cast<int>("s") + Cast<string>("s") + Cast<int?>(4) + Cast<EI>(5) + Cast<long>(5) + Cast<IComparable<int>>(5) + Cast<IEnumerable<object>>(new[] { "s" }) + Cast<Action<string>>((Action<object>)(_ =>
        {
        })));
        W(As<string>("q") + As<string>(1) + As<IEnumerable<object>>(new List<string>()) + As<object[]>(new string[0]));
        W(IsPat<int>(1) + IsPat<int>(1L) + IsPat<int?>(1) + IsPat<int?>(null) + IsPat<string>(null) + IsPat<EI>(5) + IsPat<EI>(EI.B) + IsPat<int>(EI.B) + IsPat<object>(1) + IsPat<ValueType>(1) + IsPat<Enum>(EI.A) + IsPat<Enum>(1));
        Holder<int>.F = x => x + 1;
        Holder<string>.F = x => x + "1";
        Holder<object>.F = x => x;
        W(Holder<int>.Run(1) + Holder<string>.Run("s") + Holder<object>.Run("o"));
        Holder<int>.Ts = 5;
        Holder<string>.Ts = "ts";
        var th = new Thread(() => W(Holder<int>.Ts + (Holder<string>.Ts ?? "null")));
        th.Start();
        th.Join();
        W(Holder<int>.Ts + Holder<string>.Ts);
        var mi = typeof(P).GetMethod("Poly", BindingFlags.Static | BindingFlags.NonPublic)!;
        W(mi.MakeGenericMethod(typeof(decimal)).Invoke(null, new object[] { 1.5m, 2 }));
        W(mi);
        W(mi.MakeGenericMethod(typeof(List<int>)));
        W(Activator.CreateInstance(typeof(Outer<>.Inner<>.Leaf).MakeGenericType(typeof(int), typeof(char)))!.GetType());
        try
        {
            typeof(Vals<>).MakeGenericType(typeof(string));
        }
        catch (ArgumentException e)
        {
            W(e.Message);
        }

        try
        {
            typeof(Crtp<>).MakeGenericType(typeof(int));
        }
        catch (ArgumentException e)
        {
            W(e.Message);
        }

        try
        {
            typeof(Enums<>).MakeGenericType(typeof(int));
        }
        catch (ArgumentException e)
        {
            W(e.Message);
        }
    }
}

static class AC
{
    public static IContra<IContra<object>> AsContra(this object o) => new CoI<IContra<object>>(null!);
}
