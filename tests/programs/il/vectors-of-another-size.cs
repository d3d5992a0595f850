// A vector is given where one of another size is expected. CoreCLR reads what lies beside it, Celer refuses the method: that neither
// dies is what is asked, and that the engine that verifies itself finds the form in order.
using System.Numerics;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.Intrinsics;

static class Program
{
    static void Try(string name, Type given, MethodInfo callee, bool fits)
    {
        var method = new DynamicMethod(name, callee.ReturnType, [given], typeof(Program).Module);
        ILGenerator il = method.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Call, callee);
        il.Emit(OpCodes.Ret);
        try
        {
            object? result = method.Invoke(null, [Activator.CreateInstance(given)]);
            Console.WriteLine(fits ? $"{name} of {given.Name}: {result}" : $"{name} of {given.Name}");
        }
        catch (Exception e) when (!fits && e.GetBaseException() is InvalidProgramException)
        {
            Console.WriteLine($"{name} of {given.Name}");
        }
    }

    static MethodInfo Method(Type type, string name, Type argument) =>
        type.GetMethods().First(m => m.Name == name && m.IsGenericMethodDefinition && m.GetParameters().Length == 1).MakeGenericMethod(argument);

    static void Main()
    {
        foreach (Type given in new[] { typeof(Vector128<float>), typeof(Vector256<float>) })
        {
            bool fits = given == typeof(Vector256<float>);
            Try("AsVector", given, Method(typeof(Vector256), "AsVector", typeof(float)), fits);
            Try("AsByte", given, Method(typeof(Vector256), "AsByte", typeof(float)), fits);
            Try("GetLower", given, Method(typeof(Vector256), "GetLower", typeof(float)), fits);
            Try("Sum", given, Method(typeof(Vector256), "Sum", typeof(float)), fits);
            Try("IsNaN", given, Method(typeof(Vector256), "IsNaN", typeof(float)), fits);
        }
    }
}
