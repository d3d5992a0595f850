// Data that Reflection.Emit defines: initialised, uninitialised, of types and modules; it can be written.
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;

static unsafe class Program
{
    static void Try(string name, Func<object?> f)
    {
        try { Console.WriteLine(name + ": " + f()); }
        catch (Exception e) { e = e is TargetInvocationException { InnerException: { } inner } ? inner : e; Console.WriteLine(name + ": " + e.GetType().Name + ": " + e.Message.Split('\n')[0]); }
    }
    static string Sum(Type type, string field, int size)
    {
        var method = new DynamicMethod("address", typeof(nint), [], typeof(Program), true);
        ILGenerator il = method.GetILGenerator();
        il.Emit(OpCodes.Ldsflda, type.GetField(field, (BindingFlags)(-1))!); il.Emit(OpCodes.Conv_U); il.Emit(OpCodes.Ret);
        byte* p = (byte*)(nint)method.Invoke(null, null)!;
        int sum = 0;
        for (int i = 0; i < size; i++) sum += p[i];
        for (int i = 0; i < size; i++) p[i] += 3;
        int after = 0;
        for (int i = 0; i < size; i++) after += p[i];
        return sum + " " + after;
    }
    static void Main()
    {
        var assembly = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("emitted"), AssemblyBuilderAccess.RunAndCollect);
        ModuleBuilder module = assembly.DefineDynamicModule("emitted");
        TypeBuilder type = module.DefineType("T", TypeAttributes.Public);
        FieldBuilder a = type.DefineInitializedData("A", [1, 2, 3, 4], FieldAttributes.Public | FieldAttributes.Static);
        FieldBuilder b = type.DefineUninitializedData("B", 100, FieldAttributes.Public | FieldAttributes.Static);
        FieldBuilder c = type.DefineUninitializedData("C", 100000, FieldAttributes.Private);
        FieldBuilder d = type.DefineInitializedData("D", new byte[3000], FieldAttributes.Public);
        Try("none", () => type.DefineUninitializedData("E", 0, FieldAttributes.Public));
        Try("negative", () => type.DefineUninitializedData("E", -1, FieldAttributes.Public));
        Try("too large", () => type.DefineUninitializedData("E", 0x3f0000, FieldAttributes.Public));
        Try("large", () => type.DefineUninitializedData("Large", 0x3effff, FieldAttributes.Public).Name);
        Try("no name", () => type.DefineUninitializedData("", 1, FieldAttributes.Public));
        Try("null name", () => type.DefineUninitializedData(null!, 1, FieldAttributes.Public));
        Try("null data", () => type.DefineInitializedData("N", null!, FieldAttributes.Public));
        Try("no data", () => type.DefineInitializedData("N", [], FieldAttributes.Public));
        FieldBuilder m = module.DefineInitializedData("M", [9, 8, 7, 6, 5], FieldAttributes.Public | FieldAttributes.Static);
        FieldBuilder u = module.DefineUninitializedData("U", 33, FieldAttributes.Public | FieldAttributes.Static);
        MethodBuilder sum = type.DefineMethod("Sum", MethodAttributes.Public | MethodAttributes.Static, typeof(int), []);
        ILGenerator il = sum.GetILGenerator();
        foreach (FieldBuilder f in new[] { a, b, m, u }) { il.Emit(OpCodes.Ldsflda, f); il.Emit(OpCodes.Ldind_U1); il.Emit(OpCodes.Add_Ovf_Un is var _ ? OpCodes.Nop : OpCodes.Nop); }
        il.Emit(OpCodes.Add); il.Emit(OpCodes.Add); il.Emit(OpCodes.Add); il.Emit(OpCodes.Ret);
        module.CreateGlobalFunctions();
        Type made = type.CreateType();
        foreach (FieldInfo f in made.GetFields((BindingFlags)(-1)).OrderBy(f => f.Name)) Console.WriteLine($"{f.Name} {f.FieldType.Name} {f.Attributes} {f.FieldType.StructLayoutAttribute!.Size} {f.FieldType.DeclaringType?.Name} {f.FieldType.Attributes}");
        Try("sum", () => made.GetMethod("Sum")!.Invoke(null, null));
        Try("A", () => Sum(made, "A", 4));
        Try("B", () => Sum(made, "B", 100));
        Try("C", () => Sum(made, "C", 100000));
        Try("D", () => Sum(made, "D", 3000));
        Try("Large", () => Sum(made, "Large", 0x3effff));
        Try("sum", () => made.GetMethod("Sum")!.Invoke(null, null));
        Try("value", () => made.GetField("A")!.GetValue(null)!.GetType().Name);
        Try("set", () => { object v = RuntimeHelpers.GetUninitializedObject(made.GetField("A")!.FieldType); made.GetField("A")!.SetValue(null, v); return made.GetMethod("Sum")!.Invoke(null, null); });
        foreach (FieldInfo f in module.GetFields().OrderBy(f => f.Name)) Console.WriteLine(f.Name + " " + f.FieldType.Name);
    }
}
