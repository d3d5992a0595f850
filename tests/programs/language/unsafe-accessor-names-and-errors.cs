using System.Runtime.CompilerServices;

#pragma warning disable 169, 414, 649
class Target
{
    private int f = 5;
    private static string s = "st";
    private readonly long ro = 9;
    private Target()
    {
    }

    private Target(int x)
    {
        f = x;
    }

    private string M(int a) => "M" + a + f;
    private static int SM(string q) => q.Length;
    private T G<T>(T x) => x;
    private static U SG<U>(U u)
        where U : struct => u;
    private string Over(object o) => "obj";
    private string Over(string o) => "str";
    private ref int R() => ref f;
    private int Prop { get; set; } = 77;

    public override string ToString() => "T" + f;
    private static void Out(out int x, ref int y, in int z)
    {
        x = y + z;
        y = 1;
    }

    private protected class Inner
    {
    }

    virtual internal string V() => "Target.V";
}

class Derived : Target2
{
    internal override string V() => "Derived.V";
}

class Target2
{
    virtual internal string V() => "Target2.V";
    private int[] arr =
    {
        1,
        2,
        3
    };
}

class GenT<T>
{
    private T? val;
    private static T? stat;
    private static int count = typeof(T).Name.Length;
    private GenT(T v)
    {
        val = v;
    }

    private T? Get() => val;
    private string Mix<U>(T t, U u) => typeof(T).Name + typeof(U).Name + t + u;
    private static string SMix<U>(T t, U u) => "S" + typeof(T).Name + typeof(U).Name;
    private GenT()
    {
    }
}

struct St
{
    private int a;
    private int b;
    private int Sum() => a + b;
    private static int X = 3;
    private St(int a, int b)
    {
        this.a = a;
        this.b = b;
    }

    private T Id<T>(T t)
    {
        a++;
        return t;
    }
}

