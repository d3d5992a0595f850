// How large the frame of a method may be: 1 GiB of locals, arguments of calls and results. Nothing is run.
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
static class Program
{
    static ModuleBuilder module = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("frames"), AssemblyBuilderAccess.Run).DefineDynamicModule("frames");
    static int count;
    static Type Struct(int size)
    {
        var type = module.DefineType("S" + count++, TypeAttributes.Public | TypeAttributes.Sealed | TypeAttributes.SequentialLayout, typeof(ValueType), PackingSize.Size1, size);
        type.DefineField("First", typeof(byte), FieldAttributes.Public);
        return type.CreateType();
    }
    static string Prepare(Type result, Type[] parameters, Action<ILGenerator> body)
    {
        var holder = module.DefineType("H" + count++, TypeAttributes.Public);
        var method = holder.DefineMethod("M", MethodAttributes.Public | MethodAttributes.Static, result, parameters);
        var il = method.GetILGenerator();
        body(il);
        try
        {
            Type made = holder.CreateType();
            RuntimeHelpers.PrepareMethod(made.GetMethod("M").MethodHandle);
            return "fine";
        }
        catch (Exception e) { return e.GetType().Name + " " + e.Message; }
    }
    static void Main()
    {
        foreach (int size in new[] { 1 << 20, 1 << 27, (1 << 27) - 1, 1 << 28, 1 << 29, (1 << 29) + 16, 1 << 30, (1<<30) - 16, (1<<30) - 8, (1<<30)-64, (1<<30)-128, (1 << 30) + 16, int.MaxValue - 15 })
        {
            Type type;
            try { type = Struct(size); } catch (Exception e) { Console.WriteLine($"{size:x} {e.GetType().Name} {e.Message}"); continue; }
            for (int locals = 1; locals < 4; locals++)
            {
                Console.WriteLine($"{size:x} {locals} unused: " + Prepare(typeof(void), [], il => { for (int i = 0; i < locals; i++) il.DeclareLocal(type); il.Emit(OpCodes.Ret); }));
                Console.WriteLine($"{size:x} {locals} used: " + Prepare(typeof(void), [], il => { for (int i = 0; i < locals; i++) { il.DeclareLocal(type); il.Emit(OpCodes.Ldloca, i); il.Emit(OpCodes.Initobj, type); } il.Emit(OpCodes.Ret); }));
            }
            Console.WriteLine($"{size:x} argument: " + Prepare(typeof(void), [type], il => il.Emit(OpCodes.Ret)));
            Console.WriteLine($"{size:x} arguments: " + Prepare(typeof(void), [type, type, type], il => il.Emit(OpCodes.Ret)));
            Console.WriteLine($"{size:x} result: " + Prepare(type, [type.MakeByRefType()], il => { il.Emit(OpCodes.Ldarg_0); il.Emit(OpCodes.Ldobj, type); il.Emit(OpCodes.Ret); }));
            Console.WriteLine($"{size:x} copy: " + Prepare(typeof(void), [type.MakeByRefType(), type.MakeByRefType()], il => { il.Emit(OpCodes.Ldarg_0); il.Emit(OpCodes.Ldarg_1);il.Emit(OpCodes.Ldobj, type); il.Emit(OpCodes.Stobj, type); il.Emit(OpCodes.Ret); }));
            Console.WriteLine($"{size:x} box: " + Prepare(typeof(object), [type.MakeByRefType()], il => { il.Emit(OpCodes.Ldarg_0); il.Emit(OpCodes.Ldobj, type); il.Emit(OpCodes.Box, type); il.Emit(OpCodes.Ret); }));
            MethodInfo callee = null;
            { var h = module.DefineType("C" + count++, TypeAttributes.Public); var m = h.DefineMethod("M", MethodAttributes.Public | MethodAttributes.Static, type, [type]); var il = m.GetILGenerator(); il.Emit(OpCodes.Ldarg_0); il.Emit(OpCodes.Ret); callee = h.CreateType().GetMethod("M"); }
            Console.WriteLine($"{size:x} call: " + Prepare(typeof(void), [type.MakeByRefType()], il => { il.Emit(OpCodes.Ldarg_0); il.Emit(OpCodes.Ldobj, type); il.Emit(OpCodes.Call, callee); il.Emit(OpCodes.Pop); il.Emit(OpCodes.Ret); }));
        }
    }
}
