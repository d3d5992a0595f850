// Accessibility beyond the matrix: dynamic methods of every kind, when the exception comes, generic callers and arguments.
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;

public class Secrets
{
    private static int Hidden() => 1;
    private static int HiddenWith(int a, string b) => a;
    protected static int Family() => 2;
    internal static int Internal() => 3;
    private static int hidden = 4;
    protected int family = 5;
    private Secrets(int a) { }
    public Secrets() { }
    private class Nested { public static int Open() => 6; public int field; }
    public static Type NestedType => typeof(Nested);
    private T Generic<T>(T a) => a;
}
public class Heir : Secrets { public static void Use() { } }
public class Box<T> { private static T? value; private static T? Get() => value; public static U? Open<U>() => default; private class Inner { public static int M() => 7; } public static Type InnerType => typeof(Inner); }

static class Program
{
    const BindingFlags All = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance | BindingFlags.DeclaredOnly;
    static readonly MethodInfo Hidden = typeof(Secrets).GetMethod("Hidden", All)!;
    static int effects;
    public static int Effect() { effects++; return 1; }
    public static string Text() { effects += 10; return ""; }

    static void Show(string title, Func<object?> run)
    {
        effects = 0;
        string result;
        try { result = "returned " + run(); }
        catch (Exception e)
        {
            if (e is TargetInvocationException) e = e.InnerException!;
            result = $"{e.GetType().Name}: {e.Message}";
        }
        Console.WriteLine($"{title}: {result}{(effects == 0 ? "" : ", effects " + effects)}");
    }

    static readonly (string name, Func<string, DynamicMethod> make)[] Hosts =
    [
        ("anonymous", n => new DynamicMethod(n, typeof(object), [])),
        ("anonymous, restricted skip", n => new DynamicMethod(n, typeof(object), [], true)),
        ("anonymous, no skip", n => new DynamicMethod(n, typeof(object), [], false)),
        ("module", n => new DynamicMethod(n, typeof(object), [], typeof(Program).Module)),
        ("module, skip", n => new DynamicMethod(n, typeof(object), [], typeof(Program).Module, true)),
        ("CoreLib", n => new DynamicMethod(n, typeof(object), [], typeof(object).Module)),
        ("owner Secrets", n => new DynamicMethod(n, typeof(object), [], typeof(Secrets))),
        ("owner Heir", n => new DynamicMethod(n, typeof(object), [], typeof(Heir))),
        ("owner Program", n => new DynamicMethod(n, typeof(object), [], typeof(Program), false)),
        ("owner Program, skip", n => new DynamicMethod(n, typeof(object), [], typeof(Program), true)),
        ("owner nested", n => new DynamicMethod(n, typeof(object), [], Secrets.NestedType)),
    ];

    static void Dynamic(string what, Action<ILGenerator> access)
    {
        foreach (var (name, make) in Hosts)
        {
            Show($"{what}, {name}", () =>
            {
                DynamicMethod method = make("Peek");
                ILGenerator il = method.GetILGenerator();
                access(il);
                il.Emit(OpCodes.Ldnull);
                il.Emit(OpCodes.Ret);
                return method.CreateDelegate<Func<object>>()();
            });
        }
    }

