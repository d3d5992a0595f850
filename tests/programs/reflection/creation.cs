using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;

// Making objects: constructors of every kind of type, Activator in all forms, RuntimeHelpers.

class Plain { public int A; public Plain() => A = 5; public Plain(int a) => A = a; public Plain(string s, params object[] rest) => A = rest.Length; protected Plain(bool b) { } }
class NoDefault { public NoDefault(int a) { } }
class PrivateDefault { PrivateDefault() { } }
abstract class Abstract { }
interface IFace { }
struct Value { public int A; public Value(int a) => A = a; public override string ToString() => "Value " + A; }
struct WithDefault { public int A; public WithDefault() => A = 9; public override string ToString() => "WithDefault " + A; }
class Generic<T> { public T? Item; public Generic() { } public Generic(T item) => Item = item; public override string ToString() => $"Generic<{typeof(T).Name}>({Item})"; }
static class Static { }
ref struct RefStruct { public RefStruct() { } }
class Initialised { public static int Count; static Initialised() => Count++; public Initialised() { } }
class FailingInit { static FailingInit() => throw new InvalidOperationException("cctor"); public FailingInit() { } public static void Touch() { } }
enum Color { Red = 1 }
class Finalized { ~Finalized() { } public int A = 3; }

static class Program
{
    static void Try(string name, Func<object?> action)
    {
        try
        {
            object? result = action();
            Console.WriteLine($"{name}: {Show(result)}");
        }
        catch (Exception e)
        {
            Console.WriteLine($"{name}: {e.GetType()}: {e.Message}{(e.InnerException == null ? "" : " <- " + e.InnerException.GetType() + ": " + e.InnerException.Message)}");
        }
    }

    static string Show(object? o) => o switch
    {
        null => "null",
        Array a => $"{a.GetType()} [{string.Join(",", Enumerable.Range(0, a.Rank).Select(i => a.GetLowerBound(i) + ".." + a.GetUpperBound(i)))}] {string.Join(",", a.Cast<object>().Select(Show))}",
        Plain p => "Plain " + p.A,
        _ => o.ToString() + " " + o.GetType(),
    };

    static void Activators()
    {
        foreach (Type type in new[] { typeof(Plain), typeof(NoDefault), typeof(PrivateDefault), typeof(Abstract), typeof(IFace), typeof(Value), typeof(WithDefault), typeof(Generic<int>), typeof(Generic<>), typeof(Static), typeof(RefStruct), typeof(int), typeof(int?), typeof(int[]), typeof(int[,]), typeof(string), typeof(void), typeof(Color), typeof(int*), typeof(int).MakeByRefType(), typeof(Action), typeof(TypedReference), typeof(Span<int>), typeof(object), typeof(Delegate), typeof(Enum), typeof(ArgIterator), typeof(Initialised), typeof(FailingInit), typeof(Generic<>).GetGenericArguments()[0], typeof(Type), typeof(Array) })
        {
            Try(type + " create", () => Activator.CreateInstance(type));
            Try(type + " private", () => Activator.CreateInstance(type, nonPublic: true));
            Try(type + " uninitialized", () => RuntimeHelpers.GetUninitializedObject(type) is { } o ? o.GetType() : null);
        }
        Try("args", () => Activator.CreateInstance(typeof(Plain), 42));
        Try("args params", () => Activator.CreateInstance(typeof(Plain), "s", 1, 2, 3));
        Try("args none", () => Activator.CreateInstance(typeof(Plain), 1.5));
        Try("args protected", () => Activator.CreateInstance(typeof(Plain), BindingFlags.NonPublic | BindingFlags.Instance, null, new object[] { true }, null));
        Try("args null", () => Activator.CreateInstance(typeof(Plain), new object?[] { null }));
        Try("value args", () => Activator.CreateInstance(typeof(Value), 4));
        Try("generic args", () => Activator.CreateInstance(typeof(Generic<string>), "x"));
        Try("names", () => Activator.CreateInstance(typeof(Program).Assembly.FullName!, "Plain")!.Unwrap());
        Try("names bad", () => Activator.CreateInstance(typeof(Program).Assembly.FullName!, "Missing"));
        Try("names bad assembly", () => Activator.CreateInstance("NoSuchAssembly", "Missing"));
        Try("assembly", () => typeof(Program).Assembly.CreateInstance("Plain"));
        Try("assembly missing", () => typeof(Program).Assembly.CreateInstance("plain"));
        Try("assembly ignore case", () => typeof(Program).Assembly.CreateInstance("plain", true));
        Try("generic form", () => Activator.CreateInstance<WithDefault>());
        Try("generic form no default", () => Activator.CreateInstance<NoDefault>());
        Try("generic form abstract", () => Activator.CreateInstance<Abstract>());
        Try("generic form failing", () => Activator.CreateInstance<FailingInit>());
        Try("null type", () => Activator.CreateInstance((Type)null!));
        Console.WriteLine(default(WithDefault) + " " + new WithDefault());
        Try("new T", () => New<WithDefault>());
        Try("new T class", () => New<Plain>());
        Try("array of", () => new WithDefault[1]);
    }