static class Acc
{
    [UnsafeAccessor(UnsafeAccessorKind.Constructor)]
    public static extern Target New();
    [UnsafeAccessor(UnsafeAccessorKind.Constructor)]
    public static extern Target New(int x);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    public static extern void CallCtor(Target t, int x);
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "f")]
    public static extern ref int F(Target t);
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "ro")]
    public static extern ref readonly long Ro(Target t);
    [UnsafeAccessor(UnsafeAccessorKind.StaticField, Name = "s")]
    public static extern ref string S(Target? t);
    [UnsafeAccessor(UnsafeAccessorKind.Method)]
    public static extern string M(Target t, int a);
    [UnsafeAccessor(UnsafeAccessorKind.StaticMethod)]
    public static extern int SM(Target? t, string q);
    [UnsafeAccessor(UnsafeAccessorKind.Method)]
    public static extern T G<T>(Target t, T x);
    [UnsafeAccessor(UnsafeAccessorKind.StaticMethod)]
    public static extern U SG<U>(Target? t, U x)
        where U : struct;
    [UnsafeAccessor(UnsafeAccessorKind.Method)]
    public static extern string Over(Target t, object a);
    [UnsafeAccessor(UnsafeAccessorKind.Method)]
    public static extern string Over(Target t, string a);
    [UnsafeAccessor(UnsafeAccessorKind.Method)]
    public static extern ref int R(Target t);
    [UnsafeAccessor(UnsafeAccessorKind.Method)]
    public static extern int get_Prop(Target t);
    [UnsafeAccessor(UnsafeAccessorKind.Method)]
    public static extern void set_Prop(Target t, int v);
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "<Prop>k__BackingField")]
    public static extern ref int PropField(Target t);
    [UnsafeAccessor(UnsafeAccessorKind.StaticMethod)]
    public static extern void Out(Target? t, out int x, ref int y, in int z);
    [UnsafeAccessor(UnsafeAccessorKind.Method)]
    public static extern string V(Target2 t);
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "arr")]
    public static extern ref int[] Arr(Target2 t);
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "a")]
    public static extern ref int A(ref St s);
    [UnsafeAccessor(UnsafeAccessorKind.Method)]
    public static extern int Sum(ref St s);
    [UnsafeAccessor(UnsafeAccessorKind.Method)]
    public static extern T Id<T>(ref St s, T t);
    [UnsafeAccessor(UnsafeAccessorKind.StaticField)]
    public static extern ref int X(ref St s);
    [UnsafeAccessor(UnsafeAccessorKind.Constructor)]
    public static extern St NewSt(int a, int b);
    // errors
    [UnsafeAccessor(UnsafeAccessorKind.Method)]
    public static extern string Missing(Target t);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "M")]
    public static extern string BadSig(Target t, long a);
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "f")]
    public static extern ref long BadField(Target t);
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "zz")]
    public static extern ref int NoField(Target t);
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "s")]
    public static extern ref string WrongStatic(Target t);
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "a")]
    public static extern ref int ByValue(St t);
    [UnsafeAccessor(UnsafeAccessorKind.Constructor)]
    public static extern Target NewBad(string x);
    [UnsafeAccessor((UnsafeAccessorKind)77)]
    public static extern Target BadKind();
    [UnsafeAccessor(UnsafeAccessorKind.Constructor, Name = "foo")]
    public static extern Target NamedCtor();
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "f")]
    public static extern int NonRef(Target t);
    [UnsafeAccessor(UnsafeAccessorKind.StaticMethod)]
    public static extern int SM();
    // via type by name
    [UnsafeAccessor(UnsafeAccessorKind.Constructor)]
    [return: UnsafeAccessorType("Hidden")]
    public static extern object NewHidden();
    [UnsafeAccessor(UnsafeAccessorKind.Method)]
    public static extern string Hi([UnsafeAccessorType("Hidden")] object h, int x);
    [UnsafeAccessor(UnsafeAccessorKind.StaticMethod, Name = "Sta")]
    public static extern string Sta([UnsafeAccessorType("Hidden")] object? h, [UnsafeAccessorType("Hidden+Nested")] object n);
    [UnsafeAccessor(UnsafeAccessorKind.Constructor)]
    [return: UnsafeAccessorType("Hidden+Nested")]
    public static extern object NewNested();
    [UnsafeAccessor(UnsafeAccessorKind.StaticMethod, Name = "Count")]
    public static extern int StaticCls([UnsafeAccessorType("StaticHidden")] object? h, [UnsafeAccessorType("System.Collections.Generic.List`1[[Hidden]]")] object list);
    [UnsafeAccessor(UnsafeAccessorKind.StaticMethod, Name = "MakeList")]
    [return: UnsafeAccessorType("System.Collections.Generic.List`1[[Hidden]]")]
    public static extern object MakeList([UnsafeAccessorType("StaticHidden")] object? h);
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "hf")]
    public static extern ref int Hf([UnsafeAccessorType("Hidden")] object h);
    [UnsafeAccessor(UnsafeAccessorKind.Method)]
    public static extern string Hi([UnsafeAccessorType("NoSuchType")] object h);
}

static class GAcc<T>
{
    [UnsafeAccessor(UnsafeAccessorKind.Constructor)]
    public static extern GenT<T> New(T t);
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "val")]
    public static extern ref T Val(GenT<T> t);
    [UnsafeAccessor(UnsafeAccessorKind.StaticField, Name = "stat")]
    public static extern ref T Stat(GenT<T>? t);
    [UnsafeAccessor(UnsafeAccessorKind.StaticField, Name = "count")]
    public static extern ref int Count(GenT<T>? t);
    [UnsafeAccessor(UnsafeAccessorKind.Method)]
    public static extern T Get(GenT<T> t);
    [UnsafeAccessor(UnsafeAccessorKind.Method)]
    public static extern string Mix<U>(GenT<T> g, T t, U u);
    [UnsafeAccessor(UnsafeAccessorKind.StaticMethod)]
    public static extern string SMix<U>(GenT<T>? g, T t, U u);
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_items")]
    public static extern ref T[] Items(List<T> l);
    [UnsafeAccessor(UnsafeAccessorKind.Method)]
    public static extern void Grow(List<T> l, int cap);
}

class Hidden
{
    int hf = 31;
    string Hi(int x) => "hidden" + x;
    class Nested
    {
        public override string ToString() => "nested";
    }

    static string Sta(Nested n) => "sta " + n;
}

