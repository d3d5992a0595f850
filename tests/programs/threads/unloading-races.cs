// include: Race.part
// Threads define types in collectible assemblies and make dynamic methods, call them for the first time together with the others,
// and drop them, while another thread collects: nobody's code or type goes while it is in use.
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;

public interface IWork { int Work(int value); string Name<T>(); }

static class Program
{
    const int Threads = Race.Threads, Rounds = 12;
    // A class with a static constructor, a field of a generic type over itself, and virtual methods.
    static Type Define(int seed)
    {
        AssemblyBuilder assembly = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("made" + seed), AssemblyBuilderAccess.RunAndCollect);
        TypeBuilder type = assembly.DefineDynamicModule("m").DefineType("Made" + seed, TypeAttributes.Public, typeof(object), [typeof(IWork)]);
        FieldBuilder counter = type.DefineField("counter", typeof(int[]), FieldAttributes.Static | FieldAttributes.Private);
        ILGenerator il = type.DefineTypeInitializer().GetILGenerator();
        il.Emit(OpCodes.Ldc_I4, seed + 1);
        il.Emit(OpCodes.Newarr, typeof(int));
        il.Emit(OpCodes.Stsfld, counter);
        il.Emit(OpCodes.Ret);
        MethodBuilder work = type.DefineMethod("Work", MethodAttributes.Public | MethodAttributes.Virtual, typeof(int), [typeof(int)]);
        il = work.GetILGenerator();
        Label handler = il.BeginExceptionBlock();
        il.Emit(OpCodes.Ldarg_1);
        il.Emit(OpCodes.Ldsfld, counter);
        il.Emit(OpCodes.Ldlen);
        il.Emit(OpCodes.Conv_I4);
        il.Emit(OpCodes.Div);
        il.Emit(OpCodes.Starg_S, (byte)1);
        il.BeginFinallyBlock();
        il.Emit(OpCodes.Ldarg_1);
        il.Emit(OpCodes.Ldc_I4, 1000);
        il.Emit(OpCodes.Add);
        il.Emit(OpCodes.Starg_S, (byte)1);
        il.EndExceptionBlock();
        il.Emit(OpCodes.Ldarg_1);
        il.Emit(OpCodes.Ret);
        MethodBuilder name = type.DefineMethod("Name", MethodAttributes.Public | MethodAttributes.Virtual, typeof(string), []);
        Type parameter = name.DefineGenericParameters("T")[0];
        il = name.GetILGenerator();
        il.Emit(OpCodes.Ldtoken, typeof(Dictionary<,>).MakeGenericType(type, parameter));
        il.Emit(OpCodes.Call, typeof(Type).GetMethod("GetTypeFromHandle")!);
        il.Emit(OpCodes.Callvirt, typeof(object).GetMethod("ToString")!);
        il.Emit(OpCodes.Ret);
        return type.CreateType();
    }

    static DynamicMethod MakeMethod(int seed, Type owned)
    {
        var method = new DynamicMethod("Dynamic" + seed, typeof(int), [typeof(object), typeof(int)], typeof(Program).Module, true);
        ILGenerator il = method.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Castclass, owned);
        il.Emit(OpCodes.Ldarg_1);
        il.Emit(OpCodes.Callvirt, typeof(IWork).GetMethod("Work")!);
        il.Emit(OpCodes.Ldc_I4, seed);
        il.Emit(OpCodes.Add);
        il.Emit(OpCodes.Ret);
        return method;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static string Use(Type type, DynamicMethod method)
    {
        var made = (IWork)Activator.CreateInstance(type)!;
        var dynamic = method.CreateDelegate<Func<object, int, int>>();
        object list = Activator.CreateInstance(typeof(List<>).MakeGenericType(type))!;
        ((System.Collections.IList)list).Add(made);
        var array = (IWork[])Array.CreateInstance(type, 2);
        array[1] = made;
        Func<int, int> bound = made.Work;
        string text = $"{made.Work(100)} {array[1].Work(200)} {dynamic(made, 50)} {bound(7)} {made.Name<string>()} {made.Name<byte>()} {((System.Collections.IList)list).Count}";
        try { dynamic(text, 1); }
        catch (InvalidCastException) { text += " cast"; }
        return text;
    }

    static readonly Type[] types = new Type[Threads];
    static readonly DynamicMethod[] methods = new DynamicMethod[Threads];

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Make(int number, int seed)
    {
        types[number] = Define(seed);
        methods[number] = MakeMethod(seed, types[number]);
    }

    static void Main()
    {
        var results = new string[Rounds, Threads, Threads];
        Race.Run(Rounds * 2, (step, thread) =>
        {
            int round = step / 2;
            if (step % 2 == 0)
                Make(thread, round * Threads + thread);
            for (int made = 0; step % 2 == 1 && made < Threads; made++)
                results[round, made, thread] = Use(types[made], methods[made]);
        });
        for (int round = 0; round < Rounds; round++)
            for (int made = 0; made < Threads; made++)
                for (int i = 0; i < Threads; i++)
                    if (i == 0 || results[round, made, i] != results[round, made, 0])
                        Console.WriteLine(results[round, made, i] + (i == 0 ? "" : $" in thread {i}"));
    }
}
