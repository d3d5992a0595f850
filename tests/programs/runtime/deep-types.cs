// Deep but finite structures that the loader and the compilers walk: nested instantiations, inheritance, evaluation
// stacks, nested blocks; also on small stacks.
using System.Reflection;
using System.Reflection.Emit;

static class Program
{
    public class Wrap<T> { public T? value; public override string ToString() => "W"; }
    public struct Shell<T> { public T inner; public int number; }

    static int Depth(Type type) { int depth = 0; for (; type.IsGenericType; type = type.GetGenericArguments()[0]) depth++; return depth; }

    static void NestedInstances(int depth)
    {
        Type type = typeof(int);
        for (int i = 0; i < depth; i++) type = typeof(Wrap<>).MakeGenericType(type);
        Console.WriteLine($"{Depth(type)} {Activator.CreateInstance(type)} {type.GetFields().Length}");
        Type list = typeof(string);
        for (int i = 0; i < depth; i++) list = list.MakeArrayType();
        Console.WriteLine($"{list.Name.Length} {Array.CreateInstance(list, 1).Length}");
        Type shell = typeof(int);
        for (int i = 0; i < Math.Min(depth, 200); i++) shell = typeof(Shell<>).MakeGenericType(shell);
        Console.WriteLine($"{Depth(shell)} {Activator.CreateInstance(shell) != null}");
    }

    static void Inheritance(int depth)
    {
        var module = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("Deep" + depth), AssemblyBuilderAccess.Run).DefineDynamicModule("Deep");
        Type parent = typeof(object);
        for (int i = 0; i < depth; i++)
        {
            TypeBuilder builder = module.DefineType("C" + i, TypeAttributes.Public, parent);
            if (i % 100 == 0)
            {
                MethodBuilder method = builder.DefineMethod("GetHashCode", MethodAttributes.Public | MethodAttributes.Virtual, typeof(int), []);
                ILGenerator il = method.GetILGenerator();
                il.Emit(OpCodes.Ldc_I4, i);
                il.Emit(OpCodes.Ret);
            }
            parent = builder.CreateType();
        }
        object made = Activator.CreateInstance(parent)!;
        Console.WriteLine($"{parent.Name} {made.GetHashCode()} {made is object} {parent.IsSubclassOf(typeof(object))}");
    }

    static void Expressions(int count)
    {
        var method = new DynamicMethod("sum", typeof(long), [typeof(long)]);
        ILGenerator il = method.GetILGenerator();
        for (int i = 0; i < count; i++) il.Emit(OpCodes.Ldarg_0);
        for (int i = 1; i < count; i++) il.Emit(OpCodes.Add);
        il.Emit(OpCodes.Ret);
        Console.WriteLine(method.CreateDelegate<Func<long, long>>()(3));
        var nested = new DynamicMethod("nested", typeof(int), [typeof(int)]);
        il = nested.GetILGenerator();
        int blocks = Math.Min(count, 60);
        for (int i = 0; i < blocks; i++) il.BeginExceptionBlock();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Pop);
        for (int i = 0; i < blocks; i++) { il.BeginFinallyBlock(); il.Emit(OpCodes.Ldarg_0); il.Emit(OpCodes.Ldc_I4_1); il.Emit(OpCodes.Add); il.Emit(OpCodes.Starg_S, (byte)0); il.EndExceptionBlock(); }
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ret);
        Console.WriteLine(nested.CreateDelegate<Func<int, int>>()(5));
        var branches = new DynamicMethod("branches", typeof(int), [typeof(int)]);
        il = branches.GetILGenerator();
        for (int i = 0; i < count; i++)
        {
            Label next = il.DefineLabel();
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Ldc_I4, i);
            il.Emit(OpCodes.Bne_Un, next);
            il.Emit(OpCodes.Ldc_I4, i * 2);
            il.Emit(OpCodes.Ret);
            il.MarkLabel(next);
        }
        il.Emit(OpCodes.Ldc_I4_M1);
        il.Emit(OpCodes.Ret);
        Console.WriteLine(branches.CreateDelegate<Func<int, int>>()(count - 1));
    }

    static void On(int stack, Action action)
    {
        Exception? failure = null;
        var thread = new Thread(() => { try { action(); } catch (Exception e) { failure = e; } }, stack);
        thread.Start();
        thread.Join();
        if (failure != null) Console.WriteLine($"{failure.GetType().Name}: {failure.Message}");
    }

    static void Main()
    {
        NestedInstances(150);
        Inheritance(240);
        Expressions(3000);
        On(256 * 1024, () => NestedInstances(40));
        On(256 * 1024, () => Inheritance(200));
        On(256 * 1024, () => Expressions(1000));
        On(256 * 1024, () => Console.WriteLine(System.Text.Json.JsonSerializer.Serialize(new { a = 1, b = new[] { 1, 2 }, c = new Dictionary<string, object> { ["x"] = 1.5 } })));
        On(256 * 1024, () => Console.WriteLine(System.Text.RegularExpressions.Regex.Replace("a1b22c333", @"(\d)(?=\d*)", "<$1>")));
        On(256 * 1024, () => Console.WriteLine(string.Join(",", Enumerable.Range(0, 50).GroupBy(i => i % 7).OrderByDescending(g => g.Sum()).Select(g => g.Key))));
        On(16 * 1024 * 1024, () => Inheritance(230));
    }
}
