// skip: gcstress it makes ten thousand types, whose statics every collection visits
// skip: verify the same
// Every kind of managed type with every UnmanagedType, as parameter, by reference, as result and as field: what can be
// marshalled, what is refused and why. The declarations are made at run time; Marshal.Prelink tells without a call.
using System.Collections;
using System.Numerics;
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Text;

public struct Empty { }
public struct Plain { public int a; public long b; }
public struct HasBool { public bool a; public int b; }
public struct HasChar { public char a; }
public struct HasString { public string a; public int b; }
public struct HasObject { public object a; }
public struct HasArray { public int[] a; }
public struct HasDecimal { public decimal a; }
public struct HasDate { public DateTime a; }
public struct HasClass { public PlainClass a; }
public struct HasHandle { public MyHandle a; }
public struct HasDelegate { public Action a; }
public struct HasGeneric { public Pair<int> a; }
public struct HasPointer { public unsafe int* a; }
public struct HasNested { public HasBool a; public Plain b; }
[StructLayout(LayoutKind.Auto)] public struct AutoStruct { public int a; public long b; }
[StructLayout(LayoutKind.Explicit)] public struct Union { [FieldOffset(0)] public int a; [FieldOffset(0)] public long b; }
[StructLayout(LayoutKind.Explicit)] public struct BoolUnion { [FieldOffset(0)] public bool a; [FieldOffset(0)] public int b; }
public unsafe struct Fixed { public fixed int a[3]; }
[System.Runtime.CompilerServices.InlineArray(3)] public struct Inline { public int a; }
public struct Pair<T> { public T a, b; }
public ref struct RefStruct { public int a; }
public ref struct RefField { public ref int a; }
[StructLayout(LayoutKind.Sequential)] public class PlainClass { public int a; }
[StructLayout(LayoutKind.Sequential)] public class StringClass { public string? a; }
[StructLayout(LayoutKind.Sequential)] public class Derived : PlainClass { public int b; }
[StructLayout(LayoutKind.Sequential)] public class GenericClass<T> { public T? a; }
public class AutoClass { public int a; }
public enum IntEnum { A }
public enum ByteEnum : byte { A }
public delegate void PlainDelegate(int a);
public delegate void GenericDelegate<T>(T a);
public class MyHandle : SafeHandle { public MyHandle() : base(0, true) { } public override bool IsInvalid => false; protected override bool ReleaseHandle() => true; }
public class NoCtorHandle : SafeHandle { public NoCtorHandle(int a) : base(0, true) { } public override bool IsInvalid => false; protected override bool ReleaseHandle() => true; }
public class MyCritical : CriticalHandle { public MyCritical() : base(0) { } public override bool IsInvalid => false; protected override bool ReleaseHandle() => true; }
public interface IPlain { }

