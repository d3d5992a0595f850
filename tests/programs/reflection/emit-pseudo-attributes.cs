// Attributes that are no rows of their own but flags and tables, given to builders by SetCustomAttribute: what the types and members say
// of themselves afterwards.
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security;

static class Program
{
    static CustomAttributeBuilder Make(Type type, object[] arguments, params (string Name, object Value)[] named)
    {
        ConstructorInfo constructor = type.GetConstructors(BindingFlags.Public | BindingFlags.Instance).First(c => c.GetParameters().Select(p => p.ParameterType).Count() == arguments.Length && c.GetParameters().Zip(arguments).All(p => p.First.ParameterType.IsInstanceOfType(p.Second)));
        var fields = named.Where(n => type.GetField(n.Name) != null).ToArray();
        var properties = named.Where(n => type.GetProperty(n.Name) != null).ToArray();
        return new(constructor, arguments, properties.Select(n => type.GetProperty(n.Name)!).ToArray(), properties.Select(n => n.Value).ToArray(), fields.Select(n => type.GetField(n.Name)!).ToArray(), fields.Select(n => n.Value).ToArray());
    }
    static void Try(string name, Action act)
    {
        try { act(); }
        catch (Exception e) { Console.WriteLine($"{name}: {e.GetType().Name} {e.Message}"); }
    }
    static string Data(MemberInfo member) => string.Join(" ", member.GetCustomAttributesData().Select(a => a.ToString()).Order(StringComparer.Ordinal));
    static string Data(ParameterInfo member) => string.Join(" ", member.GetCustomAttributesData().Select(a => a.ToString()).Order(StringComparer.Ordinal));

    static int number;
    static ModuleBuilder module = null!;
    static TypeBuilder Class(TypeAttributes attributes = TypeAttributes.Public, Type? parent = null) => module.DefineType("T" + number++, attributes, parent);

    static void OfType(string name, CustomAttributeBuilder attribute, TypeAttributes attributes = TypeAttributes.Public, Type? parent = null, bool field = true)
    {
        Try(name, () =>
        {
            TypeBuilder type = Class(attributes, parent);
            if (field) type.DefineField("f", typeof(int), FieldAttributes.Public);
            type.SetCustomAttribute(attribute);
            Type made = type.CreateType();
            StructLayoutAttribute? layout = made.StructLayoutAttribute;
            Console.WriteLine($"{name}: {made.Attributes} {layout?.Value} {layout?.Size} {layout?.Pack} {layout?.CharSet} {made.IsSerializable} {made.IsImport} | {Data(made)}");
        });
    }
    static void OfField(string name, params CustomAttributeBuilder[] attributes)
    {
        Try(name, () =>
        {
            TypeBuilder type = Class(name.Contains("Offset") ? TypeAttributes.Public | TypeAttributes.ExplicitLayout | TypeAttributes.Sealed : TypeAttributes.Public, name.Contains("Offset") ? typeof(ValueType) : null);
            FieldBuilder field = type.DefineField("f", name.Contains("string") ? typeof(string) : name.Contains("array") ? typeof(int[]) : name.Contains("object") ? typeof(object) : typeof(int), FieldAttributes.Public);
            foreach (CustomAttributeBuilder attribute in attributes) field.SetCustomAttribute(attribute);
            FieldInfo made = type.CreateType().GetField("f")!;
            Console.WriteLine($"{name}: {made.Attributes} | {Data(made)}");
        });
    }
    static void OfMethod(string name, CustomAttributeBuilder attribute, MethodAttributes attributes = MethodAttributes.Public | MethodAttributes.Static, bool body = true)
    {
        Try(name, () =>
        {
            TypeBuilder type = Class();
            MethodBuilder method = type.DefineMethod("M", attributes, typeof(void), [typeof(int)]);
            method.SetCustomAttribute(attribute);
            if (body) method.GetILGenerator().Emit(OpCodes.Ret);
            MethodInfo made = type.CreateType().GetMethod("M", (BindingFlags)60)!;
            Console.WriteLine($"{name}: {made.Attributes} {made.MethodImplementationFlags} | {Data(made)}");
        });
    }
    static void OfParameter(string name, Type parameter, params CustomAttributeBuilder[] attributes)
    {
        Try(name, () =>
        {
            TypeBuilder type = Class();
            MethodBuilder method = type.DefineMethod("M", MethodAttributes.Public | MethodAttributes.Static, typeof(void), [parameter]);
            ParameterBuilder builder = method.DefineParameter(1, ParameterAttributes.None, "p");
            ParameterBuilder returned = method.DefineParameter(0, ParameterAttributes.None, null);
            foreach (CustomAttributeBuilder attribute in attributes) { builder.SetCustomAttribute(attribute); if (attributes.Length > 1) returned.SetCustomAttribute(attribute); }
            method.GetILGenerator().Emit(OpCodes.Ret);
            MethodInfo made = type.CreateType().GetMethod("M")!;
            ParameterInfo p = made.GetParameters()[0];
            Console.WriteLine($"{name}: {p.Attributes} {p.IsIn} {p.IsOut} {p.IsOptional} {p.HasDefaultValue} {(p.HasDefaultValue ? p.RawDefaultValue : "")} | {Data(p)} | {made.ReturnParameter.Attributes} {Data(made.ReturnParameter)}");
        });
    }

