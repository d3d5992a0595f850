// Every operation on two numbers from every pair of kinds on the stack, at the edges: variables, constants on either side, branches; in
// optimised and in unoptimised code. Each line has the results of all pairs of values, or their digest where there are many; with the
// name of an operation as argument, all are printed.
using System.Reflection;
using System.Reflection.Emit;
using System.Text;

static class Program
{
    static readonly OpCode[] Operations =
    [
        OpCodes.Add, OpCodes.Sub, OpCodes.Mul, OpCodes.Div, OpCodes.Div_Un, OpCodes.Rem, OpCodes.Rem_Un, OpCodes.And, OpCodes.Or, OpCodes.Xor,
        OpCodes.Add_Ovf, OpCodes.Add_Ovf_Un, OpCodes.Sub_Ovf, OpCodes.Sub_Ovf_Un, OpCodes.Mul_Ovf, OpCodes.Mul_Ovf_Un,
        OpCodes.Shl, OpCodes.Shr, OpCodes.Shr_Un,
        OpCodes.Ceq, OpCodes.Cgt, OpCodes.Cgt_Un, OpCodes.Clt, OpCodes.Clt_Un,
        OpCodes.Beq, OpCodes.Bne_Un, OpCodes.Bge, OpCodes.Bge_Un, OpCodes.Bgt, OpCodes.Bgt_Un, OpCodes.Ble, OpCodes.Ble_Un, OpCodes.Blt, OpCodes.Blt_Un,
    ];
    static readonly OpCode[] Unary = [OpCodes.Neg, OpCodes.Not, OpCodes.Ckfinite];

    static readonly long[] Wide =
    [
        0, 1, -1, 2, 3, -2, 7, 31, 32, 63, 64, 255, 65536, int.MaxValue, int.MaxValue + 1L, int.MinValue, int.MinValue - 1L, uint.MaxValue, uint.MaxValue + 1L,
        3037000500, long.MaxValue, long.MaxValue - 1, long.MinValue, long.MinValue + 1,
    ];
    static readonly double[] Real =
    [
        0, -0.0, 1, -1, 1.5, -2.5, 0.1, 3, 1e-45, 3e38, -3e38, 16777217, 1e300, double.MaxValue, double.Epsilon, double.PositiveInfinity,
        double.NegativeInfinity, double.NaN,
    ];
    static readonly Type[] Kinds = [typeof(int), typeof(long), typeof(nint), typeof(float), typeof(double), typeof(byte), typeof(short)];

    static long[] ValuesOf(Type kind)
    {
        if (kind == typeof(int))
            return Wide.Where(v => v >= int.MinValue && v <= uint.MaxValue).Select(v => (long)(int)v).Distinct().ToArray();
        if (kind == typeof(byte))
            return [0, 1, 2, 33, 127, 128, 255];
        if (kind == typeof(short))
            return [0, 1, -1, 255, 32767, -32768];
        if (kind == typeof(float))
            return Real.Select(v => (long)BitConverter.SingleToInt32Bits((float)v)).Distinct().ToArray();
        return kind == typeof(double) ? Real.Select(BitConverter.DoubleToInt64Bits).ToArray() : Wide.ToArray();
    }

    // CoreCLR does not always refuse the others: what they do is chance.
    static bool TakesReals(OpCode operation) => IsComparison(operation) || operation.Name is "add" or "sub" or "mul" or "div" or "rem";

    static bool IsReal(Type kind) => kind == typeof(float) || kind == typeof(double);

    static void LoadConstant(ILGenerator il, Type kind, long bits)
    {
        if (kind == typeof(float))
            il.Emit(OpCodes.Ldc_R4, BitConverter.Int32BitsToSingle((int)bits));
        else if (kind == typeof(double))
            il.Emit(OpCodes.Ldc_R8, BitConverter.Int64BitsToDouble(bits));
        else if (kind == typeof(long) || kind == typeof(nint))
            il.Emit(OpCodes.Ldc_I8, bits);
        else
            il.Emit(OpCodes.Ldc_I4, (int)bits);
        if (kind == typeof(nint))
            il.Emit(OpCodes.Conv_I);
    }

    static void LoadVariable(ILGenerator il, OpCode address, Type kind)
    {
        il.Emit(address);
        il.Emit(OpCodes.Ldobj, kind);
    }

