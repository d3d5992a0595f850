using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

// Delegates of different types share code where their arguments lie in the same places; each must still call its own
// target, however it binds: static, closed, open on a class, an interface, a struct, a generic virtual method, combined.
delegate int One(object self, int x);
delegate int OneMore(object self, int x);
delegate int OnBase(Base self, int x);
delegate int OnShape(IShape self, int x);
delegate int OnNumber(ref Number self, int x);
delegate double Floats(Base self, float a, double b, int c);
delegate Wide OfWide(Base self, Wide a, Wide b);
delegate Pair OfPair(Base self, Pair a, long b, long c, long d, Pair e);
delegate string Named<T>(Base self, T value);

struct Wide { public long A, B, C; public override string ToString() => $"{A},{B},{C}"; }
struct Pair { public double A; public long B; public override string ToString() => $"{A},{B}"; }
interface IShape { int Area(int x); int Edge(int x) => x + 1000; }
struct Number : IShape
{
    public int Value;
    public int Area(int x) => Value += x;
    public override string ToString() => $"Number {Value}";
}
class Base : IShape
{
    public int Factor = 2;
    public virtual int Scale(int x) => Factor * x;
    public virtual int Shift(int x) => Factor + x;
    public int Plain(int x) => -x;
    public virtual int Area(int x) => x * x;
    public virtual double Sum(float a, double b, int c) => a + b + c;
    public virtual Wide Add(Wide a, Wide b) => new() { A = a.A + b.A, B = a.B + b.B, C = a.C + b.C };
    public virtual Pair Mix(Pair a, long b, long c, long d, Pair e) => new() { A = a.A + e.A, B = a.B + b + c + d + e.B };
    public virtual string Name<T>(T value) => $"Base {typeof(T).Name} {value}";
}
class Derived : Base, IShape
{
    public override int Scale(int x) => 100 * Factor * x;
    public override int Shift(int x) => 100 * Factor + x;
    public override int Area(int x) => x * x * x;
    public override double Sum(float a, double b, int c) => a * b * c;
    public override Wide Add(Wide a, Wide b) => new() { A = a.A * b.A, B = a.B * b.B, C = a.C * b.C };
    public override Pair Mix(Pair a, long b, long c, long d, Pair e) => new() { A = a.A * e.A, B = a.B * e.B };
    public override string Name<T>(T value) => $"Derived {typeof(T).Name} {value}";
    int IShape.Edge(int x) => x + 7;
}

static unsafe class Program
{
    static int Static(object self, int x) => x + 1;
    static int OtherStatic(object self, int x) => x + 2;

    static T Open<T>(Type type, string name) where T : Delegate => type.GetMethod(name)!.CreateDelegate<T>();

    static void Print(object value) => Console.WriteLine(value);

    static string Outcome(Func<object> body)
    {
        try { return body().ToString()!; }
        catch (Exception e) { return e.GetType().Name; }
    }

    [UnmanagedCallersOnly] static int Twice(int x) => 2 * x;
    [UnmanagedCallersOnly] static int Thrice(int x) => 3 * x;

    static void OpenKinds()
    {
        One first = Static;
        OneMore second = OtherStatic;
        Print(first("", 10) + " " + second("", 10));
        OnBase scale = Open<OnBase>(typeof(Base), "Scale"), shift = Open<OnBase>(typeof(Base), "Shift"), plain = Open<OnBase>(typeof(Base), "Plain");
        OnShape area = Open<OnShape>(typeof(IShape), "Area"), edge = Open<OnShape>(typeof(IShape), "Edge");
        foreach (Base it in new[] { new Base(), new Derived() })
        {
            Print($"{scale(it, 3)} {shift(it, 3)} {plain(it, 3)} {area(it, 3)} {edge(it, 3)}");
            Print(Open<Floats>(typeof(Base), "Sum")(it, 1.5f, 2.5, 3));
            Print(Open<OfWide>(typeof(Base), "Add")(it, new Wide { A = 1, B = 2, C = 3 }, new Wide { A = 4, B = 5, C = 6 }));
            Print(Open<OfPair>(typeof(Base), "Mix")(it, new Pair { A = 1.5, B = 2 }, 3, 4, 5, new Pair { A = 6, B = 7 }));
            Print(Outcome(() => typeof(Base).GetMethod("Name")!.MakeGenericMethod(typeof(int)).CreateDelegate<Named<int>>()(it, 5)));
        }
        IShape boxed = new Number { Value = 5 };
        Print($"{area(boxed, 2)} {edge(boxed, 2)} {boxed}");
        var number = new Number { Value = 1 };
        Print(Open<OnNumber>(typeof(Number), "Area")(ref number, 41) + " " + number);
        Print(Outcome(() => scale(null!, 1)));
        Print(Outcome(() => area(null!, 1)));
        Print(Outcome(() => Open<OfWide>(typeof(Base), "Add")(null!, default, default)));
        Print(Outcome(() => typeof(Base).GetMethod("Name")!.MakeGenericMethod(typeof(int)).CreateDelegate<Named<int>>()(null!, 5)));
        Print($"{scale.Method.Name} {shift.Method.Name} {edge.Method.DeclaringType} {scale.Target is null}");
    }

    static void Combined()
    {
        int total = 0;
        Func<int, int> both = null!;
        for (int i = 0; i < 5; i++)
        {
            int step = i;
            both += x => total += step * x;
        }
        Action<string> texts = null!;
        texts += text => total += text.Length;
        texts += text => total -= 1;
        Print(both(10) + " " + total);
        texts("four");
        Print(total);
        OnBase mixed = Open<OnBase>(typeof(Base), "Scale") + Open<OnBase>(typeof(Base), "Shift");
        Print(mixed(new Derived(), 3) + " " + mixed.GetInvocationList().Length);
    }

    static void NativeEntries()
    {
        delegate* unmanaged<int, int> here = &Twice, there = Other();
        Print(here == there);
        delegate* unmanaged<int, int> thrice = &Thrice;
        Print(here == thrice);
        Print((nint)here == typeof(Program).GetMethod("Twice", BindingFlags.Static | BindingFlags.NonPublic)!.MethodHandle.GetFunctionPointer());
        Print(here(21) + thrice(10));
        Func<int, int> square = x => x * x;
        Print(Marshal.GetFunctionPointerForDelegate(new Callback(square)) != 0);
        var kept = new Callback(square);
        Print(Marshal.GetFunctionPointerForDelegate(kept) == Marshal.GetFunctionPointerForDelegate(kept));
    }

    delegate int Callback(int x);
    static delegate* unmanaged<int, int> Other() => &Twice;

    static void Main()
    {
        OpenKinds();
        Combined();
        NativeEntries();
    }
}
