// Sizes of structs and offsets of fields. Where fields lie is CoreCLR's choice, which programs can see.
using System;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Text;

enum SmallEnum : byte { A }
enum LargeEnum : long { A }
struct Empty {}
struct B3 { public byte a,b,c; }
struct WithDateTime { public byte a; public DateTime d; public byte b; public int c; }
struct Ints { public byte a; public int c; public byte b; }
struct RefByte { public byte a; public object o; public byte b; }
struct LongRef { public byte a; public long l; public object o; public int i; }
[StructLayout(LayoutKind.Auto)] struct Auto3 { public byte a; public byte b; public byte c; }
[StructLayout(LayoutKind.Auto)] struct Auto5 { public byte a; public int c; }
[StructLayout(LayoutKind.Auto)] struct Auto9 { public byte a; public long c; }
[StructLayout(LayoutKind.Auto)] struct AutoV { public byte a; public B3 v; public byte x; public Auto5 w; public short s; public RefByte r; public byte last; }
[StructLayout(LayoutKind.Auto)] struct AutoV2 { public byte a; public B3 v; public B3 w; }
[StructLayout(LayoutKind.Sequential, Pack=1)] struct P1 { public byte a; public int b; public long c; public byte d;}
[StructLayout(LayoutKind.Sequential, Pack=2)] struct P2 { public byte a; public int b; public long c; public byte d;}
[StructLayout(LayoutKind.Sequential, Pack=4)] struct P4 { public byte a; public int b; public long c; public byte d;}
[StructLayout(LayoutKind.Sequential, Pack=1)] struct PackedRef { public byte a; public object b; public int c; public byte d;}
[StructLayout(LayoutKind.Sequential, Size=13)] struct Size13 { public byte a; public int b; }
[StructLayout(LayoutKind.Sequential, Size=5)] struct Size5 { public byte a; public int b; }
[StructLayout(LayoutKind.Sequential, Size=101)] struct SizeRef { public byte a; public object b; }
[StructLayout(LayoutKind.Sequential, Size=7)] struct SizeEmpty { }
[StructLayout(LayoutKind.Sequential, Size=19)] struct Size19 { public long a; public byte b; }
[StructLayout(LayoutKind.Explicit)] struct Explicit1 { [FieldOffset(0)] public int a; [FieldOffset(4)] public byte b; }
[StructLayout(LayoutKind.Explicit, Pack=1)] struct Explicit2 { [FieldOffset(0)] public int a; [FieldOffset(4)] public byte b; }
[StructLayout(LayoutKind.Explicit)] struct Explicit3 { [FieldOffset(8)] public object a; [FieldOffset(16)] public byte b; [FieldOffset(0)] public int c;}
[StructLayout(LayoutKind.Explicit, Size=3)] struct Explicit4 { [FieldOffset(0)] public byte a; [FieldOffset(1)] public byte b;}
[StructLayout(LayoutKind.Explicit)] struct Union { [FieldOffset(0)] public double d; [FieldOffset(0)] public long l; [FieldOffset(2)] public short s; }
[StructLayout(LayoutKind.Explicit)] struct Explicit6 { [FieldOffset(0)] public byte a; [FieldOffset(1)] public DateTime b;}
[InlineArray(5)] struct Bytes5 { public byte a; }
[InlineArray(3)] struct Refs3 { public object a; }
[InlineArray(3)] struct Mixed3 { public RefByte a; }
[InlineArray(3)] struct Sized3 { public Size19 a; }
struct HoldArrays { public byte x; public Bytes5 a; public int b; public Sized3 c; public byte d; }
struct HoldRefs { public byte x; public Refs3 a; public int b; public Mixed3 c; public byte d; }
struct V64 { public byte a; public Vector64<int> v; public byte b; }
struct V128 { public byte a; public Vector128<int> v; public byte b; }
struct V256 { public byte a; public Vector256<int> v; public byte b; }
struct V512 { public byte a; public Vector512<int> v; public byte b; }
struct Vectors { public byte a; public Vector3 v; public byte b; public Quaternion q; public byte c; public Matrix4x4 m; }
struct Wide { public byte a; public Int128 v; public byte b; }
struct UWide { public byte a; public UInt128 v; public byte b; }
[StructLayout(LayoutKind.Auto)] struct AutoWide { public byte a; public Int128 v; public byte b; }
struct RefWide { public object o; public Int128 i; public byte b; }
struct HoldRefWide { public byte c; public RefWide o; public Int128 i; public byte b; }
struct Nullables { public byte a; public int? i; public byte b; public decimal? d; public bool? c; public DateTime? t; public Int128? w; public byte z; }
struct Pair<T, U> { public byte a; public T t; public U u; }
struct Pairs { public Pair<byte, long> a; public Pair<object, int> b; public Pair<int, short> c; public Pair<Int128, byte> d; public Pair<DateTime, byte> e; public Pair<int?, byte> f; public byte g; }
struct Enums { public SmallEnum a; public LargeEnum b; public SmallEnum c; public DayOfWeek d; }
struct Known { public byte a; public decimal d; public byte b; public Guid g; public byte c; public DateTimeOffset o; public byte e; public TimeSpan t; public byte f; public Half h; public Rune r; public DateOnly n; public Range q; }
struct Nested { public byte a; public P1 p; public byte b; public Size13 s; public byte c; public Empty e; public byte d; public Empty f; public Size19 g; public byte h; }
struct Natives { public nint a; public byte b; public nuint c; public bool d; public char e; public float f; public double g; }
class Top { public byte a; }
class Middle : Top { public byte b; public int c; public short d; }
class Bottom : Middle { public byte e; public long f; public object g; }
class Fill1 : Top { public int b; public object c; public byte d; public short e; }
class Fill2 : Top { public short b; public short c; public object d; public int e; public int f; }
class Fill3 : Top { public byte b; public byte c; public byte d; public long e; }
class Fields { public byte a; public B3 b; public object c; public int d; public Auto5 e; public Vector128<int> f; public byte g; }
class Refs { public int a; public object b; public RefByte c; public string d; public long e; public HoldRefs f; public double g; public float h; public bool i; public char j; public short k; public sbyte l; }
[StructLayout(LayoutKind.Sequential)] class Seq { public byte a; public int b; public byte c; }
[StructLayout(LayoutKind.Sequential)] class SeqChild : Seq { public byte d; public int e; }
[StructLayout(LayoutKind.Sequential, Pack = 1)] class SeqPacked { public byte a; public int b; public byte c; }
[StructLayout(LayoutKind.Sequential, Size = 40)] class SeqSized { public byte a; public int b; }
class SeqSizedChild : SeqSized { public byte c; public long d; }
[StructLayout(LayoutKind.Explicit)] class Exp { [FieldOffset(4)] public int a; [FieldOffset(9)] public byte b; }
class ExpChild : Exp { public byte c; public int d; }
class Gen<T> { public byte a; public T b; public byte c; public int d; }
class GenInt : Gen<int> { public long e; }
class GenString : Gen<string> { public byte e; public object f; }
class GenByte : Gen<byte> { public byte e; public object f; }
class MyException : Exception { public byte a; public object b; public int c; }
class MyStream : System.IO.MemoryStream { public byte a; public object b; }
class Raw { public byte first; }

