// Every conversion and binary operation of IL, on arguments and on constants (which compilers fold).
using System.Globalization;
using System.Reflection.Emit;

static class Program
{
    static readonly OpCode[] Conversions =
    {
        OpCodes.Conv_I1, OpCodes.Conv_I2, OpCodes.Conv_I4, OpCodes.Conv_I8, OpCodes.Conv_U1, OpCodes.Conv_U2, OpCodes.Conv_U4,
        OpCodes.Conv_U8, OpCodes.Conv_I, OpCodes.Conv_U, OpCodes.Conv_R4, OpCodes.Conv_R8, OpCodes.Conv_R_Un, OpCodes.Conv_Ovf_I1,
        OpCodes.Conv_Ovf_I2, OpCodes.Conv_Ovf_I4, OpCodes.Conv_Ovf_I8, OpCodes.Conv_Ovf_U1, OpCodes.Conv_Ovf_U2,
        OpCodes.Conv_Ovf_U4, OpCodes.Conv_Ovf_U8, OpCodes.Conv_Ovf_I, OpCodes.Conv_Ovf_U, OpCodes.Conv_Ovf_I1_Un,
        OpCodes.Conv_Ovf_I2_Un, OpCodes.Conv_Ovf_I4_Un, OpCodes.Conv_Ovf_I8_Un, OpCodes.Conv_Ovf_U1_Un, OpCodes.Conv_Ovf_U2_Un,
        OpCodes.Conv_Ovf_U4_Un, OpCodes.Conv_Ovf_U8_Un, OpCodes.Conv_Ovf_I_Un, OpCodes.Conv_Ovf_U_Un,
    };
    static readonly OpCode[] Binary =
    {
        OpCodes.Add, OpCodes.Sub, OpCodes.Mul, OpCodes.Div, OpCodes.Div_Un, OpCodes.Rem, OpCodes.Rem_Un, OpCodes.And, OpCodes.Or,
        OpCodes.Xor, OpCodes.Add_Ovf, OpCodes.Add_Ovf_Un, OpCodes.Sub_Ovf, OpCodes.Sub_Ovf_Un, OpCodes.Mul_Ovf,
        OpCodes.Mul_Ovf_Un, OpCodes.Ceq, OpCodes.Cgt, OpCodes.Cgt_Un, OpCodes.Clt, OpCodes.Clt_Un,
    };
    static readonly OpCode[] Shifts = { OpCodes.Shl, OpCodes.Shr, OpCodes.Shr_Un };
    static readonly OpCode[] Branches =
    {
        OpCodes.Beq, OpCodes.Bne_Un, OpCodes.Bge, OpCodes.Bge_Un, OpCodes.Bgt, OpCodes.Bgt_Un, OpCodes.Ble, OpCodes.Ble_Un,
        OpCodes.Blt, OpCodes.Blt_Un,
    };

    static readonly int[] Ints = { 0, 1, -1, 2, 127, 128, -128, -129, 255, 256, 32768, 65535, 65536, int.MaxValue, int.MinValue };
    static readonly long[] Longs = { 0, 1, -1, 127, 128, 65536, int.MaxValue, int.MinValue, uint.MaxValue, 1L << 40, long.MaxValue, long.MinValue };
    static readonly double[] Doubles = { 0, -0.0, 0.5, -0.5, 1.5, -1.5, 127.9, 255.5, 65535.5, 2147483647.5, -2147483648.5, 1e6, 1L << 53, 3.5e38 };

    static void Constant(ILGenerator g, object value)
    {
        switch (value)
        {
            case int i: g.Emit(OpCodes.Ldc_I4, i); break;
            case long l: g.Emit(OpCodes.Ldc_I8, l); break;
            case float f: g.Emit(OpCodes.Ldc_R4, f); break;
            case double d: g.Emit(OpCodes.Ldc_R8, d); break;
        }
    }

    static Type Result(OpCode code)
    {
        string name = code.Name!;
        if (name is "conv.r4")
            return typeof(float);
        if (name is "conv.r8" or "conv.r.un")
            return typeof(double);
        return name.EndsWith("8") || name.EndsWith("8.un") || name is "conv.i" or "conv.u" || name.StartsWith("conv.ovf.i.") ||
               name.StartsWith("conv.ovf.u.") || name is "conv.ovf.i" or "conv.ovf.u" ? typeof(long) : typeof(int);
    }

    static string Text(object o) => o is double or float ? ((IFormattable)o).ToString("R", CultureInfo.InvariantCulture) : o.ToString()!;

