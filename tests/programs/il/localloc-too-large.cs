// stderr: 1 lines
// More than there is of the stack: the process ends with a stack overflow, also where the size wraps around.
using System.Reflection.Emit;

static class Program
{
    static void Main()
    {
        var method = new DynamicMethod("Allocate", typeof(long), [typeof(long)], typeof(Program), true);
        ILGenerator il = method.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Conv_U);
        il.Emit(OpCodes.Localloc);
        il.Emit(OpCodes.Dup);
        il.Emit(OpCodes.Ldc_I4_5);
        il.Emit(OpCodes.Stind_I1);
        il.Emit(OpCodes.Ldind_U1);
        il.Emit(OpCodes.Conv_I8);
        il.Emit(OpCodes.Ret);
        var allocate = method.CreateDelegate<Func<long, long>>();
        Console.WriteLine(allocate(1) + allocate(100_000));
        Console.WriteLine(allocate(long.MaxValue));
    }
}