    static T New<T>() where T : new() => new T();

    static void Constructors()
    {
        foreach (Type type in new[] { typeof(int[]), typeof(int[,]), typeof(int[,,]), typeof(int[][]), typeof(string[][][]), typeof(int[][,]), typeof(int[,][]) })
        {
            foreach (ConstructorInfo constructor in type.GetConstructors())
            {
                object[] arguments = constructor.GetParameters().Select((p, i) => (object)(i + 1)).ToArray();
                Try($"{type} {constructor} {constructor.Attributes} {constructor.CallingConvention}", () => constructor.Invoke(arguments));
            }
            foreach (MethodInfo method in type.GetMethods(BindingFlags.DeclaredOnly | BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static))
                Console.WriteLine($"  {method} {method.Attributes} {method.CallingConvention} {method.GetMethodImplementationFlags()} {string.Join(",", method.GetParameters().Select(p => p.Name ?? "null"))} {method.DeclaringType} {method.ReflectedType} {method.MetadataToken:x}");
        }
        Try("negative", () => typeof(int[]).GetConstructors()[0].Invoke(new object[] { -1 }));
        Try("bounds", () => typeof(int[,]).GetConstructors()[1].Invoke(new object[] { -1, 2, 3, 2 }));
        Try("bounds bad", () => typeof(int[,]).GetConstructors()[1].Invoke(new object[] { int.MaxValue, 2, 3, 2 }));
        Try("jagged", () => ((int[][])typeof(int[][]).GetConstructors()[1].Invoke(new object[] { 2, 3 })).Select(a => a.Length).Sum());
        Try("jagged member", () => typeof(int[][]).InvokeMember("", BindingFlags.CreateInstance, null, null, new object[] { 2 }));
        Try("activator array", () => Activator.CreateInstance(typeof(int[]), 3));
        Try("activator array 2", () => Activator.CreateInstance(typeof(int[,]), 2, 2));
        Try("create", () => Array.CreateInstance(typeof(int), new[] { 2, 2 }, new[] { 1, -1 }));
        Try("create lower", () => Array.CreateInstance(typeof(int), new[] { 2 }, new[] { 5 }));
        Try("create void", () => Array.CreateInstance(typeof(void), 1));
        Try("create open", () => Array.CreateInstance(typeof(List<>), 1));
        Try("create byref", () => Array.CreateInstance(typeof(int).MakeByRefType(), 1));
        Try("create span", () => Array.CreateInstance(typeof(Span<int>), 1));
        Try("create negative", () => Array.CreateInstance(typeof(int), -1));
        Try("from type", () => Array.CreateInstanceFromArrayType(typeof(int[,]), 1, 2));
        ConstructorInvoker invoker = ConstructorInvoker.Create(typeof(Plain).GetConstructor(new[] { typeof(int) })!);
        Try("invoker", () => invoker.Invoke(77));
        Try("invoker bad", () => invoker.Invoke("x"));
        MethodInvoker method2 = MethodInvoker.Create(typeof(string).GetMethod("Substring", new[] { typeof(int), typeof(int) })!);
        Try("method invoker", () => method2.Invoke("substring", 1, 3));
        Try("delegate ctor", () => typeof(Func<int>).GetConstructors()[0] + " " + typeof(Func<int>).GetConstructors()[0].GetMethodImplementationFlags());
    }

