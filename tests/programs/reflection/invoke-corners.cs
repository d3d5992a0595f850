using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

// MethodBase.Invoke and its relatives at their corners.
struct Point
{
    public int X, Y;
    public Point(int x, int y) { X = x; Y = y; }
    public int Move(int by) { X += by; return X; }
    public override string ToString() => $"({X},{Y})";
}

enum Color : byte { Red = 1, Green = 2 }

class Target
{
    int field = 7;
    public static int Defaults(int a, int b = 5, string c = "text", Color d = Color.Green, int? e = null, decimal f = 1.5m, DateTime g = default) => a + b;
    public static string All([Optional] int o, [Optional] object p, [Optional] string q, int a = 1, string b = "b", double c = 2.5, long? d = 4, object? e = null, Color f = Color.Red, decimal m = 2.5m)
        => $"{a} {b} {c} {d} {e ?? "null"} {f} {m} {o} {p?.GetType().ToString() ?? "null"} {q ?? "null"}";
    public static int Params(params int[] values) => values.Length;
    public static void RefOut(ref int a, out string b, in double c, ref Point p, ref int? n, out Color color)
    {
        a *= 2;
        b = "out " + c;
        p.X++;
        n = n == null ? 3 : null;
        color = Color.Green;
    }
    public ref int Field() => ref field;
    public static ref readonly Point StaticPoint() => ref s_point;
    static Point s_point = new(3, 4);
    public static unsafe ref int NullRef() => ref Unsafe.NullRef<int>();
    public static unsafe int* Pointer(int* p, void* q) => p + 1;
    public static unsafe delegate*<int, int> Function(delegate*<int, int> f) => f;
    public static int? Nullable(int? a, Point? b) => a == null ? b?.X : a + 1;
    public static void Throws(string message) => throw new InvalidOperationException(message, new Exception("inner"));
    public static object Boxed(object o, ValueType v, Enum e, IComparable c) => $"{o} {v} {e} {c}";
    public static long Widen(long a, double b, float c, ulong d) => a + (long)b + (long)c + (long)d;
    public static string Enums(Color c, DayOfWeek d) => $"{c} {d}";
    public static T Generic<T>(T value) => value;
    public static ReadOnlySpan<char> Span() => "span";
    public static void TakesSpan(ReadOnlySpan<char> s) { }
    public int Instance() => field;
    public static void Void() { }
    public static string Many(int a, int b, int c, int d, int e, int f, int g, double h, string i, Point j) => $"{a}{b}{c}{d}{e}{f}{g}{h}{i}{j}";
}

class Throwing
{
    public Throwing() => throw new ArgumentException("constructor");
    public Throwing(int a) { }
    public int Property { get => throw new FormatException("getter"); set => throw new FormatException("setter"); }
    static int counter;
    public static int Counter { get => counter; private set => counter = value; }
    public string this[int i, string s] { get => s + i; set => counter = i + value.Length; }
    public event Action? Happened;
    public void Raise() => Happened?.Invoke();
}

abstract class Abstract
{
    public abstract void Method();
    public Abstract() { }
}

interface IShape { double Area() => 1.5; }
class Shape : IShape { public static int Count() => 4; }
class Open<T> { public void Method() { } public static void Static<U>() { } }

static unsafe class Program
{
    static MethodInfo M(string name) => typeof(Target).GetMethod(name)!;

    static void Try(string name, Func<object?> action)
    {
        try
        {
            object? result = action();
            Console.WriteLine($"{name}: {result ?? "null"} {result?.GetType()}");
        }
        catch (TargetInvocationException e)
        {
            Console.WriteLine($"{name}: TIE {e.Message} <- {e.InnerException!.GetType()}: {e.InnerException.Message} <- {e.InnerException.InnerException?.Message}");
        }
        catch (Exception e)
        {
            Console.WriteLine($"{name}: {e.GetType()}: {e.Message}");
        }
    }