static class StaticHidden
{
    static int Count(List<Hidden> l) => l.Count;
    static List<Hidden> MakeList() => new()
    {
        new Hidden(),
        new Hidden()
    };
}

class Program
{
    static void Try(string n, Func<object?> f)
    {
        try
        {
            Console.WriteLine(n + ": " + f());
        }
        catch (Exception e)
        {
            Console.WriteLine(n + ": " + e.GetType().Name + " " + e.Message);
        }
    }

    static void Gen<T>(T a, T b)
    {
        var g = GAcc<T>.New(a);
        Console.WriteLine(GAcc<T>.Get(g));
        GAcc<T>.Val(g) = b;
        Console.WriteLine(GAcc<T>.Get(g));
        GAcc<T>.Stat(null) = a;
        Console.WriteLine(GAcc<T>.Stat(null) + " " + GAcc<T>.Count(null));
        Console.WriteLine(GAcc<T>.Mix(g, a, 1) + GAcc<T>.Mix(g, a, "s") + GAcc<T>.SMix(null, a, 2.5));
        var l = new List<T>
        {
            a,
            b
        };
        Console.WriteLine(GAcc<T>.Items(l).Length);
        GAcc<T>.Grow(l, 20);
        Console.WriteLine(l.Capacity);
    }

    static void Main()
    {
        var t = Acc.New();
        Console.WriteLine(t);
        t = Acc.New(12);
        Console.WriteLine(t);
        Acc.F(t)++;
        Console.WriteLine(t + " " + Acc.Ro(t));
        Acc.CallCtor(t, 55);
        Console.WriteLine(t);
        Acc.S(null) += "!";
        Console.WriteLine(Acc.S(t));
        Console.WriteLine(Acc.M(t, 3) + Acc.SM(null, "four"));
        Console.WriteLine(Acc.G(t, 5) + Acc.G(t, "g") + Acc.SG(null, 5L));
        Console.WriteLine(Acc.Over(t, (object)"a") + Acc.Over(t, "a"));
        Acc.R(t) = 99;
        Console.WriteLine(t);
        Acc.set_Prop(t, Acc.get_Prop(t) + 1);
        Acc.PropField(t)++;
        Console.WriteLine(Acc.get_Prop(t));
        int y = 5;
        Acc.Out(null, out int x, ref y, 7);
        Console.WriteLine(x + " " + y);
        Console.WriteLine(Acc.V(new Derived()) + Acc.V(new Target2()));
        Acc.Arr(new Derived())[1] = 3;
        var s = Acc.NewSt(3, 4);
        Acc.A(ref s) += 10;
        Console.WriteLine(Acc.Sum(ref s));
        Acc.Id(ref s, "k");
        Console.WriteLine(Acc.Id(ref s, 3) + Acc.Sum(ref s));
        Console.WriteLine(++Acc.X(ref s));
        Gen(1, 2);
        Gen("a", "b");
        Gen((1, "x"), (2, "y"));
        Gen<object>(1, "o");
        Try("Missing", () => Acc.Missing(t));
        Try("BadSig", () => Acc.BadSig(t, 3));
        Try("BadField", () => Acc.BadField(t));
        Try("NoField", () => Acc.NoField(t));
        Try("WrongStatic", () => Acc.WrongStatic(t));
        Try("ByValue", () => Acc.ByValue(default));
        Try("NewBad", () => Acc.NewBad(""));
        Try("BadKind", () => Acc.BadKind());
        Try("NamedCtor", () => Acc.NamedCtor());
        Try("NonRef", () => Acc.NonRef(t));
        Try("SM()", () => Acc.SM());
        Try("null field", () => Acc.F(null!));
        Try("null method", () => Acc.M(null!, 1));
        Try("null virt", () => Acc.V(null!));
        Try("hidden", () =>
        {
            var h = Acc.NewHidden();
            Acc.Hf(h)++;
            return Acc.Hi(h, 4) + Acc.Hf(h);
        });
        Try("sta", () => Acc.Sta(null, Acc.NewNested()));
        Try("list", () => Acc.StaticCls(null, Acc.MakeList(null)));
        Try("nosuch", () => Acc.Hi("x"));
        Try("wrong cast", () => Acc.Hi("x", 3));
    }
}
