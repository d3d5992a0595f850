// Methods with variable arguments, which exist on Windows only.
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

static unsafe class Program
{
    class WithArguments
    {
        public WithArguments(__arglist) { }
        public virtual int Virtual(__arglist) => 3;
        public int Four => 4;
    }

    static readonly MethodInfo sum = typeof(Program).GetMethod("Sum", BindingFlags.Static | BindingFlags.NonPublic)!;
    static readonly MethodInfo first = typeof(Program).GetMethod("First", BindingFlags.Static | BindingFlags.NonPublic)!;

    static int Sum(__arglist) => new ArgIterator(__arglist).GetRemainingCount();
    static int First(int a, __arglist) => a;
    [DllImport("libc")] static extern int printf(string format, __arglist);

    static void Show(string name, Func<object> run)
    {
        try
        {
            Console.WriteLine(name + ": " + run());
        }
        catch (Exception e)
        {
            Exception inner = e.InnerException ?? e;
            Console.WriteLine(name + ": " + e.GetType().Name + ", " + inner.GetType().Name + ": " + inner.Message);
        }
    }

    static object Emitted(Action<ILGenerator> emit)
    {
        var method = new DynamicMethod("Emitted", typeof(int), Type.EmptyTypes, typeof(Program), true);
        ILGenerator il = method.GetILGenerator();
        emit(il);
        il.Emit(OpCodes.Ldc_I4_1);
        il.Emit(OpCodes.Ret);
        return method.Invoke(null, null)!;
    }

    static void Main()
    {
        Show("three", () => Sum(__arglist(1, 2, 3)));
        Show("none", () => Sum(__arglist()));
        Show("a fixed one", () => First(3, __arglist()));
        Show("printf", () => printf("%d\n", __arglist(5)));
        Show("invoke", () => sum.Invoke(null, null)!);
        Show("invoke with one", () => first.Invoke(null, [3])!);
        Show("constructor", () => new WithArguments(__arglist()));
        Show("virtual", () => ((WithArguments)RuntimeHelpers.GetUninitializedObject(typeof(WithArguments))).Virtual(__arglist(2)));
        Show("create", () => Activator.CreateInstance(typeof(WithArguments))!);
        Show("another member", () => ((WithArguments)RuntimeHelpers.GetUninitializedObject(typeof(WithArguments))).Four);
        Show("iterator", () => new ArgIterator(default).GetRemainingCount());
        Show("reference", () => { int x = 5; TypedReference r = __makeref(x); return __refvalue(r, int) + " " + __reftype(r); });
        Show("names", () => sum.CallingConvention + " " + sum + " " + first);
        Show("delegate", () => first.CreateDelegate<Func<int, int>>()(3));
        Show("arglist", () => Emitted(il => { il.Emit(OpCodes.Arglist); il.Emit(OpCodes.Pop); }));
        Show("ldftn", () => Emitted(il => { il.Emit(OpCodes.Ldftn, first); il.Emit(OpCodes.Pop); }));
        Show("calli", () => Emitted(il =>
        {
            il.Emit(OpCodes.Ldc_I4_1);
            il.Emit(OpCodes.Ldc_I4_1);
            il.Emit(OpCodes.Conv_I);
            il.EmitCalli(OpCodes.Calli, CallingConventions.VarArgs, typeof(int), [typeof(int)], null);
            il.Emit(OpCodes.Pop);
        }));
    }
}
