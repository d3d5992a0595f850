// Types that cannot be loaded, and what is said about them.
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.Loader;

string folder = Path.Combine(Path.GetTempPath(), "celer-bad-" + Environment.ProcessId);
Directory.CreateDirectory(folder);
int count = 0;
string Clean(string s) => s.Replace(folder, "FOLDER").Replace("" + Environment.ProcessId, "PID");
void Try(string what, Func<object?> a)
{
    try { Console.WriteLine(what + ": " + (a()?.ToString() ?? "null")); }
    catch (Exception e)
    {
        for (Exception? x = e; x != null; x = x.InnerException)
            Console.WriteLine((x == e ? what + ": " : "    <- ") + x.GetType().Name + ": " + Clean(x.Message) + (x is TypeLoadException t && x.GetType() == typeof(TypeLoadException) ? " [" + t.TypeName + "]" : "") + " " + x.HResult.ToString("X"));
        if (e is ReflectionTypeLoadException r) foreach (var l in r.LoaderExceptions) Console.WriteLine("    loader: " + l!.GetType().Name + ": " + Clean(l.Message));
    }
}
Assembly Make(string name, Action<ModuleBuilder> fill)
{
    var assembly = new PersistedAssemblyBuilder(new AssemblyName(name), typeof(object).Assembly);
    fill(assembly.DefineDynamicModule(name));
    string file = Path.Combine(folder, name + ".dll");
    assembly.Save(file);
    return new AssemblyLoadContext(name).LoadFromAssemblyPath(file);
}
const TypeAttributes pub = TypeAttributes.Public;
const MethodAttributes virt = MethodAttributes.Public | MethodAttributes.Virtual | MethodAttributes.HideBySig;
void Types(string what, Action<ModuleBuilder> fill, params string[] names)
{
    Assembly a;
    try { a = Make("bad" + ++count, fill); } catch (Exception e) { Console.WriteLine(what + ": MAKING " + e.GetType().Name + " " + e.Message); return; }
    foreach (string n in names)
    {
        Try(what + " GetType", () => a.GetType(n));
        Try(what + " throwing", () => a.GetType(n, true));
        Try(what + " again", () => Activator.CreateInstance(a.GetType(n, true)!));
    }
    Try(what + " GetTypes", () => a.GetTypes().Length);
}
void Body(MethodBuilder m) { var il = m.GetILGenerator(); il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Throw); }