static class Program
{
    static readonly Type[] types =
    [
        typeof(sbyte), typeof(byte), typeof(short), typeof(ushort), typeof(int), typeof(uint), typeof(long), typeof(ulong),
        typeof(nint), typeof(nuint), typeof(float), typeof(double), typeof(bool), typeof(char), typeof(string), typeof(object),
        typeof(StringBuilder), typeof(decimal), typeof(Guid), typeof(DateTime), typeof(DateTimeOffset), typeof(TimeSpan), typeof(DateOnly),
        typeof(Int128), typeof(UInt128), typeof(Half), typeof(Rune), typeof(Index), typeof(Vector128<int>), typeof(Vector64<int>), typeof(Vector256<int>), typeof(Vector512<int>), typeof(Vector2), typeof(Vector3),
        typeof(Vector4), typeof(Complex), typeof(BigInteger), typeof(CancellationToken), typeof(GCHandle), typeof(ArgIterator), typeof(TypedReference),
        typeof(RuntimeTypeHandle), typeof(RuntimeMethodHandle), typeof(RuntimeFieldHandle), typeof(HandleRef), typeof(IntEnum), typeof(ByteEnum),
        typeof(int*), typeof(bool*), typeof(void*), typeof(HasString*), typeof(delegate*<void>), typeof(delegate* unmanaged<int>),
        typeof(Empty), typeof(Plain), typeof(HasBool), typeof(HasChar), typeof(HasString), typeof(HasObject), typeof(HasArray), typeof(HasDecimal), typeof(HasDate), typeof(HasClass),
        typeof(HasHandle), typeof(HasDelegate), typeof(HasGeneric), typeof(HasPointer), typeof(HasNested), typeof(AutoStruct), typeof(Union), typeof(BoolUnion), typeof(Fixed), typeof(Inline),
        typeof(Pair<int>), typeof(Pair<bool>), typeof(Pair<string>), typeof(int?), typeof(bool?), typeof(KeyValuePair<int, int>), typeof(ValueTuple<int, int>), typeof(Span<int>), typeof(ReadOnlySpan<char>),
        typeof(RefStruct), typeof(RefField), typeof(PlainClass), typeof(StringClass), typeof(Derived), typeof(GenericClass<int>), typeof(AutoClass), typeof(List<int>), typeof(ArrayList), typeof(Exception),
        typeof(PlainDelegate), typeof(GenericDelegate<int>), typeof(Action), typeof(Action<int>), typeof(Delegate), typeof(MulticastDelegate), typeof(SafeHandle), typeof(MyHandle), typeof(NoCtorHandle), typeof(CriticalHandle),
        typeof(MyCritical), typeof(IPlain), typeof(IEnumerable), typeof(ICustomMarshaler), typeof(Array), typeof(ValueType), typeof(Enum), typeof(Type), typeof(IDisposable),
        typeof(int[]), typeof(byte[]), typeof(bool[]), typeof(char[]), typeof(string[]), typeof(object[]), typeof(decimal[]), typeof(DateTime[]), typeof(Guid[]), typeof(StringBuilder[]), typeof(Plain[]), typeof(HasBool[]), typeof(HasString[]), typeof(PlainClass[]),
        typeof(PlainDelegate[]), typeof(MyHandle[]), typeof(IntEnum[]), typeof(nint[]), typeof(int[,]), typeof(int[][]), typeof(int?[]), typeof(Pair<int>[]), typeof(IPlain[]), typeof(Vector128<int>[]), typeof(Int128[]), typeof(List<int>[]), typeof(Pair<bool>[]), typeof(Action<int>[]), typeof(bool?), typeof(Vector2[]), typeof(HasClass[]), typeof(HasObject[]), typeof(char[,]), typeof(AutoStruct[]), typeof(double[]),
    ];

    static readonly int[] kinds =
        [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 19, 20, 21, 22, 23, 25, 26, 27, 28, 29, 30, 31, 32, 34, 35, 36, 37, 38, 40, 42, 43, 44, 45, 46, 47, 48];

    // The uses that differ from another in some kinds only are tried with those.
    static bool IsTried(string use, int kind) => use switch
    {
        "unicode" => kind is 0 or 22 or 40 or 42,
        "out" => kind is 0 or 2 or 40 or 42 or 43 or 44,
        "classfield" => kind is 0 or 2 or 27 or 43,
        "unicodefield" => kind is 0 or 22 or 23 or 30,
        "field" => true,
        _ => kind is not (23 or 30),
    };

    static readonly ConstructorInfo marshalAs = typeof(MarshalAsAttribute).GetConstructor([typeof(UnmanagedType)])!;

    static CustomAttributeBuilder As(int kind)
    {
        var names = new List<string>();
        var values = new List<object>();
        if (kind is 23 or 30) { names.Add("SizeConst"); values.Add(4); }
        if (kind == 44) { names.Add("MarshalType"); values.Add("NoSuchMarshaler"); }
        FieldInfo[] fields = names.Select(n => typeof(MarshalAsAttribute).GetField(n)!).ToArray();
        return new CustomAttributeBuilder(marshalAs, [(UnmanagedType)kind], fields, values.ToArray());
    }

    static Type Method(TypeBuilder owner, string name, Type result, Type[] parameters, int position, int kind, CharSet charSet, ParameterAttributes attributes)
    {
        MethodBuilder method = owner.DefinePInvokeMethod(name, "libc", "abs", MethodAttributes.Public | MethodAttributes.Static | MethodAttributes.PinvokeImpl,
            CallingConventions.Standard, result, parameters, CallingConvention.Winapi, charSet);
        method.SetImplementationFlags(MethodImplAttributes.PreserveSig);
        ParameterBuilder parameter = method.DefineParameter(position, attributes, null);
        if (kind != 0) parameter.SetCustomAttribute(As(kind));
        return owner;
    }

    static string Outcome(Action action)
    {
        try
        {
            action();
            return "fine";
        }
        catch (Exception e)
        {
            while (e is TargetInvocationException) e = e.InnerException!;
            return $"{e.GetType().Name}: {e.Message}";
        }
    }

