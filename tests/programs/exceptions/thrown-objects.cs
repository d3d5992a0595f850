// Objects that are no exceptions: what clauses and filters see, by the setting of each assembly and in dynamic methods.
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;

public class Thing { public override string ToString() => "a thing"; }
public sealed class OtherThing : Thing { }
public interface IMarked { }
public struct Value : IMarked { public int A; }

public static class Report
{
    public static string Kind(object o) => o is RuntimeWrappedException wrapped ? $"wrapper of {wrapped.WrappedException.GetType().Name}" : o.GetType().Name;
    public static readonly List<string> Lines = [];
    public static void Saw(string where, object o) => Lines.Add($"{where} sees {Kind(o)}");
    public static int Filter(string where, object o) { Saw(where, o); return 1; }
    public static int Refuse(string where, object o) { Saw(where, o); return 0; }
}

static class Program
{
    static readonly (string name, object thrown)[] Thrown =
    [
        ("an object", new object()), ("a thing", new Thing()), ("another thing", new OtherThing()), ("a string", "text"), ("a box", new Value()),
        ("an int", 5), ("an array", new int[1]), ("an exception", new InvalidOperationException("real")), ("a wrapper", new RuntimeWrappedException(new Thing())),
    ];
    static readonly Type[] Caught = [typeof(object), typeof(Exception), typeof(RuntimeWrappedException), typeof(Thing), typeof(string), typeof(IMarked), typeof(int), typeof(InvalidOperationException)];

