// Native sizes and offsets: explicit sizes, packing, base classes, unions, and copies through them.
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.InteropServices;

[StructLayout(LayoutKind.Sequential)] class Base { public byte a; public int b; }
[StructLayout(LayoutKind.Sequential)] class Derived : Base { public byte c; public long d; }
[StructLayout(LayoutKind.Sequential, Size = 40)] class SizedBase { public byte a; public int b; }
[StructLayout(LayoutKind.Sequential)] class OverSized : SizedBase { public byte c; public short d; }
[StructLayout(LayoutKind.Sequential, Size = 64)] class SizedOverSized : SizedBase { public byte c; }
[StructLayout(LayoutKind.Sequential, Size = 3)] class TooSmall { public long a; }
[StructLayout(LayoutKind.Sequential, Size = 3)] class OverTooSmall : TooSmall { public byte b; }
[StructLayout(LayoutKind.Sequential, Pack = 1)] class PackedBase { public byte a; public int b; }
[StructLayout(LayoutKind.Sequential, Pack = 2)] class OverPacked : PackedBase { public byte c; public long d; }
[StructLayout(LayoutKind.Sequential)] class UnpackedOverPacked : PackedBase { public long d; }
[StructLayout(LayoutKind.Explicit)] class ExplicitBase { [FieldOffset(0)] public int a; [FieldOffset(8)] public short b; }
[StructLayout(LayoutKind.Explicit)] class OverExplicit : ExplicitBase { [FieldOffset(2)] public int c; [FieldOffset(12)] public byte d; }
[StructLayout(LayoutKind.Explicit, Size = 50)] class SizedExplicit { [FieldOffset(4)] public int a; }
[StructLayout(LayoutKind.Sequential)] class EmptyBase { }
[StructLayout(LayoutKind.Sequential)] class OverEmpty : EmptyBase { public int a; }
[StructLayout(LayoutKind.Sequential)] class EmptyOverEmpty : EmptyBase { }
[StructLayout(LayoutKind.Sequential)] class TextBase { public string? a; public bool b; }
[StructLayout(LayoutKind.Sequential)] class OverText : TextBase { public char c; [MarshalAs(UnmanagedType.ByValTStr, SizeConst = 5)] public string? d; }
[StructLayout(LayoutKind.Sequential, CharSet = CharSet.Unicode)] class WideOverText : TextBase { public char c; [MarshalAs(UnmanagedType.ByValTStr, SizeConst = 5)] public string? d; }
class AutoBase { public int a; }
[StructLayout(LayoutKind.Sequential)] class GenericBase<T> { public T? a; }
[StructLayout(LayoutKind.Sequential)] class OverGeneric : GenericBase<int> { public int b; }
[StructLayout(LayoutKind.Sequential)] class OverGenericText : GenericBase<string> { public int b; }

