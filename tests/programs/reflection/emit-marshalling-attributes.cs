// MarshalAs and DllImport given to builders by SetCustomAttribute: rows of FieldMarshal and ImplMap, read back as attributes and by the
// marshaller.
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.InteropServices;

public sealed class Marshaler : ICustomMarshaler
{
    public static ICustomMarshaler GetInstance(string cookie) => new Marshaler();
    public void CleanUpManagedData(object managed) { }
    public void CleanUpNativeData(nint native) { }
    public int GetNativeDataSize() => -1;
    public nint MarshalManagedToNative(object managed) => 0;
    public object MarshalNativeToManaged(nint native) => "";
}

static class Program
{
    static CustomAttributeBuilder Make(Type type, object[] arguments, params (string Name, object Value)[] named)
    {
        ConstructorInfo constructor = type.GetConstructor([.. arguments.Select(a => a.GetType())])!;
        return new(constructor, arguments, [], [], named.Select(n => type.GetField(n.Name)!).ToArray(), named.Select(n => n.Value).ToArray());
    }
    static CustomAttributeBuilder MarshalAs(UnmanagedType type, params (string Name, object Value)[] named) => Make(typeof(MarshalAsAttribute), [type], named);
    static void Try(string name, Action act)
    {
        try { act(); }
        catch (Exception e) { Console.WriteLine($"{name}: {e.GetType().Name} {e.Message}"); }
    }
    static string Data(IEnumerable<CustomAttributeData> data) => string.Join(" ", data.Select(a => a.ToString()).Order(StringComparer.Ordinal));
    static string Describe(MarshalAsAttribute? a) => a == null ? "none" : $"{a.Value} {a.ArraySubType} {a.SafeArraySubType} {a.SafeArrayUserDefinedSubType} {a.SizeConst} {a.SizeParamIndex} {a.IidParameterIndex} {a.MarshalType} {a.MarshalTypeRef} {a.MarshalCookie}";

    static int number;
    static ModuleBuilder module = null!;

    static void OfField(string name, Type type, CustomAttributeBuilder attribute, bool isMarshalled = false)
    {
        Try(name, () =>
        {
            TypeBuilder builder = module.DefineType("T" + number++, TypeAttributes.Public | TypeAttributes.SequentialLayout | TypeAttributes.Sealed, typeof(ValueType));
            FieldBuilder field = builder.DefineField("f", type, FieldAttributes.Public);
            field.SetCustomAttribute(attribute);
            Type made = builder.CreateType();
            FieldInfo read = made.GetField("f")!;
            Console.WriteLine($"{name}: {read.Attributes} {Describe(read.GetCustomAttribute<MarshalAsAttribute>())} | {Data(read.GetCustomAttributesData())}");
            if (isMarshalled)
                Console.WriteLine($"{name}: {Marshal.SizeOf(made)}");
        });
    }
    static void OfParameter(string name, Type type, params CustomAttributeBuilder[] attributes)
    {
        Try(name, () =>
        {
            TypeBuilder builder = module.DefineType("T" + number++, TypeAttributes.Public);
            MethodBuilder method = builder.DefineMethod("M", MethodAttributes.Public | MethodAttributes.Static, typeof(void), [type]);
            ParameterBuilder parameter = method.DefineParameter(1, ParameterAttributes.In, "p");
            foreach (CustomAttributeBuilder attribute in attributes)
                parameter.SetCustomAttribute(attribute);
            method.GetILGenerator().Emit(OpCodes.Ret);
            ParameterInfo read = builder.CreateType().GetMethod("M")!.GetParameters()[0];
            Console.WriteLine($"{name}: {read.Attributes} {Describe(read.GetCustomAttribute<MarshalAsAttribute>())} | {Data(read.GetCustomAttributesData())}");
        });
    }
    static void OfMethod(string name, CustomAttributeBuilder attribute, MethodAttributes more = MethodAttributes.Static, object[]? call = null)
    {
        Try(name, () =>
        {
            TypeBuilder builder = module.DefineType("T" + number++, TypeAttributes.Public);
            MethodBuilder method = builder.DefineMethod("getpid", MethodAttributes.Public | more, typeof(int), []);
            method.SetCustomAttribute(attribute);
            MethodInfo read = builder.CreateType().GetMethod("getpid", (BindingFlags)60)!;
            Console.WriteLine($"{name}: {read.Attributes} {read.MethodImplementationFlags} | {Data(read.GetCustomAttributesData())}");
            if (call != null)
                Console.WriteLine($"{name}: {(int)read.Invoke(null, call)! == Environment.ProcessId}");
        });
    }

