// Methods that are no valid programs: calling them throws, and nothing of them runs.
using System.Reflection;
using System.Reflection.Emit;

public struct One { public int A; public object B; }
public ref struct ByRefLike { public int A; }
public abstract class Abstract { public abstract int Method(); public static int Static() => 1; public int Field; public static int StaticField; }
public interface IContract { int Method(); }

static class Program
{
    static int ran;
    public static void Ran() => ran++;

    static void Show(string name, Func<object?> run)
    {
        string result;
        ran = 0;
        try
        {
            result = "returned " + run();
        }
        catch (Exception e)
        {
            e = e is TargetInvocationException ? e.InnerException! : e;
            result = e.GetType().Name + ": " + e.Message;
        }
        Console.WriteLine($"{name}: {result}, {ran}");
    }

    static void Emitted(string name, Action<ILGenerator> emit, Type? result = null)
    {
        Show(name, () =>
        {
            var method = new DynamicMethod("M", result ?? typeof(int), [typeof(int), typeof(object)], typeof(Program), true);
            ILGenerator il = method.GetILGenerator();
            il.Emit(OpCodes.Call, typeof(Program).GetMethod("Ran")!);
            emit(il);
            return method.Invoke(null, [0, "x"]);
        });
    }

    // Locals: int32, int64, object.
    static void Bytes(string name, string code, int maxStack = 8, byte[]? exceptions = null)
    {
        Show(name, () =>
        {
            var method = new DynamicMethod("M", typeof(int), [typeof(int), typeof(object)], typeof(Program), true);
            DynamicILInfo info = method.GetDynamicILInfo();
            SignatureHelper locals = SignatureHelper.GetLocalVarSigHelper();
            locals.AddArgument(typeof(int));
            locals.AddArgument(typeof(long));
            locals.AddArgument(typeof(object));
            info.SetLocalSignature(locals.GetSignature());
            info.SetCode(Convert.FromHexString(code.Replace(" ", "")), maxStack);
            info.SetExceptions(exceptions ?? []);
            return method.Invoke(null, [0, "x"]);
        });
    }

    // One clause in the fat format. flags: 0 catch, 1 filter, 2 finally, 4 fault.
    static byte[] Clause(int flags, int tryOffset, int tryLength, int handlerOffset, int handlerLength, int classOrFilter = 0)
    {
        byte[] result = new byte[28];
        int[] words = [0x41 | 28 << 8, flags, tryOffset, tryLength, handlerOffset, handlerLength, classOrFilter];
        Buffer.BlockCopy(words, 0, result, 0, 28);
        return result;
    }

