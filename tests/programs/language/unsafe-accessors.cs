// Every kind of UnsafeAccessor, and what a missing member does.
using System.Runtime.CompilerServices;

class Secret
{
    private int number = 5;
    private readonly string text;
    private static long shared = 7;
    private Secret() => text = "made";
    private Secret(string text) => this.text = text;
    private Secret(int a, ref int b) { text = "ref"; b = a; }
    private string Join(string a, int b) => text + a + b;
    private static string Twice(string a) => a + a;
    private protected virtual string Virtual() => "base";
    private T Echo<T>(T value) => value;
}
class Derived : Secret2 { private protected override string Virtual() => "derived"; }
class Secret2 { private protected virtual string Virtual() => "base2"; private int hidden = 1; }
struct Value { private int x; public Value(int x) => this.x = x; private int Double() { x *= 2; return x; } public override string ToString() => "value " + x; }
class Box<T>
{
    private T? item;
    private static int count = 3;
    private T? Get() => item;
    private void Set(T value) => item = value;
    private static string Name() => typeof(T).Name;
}

static class Accessors<T>
{
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "item")] public static extern ref T? Item(Box<T> box);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Get")] public static extern T? Get(Box<T> box);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Set")] public static extern void Set(Box<T> box, T value);
    [UnsafeAccessor(UnsafeAccessorKind.StaticField, Name = "count")] public static extern ref int Count(Box<T>? box);
    [UnsafeAccessor(UnsafeAccessorKind.StaticMethod, Name = "Name")] public static extern string Name(Box<T>? box);
}

static class Program
{
    [UnsafeAccessor(UnsafeAccessorKind.Constructor)] static extern Secret Create();
    [UnsafeAccessor(UnsafeAccessorKind.Constructor)] static extern Secret Create(string text);
    [UnsafeAccessor(UnsafeAccessorKind.Constructor)] static extern Secret Create(int a, ref int b);
    [UnsafeAccessor(UnsafeAccessorKind.Constructor)] static extern Secret Missing(double d);
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "number")] static extern ref int Number(Secret s);
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "text")] static extern ref string TextOf(Secret s);
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "gone")] static extern ref int Gone(Secret s);
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "hidden")] static extern ref int Hidden(Derived d);
    [UnsafeAccessor(UnsafeAccessorKind.StaticField, Name = "shared")] static extern ref long Shared(Secret? s);
    [UnsafeAccessor(UnsafeAccessorKind.StaticField, Name = "number")] static extern ref int NotStatic(Secret? s);
    [UnsafeAccessor(UnsafeAccessorKind.Method)] static extern string Join(Secret s, string a, int b);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Join")] static extern string JoinOther(Secret s, string a, long b);
    [UnsafeAccessor(UnsafeAccessorKind.StaticMethod, Name = "Twice")] static extern string Twice(Secret? s, string a);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Virtual")] static extern string Virtual(Secret2 s);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Echo")] static extern T Echo<T>(Secret s, T value);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Double")] static extern int Double(ref Value v);
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "x")] static extern ref int X(ref Value v);
    [UnsafeAccessor(UnsafeAccessorKind.Constructor)] static extern Value CreateValue(int x);

    static void Show(string name, Func<object?> run)
    {
        try
        {
            Console.WriteLine(name + ": " + (run() ?? "null"));
        }
        catch (Exception e)
        {
            Console.WriteLine(name + ": " + e.GetType().Name + ": " + e.Message);
        }
    }

    static void Main()
    {
        Secret s = Create();
        Show("create", () => TextOf(Create()) + TextOf(Create("x")));
        Show("create with ref", () => { int b = 0; Secret r = Create(4, ref b); return TextOf(r) + b; });
        Show("field", () => { Number(s) += 10; return Number(s); });
        Show("init-only field", () => { TextOf(s) = "changed"; return TextOf(s); });
        Show("null receiver", () => Number(null!));
        Show("static field", () => { Shared(null)++; return Shared(s); });
        Show("method", () => Join(s, "-", 3));
        Show("static method", () => Twice(null, "ab"));
        Show("virtual method", () => Virtual(new Derived()) + Virtual(new Secret2()));
        Show("generic method", () => Echo(s, 5) + Echo(s, "e"));
        Show("value", () => { Value v = CreateValue(4); int d = Double(ref v); X(ref v)++; return d + " " + v; });
        Show("generic type", () => { var b = new Box<int>(); Accessors<int>.Set(b, 3); Accessors<int>.Item(b)++; return Accessors<int>.Get(b); });
        Show("generic type of string", () => { var b = new Box<string>(); Accessors<string>.Set(b, "q"); return Accessors<string>.Get(b) + Accessors<string>.Name(null) + Accessors<string>.Count(null); });
        Show("missing constructor", () => Missing(1));
        Show("missing field", () => Gone(s));
        Show("inherited field", () => Hidden(new Derived()));
        Show("instance field as static", () => NotStatic(s));
        Show("other parameters", () => JoinOther(s, "", 1));
    }
}
