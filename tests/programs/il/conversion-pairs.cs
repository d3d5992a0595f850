// Every conversion of IL after every other, from every kind on the stack: compilers join them. A line has a number for each second
// conversion, which tells whether any of its results differs; with the names of two conversions as arguments, all are printed.
using System.Reflection;
using System.Reflection.Emit;
using System.Text;

static class Program
{
    static readonly OpCode[] Conversions =
    [
        OpCodes.Conv_I1, OpCodes.Conv_I2, OpCodes.Conv_I4, OpCodes.Conv_I8, OpCodes.Conv_U1, OpCodes.Conv_U2, OpCodes.Conv_U4,
        OpCodes.Conv_U8, OpCodes.Conv_I, OpCodes.Conv_U, OpCodes.Conv_R4, OpCodes.Conv_R8, OpCodes.Conv_R_Un, OpCodes.Conv_Ovf_I1,
        OpCodes.Conv_Ovf_I2, OpCodes.Conv_Ovf_I4, OpCodes.Conv_Ovf_I8, OpCodes.Conv_Ovf_U1, OpCodes.Conv_Ovf_U2,
        OpCodes.Conv_Ovf_U4, OpCodes.Conv_Ovf_U8, OpCodes.Conv_Ovf_I, OpCodes.Conv_Ovf_U, OpCodes.Conv_Ovf_I1_Un,
        OpCodes.Conv_Ovf_I2_Un, OpCodes.Conv_Ovf_I4_Un, OpCodes.Conv_Ovf_I8_Un, OpCodes.Conv_Ovf_U1_Un, OpCodes.Conv_Ovf_U2_Un,
        OpCodes.Conv_Ovf_U4_Un, OpCodes.Conv_Ovf_U8_Un, OpCodes.Conv_Ovf_I_Un, OpCodes.Conv_Ovf_U_Un,
    ];

    // Values that an operation gets, by kind, as the bits of the value.
    static readonly long[] Wide =
    [
        0, 1, -1, 127, 128, -128, -129, 255, 256, 32767, 32768, -32768, -32769, 65535, 65536, int.MaxValue, int.MaxValue + 1L, int.MinValue,
        int.MinValue - 1L, uint.MaxValue, uint.MaxValue + 1L, 1L << 40, long.MaxValue, long.MinValue, long.MinValue + 1,
        // about the last bit of float and double: halves, just below, just above
        (1L << 24) + 1, (1L << 24) + 3, (1L << 53) + 1, (1L << 53) + 3, (1L << 53) - 1, (1L << 62) + 255, (1L << 62) + 256, (1L << 62) + 257,
        unchecked((long)0x8000000000000400), unchecked((long)0x8000000000000401), unchecked((long)0x8000000000000c00),
        unchecked((long)0x8000008000000000), unchecked((long)0x8000008000000001), unchecked((long)0x8000018000000000),
        unchecked((long)0xfffffffffffffc00), unchecked((long)0xfffffffffffffbff), unchecked((long)0xfffffffffffffffe),
        unchecked((long)0xffffff7fffffffff), unchecked((long)0xffffff8000000000), 0x4000004000000001, 0x4000004000000000,
        0x7fffffbfffffffff, 0x7fffffc000000000, 0x7ffffffffffffdff, 0x7ffffffffffffe00, 0x1000000080000001, 0x1000000180000000,
    ];
    static readonly double[] Real =
    [
        0, -0.0, 0.5, -0.5, 0.99999999999999989, -0.99999999999999989, 1, -1, 1.5, -1.5, 126.99, 127, 127.5, 127.99999, 128, -128, -128.5, -128.99999, -129,
        254.99, 255, 255.5, 256, 32767, 32767.5, 32768, -32768, -32768.5, -32769, 65535, 65535.5, 65536, 2147483647, 2147483647.5, 2147483648,
        -2147483648, -2147483648.5, -2147483649, 4294967295, 4294967295.5, 4294967296, -4294967296, 9007199254740993, 9223372036854774784, 9223372036854775808.0,
        -9223372036854775808.0, -9223372036854777856.0, 18446744073709549568.0, 18446744073709551616.0, -18446744073709551616.0, 1e30, -1e30, 3.4028234663852886e38,
        3.4028235677973366e38, 1e300, -1e300, double.Epsilon, -double.Epsilon, 1e-40, 1e-46, double.PositiveInfinity, double.NegativeInfinity, double.NaN,
    ];

    static readonly Type[] Kinds = [typeof(int), typeof(long), typeof(nint), typeof(float), typeof(double)];