    static void Main()
    {
        Bytes("valid", "16 2a");
        Bytes("falls off the end", "00");
        Bytes("falls off the end with a value", "16");
        Bytes("ret without a value", "2a");
        Bytes("ret with two values", "16 17 2a");
        Bytes("ret with three values", "16 17 18 2a");
        Bytes("pop of nothing", "26 16 2a");
        Bytes("dup of nothing", "25 26 2a");
        Bytes("add of one value", "16 58 2a");
        Bytes("stloc of nothing", "0a 16 2a");
        Bytes("no such local", "11 03 2a");
        Bytes("no such local to store", "16 13 09 16 2a");
        Bytes("no such local's address", "12 07 26 16 2a");
        Bytes("no such argument", "04 2a");
        Bytes("no such argument to store", "16 10 05 16 2a");
        Bytes("unknown opcode", "24 16 2a");
        Bytes("unknown opcode a6", "a6 16 2a");
        Bytes("unknown opcode fe 08", "fe 08 16 2a");
        Bytes("unknown opcode fe ff", "fe ff 16 2a");
        Bytes("unknown opcode f0 behind ret", "16 2a f0");
        Bytes("truncated opcode", "16 2a fe");
        Bytes("truncated operand", "20 01 00");
        Bytes("truncated operand behind ret", "16 2a 20 01");
        Bytes("truncated switch", "16 45 02 00 00 00 00 00");
        Bytes("huge switch", "16 45 ff ff ff 7f 16 2a");
        Bytes("branch out of the method", "2b 20 16 2a");
        Bytes("branch before the method", "2b c0 16 2a");
        Bytes("branch to the end", "2b 02 16 2a");
        Bytes("branch into an instruction", "2b 01 20 16 2a 00 00 16 2a");
        Bytes("dead branch out of the method", "16 2a 2b 20");
        Bytes("different depths", "02 2c 01 16 16 2a");
        Bytes("different depths of a loop", "16 02 2d fc 2a");
        Bytes("depth grows in a loop", "16 02 2c fc 2a");
        Bytes("a value on the stack of a backward branch target", "2b 02 16 2a 16 2b fb");
        Bytes("more than maxstack", "16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 58 58 58 58 58 58 58 58 58 58 58 58 58 58 58 58 58 2a", 2);
        Bytes("a little more than maxstack", "16 16 16 58 58 2a", 1);
        Bytes("leave outside of a region", "de 00 16 2a");
        Bytes("endfinally outside of a region", "dc 16 2a");
        Bytes("rethrow outside of a region", "fe 1a");
        Bytes("throw of nothing", "7a");
        Bytes("throw of an int", "16 7a");
        Bytes("ret in a try", "16 2a de 00 26 de 00 16 2a", 8, Clause(0, 0, 4, 4, 3));
        Bytes("ret in a handler", "de 03 26 16 2a 16 2a", 8, Clause(0, 0, 2, 2, 3));
        Bytes("falls out of a try", "00 00 26 de 00 16 2a", 8, Clause(0, 0, 2, 2, 3));
        Bytes("branches out of a try", "2b 04 de 02 dc 00 16 2a", 8, Clause(2, 0, 4, 4, 1));
        Bytes("branches into a try", "2b 01 00 00 de 01 dc 16 2a", 8, Clause(2, 2, 4, 6, 1));
        Bytes("branches into a handler", "2b 03 00 de 01 dc 16 2a", 8, Clause(2, 2, 3, 5, 1));
        Bytes("falls into a handler", "de 01 00 dc 16 2a", 8, Clause(2, 0, 2, 3, 1));
        Bytes("leaves a finally", "de 02 de 00 16 2a", 8, Clause(2, 0, 2, 2, 2));
        Bytes("try beyond the method", "de 01 dc 16 2a", 8, Clause(2, 0, 90, 2, 1));
        Bytes("handler beyond the method", "de 01 dc 16 2a", 8, Clause(2, 0, 2, 90, 1));
        Bytes("handler reaches beyond the method", "de 01 dc 16 2a", 8, Clause(2, 0, 2, 2, 90));
        Bytes("handler inside its try", "de 01 dc 16 2a", 8, Clause(2, 0, 4, 2, 1));
        Bytes("try ends in an instruction", "de 01 dc 16 2a", 8, Clause(2, 0, 1, 2, 1));
        Bytes("empty try", "de 01 dc 16 2a", 8, Clause(2, 0, 0, 2, 1));
        Bytes("try with values on the stack", "16 de 01 dc 16 2a", 8, Clause(2, 1, 2, 3, 1));
        Bytes("endfinally in a try", "dc de 01 dc 16 2a", 8, Clause(2, 0, 3, 3, 1));
        Bytes("endfinally in a catch", "de 02 26 dc 16 2a", 8, Clause(0, 0, 2, 2, 2));
        Bytes("endfilter in a finally", "de 03 16 fe 11 16 2a", 8, Clause(2, 0, 2, 2, 3));
        Bytes("cpblk of two", "16 16 fe 17 16 2a");
        Bytes("call with a bad token", "28 99 99 00 06 2a");
        Bytes("call with a nil token", "28 00 00 00 00 2a");
        Bytes("newobj with a bad token", "73 99 99 99 02 26 16 2a");
        Bytes("ldtoken with a bad token", "d0 00 00 00 55 26 16 2a");
        Bytes("calli with a bad token", "16 29 01 00 00 11 2a");
        Bytes("dead code at the end", "16 2a 00");
        Bytes("dead call at the end", "16 2a 28 99 99 00 06");
        Bytes("dead branch at the end", "16 2a 2b fe");
        Bytes("dead token", "16 2a 28 99 99 00 06 2a");

        Emitted("call of an abstract method", il => { il.Emit(OpCodes.Ldarg_1); il.Emit(OpCodes.Call, typeof(Abstract).GetMethod("Method")!); il.Emit(OpCodes.Ret); });
        Emitted("callvirt of a static method", il => { il.Emit(OpCodes.Callvirt, typeof(Abstract).GetMethod("Static")!); il.Emit(OpCodes.Ret); });
        Emitted("newobj of an abstract class", il => { il.Emit(OpCodes.Newobj, typeof(Abstract).GetConstructors(BindingFlags.NonPublic | BindingFlags.Instance)[0]); il.Emit(OpCodes.Pop); il.Emit(OpCodes.Ldc_I4_0); il.Emit(OpCodes.Ret); });
        Emitted("newobj of a method", il => { il.Emit(OpCodes.Newobj, typeof(IContract).GetMethod("Method")!); il.Emit(OpCodes.Pop); il.Emit(OpCodes.Ldc_I4_0); il.Emit(OpCodes.Ret); });
        Emitted("ldftn of an abstract method", il => { il.Emit(OpCodes.Ldftn, typeof(Abstract).GetMethod("Method")!); il.Emit(OpCodes.Pop); il.Emit(OpCodes.Ldc_I4_0); il.Emit(OpCodes.Ret); });
        Emitted("ldvirtftn of a static method", il => { il.Emit(OpCodes.Ldarg_1); il.Emit(OpCodes.Ldvirtftn, typeof(Abstract).GetMethod("Static")!); il.Emit(OpCodes.Pop); il.Emit(OpCodes.Ldc_I4_0); il.Emit(OpCodes.Ret); });
        Emitted("ldsfld of an instance field", il => { il.Emit(OpCodes.Ldsfld, typeof(Abstract).GetField("Field")!); il.Emit(OpCodes.Ret); });
        Emitted("stsfld of an instance field", il => { il.Emit(OpCodes.Ldc_I4_0); il.Emit(OpCodes.Stsfld, typeof(Abstract).GetField("Field")!); il.Emit(OpCodes.Ldc_I4_0); il.Emit(OpCodes.Ret); });
        Emitted("ldfld of a static field", il => { il.Emit(OpCodes.Ldarg_1); il.Emit(OpCodes.Ldfld, typeof(Abstract).GetField("StaticField")!); il.Emit(OpCodes.Ret); });
        Emitted("box of a ref struct", il => { LocalBuilder l = il.DeclareLocal(typeof(ByRefLike)); il.Emit(OpCodes.Ldloc, l); il.Emit(OpCodes.Box, typeof(ByRefLike)); il.Emit(OpCodes.Pop); il.Emit(OpCodes.Ldc_I4_0); il.Emit(OpCodes.Ret); });
        Emitted("newarr of a ref struct", il => { il.Emit(OpCodes.Ldc_I4_0); il.Emit(OpCodes.Newarr, typeof(ByRefLike)); il.Emit(OpCodes.Pop); il.Emit(OpCodes.Ldc_I4_0); il.Emit(OpCodes.Ret); });
        Emitted("newarr of void", il => { il.Emit(OpCodes.Ldc_I4_0); il.Emit(OpCodes.Newarr, typeof(void)); il.Emit(OpCodes.Pop); il.Emit(OpCodes.Ldc_I4_0); il.Emit(OpCodes.Ret); });
        Emitted("box of void", il => { il.Emit(OpCodes.Ldc_I4_0); il.Emit(OpCodes.Box, typeof(void)); il.Emit(OpCodes.Pop); il.Emit(OpCodes.Ldc_I4_0); il.Emit(OpCodes.Ret); });
        Emitted("sizeof void", il => { il.Emit(OpCodes.Sizeof, typeof(void)); il.Emit(OpCodes.Ret); });
        Emitted("volatile. before add", il => { il.Emit(OpCodes.Ldc_I4_0); il.Emit(OpCodes.Ldc_I4_0); il.Emit(OpCodes.Volatile); il.Emit(OpCodes.Add); il.Emit(OpCodes.Ret); });
        Emitted("tail. before add", il => { il.Emit(OpCodes.Ldc_I4_0); il.Emit(OpCodes.Ldc_I4_0); il.Emit(OpCodes.Tailcall); il.Emit(OpCodes.Add); il.Emit(OpCodes.Ret); });
        Emitted("constrained. before add", il => { il.Emit(OpCodes.Ldc_I4_0); il.Emit(OpCodes.Ldc_I4_0); il.Emit(OpCodes.Constrained, typeof(int)); il.Emit(OpCodes.Add); il.Emit(OpCodes.Ret); });
        Emitted("readonly. before add", il => { il.Emit(OpCodes.Ldc_I4_0); il.Emit(OpCodes.Ldc_I4_0); il.Emit(OpCodes.Readonly); il.Emit(OpCodes.Add); il.Emit(OpCodes.Ret); });
        Emitted("unaligned. 3", il => { il.Emit(OpCodes.Ldsflda, typeof(Abstract).GetField("StaticField")!); il.Emit(OpCodes.Unaligned, (byte)3); il.Emit(OpCodes.Ldind_I4); il.Emit(OpCodes.Ret); });
        Emitted("two volatile.", il => { il.Emit(OpCodes.Volatile); il.Emit(OpCodes.Volatile); il.Emit(OpCodes.Ldsfld, typeof(Abstract).GetField("StaticField")!); il.Emit(OpCodes.Ret); });
        Emitted("a prefix at the end", il => { il.Emit(OpCodes.Ldc_I4_0); il.Emit(OpCodes.Ret); il.Emit(OpCodes.Volatile); });
        Emitted("a prefix before ret", il => { il.Emit(OpCodes.Ldc_I4_0); il.Emit(OpCodes.Volatile); il.Emit(OpCodes.Ret); });
        Emitted("a branch behind a prefix", il => { Label l = il.DefineLabel(); il.Emit(OpCodes.Br, l); il.Emit(OpCodes.Volatile); il.MarkLabel(l); il.Emit(OpCodes.Ldsfld, typeof(Abstract).GetField("StaticField")!); il.Emit(OpCodes.Ret); });
        Emitted("tail. and no ret", il => { il.Emit(OpCodes.Tailcall); il.Emit(OpCodes.Call, typeof(Abstract).GetMethod("Static")!); il.Emit(OpCodes.Ldc_I4_1); il.Emit(OpCodes.Add); il.Emit(OpCodes.Ret); });
        Emitted("tail. with more on the stack", il => { il.Emit(OpCodes.Ldc_I4_1); il.Emit(OpCodes.Tailcall); il.Emit(OpCodes.Call, typeof(Abstract).GetMethod("Static")!); il.Emit(OpCodes.Ret); });
        Emitted("localloc with more on the stack", il => { il.Emit(OpCodes.Ldc_I4_1); il.Emit(OpCodes.Ldc_I4_8); il.Emit(OpCodes.Conv_U); il.Emit(OpCodes.Localloc); il.Emit(OpCodes.Pop); il.Emit(OpCodes.Ret); });
        Emitted("localloc in a catch", il => { il.BeginExceptionBlock(); il.BeginCatchBlock(typeof(object)); il.Emit(OpCodes.Pop); il.Emit(OpCodes.Ldc_I4_8); il.Emit(OpCodes.Conv_U); il.Emit(OpCodes.Localloc); il.Emit(OpCodes.Pop); il.EndExceptionBlock(); il.Emit(OpCodes.Ldc_I4_0); il.Emit(OpCodes.Ret); });
        Emitted("localloc in a finally", il => { il.BeginExceptionBlock(); il.BeginFinallyBlock(); il.Emit(OpCodes.Ldc_I4_8); il.Emit(OpCodes.Conv_U); il.Emit(OpCodes.Localloc); il.Emit(OpCodes.Pop); il.EndExceptionBlock(); il.Emit(OpCodes.Ldc_I4_0); il.Emit(OpCodes.Ret); });
        Emitted("jmp with values on the stack", il => { il.Emit(OpCodes.Ldc_I4_0); il.Emit(OpCodes.Jmp, typeof(Abstract).GetMethod("Static")!); });
        Emitted("jmp to another signature", il => il.Emit(OpCodes.Jmp, typeof(Abstract).GetMethod("Static")!));
        Emitted("void with a value", il => { il.Emit(OpCodes.Ldc_I4_0); il.Emit(OpCodes.Ret); }, typeof(void));
        Emitted("constrained. call", il => { il.Emit(OpCodes.Ldarga_S, (byte)0); il.Emit(OpCodes.Constrained, typeof(int)); il.Emit(OpCodes.Call, typeof(object).GetMethod("GetHashCode")!); il.Emit(OpCodes.Ret); });
    }
}