    static void Arguments()
    {
        object missing = Type.Missing;
        Try("defaults", () => M("Defaults").Invoke(null, new[] { 1, missing, missing, missing, missing, missing, missing }));
        Try("all", () => M("All").Invoke(null, new[] { missing, missing, missing, missing, missing, missing, missing, missing, missing, missing }));
        Try("missing required", () => M("Widen").Invoke(null, new[] { missing, missing, missing, missing }));
        Try("params", () => M("Params").Invoke(null, new object[] { new[] { 1, 2 } }));
        Try("params expanded", () => M("Params").Invoke(null, new object[] { 1, 2 }));
        Try("params member", () => typeof(Target).InvokeMember("Params", BindingFlags.InvokeMethod | BindingFlags.Public | BindingFlags.Static, null, null, new object[] { 1, 2, 3 }));
        object?[] arguments = { 21, null, 2.5, new Point(1, 2), null, null };
        Try("refout", () => M("RefOut").Invoke(null, arguments));
        Console.WriteLine(string.Join("|", arguments.Select(a => a ?? "null")));
        arguments[4] = 5;
        arguments[0] = null;
        Try("refout null", () => M("RefOut").Invoke(null, arguments));
        Console.WriteLine(string.Join("|", arguments.Select(a => a ?? "null")));
        arguments[0] = "text";
        Try("refout bad", () => M("RefOut").Invoke(null, arguments));
        Try("nullable", () => M("Nullable").Invoke(null, new object?[] { null, new Point(9, 8) }));
        Try("nullable 2", () => M("Nullable").Invoke(null, new object?[] { 4, null }));
        Try("nullable 3", () => M("Nullable").Invoke(null, new object?[] { null, null }));
        Try("boxed", () => M("Boxed").Invoke(null, new object[] { 1, 2, Color.Red, "c" }));
        Try("boxed bad", () => M("Boxed").Invoke(null, new object[] { 1, "no", Color.Red, "c" }));
        Try("widen", () => M("Widen").Invoke(null, new object[] { (byte)1, 2, 'c', (ushort)4 }));
        Try("narrow", () => M("Widen").Invoke(null, new object[] { 1.5, 2, 3, 4u }));
        Try("negative", () => M("Widen").Invoke(null, new object[] { 1, 2, 3, -4 }));
        Try("enums", () => M("Enums").Invoke(null, new object[] { (byte)1, 3 }));
        Try("enums 2", () => M("Enums").Invoke(null, new object[] { 1, DayOfWeek.Friday }));
        Try("enums 3", () => M("Enums").Invoke(null, new object[] { DayOfWeek.Friday, Color.Red }));
        Try("enums null", () => M("Enums").Invoke(null, new object?[] { null, null }));
        Try("count", () => M("Enums").Invoke(null, new object[] { 1 }));
        Try("count none", () => M("Enums").Invoke(null, null));
        Try("void", () => M("Void").Invoke(null, Array.Empty<object>()));
        Try("void null", () => M("Void").Invoke(new object(), null));
        Try("many", () => M("Many").Invoke(null, new object[] { 1, 2, 3, 4, 5, 6, 7, 8.5, "i", new Point(1, 2) }));
        Try("char to int", () => M("Many").Invoke(null, new object[] { 'a', (short)2, (sbyte)3, 4, 5, 6, 7, 8, "i", new Point(1, 2) }));
    }