static class Program
{
    static void Show<T, F>(ref T origin, ref F field, string name) =>
        Console.Write(" " + name + "@" + (long)Unsafe.ByteOffset(ref Unsafe.As<T, byte>(ref origin), ref Unsafe.As<F, byte>(ref field)));

    static void Main()
    {
        ShowEmpty();
        ShowB3();
        ShowWithDateTime();
        ShowInts();
        ShowRefByte();
        ShowLongRef();
        ShowAuto3();
        ShowAuto5();
        ShowAuto9();
        ShowAutoV();
        ShowAutoV2();
        ShowP1();
        ShowP2();
        ShowP4();
        ShowPackedRef();
        ShowSize13();
        ShowSize5();
        ShowSizeRef();
        ShowSizeEmpty();
        ShowSize19();
        ShowExplicit1();
        ShowExplicit2();
        ShowExplicit3();
        ShowExplicit4();
        ShowUnion();
        ShowExplicit6();
        ShowBytes5();
        ShowRefs3();
        ShowMixed3();
        ShowSized3();
        ShowHoldArrays();
        ShowHoldRefs();
        ShowV64();
        ShowV128();
        ShowV256();
        ShowV512();
        ShowVectors();
        ShowWide();
        ShowUWide();
        ShowAutoWide();
        ShowRefWide();
        ShowHoldRefWide();
        ShowNullables();
        ShowPairs();
        ShowEnums();
        ShowKnown();
        ShowNested();
        ShowNatives();
        ShowTop();
        ShowMiddle();
        ShowBottom();
        ShowFill1();
        ShowFill2();
        ShowFill3();
        ShowFields();
        ShowRefs();
        ShowSeq();
        ShowSeqChild();
        ShowSeqPacked();
        ShowSeqSized();
        ShowSeqSizedChild();
        ShowExp();
        ShowExpChild();
        ShowGenInt();
        ShowGenString();
        ShowGenByte();
        ShowMyException();
        ShowMyStream();
    }

