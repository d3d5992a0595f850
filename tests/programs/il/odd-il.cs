// IL that the C# compiler does not write, through DynamicMethod.
using System.Reflection;
using System.Reflection.Emit;

static class Program
{
    static int Twice(int x) => x * 2;
    static long Wide(long x) => x + 1;
    static string Text(object o) => "text " + o;
    static void Two(int a, ref int b) => b += a;

    static Delegate Make(Type type, Action<ILGenerator> emit)
    {
        MethodInfo invoke = type.GetMethod("Invoke")!;
        var method = new DynamicMethod("M", invoke.ReturnType, Array.ConvertAll(invoke.GetParameters(), p => p.ParameterType), typeof(Program), true);
        emit(method.GetILGenerator());
        return method.CreateDelegate(type);
    }

    static void Show(string name, Func<object?> run)
    {
        try
        {
            Console.WriteLine(name + ": " + (run() ?? "null"));
        }
        catch (Exception e)
        {
            Console.WriteLine(name + ": " + e.GetType().Name + ": " + e.Message);
        }
    }

    static void Function(string name, int argument, Action<ILGenerator> emit)
    {
        Show(name, () => ((Func<int, long>)Make(typeof(Func<int, long>), emit))(argument));
    }

    public static int One() => 1;

    // What is above has a class that is known, and is a number all the same.
    static void ReferencesAsNumbers()
    {
        foreach (OpCode op in new[] { OpCodes.Add, OpCodes.Sub, OpCodes.And, OpCodes.Mul, OpCodes.Ceq, OpCodes.Cgt_Un })
        {
            foreach (int kind in new[] { 0, 1, 2, 3 })
            {
                Function($"{op} of int32 and reference {kind}", 0, g =>
                {
                    g.Emit(OpCodes.Call, typeof(Program).GetMethod(nameof(One))!);
                    if (kind == 0)
                        g.Emit(OpCodes.Newobj, typeof(object).GetConstructor([])!);
                    else if (kind == 1)
                        g.Emit(OpCodes.Ldstr, "x");
                    else
                    {
                        g.Emit(OpCodes.Ldc_I4_3);
                        g.Emit(OpCodes.Newarr, typeof(int));
                        if (kind == 3)
                            g.Emit(OpCodes.Conv_U);
                    }
                    g.Emit(op);
                    g.Emit(OpCodes.Pop);
                    g.Emit(OpCodes.Ldc_I8, 7L);
                    g.Emit(OpCodes.Ret);
                });
            }
        }
    }

