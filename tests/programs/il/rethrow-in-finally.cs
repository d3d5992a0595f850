// `rethrow` in a finally handler that stands in a catch handler, which C# cannot say: in a method of a dynamic assembly and in a
// dynamic method, with and without another exception under way, in fault handlers, filters' handlers and nested catches.
// skip: optimized a finally handler that its method calls has no frame of its own in optimised code, on CoreCLR neither
using System.Reflection;
using System.Reflection.Emit;

public static class Program
{
    public static readonly List<string> Log = [];
    public static void Note(string text) => Log.Add(text);
    public static void Fail(string text) => throw new InvalidOperationException(text);
    static readonly MethodInfo NoteMethod = typeof(Program).GetMethod("Note")!, FailMethod = typeof(Program).GetMethod("Fail")!;

    static void Emit(ILGenerator il, MethodInfo method, string text) { il.Emit(OpCodes.Ldstr, text); il.Emit(OpCodes.Call, method); }

    static void FinallyInCatch(ILGenerator il)
    {
        il.BeginExceptionBlock();
        Emit(il, FailMethod, "outer");
        il.BeginCatchBlock(typeof(Exception));
        il.Emit(OpCodes.Pop);
        il.BeginExceptionBlock();
        Emit(il, NoteMethod, "in catch");
        il.BeginFinallyBlock();
        Emit(il, NoteMethod, "in finally");
        il.Emit(OpCodes.Rethrow);
        il.EndExceptionBlock();
        il.EndExceptionBlock();
        il.Emit(OpCodes.Ret);
    }
    static void FinallyInCatchWhileThrowing(ILGenerator il)
    {
        il.BeginExceptionBlock();
        Emit(il, FailMethod, "outer");
        il.BeginCatchBlock(typeof(Exception));
        il.Emit(OpCodes.Pop);
        il.BeginExceptionBlock();
        Emit(il, FailMethod, "inner");
        il.BeginFinallyBlock();
        Emit(il, NoteMethod, "in finally");
        il.Emit(OpCodes.Rethrow);
        il.EndExceptionBlock();
        il.EndExceptionBlock();
        il.Emit(OpCodes.Ret);
    }
    static void FaultInCatch(ILGenerator il)
    {
        il.BeginExceptionBlock();
        Emit(il, FailMethod, "outer");
        il.BeginCatchBlock(typeof(Exception));
        il.Emit(OpCodes.Pop);
        il.BeginExceptionBlock();
        Emit(il, FailMethod, "inner");
        il.BeginFaultBlock();
        Emit(il, NoteMethod, "in fault");
        il.Emit(OpCodes.Rethrow);
        il.EndExceptionBlock();
        il.EndExceptionBlock();
        il.Emit(OpCodes.Ret);
    }
    // The rethrown exception is caught by a handler inside the finally's own try.
    static void CaughtInFinally(ILGenerator il)
    {
        il.BeginExceptionBlock();
        Emit(il, FailMethod, "outer");
        il.BeginCatchBlock(typeof(Exception));
        il.Emit(OpCodes.Pop);
        il.BeginExceptionBlock();
        Emit(il, NoteMethod, "in catch");
        il.BeginFinallyBlock();
        il.BeginExceptionBlock();
        il.Emit(OpCodes.Rethrow);
        il.BeginCatchBlock(typeof(InvalidOperationException));
        il.Emit(OpCodes.Callvirt, typeof(Exception).GetProperty("Message")!.GetMethod!);
        il.Emit(OpCodes.Call, NoteMethod);
        il.EndExceptionBlock();
        il.EndExceptionBlock();
        il.Emit(OpCodes.Rethrow);
        il.EndExceptionBlock();
        il.Emit(OpCodes.Ret);
    }
    // Two catch handlers, one in the other; the finally is in the inner one and rethrows its exception.
    static void InnerOfTwo(ILGenerator il)
    {
        il.BeginExceptionBlock();
        Emit(il, FailMethod, "first");
        il.BeginCatchBlock(typeof(Exception));
        il.Emit(OpCodes.Pop);
        il.BeginExceptionBlock();
        Emit(il, FailMethod, "second");
        il.BeginCatchBlock(typeof(Exception));
        il.Emit(OpCodes.Pop);
        il.BeginExceptionBlock();
        Emit(il, NoteMethod, "in inner catch");
        il.BeginFinallyBlock();
        il.Emit(OpCodes.Rethrow);
        il.EndExceptionBlock();
        il.EndExceptionBlock();
        il.EndExceptionBlock();
        il.Emit(OpCodes.Ret);
    }
    static void InFinallyOfFinally(ILGenerator il)
    {
        il.BeginExceptionBlock();
        Emit(il, FailMethod, "outer");
        il.BeginCatchBlock(typeof(Exception));
        il.Emit(OpCodes.Pop);
        il.BeginExceptionBlock();
        Emit(il, NoteMethod, "in catch");
        il.BeginFinallyBlock();
        il.BeginExceptionBlock();
        Emit(il, NoteMethod, "in finally");
        il.BeginFinallyBlock();
        Emit(il, NoteMethod, "in inner finally");
        il.Emit(OpCodes.Rethrow);
        il.EndExceptionBlock();
        il.EndExceptionBlock();
        il.EndExceptionBlock();
        il.Emit(OpCodes.Ret);
    }
    static void AfterFilter(ILGenerator il)
    {
        il.BeginExceptionBlock();
        Emit(il, FailMethod, "outer");
        il.BeginExceptFilterBlock();
        il.Emit(OpCodes.Pop);
        il.Emit(OpCodes.Ldc_I4_1);
        il.BeginCatchBlock(null!);
        il.Emit(OpCodes.Pop);
        il.BeginExceptionBlock();
        Emit(il, NoteMethod, "in handler");
        il.BeginFinallyBlock();
        il.Emit(OpCodes.Rethrow);
        il.EndExceptionBlock();
        il.EndExceptionBlock();
        il.Emit(OpCodes.Ret);
    }
    static void Show(string name, Action run)
    {
        Log.Clear();
        string end = "returned";
        try { run(); }
        catch (Exception e)
        {
            end = e.GetType().Name + ": " + e.Message;
            foreach (string line in e.StackTrace!.Split('\n').TakeWhile(l => !l.Contains("Program.Show"))) end += "\n  " + line.Trim();
        }
        Console.WriteLine($"{name}: {string.Join(", ", Log)}; {end}");
    }