    static void ShowEmpty()
    {
        Empty s = default;
        Console.Write("Empty size " + Unsafe.SizeOf<Empty>());
        Console.WriteLine();
    }

    static void ShowB3()
    {
        B3 s = default;
        Console.Write("B3 size " + Unsafe.SizeOf<B3>());
        Show(ref s, ref s.a, "a"); Show(ref s, ref s.b, "b"); Show(ref s, ref s.c, "c");
        Console.WriteLine();
    }

    static void ShowWithDateTime()
    {
        WithDateTime s = default;
        Console.Write("WithDateTime size " + Unsafe.SizeOf<WithDateTime>());
        Show(ref s, ref s.a, "a"); Show(ref s, ref s.d, "d"); Show(ref s, ref s.b, "b"); Show(ref s, ref s.c, "c");
        Console.WriteLine();
    }

    static void ShowInts()
    {
        Ints s = default;
        Console.Write("Ints size " + Unsafe.SizeOf<Ints>());
        Show(ref s, ref s.a, "a"); Show(ref s, ref s.c, "c"); Show(ref s, ref s.b, "b");
        Console.WriteLine();
    }

    static void ShowRefByte()
    {
        RefByte s = default;
        Console.Write("RefByte size " + Unsafe.SizeOf<RefByte>());
        Show(ref s, ref s.a, "a"); Show(ref s, ref s.o, "o"); Show(ref s, ref s.b, "b");
        Console.WriteLine();
    }

    static void ShowLongRef()
    {
        LongRef s = default;
        Console.Write("LongRef size " + Unsafe.SizeOf<LongRef>());
        Show(ref s, ref s.a, "a"); Show(ref s, ref s.l, "l"); Show(ref s, ref s.o, "o"); Show(ref s, ref s.i, "i");
        Console.WriteLine();
    }

    static void ShowAuto3()
    {
        Auto3 s = default;
        Console.Write("Auto3 size " + Unsafe.SizeOf<Auto3>());
        Show(ref s, ref s.a, "a"); Show(ref s, ref s.b, "b"); Show(ref s, ref s.c, "c");
        Console.WriteLine();
    }

    static void ShowAuto5()
    {
        Auto5 s = default;
        Console.Write("Auto5 size " + Unsafe.SizeOf<Auto5>());
        Show(ref s, ref s.a, "a"); Show(ref s, ref s.c, "c");
        Console.WriteLine();
    }

    static void ShowAuto9()
    {
        Auto9 s = default;
        Console.Write("Auto9 size " + Unsafe.SizeOf<Auto9>());
        Show(ref s, ref s.a, "a"); Show(ref s, ref s.c, "c");
        Console.WriteLine();
    }

    static void ShowAutoV()
    {
        AutoV s = default;
        Console.Write("AutoV size " + Unsafe.SizeOf<AutoV>());
        Show(ref s, ref s.a, "a"); Show(ref s, ref s.v, "v"); Show(ref s, ref s.x, "x"); Show(ref s, ref s.w, "w");
        Show(ref s, ref s.s, "s"); Show(ref s, ref s.r, "r"); Show(ref s, ref s.last, "last");
        Console.WriteLine();
    }

    static void ShowAutoV2()
    {
        AutoV2 s = default;
        Console.Write("AutoV2 size " + Unsafe.SizeOf<AutoV2>());
        Show(ref s, ref s.a, "a"); Show(ref s, ref s.v, "v"); Show(ref s, ref s.w, "w");
        Console.WriteLine();
    }

    static void ShowP1()
    {
        P1 s = default;
        Console.Write("P1 size " + Unsafe.SizeOf<P1>());
        Show(ref s, ref s.a, "a"); Show(ref s, ref s.b, "b"); Show(ref s, ref s.c, "c"); Show(ref s, ref s.d, "d");
        Console.WriteLine();
    }

    static void ShowP2()
    {
        P2 s = default;
        Console.Write("P2 size " + Unsafe.SizeOf<P2>());
        Show(ref s, ref s.a, "a"); Show(ref s, ref s.b, "b"); Show(ref s, ref s.c, "c"); Show(ref s, ref s.d, "d");
        Console.WriteLine();
    }

