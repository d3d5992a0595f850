using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

// Structs whose native form differs, passed and returned by value. The native side is managed code that takes the
// native form: functions marked UnmanagedCallersOnly, called through delegates that marshal, and the other way round.

struct Small
{
    public bool Flag;
    public char Letter;
}

[StructLayout(LayoutKind.Sequential, CharSet = CharSet.Ansi)]
struct SmallNative
{
    public int Flag;
    public byte Letter;
}

struct TwoWords
{
    public string? Text;
    [MarshalAs(UnmanagedType.U1)] public bool Flag;
}

struct TwoWordsNative
{
    public nint Text;
    public byte Flag;
}

struct Floats
{
    public float A;
    [MarshalAs(UnmanagedType.ByValArray, SizeConst = 2)] public float[]? Rest;
    public float D;
}

struct FloatsNative
{
    public float A, B, C, D;
}

struct MixedRegisters
{
    public double Number;
    public bool Flag;
}

struct MixedRegistersNative
{
    public double Number;
    public int Flag;
}

[StructLayout(LayoutKind.Sequential, CharSet = CharSet.Unicode)]
struct Large
{
    public int Id;
    [MarshalAs(UnmanagedType.ByValTStr, SizeConst = 8)] public string Name;
    [MarshalAs(UnmanagedType.LPStr)] public string Ansi;
    public TwoWords Inner;
    [MarshalAs(UnmanagedType.ByValArray, SizeConst = 2)] public string[] Names;
    [MarshalAs(UnmanagedType.ByValArray, SizeConst = 2)] public Small[] Smalls;
    public Callback? Callback;
    public DateTime Date;
    [MarshalAs(UnmanagedType.Currency)] public decimal Money;
}

unsafe struct LargeNative
{
    public int Id;
    public fixed ushort Name[8];
    public nint Ansi;
    public TwoWordsNative Inner;
    public nint Name0, Name1;
    public SmallNative Small0, Small1;
    public delegate* unmanaged<int, int> Callback;
    public double Date;
    public long Money;
}

[StructLayout(LayoutKind.Sequential)]
class Point
{
    public int X, Y;
}

struct WithClass
{
    public byte First;
    public Point? Point;
}

struct WithClassNative
{
    public byte First;
    public int X, Y;
}

delegate int Callback(int value);
delegate Small SmallFunction(Small value, int add);
delegate TwoWords TwoWordsFunction(TwoWords value);
delegate Floats FloatsFunction(Floats value, float factor);
delegate MixedRegisters MixedFunction(int a, MixedRegisters value, double b);
delegate Large LargeFunction(Large value);
delegate WithClass ClassFunction(WithClass value);
delegate int ManyFunction(Small a, Small b, Small c, Small d, Small e, TwoWords f, MixedRegisters g, int h);

static unsafe class Program
{
    [UnmanagedCallersOnly] static SmallNative NativeSmall(SmallNative value, int add) =>
        new() { Flag = value.Flag == 1 ? 0 : 7, Letter = (byte)(value.Letter + add) };

    [UnmanagedCallersOnly]
    static TwoWordsNative NativeTwoWords(TwoWordsNative value) =>
        new() { Text = Marshal.StringToCoTaskMemUTF8(Marshal.PtrToStringUTF8(value.Text) + "/" + value.Flag), Flag = (byte)(value.Flag ^ 1) };

    [UnmanagedCallersOnly]
    static FloatsNative NativeFloats(FloatsNative value, float factor) =>
        new() { A = value.A * factor, B = value.B * factor, C = value.C * factor, D = value.D * factor };

    [UnmanagedCallersOnly]
    static MixedRegistersNative NativeMixed(int a, MixedRegistersNative value, double b) =>
        new() { Number = value.Number + a + b, Flag = value.Flag == 0 ? 1 : 0 };

    [UnmanagedCallersOnly]
    static WithClassNative NativeClass(WithClassNative value) =>
        new() { First = (byte)(value.First + 1), X = value.X + 10, Y = value.Y + 20 };

    [UnmanagedCallersOnly]
    static int NativeMany(SmallNative a, SmallNative b, SmallNative c, SmallNative d, SmallNative e, TwoWordsNative f, MixedRegistersNative g, int h) =>
        a.Letter + b.Letter + c.Letter + d.Letter + e.Letter + (int)(f.Text == 0 ? 1000 : 2000) + f.Flag * 5000 + (int)g.Number + h;

