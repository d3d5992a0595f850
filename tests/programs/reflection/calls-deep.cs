// Invocation of every shape of signature: many arguments, big structs, floats, byrefs, nullables, enums, pointers, delegates by reflection.
using System.Numerics;
using System.Reflection;
using System.Runtime.InteropServices;

public struct Big { public long A, B, C; public override string ToString() => $"[{A},{B},{C}]"; }
public struct Two { public float X, Y; public override string ToString() => $"({X};{Y})"; }
public struct Mixed { public double D; public int I; public override string ToString() => $"<{D}|{I}>"; }
public struct WithRef { public string S; public int N; public override string ToString() => S + N; }
public enum Small : byte { One = 1, Max = 255 }
public class Base { public virtual string Who(object o) => "base " + o; public static string StaticWho(string s) => "static " + s; }
public class Derived : Base { public override string Who(object o) => "derived " + o; public string this[int a, string b] { get => a + b; set => Last = a + b + value; } public static string? Last; }
public class Thrower { public Thrower() => throw new InvalidOperationException("constructor"); static readonly int Initialised = int.Parse("x"); public static int Touch() => Initialised; }

public static class Many
{
    public static string Floats(float a, double b, float c, double d, float e, double f, float g, double h, float i, double j) => FormattableString.Invariant($"{a} {b} {c} {d} {e} {f} {g} {h} {i} {j}");
    public static string Ints(byte a, sbyte b, short c, ushort d, int e, uint f, long g, ulong h, char i, bool j, nint k, nuint l) => $"{a} {b} {c} {d} {e} {f} {g} {h} {i} {j} {k} {l}";
    public static Big Bigs(Big a, Two b, Mixed c, WithRef d, Big e) => new() { A = a.A + e.C, B = (long)b.X + c.I, C = d.N };
    public static Two MakeTwo(float x, float y) => new() { X = x, Y = y };
    public static Mixed MakeMixed(double d, int i) => new() { D = d, I = i };
    public static WithRef MakeRef(string s, int n) => new() { S = s, N = n };
    public static void Refs(ref int a, ref string s, out Big b, ref Small e, ref int? n, in Mixed m) { a++; s += "!"; b = new Big { A = (long)m.D }; e = Small.Max; n = n == null ? 5 : null; }
    public static int? Maybe(int? a, Small? s) => a + (int?)s;
    public static ref int Element(int[] array, int index) => ref array[index];
    public static Vector3 Vector(Vector3 v, decimal d) => v * (float)d;
    public static Guid Id(Guid g, DateTimeOffset o, (int, (string, double)) t) => g;
    public static unsafe void* Pointer(void* p, int* q) => q;
    public static T Generic<T>(T value, List<T> list) { list.Add(value); return list[0]; }
    public static string Params(string first, params object?[] rest) => first + rest.Length;
    public static string Default(int a, string b = "b", Small c = Small.One, double? d = null) => $"{a}{b}{c}{d}";
    public static object? Null() => null;
    public static void Nothing() { }
}

static class Program
{
    static object? Call(string name, params object?[]? arguments) => typeof(Many).GetMethod(name)!.Invoke(null, arguments);

    static void Try(string what, Func<object?> call)
    {
        try { Console.WriteLine(what + ": " + (call() ?? "null")); }
        catch (TargetInvocationException e) { Console.WriteLine(what + " threw inside " + e.InnerException!.GetType().Name + " " + e.InnerException.Message); }
        catch (Exception e) { Console.WriteLine(what + " threw " + e.GetType().Name + " " + e.Message); }
    }

