// Methods of arrays and delegates by reflection, GetCurrentMethod, GetCallingAssembly, PrepareMethod, names of types without regard to case.
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
class GM<T> { public static MethodBase M() => MethodBase.GetCurrentMethod(); public static MethodBase N<U>() => MethodBase.GetCurrentMethod(); public MethodBase I() => MethodBase.GetCurrentMethod(); public GM() { B = MethodBase.GetCurrentMethod(); } public MethodBase B; public class In { public static MethodBase Q() => MethodBase.GetCurrentMethod(); } public static MethodBase Lambda() { Func<MethodBase> f = () => MethodBase.GetCurrentMethod(); return f(); } }
delegate int D(int x); delegate ref int RD(ref int x, out string s);
unsafe static class Program
{
    static void Try(string what, Func<object> f)
    {
        try { object o = f(); Console.WriteLine($"{what}: {o ?? "null"} {o?.GetType()}"); }
        catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name}: {e.Message} {e.HResult:x} / {e.InnerException?.GetType().Name}: {e.InnerException?.Message}"); }
    }
    static string Show(MethodBase m) => m + " | " + m.DeclaringType + " | " + m.IsGenericMethodDefinition + m.ContainsGenericParameters + " " + m.DeclaringType.ContainsGenericParameters + " " + m.ReflectedType;
    public static int Twice(int x) => 2 * x;
    static int Opt(int a, int b = 5, string s = "q", int? n = null) => a + b;
    [MethodImpl(MethodImplOptions.NoInlining)] static Assembly Calling() => Assembly.GetCallingAssembly();
    static void Main()
    {
        int[] arr = [1, 2, 3]; string[] sa = ["a", "b"]; object[] oa = new string[] { "q", "r" };
        foreach (Type t in new[] { typeof(int[]), typeof(string[]), typeof(int[,]), typeof(int[][]), typeof(object[]) , typeof(List<>).MakeArrayType(), typeof(int).MakeArrayType(1)})
            foreach (var m in t.GetMembers((BindingFlags)60)) if (m.DeclaringType == t) Console.WriteLine(t + ": " + m + " " + m.MemberType + " " + (m as MethodBase)?.Attributes + " " + (m as MethodBase)?.GetMethodImplementationFlags() + " " + string.Join(",", ((MethodBase)m).GetParameters().Select(p => p.Name + ":" + p.Position + p.Attributes)) + " " + ((MethodBase)m).CallingConvention + " " + m.Name);
        Try("Get", () => typeof(int[]).GetMethod("Get").Invoke(arr, [1]));
        Try("Set", () => { typeof(int[]).GetMethod("Set").Invoke(arr, [1, 9]); return arr[1]; });
        Try("Get oob", () => typeof(int[]).GetMethod("Get").Invoke(arr, [7]));
        Try("Get neg", () => typeof(int[]).GetMethod("Get").Invoke(arr, [-1]));
        Try("Set oob", () => typeof(int[]).GetMethod("Set").Invoke(arr, [7, 7]));
        Try("Set wrong", () => typeof(int[]).GetMethod("Set").Invoke(arr, [7, "x"]));
        Try("Get null", () => typeof(int[]).GetMethod("Get").Invoke(null, [7]));
        Try("Get wrong", () => typeof(int[]).GetMethod("Get").Invoke(sa, [7]));
        Try("sGet", () => typeof(string[]).GetMethod("Get").Invoke(sa, [1]));
        Try("sSet", () => { typeof(string[]).GetMethod("Set").Invoke(sa, [1, "z"]); return sa[1]; });
        Try("sSet null", () => { typeof(string[]).GetMethod("Set").Invoke(sa, [1, null]); return sa[1]; });
        Try("oSet", () => { typeof(object[]).GetMethod("Set").Invoke(oa, [1, 5]); return oa[1]; });
        Try("oSet", () => { typeof(object[]).GetMethod("Set").Invoke(oa, [1, "ok"]); return oa[1]; });
        Try("oGet", () => typeof(object[]).GetMethod("Get").Invoke(oa, [1]));
        Try("ctor", () => ((int[])typeof(int[]).GetConstructors()[0].Invoke([4])).Length);
        Try("ctor neg", () => ((int[])typeof(int[]).GetConstructors()[0].Invoke([-4])).Length);
        Try("jag", () => ((int[][])typeof(int[][]).GetConstructors()[1].Invoke([2, 3]))[1].Length);
        int[,] md = { { 1, 2 }, { 3, 4 } };
        Try("mdGet", () => typeof(int[,]).GetMethod("Get").Invoke(md, [1, 1]));
        Try("mdSet", () => { typeof(int[,]).GetMethod("Set").Invoke(md, [1, 1, 55]); return md[1, 1]; });
        Try("mdGet oob", () => typeof(int[,]).GetMethod("Get").Invoke(md, [1, 2]));
        string[,] mds = { { "a" } };
        Try("mds set", () => { typeof(object[,]).GetMethod("Set").Invoke(mds, [0, 0, 5]); return 0; });
        var getd = typeof(int[]).GetMethod("Get");
        Try("deleg", () => ((Func<int[], int, int>)Delegate.CreateDelegate(typeof(Func<int[], int, int>), getd))(arr, 2));
        Try("deleg2", () => getd.CreateDelegate<Func<int, int>>(arr)(2));
        Try("handle", () => { var h = getd.MethodHandle; return h.GetFunctionPointer() != 0; });
        Try("invoker", () => MethodInvoker.Create(getd).Invoke(arr, 2));
        int*[] pa = [(int*)5, (int*)6];
        Try("pGet", () => { object o = typeof(int*[]).GetMethod("Get").Invoke(pa, [1]); return (long)Pointer.Unbox(o); });
        Try("pSet", () => { typeof(int*[]).GetMethod("Set").Invoke(pa, [1, Pointer.Box((void*)77, typeof(int*))]); return (long)pa[1]; });
        int?[] na = [1, null];
        Try("nGet", () => typeof(int?[]).GetMethod("Get").Invoke(na, [1]));
        Try("nGet", () => typeof(int?[]).GetMethod("Get").Invoke(na, [0]));
        Try("nSet", () => { typeof(int?[]).GetMethod("Set").Invoke(na, [1, 8]); return na[1]; });
        // current method
        Console.WriteLine(Show(GM<int>.M())); Console.WriteLine(Show(GM<string>.M())); Console.WriteLine(Show(GM<int>.N<long>())); Console.WriteLine(Show(new GM<int>().I())); Console.WriteLine(Show(new GM<string>().B)); Console.WriteLine(Show(GM<int>.In.Q())); Console.WriteLine(Show(GM<string>.Lambda())); Console.WriteLine(Show(MethodBase.GetCurrentMethod()));
        T2<int>(); T2<string>();
        Try("lambda", () => Show(MethodBase.GetCurrentMethod()));
        foreach (var f in new System.Diagnostics.StackTrace().GetFrames()) Console.WriteLine(Show(f.GetMethod()));
        // delegates
        D d = Twice;
        Try("BeginInvoke", () => d.BeginInvoke(4, null, null));
        Try("EndInvoke", () => d.EndInvoke(null));
        Try("BeginInvoke refl", () => typeof(D).GetMethod("BeginInvoke").Invoke(d, [4, null, null]));
        Try("EndInvoke refl", () => typeof(D).GetMethod("EndInvoke").Invoke(d, [null]));
        Action a = () => { };
        Try("a BeginInvoke", () => a.BeginInvoke(null, null));
        Try("null BeginInvoke", () => ((Action)null).BeginInvoke(null, null));
        foreach (var m in typeof(RD).GetMembers()) if (m.DeclaringType == typeof(RD)) Console.WriteLine(m + " " + ((MethodBase)m).Attributes + " " + ((MethodBase)m).GetMethodImplementationFlags());
        var dc = typeof(D).GetConstructors()[0];
        Try("null ptr", () => dc.Invoke([null, (nint)0]));
        Try("null ptr2", () => Activator.CreateInstance(typeof(D), null, (nint)0));
        Try("ptr", () => ((D)dc.Invoke([null, typeof(Program).GetMethod("Twice").MethodHandle.GetFunctionPointer()]))(4));
        Try("il null ptr", () => { var dm = new System.Reflection.Emit.DynamicMethod("x", typeof(D), []); var il = dm.GetILGenerator(); il.Emit(System.Reflection.Emit.OpCodes.Ldnull); il.Emit(System.Reflection.Emit.OpCodes.Ldc_I4_0); il.Emit(System.Reflection.Emit.OpCodes.Conv_I); il.Emit(System.Reflection.Emit.OpCodes.Newobj, dc); il.Emit(System.Reflection.Emit.OpCodes.Ret); return dm.Invoke(null, null); });
        // Prepare
        var gm = typeof(GM<>).GetMethod("N"); var gmi = typeof(GM<int>).GetMethod("N");
        Try("prep", () => { RuntimeHelpers.PrepareMethod(typeof(Program).GetMethod("Twice").MethodHandle); return 1; });
        Try("prep null", () => { RuntimeHelpers.PrepareMethod(default); return 1; });
        Try("prep null2", () => { RuntimeHelpers.PrepareMethod(default, null); return 1; });
        Try("prep inst on nongeneric", () => { RuntimeHelpers.PrepareMethod(typeof(Program).GetMethod("Twice").MethodHandle, [typeof(int).TypeHandle]); return 1; });
        Try("prep empty", () => { RuntimeHelpers.PrepareMethod(typeof(Program).GetMethod("Twice").MethodHandle, []); return 1; });
        Try("prep nullinst", () => { RuntimeHelpers.PrepareMethod(typeof(Program).GetMethod("Twice").MethodHandle, null); return 1; });
        Try("prep default inst", () => { RuntimeHelpers.PrepareMethod(gm.MethodHandle, [default, default]); return 1; });
        Try("prep gm", () => { RuntimeHelpers.PrepareMethod(gm.MethodHandle); return 1; });
        Try("prep gm1", () => { RuntimeHelpers.PrepareMethod(gm.MethodHandle, [typeof(int).TypeHandle]); return 1; });
        Try("prep gm2", () => { RuntimeHelpers.PrepareMethod(gm.MethodHandle, [typeof(int).TypeHandle, typeof(string).TypeHandle]); return 1; });
        Try("prep gm3", () => { RuntimeHelpers.PrepareMethod(gm.MethodHandle, [typeof(int).TypeHandle, typeof(string).TypeHandle, typeof(string).TypeHandle]); return 1; });
        Try("prep gmi", () => { RuntimeHelpers.PrepareMethod(gmi.MethodHandle); return 1; });
        Try("prep gmi1", () => { RuntimeHelpers.PrepareMethod(gmi.MethodHandle, [typeof(int).TypeHandle]); return 1; });
        Try("prep gmi2", () => { RuntimeHelpers.PrepareMethod(gmi.MethodHandle, [typeof(int).TypeHandle, typeof(int).TypeHandle]); return 1; });
        Try("prep gmii", () => { RuntimeHelpers.PrepareMethod(gmi.MakeGenericMethod(typeof(string)).MethodHandle); return 1; });
        Try("prep M", () => { RuntimeHelpers.PrepareMethod(typeof(GM<>).GetMethod("M").MethodHandle); return 1; });
        Try("prep M1", () => { RuntimeHelpers.PrepareMethod(typeof(GM<>).GetMethod("M").MethodHandle, [typeof(int).TypeHandle]); return 1; });
        Try("prep M void", () => { RuntimeHelpers.PrepareMethod(typeof(GM<>).GetMethod("M").MethodHandle, [typeof(void).TypeHandle]); return 1; });
        Try("prep M open", () => { RuntimeHelpers.PrepareMethod(typeof(GM<>).GetMethod("M").MethodHandle, [typeof(List<>).TypeHandle]); return 1; });
        Try("prep M byref", () => { RuntimeHelpers.PrepareMethod(typeof(GM<>).GetMethod("M").MethodHandle, [typeof(int).MakeByRefType().TypeHandle]); return 1; });
        Try("prep abstract", () => { RuntimeHelpers.PrepareMethod(typeof(Stream).GetMethod("Flush").MethodHandle); return 1; });
        Try("prep iface", () => { RuntimeHelpers.PrepareMethod(typeof(IDisposable).GetMethod("Dispose").MethodHandle); return 1; });
        Try("prep delegate null", () => { RuntimeHelpers.PrepareDelegate(null); return 1; });
        Try("prep delegate", () => { RuntimeHelpers.PrepareDelegate(d); return 1; });
        Try("prep contracted", () => { RuntimeHelpers.PrepareContractedDelegate(null); return 1; });
        Try("Run cctor", () => { RuntimeHelpers.RunClassConstructor(default); return 1; });
        Try("Run cctor open", () => { RuntimeHelpers.RunClassConstructor(typeof(GM<>).TypeHandle); return 1; });
        Try("Run cctor", () => { RuntimeHelpers.RunClassConstructor(typeof(int*).TypeHandle); return 1; });
        Try("Run mcctor", () => { RuntimeHelpers.RunModuleConstructor(default); return 1; });
        Try("fnptr open", () => gm.MethodHandle.GetFunctionPointer());
        Try("fnptr abstract", () => typeof(Stream).GetMethod("Flush").MethodHandle.GetFunctionPointer() != 0);
        // Type.GetType ignore case
        Try("É", () => Type.GetType("ÉCOLE", false, true));
        Try("é", () => Type.GetType("école", false, true));
        Try("ß", () => Type.GetType("STRASSE", false, true));
        Try("ß2", () => Type.GetType("straße", false, true));
        Try("ΑΒ", () => Type.GetType("ΑΒΓ", false, true));
        Try("αβ", () => Type.GetType("αβγ", false, true));
        Try("αβ2", () => Type.GetType("αβγ", false, false));
        Try("ns", () => Type.GetType("ñS.ÄType", false, true));
        Try("nested", () => Type.GetType("ñs.äType+ÖNested", false, true));
        Try("nested2", () => typeof(ÑS.äType).GetNestedType("öNESTED", BindingFlags.Public | BindingFlags.IgnoreCase));
        Try("I dot", () => Type.GetType("İx", false, true));
        Try("I dot", () => Type.GetType("ix", false, true));
        Try("member", () => typeof(École).GetMethod("méthode", BindingFlags.Static | BindingFlags.Public | BindingFlags.IgnoreCase));
        Try("member2", () => typeof(École).GetMember("MÉ*", BindingFlags.Static | BindingFlags.Public | BindingFlags.IgnoreCase).Length);
        Try("field", () => typeof(École).GetField("ÜBER", BindingFlags.Static | BindingFlags.Public | BindingFlags.IgnoreCase));
        Try("prop", () => typeof(École).GetProperty("ПРОП", BindingFlags.Static | BindingFlags.Public | BindingFlags.IgnoreCase));
        Try("iface", () => typeof(École).GetInterface("iéc", true));
        Try("sys", () => Type.GetType("system.STRING", false, true));
        Try("sysg", () => Type.GetType("system.collections.GENERIC.list`1[[SYSTEM.int32]]", false, true));
        Try("asm", () => typeof(École).Assembly.GetType("éCoLE", false, true));
        Try("throws", () => typeof(École).Assembly.GetType("éCoLE", true, false));
        Try("long s", () => Type.GetType("ſx", false, true));
        Try("kelvin", () => Type.GetType("\u212Ax", false, true));
        Try("deseret", () => Type.GetType("𐐨a", false, true));
        Try("dz", () => Type.GetType("ǅa", false, true));
        // calling
        Console.WriteLine(Calling().GetName().Name);
        var other = new Thread(() => { Console.WriteLine(Calling().GetName().Name + " thread " + Assembly.GetCallingAssembly().GetName().Name); }); other.Start(); other.Join();
        var th = new Thread(Bottom); th.Start(); th.Join();
        Console.WriteLine("main " + Assembly.GetCallingAssembly()?.GetName().Name + " " + Assembly.GetExecutingAssembly().GetName().Name + " " + Assembly.GetEntryAssembly().GetName().Name);
        Try("pool", () => { string s = null; var e = new ManualResetEvent(false); ThreadPool.UnsafeQueueUserWorkItem(_ => { s = Assembly.GetCallingAssembly().GetName().Name; e.Set(); }, null); e.WaitOne(); return s; });
        Try("refl calling", () => ((Assembly)typeof(Program).GetMethod("Calling", (BindingFlags)60).Invoke(null, null)).GetName().Name);
        Try("linq calling", () => Enumerable.Range(0, 1).Select(_ => Assembly.GetCallingAssembly()).First().GetName().Name);
    }
    static void Bottom() => Console.WriteLine("bottom " + Assembly.GetCallingAssembly().GetName().Name);
    static void T2<T>() => Console.WriteLine(Show(MethodBase.GetCurrentMethod()));
}
public interface IÉC { }
public class École : IÉC { public static void Méthode() { } public static int über; public static int проп { get; } }
public class straße { }
public class ΑΒΓ { }
public class ıx { }
public class sx { }
public class Kx { }
public class Ǆa { }
namespace ÑS { public class äType { public class Önested { } } }
