// Explicit tail calls do not use up the stack.
using System.Reflection.Emit;

static class Program
{
    delegate long Sum(int n, long sum);

    static void Main()
    {
        var method = new DynamicMethod("Sum", typeof(long), [typeof(int), typeof(long)], typeof(Program).Module);
        ILGenerator il = method.GetILGenerator();
        Label more = il.DefineLabel();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Brtrue, more);
        il.Emit(OpCodes.Ldarg_1);
        il.Emit(OpCodes.Ret);
        il.MarkLabel(more);
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldc_I4_1);
        il.Emit(OpCodes.Sub);
        il.Emit(OpCodes.Ldarg_1);
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Conv_I8);
        il.Emit(OpCodes.Add);
        il.Emit(OpCodes.Tailcall);
        il.Emit(OpCodes.Call, method);
        il.Emit(OpCodes.Ret);
        var sum = (Sum)method.CreateDelegate(typeof(Sum));
        Console.WriteLine(sum(1_000_000, 0));

        // Through a delegate, with a struct result in the caller's buffer.
        var wrap = new DynamicMethod("Wrap", typeof((long, long, long)), [typeof(Func<int, (long, long, long)>), typeof(int)],
                                     typeof(Program).Module);
        il = wrap.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldarg_1);
        il.Emit(OpCodes.Tailcall);
        il.Emit(OpCodes.Callvirt, typeof(Func<int, (long, long, long)>).GetMethod("Invoke")!);
        il.Emit(OpCodes.Ret);
        var call = (Func<Func<int, (long, long, long)>, int, (long, long, long)>)wrap.CreateDelegate(
            typeof(Func<Func<int, (long, long, long)>, int, (long, long, long)>));
        Console.WriteLine(call(x => (x, x * 2L, x * 3L), 5));
    }
}
