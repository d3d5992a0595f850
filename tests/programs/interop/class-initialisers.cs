// Methods without IL and the class initialiser: P/Invokes, their function pointers, delegates, reflection, failures, threads.
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

static class Log { public static void L(string s) => Console.WriteLine("  " + s); }
static class Precise1 { static Precise1() { Log.L("Precise1"); } [DllImport("libc")] public static extern int getpid(); [DllImport("libc")] public static extern int abs(int x); }
static class Precise2 { static Precise2() { Log.L("Precise2"); } [DllImport("libc", EntryPoint = "abs")] public static extern int Abs(int x); }
static class Precise3 { static Precise3() { Log.L("Precise3"); } [DllImport("libc", EntryPoint = "abs")] public static extern int Abs(int x); }
static class Precise4 { static Precise4() { Log.L("Precise4"); } [DllImport("libc", EntryPoint = "abs")] public static extern int Abs(int x); }
static class Precise5 { static Precise5() { Log.L("Precise5"); } [DllImport("libc", EntryPoint = "atoi")] public static extern int Atoi(string x); }
static class Precise6 { static Precise6() { Log.L("Precise6"); } [DllImport("libc", EntryPoint = "abs", SetLastError = true)] public static extern int Abs(int x); }
static class Precise7 { static Precise7() { Log.L("Precise7"); } [DllImport("libc", EntryPoint = "abs"), SuppressGCTransition] public static extern int Abs(int x); }
static class Precise8 { static Precise8() { Log.L("Precise8"); } [DllImport("no-such-library")] public static extern int abs(int x); }
static class Precise9 { static Precise9() { Log.L("Precise9"); } [DllImport("libc")] public static extern int no_such_function(int x); }
static class Precise10 { static Precise10() { Log.L("Precise10"); } [DllImport("libc", EntryPoint = "abs")] public static extern int Abs(int x); }
static class Precise11 { static Precise11() { Log.L("Precise11"); } [DllImport("libc", EntryPoint = "abs")] public static extern int Abs(int x); }
static class Precise12 { static Precise12() { Log.L("Precise12 " + Abs(-12)); } [DllImport("libc", EntryPoint = "abs")] public static extern int Abs(int x); }
static class Lazy1 { static readonly int s = Init(); static int Init() { Log.L("Lazy1"); return 1; } [DllImport("libc", EntryPoint = "abs")] public static extern int Abs(int x); public static int S => s; }
static class Lazy2 { public static readonly int s = Init(); static int Init() { Log.L("Lazy2"); return 1; } [DllImport("libc", EntryPoint = "atoi")] public static extern int Atoi(string x); }
static class Fails { static Fails() { Log.L("Fails"); throw new InvalidOperationException("no"); } [DllImport("libc", EntryPoint = "abs")] public static extern int Abs(int x); [DllImport("no-such-library")] public static extern int other(int x); [DllImport("libc", EntryPoint = "atoi")] public static extern int Atoi(string x); }
class Resolver { static Resolver() { Log.L("Resolver"); NativeLibrary.SetDllImportResolver(typeof(Resolver).Assembly, (name, a, p) => name == "my-own" ? NativeLibrary.Load("libc.so.6") : 0); } [DllImport("my-own", EntryPoint = "abs")] public static extern int Abs(int x); }
partial class Generated { static Generated() { Log.L("Generated"); } [DllImport("libc", EntryPoint = "strlen")] public static extern unsafe nint Length(byte* x); public static unsafe nint Of(string s) { fixed (byte* p = System.Text.Encoding.UTF8.GetBytes(s + "\0")) return Length(p); } }
class Instance { static Instance() { Log.L("Instance"); } public int F; [DllImport("libc", EntryPoint = "abs")] public static extern int Abs(int x); }
struct Value { static Value() { Log.L("Value"); } public int F; [DllImport("libc", EntryPoint = "abs")] public static extern int Abs(int x); }
class Base { static Base() { Log.L("Base"); } [DllImport("libc", EntryPoint = "abs")] public static extern int Abs(int x); }
class Derived : Base { static Derived() { Log.L("Derived"); } }
interface IHas { static IHas() { Log.L("IHas"); } [DllImport("libc", EntryPoint = "abs")] public static extern int Abs(int x); }
class Accessed { static Accessed() { Log.L("Accessed"); } static int Secret(int x) => x + 1; static int field = 5; public Accessed() { Log.L("ctor"); } }
class Accessors
{
    static Accessors() { Log.L("Accessors"); }
    [UnsafeAccessor(UnsafeAccessorKind.StaticMethod, Name = "Secret")] public static extern int Secret(Accessed? a, int x);
    [UnsafeAccessor(UnsafeAccessorKind.StaticField, Name = "field")] public static extern ref int Field(Accessed? a);
    [UnsafeAccessor(UnsafeAccessorKind.Constructor)] public static extern Accessed Make();
}
static unsafe class Program
{
    delegate int IntInt(int x);
    static void Try(string name, Func<object?> f)
    {
        Console.WriteLine(name);
        try { Console.WriteLine("  = " + f()); }
        catch (Exception e) { for (Exception? x = e; x != null; x = x.InnerException) Console.WriteLine("  " + x.GetType().Name + ": " + x.Message.Split('\n')[0]); }
    }
    static void Main()
    {
        Try("direct", () => Precise1.abs(-1) + Precise1.abs(-2));
        Try("delegate", () => { IntInt d = Precise2.Abs; Log.L("made"); return d(-2) + d(-3); });
        Try("pointer", () => { delegate*<int, int> p = &Precise3.Abs; Log.L("made"); return p(-3); });
        Try("reflection", () => { var m = typeof(Precise4).GetMethod("Abs")!; Log.L("got"); return m.Invoke(null, [-4]); });
        Try("marshalled", () => Precise5.Atoi("5") + Precise5.Atoi("6"));
        Try("last error", () => Precise6.Abs(-6));
        Try("no transition", () => Precise7.Abs(-7));
        Try("no library", () => Precise8.abs(-7));
        Try("no library again", () => Precise8.abs(-7));
        Try("no function", () => Precise9.no_such_function(-7));
        Try("prelink", () => { Marshal.Prelink(typeof(Precise10).GetMethod("Abs")!); Log.L("linked"); return Precise10.Abs(-10); });
        Try("prepare", () => { RuntimeHelpers.PrepareMethod(typeof(Precise11).GetMethod("Abs")!.MethodHandle); Log.L("prepared"); return Precise11.Abs(-11); });
        Try("recursive", () => Precise12.Abs(-13));
        Try("lazy", () => Lazy1.Abs(-1));
        Try("lazy field", () => Lazy1.S);
        Try("lazy marshalled", () => Lazy2.Atoi("1"));
        Try("fails", () => Fails.Abs(-1));
        Try("fails again", () => Fails.Abs(-1));
        Try("fails without library", () => Fails.other(-1));
        Try("fails marshalled", () => Fails.Atoi("1"));
        Try("fails delegate", () => { IntInt d = Fails.Abs; return d(1); });
        Try("fails reflection", () => typeof(Fails).GetMethod("Abs")!.Invoke(null, [1]));
        Try("resolver", () => Resolver.Abs(-5));
        Try("wrapped", () => Generated.Of("four"));
        Try("instance", () => { Instance[] a = new Instance[1]; return Instance.Abs(-1); });
        Try("value", () => { Value v = default; Log.L("" + v.F); return Value.Abs(-1); });
        Try("derived", () => Derived.Abs(-1));
        Try("derived itself", () => { RuntimeHelpers.RunClassConstructor(typeof(Derived).TypeHandle); return 0; });
        Try("interface", () => IHas.Abs(-1));
        Try("accessor", () => Accessors.Secret(null, 1));
        Try("accessor field", () => Accessors.Field(null));
        Try("accessor constructor", () => Accessors.Make().GetType());
        Emitted();
    }
    static void Emitted()
    {
        var module = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("emitted"), AssemblyBuilderAccess.Run).DefineDynamicModule("emitted");
        foreach (bool lazy in new[] { false, true })
            foreach (string kind in new[] { "native", "delegate", "delegateIL" })
            {
                TypeAttributes attributes = TypeAttributes.Public | (lazy ? TypeAttributes.BeforeFieldInit : 0) | (kind != "native" ? TypeAttributes.Sealed : 0);
                TypeBuilder type = module.DefineType(kind + lazy, attributes, kind != "native" ? typeof(MulticastDelegate) : typeof(object));
                ILGenerator il = type.DefineTypeInitializer().GetILGenerator();
                il.EmitWriteLine("  emitted " + kind + lazy);
                il.Emit(OpCodes.Ret);
                if (kind == "native")
                {
                    type.DefinePInvokeMethod("abs", "libc", MethodAttributes.Public | MethodAttributes.Static | MethodAttributes.PinvokeImpl, CallingConventions.Standard, typeof(int), [typeof(int)], CallingConvention.Winapi, CharSet.Ansi).SetImplementationFlags(MethodImplAttributes.PreserveSig);
                    Type made = type.CreateType();
                    Try(kind + lazy, () => made.GetMethod("abs")!.Invoke(null, [-1]));
                    Try(kind + lazy + " as delegate", () => made.GetMethod("abs")!.CreateDelegate<IntInt>()(-1));
                }
                else
                {
                    type.DefineConstructor(MethodAttributes.Public | MethodAttributes.HideBySig | MethodAttributes.RTSpecialName, CallingConventions.Standard, [typeof(object), typeof(nint)]).SetImplementationFlags(MethodImplAttributes.Runtime);
                    type.DefineMethod("Invoke", MethodAttributes.Public | MethodAttributes.HideBySig | MethodAttributes.NewSlot | MethodAttributes.Virtual, typeof(int), [typeof(int)]).SetImplementationFlags(MethodImplAttributes.Runtime);
                    Type made = type.CreateType();
                    if (kind == "delegate") Try(kind + lazy, () => Delegate.CreateDelegate(made, typeof(Math).GetMethod("Abs", [typeof(int)])!).DynamicInvoke(-1));
                    Try(kind + lazy + " by IL", () =>
                    {
                        var method = new DynamicMethod("M", typeof(int), [], typeof(Program), true);
                        ILGenerator g = method.GetILGenerator();
                        g.Emit(OpCodes.Ldnull); g.Emit(OpCodes.Ldftn, typeof(Math).GetMethod("Abs", [typeof(int)])!); g.Emit(OpCodes.Newobj, made.GetConstructors()[0]);
                        g.Emit(OpCodes.Ldc_I4, -5); g.Emit(OpCodes.Callvirt, made.GetMethod("Invoke")!); g.Emit(OpCodes.Ret);
                        return method.Invoke(null, null);
                    });
                }
            }
    }
}
