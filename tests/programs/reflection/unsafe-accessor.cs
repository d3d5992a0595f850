// UnsafeAccessor: every kind on plain and generic types, what is found and what is refused, with CoreCLR's messages.
using System.Runtime.CompilerServices;
class G<T> { private T f; private static T sf; private T[] arr = new T[1]; private T M(T x) => x; private static U S<U>(T a, U b) => b; private V I<V>(V x, T t) => x; public class N { private T q; private T Z() => q; } private List<T> L() => null; private int Plain() => 3; private int p = 5; private static string W<X, Y>(X x, Y y) => typeof(X).Name + typeof(Y).Name; private G(T t) { f = t; } public G() { } private string C<K>(K k) where K : class => "c"; private string ST<K>(K k) where K : struct => "st"; private string NW<K>(K k) where K : new() => "nw"; private string CMP<K>(K k) where K : IComparable<K> => "cmp"; }
class GC1<T> where T : class { private T f; private int x = 4; private int M() => 7; }
class P2<A, B> { private A a; private B b; private string Q(A a, B b) => typeof(A).Name + typeof(B).Name; }
class Plain { private T Id<T>(T x) => x; private static string Two<X, Y>(X x, Y y) => typeof(X).Name + typeof(Y).Name; private string Lst<T>(List<T> l) => typeof(T).Name; private string Con<T>(T t) where T : class => "con"; private int Ov(int x) => 1; private int Ov(long x) => 2; private int Ov(ref int x) => 3; private int InP(in int x) => x; private int f = 3; private readonly int ro = 4; private volatile int vol = 5; private const int lit = 4; private static readonly int sro = 9; private void V() { } private int Base() => 1; protected virtual int Virt() => 1; private int dflt(int a = 5) => a; }
class DerivedP : Plain { protected override int Virt() => 2; }
class Acc<T>
{
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "f")] public static extern ref T F(G<T> o);
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "arr")] public static extern ref T[] Arr(G<T> o);
    [UnsafeAccessor(UnsafeAccessorKind.StaticField, Name = "sf")] public static extern ref T SF(G<T> o);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "M")] public static extern T M(G<T> o, T x);
    [UnsafeAccessor(UnsafeAccessorKind.StaticMethod, Name = "S")] public static extern U S<U>(G<T> o, T a, U b);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "I")] public static extern U I<U>(G<T> o, U b, T a);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "I")] public static extern T I2<U>(G<T> o, T b, U a);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "L")] public static extern List<T> L(G<T> o);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Plain")] public static extern int Plain(G<T> o);
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "p")] public static extern ref int PF(G<T> o);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Z")] public static extern T Z(G<T>.N o);
    [UnsafeAccessor(UnsafeAccessorKind.Constructor)] public static extern G<T> Ctor(T t);
    [UnsafeAccessor(UnsafeAccessorKind.StaticMethod, Name = "W")] public static extern string W<A, B>(G<T> o, A a, B b);
    [UnsafeAccessor(UnsafeAccessorKind.StaticMethod, Name = "W")] public static extern string Wr<A, B>(G<T> o, B a, A b);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "C")] public static extern string C<K>(G<T> o, K k) where K : class;
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "C")] public static extern string Cno<K>(G<T> o, K k);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "ST")] public static extern string ST<K>(G<T> o, K k) where K : struct;
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "ST")] public static extern string STno<K>(G<T> o, K k);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "NW")] public static extern string NW<K>(G<T> o, K k) where K : new();
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "NW")] public static extern string NWno<K>(G<T> o, K k) where K : struct;
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "CMP")] public static extern string CMP<K>(G<T> o, K k) where K : IComparable<K>;
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "CMP")] public static extern string CMPno<K>(G<T> o, K k) where K : IComparable;
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "f")] public static extern ref int Fint(G<int> o);
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "p")] public static extern ref int Pint(G<int> o);
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "f")] public static extern ref T[] FA(G<T[]> o);
}
class AccC<T> where T : class { [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "f")] public static extern ref T F(GC1<T> o); [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "f")] public static extern ref T F2(G<T> o); [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "M")] public static extern int M(GC1<T> o); }
class AccS<T> where T : class, new() { [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "x")] public static extern ref int X(GC1<T> o); }
class Acc2<B, A> { [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Q")] public static extern string Q(P2<A, B> o, A a, B b); [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Q")] public static extern string Q2(P2<B, A> o, B a, A b); [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Q")] public static extern string Qm(P2<B, int> o, B a, int b); [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "f")] public static extern ref B F(G<B> o); [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "f")] public static extern ref A FA(G<A> o); [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "p")] public static extern ref int P(G<B> o); }
static class Program
{
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "f")] static extern ref int FI(G<int> o);
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "f")] static extern ref string FS(G<string> o);
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "p")] static extern ref int PI(G<int> o);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "M")] static extern int MI(G<int> o, int x);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Plain")] static extern int PlI(G<int> o);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Plain")] static extern int PlT<T>(G<T> o);
    [UnsafeAccessor(UnsafeAccessorKind.Constructor)] static extern G<int> CI(int t);
    [UnsafeAccessor(UnsafeAccessorKind.StaticMethod, Name = "S")] static extern U SU<U>(G<int> o, int a, U b);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Id")] static extern T Id<T>(Plain o, T x);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Id")] static extern int IdI(Plain o, int x);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Id")] static extern T Id2<U, T>(Plain o, T x);
    [UnsafeAccessor(UnsafeAccessorKind.StaticMethod, Name = "Two")] static extern string Two<X, Y>(Plain o, X x, Y y);
    [UnsafeAccessor(UnsafeAccessorKind.StaticMethod, Name = "Two")] static extern string TwoR<Y, X>(Plain o, X x, Y y);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Lst")] static extern string Lst<T>(Plain o, List<T> x);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Con")] static extern string Con<T>(Plain o, T x) where T : class;
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Con")] static extern string Con0<T>(Plain o, T x);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Ov")] static extern int OvI(Plain o, int x);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Ov")] static extern int OvL(Plain o, long x);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Ov")] static extern int OvR(Plain o, ref int x);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Ov")] static extern int OvO(Plain o, out int x);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "InP")] static extern int InP(Plain o, in int x);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "InP")] static extern int InPr(Plain o, ref int x);
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "ro")] static extern ref int Ro(Plain o);
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "ro")] static extern ref readonly int RoR(Plain o);
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "vol")] static extern ref int Vol(Plain o);
    [UnsafeAccessor(UnsafeAccessorKind.StaticField, Name = "lit")] static extern ref int Lit(Plain o);
    [UnsafeAccessor(UnsafeAccessorKind.StaticField, Name = "sro")] static extern ref int Sro(Plain o);
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "sro")] static extern ref int SroI(Plain o);
    [UnsafeAccessor(UnsafeAccessorKind.StaticField, Name = "f")] static extern ref int FSt(Plain o);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "V")] static extern int Vi(Plain o);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Base")] static extern int Bs(DerivedP o);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Virt")] static extern int Virt(Plain o);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Virt")] static extern int VirtD(DerivedP o);
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "f")] static extern ref int fD(DerivedP o);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "dflt")] static extern int Df(Plain o);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "dflt")] static extern int Df2(Plain o, int x);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "ToString")] static extern string Str(object o);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "MemberwiseClone")] static extern object Clone(object o);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Get")] static extern int AGet(int[] o, int i);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Get")] static extern int MGet(int[,] o, int i, int j);
    [UnsafeAccessor(UnsafeAccessorKind.Constructor)] static extern string StrC(char c, int n);
    [UnsafeAccessor(UnsafeAccessorKind.Constructor)] static extern int[] ArrC(int n);
    [UnsafeAccessor(UnsafeAccessorKind.Constructor)] static extern Guid GuidC(string n);
    [UnsafeAccessor(UnsafeAccessorKind.Constructor)] static extern Guid Guid0();
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")] static extern void CtorM(Plain o);
    [UnsafeAccessor(UnsafeAccessorKind.StaticMethod, Name = ".cctor")] static extern void CctorM(Plain o);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Dispose")] static extern void Ifc(IDisposable o);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Invoke")] static extern void Dlg(Action o);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "x")] static extern unsafe void Ptr(int* o);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "x")] static extern void Tv<T>(T o);
    [UnsafeAccessor(UnsafeAccessorKind.StaticMethod, Name = "x")] static extern void Tvs<T>(T o);
    [UnsafeAccessor(UnsafeAccessorKind.StaticMethod, Name = "x")] static extern void Vd();
    static void Try(string what, Func<object> f)
    {
        try { object o = f(); Console.WriteLine($"{what}: {o ?? "null"} {o?.GetType()}"); }
        catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name}: {e.Message} {e.HResult:x} / {e.InnerException?.GetType().Name}: {e.InnerException?.Message}"); }
    }
    static void All<T>(T v)
    {
        string n = typeof(T).Name; var g = new G<T>(); 
        Try(n + " F", () => { Acc<T>.F(g) = v; return Acc<T>.F(g); }); Try(n + " Arr", () => Acc<T>.Arr(g).Length); Try(n + " SF", () => Acc<T>.SF(null)); Try(n + " M", () => Acc<T>.M(g, v)); Try(n + " S", () => Acc<T>.S<long>(null, v, 4)); Try(n + " S2", () => Acc<T>.S<string>(null, v, "u"));
        Try(n + " I", () => Acc<T>.I<char>(g, 'x', v)); Try(n + " I2", () => Acc<T>.I2<char>(g, v, 'x')); Try(n + " L", () => Acc<T>.L(g)); Try(n + " Plain", () => Acc<T>.Plain(g)); Try(n + " PF", () => Acc<T>.PF(g)); Try(n + " Z", () => Acc<T>.Z(new())); Try(n + " Ctor", () => Acc<T>.F(Acc<T>.Ctor(v)));
        Try(n + " W", () => Acc<T>.W<int, long>(null, 1, 2)); Try(n + " Wr", () => Acc<T>.Wr<int, long>(null, 1, 2));
        Try(n + " C", () => Acc<T>.C<string>(g, "")); Try(n + " Cno", () => Acc<T>.Cno<string>(g, "")); Try(n + " ST", () => Acc<T>.ST<int>(g, 1)); Try(n + " STno", () => Acc<T>.STno<int>(g, 1)); Try(n + " NW", () => Acc<T>.NW<int>(g, 1)); Try(n + " NWno", () => Acc<T>.NWno<int>(g, 1)); Try(n + " CMP", () => Acc<T>.CMP<int>(g, 1)); Try(n + " CMPno", () => Acc<T>.CMPno<int>(g, 1));
        Try(n + " Fint", () => Acc<T>.Fint(new())); Try(n + " Pint", () => Acc<T>.Pint(new())); Try(n + " FA", () => Acc<T>.FA(new()));
        Try(n + " A2 Q", () => Acc2<int, T>.Q(new(), v, 1)); Try(n + " A2 Q2", () => Acc2<int, T>.Q2(new(), 1, v)); Try(n + " A2 Qm", () => Acc2<T, int>.Qm(new(), v, 1)); Try(n + " A2 F", () => Acc2<T, int>.F(new())); Try(n + " A2 FA", () => Acc2<int, T>.FA(new())); Try(n + " A2 P", () => Acc2<T, T>.P(new()));
        Try(n + " PlT", () => PlT<T>(g)); Try(n + " Id", () => Id<T>(new(), v)); Try(n + " Id2", () => Id2<int, T>(new(), v)); Try(n + " Two", () => Two<T, int>(null, v, 1)); Try(n + " TwoR", () => TwoR<int, T>(null, v, 1)); Try(n + " Lst", () => Lst<T>(new(), null)); Try(n + " Con0", () => Con0<T>(new(), v)); Try(n + " SU", () => SU<T>(null, 1, v)); Try(n + " Tv", () => { Tv<T>(v); return 0; }); Try(n + " Tvs", () => { Tvs<T>(v); return 0; });
    }
    static unsafe void Main()
    {
        All(5); All("s"); All(new DateTime(5));
        var p = new Plain(); int q = 4;
        Try("C F", () => AccC<string>.F(new())); Try("C F2", () => AccC<string>.F2(new())); Try("C M", () => AccC<string>.M(new())); Try("S X", () => AccS<object>.X(new()));
        Try("FI", () => FI(new())); Try("FS", () => FS(new())); Try("PI", () => PI(new())); Try("MI", () => MI(new(), 3)); Try("PlI", () => PlI(new())); Try("CI", () => CI(3)); Try("IdI", () => IdI(p, 4)); Try("Con", () => Con<string>(p, ""));
        Try("OvI", () => OvI(p, 1)); Try("OvL", () => OvL(p, 1)); Try("OvR", () => OvR(p, ref q)); Try("OvO", () => OvO(p, out q)); Try("InP", () => InP(p, q)); Try("InPr", () => InPr(p, ref q)); Try("Ro", () => Ro(p) = 7); Try("RoR", () => RoR(p)); Try("Vol", () => Vol(p)); Try("Lit", () => Lit(p)); Try("Sro", () => Sro(null)); Try("SroI", () => SroI(p)); Try("FSt", () => FSt(p)); Try("Vi", () => Vi(p)); Try("Bs", () => Bs(new())); Try("Virt", () => Virt(new DerivedP())); Try("VirtD", () => VirtD(new DerivedP())); Try("fD", () => fD(new DerivedP())); Try("Df", () => Df(p)); Try("Df2", () => Df2(p, 4));
        Try("Str", () => Str(5)); Try("Str null", () => Str(null)); Try("Clone", () => Clone("x") is string); Try("AGet", () => AGet([1, 2], 1)); Try("MGet", () => MGet(new int[2, 2], 1, 1)); Try("StrC", () => StrC('c', 3)); Try("ArrC", () => ArrC(3).Length); Try("GuidC", () => GuidC("00000000-0000-0000-0000-000000000005")); Try("Guid0", () => Guid0()); Try("CtorM", () => { CtorM(p); return 1; }); Try("Cctor", () => { CctorM(p); return 1; }); Try("Ifc", () => { Ifc(new MemoryStream()); return 1; }); Try("Dlg", () => { Dlg(() => Console.WriteLine("dlg")); return 1; }); Try("Ptr", () => { Ptr(null); return 1; }); Try("Vd", () => { Vd(); return 1; });
    }
}