    [UnmanagedCallersOnly]
    static LargeNative NativeLarge(LargeNative value)
    {
        Console.WriteLine($"  native: {value.Id} {new string((char*)value.Name)} {Marshal.PtrToStringUTF8(value.Ansi)} {Marshal.PtrToStringUni(value.Inner.Text) ?? "null"} {value.Inner.Flag} {Marshal.PtrToStringUni(value.Name0)} {Marshal.PtrToStringUni(value.Name1)} {value.Small0.Flag}{(char)value.Small0.Letter} {value.Small1.Flag}{(char)value.Small1.Letter} {value.Date} {value.Money}");
        if (value.Callback != null) Console.WriteLine("  called back: " + value.Callback(20));
        LargeNative result = default;
        result.Id = value.Id + 1;
        result.Name[0] = 'n';
        result.Name[1] = 0xf6;
        result.Ansi = Marshal.StringToCoTaskMemUTF8("änsi");
        result.Inner.Text = Marshal.StringToCoTaskMemUTF8("inner");
        result.Inner.Flag = 5;
        result.Name0 = Marshal.StringToCoTaskMemUni("zero");
        result.Small1.Flag = 3;
        result.Small1.Letter = (byte)'q';
        result.Date = 1.5;
        result.Money = 12345;
        return result;
    }

    static T As<T>(void* function) where T : Delegate => Marshal.GetDelegateForFunctionPointer<T>((nint)function);

    static void Out()
    {
        Small small = As<SmallFunction>((delegate* unmanaged<SmallNative, int, SmallNative>)&NativeSmall)(new Small { Flag = false, Letter = 'a' }, 2);
        Console.WriteLine($"{small.Flag} {small.Letter}");
        TwoWords words = As<TwoWordsFunction>((delegate* unmanaged<TwoWordsNative, TwoWordsNative>)&NativeTwoWords)(new TwoWords { Text = "wörds", Flag = true });
        Console.WriteLine($"{words.Text} {words.Flag}");
        words = As<TwoWordsFunction>((delegate* unmanaged<TwoWordsNative, TwoWordsNative>)&NativeTwoWords)(default);
        Console.WriteLine($"{words.Text} {words.Flag}");
        Floats floats = As<FloatsFunction>((delegate* unmanaged<FloatsNative, float, FloatsNative>)&NativeFloats)(new Floats { A = 1, Rest = new float[] { 2, 3 }, D = 4 }, 1.5f);
        Console.WriteLine($"{floats.A} {string.Join(",", floats.Rest!)} {floats.D}");
        floats = As<FloatsFunction>((delegate* unmanaged<FloatsNative, float, FloatsNative>)&NativeFloats)(new Floats { A = 1 }, 1.5f);
        Console.WriteLine($"{floats.A} {string.Join(",", floats.Rest!)} {floats.D}");
        MixedRegisters mixed = As<MixedFunction>((delegate* unmanaged<int, MixedRegistersNative, double, MixedRegistersNative>)&NativeMixed)(3, new MixedRegisters { Number = 0.25, Flag = true }, 100);
        Console.WriteLine($"{mixed.Number} {mixed.Flag}");
        var asClass = As<ClassFunction>((delegate* unmanaged<WithClassNative, WithClassNative>)&NativeClass);
        WithClass withClass = asClass(new WithClass { First = 1, Point = new Point { X = 2, Y = 3 } });
        Console.WriteLine($"{withClass.First} {withClass.Point!.X} {withClass.Point.Y}");
        withClass = asClass(default);
        Console.WriteLine($"{withClass.First} {withClass.Point!.X} {withClass.Point.Y}");
        Small s = new() { Letter = '\x01' };
        Console.WriteLine(As<ManyFunction>((delegate* unmanaged<SmallNative, SmallNative, SmallNative, SmallNative, SmallNative, TwoWordsNative, MixedRegistersNative, int, int>)&NativeMany)(s, s, s, s, s, new TwoWords { Text = "x", Flag = true }, new MixedRegisters { Number = 300.5 }, 7));
        var large = new Large { Id = 41, Name = "näme-is-long", Ansi = "ansi", Inner = new TwoWords { Flag = true }, Names = new[] { "one", "two" }, Smalls = new[] { small, new Small { Flag = true, Letter = 'Z' } }, Callback = x => x * 2, Date = new DateTime(2000, 1, 2, 12, 0, 0), Money = 12.5m };
        Show(As<LargeFunction>((delegate* unmanaged<LargeNative, LargeNative>)&NativeLarge)(large));
        try
        {
            large.Names = new[] { "one" };
            As<LargeFunction>((delegate* unmanaged<LargeNative, LargeNative>)&NativeLarge)(large);
        }
        catch (ArgumentException e)
        {
            Console.WriteLine(e.Message);
        }
    }

