// rows: N6b-075 N6b-076 N6b-077 N6b-078 N6b-079 N6b-080 N6b-081 N6b-082 N6b-083 N6b-084 N6b-085 N6b-144 N6b-198
// Reflection: attributes that are only asked for, arguments that change during a call, objects by type argument, proxies.
using System.Reflection;
using System.Runtime.CompilerServices;

[AttributeUsage(AttributeTargets.All, Inherited = true, AllowMultiple = true)]
sealed class InheritedAttribute(string text) : Attribute
{
    public override string ToString() => "inherited " + text;
}

[AttributeUsage(AttributeTargets.All, Inherited = false)]
sealed class OwnAttribute : Attribute
{
    public override string ToString() => "own";
}

[Inherited("base"), Own]
class Base
{
    [Inherited("base M"), Own] public virtual void M([Inherited("base p")] int p) { }
    [Inherited("base P"), Own] public virtual int P { get; set; }
    [Inherited("base E")] public virtual event Action? E { add { } remove { } }
    public virtual void Bare() { }
}

[Inherited("derived")]
class Derived : Base
{
    public override void M(int p) { }
    [Inherited("derived P")] public override int P { get; set; }
    public override event Action? E { add { } remove { } }
    public override void Bare() { }
    public void Bare2() { }
}

class Hidden
{
    Hidden() { }
}

class Throwing
{
    public Throwing() => throw new InvalidOperationException("thrown");
}

class WithStatics
{
    static WithStatics() => Console.WriteLine("static constructor");
    public int Value = 5;
}

struct Initialized
{
    public int Value;
    public Initialized() => Value = 7;
}

abstract class Incomplete
{
}

enum Small : byte { One = 1, Max = 255 }

interface IMany
{
    T Generic<T>(T value, List<T> list);
    void Set(ref int number, out string text, in long constant);
    string this[int index] { get; }
    event Action Happened;
    int Nothing();
}

public class Proxy : DispatchProxy
{
    protected override object? Invoke(MethodInfo? method, object?[]? args)
    {
        Console.WriteLine($"  {method!.Name}{(method.IsGenericMethod ? "<" + method.GetGenericArguments()[0].Name + ">" : "")}({string.Join(", ", args!.Select(argument => argument is System.Collections.ICollection list ? "list of " + list.Count : argument ?? "null"))})");
        if (method.Name == "Set")
        {
            args![0] = (int)args[0]! + 1;
            args[1] = "out";
        }
        return method.ReturnType == typeof(string) ? "text" : method.ReturnType == typeof(int) ? 9 : method.Name == "Generic" ? args![0] : null;
    }
}