    static void ShowP4()
    {
        P4 s = default;
        Console.Write("P4 size " + Unsafe.SizeOf<P4>());
        Show(ref s, ref s.a, "a"); Show(ref s, ref s.b, "b"); Show(ref s, ref s.c, "c"); Show(ref s, ref s.d, "d");
        Console.WriteLine();
    }

    static void ShowPackedRef()
    {
        PackedRef s = default;
        Console.Write("PackedRef size " + Unsafe.SizeOf<PackedRef>());
        Show(ref s, ref s.a, "a"); Show(ref s, ref s.b, "b"); Show(ref s, ref s.c, "c"); Show(ref s, ref s.d, "d");
        Console.WriteLine();
    }

    static void ShowSize13()
    {
        Size13 s = default;
        Console.Write("Size13 size " + Unsafe.SizeOf<Size13>());
        Show(ref s, ref s.a, "a"); Show(ref s, ref s.b, "b");
        Console.WriteLine();
    }

    static void ShowSize5()
    {
        Size5 s = default;
        Console.Write("Size5 size " + Unsafe.SizeOf<Size5>());
        Show(ref s, ref s.a, "a"); Show(ref s, ref s.b, "b");
        Console.WriteLine();
    }

    static void ShowSizeRef()
    {
        SizeRef s = default;
        Console.Write("SizeRef size " + Unsafe.SizeOf<SizeRef>());
        Show(ref s, ref s.a, "a"); Show(ref s, ref s.b, "b");
        Console.WriteLine();
    }

    static void ShowSizeEmpty()
    {
        SizeEmpty s = default;
        Console.Write("SizeEmpty size " + Unsafe.SizeOf<SizeEmpty>());
        Console.WriteLine();
    }

    static void ShowSize19()
    {
        Size19 s = default;
        Console.Write("Size19 size " + Unsafe.SizeOf<Size19>());
        Show(ref s, ref s.a, "a"); Show(ref s, ref s.b, "b");
        Console.WriteLine();
    }

    static void ShowExplicit1()
    {
        Explicit1 s = default;
        Console.Write("Explicit1 size " + Unsafe.SizeOf<Explicit1>());
        Show(ref s, ref s.a, "a"); Show(ref s, ref s.b, "b");
        Console.WriteLine();
    }

    static void ShowExplicit2()
    {
        Explicit2 s = default;
        Console.Write("Explicit2 size " + Unsafe.SizeOf<Explicit2>());
        Show(ref s, ref s.a, "a"); Show(ref s, ref s.b, "b");
        Console.WriteLine();
    }

    static void ShowExplicit3()
    {
        Explicit3 s = default;
        Console.Write("Explicit3 size " + Unsafe.SizeOf<Explicit3>());
        Show(ref s, ref s.a, "a"); Show(ref s, ref s.b, "b"); Show(ref s, ref s.c, "c");
        Console.WriteLine();
    }

    static void ShowExplicit4()
    {
        Explicit4 s = default;
        Console.Write("Explicit4 size " + Unsafe.SizeOf<Explicit4>());
        Show(ref s, ref s.a, "a"); Show(ref s, ref s.b, "b");
        Console.WriteLine();
    }

    static void ShowUnion()
    {
        Union s = default;
        Console.Write("Union size " + Unsafe.SizeOf<Union>());
        Show(ref s, ref s.d, "d"); Show(ref s, ref s.l, "l"); Show(ref s, ref s.s, "s");
        Console.WriteLine();
    }

    static void ShowExplicit6()
    {
        Explicit6 s = default;
        Console.Write("Explicit6 size " + Unsafe.SizeOf<Explicit6>());
        Show(ref s, ref s.a, "a"); Show(ref s, ref s.b, "b");
        Console.WriteLine();
    }

    static void ShowBytes5()
    {
        Bytes5 s = default;
        Console.Write("Bytes5 size " + Unsafe.SizeOf<Bytes5>());
        Show(ref s, ref s.a, "a");
        Console.WriteLine();
    }

    static void ShowRefs3()
    {
        Refs3 s = default;
        Console.Write("Refs3 size " + Unsafe.SizeOf<Refs3>());
        Show(ref s, ref s.a, "a");
        Console.WriteLine();
    }