[StructLayout(LayoutKind.Sequential, Size = 20)] struct Sized { public byte a; }
[StructLayout(LayoutKind.Sequential, Size = 1)] struct SizedSmall { public int a; public byte b; }
[StructLayout(LayoutKind.Sequential, Size = 21)] struct SizedText { public bool a; public string b; }
[StructLayout(LayoutKind.Sequential, Size = 9)] struct SizedOdd { public long a; public byte b; }
[StructLayout(LayoutKind.Sequential, Pack = 1, Size = 11)] struct PackedSized { public byte a; public long b; }
[StructLayout(LayoutKind.Sequential, Pack = 4)] struct Packed4 { public byte a; public double b; public decimal c; }
[StructLayout(LayoutKind.Sequential, Pack = 128)] struct Packed128 { public byte a; public double b; }
[StructLayout(LayoutKind.Explicit)] struct Union { [FieldOffset(0)] public int a; [FieldOffset(0)] public bool b; [FieldOffset(0)] public char c; }
[StructLayout(LayoutKind.Explicit, Pack = 1)] struct PackedExplicit { [FieldOffset(1)] public long a; [FieldOffset(9)] public byte b; }
[StructLayout(LayoutKind.Explicit)] struct UnpackedExplicit { [FieldOffset(1)] public long a; [FieldOffset(9)] public byte b; }
[StructLayout(LayoutKind.Explicit, Size = 3)] struct ExplicitSmall { [FieldOffset(0)] public int a; }
[StructLayout(LayoutKind.Explicit, Size = 7)] struct ExplicitSeven { [FieldOffset(0)] public int a; [FieldOffset(4)] public byte b; }
[StructLayout(LayoutKind.Explicit, Size = 50)] class ExplicitBool { [FieldOffset(4)] public int a; [FieldOffset(8)] public bool b; }
[StructLayout(LayoutKind.Explicit)] class OverExplicitBool : ExplicitBool { [FieldOffset(0)] public long c; }
[StructLayout(LayoutKind.Explicit)] class ExplicitOverSequential : Base { [FieldOffset(4)] public byte c; }
[StructLayout(LayoutKind.Sequential, Size = 5)] struct SizedTextSmall { public short a; public string b; }
[StructLayout(LayoutKind.Explicit, Pack = 2)] struct PackedExplicitBool { [FieldOffset(0)] public long a; [FieldOffset(8)] public bool b; }
struct HasSeven { public byte a; public SizedTextSmall b; public ExplicitSeven c; public byte d; }
struct Empty { }
struct HasEmpty { public Empty a; public int b; }
[StructLayout(LayoutKind.Sequential, Size = 16)] struct EmptySized { }
struct Nested { public byte a; public Sized b; public Packed4 c; public Union d; }
struct Arrays { [MarshalAs(UnmanagedType.ByValArray, SizeConst = 3)] public bool[] a; [MarshalAs(UnmanagedType.ByValArray, SizeConst = 2)] public Sized[] b; [MarshalAs(UnmanagedType.ByValArray)] public int[] c; public byte d; }
struct Classes { public byte a; public Derived b; public byte c; }
struct Chars { public char a; public byte b; [MarshalAs(UnmanagedType.I2)] public char c; [MarshalAs(UnmanagedType.U1)] public bool d; [MarshalAs(UnmanagedType.VariantBool)] public bool e; }
struct Dates { public byte a; public DateTime b; [MarshalAs(UnmanagedType.Currency)] public decimal c; public Guid d; public decimal e; }
[System.Runtime.CompilerServices.InlineArray(5)] struct Inline { public short a; }
[System.Runtime.CompilerServices.InlineArray(3)] struct InlineBool { public bool a; }
unsafe struct Fixed { public fixed int a[3]; public byte b; }
unsafe struct FixedChars { public fixed char a[3]; public fixed bool b[2]; public byte c; }
enum E : short { A }
struct Enums { public byte a; public E b; public DayOfWeek c; }
struct Generic<T> { public byte a; public T b; }

static class Program
{
    static string Outcome(Func<object?> action)
    {
        try { return $"{action()}"; }
        catch (Exception e) { return $"{e.GetType().Name} {e.Message}"; }
    }

    static void Show(Type type)
    {
        Console.Write($"{type}: size {Outcome(() => Marshal.SizeOf(type))}");
        for (Type? level = type; level != null && level != typeof(object) && level != typeof(ValueType); level = level.BaseType)
            foreach (FieldInfo field in level.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
                Console.Write($" {field.Name} {Outcome(() => Marshal.OffsetOf(level, field.Name))}");
        Console.WriteLine();
    }

    // Fills with a pattern, reads the managed value, writes it back and shows the bytes.
    static unsafe void RoundTrip(Type type)
    {
        Console.WriteLine($"{type} {Outcome(() =>
        {
            int size = Marshal.SizeOf(type);
            byte* memory = stackalloc byte[size + 8];
            for (int i = 0; i < size + 8; i++) memory[i] = (byte)(i + 1);
            object value = Marshal.PtrToStructure((nint)memory, type)!;
            for (int i = 0; i < size + 8; i++) memory[i] = 0xee;
            Marshal.StructureToPtr(value, (nint)memory, false);
            return Convert.ToHexString(new ReadOnlySpan<byte>(memory, size + 8));
        })}");
    }