    static void Show(Large large)
    {
        Console.WriteLine($"{large.Id} {large.Name} {large.Ansi} {large.Inner.Text} {large.Inner.Flag} {large.Names[0]} {large.Names[1] ?? "null"} {large.Smalls[0].Flag} {large.Smalls[1].Flag} {large.Smalls[1].Letter} {large.Callback == null} {large.Date:s} {large.Money}");
    }

    static void In()
    {
        SmallFunction small = (value, add) => new Small { Flag = !value.Flag, Letter = (char)(value.Letter + add) };
        SmallNative s = ((delegate* unmanaged<SmallNative, int, SmallNative>)Marshal.GetFunctionPointerForDelegate(small))(new SmallNative { Flag = 4, Letter = (byte)'b' }, 1);
        Console.WriteLine($"{s.Flag} {(char)s.Letter}");
        TwoWordsFunction words = value => new TwoWords { Text = value.Text + "!", Flag = !value.Flag };
        nint text = Marshal.StringToCoTaskMemUTF8("frøm");
        TwoWordsNative w = ((delegate* unmanaged<TwoWordsNative, TwoWordsNative>)Marshal.GetFunctionPointerForDelegate(words))(new TwoWordsNative { Text = text, Flag = 1 });
        Console.WriteLine($"{Marshal.PtrToStringUTF8(w.Text)} {w.Flag} {Marshal.PtrToStringUTF8(text)}");
        FloatsFunction floats = (value, factor) => new Floats { A = value.D * factor, Rest = new[] { value.Rest![1], value.Rest[0] }, D = value.A };
        FloatsNative f = ((delegate* unmanaged<FloatsNative, float, FloatsNative>)Marshal.GetFunctionPointerForDelegate(floats))(new FloatsNative { A = 1, B = 2, C = 3, D = 4 }, 10);
        Console.WriteLine($"{f.A} {f.B} {f.C} {f.D}");
        MixedFunction mixed = (a, value, b) => new MixedRegisters { Number = value.Number * a - b, Flag = value.Flag };
        MixedRegistersNative m = ((delegate* unmanaged<int, MixedRegistersNative, double, MixedRegistersNative>)Marshal.GetFunctionPointerForDelegate(mixed))(2, new MixedRegistersNative { Number = 8, Flag = 2 }, 1);
        Console.WriteLine($"{m.Number} {m.Flag}");
        LargeFunction large = value =>
        {
            Show(value);
            value.Id *= 2;
            value.Name = "back";
            value.Callback = x => x - 1;
            return value;
        };
        LargeNative l = default;
        l.Id = 21;
        l.Name[0] = 'x';
        l.Small1.Letter = 65;
        l.Small1.Flag = 1;
        l.Money = 10001;
        l.Date = 36526.75;
        LargeNative result = ((delegate* unmanaged<LargeNative, LargeNative>)Marshal.GetFunctionPointerForDelegate(large))(l);
        Console.WriteLine($"{result.Id} {new string((char*)result.Name)} {result.Callback(10)} {result.Ansi} {(char)result.Small1.Letter} {result.Money} {result.Date}");
        ManyFunction many = (a, b, c, d, e, g, h, i) => a.Letter + b.Letter + c.Letter + d.Letter + e.Letter + (g.Text?.Length ?? -50) + (h.Flag ? 10000 : 0) + i;
        SmallNative n = new() { Letter = 1 };
        Console.WriteLine(((delegate* unmanaged<SmallNative, SmallNative, SmallNative, SmallNative, SmallNative, TwoWordsNative, MixedRegistersNative, int, int>)Marshal.GetFunctionPointerForDelegate(many))(n, n, n, n, n, default, new MixedRegistersNative { Flag = 1 }, 3));
    }

    static void Main()
    {
        Console.WriteLine($"{Marshal.SizeOf<Small>()} {Marshal.SizeOf<TwoWords>()} {Marshal.SizeOf<Floats>()} {Marshal.SizeOf<MixedRegisters>()} {Marshal.SizeOf<Large>()} {Marshal.SizeOf<WithClass>()}");
        Console.WriteLine($"{sizeof(SmallNative)} {sizeof(TwoWordsNative)} {sizeof(FloatsNative)} {sizeof(MixedRegistersNative)} {sizeof(LargeNative)} {sizeof(WithClassNative)}");
        Out();
        In();
        for (int i = 0; i < 20_000; i++) As<TwoWordsFunction>((delegate* unmanaged<TwoWordsNative, TwoWordsNative>)&NativeTwoWords)(new TwoWords { Text = "wörds" });
    }
}