    static void ShowMixed3()
    {
        Mixed3 s = default;
        Console.Write("Mixed3 size " + Unsafe.SizeOf<Mixed3>());
        Show(ref s, ref s.a, "a");
        Console.WriteLine();
    }

    static void ShowSized3()
    {
        Sized3 s = default;
        Console.Write("Sized3 size " + Unsafe.SizeOf<Sized3>());
        Show(ref s, ref s.a, "a");
        Console.WriteLine();
    }

    static void ShowHoldArrays()
    {
        HoldArrays s = default;
        Console.Write("HoldArrays size " + Unsafe.SizeOf<HoldArrays>());
        Show(ref s, ref s.x, "x"); Show(ref s, ref s.a, "a"); Show(ref s, ref s.b, "b"); Show(ref s, ref s.c, "c");
        Show(ref s, ref s.d, "d");
        Console.WriteLine();
    }

    static void ShowHoldRefs()
    {
        HoldRefs s = default;
        Console.Write("HoldRefs size " + Unsafe.SizeOf<HoldRefs>());
        Show(ref s, ref s.x, "x"); Show(ref s, ref s.a, "a"); Show(ref s, ref s.b, "b"); Show(ref s, ref s.c, "c");
        Show(ref s, ref s.d, "d");
        Console.WriteLine();
    }

    static void ShowV64()
    {
        V64 s = default;
        Console.Write("V64 size " + Unsafe.SizeOf<V64>());
        Show(ref s, ref s.a, "a"); Show(ref s, ref s.v, "v"); Show(ref s, ref s.b, "b");
        Console.WriteLine();
    }

    static void ShowV128()
    {
        V128 s = default;
        Console.Write("V128 size " + Unsafe.SizeOf<V128>());
        Show(ref s, ref s.a, "a"); Show(ref s, ref s.v, "v"); Show(ref s, ref s.b, "b");
        Console.WriteLine();
    }

    static void ShowV256()
    {
        V256 s = default;
        Console.Write("V256 size " + Unsafe.SizeOf<V256>());
        Show(ref s, ref s.a, "a"); Show(ref s, ref s.v, "v"); Show(ref s, ref s.b, "b");
        Console.WriteLine();
    }

    static void ShowV512()
    {
        V512 s = default;
        Console.Write("V512 size " + Unsafe.SizeOf<V512>());
        Show(ref s, ref s.a, "a"); Show(ref s, ref s.v, "v"); Show(ref s, ref s.b, "b");
        Console.WriteLine();
    }

    static void ShowVectors()
    {
        Vectors s = default;
        Console.Write("Vectors size " + Unsafe.SizeOf<Vectors>());
        Show(ref s, ref s.a, "a"); Show(ref s, ref s.v, "v"); Show(ref s, ref s.b, "b"); Show(ref s, ref s.q, "q");
        Show(ref s, ref s.c, "c"); Show(ref s, ref s.m, "m");
        Console.WriteLine();
    }

    static void ShowWide()
    {
        Wide s = default;
        Console.Write("Wide size " + Unsafe.SizeOf<Wide>());
        Show(ref s, ref s.a, "a"); Show(ref s, ref s.v, "v"); Show(ref s, ref s.b, "b");
        Console.WriteLine();
    }

    static void ShowUWide()
    {
        UWide s = default;
        Console.Write("UWide size " + Unsafe.SizeOf<UWide>());
        Show(ref s, ref s.a, "a"); Show(ref s, ref s.v, "v"); Show(ref s, ref s.b, "b");
        Console.WriteLine();
    }

    static void ShowAutoWide()
    {
        AutoWide s = default;
        Console.Write("AutoWide size " + Unsafe.SizeOf<AutoWide>());
        Show(ref s, ref s.a, "a"); Show(ref s, ref s.v, "v"); Show(ref s, ref s.b, "b");
        Console.WriteLine();
    }

    static void ShowRefWide()
    {
        RefWide s = default;
        Console.Write("RefWide size " + Unsafe.SizeOf<RefWide>());
        Show(ref s, ref s.o, "o"); Show(ref s, ref s.i, "i"); Show(ref s, ref s.b, "b");
        Console.WriteLine();
    }

    static void ShowHoldRefWide()
    {
        HoldRefWide s = default;
        Console.Write("HoldRefWide size " + Unsafe.SizeOf<HoldRefWide>());
        Show(ref s, ref s.c, "c"); Show(ref s, ref s.o, "o"); Show(ref s, ref s.i, "i"); Show(ref s, ref s.b, "b");
        Console.WriteLine();
    }