    static void Main()
    {
        var bodies = new (string Name, Action<ILGenerator> Body)[] { ("FinallyInCatch", FinallyInCatch), ("FinallyInCatchWhileThrowing", FinallyInCatchWhileThrowing), ("FaultInCatch", FaultInCatch), ("CaughtInFinally", CaughtInFinally), ("InnerOfTwo", InnerOfTwo), ("InFinallyOfFinally", InFinallyOfFinally), ("AfterFilter", AfterFilter) };
        TypeBuilder type = AssemblyBuilder.DefineDynamicAssembly(new("rethrows"), AssemblyBuilderAccess.Run).DefineDynamicModule("m").DefineType("T", TypeAttributes.Public);
        foreach (var (name, body) in bodies) body(type.DefineMethod(name, MethodAttributes.Public | MethodAttributes.Static, typeof(void), []).GetILGenerator());
        Type made = type.CreateType();
        foreach (var (name, _) in bodies) Show(name, made.GetMethod(name)!.CreateDelegate<Action>());
        foreach (var (name, body) in bodies)
        {
            if (name is "FaultInCatch" or "AfterFilter") continue;  // a DynamicMethod has neither
            var method = new DynamicMethod("dynamic" + name, typeof(void), [], typeof(Program).Module);
            body(method.GetILGenerator());
            Show("dynamic " + name, method.CreateDelegate<Action>());
        }
    }
}
