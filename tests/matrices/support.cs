// args: 0 1
// What programs are told about the processor: every IsSupported and IsHardwareAccelerated of the intrinsic and vector types, and how wide a
// Vector<T> is, called directly and by reflection. The switches come from the environment. Arguments: FIRST COUNT, of one number.
using System.Numerics;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

static class Support
{
    static readonly Type[] elements = [typeof(byte), typeof(sbyte), typeof(short), typeof(ushort), typeof(int), typeof(uint), typeof(long), typeof(ulong), typeof(float), typeof(double), typeof(nint), typeof(nuint), typeof(char), typeof(bool), typeof(decimal)];

    static IEnumerable<Type> Types()
    {
        foreach (Type type in typeof(object).Assembly.GetTypes().Where(t => t.Namespace is "System.Runtime.Intrinsics.X86" or "System.Runtime.Intrinsics.Arm" or "System.Runtime.Intrinsics.Wasm" && (t.IsPublic || t.IsNestedPublic)).OrderBy(t => t.FullName, StringComparer.Ordinal))
            yield return type;
        foreach (Type type in new[] { typeof(Vector64), typeof(Vector128), typeof(Vector256), typeof(Vector512), typeof(Vector) }) yield return type;
        foreach (Type type in new[] { typeof(Vector64<>), typeof(Vector128<>), typeof(Vector256<>), typeof(Vector512<>), typeof(Vector<>) })
            foreach (Type element in elements) yield return type.MakeGenericType(element);
    }

    static object Call(MethodInfo getter)
    {
        var caller = new DynamicMethod("call", typeof(object), [], typeof(Support).Module, true);
        ILGenerator il = caller.GetILGenerator();
        il.Emit(OpCodes.Call, getter);
        il.Emit(OpCodes.Box, getter.ReturnType);
        il.Emit(OpCodes.Ret);
        return caller.CreateDelegate<Func<object>>()();
    }

    static string Guard(Func<object?> call)
    {
        try { return call()!.ToString()!; }
        catch (TargetInvocationException e) { return e.InnerException!.GetType().Name; }
        catch (Exception e) { return e.GetType().Name; }
    }

    static void Main(string[] args)
    {
        int cases = 0;
        if (args[0] == "0" && args[1] != "0")
        {
            Console.WriteLine("0 support");
            foreach (Type type in Types())
            {
                foreach (string name in new[] { "IsSupported", "IsHardwareAccelerated", "Count" })
                {
                    MethodInfo? getter = type.GetProperty(name, BindingFlags.Static | BindingFlags.Public | BindingFlags.DeclaredOnly)?.GetMethod;
                    if (getter == null) continue;
                    Console.WriteLine($"0 {type}.{name} {Guard(() => Call(getter))} {Guard(() => getter.Invoke(null, null))}");
                    cases += 2;
                }
            }
            Console.WriteLine($"0 sizes {Unsafe.SizeOf<Vector<int>>()} {Unsafe.SizeOf<Vector512<int>>()} {Unsafe.SizeOf<Vector256<int>>()} {Unsafe.SizeOf<Vector128<int>>()} {Unsafe.SizeOf<Vector64<int>>()}");
        }
        Console.WriteLine($"cases {cases}");
    }
}
