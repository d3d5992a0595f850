// Corners of arithmetic and of sizes: shifts beyond the width, remainders of the minimum, unordered comparisons, conversions of what
// does not fit, many locals and arguments, huge methods, deep nesting; constants and variables, so that folding is tested as well.
// timeout: 120
using System.Reflection;
using System.Reflection.Emit;
using System.Text;

public struct NoOverride { public int X; public long Y; }
public struct Overrides { public int X; public override int GetHashCode() => ++X; public override string ToString() => "own " + ++X; public override bool Equals(object? o) => o is Overrides; }
public struct Large { public long A, B, C, D, E, F, G, H; public double I; public override string ToString() => $"{A} {B} {C} {D} {E} {F} {G} {H} {I}"; }
public ref struct Generic<T> where T : allows ref struct { public T Value; public int Tag; }
public class Outer<T> { public class Inner<U> { public static T? Field; public static V? Method<V>(U u) => default; } }

static class Program
{
    static DynamicMethod New(Type result, params Type[] parameters) => new("M", result, parameters, typeof(Program), true);

    static string Run(DynamicMethod method, params object?[] arguments)
    {
        try
        {
            object? result = method.Invoke(null, arguments);
            return result switch
            {
                double d => BitConverter.DoubleToInt64Bits(d).ToString("x"),
                float f => BitConverter.SingleToInt32Bits(f).ToString("x"),
                _ => result?.ToString() ?? "null",
            };
        }
        catch (TargetInvocationException e)
        {
            return e.InnerException!.GetType().Name;
        }
    }

    static void Push(ILGenerator il, object value)
    {
        if (value is int i) il.Emit(OpCodes.Ldc_I4, i);
        else if (value is long l) il.Emit(OpCodes.Ldc_I8, l);
        else if (value is float f) il.Emit(OpCodes.Ldc_R4, f);
        else if (value is double d) il.Emit(OpCodes.Ldc_R8, d);
    }

    // Both operands variables, both constants, and one of each.
    static void Binary(OpCode op, object left, object right, Type result)
    {
        var text = new StringBuilder($"{op.Name} {left} {right}:");
        for (int constants = 0; constants < 4; constants++)
        {
            DynamicMethod method = New(result, left.GetType(), right.GetType());
            ILGenerator il = method.GetILGenerator();
            if ((constants & 1) != 0) Push(il, left); else il.Emit(OpCodes.Ldarg_0);
            if ((constants & 2) != 0) Push(il, right); else il.Emit(OpCodes.Ldarg_1);
            il.Emit(op);
            il.Emit(OpCodes.Ret);
            text.Append(' ').Append(Run(method, left, right));
        }
        Console.WriteLine(text);
    }

    static void Unary(OpCode op, object operand, Type result)
    {
        var text = new StringBuilder($"{op.Name} {operand.GetType().Name} {operand}:");
        for (int constants = 0; constants < 2; constants++)
        {
            DynamicMethod method = New(result, operand.GetType());
            ILGenerator il = method.GetILGenerator();
            if (constants == 1) Push(il, operand); else il.Emit(OpCodes.Ldarg_0);
            il.Emit(op);
            il.Emit(OpCodes.Ret);
            text.Append(' ').Append(Run(method, operand));
        }
        Console.WriteLine(text);
    }