    static void ShowNullables()
    {
        Nullables s = default;
        Console.Write("Nullables size " + Unsafe.SizeOf<Nullables>());
        Show(ref s, ref s.a, "a"); Show(ref s, ref s.i, "i"); Show(ref s, ref s.b, "b"); Show(ref s, ref s.d, "d");
        Show(ref s, ref s.c, "c"); Show(ref s, ref s.t, "t"); Show(ref s, ref s.w, "w"); Show(ref s, ref s.z, "z");
        Console.WriteLine();
    }

    static void ShowPairs()
    {
        Pairs s = default;
        Console.Write("Pairs size " + Unsafe.SizeOf<Pairs>());
        Show(ref s, ref s.a, "a"); Show(ref s, ref s.b, "b"); Show(ref s, ref s.c, "c"); Show(ref s, ref s.d, "d");
        Show(ref s, ref s.e, "e"); Show(ref s, ref s.f, "f"); Show(ref s, ref s.g, "g");
        Console.WriteLine();
    }

    static void ShowEnums()
    {
        Enums s = default;
        Console.Write("Enums size " + Unsafe.SizeOf<Enums>());
        Show(ref s, ref s.a, "a"); Show(ref s, ref s.b, "b"); Show(ref s, ref s.c, "c"); Show(ref s, ref s.d, "d");
        Console.WriteLine();
    }

    static void ShowKnown()
    {
        Known s = default;
        Console.Write("Known size " + Unsafe.SizeOf<Known>());
        Show(ref s, ref s.a, "a"); Show(ref s, ref s.d, "d"); Show(ref s, ref s.b, "b"); Show(ref s, ref s.g, "g");
        Show(ref s, ref s.c, "c"); Show(ref s, ref s.o, "o"); Show(ref s, ref s.e, "e"); Show(ref s, ref s.t, "t");
        Show(ref s, ref s.f, "f"); Show(ref s, ref s.h, "h"); Show(ref s, ref s.r, "r"); Show(ref s, ref s.n, "n");
        Show(ref s, ref s.q, "q");
        Console.WriteLine();
    }

    static void ShowNested()
    {
        Nested s = default;
        Console.Write("Nested size " + Unsafe.SizeOf<Nested>());
        Show(ref s, ref s.a, "a"); Show(ref s, ref s.p, "p"); Show(ref s, ref s.b, "b"); Show(ref s, ref s.s, "s");
        Show(ref s, ref s.c, "c"); Show(ref s, ref s.e, "e"); Show(ref s, ref s.d, "d"); Show(ref s, ref s.f, "f");
        Show(ref s, ref s.g, "g"); Show(ref s, ref s.h, "h");
        Console.WriteLine();
    }

    static void ShowNatives()
    {
        Natives s = default;
        Console.Write("Natives size " + Unsafe.SizeOf<Natives>());
        Show(ref s, ref s.a, "a"); Show(ref s, ref s.b, "b"); Show(ref s, ref s.c, "c"); Show(ref s, ref s.d, "d");
        Show(ref s, ref s.e, "e"); Show(ref s, ref s.f, "f"); Show(ref s, ref s.g, "g");
        Console.WriteLine();
    }

    static void ShowTop()
    {
        Top s = new();
        Console.Write("Top");
        Show(ref Unsafe.As<Raw>(s).first, ref s.a, "a");
        Console.WriteLine();
    }

    static void ShowMiddle()
    {
        Middle s = new();
        Console.Write("Middle");
        Show(ref Unsafe.As<Raw>(s).first, ref s.a, "a"); Show(ref Unsafe.As<Raw>(s).first, ref s.b, "b");
        Show(ref Unsafe.As<Raw>(s).first, ref s.c, "c"); Show(ref Unsafe.As<Raw>(s).first, ref s.d, "d");
        Console.WriteLine();
    }

    static void ShowBottom()
    {
        Bottom s = new();
        Console.Write("Bottom");
        Show(ref Unsafe.As<Raw>(s).first, ref s.a, "a"); Show(ref Unsafe.As<Raw>(s).first, ref s.b, "b");
        Show(ref Unsafe.As<Raw>(s).first, ref s.c, "c"); Show(ref Unsafe.As<Raw>(s).first, ref s.d, "d");
        Show(ref Unsafe.As<Raw>(s).first, ref s.e, "e"); Show(ref Unsafe.As<Raw>(s).first, ref s.f, "f");
        Show(ref Unsafe.As<Raw>(s).first, ref s.g, "g");
        Console.WriteLine();
    }