    static string Run(Type result, object a, object? b, bool constant, Action<ILGenerator> operation)
    {
        Type[] parameters = b == null ? new[] { a.GetType() } : new[] { a.GetType(), b.GetType() };
        var method = new DynamicMethod("M", typeof(object), constant ? Type.EmptyTypes : parameters, typeof(Program), true);
        ILGenerator g = method.GetILGenerator();
        if (constant)
            Constant(g, a);
        else
            g.Emit(OpCodes.Ldarg_0);
        if (b != null)
        {
            if (constant)
                Constant(g, b);
            else
                g.Emit(OpCodes.Ldarg_1);
        }
        operation(g);
        g.Emit(OpCodes.Box, result);
        g.Emit(OpCodes.Ret);
        try
        {
            return Text(method.Invoke(null, constant ? null : b == null ? new[] { a } : new[] { a, b })!);
        }
        catch (System.Reflection.TargetInvocationException e)
        {
            return e.InnerException!.GetType().Name[..4];
        }
    }

    static void Line<T>(string name, T[] values, Func<object, bool, string> run) where T : notnull
    {
        Console.Write(name + " " + typeof(T).Name + ":");
        foreach (T value in values)
        {
            string plain = run(value, false), folded = run(value, true);
            Console.Write(" " + plain + (plain == folded ? "" : "/" + folded));
        }
        Console.WriteLine();
    }

    static void Pairs<T>(string name, T[] values, Type result, Action<ILGenerator> operation) where T : notnull
    {
        int hash = 0;
        for (int i = 0; i < values.Length; i += 2)
        {
            for (int j = 1; j < values.Length; j += 3)
            {
                string plain = Run(result, values[i], values[j], false, operation), folded = Run(result, values[i], values[j], true, operation);
                if (plain != folded)
                    Console.WriteLine($"{name} {values[i]} {values[j]}: {plain} but folded {folded}");
                foreach (char c in plain)
                    hash = hash * 31 + c;
            }
        }
        Console.WriteLine($"{name} {typeof(T).Name}: {hash}");
    }

    static void Main()
    {
        foreach (OpCode code in Conversions)
        {
            Type result = Result(code);
            Line(code.Name!, Ints, (v, constant) => Run(result, v, null, constant, g => g.Emit(code)));
            Line(code.Name!, Longs, (v, constant) => Run(result, v, null, constant, g => g.Emit(code)));
            if (code == OpCodes.Conv_R_Un || code.Name!.EndsWith(".un"))
                continue;
            // What an unchecked conversion gives for a value out of range differs between compilers.
            if (code.Name!.Contains("ovf") || result == typeof(double) || result == typeof(float))
                Line(code.Name!, Doubles, (v, constant) => Run(result, v, null, constant, g => g.Emit(code)));
        }
        foreach (OpCode code in Binary)
        {
            bool comparison = code.Name!.Length <= 6 && code.Name[0] == 'c';
            Pairs(code.Name, Ints, typeof(int), g => g.Emit(code));
            Pairs(code.Name, Longs, comparison ? typeof(int) : typeof(long), g => g.Emit(code));
            bool integers_only = code.Name.Contains("ovf") || (code.Name.Contains(".un") && !comparison) || code.Name is "and" or "or" or "xor";
            if (!integers_only)
                Pairs(code.Name, Doubles, comparison ? typeof(int) : typeof(double), g => g.Emit(code));
        }
        foreach (OpCode code in Branches)
        {
            Action<ILGenerator> branch = g =>
            {
                Label taken = g.DefineLabel(), end = g.DefineLabel();
                g.Emit(code, taken);
                g.Emit(OpCodes.Ldc_I4_0);
                g.Emit(OpCodes.Br, end);
                g.MarkLabel(taken);
                g.Emit(OpCodes.Ldc_I4_1);
                g.MarkLabel(end);
            };
            Pairs(code.Name!, Ints, typeof(int), branch);
            Pairs(code.Name!, Longs, typeof(int), branch);
            Pairs(code.Name!, Doubles, typeof(int), branch);
        }
        foreach (OpCode code in Shifts)
        {
            foreach (int by in new[] { 0, 1, 31 })
            {
                Line(code.Name + " " + by, Ints, (v, constant) => Run(typeof(int), v, by, constant, g => g.Emit(code)));
                Line(code.Name + " " + by, Longs, (v, constant) => Run(typeof(long), v, by, constant, g => g.Emit(code)));
            }
        }
    }
}
