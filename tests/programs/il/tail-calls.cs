// tail. and jmp: recursion between methods of different signatures a million calls deep, by every kind of call.
// timeout: 120
using System.Reflection;
using System.Reflection.Emit;

public struct Two { public long A; public double B; }
public struct Three { public long A, B, C; }
public struct Odd { public int A; public byte B; }

public static class Sum
{
    public static long Total;
    static void Add(long value) => Total = Total * 31 + value;
    public static bool Fails;
    public static void End()
    {
        GC.Collect();
        if (Fails) throw new InvalidOperationException("at the end");
    }
    public static void Of(int value) => Add(value);
    public static void Of(long value) => Add(value);
    public static void Of(byte value) => Add(value);
    public static void Of(float value) => Add((long)value);
    public static void Of(double value) => Add((long)value);
    public static void Of(string value) => Add(value.Length);
    public static void Of(Two value) => Add(value.A + (long)value.B);
    public static void Of(Three value) => Add(value.A ^ value.B * 3 ^ value.C * 5);
    public static void Of(Odd value) => Add(value.A + value.B);
}

public abstract class Receiver
{
    public int Id = 7;
    public abstract long Start(int n);
}

public static class Program
{
    const int Depth = 300_000;
    static readonly Type I = typeof(int), L = typeof(long), D = typeof(double), F = typeof(float), S = typeof(string);
    static readonly Type B = typeof(byte), T2 = typeof(Two), T3 = typeof(Three), O = typeof(Odd);

    static readonly Type[][] signatures =
    [
        [],
        [L, L],
        [L, I, B, S, L],
        [I, I, I, I, I, I, L],
        [L, L, L, L, L, L, L, L, L, L, L, L],
        [D, F, D],
        [D, D, D, D, D, D, D, D, D, F, D, F],
        [T3],
        [T2, T3, O, L],
        [T3, T3, T3, T2, T2, T2, T2, O, O, S, S],
        [S, S, S, S, S, S, S, S, B, B],
        [L, D, L, D, L, D, L, D, L, D, L, D, L, D, L, D, L, D, L, D, L, D, L, D, L, D, L, D, L, D, L, D],
    ];

    enum How { Call, Virtual, Interface, Indirect, Delegate, Constrained }

    // Pushes the argument of that type that is `turn` places behind position k, or a constant.
    static void PushSome(ILGenerator il, Type type, Type[] own, int k, int first)
    {
        for (int i = 0; i < own.Length; i++)
        {
            int index = (k + 1 + i) % own.Length;
            if (own[index] != type) continue;
            il.Emit(OpCodes.Ldarg, (short)(first + index));
            return;
        }
        if (type == I || type == B) il.Emit(OpCodes.Ldc_I4, 40 + k);
        else if (type == L) il.Emit(OpCodes.Ldc_I8, 50L + k);
        else if (type == D) il.Emit(OpCodes.Ldc_R8, 60.0 + k);
        else if (type == F) il.Emit(OpCodes.Ldc_R4, 70.0f + k);
        else if (type == S) il.Emit(OpCodes.Ldstr, new string('x', k));
        else
        {
            LocalBuilder local = il.DeclareLocal(type);
            il.Emit(OpCodes.Ldloca, local);
            il.Emit(OpCodes.Ldc_I4, 80 + k);
            if (type != O) il.Emit(OpCodes.Conv_I8);
            il.Emit(OpCodes.Stfld, type.GetField("A")!);
            il.Emit(OpCodes.Ldloc, local);
        }
    }

    static Type DelegateFor(ModuleBuilder module, string name, Type result, Type[] parameters)
    {
        TypeBuilder type = module.DefineType(name, TypeAttributes.Sealed | TypeAttributes.Public, typeof(MulticastDelegate));
        type.DefineConstructor(MethodAttributes.RTSpecialName | MethodAttributes.HideBySig | MethodAttributes.Public, CallingConventions.Standard,
            [typeof(object), typeof(nint)]).SetImplementationFlags(MethodImplAttributes.Runtime);
        type.DefineMethod("Invoke", MethodAttributes.Public | MethodAttributes.HideBySig | MethodAttributes.NewSlot | MethodAttributes.Virtual,
            result, parameters).SetImplementationFlags(MethodImplAttributes.Runtime);
        return type.CreateType();
    }