static class Program
{
    static void Try(string what, Func<object?> action)
    {
        try { Console.WriteLine($"{what}: {action() ?? "null"}"); }
        catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name} {e.InnerException?.GetType().Name}"); }
    }

    static void Main()
    {
        Attributes();
        Invocations();
        Creation();
        Types();
        Proxies();
        Enums();
    }

    static void Attributes()
    {
        foreach (MemberInfo member in new MemberInfo[] { typeof(Derived), typeof(Derived).GetMethod("M")!, typeof(Derived).GetProperty("P")!, typeof(Derived).GetEvent("E")!, typeof(Derived).GetMethod("Bare")! })
            foreach (bool inherit in new[] { true, false })
                Console.WriteLine($"{member.Name} {inherit}: {string.Join(", ", Attribute.GetCustomAttributes(member, inherit).Select(a => a.ToString()).Order(StringComparer.Ordinal))}; defined "
                    + $"{Attribute.IsDefined(member, typeof(InheritedAttribute), inherit)} {Attribute.IsDefined(member, typeof(OwnAttribute), inherit)} {Attribute.IsDefined(member, typeof(Attribute), inherit)}; data {member.GetCustomAttributesData().Count}");
        ParameterInfo parameter = typeof(Derived).GetMethod("M")!.GetParameters()[0];
        Console.WriteLine($"{parameter.Name}: {Attribute.GetCustomAttributes(parameter, true).Length} {Attribute.IsDefined(parameter, typeof(InheritedAttribute), false)}");
        Try("not an attribute", () => Attribute.IsDefined(typeof(Base), typeof(string)));
        PropertyInfo property = typeof(Derived).GetProperty("P")!;
        MethodInfo bare = typeof(Derived).GetMethod("Bare")!;
        int found = 0;
        long bytes = Allocated(() => found += Attribute.IsDefined(property, typeof(OwnAttribute), false) ? 1 : 0), listing = Allocated(() => found += bare.GetCustomAttributesData().Count);
        Console.WriteLine($"only asked: {bytes} bytes, no data: {listing} bytes, {found}");
        Console.WriteLine($"no parameters: {ReferenceEquals(bare.GetParameters(), typeof(Derived).GetMethod("Bare2")!.GetParameters())} {bare.GetParameters().Length}");
    }

    static long Allocated(Action action)
    {
        action();
        action();
        long before = GC.GetAllocatedBytesForCurrentThread();
        action();
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    public static string Takes(int number, string text) => number + text;

    public static int Mixed(object any, long number) => any is string or null ? 1 : 2;

    static void Invocations()
    {
        MethodInfo takes = typeof(Program).GetMethod(nameof(Takes))!;
        Try("fits", () => takes.Invoke(null, [1, "two"]));
        Try("wrong type", () => takes.Invoke(null, ["one", "two"]));
        Try("null for a number", () => takes.Invoke(null, [null, null]));
        Try("widened", () => takes.Invoke(null, [(byte)200, "two"]));
        Try("too few", () => takes.Invoke(null, [1]));
        // A thread exchanges the arguments while they are checked and passed: a call gets a string or fails.
        MethodInfo mixed = typeof(Program).GetMethod(nameof(Takes))!;
        object?[] arguments = [1, "text"];
        bool stop = false;
        var mutator = new Thread(() =>
        {
            object[] others = [new Version(1, 2), "text", 5L];
            for (int i = 0; !Volatile.Read(ref stop); i++)
                arguments[1] = others[i % 3];
        });
        mutator.Start();
        int wrong = 0;
        for (int i = 0; i < 20_000; i++)
        {
            try
            {
                wrong += mixed.Invoke(null, arguments) is "1text" ? 0 : 1;
            }
            catch (ArgumentException)
            {
                // Seen as it was.
            }
        }
        Volatile.Write(ref stop, true);
        mutator.Join();
        Console.WriteLine($"wrong calls: {wrong}");
        var typed = takes.CreateDelegate<Func<int, string, string>>();
        Console.WriteLine(typed(3, "four"));
        Try("wrong delegate", () => takes.CreateDelegate<Func<string, string>>());
    }

    static T New<T>() where T : new() => new();

    static void Creation()
    {
        Console.WriteLine($"{New<object>().GetType().Name} {New<int>()} {New<Initialized>().Value} {default(Initialized).Value} {New<List<string>>().Count} {New<Guid>()}");
        Console.WriteLine(New<WithStatics>().Value + New<WithStatics>().Value);
        Try("throws", () => New<Throwing>());
        Try("private", () => Activator.CreateInstance<Hidden>());
        Try("private, asked for", () => Activator.CreateInstance(typeof(Hidden), nonPublic: true)!.GetType().Name);
        Try("abstract", () => Activator.CreateInstance<Incomplete>());
        Try("without constructor", () => Activator.CreateInstance<string>());
        Try("array", () => Activator.CreateInstance<int[]>());
        Try("interface", () => Activator.CreateInstance<IMany>());
        Console.WriteLine($"the same object never: {ReferenceEquals(New<object>(), New<object>())}");
    }

    static void Types()
    {
        Console.WriteLine(typeof(List<>).MakeGenericType(typeof(string)) == typeof(List<string>));
        Console.WriteLine(typeof(Dictionary<,>).MakeGenericType(typeof(int), typeof(int)) == typeof(Dictionary<int, int>));
        Console.WriteLine(typeof(ValueTuple<,,>).MakeGenericType(typeof(int), typeof(List<>), typeof(string)));
        Try("too few", () => typeof(Dictionary<,>).MakeGenericType(typeof(int)));
        Try("constraint", () => typeof(Nullable<>).MakeGenericType(typeof(string)));
        Try("not generic", () => typeof(string).MakeGenericType(typeof(int)));
        Try("null", () => typeof(List<>).MakeGenericType((Type)null!));
        Try("void", () => typeof(List<>).MakeGenericType(typeof(void)));
        Type[] kinds = [typeof(bool), typeof(char), typeof(sbyte), typeof(byte), typeof(short), typeof(ushort), typeof(int), typeof(uint), typeof(long), typeof(ulong), typeof(float), typeof(double), typeof(nint), typeof(nuint),
            typeof(decimal), typeof(string), typeof(Small), typeof(int*), typeof(int).MakeByRefType(), typeof(int?), typeof(void), typeof(Guid), typeof(Half), typeof(Int128), typeof(object), typeof(int[]), typeof(List<>).GetGenericArguments()[0]];
        Console.WriteLine(string.Join(" ", kinds.Select(type => type.IsPrimitive ? 1 : 0)));
    }

    static void Proxies()
    {
        IMany proxy = DispatchProxy.Create<IMany, Proxy>();
        Console.WriteLine(proxy.Generic(5, [1, 2]));
        Console.WriteLine(proxy.Generic("a", null!));
        int number = 1;
        proxy.Set(ref number, out string text, 3);
        Console.WriteLine($"{number} {text} {proxy[4]} {proxy.Nothing()}");
        proxy.Happened += () => { };
        Console.WriteLine($"{proxy is Proxy} {ReferenceEquals(proxy.GetType(), DispatchProxy.Create<IMany, Proxy>().GetType())}");
        Try("not an interface", () => DispatchProxy.Create<Base, Proxy>());
        Try("abstract proxy", () => DispatchProxy.Create(typeof(IMany), typeof(DispatchProxy)));
    }

    static void Enums()
    {
        foreach (object value in new object[] { (byte)1, 1, 255L, (short)2, Small.Max, "One", "Two" })
            Try($"{value.GetType().Name} {value}", () => typeof(Small).IsEnumDefined(value));
        foreach (object value in new object[] { (byte)1, 1L, 256, Small.Max, 1.5 })
            Try($"name of {value.GetType().Name} {value.ToString()!.Replace(',', '.')}", () => typeof(Small).GetEnumName(value));
    }
}
