// UnsafeAccessor: messages for nested types, wrong usage, UnsafeAccessorType.
using System.Runtime.CompilerServices;
using System.Reflection;
class Outer { private class Inner { private int F; private static int SF = 3; private Inner(int x) { F = x; } private int M(string s) => 1; public class Deep<T> { } } private int A(Inner i) => 2; private static int SA<T>(T x) => 3; int this[int i] => i; private int fld = 5; static int sfld = 6; public Outer() {} private Outer(string s, int[] a) {} }
class G<T> { private T f; private T M(T x) => x; private static U S<U>(T a, U b) => b; public class N { private T q; } }
struct St { private int v; private int Get() => v; }
static class Program
{
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Nope")] static extern int M1(Outer o);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Nope")] static extern int M1b(Outer o, string s, int[] a, List<Dictionary<int, string>> l, ref int r);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Nope")] static extern int M2(G<int>.N o);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Nope")] static extern int M3(Nest.In.Deeper o);
    [UnsafeAccessor(UnsafeAccessorKind.StaticMethod, Name = "Nope")] static extern int M4(Nest.In o, G<string>.N p);
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "nope")] static extern ref int F1(Nest.In o);
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "fld")] static extern ref long F1b(Outer o);
    [UnsafeAccessor(UnsafeAccessorKind.StaticField, Name = "nope")] static extern ref int F2(Nest.In o);
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "nope")] static extern ref int F3(ref Nest.VS o);
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "nope")] static extern ref int F4(Nest.VS o);
    [UnsafeAccessor(UnsafeAccessorKind.Constructor)] static extern Nest.In C1(int a, string b, long c);
    [UnsafeAccessor(UnsafeAccessorKind.Constructor)] static extern void C2(int a);
    [UnsafeAccessor(UnsafeAccessorKind.Constructor, Name = "x")] static extern Outer C3(int a);
    [UnsafeAccessor(UnsafeAccessorKind.Method)] static extern void N1(Outer o);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "")] static extern void N2(Outer o);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "A")] static extern void N3();
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "fld")] static extern int N4(Outer o);
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "fld")] static extern ref int N5(Outer o, int x);
    [UnsafeAccessor((UnsafeAccessorKind)99, Name = "fld")] static extern ref int N6(Outer o);
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "f")] static extern ref T GF<T>(G<T> o);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "M")] static extern T GM<T>(G<T> o, T x);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "fld")] static extern int N7(Outer o, Outer p);
    [UnsafeAccessor(UnsafeAccessorKind.StaticMethod, Name = "SA")] static extern int SA<T>(Outer o, T x);
    [UnsafeAccessor(UnsafeAccessorKind.StaticMethod, Name = "SA")] static extern int SA0(Outer o, int x);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Get")] static extern int Get(St s);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Get")] static extern int GetR(ref St s);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "NopeG")] static extern void GN<T>(Nest.In o, T x) where T : class;
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "A")] static extern int TN([UnsafeAccessorType("Outer")] object o, [UnsafeAccessorType("Outer+Inner")] object i);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "B")] static extern int TN2([UnsafeAccessorType("Outer")] object o, [UnsafeAccessorType("Outer+Inner")] object i);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Nope")] static extern int TN3([UnsafeAccessorType("Outer+Inner")] object o, [UnsafeAccessorType("Outer+Inner+Deep`1[[System.Int32]]")] object i);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Nope")] static extern int TN4([UnsafeAccessorType("Outer+Missing")] object o);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Nope")] static extern int TN5([UnsafeAccessorType("Missing, MissingAsm")] object o);
    [UnsafeAccessor(UnsafeAccessorKind.Constructor)] [return: UnsafeAccessorType("Outer+Inner")] static extern object TC(int i);
    [UnsafeAccessor(UnsafeAccessorKind.Constructor)] [return: UnsafeAccessorType("Outer+Inner")] static extern object TC2(string i);
    [UnsafeAccessor(UnsafeAccessorKind.StaticField, Name = "SF")] static extern ref int TSF([UnsafeAccessorType("Outer+Inner")] object o);
    [UnsafeAccessor(UnsafeAccessorKind.StaticField, Name = "SFx")] static extern ref int TSF2([UnsafeAccessorType("Outer+Inner")] object o);
    static void Try(string what, Func<object> f)
    {
        try { object o = f(); Console.WriteLine($"{what}: {o ?? "null"} {o?.GetType()}"); }
        catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name}: {e.Message} {e.HResult:x} / {e.InnerException?.GetType().Name}: {e.InnerException?.Message}"); }
    }
    static void Main()
    {
        var o = new Outer(); int r = 0; Nest.VS vs = default;
        Try("M1", () => M1(o)); Try("M1b", () => M1b(o, "", null, null, ref r)); Try("M2", () => M2(new())); Try("M3", () => M3(new())); Try("M4", () => M4(new(), null));
        Try("F1", () => F1(new())); Try("F1b", () => F1b(o)); Try("F2", () => F2(new())); Try("F3", () => F3(ref vs)); Try("F4", () => F4(vs));
        Try("C1", () => C1(1, "", 1)); Try("C2", () => { C2(1); return 0; }); Try("C3", () => C3(1));
        Try("N1", () => { N1(o); return 0; }); Try("N2", () => { N2(o); return 0; }); Try("N3", () => { N3(); return 0; }); Try("N4", () => N4(o)); Try("N5", () => N5(o, 1)); Try("N6", () => N6(o)); Try("N7", () => N7(o, o));
        Try("GF", () => GF<int>(new())); Try("GM", () => GM<int>(new(), 4)); Try("SA", () => SA<int>(null, 4)); Try("SA0", () => SA0(null, 4)); Try("Get", () => Get(default)); Try("GetR", () => { St s = default; return GetR(ref s); });
        Try("GN", () => { GN<string>(new(), ""); return 0; });
        object inner = TC(4);
        Try("TC", () => inner); Try("TC2", () => TC2("")); Try("TN", () => TN(o, inner)); Try("TN2", () => TN2(o, inner)); Try("TN3", () => TN3(inner, null)); Try("TN4", () => TN4(null)); Try("TN5", () => TN5(null)); Try("TSF", () => TSF(null)); Try("TSF2", () => TSF2(null));
        Try("null field", () => GF<int>(null)); Try("null m", () => GM<int>(null, 3));
    }
}
namespace Some.Space { }
public class Nest { public class In { public class Deeper { } public In() { } } public struct VS { public int x; } }