    // Two methods that call each other; the first argument counts down.
    static Receiver Pair(ModuleBuilder module, string name, Type[] left, Type[] right, How how, Type result)
    {
        bool isStatic = how is How.Call or How.Indirect;
        Type[][] own = [[I, .. left], [I, .. right]];
        string[] names = ["Left", "Right"];
        Type[] delegates = new Type[2];
        FieldBuilder[] fields = new FieldBuilder[2];
        TypeBuilder? contract = null;
        MethodInfo[] declared = new MethodInfo[2];
        if (how is How.Interface or How.Constrained)
        {
            contract = module.DefineType("I" + name, TypeAttributes.Interface | TypeAttributes.Abstract | TypeAttributes.Public);
            for (int m = 0; m < 2; m++)
                declared[m] = contract.DefineMethod(names[m], MethodAttributes.Public | MethodAttributes.Abstract | MethodAttributes.Virtual | MethodAttributes.NewSlot | MethodAttributes.HideBySig, result, own[m]);
            contract.CreateType();
        }
        TypeBuilder type = module.DefineType(name, TypeAttributes.Public, typeof(Receiver));
        if (contract != null) type.AddInterfaceImplementation(contract);
        type.DefineDefaultConstructor(MethodAttributes.Public);
        MethodBuilder[] methods = new MethodBuilder[2];
        for (int m = 0; m < 2; m++)
        {
            MethodAttributes attributes = MethodAttributes.Public | MethodAttributes.HideBySig;
            attributes |= isStatic ? MethodAttributes.Static : MethodAttributes.Virtual | MethodAttributes.NewSlot;
            methods[m] = type.DefineMethod(names[m], attributes, result, own[m]);
            if (how == How.Delegate)
            {
                delegates[m] = DelegateFor(module, $"{name}{names[m]}", result, own[m]);
                fields[m] = type.DefineField("to" + names[m], delegates[m], FieldAttributes.Public);
            }
        }
        int first = isStatic ? 0 : 1;
        for (int m = 0; m < 2; m++)
        {
            ILGenerator il = methods[m].GetILGenerator();
            Label more = il.DefineLabel();
            for (int i = 1; i < own[m].Length; i++)
            {
                il.Emit(OpCodes.Ldarg, (short)(first + i));
                il.Emit(OpCodes.Call, typeof(Sum).GetMethod("Of", [own[m][i]])!);
            }
            il.Emit(OpCodes.Ldarg, (short)first);
            il.Emit(OpCodes.Brtrue, more);
            il.Emit(OpCodes.Call, typeof(Sum).GetMethod("End")!);
            if (result == L) il.Emit(OpCodes.Ldsfld, typeof(Sum).GetField("Total")!);
            else if (result == T3)
            {
                LocalBuilder local = il.DeclareLocal(T3);
                il.Emit(OpCodes.Ldloca, local);
                il.Emit(OpCodes.Ldsfld, typeof(Sum).GetField("Total")!);
                il.Emit(OpCodes.Stfld, T3.GetField("C")!);
                il.Emit(OpCodes.Ldloc, local);
            }
            else if (result == D) il.Emit(OpCodes.Ldc_R8, 2.5);
            else if (result == B) il.Emit(OpCodes.Ldc_I4, 200);
            il.Emit(OpCodes.Ret);
            il.MarkLabel(more);
            int to = 1 - m;
            if (how == How.Delegate)
            {
                il.Emit(OpCodes.Ldarg_0);
                il.Emit(OpCodes.Ldfld, fields[to]);
            }
            else if (how == How.Constrained)
            {
                il.Emit(OpCodes.Ldarga, (short)0);
            }
            else if (!isStatic)
            {
                il.Emit(OpCodes.Ldarg_0);
            }
            il.Emit(OpCodes.Ldarg, (short)first);
            il.Emit(OpCodes.Ldc_I4_1);
            il.Emit(OpCodes.Sub);
            for (int i = 1; i < own[to].Length; i++) PushSome(il, own[to][i], own[m], i, first);
            if (how == How.Indirect) il.Emit(OpCodes.Ldftn, methods[to]);
            if (how == How.Constrained)
            {
                // The prefix and an address of an argument do not go with tail.: this pair is not deep.
                il.Emit(OpCodes.Constrained, type);
                il.Emit(OpCodes.Callvirt, declared[to]);
                il.Emit(OpCodes.Ret);
                continue;
            }
            il.Emit(OpCodes.Tailcall);
            if (how == How.Call) il.Emit(OpCodes.Call, methods[to]);
            else if (how == How.Virtual) il.Emit(OpCodes.Callvirt, methods[to]);
            else if (how == How.Interface) il.Emit(OpCodes.Callvirt, declared[to]);
            else if (how == How.Delegate) il.Emit(OpCodes.Callvirt, delegates[to].GetMethod("Invoke")!);
            else il.EmitCalli(OpCodes.Calli, CallingConventions.Standard, result, own[to], null);
            il.Emit(OpCodes.Ret);
        }
        MethodBuilder start = type.DefineMethod("Start", MethodAttributes.Public | MethodAttributes.Virtual | MethodAttributes.HideBySig, L, [I]);
        ILGenerator body = start.GetILGenerator();
        if (how == How.Delegate)
        {
            for (int m = 0; m < 2; m++)
            {
                body.Emit(OpCodes.Ldarg_0);
                body.Emit(OpCodes.Ldarg_0);
                body.Emit(OpCodes.Ldftn, methods[m]);
                body.Emit(OpCodes.Newobj, delegates[m].GetConstructors()[0]);
                body.Emit(OpCodes.Stfld, fields[m]);
            }
        }
        if (!isStatic) body.Emit(OpCodes.Ldarg_0);
        body.Emit(OpCodes.Ldarg_1);
        for (int i = 1; i < own[0].Length; i++) PushSome(body, own[0][i], [], i, 0);
        body.Emit(OpCodes.Call, methods[0]);
        if (result == T3) body.Emit(OpCodes.Ldfld, T3.GetField("C")!);
        else if (result == typeof(void)) body.Emit(OpCodes.Ldsfld, typeof(Sum).GetField("Total")!);
        else if (result != L) body.Emit(OpCodes.Conv_I8);
        body.Emit(OpCodes.Ret);
        return (Receiver)Activator.CreateInstance(type.CreateType())!;
    }