    static void Main()
    {
        for (int round = 0; round < 3; round++)
        {
            Console.WriteLine(Call("Floats", 1.5f, 2.5, 3.5f, 4.5, 5.5f, 6.5, 7.5f, 8.5, 9.5f, 10.5));
            Console.WriteLine(Call("Ints", byte.MaxValue, sbyte.MinValue, short.MinValue, ushort.MaxValue, int.MinValue, uint.MaxValue, long.MinValue, ulong.MaxValue, 'x', true, (nint)(-5), (nuint)6));
            Console.WriteLine(Call("Bigs", new Big { A = 1 }, new Two { X = 2 }, new Mixed { I = 3 }, new WithRef { S = "s", N = 4 }, new Big { C = 5 }));
            Console.WriteLine(Call("MakeTwo", 1f, 2f) + " " + Call("MakeMixed", 3.0, 4) + " " + Call("MakeRef", "r", 5));
            object?[] refs = { 1, "a", null, Small.One, null, new Mixed { D = 9 } };
            Call("Refs", refs);
            Console.WriteLine(string.Join(",", refs.Select(r => r ?? "null")));
            Console.WriteLine((Call("Maybe", 3, Small.One) ?? "null") + " " + (Call("Maybe", null, Small.One) ?? "null"));
            Console.WriteLine(Call("Element", new[] { 7, 8 }, 1) + " " + Call("Vector", new Vector3(1, 2, 3), 2m) + " " + Call("Id", Guid.Empty, DateTimeOffset.UnixEpoch, (1, ("a", 2.0))));
            Console.WriteLine(typeof(Many).GetMethod("Generic")!.MakeGenericMethod(typeof(Big)).Invoke(null, new object[] { new Big { B = 3 }, new List<Big>() }) + " " + typeof(Many).GetMethod("Generic")!.MakeGenericMethod(typeof(string)).Invoke(null, new object[] { "g", new List<string>() }));
            Console.WriteLine((Call("Null") ?? "null") + " " + (Call("Nothing") ?? "void") + " " + Call("Params", "p", new object?[] { 1, 2 }));
        }
        unsafe { int n = 5; Console.WriteLine(Pointer.Unbox((Pointer)Call("Pointer", Pointer.Box(&n, typeof(void*)), Pointer.Box(&n, typeof(int*)))!) == &n); }
        Try("null byref element", () => Call("Element", null, 0));
        Try("out of range", () => Call("Element", new int[1], 4));
        Try("wrong count", () => Call("MakeTwo", 1f));
        Try("wrong type", () => Call("MakeTwo", "x", 1f));
        Try("widening", () => Call("MakeTwo", 1, (short)2));
        Try("narrowing", () => Call("MakeTwo", 1.0, 2f));
        Try("missing", () => typeof(Many).InvokeMember("Default", BindingFlags.InvokeMethod | BindingFlags.OptionalParamBinding | BindingFlags.Public | BindingFlags.Static, null, null, new object[] { 1 }));
        Try("Type.Missing", () => Call("Default", 1, Type.Missing, Type.Missing, Type.Missing));
        Try("no target", () => typeof(Base).GetMethod("Who")!.Invoke(null, new object[] { 1 }));
        Try("wrong target", () => typeof(Derived).GetMethod("Who")!.Invoke(new Base(), new object[] { 1 }));
        Try("virtual", () => typeof(Base).GetMethod("Who")!.Invoke(new Derived(), new object[] { 1 }));
        Try("constructor throws", () => Activator.CreateInstance(typeof(Thrower)));
        Try("type initialiser", () => typeof(Thrower).GetMethod("Touch")!.Invoke(null, null));
        Try("interface on struct", () => typeof(IFormattable).GetMethod("ToString")!.Invoke(42, new object?[] { "X4", null }));
        Try("object method on struct", () => typeof(object).GetMethod("ToString")!.Invoke(new Big { A = 1 }, null));
        Try("enum method", () => typeof(Enum).GetMethod("ToString", Type.EmptyTypes)!.Invoke(Small.Max, null));
        Try("string constructor", () => typeof(string).GetConstructor(new[] { typeof(char), typeof(int) })!.Invoke(new object[] { 'z', 4 }));
        Try("array constructor", () => ((int[,])typeof(int[,]).GetConstructor(new[] { typeof(int), typeof(int) })!.Invoke(new object[] { 2, 5 })).Length);
        Try("array methods", () => { var grid = new string[2, 2]; typeof(string[,]).GetMethod("Set")!.Invoke(grid, new object[] { 1, 1, "v" }); return typeof(string[,]).GetMethod("Get")!.Invoke(grid, new object[] { 1, 1 }); });
        Try("struct constructor", () => typeof(DateTime).GetConstructor(new[] { typeof(int), typeof(int), typeof(int) })!.Invoke(new object[] { 2020, 2, 3 }) is DateTime { Year: 2020 });
        Try("nullable method", () => typeof(int?).GetMethod("GetValueOrDefault", Type.EmptyTypes)!.Invoke((int?)6, null));
        Try("indexer", () => { typeof(Derived).GetProperty("Item")!.SetValue(new Derived(), "v", new object[] { 3, "k" }); return Derived.Last + typeof(Derived).GetProperty("Item")!.GetValue(new Derived(), new object[] { 4, "l" }); });

        MethodInfo who = typeof(Base).GetMethod("Who")!;
        var open = who.CreateDelegate<Func<Base, object, string>>();
        var closed = who.CreateDelegate<Func<object, string>>(new Derived());
        var contravariant = (Func<string, object>)Delegate.CreateDelegate(typeof(Func<string, object>), new Derived(), who);
        var closedStatic = (Func<string>)Delegate.CreateDelegate(typeof(Func<string>), "first", typeof(Base).GetMethod("StaticWho")!);
        var byName = (Func<object, string>)Delegate.CreateDelegate(typeof(Func<object, string>), new Derived(), "who", true);
        Console.WriteLine(open(new Derived(), 1) + " " + closed(2) + " " + contravariant("3") + " " + closedStatic() + " " + byName(4) + " " + open.DynamicInvoke(new Base(), 5));
        Try("bad delegate", () => Delegate.CreateDelegate(typeof(Action), who));
        Try("bad delegate quiet", () => Delegate.CreateDelegate(typeof(Action), who, false));
        Console.WriteLine(open.Method + " " + closed.Target!.GetType() + " " + (closed == who.CreateDelegate<Func<object, string>>(closed.Target)) + " " + closedStatic.Method.Name);
        Func<int, int> increment = x => x + 1;
        var combined = (Func<int, int>)Delegate.Combine(increment, increment, (Func<int, int>)(x => x * 2))!;
        Console.WriteLine(combined(5) + " " + combined.GetInvocationList().Length + " " + combined.Method.Name.Contains("Main") + " " + combined.DynamicInvoke(6));
        var invoker = MethodInvoker.Create(typeof(Many).GetMethod("MakeMixed")!);
        Console.WriteLine(invoker.Invoke(null, 1.25, 2) + " " + ConstructorInvoker.Create(typeof(string).GetConstructor(new[] { typeof(char), typeof(int) })!).Invoke('q', 2));
        Console.WriteLine(Marshal.SizeOf<Mixed>() + " " + typeof(Two).GetField("Y")!.GetValue(new Two { Y = 3 }));
        TypedReference reference; Two two = new() { X = 1 };
        reference = __makeref(two);
        typeof(Two).GetField("Y")!.SetValueDirect(reference, 8f);
        Console.WriteLine(two + " " + typeof(Two).GetField("Y")!.GetValueDirect(reference));
        Console.WriteLine(Type.GetTypeFromHandle(typeof(Two).TypeHandle) + " " + two.GetHashCode().Equals(new Two { X = 1, Y = 8 }.GetHashCode()) + " " + new WithRef { S = "a" }.Equals(new WithRef { S = new string('a', 1) }));
    }
}
