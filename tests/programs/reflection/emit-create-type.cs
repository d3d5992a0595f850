// Reflection.Emit: what CreateType accepts and refuses: parents, interfaces, methods, overrides, layouts, flags.
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.InteropServices;
public interface IFoo { int M(string s); int P { get; } }
public interface IDef { int D() => 5; static abstract int S(); }
public interface IVar<in T> { void V(T t); }
public abstract class Abs { public abstract int A(); public virtual string B(int x) => "b"; protected internal virtual void Pi() { } internal virtual void In() { } public virtual void Final0() { } public sealed override string ToString() => "abs"; }
public class Sealed0 { public sealed override int GetHashCode() => 1; }
public sealed class Seal { }
public class NoDefault { public NoDefault(int x) { } }
public class PrivCtor { private PrivCtor() { } }
static class Program
{
    static int n;
    static ModuleBuilder M;
    static void Try(string what, Func<object> f)
    {
        try { object o = f(); Console.WriteLine($"{what}: {o ?? "null"} {o?.GetType()}"); }
        catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name}: {e.Message} {e.HResult:x} / {e.InnerException?.GetType().Name}: {e.InnerException?.Message}"); }
    }
    static void Make(string what, Action<TypeBuilder> f, TypeAttributes a = TypeAttributes.Public, Type parent = null, bool noparent = false)
    {
        Try(what, () => { TypeBuilder t = noparent ? M.DefineType("T" + n++, a) : M.DefineType("T" + n++, a, parent ?? typeof(object)); f(t); Type r = t.CreateType(); string s = r.FullName + " " + r.Attributes + " base " + r.BaseType; try { if (!r.IsAbstract && !r.IsInterface && !r.ContainsGenericParameters && r.GetConstructor(Type.EmptyTypes) != null) s += " made " + (Activator.CreateInstance(r) != null); } catch (Exception e) { s += " activation " + e.GetType().Name + e.Message + e.InnerException?.Message; } return s; });
    }
    static void Ret(MethodBuilder m, int v = 0, bool isVoid = false) { var il = m.GetILGenerator(); if (!isVoid) il.Emit(OpCodes.Ldc_I4, v); il.Emit(OpCodes.Ret); }
    const MethodAttributes PV = MethodAttributes.Public | MethodAttributes.Virtual;
    static void Main()
    {
        var ab = AssemblyBuilder.DefineDynamicAssembly(new("emit14"), AssemblyBuilderAccess.Run);
        M = ab.DefineDynamicModule("mod");
        Console.WriteLine(M.Name + "|" + M.FullyQualifiedName + "|" + M.ScopeName + "|" + M + "|" + ab.ManifestModule + "|" + ab.ManifestModule.Name + "|" + ab.ManifestModule.FullyQualifiedName + "|" + ab.ManifestModule.ScopeName + "|" + (M.ModuleVersionId != Guid.Empty) + M.MDStreamVersion + "|" + ab.Location + "|" + ab.IsDynamic + ab.ReflectionOnly);
        Make("plain", t => { });
        var pl = M.GetType("T0"); Console.WriteLine(pl.Module + "|" + pl.Module.Name + "|" + pl.Module.FullyQualifiedName + "|" + pl.Module.ScopeName + "|" + pl.Assembly + "|" + pl.Module.MDStreamVersion + "|" + pl.AssemblyQualifiedName + (pl.Module == M) + pl.Module.Equals(M) + (pl.Assembly == ab) + pl.Assembly.Equals(ab) + pl.Module.GetType() + pl.Assembly.GetType());
        Try("codebase", () => pl.Assembly.Location); Try("codebase2", () => pl.Assembly.CodeBase); Try("manifest", () => pl.Assembly.GetManifestResourceNames().Length); Try("res", () => pl.Assembly.GetManifestResourceStream("x")); Try("files", () => pl.Assembly.GetFiles().Length); Try("exported", () => pl.Assembly.GetExportedTypes().Length); Try("fwd", () => pl.Assembly.GetForwardedTypes().Length); Try("entry", () => pl.Assembly.EntryPoint); Try("modules", () => pl.Assembly.GetModules().Length + " " + ab.GetModules().Length); Try("satellite", () => pl.Assembly.GetSatelliteAssembly(new("de"))); Try("img", () => pl.Assembly.ImageRuntimeVersion); Try("refs", () => string.Join(";", pl.Assembly.GetReferencedAssemblies().Select(x => x.Name)));
        // unimplemented
        Make("iface unimplemented", t => t.AddInterfaceImplementation(typeof(IFoo)));
        Make("iface half", t => { t.AddInterfaceImplementation(typeof(IFoo)); Ret(t.DefineMethod("M", PV, typeof(int), [typeof(string)])); });
        Make("iface nonvirtual", t => { t.AddInterfaceImplementation(typeof(IDisposable)); Ret(t.DefineMethod("Dispose", MethodAttributes.Public, typeof(void), []), 0, true); });
        Make("iface private virtual", t => { t.AddInterfaceImplementation(typeof(IDisposable)); Ret(t.DefineMethod("Dispose", MethodAttributes.Private | MethodAttributes.Virtual, typeof(void), []), 0, true); });
        Make("iface other sig", t => { t.AddInterfaceImplementation(typeof(IFoo)); Ret(t.DefineMethod("M", PV, typeof(int), [typeof(object)])); Ret(t.DefineMethod("get_P", PV, typeof(int), [])); });
        Make("iface abstract class", t => t.AddInterfaceImplementation(typeof(IFoo)), TypeAttributes.Abstract);
        Make("abstract unimplemented", t => { }, parent: typeof(Abs));
        Make("abstract impl", t => Ret(t.DefineMethod("A", PV, typeof(int), [])), parent: typeof(Abs));
        Make("abstract other ret", t => Ret(t.DefineMethod("A", PV, typeof(long), [])), parent: typeof(Abs));
        Make("abstract newslot", t => Ret(t.DefineMethod("A", PV | MethodAttributes.NewSlot, typeof(int), [])), parent: typeof(Abs));
        Make("reduce access", t => { Ret(t.DefineMethod("A", MethodAttributes.Family | MethodAttributes.Virtual, typeof(int), [])); }, parent: typeof(Abs));
        Make("family or assem -> family", t => { Ret(t.DefineMethod("A", PV, typeof(int), [])); Ret(t.DefineMethod("Pi", MethodAttributes.Family | MethodAttributes.Virtual, typeof(void), []), 0, true); }, parent: typeof(Abs));
        Make("override sealed", t => { Ret(t.DefineMethod("A", PV, typeof(int), [])); Ret(t.DefineMethod("ToString", PV, typeof(string), [])); }, parent: typeof(Abs));
        Make("override sealed hash", t => { Ret(t.DefineMethod("GetHashCode", PV, typeof(int), [])); }, parent: typeof(Sealed0));
        // parents
        Make("parent sealed", t => { }, parent: typeof(Seal));
        Make("parent string", t => { }, parent: typeof(string));
        Make("parent iface", t => { }, parent: typeof(IFoo));
        Make("parent array", t => { }, parent: typeof(int[]));
        Make("parent pointer", t => { }, parent: typeof(int*));
        Make("parent byref", t => { }, parent: typeof(int).MakeByRefType());
        Make("parent closed", t => { }, parent: typeof(List<int>));
        Make("parent nodefault", t => { }, parent: typeof(NoDefault));
        Make("parent valuetype", t => { }, parent: typeof(ValueType));
        Make("parent valuetype field", t => t.DefineField("x", typeof(int), FieldAttributes.Public), parent: typeof(ValueType));
        Make("parent enum", t => { }, parent: typeof(Enum));
        Make("parent enum field", t => t.DefineField("value__", typeof(int), FieldAttributes.Public | FieldAttributes.SpecialName | FieldAttributes.RTSpecialName), parent: typeof(Enum));
        Make("parent enum field sealed", t => t.DefineField("value__", typeof(int), FieldAttributes.Public | FieldAttributes.SpecialName | FieldAttributes.RTSpecialName), parent: typeof(Enum), a: TypeAttributes.Sealed | TypeAttributes.Public);
        Make("parent int", t => { }, parent: typeof(int));
        Make("parent Array", t => { }, parent: typeof(Array));
        Make("parent Delegate", t => { }, parent: typeof(Delegate));
        Make("parent MulticastDelegate", t => { }, parent: typeof(MulticastDelegate));
        Make("parent Action", t => { }, parent: typeof(Action));
        Make("parent null", t => t.SetParent(null));
        Make("parent null iface", t => t.SetParent(null), TypeAttributes.Interface | TypeAttributes.Abstract);
        Make("iface with parent", t => { }, TypeAttributes.Interface | TypeAttributes.Abstract | TypeAttributes.Public, typeof(object));
        Make("iface with set parent", t => t.SetParent(typeof(object)), TypeAttributes.Interface | TypeAttributes.Abstract | TypeAttributes.Public, noparent: true);
        Make("iface with set parent2", t => t.SetParent(typeof(List<int>)), TypeAttributes.Interface | TypeAttributes.Abstract | TypeAttributes.Public, noparent: true);
        Make("iface no parent", t => { }, TypeAttributes.Interface | TypeAttributes.Abstract | TypeAttributes.Public, noparent: true);
        Make("iface not abstract", t => { }, TypeAttributes.Interface | TypeAttributes.Public, noparent: true);
        Make("iface static field", t => t.DefineField("x", typeof(int), FieldAttributes.Public | FieldAttributes.Static), TypeAttributes.Interface | TypeAttributes.Abstract | TypeAttributes.Public, noparent: true);
        Make("iface ctor", t => t.DefineConstructor(MethodAttributes.Public, CallingConventions.Standard, []), TypeAttributes.Interface | TypeAttributes.Abstract | TypeAttributes.Public, noparent: true);
        Make("iface nonpublic abstract", t => t.DefineMethod("M", MethodAttributes.Private | MethodAttributes.Abstract | MethodAttributes.Virtual, typeof(void), []), TypeAttributes.Interface | TypeAttributes.Abstract | TypeAttributes.Public, noparent: true);
        Make("iface nonvirtual", t => Ret(t.DefineMethod("M", MethodAttributes.Public, typeof(void), []), 0, true), TypeAttributes.Interface | TypeAttributes.Abstract | TypeAttributes.Public, noparent: true);
        Make("iface class impl", t => t.AddInterfaceImplementation(typeof(string)));
        Make("iface int impl", t => t.AddInterfaceImplementation(typeof(int)));
        Make("iface null impl", t => t.AddInterfaceImplementation(null));
        Make("iface twice", t => { t.AddInterfaceImplementation(typeof(ICloneable)); t.AddInterfaceImplementation(typeof(ICloneable)); }, TypeAttributes.Abstract);
        Make("iface self", t => { t.AddInterfaceImplementation(t); }, TypeAttributes.Interface | TypeAttributes.Abstract | TypeAttributes.Public, noparent: true);
        // methods
        Make("static hasthis", t => Ret(t.DefineMethod("M", MethodAttributes.Public | MethodAttributes.Static, CallingConventions.HasThis, typeof(int), [])));
        Make("instance standard", t => Ret(t.DefineMethod("M", MethodAttributes.Public, CallingConventions.Standard, typeof(int), [])));
        Make("static virtual", t => Ret(t.DefineMethod("M", PV | MethodAttributes.Static, typeof(int), [])));
        Make("static abstract", t => t.DefineMethod("M", PV | MethodAttributes.Static | MethodAttributes.Abstract, typeof(int), []), TypeAttributes.Abstract);
        Make("abstract in concrete", t => t.DefineMethod("M", PV | MethodAttributes.Abstract, typeof(int), []));
        Make("abstract nonvirtual", t => t.DefineMethod("M", MethodAttributes.Public | MethodAttributes.Abstract, typeof(int), []), TypeAttributes.Abstract);
        Make("abstract body", t => { var m = t.DefineMethod("M", PV | MethodAttributes.Abstract, typeof(int), []); Ret(m); }, TypeAttributes.Abstract);
        Make("abstract final", t => t.DefineMethod("M", PV | MethodAttributes.Abstract | MethodAttributes.Final, typeof(int), []), TypeAttributes.Abstract);
        Make("no body", t => t.DefineMethod("M", MethodAttributes.Public, typeof(int), []));
        Make("empty body", t => t.DefineMethod("M", MethodAttributes.Public, typeof(int), []).GetILGenerator());
        Make("runtime method", t => t.DefineMethod("M", MethodAttributes.Public, typeof(int), []).SetImplementationFlags(MethodImplAttributes.Runtime));
        Make("internalcall", t => t.DefineMethod("M", MethodAttributes.Public | MethodAttributes.Static, typeof(int), []).SetImplementationFlags(MethodImplAttributes.InternalCall));
        Make("pinvoke body", t => t.DefinePInvokeMethod("getpid", "libc", MethodAttributes.Public | MethodAttributes.Static, CallingConventions.Standard, typeof(int), [], CallingConvention.Cdecl, CharSet.Ansi));
        Make("pinvoke instance", t => t.DefinePInvokeMethod("getpid", "libc", MethodAttributes.Public, CallingConventions.Standard, typeof(int), [], CallingConvention.Cdecl, CharSet.Ansi));
        Make("pinvoke abstract", t => t.DefinePInvokeMethod("getpid", "libc", MethodAttributes.Public | MethodAttributes.Abstract, CallingConventions.Standard, typeof(int), [], CallingConvention.Cdecl, CharSet.Ansi));
        Make("cctor args", t => t.DefineMethod(".cctor", MethodAttributes.Static | MethodAttributes.SpecialName | MethodAttributes.RTSpecialName | MethodAttributes.Private, typeof(void), [typeof(int)]).GetILGenerator().Emit(OpCodes.Ret));
        Make("cctor instance", t => t.DefineMethod(".cctor", MethodAttributes.SpecialName | MethodAttributes.RTSpecialName | MethodAttributes.Private, typeof(void), []).GetILGenerator().Emit(OpCodes.Ret));
        Make("ctor static", t => t.DefineMethod(".ctor", MethodAttributes.SpecialName | MethodAttributes.RTSpecialName | MethodAttributes.Public | MethodAttributes.Static, typeof(void), []).GetILGenerator().Emit(OpCodes.Ret));
        Make("ctor static2", t => t.DefineConstructor(MethodAttributes.Public | MethodAttributes.Static, CallingConventions.Standard, [typeof(int)]).GetILGenerator().Emit(OpCodes.Ret));
        Make("ctor virtual", t => t.DefineConstructor(MethodAttributes.Public | MethodAttributes.Virtual, CallingConventions.Standard, []).GetILGenerator().Emit(OpCodes.Ret));
        Make("ctor ret", t => { var m = t.DefineMethod(".ctor", MethodAttributes.SpecialName | MethodAttributes.RTSpecialName | MethodAttributes.Public, typeof(int), []); Ret(m); });
        Make("typeinit", t => t.DefineTypeInitializer().GetILGenerator().Emit(OpCodes.Ret));
        Make("two typeinit", t => { t.DefineTypeInitializer().GetILGenerator().Emit(OpCodes.Ret); t.DefineTypeInitializer().GetILGenerator().Emit(OpCodes.Ret); });
        Make("dup methods", t => { Ret(t.DefineMethod("M", MethodAttributes.Public, typeof(int), [])); Ret(t.DefineMethod("M", MethodAttributes.Public, typeof(int), [])); });
        Make("dup fields", t => { t.DefineField("x", typeof(int), FieldAttributes.Public); t.DefineField("x", typeof(int), FieldAttributes.Public); });
        Make("virtual private", t => Ret(t.DefineMethod("M", MethodAttributes.Private | MethodAttributes.Virtual, typeof(int), [])));
        Make("bits", t => { var m = t.DefineMethod("M", (MethodAttributes)0xFFFF & ~MethodAttributes.Abstract & ~MethodAttributes.Virtual & ~MethodAttributes.PinvokeImpl, typeof(int), []); Ret(m); });
        // method impls
        Make("impl ok", t => { t.AddInterfaceImplementation(typeof(IDisposable)); var m = t.DefineMethod("X", MethodAttributes.Private | MethodAttributes.Virtual, typeof(void), []); Ret(m, 0, true); t.DefineMethodOverride(m, typeof(IDisposable).GetMethod("Dispose")); });
        Make("impl of other class method", t => { var m = t.DefineMethod("X", PV, typeof(string), []); Ret(m); t.DefineMethodOverride(m, typeof(Exception).GetMethod("ToString")); });
        Make("impl of base", t => { var m = t.DefineMethod("X", PV, typeof(string), []); var il = m.GetILGenerator(); il.Emit(OpCodes.Ldstr, "hi"); il.Emit(OpCodes.Ret); t.DefineMethodOverride(m, typeof(object).GetMethod("ToString")); });
        Make("impl of final", t => { Ret(t.DefineMethod("A", PV, typeof(int), [])); var m = t.DefineMethod("X", PV, typeof(string), []); Ret(m); t.DefineMethodOverride(m, typeof(Abs).GetMethod("ToString")); }, parent: typeof(Abs));
        Make("impl body elsewhere", t => { t.AddInterfaceImplementation(typeof(IDisposable)); t.DefineMethodOverride(typeof(MemoryStream).GetMethod("Flush"), typeof(IDisposable).GetMethod("Dispose")); });
        Make("impl null", t => t.DefineMethodOverride(null, typeof(IDisposable).GetMethod("Dispose")));
        Make("impl null2", t => t.DefineMethodOverride(t.DefineMethod("X", PV), null));
        Make("static impl", t => { t.AddInterfaceImplementation(typeof(IDef)); var m = t.DefineMethod("S", MethodAttributes.Public | MethodAttributes.Static, typeof(int), []); Ret(m); t.DefineMethodOverride(m, typeof(IDef).GetMethod("S")); });
        // layout
        Make("explicit no offsets", t => t.DefineField("x", typeof(int), FieldAttributes.Public), TypeAttributes.ExplicitLayout | TypeAttributes.Public, typeof(ValueType));
        Make("explicit offset", t => t.DefineField("x", typeof(int), FieldAttributes.Public).SetOffset(4), TypeAttributes.ExplicitLayout | TypeAttributes.Public, typeof(ValueType));
        Make("negative offset", t => t.DefineField("x", typeof(int), FieldAttributes.Public).SetOffset(-4), TypeAttributes.ExplicitLayout | TypeAttributes.Public, typeof(ValueType));
        Make("offset on auto", t => t.DefineField("x", typeof(int), FieldAttributes.Public).SetOffset(4), TypeAttributes.Public);
        Make("offset on sequential", t => t.DefineField("x", typeof(int), FieldAttributes.Public).SetOffset(4), TypeAttributes.Public | TypeAttributes.SequentialLayout, typeof(ValueType));
        Make("offset on static", t => t.DefineField("x", typeof(int), FieldAttributes.Public | FieldAttributes.Static).SetOffset(4), TypeAttributes.ExplicitLayout | TypeAttributes.Public, typeof(ValueType));
        Make("overlap ref", t => { t.DefineField("x", typeof(int), FieldAttributes.Public).SetOffset(0); t.DefineField("o", typeof(object), FieldAttributes.Public).SetOffset(0); }, TypeAttributes.ExplicitLayout | TypeAttributes.Public, typeof(ValueType));
        Make("misaligned ref", t => { t.DefineField("o", typeof(object), FieldAttributes.Public).SetOffset(3); }, TypeAttributes.ExplicitLayout | TypeAttributes.Public, typeof(ValueType));
        Make("bad layout bits", t => { }, (TypeAttributes)0x18 | TypeAttributes.Public);
        Make("field of void", t => t.DefineField("x", typeof(void), FieldAttributes.Public));
        Make("field of byref", t => t.DefineField("x", typeof(int).MakeByRefType(), FieldAttributes.Public));
        Make("field of self struct", t => t.DefineField("x", t, FieldAttributes.Public), parent: typeof(ValueType));
        Make("field of self", t => t.DefineField("x", t, FieldAttributes.Public));
        Make("field of open", t => t.DefineField("x", typeof(List<>), FieldAttributes.Public));
        Make("field of span", t => t.DefineField("x", typeof(Span<int>), FieldAttributes.Public));
        Make("field null", t => t.DefineField("x", null, FieldAttributes.Public));
        Make("field bits", t => { var f = t.DefineField("x", typeof(int), (FieldAttributes)0xFFFF & ~FieldAttributes.Literal & ~FieldAttributes.HasFieldRVA & ~FieldAttributes.Static); Console.WriteLine(f.Attributes); });
        Make("literal instance", t => t.DefineField("x", typeof(int), FieldAttributes.Public | FieldAttributes.Literal));
        Make("literal novalue", t => t.DefineField("x", typeof(int), FieldAttributes.Public | FieldAttributes.Literal | FieldAttributes.Static));
        Make("literal value", t => t.DefineField("x", typeof(int), FieldAttributes.Public | FieldAttributes.Literal | FieldAttributes.Static).SetConstant(5));
        Make("literal wrong", t => t.DefineField("x", typeof(int), FieldAttributes.Public | FieldAttributes.Literal | FieldAttributes.Static).SetConstant("5"));
        Make("literal wrong2", t => t.DefineField("x", typeof(string), FieldAttributes.Public | FieldAttributes.Literal | FieldAttributes.Static).SetConstant(5));
        Make("literal null", t => t.DefineField("x", typeof(int), FieldAttributes.Public | FieldAttributes.Literal | FieldAttributes.Static).SetConstant(null));
        Make("type bits", t => { Console.WriteLine(t.Attributes); }, (TypeAttributes)0x00FFFF00 | TypeAttributes.Public);
        Make("type reserved", t => { Console.WriteLine(t.Attributes); }, TypeAttributes.HasSecurity | TypeAttributes.RTSpecialName | TypeAttributes.Public);
        Make("sealed abstract", t => { }, TypeAttributes.Sealed | TypeAttributes.Abstract | TypeAttributes.Public);
        Make("nested attrs top", t => { }, TypeAttributes.NestedPublic);
    }
}
