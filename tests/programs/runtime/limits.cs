// Methods and types with very many parts: clauses, nesting of types and regions, locals, arguments, switch targets, instantiations.
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;

static class Program
{
    static void Try(string what, Func<object?> f)
    {
        try { Console.WriteLine($"{what}: {f()}"); }
        catch (Exception e) { e = e is TargetInvocationException { InnerException: { } i } ? i : e; Console.WriteLine($"{what}: {e.GetType().Name}: {e.Message.Split('\n')[0]}"); }
    }
    static object? Run(Action<ILGenerator> emit, params Type[] arguments)
    {
        var m = new DynamicMethod("M", typeof(int), arguments, typeof(Program), true);
        ILGenerator il = m.GetILGenerator(1 << 16); emit(il);
        return m.Invoke(null, arguments.Select(t => t == typeof(int) ? 1 : (object?)null).ToArray());
    }
    static object? Typed(string name, Action<ILGenerator> emit)
    {
        var module = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName(name), AssemblyBuilderAccess.Run).DefineDynamicModule(name);
        TypeBuilder t = module.DefineType("T", TypeAttributes.Public);
        emit(t.DefineMethod("M", MethodAttributes.Public | MethodAttributes.Static, typeof(int), []).GetILGenerator(1 << 16));
        return t.CreateType().GetMethod("M")!.Invoke(null, null);
    }
    static void Clauses(ILGenerator il, int count)
    {
        LocalBuilder sum = il.DeclareLocal(typeof(int));
        for (int i = 0; i < count; i++)
        {
            il.BeginExceptionBlock();
            il.Emit(OpCodes.Ldloc, sum); il.Emit(OpCodes.Ldc_I4_1); il.Emit(OpCodes.Add); il.Emit(OpCodes.Stloc, sum);
            if (i % 500 == 4) { il.Emit(OpCodes.Ldnull); il.Emit(OpCodes.Throw); }
            if (i % 3 == 0) il.BeginFinallyBlock(); else { il.BeginCatchBlock(typeof(Exception)); il.Emit(OpCodes.Pop); }
            if (i % 500 == 4) { il.EndExceptionBlock(); continue; }
            il.Emit(OpCodes.Ldloc, sum); il.Emit(OpCodes.Ldc_I4_2); il.Emit(OpCodes.Add); il.Emit(OpCodes.Stloc, sum);
            il.EndExceptionBlock();
        }
        il.Emit(OpCodes.Ldloc, sum); il.Emit(OpCodes.Ret);
    }
    static void ManyCatches(ILGenerator il, int count)
    {
        Label end = il.BeginExceptionBlock();
        il.Emit(OpCodes.Newobj, typeof(FormatException).GetConstructor([])!); il.Emit(OpCodes.Throw);
        for (int i = 0; i < count; i++) { il.BeginCatchBlock(typeof(ArgumentException)); il.Emit(OpCodes.Pop); }
        il.BeginCatchBlock(typeof(FormatException)); il.Emit(OpCodes.Pop); il.EndExceptionBlock();
        il.Emit(OpCodes.Ldc_I4, 7); il.Emit(OpCodes.Ret);
    }
    static void NestedTries(ILGenerator il, int depth)
    {
        LocalBuilder sum = il.DeclareLocal(typeof(int));
        for (int i = 0; i < depth; i++) il.BeginExceptionBlock();
        il.Emit(OpCodes.Ldc_I4_1); il.Emit(OpCodes.Stloc, sum);
        for (int i = 0; i < depth; i++) { il.BeginFinallyBlock(); il.Emit(OpCodes.Ldloc, sum); il.Emit(OpCodes.Ldc_I4_1); il.Emit(OpCodes.Add); il.Emit(OpCodes.Stloc, sum); il.EndExceptionBlock(); }
        il.Emit(OpCodes.Ldloc, sum); il.Emit(OpCodes.Ret);
    }
    static void NestedHandlers(ILGenerator il, int depth)
    {
        LocalBuilder sum = il.DeclareLocal(typeof(int));
        for (int i = 0; i < depth; i++) { il.BeginExceptionBlock(); il.Emit(OpCodes.Ldloc, sum); il.Emit(OpCodes.Ldc_I4_1); il.Emit(OpCodes.Add); il.Emit(OpCodes.Stloc, sum); il.Emit(OpCodes.Newobj, typeof(Exception).GetConstructor([])!); il.Emit(OpCodes.Throw); il.BeginCatchBlock(typeof(Exception)); il.Emit(OpCodes.Pop); }
        for (int i = 0; i < depth; i++) il.EndExceptionBlock();
        il.Emit(OpCodes.Ldloc, sum); il.Emit(OpCodes.Ret);
    }
    static Type NestedTypes(int depth, string name)
    {
        var module = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName(name), AssemblyBuilderAccess.Run).DefineDynamicModule(name);
        TypeBuilder t = module.DefineType("T0", TypeAttributes.Public);
        var all = new List<TypeBuilder> { t };
        for (int i = 1; i < depth; i++) all.Add(t = t.DefineNestedType("T" + i, TypeAttributes.NestedPublic));
        FieldBuilder f = t.DefineField("F", typeof(int), FieldAttributes.Public | FieldAttributes.Static);
        MethodBuilder m = t.DefineMethod("M", MethodAttributes.Public | MethodAttributes.Static, typeof(int), []);
        ILGenerator il = m.GetILGenerator(); il.Emit(OpCodes.Ldsfld, f); il.Emit(OpCodes.Ldc_I4_5); il.Emit(OpCodes.Add); il.Emit(OpCodes.Ret);
        Type? last = null;
        foreach (TypeBuilder b in all) last = b.CreateType();
        return last!;
    }
    static Type Generic(int depth) { Type t = typeof(int); for (int i = 0; i < depth; i++) t = typeof(List<>).MakeGenericType(t); return t; }
    static void Main()
    {
        foreach (int n in new[] { 100, 2049, 2500 }) { Try("clauses " + n, () => Run(il => Clauses(il, n))); Try("clauses of a type " + n, () => Typed("c" + n, il => Clauses(il, n))); Try("catches " + n, () => Run(il => ManyCatches(il, n))); }
        foreach (int n in new[] { 10, 100 }) { Try("nested tries " + n, () => Run(il => NestedTries(il, n))); Try("nested handlers " + n, () => Run(il => NestedHandlers(il, n))); }
        foreach (int n in new[] { 10, 64, 65, 66, 200 }) Try("nested types " + n, () => { Type t = NestedTypes(n, "n" + n); return t.Name + " " + t.FullName!.Length + " " + t.GetMethod("M")!.Invoke(null, null) + " " + (t.Assembly.GetType(t.FullName) == t) + " " + t.DeclaringType!.Name + (Type.GetType(t.AssemblyQualifiedName!) is null); });
        foreach (int n in new[] { 1, 255, 256, 300, 1000, 5000 }) Try("locals " + n, () => Run(il => { LocalBuilder[] l = new LocalBuilder[n]; for (int i = 0; i < n; i++) l[i] = il.DeclareLocal(i % 3 == 0 ? typeof(object) : typeof(int)); int last = n - 1 - (n - 1) % 3 + 1; if (last >= n) last = 0; if (n > 1) { il.Emit(OpCodes.Ldc_I4_8); il.Emit(OpCodes.Stloc, l[1]); il.Emit(OpCodes.Ldloc, l[1]); } else il.Emit(OpCodes.Ldc_I4_3); il.Emit(OpCodes.Ret); }));
        foreach (int n in new[] { 1, 6, 7, 100, 255, 256, 1000 }) Try("arguments " + n, () => Run(il => { il.Emit(OpCodes.Ldc_I4_0); for (int i = 0; i < n; i++) { il.Emit(OpCodes.Ldarg, (short)i); il.Emit(OpCodes.Add); } il.Emit(OpCodes.Ret); }, Enumerable.Repeat(typeof(int), n).ToArray()));
        foreach (int n in new[] { 1, 1000, 5000 }) Try("switch " + n, () => Run(il => { Label[] l = new Label[n]; for (int i = 0; i < n; i++) l[i] = il.DefineLabel(); il.Emit(OpCodes.Ldc_I4, n - 1); il.Emit(OpCodes.Switch, l); il.Emit(OpCodes.Ldc_I4_M1); il.Emit(OpCodes.Ret); for (int i = 0; i < n; i++) { il.MarkLabel(l[i]); il.Emit(OpCodes.Ldc_I4, i); il.Emit(OpCodes.Ret); } }));
        foreach (int n in new[] { 10, 1000, 2000 }) Try("stack " + n, () => Run(il => { for (int i = 0; i < n; i++) il.Emit(OpCodes.Ldc_I4_1); for (int i = 1; i < n; i++) il.Emit(OpCodes.Add); il.Emit(OpCodes.Ret); }));
        foreach (int n in new[] { 10, 1000, 5000 }) Try("blocks " + n, () => Run(il => { LocalBuilder s = il.DeclareLocal(typeof(int)); for (int i = 0; i < n; i++) { Label l = il.DefineLabel(); il.Emit(OpCodes.Ldloc, s); il.Emit(OpCodes.Ldc_I4, i); il.Emit(OpCodes.Beq, l); il.Emit(OpCodes.Ldloc, s); il.Emit(OpCodes.Ldc_I4_1); il.Emit(OpCodes.Add); il.Emit(OpCodes.Stloc, s); il.MarkLabel(l); } il.Emit(OpCodes.Ldloc, s); il.Emit(OpCodes.Ret); }));
        foreach (int n in new[] { 5, 50, 100 }) Try("generics " + n, () => { Type t = Generic(n); object o = Activator.CreateInstance(t)!; return o.GetType() == t && ((System.Collections.IList)o).Count == 0; });
        foreach (int n in new[] { 10, 100, 254 }) Try("inheritance " + n, () => { var module = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("i" + n), AssemblyBuilderAccess.Run).DefineDynamicModule("i"); Type p = typeof(object); for (int i = 0; i < n; i++) p = module.DefineType("I" + i, TypeAttributes.Public, p).CreateType(); return Activator.CreateInstance(p)!.GetType().Name; });
        foreach (int n in new[] { 10, 1000 }) Try("methods " + n, () => { var module = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("m" + n), AssemblyBuilderAccess.Run).DefineDynamicModule("m"); TypeBuilder t = module.DefineType("T", TypeAttributes.Public); for (int i = 0; i < n; i++) { ILGenerator il = t.DefineMethod("M" + i, MethodAttributes.Public | MethodAttributes.Virtual | MethodAttributes.NewSlot, typeof(int), []).GetILGenerator(); il.Emit(OpCodes.Ldc_I4, i); il.Emit(OpCodes.Ret); } Type c = t.CreateType(); return c.GetMethod("M" + (n - 1))!.Invoke(Activator.CreateInstance(c), null); });
        foreach (int n in new[] { 10, 1000 }) Try("fields " + n, () => { var module = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("f" + n), AssemblyBuilderAccess.Run).DefineDynamicModule("f"); TypeBuilder t = module.DefineType("T", TypeAttributes.Public); for (int i = 0; i < n; i++) t.DefineField("F" + i, i % 2 == 0 ? typeof(object) : typeof(int), FieldAttributes.Public | (i % 5 == 0 ? FieldAttributes.Static : 0)); Type c = t.CreateType(); object o = Activator.CreateInstance(c)!; c.GetField("F1")!.SetValue(o, 5); return c.GetFields().Length + " " + c.GetField("F1")!.GetValue(o); });
        foreach (int n in new[] { 10, 300 }) Try("interfaces " + n, () => { var module = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("x" + n), AssemblyBuilderAccess.Run).DefineDynamicModule("x"); TypeBuilder t = module.DefineType("T", TypeAttributes.Public); for (int i = 0; i < n; i++) t.AddInterfaceImplementation(module.DefineType("I" + i, TypeAttributes.Public | TypeAttributes.Interface | TypeAttributes.Abstract).CreateType()); Type c = t.CreateType(); return Activator.CreateInstance(c)!.GetType().GetInterfaces().Length; });
        foreach (int n in new[] { 1, 100 }) Try("type parameters " + n, () => { var module = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("g" + n), AssemblyBuilderAccess.Run).DefineDynamicModule("g"); TypeBuilder t = module.DefineType("T", TypeAttributes.Public); t.DefineGenericParameters(Enumerable.Range(0, n).Select(i => "P" + i).ToArray()); Type c = t.CreateType().MakeGenericType(Enumerable.Repeat(typeof(int), n).ToArray()); return Activator.CreateInstance(c)!.GetType().GetGenericArguments().Length; });
        Try("array ranks", () => string.Join(",", new[] { 1, 2, 31, 32 }.Select(r => Array.CreateInstance(typeof(int), new int[r]).Rank))); Try("array rank 33", () => Array.CreateInstance(typeof(int), new int[33])); Try("make array 33", () => typeof(int).MakeArrayType(33)); Try("jagged 300", () => { Type t = typeof(int); for (int i = 0; i < 300; i++) t = t.MakeArrayType(); return Array.CreateInstance(t, 1).GetType().Name.Length; }); Try("pointers 300", () => { Type t = typeof(int); for (int i = 0; i < 300; i++) t = t.MakePointerType(); return t.Name.Length; });
        Try("string literal", () => Run(il => { il.Emit(OpCodes.Ldstr, new string('x', 100000)); il.Emit(OpCodes.Callvirt, typeof(string).GetProperty("Length")!.GetMethod!); il.Emit(OpCodes.Ret); }));
        Try("long names", () => { var module = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("l"), AssemblyBuilderAccess.Run).DefineDynamicModule("l"); return module.DefineType(new string('n', 1000), TypeAttributes.Public).CreateType().Name.Length; }); Try("too long name", () => { var module = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("l"), AssemblyBuilderAccess.Run).DefineDynamicModule("l"); return module.DefineType(new string('n', 1024), TypeAttributes.Public).CreateType().Name.Length; });
    }
}