    static void Receivers()
    {
        var target = new Target();
        Try("byref", () => M("Field").Invoke(target, null));
        Try("byref struct", () => M("StaticPoint").Invoke(null, null));
        Try("byref null", () => M("NullRef").Invoke(null, null));
        Try("null receiver", () => M("Instance").Invoke(null, null));
        Try("wrong receiver", () => M("Instance").Invoke("text", null));
        object boxed = new Point(1, 2);
        Try("boxed receiver", () => typeof(Point).GetMethod("Move")!.Invoke(boxed, new object[] { 5 }));
        Console.WriteLine(boxed);
        Try("abstract", () => typeof(Abstract).GetMethod("Method")!.Invoke(null, null));
        Try("abstract ctor", () => typeof(Abstract).GetConstructor(Type.EmptyTypes)!.Invoke(null));
        Try("interface default", () => typeof(IShape).GetMethod("Area")!.Invoke(new Shape(), null));
        Try("interface wrong", () => typeof(IShape).GetMethod("Area")!.Invoke("x", null));
        Try("open type", () => typeof(Open<>).GetMethod("Method")!.Invoke(new Open<int>(), null));
        Try("open method", () => typeof(Open<int>).GetMethod("Static")!.Invoke(null, null));
        Try("generic", () => M("Generic").MakeGenericMethod(typeof(Point)).Invoke(null, new object[] { new Point(5, 6) }));
        Try("generic bad", () => M("Generic").MakeGenericMethod(typeof(int)).Invoke(null, new object[] { "x" }));
        Try("span", () => M("Span").Invoke(null, null));
        Try("takes span", () => M("TakesSpan").Invoke(null, new object?[] { null }));
        Try("string ctor", () => typeof(string).GetConstructor(new[] { typeof(char), typeof(int) })!.Invoke(new object[] { 'x', 3 }));
        Try("type init", () => typeof(Target).TypeInitializer?.Invoke(null, null));
        Try("ctor on object", () => { var p = new Point(1, 1); object o = p; typeof(Point).GetConstructor(new[] { typeof(int), typeof(int) })!.Invoke(o, new object[] { 7, 8 }); return o; });
        Try("object method on struct", () => typeof(object).GetMethod("ToString")!.Invoke(new Point(2, 3), null));
        Try("gettype", () => typeof(object).GetMethod("GetType")!.Invoke(5, null));
        Try("nullable member", () => typeof(int?).GetProperty("HasValue")!.GetValue(5));
        Try("nullable value", () => typeof(int?).GetMethod("GetValueOrDefault", Type.EmptyTypes)!.Invoke(5, null));
        Try("nullable null", () => typeof(int?).GetProperty("HasValue")!.GetValue(null));
        Try("array get", () => typeof(int[,]).GetMethod("Get")!.Invoke(new[,] { { 1, 2 }, { 3, 4 } }, new object[] { 1, 0 }));
        Try("array set", () => { var a = new int[2, 2]; typeof(int[,]).GetMethod("Set")!.Invoke(a, new object[] { 1, 0, 9 }); return a[1, 0]; });
        Try("delegate invoke", () => typeof(Func<int, int>).GetMethod("Invoke")!.Invoke((Func<int, int>)(x => x + 1), new object[] { 4 }));
    }

    static void Pointers()
    {
        int* numbers = stackalloc int[] { 1, 2 };
        object? pointer = M("Pointer").Invoke(null, new object?[] { Pointer.Box(numbers, typeof(int*)), (nint)0 });
        Console.WriteLine(pointer!.GetType() + " " + *(int*)Pointer.Unbox(pointer));
        Try("pointer bad", () => M("Pointer").Invoke(null, new object?[] { 5, null }));
        Try("pointer type", () => M("Pointer").Invoke(null, new object?[] { Pointer.Box((void*)8, typeof(long*)), null }));
        Try("pointer null", () => { object? p = M("Pointer").Invoke(null, new object?[] { null, null }); return (long)Pointer.Unbox(p!); });
        delegate*<int, int> function = &Increment;
        Try("function", () => { delegate*<int, int> f = &Increment; return M("Function").Invoke(null, new object[] { (nint)f })!.Equals((nint)f); });
    }

    static int Increment(int x) => x + 1;

