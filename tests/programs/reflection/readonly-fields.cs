// Values and constructors by reflection: boxed Nullable<T>, readonly fields before and after their class is initialised, literals.
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

struct Point { public readonly int X; public int Y; public Point(int x) { X = x; Y = 1; } public static readonly Point Zero = new(3); }
class Inst { public readonly int A = 1; public readonly string S = "s"; public int B; public const int C = 5; public const string D = "d"; public static readonly decimal M = 1.5m; }
class Lazy1 { public static readonly int N = 1; public static readonly string S = "one"; public static int W = 4; [ThreadStatic] public static int T; }
class Explicit { public static readonly int N; public static readonly object O; public static int Runs; static Explicit() { Runs++; N = 5; O = "o"; } }
class NoInit { public static readonly int N; public static readonly string S; public static int W; }
class Gen<T> { public static readonly int N = 7; public static readonly T V; public int I; }
class Throwing { public static readonly int N = 1; static Throwing() => throw new InvalidOperationException("cctor"); }
class Late { public static readonly int N = Compute(); static int Compute() { try { typeof(Late).GetField("N").SetValue(null, 99); Console.WriteLine("set inside"); } catch (Exception e) { Console.WriteLine("inside " + e.GetType().Name + e.Message); } return 3; } static Late() { Console.WriteLine("late runs"); } public static int Get() => N; }
enum Color { Red, Green }
static class Program
{
    static void Try(string what, Func<object> f)
    {
        try { object o = f(); Console.WriteLine($"{what}: {o ?? "null"} {o?.GetType()}"); }
        catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name}: {e.Message} {e.HResult:x} / {e.InnerException?.GetType().Name}: {e.InnerException?.Message}"); }
    }
    static object Set(Type t, string f, object target, object v) { var field = t.GetField(f, (BindingFlags)(-1) & ~BindingFlags.IgnoreCase & ~BindingFlags.DeclaredOnly); field.SetValue(target, v); return field.GetValue(target); }
    static void Main()
    {
        var c = typeof(int?).GetConstructor([typeof(int)]);
        Try("nullable ctor", () => c.Invoke([5]));
        Try("nullable ctor2", () => ConstructorInvoker.Create(c).Invoke(6));
        Try("nullable ctor3", () => { object o = ConstructorInvoker.Create(c).Invoke(6); return o is int; });
        Try("nullable ctor4", () => Activator.CreateInstance(typeof(int?), 7));
        Try("nullable ctor5", () => Activator.CreateInstance(typeof(Point?), new Point(3)));
        Try("nullable default", () => Activator.CreateInstance(typeof(int?)));
        Try("nullable uninit", () => RuntimeHelpers.GetUninitializedObject(typeof(int?)));
        for (int i = 0; i < 4; i++) { Try("loop", () => c.Invoke([i])); }
        Try("invoke on existing", () => { object o = 4; object r = c.Invoke(o, [9]); return o + " " + r; });
        var cc = typeof(Color?).GetConstructor([typeof(Color)]);
        Try("enum", () => cc.Invoke([Color.Green]));
        var iv = ConstructorInvoker.Create(cc); for (int i = 0; i < 4; i++) Try("enum iv", () => iv.Invoke(Color.Red));
        for (int i = 0; i < 4; i++) Try("span", () => iv.Invoke(new Span<object>([Color.Green])));
        var ctor0 = typeof(Point).GetConstructor([typeof(int)]);
        Try("struct", () => ((Point)ctor0.Invoke([4])).X);
        Try("struct existing", () => { object p = new Point(1); ctor0.Invoke(p, [77]); return ((Point)p).X; });

        // readonly
        Try("before init", () => Set(typeof(Lazy1), "N", null, 10));
        Try("after access", () => Lazy1.N + Lazy1.S);
        Try("after init", () => Set(typeof(Lazy1), "N", null, 11));
        Try("after init S", () => Set(typeof(Lazy1), "S", null, "x"));
        Try("W", () => Set(typeof(Lazy1), "W", null, 11));
        Try("T", () => Set(typeof(Lazy1), "T", null, 11));
        Try("Explicit before", () => Set(typeof(Explicit), "N", null, 11));
        Try("Explicit before O", () => Set(typeof(Explicit), "O", null, 11));
        Try("Explicit", () => Explicit.N + " " + Explicit.O + Explicit.Runs);
        Try("Explicit O", () => Set(typeof(Explicit), "O", null, null));
        Try("NoInit", () => Set(typeof(NoInit), "N", null, 12));
        Try("NoInit again", () => Set(typeof(NoInit), "N", null, 13));
        Try("NoInit S", () => Set(typeof(NoInit), "S", null, "13"));
        NoInit.W++;
        Try("NoInit used", () => NoInit.N + Set(typeof(NoInit), "N", null, 14).ToString());
        Try("Gen", () => Set(typeof(Gen<int>), "N", null, 12));
        Try("Gen2", () => Set(typeof(Gen<int>), "N", null, 12));
        Try("Gen V", () => Set(typeof(Gen<int>), "V", null, 12));
        Try("Gen V", () => Set(typeof(Gen<string>), "V", null, "x"));
        Try("Gen open", () => Set(typeof(Gen<>), "N", null, 12));
        Try("Gen open get", () => typeof(Gen<>).GetField("N").GetValue(null));
        Try("Gen open I", () => typeof(Gen<>).GetField("I").GetValue(new Gen<int>()));
        Try("Throwing", () => Set(typeof(Throwing), "N", null, 12));
        Try("Throwing", () => Set(typeof(Throwing), "N", null, 12));
        Try("Throwing get", () => typeof(Throwing).GetField("N").GetValue(null));
        Try("Late", () => Set(typeof(Late), "N", null, 12));
        Try("Late", () => Late.Get());
        Try("Inst A", () => Set(typeof(Inst), "A", new Inst(), 12));
        Try("Inst S", () => Set(typeof(Inst), "S", new Inst(), "z"));
        Try("Inst A null target", () => Set(typeof(Inst), "A", null, "z"));
        Try("Inst A wrong target", () => Set(typeof(Inst), "A", "x", 3));
        Try("Inst A wrong value", () => Set(typeof(Inst), "A", new Inst(), "3"));
        Try("Inst A short", () => Set(typeof(Inst), "A", new Inst(), (short)3));
        Try("Inst A long", () => Set(typeof(Inst), "A", new Inst(), 3L));
        Try("Inst A enum", () => Set(typeof(Inst), "A", new Inst(), Color.Green));
        Try("Inst A null", () => Set(typeof(Inst), "A", new Inst(), null));
        Try("Inst C", () => Set(typeof(Inst), "C", null, 12));
        Try("Inst D", () => Set(typeof(Inst), "D", null, "x"));
        Try("Inst D2", () => Set(typeof(Inst), "D", null, 5));
        Try("Inst M", () => Set(typeof(Inst), "M", null, 5m));
        Try("Inst M", () => Set(typeof(Inst), "M", null, 5m));
        Try("Color Red", () => Set(typeof(Color), "Red", null, Color.Green));
        Try("Color Red", () => Set(typeof(Color), "value__", Color.Red, 1));
        Try("Color value", () => typeof(Color).GetField("value__").GetValue(Color.Green));
        Try("String.Empty", () => Set(typeof(string), "Empty", null, "x"));
        Try("Point.Zero", () => Set(typeof(Point), "Zero", null, new Point(9)));
        Try("Point.Zero", () => Set(typeof(Point), "Zero", null, new Point(9)));
        Try("Point.X", () => { object p = new Point(1); typeof(Point).GetField("X").SetValue(p, 8); return ((Point)p).X; });
        // direct
        Try("direct X", () => { Point p = new(1); typeof(Point).GetField("X").SetValueDirect(__makeref(p), 8); return p.X; });
        Try("direct Y", () => { Point p = new(1); typeof(Point).GetField("Y").SetValueDirect(__makeref(p), 8); return p.Y; });
        Try("direct A", () => { Inst p = new(); typeof(Inst).GetField("A").SetValueDirect(__makeref(p), 8); return p.A; });
        Try("direct N", () => { Inst p = new(); typeof(Lazy1).GetField("N").SetValueDirect(__makeref(p), 8); return Lazy1.N; });
        Try("direct W", () => { Lazy1 p = new(); typeof(Lazy1).GetField("W").SetValueDirect(__makeref(p), 8); return Lazy1.W; });
        Try("direct N2", () => { Lazy1 p = new(); typeof(Lazy1).GetField("N").SetValueDirect(__makeref(p), 8); return Lazy1.N; });
        Try("direct C", () => { Inst p = new(); typeof(Inst).GetField("C").SetValueDirect(__makeref(p), 8); return 1; });
        Try("direct wrong", () => { string p = ""; typeof(Inst).GetField("A").SetValueDirect(__makeref(p), 8); return 1; });
        Try("direct null", () => { Inst p = null; typeof(Inst).GetField("A").SetValueDirect(__makeref(p), 8); return 1; });
        Try("direct null get", () => { Inst p = null; return typeof(Inst).GetField("A").GetValueDirect(__makeref(p)); });
        Try("direct get const", () => { Inst p = null; return typeof(Inst).GetField("C").GetValueDirect(__makeref(p)); });
        Try("direct val", () => { Inst p = new(); typeof(Inst).GetField("B").SetValueDirect(__makeref(p), "x"); return 1; });
        Try("direct val", () => { Inst p = new(); typeof(Inst).GetField("B").SetValueDirect(__makeref(p), (byte)3); return p.B; });
        Try("raw const", () => typeof(Inst).GetField("C").GetRawConstantValue());
        Try("raw nonconst", () => typeof(Inst).GetField("A").GetRawConstantValue());
        Try("raw dec", () => typeof(Inst).GetField("M").GetRawConstantValue());
        foreach (var f in typeof(Inst).GetFields().Concat(typeof(Point).GetFields()).Concat(typeof(Color).GetFields())) Console.WriteLine(f + " " + f.Attributes + " " + f.IsInitOnly + f.IsLiteral + f.IsSpecialName);
    }
}