    static readonly (string name, Func<Type, bool> allowed)[] uses =
    [
        ("in", _ => true), ("unicode", _ => true), ("ref", t => !t.IsByRefLike && t != typeof(ArgIterator) && t != typeof(TypedReference)), ("out", t => !t.IsByRefLike && t != typeof(ArgIterator) && t != typeof(TypedReference)), ("result", _ => true),
        ("field", t => !t.IsByRefLike), ("classfield", t => !t.IsByRefLike), ("unicodefield", t => !t.IsByRefLike),
    ];

    static void Define(ModuleBuilder module, string use, Type type, int kind, string name)
    {
        if (use.EndsWith("field"))
        {
            TypeAttributes format = use == "unicodefield" ? TypeAttributes.UnicodeClass : TypeAttributes.AnsiClass;
            TypeBuilder holder = module.DefineType(name, TypeAttributes.Public | TypeAttributes.SequentialLayout | TypeAttributes.Sealed | format,
                use == "classfield" ? typeof(object) : typeof(ValueType));
            holder.DefineField("before", typeof(byte), FieldAttributes.Public);
            FieldBuilder field = holder.DefineField("field", type, FieldAttributes.Public);
            if (kind != 0) field.SetCustomAttribute(As(kind));
            if (use == "classfield") holder.DefineDefaultConstructor(MethodAttributes.Public);
            holder.CreateType();
            return;
        }
        TypeBuilder owner = module.DefineType(name, TypeAttributes.Public | TypeAttributes.Abstract | TypeAttributes.Sealed);
        CharSet charSet = use == "unicode" ? CharSet.Unicode : CharSet.Ansi;
        Type byref = use is "ref" or "out" ? type.MakeByRefType() : type;
        if (use == "result") Method(owner, "m", type, [], 0, kind, charSet, ParameterAttributes.None);
        else Method(owner, "m", typeof(void), [byref], 1, kind, charSet, use == "out" ? ParameterAttributes.Out : ParameterAttributes.None);
        owner.CreateType();
    }

    static string Judge(Assembly assembly, string use, string name)
    {
        Type holder;
        try { holder = assembly.GetType(name, true)!; }
        catch (Exception e) { return $"load {e.GetType().Name}: {e.Message.Replace(name, "TYPE")}"; }
        string text;
        if (use.EndsWith("field"))
        {
            int size = -1;
            nint offset = -1;
            text = Outcome(() => size = Marshal.SizeOf(holder));
            text += ", " + Outcome(() => offset = Marshal.OffsetOf(holder, "field"));
            text += $", {size} {offset}, " + Outcome(() =>
            {
                object value = Activator.CreateInstance(holder)!;
                byte[] memory = new byte[256];
                unsafe { fixed (byte* p = memory) { Marshal.StructureToPtr(value, (nint)p, false); Marshal.DestroyStructure((nint)p, holder); } }
            });
        }
        else
        {
            MethodInfo method = holder.GetMethod("m")!;
            text = Outcome(() => Marshal.Prelink(method));
        }
        return text.Replace(name, "TYPE");
    }

    static void Main(string[] args)
    {
        var builder = new PersistedAssemblyBuilder(new AssemblyName("matrix"), typeof(object).Assembly);
        ModuleBuilder module = builder.DefineDynamicModule("matrix");
        var cases = new List<(int type, int use, int kind, string name)>();
        for (int t = 0; t < types.Length; t++)
            for (int u = 0; u < uses.Length; u++)
                foreach (int kind in kinds)
                {
                    if (!uses[u].allowed(types[t]) || !IsTried(uses[u].name, kind)) continue;
                    string name = $"T{t}_{u}_{kind}";
                    try { Define(module, uses[u].name, types[t], kind, name); }
                    catch (Exception e) { Console.WriteLine($"cannot define {types[t]} {uses[u].name} {kind}: {e.GetType()} {e.Message}"); continue; }
                    cases.Add((t, u, kind, name));
                }
        var image = new MemoryStream();
        builder.Save(image);
        Assembly assembly = Assembly.Load(image.ToArray());
        Console.WriteLine($"{cases.Count} cases");
        foreach (var group in cases.GroupBy(c => (c.type, c.use)))
            foreach (var same in group.GroupBy(c => Judge(assembly, uses[c.use].name, c.name)))
                Console.WriteLine($"{types[group.Key.type]} {uses[group.Key.use].name} [{string.Join(' ', same.Select(c => (UnmanagedType)c.kind))}]: {same.Key}");
    }
}