    static long[] ValuesOf(Type kind)
    {
        if (kind == typeof(int))
            return Wide.Where(v => v >= int.MinValue && v <= uint.MaxValue).Select(v => (long)(int)v).Distinct().ToArray();
        if (kind == typeof(float))
            return Real.Select(v => (long)BitConverter.SingleToInt32Bits((float)v)).Append(0x7fa00001).Append(unchecked((int)0xffc12345)).Distinct().ToArray();
        if (kind == typeof(double))
            return Real.Select(BitConverter.DoubleToInt64Bits).Append(0x7ff4000000000001).Append(unchecked((long)0xfff8123456789abc)).Distinct().ToArray();
        return Wide.ToArray();
    }

    // The bits of a variable of `kind`: argument 0 is the address of eight bytes.
    static void LoadVariable(ILGenerator il, Type kind)
    {
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(kind == typeof(int) ? OpCodes.Ldind_I4 : kind == typeof(float) ? OpCodes.Ldind_R4 : kind == typeof(double) ? OpCodes.Ldind_R8 : kind == typeof(nint) ? OpCodes.Ldind_I : OpCodes.Ldind_I8);
    }

    static void ResultToBits(ILGenerator il, OpCode conversion)
    {
        string name = conversion.Name!;
        if (name == "conv.r4")
            il.Emit(OpCodes.Call, typeof(BitConverter).GetMethod("SingleToInt32Bits")!);
        else if (name is "conv.r8" or "conv.r.un")
            il.Emit(OpCodes.Call, typeof(BitConverter).GetMethod("DoubleToInt64Bits")!);
        il.Emit(OpCodes.Conv_I8);
    }

    static readonly (string name, MethodImplAttributes flags)[] Ways = [("optimised", MethodImplAttributes.AggressiveOptimization), ("not optimised", MethodImplAttributes.NoOptimization)];

    static int count;
    static readonly StringBuilder Output = new();

    static string Name(Type kind) => kind == typeof(nint) ? "native int" : kind.Name;

    delegate long Convert(ref long bits);

    static MethodBuilder Define(TypeBuilder type, string name, MethodImplAttributes flags, Type result, params Type[] parameters)
    {
        MethodBuilder method = type.DefineMethod(name, MethodAttributes.Public | MethodAttributes.Static, result, parameters);
        method.SetImplementationFlags(flags);
        return method;
    }

    static void Variable(TypeBuilder type, string name, MethodImplAttributes flags, OpCode first, OpCode second, Type kind)
    {
        ILGenerator il = Define(type, name, flags, typeof(long), typeof(long).MakeByRefType()).GetILGenerator();
        LoadVariable(il, kind);
        il.Emit(first);
        il.Emit(second);
        ResultToBits(il, second);
        il.Emit(OpCodes.Ret);
    }

    const long Marker = 0x0123456789abcdef;

    static string Text(long result) => result == Marker ? "overflow" : result.ToString("x");

    static long[] Run(Type type, string name, Type kind)
    {
        var convert = type.GetMethod(name)!.CreateDelegate<Convert>();
        long[] results = ValuesOf(kind);
        count += results.Length;
        for (int i = 0; i < results.Length; i++)
        {
            try { results[i] = convert(ref results[i]); }
            catch (OverflowException) { results[i] = Marker; }
        }
        return results;
    }

    static uint Digest(long[] results)
    {
        ulong digest = 14695981039346656037;
        foreach (long result in results)
            digest = (digest ^ (ulong)result ^ ((ulong)result >> 29)) * 1099511628211;
        return (uint)(digest >> 32);
    }

    static void Main(string[] arguments)
    {
        ModuleBuilder module = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("Matrix"), AssemblyBuilderAccess.Run).DefineDynamicModule("Matrix");
        foreach (OpCode first in Conversions)
        {
            if (arguments.Length == 2 && first.Name != arguments[0])
                continue;
            TypeBuilder builder = module.DefineType(first.Name!, TypeAttributes.Public);
            foreach (OpCode second in Conversions)
                foreach (Type kind in Kinds)
                    foreach (var (name, flags) in Ways)
                        Variable(builder, $"{second.Name} {Name(kind)} {name}", flags, first, second, kind);
            Type type = builder.CreateType();
            foreach (Type kind in Kinds)
                foreach (var (name, flags) in Ways)
                {
                    Output.Append($"{first.Name} of {Name(kind)}, {name}:");
                    foreach (OpCode second in Conversions)
                    {
                        long[] results = Run(type, $"{second.Name} {Name(kind)} {name}", kind);
                        Output.Append($" {Digest(results):x8}");
                        if (arguments.Length == 2 && second.Name == arguments[1])
                            Output.Append('\n').AppendJoin(' ', ValuesOf(kind).Select(v => v.ToString("x"))).Append('\n').AppendJoin(' ', results.Select(Text)).Append('\n');
                    }
                    Output.Append('\n');
                }
        }
        Console.Write(Output);
        Console.WriteLine($"{count} pairs of conversions");
    }
}