    static Type Assembly(string name, bool? wraps)
    {
        var assembly = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName(name), AssemblyBuilderAccess.Run);
        if (wraps is bool value)
        {
            Type attribute = typeof(RuntimeCompatibilityAttribute);
            assembly.SetCustomAttribute(new CustomAttributeBuilder(attribute.GetConstructor([])!, [], [attribute.GetProperty("WrapNonExceptionThrows")!], [value]));
        }
        TypeBuilder type = assembly.DefineDynamicModule(name).DefineType(name, TypeAttributes.Public);
        Define("Throw", [typeof(object)], il => { il.Emit(OpCodes.Ldarg_0); il.Emit(OpCodes.Throw); }, type);
        foreach (Type caught in Caught)
            Define("Catch" + caught.Name, [typeof(Action)], il => CatchBody(il, caught), type);
        Define("Filter", [typeof(Action)], FilterBody, type);
        Define("Rethrow", [typeof(Action)], RethrowBody, type);
        Define("Finally", [typeof(Action)], FinallyBody, type);
        return type.CreateType();
    }

    static void Define(string name, Type[] parameters, Action<ILGenerator> body, TypeBuilder type) =>
        body(type.DefineMethod(name, MethodAttributes.Public | MethodAttributes.Static, typeof(void), parameters).GetILGenerator());

    static void Saw(ILGenerator il, string where, string method = "Saw")
    {
        LocalBuilder local = il.DeclareLocal(typeof(object));
        il.Emit(OpCodes.Stloc, local);
        il.Emit(OpCodes.Ldstr, where);
        il.Emit(OpCodes.Ldloc, local);
        il.Emit(OpCodes.Call, typeof(Report).GetMethod(method)!);
    }

    static void Invoke(ILGenerator il)
    {
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Callvirt, typeof(Action).GetMethod("Invoke")!);
    }

    static void CatchBody(ILGenerator il, Type caught)
    {
        il.BeginExceptionBlock();
        Invoke(il);
        il.BeginCatchBlock(caught);
        Saw(il, "catch of " + caught.Name);
        il.EndExceptionBlock();
        il.Emit(OpCodes.Ret);
    }

    static void FilterBody(ILGenerator il)
    {
        il.BeginExceptionBlock();
        il.BeginExceptionBlock();
        Invoke(il);
        il.BeginExceptFilterBlock();
        Saw(il, "refusing filter", "Refuse");
        il.BeginCatchBlock(null);
        il.Emit(OpCodes.Pop);
        il.EndExceptionBlock();
        il.BeginExceptFilterBlock();
        Saw(il, "filter", "Filter");
        il.BeginCatchBlock(null);
        Saw(il, "handler of the filter");
        il.EndExceptionBlock();
        il.Emit(OpCodes.Ret);
    }

    static void RethrowBody(ILGenerator il)
    {
        il.BeginExceptionBlock();
        Invoke(il);
        il.BeginCatchBlock(typeof(object));
        Saw(il, "catch that rethrows");
        il.Emit(OpCodes.Rethrow);
        il.EndExceptionBlock();
        il.Emit(OpCodes.Ret);
    }

    static void FinallyBody(ILGenerator il)
    {
        il.BeginExceptionBlock();
        Invoke(il);
        il.BeginFinallyBlock();
        il.Emit(OpCodes.Ldstr, "finally");
        il.Emit(OpCodes.Ldnull);
        il.Emit(OpCodes.Pop);
        il.Emit(OpCodes.Pop);
        il.EndExceptionBlock();
        il.Emit(OpCodes.Ret);
    }

    static Action<object> DynamicThrow()
    {
        var method = new DynamicMethod("DynamicThrow", typeof(void), [typeof(object)]);
        ILGenerator il = method.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Throw);
        return method.CreateDelegate<Action<object>>();
    }

    static Action<Action> Dynamic(Action<ILGenerator> body)
    {
        var method = new DynamicMethod("DynamicCatch", typeof(void), [typeof(Action)]);
        body(method.GetILGenerator());
        return method.CreateDelegate<Action<Action>>();
    }

    static void Show(string title, Action run)
    {
        Report.Lines.Clear();
        try { run(); }
        catch (Exception e) { Report.Saw("the program", e); }
        Console.WriteLine($"{title}: {string.Join(", ", Report.Lines)}");
    }

    static void Main(string[] arguments)
    {
        Type[] assemblies = [Assembly("Wrapping", true), Assembly("Bare", false), Assembly("Silent", null)];
        var throwers = assemblies.Select(a => (a.Name, a.GetMethod("Throw")!.CreateDelegate<Action<object>>())).Append(("dynamic", DynamicThrow())).ToArray();
        var catchers = new List<(string, Action<Action>)>();
        foreach (Type assembly in assemblies)
            foreach (MethodInfo method in assembly.GetMethods(BindingFlags.Public | BindingFlags.Static).Where(m => m.Name != "Throw"))
                catchers.Add(($"{assembly.Name}.{method.Name}", method.CreateDelegate<Action<Action>>()));
        foreach (Type caught in Caught)
            catchers.Add(("dynamic Catch" + caught.Name, Dynamic(il => CatchBody(il, caught))));
        catchers.Add(("dynamic Filter", Dynamic(FilterBody)));
        catchers.Add(("dynamic Rethrow", Dynamic(RethrowBody)));
        int count = 0;
        foreach (var (from, thrower) in throwers)
            foreach (var (what, thrown) in Thrown)
                foreach (var (name, catcher) in catchers)
                {
                    Show($"{what} thrown by {from}, {name}", () => catcher(() => thrower(thrown)));
                    count++;
                }
        var bareObject = catchers.First(c => c.Item1 == "Bare.CatchObject").Item2;
        var wrappingObject = catchers.First(c => c.Item1 == "Wrapping.CatchObject").Item2;
        Action throwThing = () => throwers[1].Item2(new Thing());
        Show("rethrown bare, then wrapping", () => wrappingObject(() => catchers.First(c => c.Item1 == "Bare.Rethrow").Item2(throwThing)));
        Show("rethrown wrapping, then bare", () => bareObject(() => catchers.First(c => c.Item1 == "Wrapping.Rethrow").Item2(throwThing)));
        Show("by reflection", () => assemblies[1].GetMethod("Throw")!.Invoke(null, [new Thing()]));
        Show("in a task", () => Task.Run(throwThing).Wait());
        Show("in an initialiser", () => RuntimeHelpers.RunClassConstructor(Initialiser().TypeHandle));
        var thread = new Thread(() => Show("on a thread", throwThing));
        thread.Start();
        thread.Join();
        try { throwThing(); }
        catch (RuntimeWrappedException e) { Console.WriteLine($"{e.Message} {e.WrappedException} {e.HResult:x}"); }
        try { wrappingObject(() => throw new Exception("plain")); } catch { }
        Console.WriteLine($"{count} throws");
        Console.Out.Flush();
        throwThing();
    }

    static Type Initialiser()
    {
        TypeBuilder type = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("Initialised"), AssemblyBuilderAccess.Run).DefineDynamicModule("Initialised").DefineType("Initialised", TypeAttributes.Public);
        ILGenerator il = type.DefineTypeInitializer().GetILGenerator();
        il.Emit(OpCodes.Ldstr, "thrown");
        il.Emit(OpCodes.Throw);
        return type.CreateType();
    }
}