    static void Branch(OpCode op, object left, object right)
    {
        DynamicMethod method = New(typeof(int), left.GetType(), right.GetType());
        ILGenerator il = method.GetILGenerator();
        Label yes = il.DefineLabel();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldarg_1);
        il.Emit(op, yes);
        il.Emit(OpCodes.Ldc_I4_0);
        il.Emit(OpCodes.Ret);
        il.MarkLabel(yes);
        il.Emit(OpCodes.Ldc_I4_1);
        il.Emit(OpCodes.Ret);
        Console.WriteLine($"{op.Name} {left} {right}: {Run(method, left, right)}");
    }

    static void Arithmetic()
    {
        OpCode[] divisions = [OpCodes.Div, OpCodes.Div_Un, OpCodes.Rem, OpCodes.Rem_Un];
        foreach (OpCode op in divisions)
        {
            foreach (int left in new[] { int.MinValue, int.MaxValue, -7, 7, 0 })
            {
                foreach (int right in new[] { -1, 0, 1, 2, -2, 3, int.MinValue }) Binary(op, left, right, typeof(int));
            }
            foreach (long left in new[] { long.MinValue, long.MaxValue, -7, 0 })
            {
                foreach (long right in new[] { -1, 0, 1, 4, -4, 10, long.MinValue }) Binary(op, left, right, typeof(long));
            }
        }
        foreach (OpCode op in new[] { OpCodes.Add_Ovf, OpCodes.Add_Ovf_Un, OpCodes.Sub_Ovf, OpCodes.Sub_Ovf_Un, OpCodes.Mul_Ovf, OpCodes.Mul_Ovf_Un })
        {
            foreach (int left in new[] { int.MinValue, -1, 1, 65536 })
            {
                foreach (int right in new[] { int.MinValue, -1, 0, 65536 }) Binary(op, left, right, typeof(int));
            }
            foreach (long left in new[] { long.MinValue, -1, 1L << 32 })
            {
                foreach (long right in new[] { long.MaxValue, -1, 1L << 32 }) Binary(op, left, right, typeof(long));
            }
        }
        double[] doubles = [0.0, -0.0, 1.5, double.NaN, double.PositiveInfinity, double.NegativeInfinity, double.Epsilon, 1e300];
        foreach (double left in doubles)
        {
            foreach (double right in doubles)
            {
                foreach (OpCode op in new[] { OpCodes.Ceq, OpCodes.Cgt, OpCodes.Cgt_Un, OpCodes.Clt, OpCodes.Clt_Un }) Binary(op, left, right, typeof(int));
                foreach (OpCode op in new[] { OpCodes.Beq, OpCodes.Bne_Un, OpCodes.Bge, OpCodes.Bge_Un, OpCodes.Bgt, OpCodes.Bgt_Un, OpCodes.Ble, OpCodes.Ble_Un, OpCodes.Blt, OpCodes.Blt_Un })
                    Branch(op, left, right);
                Binary(OpCodes.Rem, left, right, typeof(double));
            }
        }
    }

    static void Conversions()
    {
        OpCode[] small = [OpCodes.Conv_Ovf_I1, OpCodes.Conv_Ovf_U1, OpCodes.Conv_Ovf_I2, OpCodes.Conv_Ovf_U2, OpCodes.Conv_Ovf_I4, OpCodes.Conv_Ovf_U4,
            OpCodes.Conv_Ovf_I1_Un, OpCodes.Conv_Ovf_U1_Un, OpCodes.Conv_Ovf_I2_Un, OpCodes.Conv_Ovf_U2_Un, OpCodes.Conv_Ovf_I4_Un, OpCodes.Conv_Ovf_U4_Un,
            OpCodes.Conv_I1, OpCodes.Conv_U1, OpCodes.Conv_I2, OpCodes.Conv_U2, OpCodes.Conv_I4, OpCodes.Conv_U4];
        OpCode[] wide = [OpCodes.Conv_Ovf_I8, OpCodes.Conv_Ovf_U8, OpCodes.Conv_Ovf_I8_Un, OpCodes.Conv_Ovf_U8_Un, OpCodes.Conv_I8, OpCodes.Conv_U8];
        object[] values = [0, -1, 127, 128, 255, 256, -128, -129, 32768, 65536, int.MaxValue, int.MinValue,
            0L, -1L, 1L << 31, (1L << 32) - 1, 1L << 32, long.MaxValue, long.MinValue,
            0.0, -0.9, -1.0, 0.9, 127.9, 128.0, 255.9, 256.0, -128.9, -129.0, 2147483647.5, 2147483648.0, -2147483648.9, -2147483649.0, 4294967295.5, 4294967296.0,
            9223372036854774784.0, 9223372036854775808.0, -9223372036854775808.0, -9223372036854777856.0, 18446744073709549568.0, 18446744073709551616.0,
            double.NaN, double.PositiveInfinity, double.NegativeInfinity, 1e300, -1e300,
            -0.5f, 255.5f, 16777217f, 2147483648f, 9.223372E18f, float.NaN, float.PositiveInfinity, float.NegativeInfinity, float.MaxValue];
        foreach (object value in values)
        {
            foreach (OpCode op in small) Unary(op, value, typeof(int));
            foreach (OpCode op in wide) Unary(op, value, typeof(long));
            Unary(OpCodes.Conv_R4, value, typeof(float));
            Unary(OpCodes.Conv_R8, value, typeof(double));
            if (value is int or long) Unary(OpCodes.Conv_R_Un, value, typeof(double));
            if (value is float or double) Unary(OpCodes.Ckfinite, value, value.GetType());
        }
    }

    static void Sizes()
    {
        // 300 locals of all kinds, read after all are written.
        DynamicMethod locals = New(typeof(long), typeof(int));
        ILGenerator il = locals.GetILGenerator();
        Type[] kinds = [typeof(int), typeof(long), typeof(double), typeof(byte), typeof(float)];
        var all = new List<LocalBuilder>();
        for (int i = 0; i < 300; i++) all.Add(il.DeclareLocal(kinds[i % kinds.Length]));
        for (int i = 0; i < 300; i++)
        {
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Ldc_I4, i);
            il.Emit(OpCodes.Add);
            if (kinds[i % kinds.Length] == typeof(long)) il.Emit(OpCodes.Conv_I8);
            if (kinds[i % kinds.Length] == typeof(double)) il.Emit(OpCodes.Conv_R8);
            if (kinds[i % kinds.Length] == typeof(float)) il.Emit(OpCodes.Conv_R4);
            il.Emit(OpCodes.Stloc, all[i]);
        }
        il.Emit(OpCodes.Ldc_I8, 1L);
        for (int i = 0; i < 300; i++)
        {
            il.Emit(OpCodes.Ldc_I8, 31L);
            il.Emit(OpCodes.Mul);
            il.Emit(OpCodes.Ldloc, all[i]);
            il.Emit(OpCodes.Conv_I8);
            il.Emit(OpCodes.Add);
        }
        il.Emit(OpCodes.Ret);
        Console.WriteLine("locals: " + Run(locals, 5));

        // 200 arguments, by calls, delegates and reflection.
        Type[] parameters = new Type[200];
        object[] arguments = new object[200];
        for (int i = 0; i < 200; i++)
        {
            parameters[i] = i % 7 == 3 ? typeof(Large) : kinds[i % kinds.Length];
            arguments[i] = i % 7 == 3 ? new Large { A = i, I = i / 2.0 } : Convert.ChangeType(i, parameters[i]);
        }
        DynamicMethod callee = New(typeof(string), parameters);
        il = callee.GetILGenerator();
        LocalBuilder builder = il.DeclareLocal(typeof(StringBuilder));
        il.Emit(OpCodes.Newobj, typeof(StringBuilder).GetConstructor([])!);
        il.Emit(OpCodes.Stloc, builder);
        for (int i = 0; i < 200; i++)
        {
            il.Emit(OpCodes.Ldloc, builder);
            il.Emit(OpCodes.Ldarg, (short)i);
            il.Emit(OpCodes.Box, parameters[i]);
            il.Emit(OpCodes.Callvirt, typeof(StringBuilder).GetMethod("Append", [typeof(object)])!);
            il.Emit(OpCodes.Ldc_I4, (int)' ');
            il.Emit(OpCodes.Callvirt, typeof(StringBuilder).GetMethod("Append", [typeof(char)])!);
            il.Emit(OpCodes.Pop);
        }
        il.Emit(OpCodes.Ldloc, builder);
        il.Emit(OpCodes.Callvirt, typeof(object).GetMethod("ToString")!);
        il.Emit(OpCodes.Ret);
        DynamicMethod caller = New(typeof(string), parameters);
        il = caller.GetILGenerator();
        for (int i = 0; i < 200; i++) il.Emit(OpCodes.Ldarg, (short)i);
        il.Emit(OpCodes.Call, callee);
        il.Emit(OpCodes.Ret);
        Console.WriteLine("arguments: " + Run(caller, arguments));

        // 50000 instructions, with branches across all of them.
        DynamicMethod huge = New(typeof(int), typeof(int));
        il = huge.GetILGenerator();
        Label end = il.DefineLabel();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Brfalse, end);
        for (int i = 0; i < 10_000; i++)
        {
            il.Emit(OpCodes.Ldarg_0);
            il.Emit(OpCodes.Ldc_I4, i);
            il.Emit(i % 3 == 0 ? OpCodes.Xor : i % 3 == 1 ? OpCodes.Add : OpCodes.Mul);
            il.Emit(OpCodes.Starg_S, (byte)0);
            if (i % 100 == 0)
            {
                Label next = il.DefineLabel();
                il.Emit(OpCodes.Ldarg_0);
                il.Emit(OpCodes.Brtrue, next);
                il.Emit(OpCodes.Br, end);
                il.MarkLabel(next);
            }
        }
        il.MarkLabel(end);
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ret);
        Console.WriteLine("huge: " + Run(huge, 77) + " " + Run(huge, 0));

        // Regions in regions: 60 deep, the innermost throws, every other one catches and throws on.
        DynamicMethod nested = New(typeof(string), typeof(int));
        il = nested.GetILGenerator();
        LocalBuilder text = il.DeclareLocal(typeof(string));
        void Append(string part)
        {
            il.Emit(OpCodes.Ldloc, text);
            il.Emit(OpCodes.Ldstr, part);
            il.Emit(OpCodes.Call, typeof(string).GetMethod("Concat", [typeof(string), typeof(string)])!);
            il.Emit(OpCodes.Stloc, text);
        }
        const int Depth = 60;
        for (int i = 0; i < Depth; i++) il.BeginExceptionBlock();
        il.Emit(OpCodes.Ldc_I4_1);
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Div);
        il.Emit(OpCodes.Pop);
        for (int i = Depth - 1; i >= 0; i--)
        {
            if (i % 3 == 1)
            {
                il.BeginFinallyBlock();
                Append(" f" + i);
            }
            else
            {
                il.BeginCatchBlock(i % 3 == 0 ? typeof(Exception) : typeof(ArithmeticException));
                il.Emit(OpCodes.Pop);
                Append(" c" + i);
                if (i != 0) il.Emit(i % 2 == 0 ? OpCodes.Rethrow : OpCodes.Nop);
                if (i % 2 != 0)
                {
                    il.Emit(OpCodes.Newobj, typeof(OverflowException).GetConstructor([])!);
                    il.Emit(OpCodes.Throw);
                }
            }
            il.EndExceptionBlock();
        }
        il.Emit(OpCodes.Ldloc, text);
        il.Emit(OpCodes.Ret);
        Console.WriteLine("nested:" + Run(nested, 0) + "," + Run(nested, 1));

        // localloc in a loop and of nothing.
        DynamicMethod alloc = New(typeof(long), typeof(int));
        il = alloc.GetILGenerator();
        LocalBuilder sum = il.DeclareLocal(typeof(long));
        Label again = il.DefineLabel();
        il.MarkLabel(again);
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Conv_U);
        il.Emit(OpCodes.Localloc);
        il.Emit(OpCodes.Dup);
        il.Emit(OpCodes.Ldc_I4, 9);
        il.Emit(OpCodes.Stind_I1);
        il.Emit(OpCodes.Ldind_U1);
        il.Emit(OpCodes.Conv_I8);
        il.Emit(OpCodes.Ldloc, sum);
        il.Emit(OpCodes.Add);
        il.Emit(OpCodes.Stloc, sum);
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldc_I4_1);
        il.Emit(OpCodes.Sub);
        il.Emit(OpCodes.Dup);
        il.Emit(OpCodes.Starg_S, (byte)0);
        il.Emit(OpCodes.Brtrue, again);
        il.Emit(OpCodes.Ldloc, sum);
        il.Emit(OpCodes.Ret);
        Console.WriteLine("localloc: " + Run(alloc, 600));
    }

    static void Constrained<T>(T value)
    {
        foreach (string name in new[] { "GetHashCode", "ToString", "GetType" })
        {
            DynamicMethod method = New(typeof(string), typeof(T));
            ILGenerator il = method.GetILGenerator();
            MethodInfo target = typeof(object).GetMethod(name)!;
            for (int i = 0; i < 2; i++)
            {
                il.Emit(OpCodes.Ldarga_S, (byte)0);
                il.Emit(OpCodes.Constrained, typeof(T));
                il.Emit(OpCodes.Callvirt, target);
                if (target.ReturnType.IsValueType) il.Emit(OpCodes.Box, target.ReturnType);
                if (name == "GetHashCode" && value is NoOverride) il.Emit(OpCodes.Callvirt, typeof(object).GetMethod("GetType")!);
            }
            il.Emit(OpCodes.Call, typeof(string).GetMethod("Concat", [typeof(object), typeof(object)])!);
            il.Emit(OpCodes.Ret);
            Console.WriteLine($"constrained {typeof(T).Name} {name}: {Run(method, value)}");
        }
    }

    static void Tokens()
    {
        object[] members = [typeof(int), typeof(int[]), typeof(int[,]), typeof(int).MakePointerType(), typeof(int).MakeByRefType(), typeof(List<>), typeof(List<string>),
            typeof(Outer<int>.Inner<string>), typeof(Generic<>), typeof(void), typeof(Outer<>.Inner<>)];
        foreach (Type type in members)
        {
            DynamicMethod method = New(typeof(Type));
            ILGenerator il = method.GetILGenerator();
            il.Emit(OpCodes.Ldtoken, type);
            il.Emit(OpCodes.Call, typeof(Type).GetMethod("GetTypeFromHandle")!);
            il.Emit(OpCodes.Ret);
            Console.WriteLine("ldtoken " + Run(method));
        }
        foreach (MethodInfo target in new[] { typeof(Program).GetMethod("Tokens", BindingFlags.NonPublic | BindingFlags.Static)!, typeof(Outer<int>.Inner<string>).GetMethod("Method")!.MakeGenericMethod(typeof(long)) })
        {
            DynamicMethod method = New(typeof(object));
            ILGenerator il = method.GetILGenerator();
            il.Emit(OpCodes.Ldtoken, target);
            il.Emit(OpCodes.Ldtoken, target.DeclaringType!);
            il.Emit(OpCodes.Call, typeof(MethodBase).GetMethod("GetMethodFromHandle", [typeof(RuntimeMethodHandle), typeof(RuntimeTypeHandle)])!);
            il.Emit(OpCodes.Ret);
            Console.WriteLine("ldtoken " + Run(method));
        }
        DynamicMethod field = New(typeof(object));
        ILGenerator f = field.GetILGenerator();
        f.Emit(OpCodes.Ldtoken, typeof(Outer<int>.Inner<string>).GetField("Field")!);
        f.Emit(OpCodes.Ldtoken, typeof(Outer<int>.Inner<string>));
        f.Emit(OpCodes.Call, typeof(FieldInfo).GetMethod("GetFieldFromHandle", [typeof(RuntimeFieldHandle), typeof(RuntimeTypeHandle)])!);
        f.Emit(OpCodes.Ret);
        Console.WriteLine("ldtoken " + Run(field));
    }

    static int Span(Generic<Span<int>> value) => value.Value[0] + value.Tag;
    static int Nested(scoped Generic<Generic<Span<int>>> value) => Span(value.Value) * value.Tag;

    static void Main()
    {
        Arithmetic();
        Conversions();
        Sizes();
        Constrained(new NoOverride { X = 4 });
        Constrained(new Overrides());
        Constrained(DayOfWeek.Friday);
        Constrained(3.5);
        Tokens();
        int[] array = [40];
        Console.WriteLine(Nested(new Generic<Generic<Span<int>>> { Value = new Generic<Span<int>> { Value = array, Tag = 2 }, Tag = 3 }));
    }
}