    static void DynamicMethods()
    {
        Dynamic("private method", il => { il.Emit(OpCodes.Call, Hidden); il.Emit(OpCodes.Pop); });
        Dynamic("protected method", il => { il.Emit(OpCodes.Call, typeof(Secrets).GetMethod("Family", All)!); il.Emit(OpCodes.Pop); });
        Dynamic("internal method", il => { il.Emit(OpCodes.Call, typeof(Secrets).GetMethod("Internal", All)!); il.Emit(OpCodes.Pop); });
        Dynamic("private field", il => { il.Emit(OpCodes.Ldsfld, typeof(Secrets).GetField("hidden", All)!); il.Emit(OpCodes.Pop); });
        Dynamic("private constructor", il => { il.Emit(OpCodes.Ldc_I4_0); il.Emit(OpCodes.Newobj, typeof(Secrets).GetConstructor(All, [typeof(int)])!); il.Emit(OpCodes.Pop); });
        Dynamic("private type", il => { il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Castclass, Secrets.NestedType); il.Emit(OpCodes.Pop); });
        Dynamic("method of private type", il => { il.Emit(OpCodes.Call, Secrets.NestedType.GetMethod("Open")!); il.Emit(OpCodes.Pop); });
        Dynamic("internal type of CoreLib", il => { il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Castclass, typeof(object).Assembly.GetType("System.RuntimeType")!); il.Emit(OpCodes.Pop); });
        Dynamic("private field of CoreLib", il => { il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Ldfld, typeof(List<int>).GetField("_size", All)!); il.Emit(OpCodes.Pop); });
        Dynamic("private token", il => { il.Emit(OpCodes.Ldtoken, Hidden); il.Emit(OpCodes.Pop); });
        Dynamic("list of private type", il => { il.Emit(OpCodes.Newobj, typeof(List<>).MakeGenericType(Secrets.NestedType).GetConstructor([])!); il.Emit(OpCodes.Pop); });
        Dynamic("private method of generic type", il => { il.Emit(OpCodes.Call, typeof(Box<string>).GetMethod("Get", All)!); il.Emit(OpCodes.Pop); });
    }

    // When: the method runs up to the access; what is on the stack then?
    static void Moment(string what, MethodImplAttributes flags, Action<ILGenerator> emit)
    {
        var module = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("Moment"), AssemblyBuilderAccess.Run).DefineDynamicModule("Moment");
        TypeBuilder type = module.DefineType("Caller", TypeAttributes.Public);
        MethodBuilder method = type.DefineMethod("Run", MethodAttributes.Public | MethodAttributes.Static, typeof(object), [typeof(bool)]);
        method.SetImplementationFlags(flags);
        ILGenerator il = method.GetILGenerator();
        emit(il);
        il.Emit(OpCodes.Ldnull);
        il.Emit(OpCodes.Ret);
        var run = type.CreateType().GetMethod("Run")!.CreateDelegate<Func<bool, object>>();
        Show($"{what}, {flags}, false", () => run(false));
        Show($"{what}, {flags}, true", () => run(true));
        Show($"{what}, {flags}, true again", () => run(true));
    }

    static void Moments()
    {
        MethodInfo effect = typeof(Public).GetMethod("Effect")!, text = typeof(Public).GetMethod("Text")!;
        MethodInfo with = typeof(Secrets).GetMethod("HiddenWith", All)!;
        // Where arguments wait on the stack, CoreCLR's unoptimised code throws before they are computed; this is about optimised code.
        foreach (var flags in new[] { MethodImplAttributes.AggressiveOptimization })
        {
            Moment("behind a branch", flags, il =>
            {
                Label end = il.DefineLabel();
                il.Emit(OpCodes.Ldarg_0);
                il.Emit(OpCodes.Brfalse, end);
                il.Emit(OpCodes.Call, Hidden);
                il.Emit(OpCodes.Pop);
                il.MarkLabel(end);
            });
            Moment("after an effect", flags, il => { il.Emit(OpCodes.Call, effect); il.Emit(OpCodes.Pop); il.Emit(OpCodes.Call, Hidden); il.Emit(OpCodes.Pop); });
            Moment("with effects as arguments", flags, il => { il.Emit(OpCodes.Call, effect); il.Emit(OpCodes.Call, text); il.Emit(OpCodes.Call, with); il.Emit(OpCodes.Pop); });
            Moment("with an effect stored", flags, il => { il.Emit(OpCodes.Call, effect); il.Emit(OpCodes.Stsfld, typeof(Secrets).GetField("hidden", All)!); });
            Moment("caught inside", flags, il =>
            {
                il.BeginExceptionBlock();
                il.Emit(OpCodes.Call, Hidden);
                il.Emit(OpCodes.Pop);
                il.BeginCatchBlock(typeof(MethodAccessException));
                il.Emit(OpCodes.Pop);
                il.Emit(OpCodes.Call, effect);
                il.Emit(OpCodes.Pop);
                il.EndExceptionBlock();
            });
            Moment("constructor with an effect", flags, il => { il.Emit(OpCodes.Call, effect); il.Emit(OpCodes.Newobj, typeof(Secrets).GetConstructor(All, [typeof(int)])!); il.Emit(OpCodes.Pop); });
            Moment("cast of an effect", flags, il => { il.Emit(OpCodes.Call, text); il.Emit(OpCodes.Castclass, Secrets.NestedType); il.Emit(OpCodes.Pop); });
        }
    }

    // Generic code: what is written there counts, not what the variables stand for.
    static void Generics()
    {
        var assembly = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("Generics"), AssemblyBuilderAccess.Run);
        var module = assembly.DefineDynamicModule("Generics");
        TypeBuilder type = module.DefineType("Caller`1", TypeAttributes.Public);
        Type variable = type.DefineGenericParameters("T")[0];
        var bodies = new (string name, Action<ILGenerator, Type> emit)[]
        {
            ("open call", (il, t) => { il.Emit(OpCodes.Call, TypeBuilder.GetMethod(typeof(Box<>).MakeGenericType(t), typeof(Box<>).GetMethod("Open")!).MakeGenericMethod(t)); il.Emit(OpCodes.Pop); }),
            ("private call", (il, t) => { il.Emit(OpCodes.Call, TypeBuilder.GetMethod(typeof(Box<>).MakeGenericType(t), typeof(Box<>).GetMethod("Get", All)!)); il.Emit(OpCodes.Pop); }),
            ("private field", (il, t) => { il.Emit(OpCodes.Ldsfld, TypeBuilder.GetField(typeof(Box<>).MakeGenericType(t), typeof(Box<>).GetField("value", All)!)); il.Emit(OpCodes.Pop); }),
            ("newarr", (il, t) => { il.Emit(OpCodes.Ldc_I4_1); il.Emit(OpCodes.Newarr, t); il.Emit(OpCodes.Pop); }),
            ("castclass", (il, t) => { il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Isinst, typeof(List<>).MakeGenericType(t)); il.Emit(OpCodes.Pop); }),
            ("list of hidden", (il, t) => { il.Emit(OpCodes.Newobj, typeof(List<>).MakeGenericType(Secrets.NestedType).GetConstructor([])!); il.Emit(OpCodes.Pop); }),
            ("private type", (il, t) => { il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Isinst, Secrets.NestedType); il.Emit(OpCodes.Pop); }),
        };
        foreach (var (name, emit) in bodies)
        {
            foreach (bool isGeneric in new[] { false, true })
            {
                MethodBuilder method = type.DefineMethod(name + (isGeneric ? " generic" : ""), MethodAttributes.Public | MethodAttributes.Static, typeof(void), []);
                Type used = isGeneric ? method.DefineGenericParameters("U")[0] : variable;
                ILGenerator il = method.GetILGenerator();
                emit(il, used);
                il.Emit(OpCodes.Ret);
            }
        }
        Type made = type.CreateType();
        foreach (Type argument in new[] { typeof(int), typeof(string), Secrets.NestedType })
            foreach (var (name, _) in bodies)
            {
                Show($"{name} with {argument}", () => made.MakeGenericType(argument).GetMethod(name)!.Invoke(null, null));
                Show($"{name} of the method with {argument}", () => made.MakeGenericType(typeof(int)).GetMethod(name + " generic")!.MakeGenericMethod(argument).Invoke(null, null));
            }
    }

    static void Main()
    {
        DynamicMethods();
        Moments();
        Generics();
    }
}

public static class Public
{
    public static int Effect() => (int)typeof(Public).Assembly.GetType("Program")!.GetMethod("Effect")!.Invoke(null, null)!;
    public static string Text() => (string)typeof(Public).Assembly.GetType("Program")!.GetMethod("Text")!.Invoke(null, null)!;
}