    static void Helpers()
    {
        RuntimeHelpers.RunClassConstructor(typeof(Initialised).TypeHandle);
        Console.WriteLine(Initialised.Count);
        Try("run failing", () => { RuntimeHelpers.RunClassConstructor(typeof(FailingInit).TypeHandle); return null; });
        Try("run default", () => { RuntimeHelpers.RunClassConstructor(default); return null; });
        Try("run open", () => { RuntimeHelpers.RunClassConstructor(typeof(Generic<>).TypeHandle); return "ok"; });
        RuntimeHelpers.RunModuleConstructor(typeof(Program).Module.ModuleHandle);
        Try("equals", () => RuntimeHelpers.Equals(new Value(3), new Value(3)));
        Try("equals 2", () => { object o = new Value(1); return RuntimeHelpers.Equals(o, o); });
        Try("contains", () => $"{RuntimeHelpers.IsReferenceOrContainsReferences<int>()} {RuntimeHelpers.IsReferenceOrContainsReferences<string>()} {RuntimeHelpers.IsReferenceOrContainsReferences<KeyValuePair<int, string>>()} {RuntimeHelpers.IsReferenceOrContainsReferences<Value>()}");
        Try("size of", () => $"{RuntimeHelpers.SizeOf(typeof(Value).TypeHandle)} {RuntimeHelpers.SizeOf(typeof(string).TypeHandle)} {RuntimeHelpers.SizeOf(typeof(int*).TypeHandle)}");
        Try("size of byref", () => RuntimeHelpers.SizeOf(typeof(int).MakeByRefType().TypeHandle));
        Try("size of generic", () => RuntimeHelpers.SizeOf(typeof(List<>).TypeHandle));
        Try("size of void", () => RuntimeHelpers.SizeOf(typeof(void).TypeHandle));
        Try("box", () => { int i = 5; return RuntimeHelpers.Box(ref Unsafe.As<int, byte>(ref i), typeof(int).TypeHandle); });
        Try("box nullable", () => { int? i = 5; return RuntimeHelpers.Box(ref Unsafe.As<int?, byte>(ref i), typeof(int?).TypeHandle); });
        Try("box string", () => { string? s = "x"; return RuntimeHelpers.Box(ref Unsafe.As<string, byte>(ref s), typeof(string).TypeHandle); });
        Try("box span", () => { byte b = 0; return RuntimeHelpers.Box(ref b, typeof(Span<int>).TypeHandle); });
        Try("sub array", () => RuntimeHelpers.GetSubArray(new[] { 1, 2, 3 }, 1..3));
        Try("sufficient", () => RuntimeHelpers.TryEnsureSufficientExecutionStack());
        Try("prepare", () => { RuntimeHelpers.PrepareMethod(typeof(Program).GetMethod("New", BindingFlags.Static | BindingFlags.NonPublic)!.MethodHandle, new[] { typeof(int).TypeHandle }); return "ok"; });
        Try("prepare bad", () => { RuntimeHelpers.PrepareMethod(typeof(Program).GetMethod("New", BindingFlags.Static | BindingFlags.NonPublic)!.MethodHandle); return "ok"; });
        Try("object value", () => RuntimeHelpers.GetObjectValue(new Value(4)));
        Try("uninitialized finalized", () => ((Finalized)RuntimeHelpers.GetUninitializedObject(typeof(Finalized))).A);
        Try("allocate", () => RuntimeHelpers.AllocateTypeAssociatedMemory(typeof(Program), 16) != 0);
        Try("allocate negative", () => RuntimeHelpers.AllocateTypeAssociatedMemory(typeof(Program), -1));
        Try("offset", () => RuntimeHelpers.OffsetToStringData);
        Try("init array", () => { var a = new int[1]; RuntimeHelpers.InitializeArray(a, default); return null; });
    }

    static void Main()
    {
        Activators();
        Constructors();
        Helpers();
    }
}