    static void Main()
    {
        AssemblyBuilder assembly = AssemblyBuilder.DefineDynamicAssembly(new("pseudo"), AssemblyBuilderAccess.Run);
        module = assembly.DefineDynamicModule("m");

#pragma warning disable SYSLIB0050, SYSLIB0003
        OfType("Serializable", Make(typeof(SerializableAttribute), []));
        OfType("ComImport", Make(typeof(ComImportAttribute), []), TypeAttributes.Public | TypeAttributes.Interface | TypeAttributes.Abstract, null, false);
        OfType("SpecialName", Make(typeof(SpecialNameAttribute), []));
        foreach (LayoutKind kind in Enum.GetValues<LayoutKind>())
        {
            OfType("StructLayout " + kind, Make(typeof(StructLayoutAttribute), [kind]), TypeAttributes.Public | TypeAttributes.Sealed, typeof(ValueType), kind != LayoutKind.Explicit);
            OfType("StructLayout named " + kind, Make(typeof(StructLayoutAttribute), [kind], ("Pack", 2), ("Size", 40), ("CharSet", CharSet.Unicode)), TypeAttributes.Public | TypeAttributes.Sealed, typeof(ValueType), kind != LayoutKind.Explicit);
        }
        OfType("StructLayout short", Make(typeof(StructLayoutAttribute), [(short)0], ("CharSet", CharSet.Auto)));
        OfType("StructLayout odd pack", Make(typeof(StructLayoutAttribute), [LayoutKind.Sequential], ("Pack", 3)));
        OfType("StructLayout odd kind", Make(typeof(StructLayoutAttribute), [(LayoutKind)7]));
        OfType("NonSerialized on type", Make(typeof(NonSerializedAttribute), []));
        OfType("Obsolete", Make(typeof(ObsoleteAttribute), ["old"]));
        OfType("Guid", Make(typeof(GuidAttribute), ["6a79e6f8-0d4f-4d5d-9d14-7b4b1a0f3c2e"]));
        OfType("SecurityCritical", Make(typeof(SecurityCriticalAttribute), []));

        OfField("NonSerialized", Make(typeof(NonSerializedAttribute), []));
        OfField("field SpecialName", Make(typeof(SpecialNameAttribute), []));
        foreach (int offset in new[] { 0, 4, 0x1000, -1, int.MaxValue }) OfField("FieldOffset " + offset, Make(typeof(FieldOffsetAttribute), [offset]));
        OfField("Serializable on field", Make(typeof(SerializableAttribute), []));
        OfField("ThreadStatic", Make(typeof(ThreadStaticAttribute), []));
        OfField("FixedBuffer", Make(typeof(FixedBufferAttribute), [typeof(int), 3]));

        foreach (MethodImplOptions options in new MethodImplOptions[] { 0, MethodImplOptions.NoInlining, MethodImplOptions.Synchronized, MethodImplOptions.AggressiveInlining | MethodImplOptions.AggressiveOptimization, MethodImplOptions.PreserveSig, (MethodImplOptions)0x8000 })
            OfMethod("MethodImpl " + options, Make(typeof(MethodImplAttribute), [options]));
        OfMethod("MethodImpl short", Make(typeof(MethodImplAttribute), [(short)8]));
        OfMethod("MethodImpl none", Make(typeof(MethodImplAttribute), []));
        OfMethod("MethodImpl code type", Make(typeof(MethodImplAttribute), [MethodImplOptions.InternalCall], ("MethodCodeType", MethodCodeType.Runtime)), body: false);
        OfMethod("PreserveSig", Make(typeof(PreserveSigAttribute), []));
        OfMethod("method SpecialName", Make(typeof(SpecialNameAttribute), []));
        OfMethod("UnmanagedCallersOnly", Make(typeof(UnmanagedCallersOnlyAttribute), []));
        OfMethod("DynamicSecurityMethod", Make(typeof(SecuritySafeCriticalAttribute), []));

        OfParameter("In", typeof(int), Make(typeof(InAttribute), []));
        OfParameter("Out", typeof(int).MakeByRefType(), Make(typeof(OutAttribute), []));
        OfParameter("Optional", typeof(int), Make(typeof(OptionalAttribute), []));
        OfParameter("In Out Optional", typeof(int).MakeByRefType(), Make(typeof(InAttribute), []), Make(typeof(OutAttribute), []), Make(typeof(OptionalAttribute), []));
        OfParameter("DefaultParameterValue", typeof(int), Make(typeof(DefaultParameterValueAttribute), [(object)5]));
        OfParameter("DecimalConstant", typeof(decimal), Make(typeof(DecimalConstantAttribute), [(byte)1, (byte)0, 0, 0, 15]));
        OfParameter("ParamArray", typeof(int[]), Make(typeof(ParamArrayAttribute), []));

        Try("property", () =>
        {
            TypeBuilder type = Class();
            PropertyBuilder property = type.DefineProperty("P", PropertyAttributes.None, typeof(int), []);
            property.SetCustomAttribute(Make(typeof(SpecialNameAttribute), []));
            EventBuilder happening = type.DefineEvent("E", EventAttributes.None, typeof(Action));
            happening.SetCustomAttribute(Make(typeof(SpecialNameAttribute), []));
            Type made = type.CreateType();
            Console.WriteLine($"property {made.GetProperties((BindingFlags)60).FirstOrDefault()?.Attributes} {made.GetEvents((BindingFlags)60).FirstOrDefault()?.Attributes}");
        });
        Try("assembly", () =>
        {
            assembly.SetCustomAttribute(Make(typeof(AssemblyTitleAttribute), ["title"]));
            assembly.SetCustomAttribute(Make(typeof(AssemblyVersionAttribute), ["9.8.7.6"]));
            assembly.SetCustomAttribute(Make(typeof(AssemblyCultureAttribute), ["de"]));
            assembly.SetCustomAttribute(Make(typeof(AssemblyFlagsAttribute), [AssemblyNameFlags.Retargetable]));
            module.SetCustomAttribute(Make(typeof(DefaultCharSetAttribute), [CharSet.Unicode]));
            Console.WriteLine(assembly.FullName + " " + string.Join(" ", assembly.GetCustomAttributesData()) + string.Join(" ", module.GetCustomAttributesData()));
        });
    }
}