    static void Exceptions()
    {
        Try("throws", () => M("Throws").Invoke(null, new object[] { "message" }));
        Try("throws direct", () => M("Throws").Invoke(null, BindingFlags.DoNotWrapExceptions, null, new object[] { "message" }, null));
        Try("ctor", () => Activator.CreateInstance(typeof(Throwing)));
        Try("ctor direct", () => Activator.CreateInstance(typeof(Throwing), BindingFlags.DoNotWrapExceptions | BindingFlags.Public | BindingFlags.Instance, null, null, null));
        var throwing = new Throwing(1);
        Try("getter", () => typeof(Throwing).GetProperty("Property")!.GetValue(throwing));
        Try("setter", () => { typeof(Throwing).GetProperty("Property")!.SetValue(throwing, 3); return null; });
        Try("private setter", () => { typeof(Throwing).GetProperty("Counter")!.SetValue(null, 3); return Throwing.Counter; });
        Try("indexer", () => typeof(Throwing).GetProperty("Item")!.GetValue(throwing, new object[] { 5, "s" }));
        Try("indexer set", () => { typeof(Throwing).GetProperty("Item")!.SetValue(throwing, "abc", new object[] { 5, "s" }); return Throwing.Counter; });
        Try("indexer count", () => typeof(Throwing).GetProperty("Item")!.GetValue(throwing));
        int raised = 0;
        EventInfo happened = typeof(Throwing).GetEvent("Happened")!;
        Action handler = () => raised++;
        happened.AddEventHandler(throwing, handler);
        throwing.Raise();
        happened.RemoveEventHandler(throwing, handler);
        throwing.Raise();
        Console.WriteLine(raised);
        Try("bad handler", () => { happened.AddEventHandler(throwing, (Func<int>)(() => 1)); return null; });
        Try("no setter", () => { typeof(string).GetProperty("Length")!.SetValue("x", 3); return null; });
        Try("no such member", () => typeof(Target).InvokeMember("Nothing", BindingFlags.InvokeMethod | BindingFlags.Static | BindingFlags.Public, null, null, null));
        Try("ambiguous", () => typeof(Console).GetMethod("WriteLine"));
        Try("generic constraint", () => typeof(Program).GetMethod("Constrained", BindingFlags.NonPublic | BindingFlags.Static)!.MakeGenericMethod(typeof(string)));
        Try("generic count", () => M("Generic").MakeGenericMethod(typeof(int), typeof(int)));
        Try("generic pointer", () => M("Generic").MakeGenericMethod(typeof(int*)));
        Try("generic void", () => M("Generic").MakeGenericMethod(typeof(void)));
        Try("generic byref", () => M("Generic").MakeGenericMethod(typeof(int).MakeByRefType()));
        Try("generic span", () => M("Generic").MakeGenericMethod(typeof(Span<int>)));
        Try("type constraint", () => typeof(Nullable<>).MakeGenericType(typeof(string)));
        Try("type constraint 2", () => typeof(Nullable<>).MakeGenericType(typeof(int?)));
        Try("type args null", () => typeof(List<>).MakeGenericType(new Type[] { null! }));
        Try("type not generic", () => typeof(int).MakeGenericType(typeof(int)));
        Try("method not generic", () => M("Void").MakeGenericMethod(typeof(int)));
        Try("array of void", () => typeof(void).MakeArrayType());
        Try("array of byref", () => typeof(int).MakeByRefType().MakeArrayType());
        Try("array of typedref", () => typeof(TypedReference).MakeArrayType());
        Try("array of span", () => typeof(Span<int>).MakeArrayType());
        Try("byref of byref", () => typeof(int).MakeByRefType().MakeByRefType());
        Try("pointer to byref", () => typeof(int).MakeByRefType().MakePointerType());
        Try("rank", () => typeof(int).MakeArrayType(33));
        Try("rank 0", () => typeof(int).MakeArrayType(0));
    }

    static void Constrained<T>() where T : struct, IComparable { }

    static void Main()
    {
        Arguments();
        Receivers();
        Pointers();
        Exceptions();
    }
}
