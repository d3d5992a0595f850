// Reflection.Emit: overrides of methods that other assemblies do not see, COM classes with bodies, enums, static virtuals,
// flags of types and variables; attribute blobs with empty type names and lengths that no array has; MarshalAs without ArraySubType.
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
public abstract class AbsIn { internal abstract int A(); }
public class VirIn { internal virtual int A() => 1; public int Call() => A(); }
public class PrivCtor { private PrivCtor() { } }
public class IntCtor { internal IntCtor() { } }
public class FamCtor { protected FamCtor() { } }
public interface IOpen<T> { T F(T x); }
public class Open<T> { public virtual T F(T x) => x; }
public interface IStat { static abstract int S(); static abstract int P { get; } static virtual int V() => 1; }
public interface IInt { internal int I(); }
public class Named : Attribute { public Named() { } public Named(Type t) { T = t; } public Named(int[] a) { A = a; } public Named(object o) { O = o; } public Named(string s) { S = s; } public Named(Type[] s) { Ts = s; } public Type T; public int[] A; public Type[] Ts; public object O; public string S; public DayOfWeek D { get; set; } public override string ToString() => $"{T} {(A == null ? "null" : A.Length)} {O} {S} {D} {Ts?.Length}"; }
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
        Try(what, () => { TypeBuilder t = noparent ? M.DefineType("T" + n++, a) : M.DefineType("T" + n++, a, parent ?? typeof(object)); f(t); Type r = t.CreateType(); string s = r.FullName + " " + r.Attributes + " base " + r.BaseType; try { if (!r.IsAbstract && !r.IsInterface && !r.ContainsGenericParameters) { object o = Activator.CreateInstance(r); s += " made " + (o != null); if (o is VirIn v) s += v.Call(); } } catch (Exception e) { s += " activation " + e.GetType().Name + e.Message + e.InnerException?.GetType().Name + e.InnerException?.Message; } return s; });
    }
    static void Ret(MethodBuilder m, int v = 0, bool isVoid = false) { var il = m.GetILGenerator(); if (!isVoid) il.Emit(OpCodes.Ldc_I4, v); il.Emit(OpCodes.Ret); }
    const MethodAttributes PV = MethodAttributes.Public | MethodAttributes.Virtual;
    const TypeAttributes IF = TypeAttributes.Interface | TypeAttributes.Abstract | TypeAttributes.Public;
    static void Blob(string what, Type[] ctor, params byte[] blob)
    {
        Try(what, () => { var t = M.DefineType("B" + n++, TypeAttributes.Public); t.SetCustomAttribute(typeof(Named).GetConstructor(ctor), blob); Type r = t.CreateType(); Try(" data", () => string.Join(";", r.GetCustomAttributesData())); return r.GetCustomAttributes(false).Length + " " + r.GetCustomAttribute<Named>(); });
    }
    static void Arrays([MarshalAs(UnmanagedType.LPArray)] int[] a, [MarshalAs(UnmanagedType.LPArray, SizeConst = 3)] int[] b, [MarshalAs(UnmanagedType.LPArray, ArraySubType = UnmanagedType.I4)] int[] c) { }
    static void Main()
    {
        var ab = AssemblyBuilder.DefineDynamicAssembly(new("emit15"), AssemblyBuilderAccess.Run);
        M = ab.DefineDynamicModule("mod");
        // access
        foreach (var (name, access) in new[] { ("public", MethodAttributes.Public), ("assembly", MethodAttributes.Assembly), ("family", MethodAttributes.Family), ("famorassem", MethodAttributes.FamORAssem), ("famandassem", MethodAttributes.FamANDAssem), ("private", MethodAttributes.Private) })
            foreach (var slot in new[] { MethodAttributes.ReuseSlot, MethodAttributes.NewSlot, MethodAttributes.CheckAccessOnOverride })
            {
                Make($"internal abstract by {name} {slot}", t => Ret(t.DefineMethod("A", access | slot | MethodAttributes.Virtual, typeof(int), [])), parent: typeof(AbsIn));
                Make($"internal virtual by {name} {slot}", t => Ret(t.DefineMethod("A", access | slot | MethodAttributes.Virtual, typeof(int), []), 7), parent: typeof(VirIn));
                Make($"internal interface by {name} {slot}", t => { t.AddInterfaceImplementation(typeof(IInt)); Ret(t.DefineMethod("I", access | slot | MethodAttributes.Virtual, typeof(int), []), 7); });
            }
        Make("internal impl", t => { var m = t.DefineMethod("X", PV, typeof(int), []); Ret(m, 8); t.DefineMethodOverride(m, typeof(VirIn).GetMethod("A", (BindingFlags)(-1) & ~BindingFlags.DeclaredOnly & ~BindingFlags.IgnoreCase)); }, parent: typeof(VirIn));
        Make("not internal impl", t => { }, parent: typeof(AbsIn));
        Make("private ctor", t => { }, parent: typeof(PrivCtor));
        Make("internal ctor", t => { }, parent: typeof(IntCtor));
        Make("family ctor", t => { }, parent: typeof(FamCtor));
        Make("private ctor2", t => t.DefineDefaultConstructor(MethodAttributes.Public), parent: typeof(PrivCtor));
        Make("no ctor no default", t => t.DefineDefaultConstructor(MethodAttributes.Public), parent: typeof(string));
        // enums
        void EnumField(TypeBuilder t, string s, Type type = null) => t.DefineField(s, type ?? typeof(int), FieldAttributes.Public | FieldAttributes.SpecialName | FieldAttributes.RTSpecialName);
        const TypeAttributes ES = TypeAttributes.Sealed | TypeAttributes.Public;
        Make("enum two", t => { EnumField(t, "value__"); EnumField(t, "b"); }, ES, typeof(Enum));
        Make("enum two plain", t => { EnumField(t, "value__"); t.DefineField("b", typeof(int), FieldAttributes.Public); }, ES, typeof(Enum));
        Make("enum of string", t => EnumField(t, "value__", typeof(string)), ES, typeof(Enum));
        Make("enum of float", t => EnumField(t, "value__", typeof(float)), ES, typeof(Enum));
        Make("enum of char", t => EnumField(t, "value__", typeof(char)), ES, typeof(Enum));
        Make("enum of nint", t => EnumField(t, "value__", typeof(nint)), ES, typeof(Enum));
        Make("enum of struct", t => EnumField(t, "value__", typeof(Guid)), ES, typeof(Enum));
        Make("enum method", t => { EnumField(t, "value__"); Ret(t.DefineMethod("M", MethodAttributes.Public | MethodAttributes.Static, typeof(int), [])); }, ES, typeof(Enum));
        Make("enum iface", t => { EnumField(t, "value__"); t.AddInterfaceImplementation(typeof(IDisposable)); }, ES, typeof(Enum));
        Make("enum static", t => { EnumField(t, "value__"); t.DefineField("s", typeof(int), FieldAttributes.Public | FieldAttributes.Static); }, ES, typeof(Enum));
        // interfaces
        Make("iface instance field", t => t.DefineField("x", typeof(int), FieldAttributes.Public), IF, noparent: true);
        Make("iface instance field2", t => t.DefineField("x", typeof(string), FieldAttributes.Private), IF, noparent: true);
        Make("variable parent", t => { var g = t.DefineGenericParameters("T"); t.SetParent(g[0]); });
        Make("array parent", t => t.SetParent(typeof(string[,])));
        Make("nested open parent", t => { var g = t.DefineGenericParameters("T"); t.SetParent(typeof(Open<>).MakeGenericType(g[0])); });
        // static virtuals
        Make("static unimplemented", t => t.AddInterfaceImplementation(typeof(IStat)));
        Make("static abstract class", t => t.AddInterfaceImplementation(typeof(IStat)), TypeAttributes.Abstract);
        Make("static struct", t => t.AddInterfaceImplementation(typeof(IStat)), parent: typeof(ValueType));
        Make("static half", t => { t.AddInterfaceImplementation(typeof(IStat)); var m = t.DefineMethod("S", MethodAttributes.Public | MethodAttributes.Static, typeof(int), []); Ret(m); t.DefineMethodOverride(m, typeof(IStat).GetMethod("S")); });
        Make("static by name", t => { t.AddInterfaceImplementation(typeof(IStat)); Ret(t.DefineMethod("S", MethodAttributes.Public | MethodAttributes.Static, typeof(int), [])); Ret(t.DefineMethod("get_P", MethodAttributes.Public | MethodAttributes.Static, typeof(int), [])); });
        Make("static by virtual", t => { t.AddInterfaceImplementation(typeof(IStat)); var m = t.DefineMethod("S", PV, typeof(int), []); Ret(m); t.DefineMethodOverride(m, typeof(IStat).GetMethod("S")); });
        Make("static private", t => { t.AddInterfaceImplementation(typeof(IStat)); foreach (string s in new[] { "S", "get_P" }) { var m = t.DefineMethod("x" + s, MethodAttributes.Private | MethodAttributes.Static, typeof(int), []); Ret(m); t.DefineMethodOverride(m, typeof(IStat).GetMethod(s)); } });
        // variance
        foreach (int v in new[] { 1, 2, 3, 4, 8, 12, 16, 24, 28, 32, 64, 0x100 })
        {
            Make($"class variance {v}", t => t.DefineGenericParameters("T")[0].SetGenericParameterAttributes((GenericParameterAttributes)v));
            Make($"iface variance {v}", t => t.DefineGenericParameters("T")[0].SetGenericParameterAttributes((GenericParameterAttributes)v), IF, noparent: true);
            Make($"method variance {v}", t => { var m = t.DefineMethod("M", MethodAttributes.Public | MethodAttributes.Static); m.DefineGenericParameters("T")[0].SetGenericParameterAttributes((GenericParameterAttributes)v); Ret(m, 0, true); });
        }
        Make("variance misuse", t => { var g = t.DefineGenericParameters("T"); g[0].SetGenericParameterAttributes(GenericParameterAttributes.Covariant); t.DefineMethod("M", PV | MethodAttributes.Abstract, typeof(void), [g[0]]); }, IF, noparent: true);
        // flags
        Make("import", t => { }, TypeAttributes.Import | TypeAttributes.Public);
        Make("import body", t => Ret(t.DefineMethod("M", MethodAttributes.Public, typeof(int), [])), TypeAttributes.Import | TypeAttributes.Public);
        Make("import static body", t => Ret(t.DefineMethod("M", MethodAttributes.Public | MethodAttributes.Static, typeof(int), [])), TypeAttributes.Import | TypeAttributes.Public);
        Make("import ctor", t => t.DefineDefaultConstructor(MethodAttributes.Public), TypeAttributes.Import | TypeAttributes.Public);
        Make("import iface", t => t.DefineMethod("M", PV | MethodAttributes.Abstract, typeof(int), []), IF | TypeAttributes.Import, noparent: true);
        Make("import iface body", t => Ret(t.DefineMethod("M", PV, typeof(int), [])), IF | TypeAttributes.Import, noparent: true);
        Make("import generic", t => t.DefineGenericParameters("T"), IF | TypeAttributes.Import, noparent: true);
        Make("import struct", t => t.DefineField("x", typeof(int), FieldAttributes.Public), TypeAttributes.Import | TypeAttributes.Public, typeof(ValueType));
        foreach (int f in new[] { 0x200, 0x800, 0x1000, 0x2000, 0x4000, 0x8000, 0x10000, 0x20000, 0x30000, 0x40000, 0x100000, 0x200000, 0xC00000, 0x1000000, 0x40000000 })
        { Make($"flag {f:x}", t => { }, (TypeAttributes)f | TypeAttributes.Public); Make($"iface flag {f:x}", t => { }, (TypeAttributes)f | IF, noparent: true); }
        Make("bodyless ctor", t => t.DefineConstructor(MethodAttributes.Public, CallingConventions.Standard, []));
        Make("bodyless cctor", t => t.DefineTypeInitializer());
        Make("bodyless ctor runtime", t => t.DefineConstructor(MethodAttributes.Public, CallingConventions.Standard, []).SetImplementationFlags(MethodImplAttributes.Runtime));
        Blob("empty type", [typeof(Type)], 1, 0, 0, 0, 0);
        Blob("null type", [typeof(Type)], 1, 0, 0xff, 0, 0);
        Blob("space type", [typeof(Type)], 1, 0, 1, 32, 0, 0);
        Blob("bad type", [typeof(Type)], 1, 0, 1, 65, 0, 0);
        Blob("comma type", [typeof(Type)], 1, 0, 1, 44, 0, 0);
        Blob("long type", [typeof(Type)], 1, 0, 9, 44, 0, 0);
        Blob("bad utf8 type", [typeof(Type)], 1, 0, 2, 0xc0, 0x80, 0, 0);
        Blob("bad utf8 string", [typeof(string)], 1, 0, 2, 0xc0, 0x80, 0, 0);
        Blob("long string", [typeof(string)], 1, 0, 0xc0, 0xff, 0xff, 0xff, 0, 0);
        Blob("string size e0", [typeof(string)], 1, 0, 0xe0, 0xff, 0xff, 0xff, 0, 0);
        Blob("array null", [typeof(int[])], 1, 0, 0xff, 0xff, 0xff, 0xff, 0, 0);
        Blob("array huge", [typeof(int[])], 1, 0, 0xff, 0xff, 0xff, 0x7f, 0, 0);
        Blob("array huge2", [typeof(int[])], 1, 0, 0xfe, 0xff, 0xff, 0xff, 0, 0);
        Blob("array negative", [typeof(int[])], 1, 0, 0, 0, 0, 0x80, 0, 0);
        Blob("array 100", [typeof(int[])], 1, 0, 100, 0, 0, 0, 0, 0);
        Blob("array 10M", [typeof(int[])], 1, 0, 0, 0, 160, 0, 0, 0);
        Blob("array 0", [typeof(int[])], 1, 0, 0, 0, 0, 0, 0, 0);
        Blob("types huge", [typeof(Type[])], 1, 0, 0xff, 0xff, 0xff, 0x7f, 0, 0);
        Blob("types 1 empty", [typeof(Type[])], 1, 0, 1, 0, 0, 0, 0, 0, 0);
        Blob("types 3", [typeof(Type[])], 1, 0, 3, 0, 0, 0, 0, 0, 0);
        Blob("object array huge", [typeof(object)], 1, 0, 0x1d, 8, 0xff, 0xff, 0xff, 0x7f, 0, 0);
        Blob("object type empty", [typeof(object)], 1, 0, 0x50, 0, 0, 0);
        Blob("object enum empty", [typeof(object)], 1, 0, 0x55, 0, 0, 0);
        foreach (ParameterInfo p in typeof(Program).GetMethod("Arrays", (BindingFlags)62).GetParameters()) { var m = p.GetCustomAttribute<MarshalAsAttribute>(); Console.WriteLine($"{p.Name} {m.Value} {(int)m.ArraySubType} {m.SizeConst} {m.SizeParamIndex}"); }
    }
}
