using System.Reflection;
using System.Reflection.Emit;

class Target
{
    private int secret = 41;
    public string Text = "t";
    public virtual int V(int x) => x * 2;
}

static class Program
{
    delegate int Op(int a, int b);

    static void Main()
    {
        var add = new DynamicMethod("Add", typeof(int), new[] { typeof(int), typeof(int) });
        ILGenerator il = add.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldarg_1);
        il.Emit(OpCodes.Add);
        il.Emit(OpCodes.Ret);
        Console.WriteLine(((Op)add.CreateDelegate(typeof(Op)))(40, 2));
        Console.WriteLine(add.Invoke(null, new object[] { 1, 2 }));

        var peek = new DynamicMethod("Peek", typeof(int), new[] { typeof(Target) }, typeof(Target), true);
        il = peek.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldfld, typeof(Target).GetField("secret", BindingFlags.NonPublic | BindingFlags.Instance)!);
        il.Emit(OpCodes.Ldc_I4_1);
        il.Emit(OpCodes.Add);
        il.Emit(OpCodes.Ret);
        Console.WriteLine(peek.CreateDelegate<Func<Target, int>>()(new Target()));

        var loop = new DynamicMethod("Loop", typeof(string), new[] { typeof(int) });
        il = loop.GetILGenerator();
        LocalBuilder i = il.DeclareLocal(typeof(int)), s = il.DeclareLocal(typeof(string));
        Label top = il.DefineLabel(), test = il.DefineLabel();
        il.Emit(OpCodes.Ldstr, "");
        il.Emit(OpCodes.Stloc, s);
        il.Emit(OpCodes.Br, test);
        il.MarkLabel(top);
        il.Emit(OpCodes.Ldloc, s);
        il.Emit(OpCodes.Ldloc, i);
        il.Emit(OpCodes.Box, typeof(int));
        il.Emit(OpCodes.Call, typeof(string).GetMethod("Concat", new[] { typeof(object), typeof(object) })!);
        il.Emit(OpCodes.Stloc, s);
        il.Emit(OpCodes.Ldloc, i);
        il.Emit(OpCodes.Ldc_I4_1);
        il.Emit(OpCodes.Add);
        il.Emit(OpCodes.Stloc, i);
        il.MarkLabel(test);
        il.Emit(OpCodes.Ldloc, i);
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Blt, top);
        il.Emit(OpCodes.Ldloc, s);
        il.Emit(OpCodes.Ret);
        Console.WriteLine(loop.CreateDelegate<Func<int, string>>()(6));

        var closed = new DynamicMethod("Closed", typeof(int), new[] { typeof(Target), typeof(int) });
        il = closed.GetILGenerator();
        il.BeginExceptionBlock();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldarg_1);
        il.Emit(OpCodes.Callvirt, typeof(Target).GetMethod("V")!);
        LocalBuilder r = il.DeclareLocal(typeof(int));
        il.Emit(OpCodes.Stloc, r);
        il.BeginCatchBlock(typeof(NullReferenceException));
        il.Emit(OpCodes.Pop);
        il.Emit(OpCodes.Ldc_I4_M1);
        il.Emit(OpCodes.Stloc, r);
        il.EndExceptionBlock();
        il.Emit(OpCodes.Ldloc, r);
        il.Emit(OpCodes.Ret);
        Console.WriteLine(((Func<int, int>)closed.CreateDelegate(typeof(Func<int, int>), new Target()))(10));
        Console.WriteLine(((Func<Target?, int, int>)closed.CreateDelegate(typeof(Func<Target?, int, int>)))(null, 10));
        var bad = new DynamicMethod("Bad", typeof(int), Type.EmptyTypes);
        bad.GetILGenerator().Emit(OpCodes.Add);
        bad.GetILGenerator().Emit(OpCodes.Ret);
        try
        {
            bad.CreateDelegate<Func<int>>()();
        }
        catch (InvalidProgramException e)
        {
            Console.WriteLine(e.Message);
        }
    }
}