Types("self struct", m => { var t = m.DefineType("S", pub | TypeAttributes.SequentialLayout | TypeAttributes.Sealed, typeof(ValueType)); t.DefineField("s", t, FieldAttributes.Public); t.CreateType(); }, "S");
Types("two structs", m => { var a = m.DefineType("A", pub | TypeAttributes.SequentialLayout | TypeAttributes.Sealed, typeof(ValueType)); var b = m.DefineType("B", pub | TypeAttributes.SequentialLayout | TypeAttributes.Sealed, typeof(ValueType)); a.DefineField("b", b, FieldAttributes.Public); b.DefineField("a", a, FieldAttributes.Public); a.CreateType(); b.CreateType(); }, "A", "B");
Types("sealed parent", m => { var t = m.DefineType("T", pub); t.SetParent(typeof(string)); t.CreateType(); }, "T");
Types("value type parent", m => { var s = m.DefineType("V", pub | TypeAttributes.SequentialLayout | TypeAttributes.Sealed, typeof(ValueType)); s.DefineField("x", typeof(int), FieldAttributes.Public); s.CreateType(); var t = m.DefineType("T", pub); t.SetParent(s); t.CreateType(); }, "T");
Types("class as interface", m => { var b = m.DefineType("B", pub); b.DefineDefaultConstructor(MethodAttributes.Public); b.CreateType(); var t = m.DefineType("T", pub); t.DefineDefaultConstructor(MethodAttributes.Public); t.AddInterfaceImplementation(b); t.CreateType(); }, "T");
Types("no implementation of abstract", m => { var a = m.DefineType("A", pub | TypeAttributes.Abstract); a.DefineMethod("M", virt | MethodAttributes.Abstract, typeof(void), []); a.DefineDefaultConstructor(MethodAttributes.Public); a.CreateType(); var b = m.DefineType("N.B", pub, a); b.DefineDefaultConstructor(MethodAttributes.Public); b.CreateType(); }, "N.B");
Types("no implementation of interface", m => { var a = m.DefineType("I", pub | TypeAttributes.Interface | TypeAttributes.Abstract); a.DefineMethod("M", virt | MethodAttributes.Abstract | MethodAttributes.NewSlot, typeof(int), [typeof(string)]); a.CreateType(); var b = m.DefineType("B", pub); b.DefineDefaultConstructor(MethodAttributes.Public); b.AddInterfaceImplementation(a); b.CreateType(); }, "B");
Types("no implementation of generic interface", m => { var b = m.DefineType("B", pub); b.DefineDefaultConstructor(MethodAttributes.Public); b.AddInterfaceImplementation(typeof(IComparable<int>)); b.CreateType(); }, "B");
Types("override of final", m => { var a = m.DefineType("A", pub); a.DefineDefaultConstructor(MethodAttributes.Public); Body(a.DefineMethod("M", virt | MethodAttributes.Final, typeof(void), [])); a.CreateType(); var b = m.DefineType("B", pub, a); b.DefineDefaultConstructor(MethodAttributes.Public); Body(b.DefineMethod("M", virt, typeof(void), [])); b.CreateType(); }, "B");
Types("bad constraint", m => { var g = m.DefineType("G", pub); var p = g.DefineGenericParameters("T")[0]; p.SetGenericParameterAttributes(GenericParameterAttributes.NotNullableValueTypeConstraint); g.CreateType(); var b = m.DefineType("B", pub, g.MakeGenericType(typeof(string))); b.CreateType(); }, "B");
Types("bad constraint of interface", m => { var g = m.DefineType("G", pub | TypeAttributes.Interface | TypeAttributes.Abstract); var p = g.DefineGenericParameters("T")[0]; p.SetInterfaceConstraints(typeof(IDisposable)); g.CreateType(); var b = m.DefineType("B", pub); b.DefineDefaultConstructor(MethodAttributes.Public); b.AddInterfaceImplementation(g.MakeGenericType(typeof(string))); b.CreateType(); }, "B");
Types("overlap", m => { var t = m.DefineType("E", pub | TypeAttributes.ExplicitLayout | TypeAttributes.Sealed, typeof(ValueType)); t.DefineField("o", typeof(object), FieldAttributes.Public).SetOffset(0); t.DefineField("i", typeof(long), FieldAttributes.Public).SetOffset(0); t.CreateType(); }, "E");
Types("misaligned", m => { var t = m.DefineType("E", pub | TypeAttributes.ExplicitLayout, typeof(object)); t.DefineField("o", typeof(object), FieldAttributes.Public).SetOffset(3); t.CreateType(); }, "E");
Types("no offset", m => { var t = m.DefineType("E", pub | TypeAttributes.ExplicitLayout | TypeAttributes.Sealed, typeof(ValueType)); t.DefineField("o", typeof(int), FieldAttributes.Public); t.CreateType(); }, "E");
Types("span in class", m => { var t = m.DefineType("E", pub); t.DefineField("o", typeof(Span<int>), FieldAttributes.Public); t.CreateType(); }, "E");
Types("static span", m => { var t = m.DefineType("E", pub); t.DefineField("o", typeof(Span<int>), FieldAttributes.Public | FieldAttributes.Static); t.CreateType(); }, "E");
Types("abstract method of concrete class", m => { var t = m.DefineType("E", pub); t.DefineDefaultConstructor(MethodAttributes.Public); Body(t.DefineMethod("M", virt, typeof(void), [])); t.CreateType(); }, "E");
Types("recursive generic", m => { var t = m.DefineType("R`1", pub | TypeAttributes.SequentialLayout | TypeAttributes.Sealed, typeof(ValueType)); t.DefineGenericParameters("T"); t.DefineField("r", t.MakeGenericType(t.MakeGenericType(t.GetGenericArguments()[0])), FieldAttributes.Public); t.CreateType(); var u = m.DefineType("U", pub); u.DefineField("f", t.MakeGenericType(typeof(int)), FieldAttributes.Public); u.CreateType(); }, "U");
Types("recursive parent", m => { var b = m.DefineType("P`1", pub); b.DefineGenericParameters("T"); b.CreateType(); var t = m.DefineType("R`1", pub); var p = t.DefineGenericParameters("T"); t.SetParent(b.MakeGenericType(t.MakeGenericType(t.MakeGenericType(p[0])))); t.CreateType(); }, "R`1");
Types("enum without value", m => { var t = m.DefineType("E", pub | TypeAttributes.Sealed, typeof(Enum)); t.CreateType(); }, "E");
Types("enum of string", m => { var t = m.DefineType("E", pub | TypeAttributes.Sealed, typeof(Enum)); t.DefineField("value__", typeof(string), FieldAttributes.Public | FieldAttributes.SpecialName | FieldAttributes.RTSpecialName); t.CreateType(); }, "E");
Types("explicit generic", m => { var t = m.DefineType("R`1", pub | TypeAttributes.ExplicitLayout | TypeAttributes.Sealed, typeof(ValueType)); t.DefineGenericParameters("T"); t.DefineField("r", typeof(int), FieldAttributes.Public).SetOffset(0); t.CreateType(); var u = m.DefineType("U", pub); u.DefineField("f", t.MakeGenericType(typeof(int)), FieldAttributes.Public); u.CreateType(); }, "U");
Types("byref field", m => { var t = m.DefineType("E", pub); t.DefineField("o", typeof(int).MakeByRefType(), FieldAttributes.Public); t.CreateType(); }, "E");
Types("delegate parent", m => { var t = m.DefineType("E", pub); t.SetParent(typeof(Delegate)); t.CreateType(); }, "E");
Types("value type", m => { var t = m.DefineType("E", pub); t.SetParent(typeof(ValueType)); t.CreateType(); }, "E");
Types("array type parent", m => { var t = m.DefineType("E", pub); t.SetParent(typeof(Array)); t.CreateType(); }, "E");
Types("huge struct", m => { var t = m.DefineType("E", pub | TypeAttributes.SequentialLayout | TypeAttributes.Sealed, typeof(ValueType), PackingSize.Unspecified, 0x7ffffff0); t.CreateType(); }, "E");
Types("override with other return", m => { var a = m.DefineType("A", pub); a.DefineDefaultConstructor(MethodAttributes.Public); var am = a.DefineMethod("M", virt, typeof(int), []); Body(am); a.CreateType(); var b = m.DefineType("B", pub, a); b.DefineDefaultConstructor(MethodAttributes.Public); var bm = b.DefineMethod("N", virt, typeof(long), []); Body(bm); b.DefineMethodOverride(bm, am); b.CreateType(); }, "B");
Types("override of foreign", m => { var a = m.DefineType("A", pub); a.DefineDefaultConstructor(MethodAttributes.Public); var am = a.DefineMethod("M", virt, typeof(int), []); Body(am); a.CreateType(); var b = m.DefineType("B", pub); b.DefineDefaultConstructor(MethodAttributes.Public); var bm = b.DefineMethod("N", virt, typeof(int), []); Body(bm); b.DefineMethodOverride(bm, am); b.CreateType(); }, "B");
Directory.Delete(folder, true);