    static void ShowFill1()
    {
        Fill1 s = new();
        Console.Write("Fill1");
        Show(ref Unsafe.As<Raw>(s).first, ref s.a, "a"); Show(ref Unsafe.As<Raw>(s).first, ref s.b, "b");
        Show(ref Unsafe.As<Raw>(s).first, ref s.c, "c"); Show(ref Unsafe.As<Raw>(s).first, ref s.d, "d");
        Show(ref Unsafe.As<Raw>(s).first, ref s.e, "e");
        Console.WriteLine();
    }

    static void ShowFill2()
    {
        Fill2 s = new();
        Console.Write("Fill2");
        Show(ref Unsafe.As<Raw>(s).first, ref s.a, "a"); Show(ref Unsafe.As<Raw>(s).first, ref s.b, "b");
        Show(ref Unsafe.As<Raw>(s).first, ref s.c, "c"); Show(ref Unsafe.As<Raw>(s).first, ref s.d, "d");
        Show(ref Unsafe.As<Raw>(s).first, ref s.e, "e"); Show(ref Unsafe.As<Raw>(s).first, ref s.f, "f");
        Console.WriteLine();
    }

    static void ShowFill3()
    {
        Fill3 s = new();
        Console.Write("Fill3");
        Show(ref Unsafe.As<Raw>(s).first, ref s.a, "a"); Show(ref Unsafe.As<Raw>(s).first, ref s.b, "b");
        Show(ref Unsafe.As<Raw>(s).first, ref s.c, "c"); Show(ref Unsafe.As<Raw>(s).first, ref s.d, "d");
        Show(ref Unsafe.As<Raw>(s).first, ref s.e, "e");
        Console.WriteLine();
    }

    static void ShowFields()
    {
        Fields s = new();
        Console.Write("Fields");
        Show(ref Unsafe.As<Raw>(s).first, ref s.a, "a"); Show(ref Unsafe.As<Raw>(s).first, ref s.b, "b");
        Show(ref Unsafe.As<Raw>(s).first, ref s.c, "c"); Show(ref Unsafe.As<Raw>(s).first, ref s.d, "d");
        Show(ref Unsafe.As<Raw>(s).first, ref s.e, "e"); Show(ref Unsafe.As<Raw>(s).first, ref s.f, "f");
        Show(ref Unsafe.As<Raw>(s).first, ref s.g, "g");
        Console.WriteLine();
    }

    static void ShowRefs()
    {
        Refs s = new();
        Console.Write("Refs");
        Show(ref Unsafe.As<Raw>(s).first, ref s.a, "a"); Show(ref Unsafe.As<Raw>(s).first, ref s.b, "b");
        Show(ref Unsafe.As<Raw>(s).first, ref s.c, "c"); Show(ref Unsafe.As<Raw>(s).first, ref s.d, "d");
        Show(ref Unsafe.As<Raw>(s).first, ref s.e, "e"); Show(ref Unsafe.As<Raw>(s).first, ref s.f, "f");
        Show(ref Unsafe.As<Raw>(s).first, ref s.g, "g"); Show(ref Unsafe.As<Raw>(s).first, ref s.h, "h");
        Show(ref Unsafe.As<Raw>(s).first, ref s.i, "i"); Show(ref Unsafe.As<Raw>(s).first, ref s.j, "j");
        Show(ref Unsafe.As<Raw>(s).first, ref s.k, "k"); Show(ref Unsafe.As<Raw>(s).first, ref s.l, "l");
        Console.WriteLine();
    }

    static void ShowSeq()
    {
        Seq s = new();
        Console.Write("Seq");
        Show(ref Unsafe.As<Raw>(s).first, ref s.a, "a"); Show(ref Unsafe.As<Raw>(s).first, ref s.b, "b");
        Show(ref Unsafe.As<Raw>(s).first, ref s.c, "c");
        Console.WriteLine();
    }

    static void ShowSeqChild()
    {
        SeqChild s = new();
        Console.Write("SeqChild");
        Show(ref Unsafe.As<Raw>(s).first, ref s.a, "a"); Show(ref Unsafe.As<Raw>(s).first, ref s.b, "b");
        Show(ref Unsafe.As<Raw>(s).first, ref s.c, "c"); Show(ref Unsafe.As<Raw>(s).first, ref s.d, "d");
        Show(ref Unsafe.As<Raw>(s).first, ref s.e, "e");
        Console.WriteLine();
    }

