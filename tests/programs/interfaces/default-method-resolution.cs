using System.Reflection;

interface IA
{
    string F() => "IA.F";
    string G() => "IA.G";
    string P => "IA.P";

    private string Priv() => "priv";
    string UsePriv() => Priv() + this.GetType().Name;
    static string St() => "IA.St";
    sealed string Sealed() => "IA.Sealed " + F();
    protected string Prot() => "IA.Prot";
}

interface IB : IA
{
    string IA.F() => "IB.F";
    abstract string IA.G();
    string Q() => Prot();
}

interface IC : IA
{
    string IA.F() => "IC.F>";
    string IA.P => "IC.P";
}

class CB : IB
{
    string IA.G() => "CB.G";
}

class CC : IC
{
    public string G() => "CC.G";
}

class CBC : IB, IC
{
    public string F() => "CBC.F";
    string IA.G() => "CBC.G";
}

class CSub : CC, IA
{
    public string F() => "CSub.F";
}

class CSub3 : CC
{
    public string F() => "CSub3.F";
    public new string G() => "CSub3.G";
}

struct SA : IA
{
    public int n;
    public string F() => "SA.F " + ++n;
}

struct SB : IA
{
    public int n;
}

interface IGen<T>
{
    string Who(T x) => $"IGen<{typeof(T).Name}>.Who {x} {GetType().Name}";
}

interface IGen2<T> : IGen<T>
{
    string IGen<T>.Who(T x) => $"IGen2<{typeof(T).Name}> {x}";
}

class G1 : IGen<int>, IGen<string>
{
}

class G2 : IGen2<int>, IGen<string>
{
}

class G3<T> : IGen2<T>, IGen<T[]>
{
}

interface IVar<in T, out U>
{
    U Get(T t) => throw new InvalidOperationException(typeof(T).Name + "," + typeof(U).Name);
    string Name() => typeof(T).Name + "->" + typeof(U).Name;
}

class V1 : IVar<object, string>
{
}

class V2 : IVar<object, string>, IVar<string, object>
{
}

interface IRe
{
    string M();
    string M2() => "IRe.M2";
}

interface IRe2 : IRe
{
    abstract string IRe.M2();
}

class ReC : IRe2
{
    public string M() => "ReC.M";
    string IRe.M2() => "ReC.M2";
}

interface IGM
{
    string T<T>(T x) => typeof(T).Name + x + GetType().Name;
}

interface IGM2 : IGM
{
    string IGM.T<T>(T x) => "2" + typeof(T).Name;
}

class GM : IGM
{
}

class GM2 : IGM2
{
}

class GM3 : IGM2
{
    public string T<T>(T x) => "3" + typeof(T);
}

struct GMS : IGM
{
}

interface IEvents
{
    event Action E
    {
        add
        {
            Console.WriteLine("add default");
        }

        remove
        {
            Console.WriteLine("remove default");
        }
    }

    int this[int i] { get => i * 2; set => Console.WriteLine($"set {i} {value}"); }
}

class Ev : IEvents
{
}

// base(I) style chain via explicit static helper
interface IChain0
{
    int V() => 0;
}

interface IChain1 : IChain0
{
    int IChain0.V() => 1;
}

interface IChain2 : IChain1
{
    int IChain0.V() => 2;
}

interface IChain3 : IChain2, IChain1, IChain0
{
    int IChain0.V() => 3;
}

class Ch : IChain0, IChain3, IChain1
{
}

class Ch2 : IChain2, IChain1
{
}

interface IObj
{
    string ToString() => "not used";
    new bool Equals(object? o) => true;
}

class Obj : IObj
{
}

class Program
{
    static string C<T>(T t)
        where T : IA => t.F() + "," + t.G() + "," + t.P + "," + t.UsePriv() + "," + t.Sealed();
    static void Main()
    {
        foreach (IA a in new IA[]
        {
            new CB(),
            new CC(),
            new CBCFix(),
            new CSub(),
            new CSub3(),
            new SA(),
            new SB()
        }

        )
            Console.WriteLine($"{a.GetType().Name}: {a.F()} {a.G()} {a.P} {a.UsePriv()} {a.Sealed()} {(a as IB)?.Q()}");
        Console.WriteLine(IA.St());
        var sa = new SA();
        Console.WriteLine(C(sa));
        Console.WriteLine(C(new SB()));
        Console.WriteLine(C(new CC()));
        C(sa);
        IA boxed = sa;
        boxed.F();
        boxed.F();
        Console.WriteLine(((SA)boxed).n + " " + sa.n);
        IGen<int> g = new G1();
        Console.WriteLine(g.Who(1));
        Console.WriteLine(((IGen<string>)g).Who("a"));
        g = new G2();
        Console.WriteLine(g.Who(1));
        Console.WriteLine(((IGen<string>)g).Who("a"));
        Console.WriteLine(((IGen<string>)new G3<string>()).Who("z"));
        Console.WriteLine(((IGen<string[]>)new G3<string>()).Who(new[] { "z" }));
        Console.WriteLine(((IGen<int?>)new G3<int?>()).Who(5));
        IVar<string, object> v = new V1();
        Console.WriteLine(v.Name());
        try
        {
            v.Get("x");
        }
        catch (InvalidOperationException e)
        {
            Console.WriteLine(e.Message);
        }

        v = new V2();
        Console.WriteLine(v.Name());
        Console.WriteLine(((IVar<object, string>)v).Name());
        Console.WriteLine(((IVar<string, string>)v).Name());
        try
        {
            Console.WriteLine(((IVar<Uri, object>)v).Name());
        }
        catch (Exception e)
        {
            Console.WriteLine(e.GetType() + e.Message);
        }

        IRe r = new ReC();
        Console.WriteLine(r.M() + r.M2());
        foreach (IGM m in new IGM[]
        {
            new GM(),
            new GM2(),
            new GM3(),
            new GMS()
        }

        )
            Console.WriteLine(m.T(1) + m.T("x") + m.T(new GMS()) + m.T<int?>(null) + m.T(new List<int>()));
        Action h = () =>
        {
        };
        IEvents e2 = new Ev();
        e2.E += h;
        e2.E -= h;
        e2[3] = e2[4];
        e2[1]++;
        Console.WriteLine(((IChain0)new Ch()).V() + " " + ((IChain0)new Ch2()).V());
        IObj o = new Obj();
        Console.WriteLine(((object)o).ToString() + o.Equals(3));
        Func<string> d = new CB().AsA().F;
        Console.WriteLine(d() + d.Method.DeclaringType + d.Target!.GetType());
        Func<string> d2 = ((IA)new SB()).UsePriv;
        Console.WriteLine(d2());
        Func<int, string> d3 = ((IGM)new GM2()).T<int>;
        Console.WriteLine(d3(4) + d3.Method.DeclaringType);
        var map = typeof(CC).GetInterfaceMap(typeof(IA));
        for (int i = 0; i < map.InterfaceMethods.Length; i++)
            Console.WriteLine(map.InterfaceMethods[i] + " -> " + map.TargetMethods[i]?.DeclaringType + "." + map.TargetMethods[i]?.Name);
        Console.WriteLine(typeof(IA).GetMethod("F")!.Invoke(new CB(), null));
        Console.WriteLine(typeof(IA).GetMethod("F")!.Invoke(new SB(), null));
        dynamic dd = new CC();
        Console.WriteLine(dd.G());
    }
}

class CBCFix : IB, IC
{
    public string F() => "CBC.F";
    string IA.G() => "CBC.G";
    string IA.P => "CBCFix.P";
}

static class X
{
    public static IA AsA(this CB c) => c;
}