    static void Main()
    {
        ReferencesAsNumbers();
        foreach (int x in new[] { 0, 1 })
        {
            Function("merge of int32 and int64 through native int", x, g =>
            {
                Label other = g.DefineLabel(), end = g.DefineLabel();
                g.Emit(OpCodes.Ldarg_0);
                g.Emit(OpCodes.Brtrue, other);
                g.Emit(OpCodes.Ldc_I4, -5);
                g.Emit(OpCodes.Br, end);
                g.MarkLabel(other);
                g.Emit(OpCodes.Ldc_I4, 7);
                g.Emit(OpCodes.Conv_I);
                g.MarkLabel(end);
                g.Emit(OpCodes.Conv_I8);
                g.Emit(OpCodes.Ret);
            });
            Function("values below a branch", x, g =>
            {
                Label other = g.DefineLabel(), end = g.DefineLabel();
                g.Emit(OpCodes.Ldc_I8, 100L);
                g.Emit(OpCodes.Ldc_I8, 20L);
                g.Emit(OpCodes.Ldarg_0);
                g.Emit(OpCodes.Brtrue, other);
                g.Emit(OpCodes.Ldc_I8, 3L);
                g.Emit(OpCodes.Br, end);
                g.MarkLabel(other);
                g.Emit(OpCodes.Ldc_I8, 4L);
                g.MarkLabel(end);
                g.Emit(OpCodes.Add);
                g.Emit(OpCodes.Sub);
                g.Emit(OpCodes.Ret);
            });
            Function("dup across a branch", x, g =>
            {
                Label end = g.DefineLabel();
                g.Emit(OpCodes.Ldarg_0);
                g.Emit(OpCodes.Dup);
                g.Emit(OpCodes.Brtrue, end);
                g.Emit(OpCodes.Pop);
                g.Emit(OpCodes.Ldc_I4, 77);
                g.MarkLabel(end);
                g.Emit(OpCodes.Conv_I8);
                g.Emit(OpCodes.Ret);
            });
        }
        Function("int32 + native int", 5, g =>
        {
            g.Emit(OpCodes.Ldarg_0);
            g.Emit(OpCodes.Ldc_I4, -3);
            g.Emit(OpCodes.Conv_I);
            g.Emit(OpCodes.Add);
            g.Emit(OpCodes.Conv_I8);
            g.Emit(OpCodes.Ret);
        });
        Function("native int - int32", 5, g =>
        {
            g.Emit(OpCodes.Ldc_I4, -3);
            g.Emit(OpCodes.Conv_I);
            g.Emit(OpCodes.Ldarg_0);
            g.Emit(OpCodes.Sub);
            g.Emit(OpCodes.Conv_I8);
            g.Emit(OpCodes.Ret);
        });
        Function("jmp", 21, g =>
        {
            Label end = g.DefineLabel();
            g.Emit(OpCodes.Jmp, typeof(Program).GetMethod("JmpTarget", BindingFlags.NonPublic | BindingFlags.Static)!);
            g.MarkLabel(end);
        });
        Function("calli", 21, g =>
        {
            g.Emit(OpCodes.Ldarg_0);
            g.Emit(OpCodes.Ldftn, typeof(Program).GetMethod("Twice", BindingFlags.NonPublic | BindingFlags.Static)!);
            g.EmitCalli(OpCodes.Calli, CallingConventions.Standard, typeof(int), new[] { typeof(int) }, null);
            g.Emit(OpCodes.Conv_I8);
            g.Emit(OpCodes.Ret);
        });
        Function("cpblk, initblk, localloc", 9, g =>
        {
            LocalBuilder p = g.DeclareLocal(typeof(IntPtr));
            g.Emit(OpCodes.Ldc_I4, 64);
            g.Emit(OpCodes.Conv_U);
            g.Emit(OpCodes.Localloc);
            g.Emit(OpCodes.Stloc, p);
            g.Emit(OpCodes.Ldloc, p);
            g.Emit(OpCodes.Ldarg_0);
            g.Emit(OpCodes.Ldc_I4, 16);
            g.Emit(OpCodes.Initblk);
            g.Emit(OpCodes.Ldloc, p);
            g.Emit(OpCodes.Ldc_I4, 32);
            g.Emit(OpCodes.Add);
            g.Emit(OpCodes.Ldloc, p);
            g.Emit(OpCodes.Ldc_I4, 8);
            g.Emit(OpCodes.Unaligned, (byte)1);
            g.Emit(OpCodes.Cpblk);
            g.Emit(OpCodes.Ldloc, p);
            g.Emit(OpCodes.Ldc_I4, 32);
            g.Emit(OpCodes.Add);
            g.Emit(OpCodes.Ldind_I8);
            g.Emit(OpCodes.Ret);
        });
        Function("ckfinite", 0, g =>
        {
            g.Emit(OpCodes.Ldc_R8, 1.0);
            g.Emit(OpCodes.Ldarg_0);
            g.Emit(OpCodes.Conv_R8);
            g.Emit(OpCodes.Div);
            g.Emit(OpCodes.Ckfinite);
            g.Emit(OpCodes.Conv_I8);
            g.Emit(OpCodes.Ret);
        });
        Function("switch with a value below", 2, g =>
        {
            Label[] cases = { g.DefineLabel(), g.DefineLabel(), g.DefineLabel() };
            g.Emit(OpCodes.Ldc_I8, 1000L);
            g.Emit(OpCodes.Ldarg_0);
            g.Emit(OpCodes.Switch, cases);
            g.Emit(OpCodes.Ret);
            for (int i = 0; i < 3; i++)
            {
                g.MarkLabel(cases[i]);
                g.Emit(OpCodes.Ldc_I4, i);
                g.Emit(OpCodes.Conv_I8);
                g.Emit(OpCodes.Add);
                g.Emit(OpCodes.Ret);
            }
        });
        Function("float and double", 3, g =>
        {
            g.Emit(OpCodes.Ldarg_0);
            g.Emit(OpCodes.Conv_R4);
            g.Emit(OpCodes.Ldc_R8, 0.5);
            g.Emit(OpCodes.Add);
            g.Emit(OpCodes.Ldc_R4, 2f);
            g.Emit(OpCodes.Mul);
            g.Emit(OpCodes.Conv_I8);
            g.Emit(OpCodes.Ret);
        });
        Function("small argument out of range", 300, g =>
        {
            LocalBuilder b = g.DeclareLocal(typeof(byte));
            g.Emit(OpCodes.Ldarg_0);
            g.Emit(OpCodes.Stloc, b);
            g.Emit(OpCodes.Ldloc, b);
            g.Emit(OpCodes.Conv_I8);
            g.Emit(OpCodes.Ret);
        });
        Function("filter, rethrow, finally", 4, g =>
        {
            LocalBuilder result = g.DeclareLocal(typeof(long));
            g.BeginExceptionBlock();
            g.BeginExceptionBlock();
            g.BeginExceptionBlock();
            g.Emit(OpCodes.Newobj, typeof(InvalidOperationException).GetConstructor(Type.EmptyTypes)!);
            g.Emit(OpCodes.Throw);
            g.BeginCatchBlock(typeof(InvalidOperationException));
            g.Emit(OpCodes.Pop);
            g.Emit(OpCodes.Ldc_I8, 1L);
            g.Emit(OpCodes.Stloc, result);
            g.Emit(OpCodes.Rethrow);
            g.EndExceptionBlock();
            g.BeginFinallyBlock();
            g.Emit(OpCodes.Ldloc, result);
            g.Emit(OpCodes.Ldc_I8, 10L);
            g.Emit(OpCodes.Add);
            g.Emit(OpCodes.Stloc, result);
            g.EndExceptionBlock();
            g.BeginCatchBlock(typeof(object));
            g.Emit(OpCodes.Pop);
            g.Emit(OpCodes.Ldloc, result);
            g.Emit(OpCodes.Ldc_I8, 100L);
            g.Emit(OpCodes.Add);
            g.Emit(OpCodes.Stloc, result);
            g.EndExceptionBlock();
            g.Emit(OpCodes.Ldloc, result);
            g.Emit(OpCodes.Ret);
        });
        Show("box of a nullable", () => ((Func<object?>)Make(typeof(Func<object?>), g =>
        {
            LocalBuilder n = g.DeclareLocal(typeof(int?));
            g.Emit(OpCodes.Ldloc, n);
            g.Emit(OpCodes.Box, typeof(int?));
            g.Emit(OpCodes.Ret);
        }))());
        Show("typed reference", () => ((Func<int, long>)Make(typeof(Func<int, long>), g =>
        {
            g.Emit(OpCodes.Ldarga, 0);
            g.Emit(OpCodes.Mkrefany, typeof(int));
            g.Emit(OpCodes.Refanyval, typeof(int));
            g.Emit(OpCodes.Ldind_I4);
            g.Emit(OpCodes.Conv_I8);
            g.Emit(OpCodes.Ret);
        }))(123));
        Show("typed reference of another type", () => ((Func<int, long>)Make(typeof(Func<int, long>), g =>
        {
            g.Emit(OpCodes.Ldarga, 0);
            g.Emit(OpCodes.Mkrefany, typeof(int));
            g.Emit(OpCodes.Refanyval, typeof(uint));
            g.Emit(OpCodes.Ldind_I4);
            g.Emit(OpCodes.Conv_I8);
            g.Emit(OpCodes.Ret);
        }))(123));

        Function("invalid: stack underflow", 1, g =>
        {
            g.Emit(OpCodes.Add);
            g.Emit(OpCodes.Ret);
        });
        Function("invalid: bad opcode", 1, g =>
        {
            g.Emit(OpCodes.Ldc_I4_0);
            g.Emit(OpCodes.Conv_I8);
            g.Emit(OpCodes.Prefix1);
        });
        Function("invalid: depths differ", 1, g =>
        {
            Label end = g.DefineLabel();
            g.Emit(OpCodes.Ldarg_0);
            g.Emit(OpCodes.Brtrue, end);
            g.Emit(OpCodes.Ldc_I8, 1L);
            g.MarkLabel(end);
            g.Emit(OpCodes.Ldc_I8, 1L);
            g.Emit(OpCodes.Ret);
        });
        Function("invalid: local out of range", 1, g =>
        {
            g.Emit(OpCodes.Ldloc, (short)3);
            g.Emit(OpCodes.Ret);
        });
        Function("invalid: falls off the end", 1, g =>
        {
            g.Emit(OpCodes.Ldarg_0);
            g.Emit(OpCodes.Pop);
        });
        Function("invalid: ret in a try", 1, g =>
        {
            g.BeginExceptionBlock();
            g.Emit(OpCodes.Ldc_I8, 1L);
            g.Emit(OpCodes.Ret);
            g.BeginFinallyBlock();
            g.EndExceptionBlock();
            g.Emit(OpCodes.Ldc_I8, 1L);
            g.Emit(OpCodes.Ret);
        });
    }

    static long JmpTarget(int x) => x * 3;
}