    // jmp hands over the current arguments.
    static Receiver Jump(ModuleBuilder module, string name, Type[] parameters)
    {
        TypeBuilder type = module.DefineType(name, TypeAttributes.Public, typeof(Receiver));
        type.DefineDefaultConstructor(MethodAttributes.Public);
        Type[] own = [I, .. parameters];
        MethodBuilder[] methods = new MethodBuilder[2];
        for (int m = 0; m < 2; m++) methods[m] = type.DefineMethod("M" + m, MethodAttributes.Public | MethodAttributes.Static, L, own);
        for (int m = 0; m < 2; m++)
        {
            ILGenerator il = methods[m].GetILGenerator();
            Label more = il.DefineLabel();
            for (int i = 1; i < own.Length; i++)
            {
                il.Emit(OpCodes.Ldarg, (short)i);
                il.Emit(OpCodes.Call, typeof(Sum).GetMethod("Of", [own[i]])!);
            }
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Brtrue, more);
            il.Emit(OpCodes.Ldsfld, typeof(Sum).GetField("Total")!);
            il.Emit(OpCodes.Ret);
            il.MarkLabel(more);
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Ldc_I4_1);
            il.Emit(OpCodes.Sub);
            il.Emit(OpCodes.Starg, (short)0);
            il.Emit(OpCodes.Jmp, methods[1 - m]);
        }
        ILGenerator body = type.DefineMethod("Start", MethodAttributes.Public | MethodAttributes.Virtual | MethodAttributes.HideBySig, L, [I]).GetILGenerator();
        body.Emit(OpCodes.Ldarg_1);
        for (int i = 1; i < own.Length; i++) PushSome(body, own[i], [], i, 0);
        body.Emit(OpCodes.Call, methods[0]);
        body.Emit(OpCodes.Ret);
        return (Receiver)Activator.CreateInstance(type.CreateType())!;
    }

    static void Main()
    {
        ModuleBuilder module = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("Tails"), AssemblyBuilderAccess.Run).DefineDynamicModule("Tails");
        Type[] results = [L, T3, D, B, typeof(void)];
        int number = 0;
        foreach (How how in Enum.GetValues<How>())
        {
            for (int left = 0; left < signatures.Length; left++)
            {
                int right = (left * 5 + 3) % signatures.Length;
                Type result = results[number % results.Length];
                Receiver receiver = Pair(module, "Pair" + number++, signatures[left], signatures[right], how, result);
                Sum.Total = 0;
                int depth = how == How.Constrained ? 100 : Depth;
                Console.WriteLine($"{how} {left} {right} {result.Name}: {receiver.Start(depth)} {Sum.Total}");
                Sum.Fails = true;
                try
                {
                    receiver.Start(depth / 100 + 1);
                }
                catch (Exception e) when (e.Message.Length > 3)
                {
                    Console.WriteLine($"    {e.GetType().Name}: {e.Message} {Sum.Total}");
                }
                Sum.Fails = false;
            }
        }
        foreach (Type[] signature in signatures)
        {
            Sum.Total = 0;
            Console.WriteLine($"jmp {signature.Length}: {Jump(module, "Jump" + number++, signature).Start(Depth)}");
        }
    }
}
