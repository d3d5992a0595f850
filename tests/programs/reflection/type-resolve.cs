// AppDomain.TypeResolve: types of a dynamic module that are needed before they are created.
using System.Reflection;
using System.Reflection.Emit;
static void Try(string what, Func<object?> a) { try { Console.WriteLine(what + ": " + a()); } catch (Exception e) { Console.WriteLine(what + ": " + e.GetType().Name + ": " + e.Message + (e.InnerException != null ? " <- " + e.InnerException.GetType().Name + ": " + e.InnerException.Message : "")); } }
var ab = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("dyn"), AssemblyBuilderAccess.Run);
var mb = ab.DefineDynamicModule("m");
TypeBuilder Make(string n, Type? parent = null, bool vt = false) => mb.DefineType(n, TypeAttributes.Public | (vt ? TypeAttributes.SequentialLayout | TypeAttributes.Sealed : 0), vt ? typeof(ValueType) : parent ?? typeof(object));

// no handler: struct field not created
{
    var inner = Make("N.Inner0", null, true); inner.DefineField("x", typeof(int), FieldAttributes.Public);
    var outer = Make("N.Outer0"); outer.DefineField("f", inner, FieldAttributes.Public);
    Try("no handler", () => outer.CreateType());
    Try("inner after", () => inner.CreateType());
    Try("outer again", () => outer.CreateType());
    Try("activate", () => Activator.CreateInstance(ab.GetType("N.Outer0")!));
}
var pending = new Dictionary<string, TypeBuilder>();
ResolveEventHandler handler = (s, e) => {
    Console.WriteLine($"  resolve {e.Name} for {e.RequestingAssembly}");
    if (pending.TryGetValue(e.Name, out var tb)) { tb.CreateType(); return ab; }
    return null;
};
AppDomain.CurrentDomain.TypeResolve += handler;
{
    var inner = Make("N.Inner1", null, true); inner.DefineField("x", typeof(int), FieldAttributes.Public);
    var outer = Make("N.Outer1"); outer.DefineField("f", inner, FieldAttributes.Public);
    pending["N.Inner1"] = inner;
    Try("handler", () => outer.CreateType());
    Try("activate", () => Activator.CreateInstance(ab.GetType("N.Outer1")!));
}
{   // nested struct
    var outer = Make("N.Outer2");
    var inner = outer.DefineNestedType("Inner2", TypeAttributes.NestedPublic | TypeAttributes.Sealed, typeof(ValueType)); inner.DefineField("x", typeof(int), FieldAttributes.Public);
    outer.DefineField("f", inner, FieldAttributes.Public);
    pending["Inner2"] = inner;
    Try("nested", () => outer.CreateType());
    Try("nested done", () => inner.CreateType());
}
{   // handler returns null
    var inner = Make("N.Inner3", null, true); inner.DefineField("x", typeof(int), FieldAttributes.Public);
    var outer = Make("N.Outer3"); outer.DefineField("f", inner, FieldAttributes.Public);
    Try("null", () => outer.CreateType());
}
{   // parent not created
    var parent = Make("N.Parent4");
    var child = Make("N.Child4", parent);
    pending["N.Parent4"] = parent;
    Try("parent", () => child.CreateType());
    Try("parent created", () => parent.CreateType());
}
{   // interface not created
    var itf = mb.DefineType("N.I5", TypeAttributes.Interface | TypeAttributes.Abstract | TypeAttributes.Public);
    var child = Make("N.Child5"); child.AddInterfaceImplementation(itf);
    pending["N.I5"] = itf;
    Try("interface", () => child.CreateType());
}
{   // reference field, method signature, and IL that uses a type not created
    var other = Make("N.Other6");
    var ctor = other.DefineDefaultConstructor(MethodAttributes.Public);
    var user = Make("N.User6"); user.DefineField("f", other, FieldAttributes.Public);
    var m = user.DefineMethod("M", MethodAttributes.Public | MethodAttributes.Static, typeof(object), Type.EmptyTypes);
    var il = m.GetILGenerator(); il.Emit(OpCodes.Newobj, ctor); il.Emit(OpCodes.Ret);
    Try("user", () => user.CreateType());
    pending["N.Other6"] = other;
    Try("run", () => ab.GetType("N.User6")!.GetMethod("M")!.Invoke(null, null));
}
{   // generic argument
    var other = Make("N.Other7", null, true); other.DefineField("x", typeof(int), FieldAttributes.Public);
    var user = Make("N.User7"); user.DefineField("f", typeof(KeyValuePair<,>).MakeGenericType(other, typeof(int)), FieldAttributes.Public);
    pending["N.Other7"] = other;
    Try("generic", () => user.CreateType());
}
{   // throwing
    AppDomain.CurrentDomain.TypeResolve -= handler;
    AppDomain.CurrentDomain.TypeResolve += (_, e) => throw new InvalidOperationException("in handler " + e.Name);
    var inner = Make("N.Inner8", null, true); inner.DefineField("x", typeof(int), FieldAttributes.Public);
    var outer = Make("N.Outer8"); outer.DefineField("f", inner, FieldAttributes.Public);
    Try("throwing", () => outer.CreateType());
}