    static void Compiled([MarshalAs(UnmanagedType.SafeArray, SafeArraySubType = VarEnum.VT_BSTR)] int[] a, [MarshalAs(UnmanagedType.Interface, IidParameterIndex = 2)] object b, [MarshalAs(UnmanagedType.LPArray, SizeConst = 9)] int[] c,
        [MarshalAs(UnmanagedType.SafeArray, SafeArraySubType = VarEnum.VT_DISPATCH, SafeArrayUserDefinedSubType = typeof(Marshaler))] int[] d) { }

    static void Main()
    {
        foreach (ParameterInfo parameter in ((Delegate)Compiled).Method.GetParameters())
            Console.WriteLine(Describe(parameter.GetCustomAttribute<MarshalAsAttribute>()));
        module = AssemblyBuilder.DefineDynamicAssembly(new("marshalling"), AssemblyBuilderAccess.Run).DefineDynamicModule("m");
        foreach (UnmanagedType type in Enum.GetValues<UnmanagedType>().Append((UnmanagedType)1).Append((UnmanagedType)0x51))
            OfField($"field {(int)type:x}", typeof(int), MarshalAs(type));
        OfField("short", typeof(int), Make(typeof(MarshalAsAttribute), [(short)UnmanagedType.U2]), true);
        OfField("I8 over int", typeof(int), MarshalAs(UnmanagedType.I8), true);
        OfField("string LPWStr", typeof(string), MarshalAs(UnmanagedType.LPWStr), true);
        OfField("ByValTStr 20", typeof(string), MarshalAs(UnmanagedType.ByValTStr, ("SizeConst", 20)), true);
        OfField("ByValTStr 70000", typeof(string), MarshalAs(UnmanagedType.ByValTStr, ("SizeConst", 70000)), true);
        OfField("ByValArray 5", typeof(int[]), MarshalAs(UnmanagedType.ByValArray, ("SizeConst", 5)), true);
        OfField("ByValArray 5 of I2", typeof(short[]), MarshalAs(UnmanagedType.ByValArray, ("SizeConst", 5), ("ArraySubType", UnmanagedType.I2)), true);
        OfField("ByValArray of I2 5", typeof(short[]), MarshalAs(UnmanagedType.ByValArray, ("ArraySubType", UnmanagedType.I2), ("SizeConst", 5)), true);
        OfField("ByValArray -1", typeof(int[]), MarshalAs(UnmanagedType.ByValArray, ("SizeConst", -1)));
        OfField("ByValArray with index", typeof(int[]), MarshalAs(UnmanagedType.ByValArray, ("SizeConst", 3), ("SizeParamIndex", (short)1)));
        OfField("bool I1", typeof(bool), MarshalAs(UnmanagedType.I1), true);

        OfParameter("LPArray", typeof(int[]), MarshalAs(UnmanagedType.LPArray));
        OfParameter("LPArray size", typeof(int[]), MarshalAs(UnmanagedType.LPArray, ("SizeConst", 7)));
        OfParameter("LPArray size 0", typeof(int[]), MarshalAs(UnmanagedType.LPArray, ("SizeConst", 0)));
        OfParameter("LPArray index", typeof(int[]), MarshalAs(UnmanagedType.LPArray, ("SizeParamIndex", (short)2)));
        OfParameter("LPArray index 0", typeof(int[]), MarshalAs(UnmanagedType.LPArray, ("SizeParamIndex", (short)0)));
        OfParameter("LPArray index -1", typeof(int[]), MarshalAs(UnmanagedType.LPArray, ("SizeParamIndex", (short)-1)));
        OfParameter("LPArray all", typeof(int[]), MarshalAs(UnmanagedType.LPArray, ("SizeParamIndex", (short)1), ("SizeConst", 300), ("ArraySubType", UnmanagedType.U4)));
        OfParameter("LPArray of", typeof(int[]), MarshalAs(UnmanagedType.LPArray, ("ArraySubType", UnmanagedType.Currency)));
        OfParameter("SafeArray", typeof(int[]), MarshalAs(UnmanagedType.SafeArray));
        OfParameter("SafeArray of", typeof(int[]), MarshalAs(UnmanagedType.SafeArray, ("SafeArraySubType", VarEnum.VT_BSTR)));
        OfParameter("SafeArray of user's", typeof(int[]), MarshalAs(UnmanagedType.SafeArray, ("SafeArraySubType", VarEnum.VT_DISPATCH), ("SafeArrayUserDefinedSubType", typeof(Marshaler))));
        OfParameter("SafeArray only user's", typeof(int[]), MarshalAs(UnmanagedType.SafeArray, ("SafeArrayUserDefinedSubType", typeof(Marshaler))));
        OfParameter("Interface", typeof(object), MarshalAs(UnmanagedType.Interface));
        OfParameter("Interface iid", typeof(object), MarshalAs(UnmanagedType.Interface, ("IidParameterIndex", 2)));
        OfParameter("IUnknown iid 0", typeof(object), MarshalAs(UnmanagedType.IUnknown, ("IidParameterIndex", 0)));
        OfParameter("IDispatch iid -1", typeof(object), MarshalAs(UnmanagedType.IDispatch, ("IidParameterIndex", -1)));
        OfParameter("IInspectable iid", typeof(object), MarshalAs(UnmanagedType.IInspectable, ("IidParameterIndex", 1)));
        OfParameter("Custom", typeof(object), MarshalAs(UnmanagedType.CustomMarshaler, ("MarshalType", "Marshaler")));
        OfParameter("Custom ref", typeof(object), MarshalAs(UnmanagedType.CustomMarshaler, ("MarshalTypeRef", typeof(Marshaler))));
        OfParameter("Custom ref cookie", typeof(object), MarshalAs(UnmanagedType.CustomMarshaler, ("MarshalTypeRef", typeof(Marshaler)), ("MarshalCookie", "ä cookie")));
        OfParameter("Custom both", typeof(object), MarshalAs(UnmanagedType.CustomMarshaler, ("MarshalTypeRef", typeof(Marshaler)), ("MarshalType", "Other")));
        OfParameter("Custom neither", typeof(object), MarshalAs(UnmanagedType.CustomMarshaler));
        OfParameter("Custom cookie only", typeof(object), MarshalAs(UnmanagedType.CustomMarshaler, ("MarshalCookie", "c")));
        OfParameter("twice", typeof(string), MarshalAs(UnmanagedType.LPStr), MarshalAs(UnmanagedType.LPWStr));
        OfParameter("subtype where none belongs", typeof(string), MarshalAs(UnmanagedType.LPStr, ("ArraySubType", UnmanagedType.U1), ("SizeConst", 3)));

        OfMethod("MarshalAs on method", MarshalAs(UnmanagedType.I4));
        OfMethod("DllImport", Make(typeof(DllImportAttribute), ["libc"]), MethodAttributes.Static, []);
        OfMethod("DllImport entry", Make(typeof(DllImportAttribute), ["libc"], ("EntryPoint", "getpid")), MethodAttributes.Static, []);
        OfMethod("DllImport missing", Make(typeof(DllImportAttribute), ["libc"], ("EntryPoint", "no_such_function")));
        foreach (CharSet charSet in Enum.GetValues<CharSet>())
            OfMethod("DllImport CharSet " + charSet, Make(typeof(DllImportAttribute), ["libc"], ("CharSet", charSet)));
        foreach (CallingConvention convention in Enum.GetValues<CallingConvention>())
            OfMethod("DllImport CallingConvention " + convention, Make(typeof(DllImportAttribute), ["libc"], ("CallingConvention", convention)));
        foreach (bool yes in new[] { false, true })
            foreach (string flag in new[] { "ExactSpelling", "SetLastError", "PreserveSig", "BestFitMapping", "ThrowOnUnmappableChar" })
                OfMethod($"DllImport {flag} {yes}", Make(typeof(DllImportAttribute), ["libc"], (flag, yes)));
        OfMethod("DllImport all", Make(typeof(DllImportAttribute), ["libc"], ("EntryPoint", "getpid"), ("CharSet", CharSet.Unicode), ("ExactSpelling", true), ("SetLastError", true), ("PreserveSig", true), ("CallingConvention", CallingConvention.Cdecl), ("BestFitMapping", false), ("ThrowOnUnmappableChar", true)), MethodAttributes.Static, []);
        OfMethod("DllImport on instance", Make(typeof(DllImportAttribute), ["libc"]), 0);
        OfMethod("DllImport empty", Make(typeof(DllImportAttribute), [""]));
    }
}
