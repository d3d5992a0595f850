using System.Reflection;

// generic virtual methods in all combinations; covariant returns; delegates to them
interface IG
{
    string M<T>(T t);
    string N<T, U>(T t, U u)
        where T : struct;
    ref T R<T>(T[] a);
    T Def<T>() => default!;
    string Over<T>(List<T> l);
    string Over<T>(T[] l);
    string Over<T>(T l);
}

interface IGT<in A>
{
    string M<T>(A a, T t);
}

interface IGO<out A>
{
    A Get<T>();
    string Who<T>() => typeof(T).Name + GetType().Name;
}

class B : IG
{
    public virtual string M<T>(T t) => $"B.M<{typeof(T).Name}>{t}";
    public virtual string N<T, U>(T t, U u)
        where T : struct => $"B.N<{typeof(T).Name},{typeof(U).Name}>";
    public virtual ref T R<T>(T[] a) => ref a[0];
    public virtual string Over<T>(List<T> l) => "BL" + typeof(T).Name;
    public virtual string Over<T>(T[] l) => "BA" + typeof(T).Name;
    public virtual string Over<T>(T l) => "BT" + typeof(T).Name;
    public virtual object Cov() => "B";
    public virtual IEnumerable<object> CovG<T>() => new object[]
    {
        typeof(T).Name
    };
}

class D1 : B
{
    public override string M<T>(T t) => "D1>" + base.M(t) + base.M(typeof(T));
    public override ref T R<T>(T[] a) => ref a[^1];
    public override string Cov() => "D1" + base.Cov();
    public override List<object> CovG<T>() => new()
    {
        "D1",
        typeof(T)
    };
    public sealed override string Over<T>(T l) => "D1T" + base.Over(l);
}

class D2 : D1, IG
{
    string IG.M<T>(T t) => "expl" + M(t);
    public new virtual string M<T>(T t) => "D2new" + typeof(T).Name;
    public override string N<T, U>(T t, U u) => "D2" + base.N(t, u);
    public override string Cov() => "D2" + base.Cov();
    string IG.Over<T>(T[] l) => "explA" + typeof(T).Name + Over(l);
}

class D3 : D2
{
    public override string M<T>(T t) => "D3" + base.M(t);
    public T Def<T>() => (T)(object)"d3def";
}

class GB<A>
{
    public virtual string M<T>(A a, T t) => $"GB<{typeof(A).Name}>.M<{typeof(T).Name}>";
    public virtual A Id(A a) => a;
    public virtual string Both<T>(T t)
        where T : A => "c" + typeof(T).Name;
}

class GD<X> : GB<X[]>
{
    public override string M<T>(X[] a, T t) => "GD" + typeof(X).Name + base.M(a, (t, a));
}

class GI : GD<int>, IGT<int[]>, IGT<string>
{
    public override string M<T>(int[] a, T t) => "GI" + base.M(a, t);
    public string M<T>(string a, T t) => "str" + typeof(T).Name;
}

struct SG : IG
{
    int n;
    public string M<T>(T t) => "SG" + typeof(T).Name + n++;
    public string N<T, U>(T t, U u)
        where T : struct => "SGN";
    public ref T R<T>(T[] a) => ref a[1];
    public string Over<T>(List<T> l) => "l";
    public string Over<T>(T[] l) => "a";
    public string Over<T>(T l) => "t";
}

class CT : IGT<object>, IGO<string>, IGO<Version>
{
    public string M<T>(object a, T t) => "CT" + a + typeof(T).Name;
    public string Get<T>() => "g" + typeof(T).Name;
    Version IGO<Version>.Get<T>() => new(typeof(T).Name.Length, 0);
}

abstract class Abs
{
    public abstract Abs Clone();
    public abstract Abs Me { get; }

    public virtual IComparable V(int x) => x;
}

class AbsD : Abs
{
    public override AbsD Clone() => new();
    public override AbsD Me => this;

    public override string V(int x) => "V" + x;
}

class AbsDD : AbsD
{
    public override AbsDD Clone() => new();
    public override AbsDD Me => this;
    public string Own => "own";
}

class AbsG<T> : Abs where T : Abs, new()
{
    public override T Clone() => new();
    public override T Me => new();
}

