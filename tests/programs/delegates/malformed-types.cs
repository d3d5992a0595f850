// Delegate types that are not what they should be: what a runtime refuses when it loads them.
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

static class Program
{
    static int n;
    static void Try(string what, Func<object?> f)
    {
        try { Console.WriteLine($"{what}: {f()}"); }
        catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name}: {e.Message.Split('\n')[0]} {e.InnerException?.GetType().Name} {e.InnerException?.Message.Split('\n')[0]}"); }
    }
    public static int Target() => 7;
    const MethodImplAttributes Runtime = MethodImplAttributes.Runtime;
    static void Main()
    {
        var module = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("emitted"), AssemblyBuilderAccess.Run).DefineDynamicModule("emitted");
        void Constructor(TypeBuilder t, MethodImplAttributes how = Runtime, params Type[] arguments) { ConstructorBuilder c = t.DefineConstructor(MethodAttributes.Public | MethodAttributes.HideBySig | MethodAttributes.RTSpecialName, CallingConventions.Standard, arguments.Length == 0 ? [typeof(object), typeof(nint)] : arguments); c.SetImplementationFlags(how); if (how == 0) c.GetILGenerator().Emit(OpCodes.Ret); }
        void Method(TypeBuilder t, string name, MethodAttributes attributes = MethodAttributes.Virtual | MethodAttributes.NewSlot, MethodImplAttributes how = Runtime, params Type[] arguments) { MethodBuilder m = t.DefineMethod(name, MethodAttributes.Public | MethodAttributes.HideBySig | attributes, typeof(int), arguments); m.SetImplementationFlags(how); if ((how & MethodImplAttributes.CodeTypeMask) == 0 && (attributes & MethodAttributes.Abstract) == 0) { m.GetILGenerator().Emit(OpCodes.Ldc_I4_7); m.GetILGenerator().Emit(OpCodes.Ret); } }
        var kinds = new (string, Action<TypeBuilder>)[]
        {
            ("nothing", t => { }), ("only a constructor", t => Constructor(t)), ("only Invoke", t => Method(t, "Invoke")), ("both", t => { Constructor(t); Method(t, "Invoke"); }), ("another name", t => { Constructor(t); Method(t, "Call"); }),
            ("no virtual Invoke", t => { Constructor(t); Method(t, "Invoke", 0); }), ("static Invoke", t => { Constructor(t); Method(t, "Invoke", MethodAttributes.Static); }), ("IL constructor", t => { Constructor(t, 0); Method(t, "Invoke"); }), ("IL Invoke", t => { Constructor(t); Method(t, "Invoke", MethodAttributes.Virtual, 0); }), ("only IL", t => { Constructor(t, 0); Method(t, "Invoke", MethodAttributes.Virtual, 0); }),
            ("two Invokes", t => { Constructor(t); Method(t, "Invoke"); Method(t, "Invoke", MethodAttributes.Virtual, Runtime, typeof(int)); }), ("two constructors", t => { Constructor(t); Constructor(t, Runtime, typeof(int)); Method(t, "Invoke"); }), ("other constructor", t => { Constructor(t, Runtime, typeof(int)); Method(t, "Invoke"); }), ("extra IL", t => { Constructor(t); Method(t, "Invoke"); Method(t, "More", 0, 0); Method(t, "Static", MethodAttributes.Static, 0); }),
            ("extra runtime", t => { Constructor(t); Method(t, "Invoke"); Method(t, "More"); }), ("BeginInvoke", t => { Constructor(t); Method(t, "Invoke"); Method(t, "BeginInvoke"); Method(t, "EndInvoke"); }), ("IL BeginInvoke", t => { Constructor(t); Method(t, "Invoke"); Method(t, "BeginInvoke", MethodAttributes.Virtual, 0); }), ("two BeginInvokes", t => { Constructor(t); Method(t, "Invoke"); Method(t, "BeginInvoke"); Method(t, "BeginInvoke", MethodAttributes.Virtual, Runtime, typeof(int)); }),
            ("abstract Invoke", t => { Constructor(t); Method(t, "Invoke", MethodAttributes.Abstract | MethodAttributes.Virtual, 0); }), ("field", t => { Constructor(t); Method(t, "Invoke"); t.DefineField("F", typeof(int), FieldAttributes.Public); t.DefineField("S", typeof(int), FieldAttributes.Public | FieldAttributes.Static); }), ("generic Invoke", t => { Constructor(t); MethodBuilder m = t.DefineMethod("Invoke", MethodAttributes.Public | MethodAttributes.Virtual, typeof(int), []); m.DefineGenericParameters("T"); m.SetImplementationFlags(Runtime); }), ("generic", t => { t.DefineGenericParameters("T"); Constructor(t); Method(t, "Invoke"); }), ("interface", t => { Constructor(t); Method(t, "Invoke"); t.AddInterfaceImplementation(typeof(ICloneable)); }),
        };
        foreach (TypeAttributes attributes in new[] { TypeAttributes.Sealed, TypeAttributes.Sealed | TypeAttributes.Abstract, TypeAttributes.Public })
            foreach (Type parent in new[] { typeof(MulticastDelegate), typeof(Delegate), typeof(object) })
                foreach (var (name, define) in kinds)
                {
                    Type? type = null;
                    Try($"{parent.Name} {attributes} {name}", () => { TypeBuilder t = module.DefineType("D" + n++, attributes, parent); define(t); type = t.CreateType(); return type; });
                    if (type == null) continue;
                    if (type.IsGenericType) type = type.MakeGenericType(typeof(int));
                    if (parent == typeof(object)) { Try("  instance", () => RuntimeHelpers.GetUninitializedObject(type).GetType().Name); continue; }
                    MethodInfo target = typeof(Program).GetMethod("Target")!;
                    Try("  create", () => Delegate.CreateDelegate(type, target)); Try("  by name", () => Delegate.CreateDelegate(type, typeof(Program), "Target")); Try("  dynamic", () => Delegate.CreateDelegate(type, target).DynamicInvoke());
                    Try("  constructor", () => type.GetConstructors().FirstOrDefault()?.Invoke([null, target.MethodHandle.GetFunctionPointer()]) is null); Try("  for pointer", () => Marshal.GetDelegateForFunctionPointer(target.MethodHandle.GetFunctionPointer(), type) is null);
                    if (name == "other constructor") continue;
                    Try("  newobj", () => type.GetConstructors().Length == 0 ? null : Emit(il => { il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Ldftn, target); il.Emit(OpCodes.Newobj, type.GetConstructors()[0]); il.Emit(OpCodes.Pop); il.Emit(OpCodes.Ldc_I4_0); }));
                    Try("  call", () => type.GetMethod("Invoke", []) is not { } m ? null : Emit(il => { if (!m.IsStatic) { il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Ldftn, target); il.Emit(OpCodes.Newobj, type.GetConstructors()[0]); } il.Emit(m.IsStatic ? OpCodes.Call : OpCodes.Callvirt, m); }));
                }
    }
    static object? Emit(Action<ILGenerator> emit)
    {
        var method = new DynamicMethod("M", typeof(int), [typeof(object)], typeof(Program), true);
        ILGenerator il = method.GetILGenerator(); emit(il); il.Emit(OpCodes.Ret);
        return method.Invoke(null, ["x"]);
    }
}
