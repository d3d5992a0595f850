// Fields by reflection in all ways: SetValueDirect and SetValue with every kind of value, typed references of other types, order of fields.
using System.Reflection;
namespace Na.Sp { class Out<T> { public class In { public static readonly int N = 1; [ThreadStatic] public static readonly int T; public static readonly Guid G; public static readonly int? Q = 5; } public struct S { public static readonly int N = 1; public int V; public long L; public object O; public string St; public int? Nu; public DayOfWeek E; public Guid G; public IComparable C; public double D; public unsafe int* P; } } interface I { static readonly int N = 4; } class Plain { public static readonly int N = 3; } record struct R(int A); }
class Base { public int F; public readonly int RO; } class Derived : Base { public int H; }
static class Program
{
    static void Try(string what, Func<object> f)
    {
        try { object o = f(); Console.WriteLine($"{what}: {o ?? "null"} {o?.GetType()}"); }
        catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name}: {e.Message} {e.HResult:x} / {e.InnerException?.GetType().Name}: {e.InnerException?.Message}"); }
    }
    static object Set(Type t, string f, object target, object v) { var field = t.GetField(f, (BindingFlags)60); field.SetValue(target, v); return field.GetValue(target); }
    static unsafe void Main()
    {
        foreach (Type t in new[] { typeof(Na.Sp.Out<int>.In), typeof(Na.Sp.Out<string>.S), typeof(Na.Sp.I), typeof(Na.Sp.Plain), typeof(System.Collections.Immutable.ImmutableArray<int>), typeof(decimal) })
            foreach (var f in t.GetFields((BindingFlags)56).Where(f => f.IsStatic && f.IsInitOnly))
            {
                for (int i = 0; i < 3; i++) Try(f.Name + " set", () => Set(t, f.Name, null, f.GetValue(null)));
                Try(f.Name + " set0", () => { f.SetValue(null, null); return null; });
            }
        var g = typeof(Na.Sp.Plain).GetField("N"); g.GetValue(null);
        Try("after get", () => { g.SetValue(null, 5); return 1; });
        Try("after get", () => { g.SetValue(null, "x"); return 1; });
        Try("with binder", () => { g.SetValue(null, 5, BindingFlags.Default, null, null); return 1; });
        // direct
        Type s = typeof(Na.Sp.Out<string>.S);
        foreach (string name in new[] { "V", "L", "O", "St", "Nu", "E", "G", "C", "D", "P" })
            foreach (object v in new object[] { null, (byte)200, 'c', (short)-3, -7, 7L, 2.5f, 3.5, "str", DayOfWeek.Friday, Guid.Empty, true, (nint)5, 5UL, new object(), Pointer.Box((void*)5, typeof(int*)), ConsoleColor.Red, (uint)7 })
                Try(name + " <- " + (v ?? "null") + v?.GetType().Name, () => { Na.Sp.Out<string>.S x = default; TypedReference r = __makeref(x); s.GetField(name).SetValueDirect(r, v); object b = s.GetField(name).GetValueDirect(r); return b is Pointer q ? (long)Pointer.Unbox(q) : b is object && b.GetType() == typeof(object) ? "obj" : b; });
        foreach (string name in new[] { "V", "L", "O", "St", "Nu", "E", "G", "C", "D", "P" })
            foreach (object v in new object[] { null, (byte)200, 'c', (short)-3, -7, 7L, 2.5f, 3.5, "str", DayOfWeek.Friday, Guid.Empty, true, (nint)5, 5UL, new object(), Pointer.Box((void*)5, typeof(int*)), ConsoleColor.Red, (uint)7 })
                Try(name + " SetValue " + (v ?? "null") + v?.GetType().Name, () => { object x = default(Na.Sp.Out<string>.S); s.GetField(name).SetValue(x, v); object b = s.GetField(name).GetValue(x); return b is Pointer q ? (long)Pointer.Unbox(q) : b is object && b.GetType() == typeof(object) ? "obj" : b; });
        Try("other struct", () => { Guid q = default; s.GetField("V").SetValueDirect(__makeref(q), 5); return q; });
        Try("other struct get", () => { Guid q = default; return s.GetField("V").GetValueDirect(__makeref(q)); });
        Try("other struct obj", () => { string q = "x"; return s.GetField("V").GetValueDirect(__makeref(q)); });
        Try("boxed", () => { object q = default(Na.Sp.Out<string>.S); return s.GetField("V").GetValueDirect(__makeref(q)); });
        Try("boxed set", () => { object q = default(Na.Sp.Out<string>.S); s.GetField("V").SetValueDirect(__makeref(q), 5); return s.GetField("V").GetValue(q); });
        Try("struct for class", () => { Guid q = default; return typeof(Base).GetField("F").GetValueDirect(__makeref(q)); });
        Try("struct for class set", () => { Guid q = default; typeof(Base).GetField("F").SetValueDirect(__makeref(q), 3); return q; });
        Try("derived", () => { Derived q = new() { F = 5 }; return typeof(Base).GetField("F").GetValueDirect(__makeref(q)); });
        Try("derived obj", () => { object q = new Derived() { F = 5 }; return typeof(Base).GetField("F").GetValueDirect(__makeref(q)); });
        Try("base for derived", () => { Base q = new() { F = 5 }; return typeof(Derived).GetField("H").GetValueDirect(__makeref(q)); });
        Try("base for derived set", () => { Base q = new() { F = 5 }; typeof(Derived).GetField("H").SetValueDirect(__makeref(q), 4); return q; });
        Try("inherited", () => { Derived q = new() { F = 5 }; return typeof(Derived).GetField("F").GetValueDirect(__makeref(q)); });
        Try("RO", () => { Derived q = new() { F = 5 }; typeof(Derived).GetField("RO").SetValueDirect(__makeref(q), 77); return q.RO; });
        Try("default ref", () => { TypedReference r = default; return typeof(Base).GetField("F").GetValueDirect(r); });
        Try("default ref set", () => { TypedReference r = default; typeof(Base).GetField("F").SetValueDirect(r, 4); return 1; });
        Try("static default ref", () => { TypedReference r = default; return g.GetValueDirect(r); });
        Try("open", () => { Derived q = new(); return typeof(Na.Sp.Out<>).GetNestedType("S").GetField("V").GetValueDirect(__makeref(q)); });
        Try("open set", () => { Derived q = new(); typeof(Na.Sp.Out<>).GetNestedType("S").GetField("V").SetValueDirect(__makeref(q), 3); return 1; });
        Try("make", () => { var o = new Outer(); TypedReference r = TypedReference.MakeTypedReference(o, [typeof(Outer).GetField("S"), s.GetField("V")]); TypedReference.SetTypedReference(r, 5); return 1; });
        Try("make2", () => { var o = new Outer(); TypedReference r = TypedReference.MakeTypedReference(o, [typeof(Outer).GetField("S"), s.GetField("V")]); return TypedReference.ToObject(r); });
        Try("make3", () => { var o = new Outer(); TypedReference r = TypedReference.MakeTypedReference(o, []); return TypedReference.ToObject(r); });
        Try("make4", () => { var o = new Outer(); TypedReference r = TypedReference.MakeTypedReference(o, [g]); return TypedReference.ToObject(r); });
        Try("make5", () => { var o = new Outer(); TypedReference r = TypedReference.MakeTypedReference(o, [typeof(Outer).GetField("S"), typeof(Base).GetField("F")]); return TypedReference.ToObject(r); });
        Try("make6", () => { var o = new Outer(); TypedReference r = TypedReference.MakeTypedReference(o, [typeof(Outer).GetField("B"), typeof(Base).GetField("F")]); return TypedReference.ToObject(r); });
        Try("make7", () => { var o = new Outer(); TypedReference r = TypedReference.MakeTypedReference("x", [typeof(Outer).GetField("S")]); return TypedReference.ToObject(r); });
    }
}
class Outer { public Na.Sp.Out<string>.S S; public Base B; }