static class GX
{
    public static int Def2(this IG g)
    {
        try
        {
            return g.Def<int>();
        }
        catch (InvalidCastException)
        {
            return -1;
        }
    }
}

class P
{
    static void W(object? o) => Console.WriteLine(o);
    static string C<X>(X x)
        where X : IG => x.M(1) + x.M("s") + x.M(1.5m) + x.N(1, "u") + x.N(2L, x) + x.Over(new List<int>()) + x.Over(new[] { "q" }) + x.Over('c') + x.Over<int[]>(new int[0]);
    static string Poly<T>(IG g, T t, int d) => d == 0 ? g.M(t) : Poly(g, new[] { t }, d - 1) + Poly(g, (t, d), 0);
    static void Main()
    {
        foreach (IG g in new IG[]
        {
            new B(),
            new D1(),
            new D2(),
            new D3(),
            new SG()
        }

        )
        {
            W(C(g));
            W(Poly(g, 1, 3));
            int[] a =
            {
                1,
                2,
                3
            };
            g.R(a) = 100;
            W(string.Join(",", a));
            string[] s =
            {
                "a",
                "b",
                "c"
            };
            g.R(s) += "!";
            W(string.Join(",", s));
            W((g.Def<string>() ?? "null") + g.Def2());
            Func<string, string> f = g.M<string>;
            Func<int, string> f2 = g.M<int>;
            W(f("del") + f2(3) + f.Method.DeclaringType + f.Method);
        }

        foreach (B b in new B[]
        {
            new B(),
            new D1(),
            new D2(),
            new D3()
        }

        )
        {
            W(b.M(1) + b.Cov() + string.Join(",", b.CovG<int>()) + b.CovG<string>().GetType().Name);
        }

        W(new D2().M(1) + new D3().M("x") + ((D1)new D3()).M(2));
        W(C(new SG()));
        SG sg = default;
        W(sg.M(1) + sg.M(1));
        IG bx = sg;
        W(bx.M(1) + bx.M(""));
        GB<int[]> gb = new GI();
        W(gb.M(new int[1], 1));
        W(((IGT<int[]>)gb).M(null!, "s"));
        W(((IGT<string>)gb).M("", 2));
        IGT<string> ct = new CT();
        W(ct.M("contra", 1L));
        IGO<object> go = new CT();
        W(go.Get<int>());
        W(go.Who<Uri>());
        W(((IGO<Version>)go).Get<string>());
        W(new GB<object>().Both<string>("") + new GB<IComparable>().Both(3));
        Abs ab = new AbsDD();
        W(ab.Clone().GetType() + "" + ab.Me.GetType() + ab.V(3));
        W(((AbsD)ab).Clone().Me.GetType() + ((AbsDD)ab).Clone().Own);
        Abs ag = new AbsG<AbsDD>();
        W(ag.Clone().GetType());
        W(new AbsG<AbsD>().Me.V(2));
        foreach (var m in typeof(AbsDD).GetMethods().Where(m => m.Name == "Clone").OrderBy(m => m.ReturnType.Name))
            W(m + " " + m.DeclaringType + m.GetBaseDefinition().DeclaringType);
        W(typeof(D1).GetMethod("Cov")!.Invoke(new D3(), null));
        W(typeof(B).GetMethod("M")!.MakeGenericMethod(typeof(Guid)).Invoke(new D3(), new object[] { Guid.Empty }));
        W(typeof(IG).GetMethod("M")!.MakeGenericMethod(typeof(int)).Invoke(new SG(), new object[] { 1 }));
        IG? nul = null;
        try
        {
            nul!.M(1);
        }
        catch (NullReferenceException e)
        {
            W(e.Message);
        }

        B? nb = null;
        try
        {
            nb!.M("s");
        }
        catch (NullReferenceException e)
        {
            W(e.Message);
        }

        try
        {
            Func<int, string> q = nb!.M<int>;
        }
        catch (NullReferenceException e)
        {
            W(e.Message);
        }
        catch (ArgumentException e)
        {
            W(e.Message);
        }

        dynamic dy = new D3();
        W(dy.M(1));
        W(dy.M("s"));
        W(dy.Cov());
        for (int i = 0; i < 3; i++)
            foreach (IG g in new IG[]
            {
                new B(),
                new D1(),
                new SG()
            }

            )
                Console.Write(g.M((i, g)).Length + " ");
    }
}