    static void Main()
    {
        Type[] types =
        [
            typeof(Base), typeof(Derived), typeof(SizedBase), typeof(OverSized), typeof(SizedOverSized), typeof(TooSmall), typeof(OverTooSmall), typeof(PackedBase), typeof(OverPacked), typeof(UnpackedOverPacked),
            typeof(ExplicitBase), typeof(OverExplicit), typeof(SizedExplicit), typeof(EmptyBase), typeof(OverEmpty), typeof(EmptyOverEmpty), typeof(TextBase), typeof(OverText), typeof(WideOverText), typeof(AutoBase),
            typeof(OverGeneric), typeof(OverGenericText), typeof(GenericBase<int>), typeof(Sized), typeof(SizedSmall), typeof(SizedText), typeof(SizedOdd), typeof(PackedSized), typeof(Packed4), typeof(Packed128), typeof(Union), typeof(PackedExplicit), typeof(UnpackedExplicit),
            typeof(ExplicitSmall), typeof(ExplicitSeven), typeof(ExplicitBool), typeof(OverExplicitBool), typeof(ExplicitOverSequential), typeof(SizedTextSmall), typeof(PackedExplicitBool), typeof(HasSeven), typeof(Empty), typeof(HasEmpty), typeof(EmptySized), typeof(Nested), typeof(Arrays), typeof(Classes), typeof(Chars), typeof(Dates), typeof(Inline), typeof(InlineBool), typeof(Fixed), typeof(FixedChars), typeof(Enums),
            typeof(Generic<int>), typeof(Generic<bool>),
        ];
        // Pointers to text, dates, and what differs in padding only.
        Type[] skipped =
        [
            typeof(TextBase), typeof(OverText), typeof(WideOverText), typeof(SizedText), typeof(SizedTextSmall), typeof(HasSeven), typeof(OverExplicitBool), typeof(ExplicitOverSequential), typeof(Dates), typeof(OverGenericText),
            typeof(OverExplicit), typeof(EmptyBase), typeof(EmptyOverEmpty), typeof(Packed4), typeof(Nested), typeof(Classes),
        ];
        foreach (Type type in types) Show(type);
        foreach (Type type in types)
            if (!skipped.Contains(type)) RoundTrip(type);
        foreach (Type type in new[] { typeof(int), typeof(bool), typeof(char), typeof(string), typeof(object), typeof(DayOfWeek), typeof(int[]), typeof(int*), typeof(void), typeof(List<int>), typeof(List<>), typeof(int?), typeof(DateTime), typeof(decimal), typeof(Guid), typeof(IDisposable), typeof(Action), typeof(Delegate), typeof(nint), typeof(TypedReference), typeof(Span<int>), typeof(Int128), typeof(Half), typeof(Enum), typeof(ValueType), typeof(Array), typeof(int).MakeByRefType(), typeof(delegate*<void>), typeof(Generic<>), typeof(TimeSpan), typeof(DateTimeOffset), typeof(HandleRef), typeof(GCHandle), typeof(KeyValuePair<int, int>) })
            Console.WriteLine($"{type}: {Outcome(() => Marshal.SizeOf(type))}");
        Console.WriteLine(Outcome(() => Marshal.SizeOf((object)null!)));
        Console.WriteLine(Outcome(() => Marshal.SizeOf((Type)null!)));
        Console.WriteLine(Outcome(() => Marshal.SizeOf<int?>()));
        Console.WriteLine(Outcome(() => Marshal.SizeOf(5) + Marshal.SizeOf(true) + Marshal.SizeOf('c')));
        Console.WriteLine(Outcome(() => Marshal.SizeOf((object)new Generic<int>())));
        Console.WriteLine(Outcome(() => Marshal.SizeOf("text")));
        Console.WriteLine(Outcome(() => Marshal.OffsetOf(typeof(Base), "none")));
        Console.WriteLine(Outcome(() => Marshal.OffsetOf(typeof(Base), null!)));
        Console.WriteLine(Outcome(() => Marshal.OffsetOf(null!, "a")));
        Console.WriteLine(Outcome(() => Marshal.OffsetOf<Base>("b")));
        Console.WriteLine(Outcome(() => Marshal.OffsetOf<AutoBase>("a")));
        Console.WriteLine(Outcome(() => Marshal.OffsetOf(typeof(Generic<>), "a")));
        Console.WriteLine(Outcome(() => Marshal.PtrToStructure(0, typeof(Base)) ?? "null"));
        Console.WriteLine(Outcome(() => Marshal.PtrToStructure(0, typeof(int))));
        Console.WriteLine(Outcome(() => Marshal.PtrToStructure(0, (Type)null!)));
        Console.WriteLine(Outcome(() => { Marshal.PtrToStructure(0, new Base()); return 0; }));
        Console.WriteLine(Outcome(() => { Marshal.PtrToStructure(5, (object)new Sized()); return 0; }));
        Console.WriteLine(Outcome(() => { Marshal.PtrToStructure(5, (object)null!); return 0; }));
        Console.WriteLine(Outcome(() => { Marshal.StructureToPtr(null!, 5, false); return 0; }));
        Console.WriteLine(Outcome(() => { Marshal.StructureToPtr(new Base(), 0, false); return 0; }));
        Console.WriteLine(Outcome(() => { Marshal.StructureToPtr(new AutoBase(), 5, false); return 0; }));
        Console.WriteLine(Outcome(() => { Marshal.StructureToPtr((object)new Generic<int>(), 5, false); return 0; }));
        Console.WriteLine(Outcome(() => { Marshal.DestroyStructure(0, typeof(Base)); return 0; }));
        Console.WriteLine(Outcome(() => { Marshal.DestroyStructure(5, null!); return 0; }));
        Console.WriteLine(Outcome(() => { Marshal.DestroyStructure(5, typeof(AutoBase)); return 0; }));
        Console.WriteLine(Outcome(() => { Marshal.DestroyStructure(5, typeof(List<int>)); return 0; }));
        Console.WriteLine(Outcome(() => Marshal.PtrToStructure<Generic<int>>(0)));
    }
}