    static void ShowSeqPacked()
    {
        SeqPacked s = new();
        Console.Write("SeqPacked");
        Show(ref Unsafe.As<Raw>(s).first, ref s.a, "a"); Show(ref Unsafe.As<Raw>(s).first, ref s.b, "b");
        Show(ref Unsafe.As<Raw>(s).first, ref s.c, "c");
        Console.WriteLine();
    }

    static void ShowSeqSized()
    {
        SeqSized s = new();
        Console.Write("SeqSized");
        Show(ref Unsafe.As<Raw>(s).first, ref s.a, "a"); Show(ref Unsafe.As<Raw>(s).first, ref s.b, "b");
        Console.WriteLine();
    }

    static void ShowSeqSizedChild()
    {
        SeqSizedChild s = new();
        Console.Write("SeqSizedChild");
        Show(ref Unsafe.As<Raw>(s).first, ref s.a, "a"); Show(ref Unsafe.As<Raw>(s).first, ref s.b, "b");
        Show(ref Unsafe.As<Raw>(s).first, ref s.c, "c"); Show(ref Unsafe.As<Raw>(s).first, ref s.d, "d");
        Console.WriteLine();
    }

    static void ShowExp()
    {
        Exp s = new();
        Console.Write("Exp");
        Show(ref Unsafe.As<Raw>(s).first, ref s.a, "a"); Show(ref Unsafe.As<Raw>(s).first, ref s.b, "b");
        Console.WriteLine();
    }

    static void ShowExpChild()
    {
        ExpChild s = new();
        Console.Write("ExpChild");
        Show(ref Unsafe.As<Raw>(s).first, ref s.a, "a"); Show(ref Unsafe.As<Raw>(s).first, ref s.b, "b");
        Show(ref Unsafe.As<Raw>(s).first, ref s.c, "c"); Show(ref Unsafe.As<Raw>(s).first, ref s.d, "d");
        Console.WriteLine();
    }

    static void ShowGenInt()
    {
        GenInt s = new();
        Console.Write("GenInt");
        Show(ref Unsafe.As<Raw>(s).first, ref s.a, "a"); Show(ref Unsafe.As<Raw>(s).first, ref s.b, "b");
        Show(ref Unsafe.As<Raw>(s).first, ref s.c, "c"); Show(ref Unsafe.As<Raw>(s).first, ref s.d, "d");
        Show(ref Unsafe.As<Raw>(s).first, ref s.e, "e");
        Console.WriteLine();
    }

    static void ShowGenString()
    {
        GenString s = new();
        Console.Write("GenString");
        Show(ref Unsafe.As<Raw>(s).first, ref s.a, "a"); Show(ref Unsafe.As<Raw>(s).first, ref s.b, "b");
        Show(ref Unsafe.As<Raw>(s).first, ref s.c, "c"); Show(ref Unsafe.As<Raw>(s).first, ref s.d, "d");
        Show(ref Unsafe.As<Raw>(s).first, ref s.e, "e"); Show(ref Unsafe.As<Raw>(s).first, ref s.f, "f");
        Console.WriteLine();
    }

    static void ShowGenByte()
    {
        GenByte s = new();
        Console.Write("GenByte");
        Show(ref Unsafe.As<Raw>(s).first, ref s.a, "a"); Show(ref Unsafe.As<Raw>(s).first, ref s.b, "b");
        Show(ref Unsafe.As<Raw>(s).first, ref s.c, "c"); Show(ref Unsafe.As<Raw>(s).first, ref s.d, "d");
        Show(ref Unsafe.As<Raw>(s).first, ref s.e, "e"); Show(ref Unsafe.As<Raw>(s).first, ref s.f, "f");
        Console.WriteLine();
    }

    static void ShowMyException()
    {
        MyException s = new();
        Console.Write("MyException");
        Show(ref Unsafe.As<Raw>(s).first, ref s.a, "a"); Show(ref Unsafe.As<Raw>(s).first, ref s.b, "b");
        Show(ref Unsafe.As<Raw>(s).first, ref s.c, "c");
        Console.WriteLine();
    }

    static void ShowMyStream()
    {
        MyStream s = new();
        Console.Write("MyStream");
        Show(ref Unsafe.As<Raw>(s).first, ref s.a, "a"); Show(ref Unsafe.As<Raw>(s).first, ref s.b, "b");
        Console.WriteLine();
    }
}
