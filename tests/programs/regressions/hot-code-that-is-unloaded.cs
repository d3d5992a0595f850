// Methods that can be unloaded and take time: dynamic methods with loops, strings, calls, fields and handlers, compiled expressions and regexes, and
// methods of collectible assemblies. Better code of theirs is right, and they are still unloaded.
using System.Linq.Expressions;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;

public abstract class Shape
{
    public static int Made;
    public int Size = 3;
    public abstract int Area(int by);
}

public sealed class Square : Shape
{
    public override int Area(int by) => Size * Size + by;
}

public sealed class Line : Shape
{
    public override int Area(int by) => by;
}

static class Program
{
    delegate long Loop(Shape[] shapes, int rounds);

    // for (i = 0; i < rounds; i++) try { sum += shapes[i % 2].Area(i) + "text".Length + Made++; if (i % 1_000_000 == 999_999) throw } catch { sum++ }
    static void Write(ILGenerator il)
    {
        LocalBuilder sum = il.DeclareLocal(typeof(long)), i = il.DeclareLocal(typeof(int));
        Label head = il.DefineLabel(), test = il.DefineLabel(), fine = il.DefineLabel();
        il.Emit(OpCodes.Br, test);
        il.MarkLabel(head);
        il.BeginExceptionBlock();
        il.Emit(OpCodes.Ldloc, sum);
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldloc, i);
        il.Emit(OpCodes.Ldc_I4_2);
        il.Emit(OpCodes.Rem);
        il.Emit(OpCodes.Ldelem_Ref);
        il.Emit(OpCodes.Ldloc, i);
        il.Emit(OpCodes.Callvirt, typeof(Shape).GetMethod("Area")!);
        il.Emit(OpCodes.Ldstr, "text");
        il.Emit(OpCodes.Callvirt, typeof(string).GetMethod("get_Length")!);
        il.Emit(OpCodes.Add);
        il.Emit(OpCodes.Conv_I8);
        il.Emit(OpCodes.Add);
        il.Emit(OpCodes.Stloc, sum);
        il.Emit(OpCodes.Ldsfld, typeof(Shape).GetField("Made")!);
        il.Emit(OpCodes.Ldc_I4_1);
        il.Emit(OpCodes.Add);
        il.Emit(OpCodes.Stsfld, typeof(Shape).GetField("Made")!);
        il.Emit(OpCodes.Ldloc, i);
        il.Emit(OpCodes.Ldc_I4, 1_000_000);
        il.Emit(OpCodes.Rem);
        il.Emit(OpCodes.Ldc_I4, 999_999);
        il.Emit(OpCodes.Bne_Un, fine);
        il.Emit(OpCodes.Newobj, typeof(InvalidOperationException).GetConstructor([])!);
        il.Emit(OpCodes.Throw);
        il.MarkLabel(fine);
        il.BeginCatchBlock(typeof(InvalidOperationException));
        il.Emit(OpCodes.Pop);
        il.Emit(OpCodes.Ldloc, sum);
        il.Emit(OpCodes.Ldc_I8, 1L);
        il.Emit(OpCodes.Add);
        il.Emit(OpCodes.Stloc, sum);
        il.EndExceptionBlock();
        il.Emit(OpCodes.Ldloc, i);
        il.Emit(OpCodes.Ldc_I4_1);
        il.Emit(OpCodes.Add);
        il.Emit(OpCodes.Stloc, i);
        il.MarkLabel(test);
        il.Emit(OpCodes.Ldloc, i);
        il.Emit(OpCodes.Ldarg_1);
        il.Emit(OpCodes.Blt, head);
        il.Emit(OpCodes.Ldloc, sum);
        il.Emit(OpCodes.Ret);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static Loop Dynamic()
    {
        var method = new DynamicMethod("loop", typeof(long), [typeof(Shape[]), typeof(int)], typeof(Program).Module);
        Write(method.GetILGenerator());
        return method.CreateDelegate<Loop>();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static Loop InAssembly(int number)
    {
        var assembly = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("unloaded" + number), AssemblyBuilderAccess.RunAndCollect);
        TypeBuilder type = assembly.DefineDynamicModule("module").DefineType("Type", TypeAttributes.Public);
        MethodBuilder method = type.DefineMethod("Run", MethodAttributes.Public | MethodAttributes.Static, typeof(long), [typeof(Shape[]), typeof(int)]);
        Write(method.GetILGenerator());
        return type.CreateType().GetMethod("Run")!.CreateDelegate<Loop>();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Expressions(int number)
    {
        ParameterExpression text = Expression.Parameter(typeof(string)), i = Expression.Variable(typeof(int)), sum = Expression.Variable(typeof(int));
        LabelTarget end = Expression.Label(typeof(int));
        Func<string, int> count = Expression.Lambda<Func<string, int>>(Expression.Block([i, sum], Expression.Loop(Expression.IfThenElse(
            Expression.LessThan(i, Expression.Property(text, "Length")),
            Expression.AddAssign(sum, Expression.Multiply(Expression.Convert(Expression.Property(text, "Chars", Expression.PostIncrementAssign(i)), typeof(int)), Expression.Constant(number))),
            Expression.Break(end, sum)), end)), text).Compile();
        long all = 0;
        for (int k = 0; k < 300; k++)
            all += count("some text of some length " + k);
        return all;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Regexes(int number)
    {
        var regex = new Regex($@"\b(\w+)@(\w+)\.org{{1,{number}}}\b", RegexOptions.Compiled);
        long all = 0;
        for (int k = 0; k < 100; k++)
            all += regex.Matches($"one@two.org, three@four.com and five{k}@six.org").Count;
        return all;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static (long, WeakReference) Run(Loop loop, Shape[] shapes)
    {
        long sum = 0;
        for (int i = 0; i < 40; i++)
            sum += loop(shapes, 500 + i);
        return (sum + loop(shapes, 1_500_000), new WeakReference(loop.Method));
    }

    static void Main()
    {
        Shape[] shapes = [new Square(), new Line()];
        var gone = new List<WeakReference>();
        long sum = 0;
        for (int round = 0; round < 12; round++)
        {
            foreach (Loop loop in (Loop[])[Dynamic(), InAssembly(round)])
            {
                var (result, method) = Run(loop, shapes);
                sum += result;
                gone.Add(method);
            }
            sum += Expressions(round) + Regexes(round + 1);
            if (round % 4 == 3)
                GC.Collect();
        }
        Console.WriteLine($"{sum} {Shape.Made}");
        for (int i = 0; i < 10; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        Console.WriteLine(gone.Count(one => one.IsAlive) <= 4);
    }
}