    static void Operate(ILGenerator il, OpCode operation)
    {
        if (operation.OperandType != OperandType.InlineBrTarget)
        {
            il.Emit(operation);
            return;
        }
        Label taken = il.DefineLabel(), end = il.DefineLabel();
        il.Emit(operation, taken);
        il.Emit(OpCodes.Ldc_I4_0);
        il.Emit(OpCodes.Br, end);
        il.MarkLabel(taken);
        il.Emit(OpCodes.Ldc_I4_1);
        il.MarkLabel(end);
    }

    static bool IsComparison(OpCode operation) => operation.OperandType == OperandType.InlineBrTarget || operation.Name![0] == 'c' && operation != OpCodes.Ckfinite;

    static void ResultToBits(ILGenerator il, OpCode operation, Type left, Type right)
    {
        if (!IsComparison(operation) && (left == typeof(double) || right == typeof(double)))
            il.Emit(OpCodes.Call, typeof(BitConverter).GetMethod("DoubleToInt64Bits")!);
        else if (!IsComparison(operation) && (left == typeof(float) || right == typeof(float)))
            il.Emit(OpCodes.Call, typeof(BitConverter).GetMethod("SingleToInt32Bits")!);
        il.Emit(OpCodes.Conv_I8);
    }

    static int count;
    static readonly StringBuilder Output = new();
    static string[] wanted = [];
    static ModuleBuilder module = null!;

    static string Name(Type kind) => kind == typeof(nint) ? "native int" : kind.Name;

    delegate long Compute(ref long left, ref long right);

    static MethodBuilder Define(TypeBuilder type, string name, MethodImplAttributes flags, Type result, params Type[] parameters)
    {
        MethodBuilder method = type.DefineMethod(name, MethodAttributes.Public | MethodAttributes.Static, result, parameters);
        method.SetImplementationFlags(flags);
        return method;
    }

    const long Overflow = 0x0123456789abcdef, Division = 0x0123456789abcde0, Arithmetic = 0x0123456789abcde1, Untouched = 0x0123456789abcde2;

    static string Text(long result) => result switch { Overflow => "overflow", Division => "division", Arithmetic => "arithmetic", Untouched => "nothing", _ => result.ToString("x") };

    static readonly (string name, MethodImplAttributes flags)[] Ways = [("optimised", MethodImplAttributes.AggressiveOptimization), ("not optimised", MethodImplAttributes.NoOptimization)];

    static void DefineVariables(TypeBuilder type, string name, MethodImplAttributes flags, OpCode operation, Type left, Type? right)
    {
        ILGenerator il = Define(type, name, flags, typeof(long), typeof(long).MakeByRefType(), typeof(long).MakeByRefType()).GetILGenerator();
        LoadVariable(il, OpCodes.Ldarg_0, left);
        if (right != null)
            LoadVariable(il, OpCodes.Ldarg_1, right);
        Operate(il, operation);
        ResultToBits(il, operation, left, right ?? left);
        il.Emit(OpCodes.Ret);
    }

