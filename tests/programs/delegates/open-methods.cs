// Delegates, pointers and calls on methods of open generic types.
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

class G<T> { public static int S() => 1; public int I() => 2; public static T? D() => default; public virtual int V() => 3; public static int M<U>() => 4; public G() { } static G() { Console.WriteLine("cctor " + typeof(T)); } public static int F; public int IF; }
class N { public static int M<T>() => 5; public int I<T>() => 6; public virtual int V<T>() => 7; }
interface IG<T> { int X(); }
static unsafe class Program
{
    delegate int Zero(); delegate int OneObject(object o);
    static void Try(string what, Func<object?> f)
    {
        try { Console.WriteLine($"{what}: {f()}"); }
        catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name}: {e.Message.Split('\n')[0]} {e.InnerException?.GetType().Name} {e.InnerException?.Message.Split('\n')[0]}"); }
    }
    static void Main()
    {
        Type open = typeof(G<>);
        foreach (MethodInfo m in open.GetMethods((BindingFlags)(-1)).Where(m => m.DeclaringType == open).Concat(typeof(N).GetMethods().Where(m => m.IsGenericMethodDefinition)).Concat(typeof(IG<>).GetMethods()).OrderBy(m => m.DeclaringType!.Name + m.Name))
        {
            Type type = m.IsStatic ? typeof(Zero) : typeof(OneObject);
            Try(m + " create", () => Delegate.CreateDelegate(type, m));
            Try(m + " method create", () => m.CreateDelegate(type));
            Try(m + " create zero", () => m.CreateDelegate(typeof(Zero), m.IsStatic ? null : new N()));
            Try(m + " invoke", () => m.Invoke(m.IsStatic ? null : new N(), null));
            Try(m + " pointer", () => m.MethodHandle.GetFunctionPointer() != 0);
            if (!m.IsAbstract) Try(m + " prepare", () => { RuntimeHelpers.PrepareMethod(m.MethodHandle); return 0; });
            Try(m + " body", () => m.GetMethodBody()?.MaxStackSize > 0);
            Try(m + " prelink", () => { Marshal.Prelink(m); return 0; });
            if (m.DeclaringType == typeof(N)) continue;
            Try(m + " ldftn", () => Emit(il => { il.Emit(OpCodes.Ldftn, m); il.Emit(OpCodes.Pop); il.Emit(OpCodes.Ldc_I4_0); }));
            Try(m + " call", () => Emit(il => { if (!m.IsStatic) il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Call, m); if (m.ReturnType != typeof(int)) { il.Emit(OpCodes.Pop); il.Emit(OpCodes.Ldc_I4_0); } }));
            Try(m + " newobj", () => Emit(il => { il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Ldftn, m); il.Emit(OpCodes.Newobj, typeof(Zero).GetConstructors()[0]); il.Emit(OpCodes.Pop); il.Emit(OpCodes.Ldc_I4_0); }));
            Try(m + " jmp", () => Emit(il => il.Emit(OpCodes.Jmp, m)));
            Try(m + " ldtoken", () => Emit(il => { il.Emit(OpCodes.Ldtoken, m); il.Emit(OpCodes.Pop); il.Emit(OpCodes.Ldc_I4_0); }));
            Try(m + " ldvirtftn", () => Emit(il => { il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Ldvirtftn, m); il.Emit(OpCodes.Pop); il.Emit(OpCodes.Ldc_I4_0); }));
        }
        Try("static field", () => open.GetField("F")!.GetValue(null)); Try("set", () => { open.GetField("F")!.SetValue(null, 1); return 0; }); Try("field", () => open.GetField("IF")!.GetValue(new G<int>()));
        Try("handle", () => FieldInfo.GetFieldFromHandle(open.GetField("F")!.FieldHandle)); Try("address", () => Emit(il => { il.Emit(OpCodes.Ldsfld, open.GetField("F")!); }));
        Try("constructor", () => open.GetConstructors()[0].Invoke(null)); Try("activator", () => Activator.CreateInstance(open)); Try("uninitialized", () => RuntimeHelpers.GetUninitializedObject(open)); Try("array", () => Array.CreateInstance(open, 1)); Try("argument array", () => Array.CreateInstance(open.GetGenericArguments()[0], 1));
        Try("class constructor", () => { RuntimeHelpers.RunClassConstructor(open.TypeHandle); return 0; }); Try("type initializer", () => open.TypeInitializer!.Invoke(null, null)); Try("module", () => { RuntimeHelpers.RunModuleConstructor(open.Module.ModuleHandle); return 0; });
        Try("argument class constructor", () => { RuntimeHelpers.RunClassConstructor(open.GetGenericArguments()[0].TypeHandle); return 0; }); Try("pointer class constructor", () => { RuntimeHelpers.RunClassConstructor(typeof(int*).TypeHandle); return 0; }); Try("byref", () => { RuntimeHelpers.RunClassConstructor(typeof(int).MakeByRefType().TypeHandle); return 0; });
        Try("prepare delegate", () => { RuntimeHelpers.PrepareDelegate((Zero)G<int>.S); return 0; }); Try("sizeof", () => Emit(il => il.Emit(OpCodes.Sizeof, open))); Try("sizeof argument", () => Emit(il => il.Emit(OpCodes.Sizeof, open.GetGenericArguments()[0]))); Try("box", () => Emit(il => { il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Box, open.GetGenericArguments()[0]); il.Emit(OpCodes.Pop); il.Emit(OpCodes.Ldc_I4_0); }));
        Try("newarr", () => Emit(il => { il.Emit(OpCodes.Ldc_I4_0); il.Emit(OpCodes.Newarr, open.GetGenericArguments()[0]); il.Emit(OpCodes.Pop); il.Emit(OpCodes.Ldc_I4_0); })); Try("newarr open", () => Emit(il => { il.Emit(OpCodes.Ldc_I4_0); il.Emit(OpCodes.Newarr, open); il.Emit(OpCodes.Pop); il.Emit(OpCodes.Ldc_I4_0); })); Try("castclass", () => Emit(il => { il.Emit(OpCodes.Ldarg_0); il.Emit(OpCodes.Castclass, open); il.Emit(OpCodes.Pop); il.Emit(OpCodes.Ldc_I4_0); }));
        Try("newobj", () => Emit(il => { il.Emit(OpCodes.Newobj, open.GetConstructors()[0]); il.Emit(OpCodes.Pop); il.Emit(OpCodes.Ldc_I4_0); })); Try("ldtoken argument", () => Emit(il => { il.Emit(OpCodes.Ldtoken, open.GetGenericArguments()[0]); il.Emit(OpCodes.Pop); il.Emit(OpCodes.Ldc_I4_0); })); Try("local", () => Emit(il => { il.DeclareLocal(open); il.DeclareLocal(open.GetGenericArguments()[0]); il.Emit(OpCodes.Ldc_I4_0); }));
        Try("constrained", () => Emit(il => { il.Emit(OpCodes.Ldarga_S, (byte)0); il.Emit(OpCodes.Constrained, open.GetGenericArguments()[0]); il.Emit(OpCodes.Callvirt, typeof(object).GetMethod("GetHashCode")!); }));
        Try("marshal size", () => Marshal.SizeOf(open)); Try("marshal argument", () => Marshal.SizeOf(open.GetGenericArguments()[0])); Try("delegate for pointer", () => Marshal.GetDelegateForFunctionPointer(1, typeof(Func<>))); Try("open delegate", () => Delegate.CreateDelegate(typeof(Func<>), typeof(N).GetMethod("ToString")!)); Try("combine", () => Delegate.Combine((Zero)G<int>.S, (Func<int>)G<int>.S)); Try("instance of open delegate", () => RuntimeHelpers.GetUninitializedObject(typeof(Func<>)));
        Try("emit delegate", () => { Zero z = (Zero)RuntimeHelpers.GetUninitializedObject(typeof(Zero)); return z(); }); Try("empty delegate", () => { Zero z = (Zero)RuntimeHelpers.GetUninitializedObject(typeof(Zero)); return z.Method + " " + z.Target; }); Try("empty dynamic", () => { Zero z = (Zero)RuntimeHelpers.GetUninitializedObject(typeof(Zero)); return z.DynamicInvoke(); }); Try("empty equals", () => { Zero z = (Zero)RuntimeHelpers.GetUninitializedObject(typeof(Zero)); return z.Equals((Zero)RuntimeHelpers.GetUninitializedObject(typeof(Zero))) + " " + z.GetInvocationList().Length; }); Try("empty pointer", () => { Zero z = (Zero)RuntimeHelpers.GetUninitializedObject(typeof(Zero)); return Marshal.GetFunctionPointerForDelegate(z) != 0; });
    }
    static object? Emit(Action<ILGenerator> emit)
    {
        var method = new DynamicMethod("M", typeof(int), [typeof(object)], typeof(Program), true);
        ILGenerator il = method.GetILGenerator(); emit(il); il.Emit(OpCodes.Ret);
        return method.Invoke(null, ["x"]);
    }
}