    // One operand, or both, are constants: argument 0 is the array of results, argument 1 the address of the other operand.
    static void DefineConstants(TypeBuilder type, string name, MethodImplAttributes flags, OpCode operation, Type left, Type right, bool leftIs, bool rightIs, long[] all)
    {
        ILGenerator il = Define(type, name, flags, typeof(void), typeof(long[]), typeof(long).MakeByRefType()).GetILGenerator();
        for (int i = 0; i < all.Length; i++)
        {
            il.BeginExceptionBlock();
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Ldc_I4, i);
            if (leftIs) LoadConstant(il, left, all[i]); else LoadVariable(il, OpCodes.Ldarg_1, left);
            if (rightIs) LoadConstant(il, right, leftIs ? all[all.Length - 1 - i] : all[i]); else LoadVariable(il, OpCodes.Ldarg_1, right);
            Operate(il, operation);
            ResultToBits(il, operation, left, right);
            il.Emit(OpCodes.Stelem_I8);
            il.BeginCatchBlock(typeof(ArithmeticException));
            il.Emit(OpCodes.Pop);
            il.EndExceptionBlock();
        }
        il.Emit(OpCodes.Ret);
    }

    static long Try(Compute compute, long left, long right)
    {
        try { return compute(ref left, ref right); }
        catch (OverflowException) { return Overflow; }
        catch (DivideByZeroException) { return Division; }
        catch (ArithmeticException) { return Arithmetic; }
    }

    static void Show(OpCode operation, string what, List<long> results)
    {
        count += results.Count;
        ulong digest = 14695981039346656037;
        foreach (long result in results)
            digest = (digest ^ (ulong)result ^ ((ulong)result >> 29)) * 1099511628211;
        Output.Append($"{what}: {digest:x16}");
        if (wanted.Contains(operation.Name))
            Output.Append(' ').AppendJoin(' ', results.Select(Text));
        Output.Append('\n');
    }

    static string Caught(Action action)
    {
        try { action(); return ""; }
        catch (InvalidProgramException) { return "invalid program"; }
    }

    static void Pair(OpCode operation, Type left, Type right)
    {
        long[] lefts = ValuesOf(left), rights = ValuesOf(right);
        string title = $"{operation.Name} of {Name(left)} and {Name(right)}";
        bool simple = left != typeof(byte) && left != typeof(short) && right != typeof(byte) && right != typeof(short);
        TypeBuilder builder = module.DefineType(title, TypeAttributes.Public);
        foreach (var (way, flags) in Ways)
        {
            DefineVariables(builder, "variables " + way, flags, operation, left, right);
            if (!simple)
                continue;
            DefineConstants(builder, "left " + way, flags, operation, left, right, true, false, lefts);
            DefineConstants(builder, "right " + way, flags, operation, left, right, false, true, rights);
            if (left == right)
                DefineConstants(builder, "both " + way, flags, operation, left, right, true, true, lefts);
        }
        Type type = builder.CreateType();
        foreach (var (way, _) in Ways)
        {
            var results = new List<long>();
            var compute = type.GetMethod("variables " + way)!.CreateDelegate<Compute>();
            string refused = Caught(() =>
            {
                foreach (long a in lefts)
                    foreach (long b in rights)
                        results.Add(Try(compute, a, b));
            });
            if (refused != "")
            {
                Output.Append($"{title}, {way}: {refused}\n");
                continue;
            }
            Show(operation, $"{title}, variables, {way}", results);
            if (!simple)
                continue;
            ConstantResults(operation, type, title, "left", way, lefts, rights);
            ConstantResults(operation, type, title, "right", way, rights, lefts);
            if (left == right)
                ConstantResults(operation, type, title, "both", way, lefts, [0]);
        }
    }

    delegate void Fill(long[] results, ref long other);

    static void ConstantResults(OpCode operation, Type type, string title, string side, string way, long[] constants, long[] others)
    {
        var fill = type.GetMethod($"{side} {way}")!.CreateDelegate<Fill>();
        var results = new List<long>();
        var some = new long[constants.Length];
        for (int i = 0; i < others.Length; i++)
        {
            Array.Fill(some, Untouched);
            fill(some, ref others[i]);
            results.AddRange(some);
        }
        Show(operation, $"{title}, constant {side}, {way}", results);
    }

    static void Single(OpCode operation, Type kind)
    {
        string title = $"{operation.Name} of {Name(kind)}";
        TypeBuilder builder = module.DefineType(title, TypeAttributes.Public);
        foreach (var (way, flags) in Ways)
            DefineVariables(builder, way, flags, operation, kind, null);
        Type type = builder.CreateType();
        foreach (var (way, _) in Ways)
        {
            var compute = type.GetMethod(way)!.CreateDelegate<Compute>();
            var results = new List<long>();
            string refused = Caught(() => results.AddRange(ValuesOf(kind).Select(v => Try(compute, v, 0))));
            if (refused != "")
                Output.Append($"{title}, {way}: {refused}\n");
            else
                Show(operation, $"{title}, {way}", results);
        }
    }

    static void NewModule(string name) =>
        module = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName(name), AssemblyBuilderAccess.Run).DefineDynamicModule(name);

    static void Main(string[] arguments)
    {
        wanted = arguments;
        foreach (OpCode operation in Operations)
        {
            if (arguments.Length != 0 && !arguments.Contains(operation.Name))
                continue;
            NewModule(operation.Name!);
            foreach (Type left in Kinds)
                foreach (Type right in Kinds)
                    if (IsReal(left) ? IsReal(right) && TakesReals(operation) : !IsReal(right))
                        Pair(operation, left, right);
        }
        NewModule("unary");
        foreach (OpCode operation in Unary)
            foreach (Type kind in Kinds)
                if (operation == OpCodes.Neg || IsReal(kind) == (operation == OpCodes.Ckfinite))
                    Single(operation, kind);
        Console.Write(Output);
        Console.WriteLine($"{count} operations");
    }
}
