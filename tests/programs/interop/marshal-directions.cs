// Classes, builders, arrays, strings and handles that cross by value and by reference, in both directions.
using System.Reflection;
using System.Runtime.InteropServices;
using System.Text;

[StructLayout(LayoutKind.Sequential)] class Plain { public int a; public double b; public override string ToString() => $"({a} {b})"; }
[StructLayout(LayoutKind.Sequential)] class Texts { public int a; public string? text; public override string ToString() => $"({a} {text ?? "null"})"; }
[StructLayout(LayoutKind.Sequential)] struct TextStruct { public int a; public string? text; public override string ToString() => $"({a} {text ?? "null"})"; }
class NotLayout { public int a; }

class MyHandle : SafeHandle
{
    public MyHandle() : base(0, true) { }
    public MyHandle(nint value, bool owns) : base(0, owns) => SetHandle(value);
    public override bool IsInvalid => handle == 0;
    protected override bool ReleaseHandle() { Console.WriteLine($"release {handle}"); return true; }
}

static class Native
{
    const string Library = "marshal-directions";
    [DllImport(Library)] public static extern int plain_pointer(Plain? p, int add);
    [DllImport(Library, EntryPoint = "plain_pointer")] public static extern int plain_in([In] Plain? p, int add);
    [DllImport(Library, EntryPoint = "plain_pointer")] public static extern int plain_out([Out] Plain? p, int add);
    [DllImport(Library)] public static extern int plain_pointer_pointer(ref Plain? p, int mode);
    [DllImport(Library, EntryPoint = "plain_pointer_pointer")] public static extern int plain_pointer_in([In] ref Plain? p, int mode);
    [DllImport(Library, EntryPoint = "plain_pointer_pointer")] public static extern int plain_pointer_out(out Plain? p, int mode);
    [DllImport(Library, EntryPoint = "plain_pointer_pointer")] public static extern int plain_pointer_readonly(in Plain? p, int mode);
    [DllImport(Library)] public static extern int texts_pointer(Texts? p, int mode);
    [DllImport(Library, EntryPoint = "texts_pointer")] public static extern int texts_in([In] Texts? p, int mode);
    [DllImport(Library, EntryPoint = "texts_pointer")] public static extern int texts_out([Out] Texts? p, int mode);
    [DllImport(Library, EntryPoint = "texts_pointer")] public static extern int texts_in_out([In, Out] Texts? p, int mode);
    [DllImport(Library)] public static extern int texts_pointer_pointer(ref Texts? p, int mode);
    [DllImport(Library, EntryPoint = "texts_pointer_pointer")] public static extern int texts_pointer_out(out Texts? p, int mode);
    [DllImport(Library)] public static extern Plain? make_plain(int a);
    [DllImport(Library)] public static extern Texts? make_texts(int a);
    [DllImport(Library)] public static extern int builder(StringBuilder? text, int capacity, int mode);
    [DllImport(Library, EntryPoint = "builder")] public static extern int builder_in([In] StringBuilder? text, int capacity, int mode);
    [DllImport(Library, EntryPoint = "builder")] public static extern int builder_out([Out] StringBuilder? text, int capacity, int mode);
    [DllImport(Library)] public static extern int builder_reference(ref StringBuilder? text, int mode);
    [DllImport(Library, EntryPoint = "builder")] public static extern int any([MarshalAs(UnmanagedType.AsAny)] object? o, int capacity, int mode);
    [DllImport(Library, EntryPoint = "plain_pointer")] public static extern int not_layout(NotLayout p, int add);
    [DllImport(Library, EntryPoint = "builder")] public static extern int plain_object(object o, int capacity, int mode);

    public delegate int OnPlain(Plain? p);
    public delegate int OnPlainOut([Out] Plain? p);
    public delegate int OnPlainInOut([In, Out] Plain? p);
    public delegate int OnPlainReference(ref Plain? p);
    public delegate int OnPlainReferenceOut(out Plain? p);
    public delegate int OnTexts(Texts? p);
    public delegate int OnTextsInOut([In, Out] Texts? p);
    public delegate int OnTextsReference(ref Texts? p);
    public delegate int OnBuilder(StringBuilder? text);
    public delegate int OnBuilderIn([In] StringBuilder? text);
    public delegate int OnBuilderOut([Out] StringBuilder? text);
    public delegate int OnBuilderReference(ref StringBuilder? text);
    public delegate int OnWideBuilder([MarshalAs(UnmanagedType.LPWStr)] StringBuilder? text);
    public delegate int OnStringReference(ref string? text);
    public delegate int OnStringOut(out string? text);
    public delegate int OnInts([MarshalAs(UnmanagedType.LPArray, SizeParamIndex = 1)] int[]? a, int n);
    public delegate int OnIntsInOut([In, Out, MarshalAs(UnmanagedType.LPArray, SizeParamIndex = 1)] int[]? a, int n);
    public delegate int OnIntsNoSize(int[]? a, int n);
    public delegate int OnIntsReference([MarshalAs(UnmanagedType.LPArray, SizeParamIndex = 1)] ref int[]? a, ref int n);
    public delegate int OnStrings([MarshalAs(UnmanagedType.LPArray, SizeParamIndex = 1)] string?[]? a, int n);
    public delegate int OnStringsInOut([In, Out, MarshalAs(UnmanagedType.LPArray, SizeParamIndex = 1)] string?[]? a, int n);
    public delegate int OnBoolReference(ref bool b);
    public delegate int OnCharReference(ref char c);
    public delegate int OnHandle(MyHandle h);
    public delegate int OnHandleReference(ref MyHandle h);
    public delegate int Increment(int x);
    public delegate int OnDelegateReference(ref Increment? f);
    public delegate int OnStructReference(ref TextStruct t);
    public delegate int OnStructIn(in TextStruct t);
    public delegate int OnStructOut(out TextStruct t);
    public delegate TextStruct StructResult(int x);
    public delegate Texts? ClassResult(int x);
    public delegate string? StringResult();
    public delegate int OnDateReference(ref DateTime d);
    public delegate int OnCurrencyReference([MarshalAs(UnmanagedType.Currency)] ref decimal c);
    [DllImport(Library)] public static extern int call_plain(OnPlain f, int isNull);
    [DllImport(Library, EntryPoint = "call_plain")] public static extern int call_plain_out(OnPlainOut f, int isNull);
    [DllImport(Library, EntryPoint = "call_plain")] public static extern int call_plain_in_out(OnPlainInOut f, int isNull);
    [DllImport(Library)] public static extern int call_plain_reference(OnPlainReference f, int isNull);
    [DllImport(Library, EntryPoint = "call_plain_reference")] public static extern int call_plain_reference_out(OnPlainReferenceOut f, int isNull);
    [DllImport(Library)] public static extern int call_texts(OnTexts f, int isNull);
    [DllImport(Library, EntryPoint = "call_texts")] public static extern int call_texts_in_out(OnTextsInOut f, int isNull);
    [DllImport(Library)] public static extern int call_texts_reference(OnTextsReference f, int isNull);
    [DllImport(Library)] public static extern int call_builder(OnBuilder f, int isNull);
    [DllImport(Library, EntryPoint = "call_builder")] public static extern int call_builder_in(OnBuilderIn f, int isNull);
    [DllImport(Library, EntryPoint = "call_builder")] public static extern int call_builder_out(OnBuilderOut f, int isNull);
    [DllImport(Library)] public static extern int call_builder_reference(OnBuilderReference f);
    [DllImport(Library)] public static extern int call_wide_builder(OnWideBuilder f);
    [DllImport(Library)] public static extern int call_string_reference(OnStringReference f, int isNull);
    [DllImport(Library, EntryPoint = "call_string_reference")] public static extern int call_string_out(OnStringOut f, int isNull);
    [DllImport(Library)] public static extern int call_ints(OnInts f, int isNull);
    [DllImport(Library, EntryPoint = "call_ints")] public static extern int call_ints_in_out(OnIntsInOut f, int isNull);
    [DllImport(Library, EntryPoint = "call_ints")] public static extern int call_ints_no_size(OnIntsNoSize f, int isNull);
    [DllImport(Library)] public static extern int call_ints_reference(OnIntsReference f, int isNull);
    [DllImport(Library)] public static extern int call_strings(OnStrings f);
    [DllImport(Library, EntryPoint = "call_strings")] public static extern int call_strings_in_out(OnStringsInOut f);
    [DllImport(Library)] public static extern int call_bool_reference(OnBoolReference f);
    [DllImport(Library)] public static extern int call_char_reference(OnCharReference f);
    [DllImport(Library)] public static extern int call_delegate_reference(OnDelegateReference f);
    [DllImport(Library)] public static extern int call_struct_reference(OnStructReference f);
    [DllImport(Library, EntryPoint = "call_struct_reference")] public static extern int call_struct_in(OnStructIn f);
    [DllImport(Library, EntryPoint = "call_struct_reference")] public static extern int call_struct_out(OnStructOut f);
    [DllImport(Library)] public static extern TextStruct call_struct_result(StructResult f);
    [DllImport(Library)] public static extern int call_class_result(ClassResult f, int x);
    [DllImport(Library)] public static extern int call_string_result(StringResult f);
    [DllImport(Library)] public static extern int call_date_reference(OnDateReference f);
    [DllImport(Library)] public static extern int call_currency_reference(OnCurrencyReference f);
}

static class Program
{
    static void Try(string what, Func<object?> action)
    {
        try { Console.WriteLine($"{what}: {action()}"); }
        catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name} {e.Message}"); }
    }

    static void ToNative()
    {
        var plain = new Plain { a = 1, b = 2 };
        Try("plain", () => $"{Native.plain_pointer(plain, 10)} {plain}");
        Try("plain in", () => $"{Native.plain_in(plain, 10)} {plain}");
        Try("plain out", () => $"{Native.plain_out(plain, 10)} {plain}");
        Try("plain null", () => $"{Native.plain_pointer(null, 10)} {Native.plain_in(null, 1)} {Native.plain_out(null, 1)}");
        for (int mode = 0; mode < 4; mode++)
        {
            Plain? p = new Plain { a = 1, b = 2 }, q = p, none = null;
            // Where native code clears a reference, CoreCLR fails.
            if (mode != 2) Try($"ref plain {mode}", () => $"{Native.plain_pointer_pointer(ref p, mode)} {p} {ReferenceEquals(p, q)} {q}");
            Try($"ref null plain {mode}", () => $"{Native.plain_pointer_pointer(ref none, mode)} {none}");
            p = q = new Plain { a = 1, b = 2 };
            Try($"in ref plain {mode}", () => $"{Native.plain_pointer_in(ref p, mode)} {p} {ReferenceEquals(p, q)}");
            p = q;
            Try($"in plain {mode}", () => $"{Native.plain_pointer_readonly(in p, mode)} {p} {ReferenceEquals(p, q)}");
            if (mode > 1) Try($"out plain {mode}", () => $"{Native.plain_pointer_out(out p, mode)} {p} {ReferenceEquals(p, q)}");
            Texts? t = new Texts { a = 4, text = "text" }, u = t, absent = null;
            if (mode != 2) Try($"ref texts {mode}", () => $"{Native.texts_pointer_pointer(ref t, mode)} {t} {ReferenceEquals(t, u)} {u}");
            Try($"ref null texts {mode}", () => $"{Native.texts_pointer_pointer(ref absent, mode)} {absent}");
            if (mode > 1) Try($"out texts {mode}", () => $"{Native.texts_pointer_out(out t, mode)} {t}");
        }
        for (int mode = 0; mode < 2; mode++)
        {
            var texts = new Texts { a = 4, text = "text" };
            Try($"texts {mode}", () => $"{Native.texts_pointer(texts, mode)} {texts}");
            Try($"texts in {mode}", () => $"{Native.texts_in(texts, mode)} {texts}");
            Try($"texts in out {mode}", () => $"{Native.texts_in_out(texts, mode)} {texts}");
            Try($"texts out {mode}", () => $"{Native.texts_out(texts, mode)} {texts}");
        }
        Try("texts null", () => $"{Native.texts_pointer(null, 0)} {Native.texts_in_out(null, 0)}");
        Try("make", () => $"{Native.make_plain(4)} {Native.make_texts(5)} {Native.make_plain(0) == null} {Native.make_texts(0) == null}");
        for (int mode = 0; mode < 4; mode++)
        {
            var b = new StringBuilder("hello", 20);
            Try($"builder {mode}", () => $"{Native.builder(b, b.Capacity, mode)} {b} {b.Capacity}");
            b = new StringBuilder("hello", 20);
            Try($"builder in {mode}", () => $"{Native.builder_in(b, b.Capacity, mode)} {b}");
            b = new StringBuilder("hello", 20);
            Try($"builder out {mode}", () => $"{Native.builder_out(b, b.Capacity, mode + 4)} {b}");
            StringBuilder? r = b = new StringBuilder("hé", 20);
            if (mode < 3) Try($"ref builder {mode}", () => $"{Native.builder_reference(ref r, mode)} {r} {ReferenceEquals(r, b)} {r?.Capacity}");
            Try($"any {mode}", () => { var a = new StringBuilder("any", 20); return $"{Native.any(a, a.Capacity, mode)} {a}"; });
        }
        Try("builder null", () => Native.builder(null, 0, 0));
        Try("any null", () => Native.any(null, 0, 0));
        Try("any string", () => Native.any("héllo", 0, 0));
        Try("any bytes", () => { byte[] bytes = [65, 66, 67, 0]; return Native.any(bytes, 0, 0); });
        Try("any class", () => Native.any(new Plain { a = 0x414141 }, 0, 0));
        Try("any boxed", () => Native.any(0x4141, 0, 0));
        Try("any object", () => Native.any(new NotLayout(), 0, 0));
        Try("any list", () => Native.any(new List<int>(), 0, 0));
        Try("not layout", () => Native.not_layout(new NotLayout(), 0));
        Try("object", () => Native.plain_object(new object(), 0, 0));
    }

    static void FromNative()
    {
        for (int isNull = 0; isNull < 2; isNull++)
        {
            int n = isNull;
            Try($"plain {n}", () => Native.call_plain(p => { Console.Write($"{p} "); if (p != null) p.a = 50; return 1; }, n));
            Try($"plain out {n}", () => Native.call_plain_out(p => { Console.Write($"{p} "); if (p != null) p.a = 50; return 1; }, n));
            Try($"plain in out {n}", () => Native.call_plain_in_out(p => { Console.Write($"{p} "); if (p != null) p.a = 50; return 1; }, n));
            Try($"ref plain {n}", () => Native.call_plain_reference((ref Plain? p) => { Console.Write($"{p} "); if (p != null) p.a = 50; return 1; }, n));
            Try($"ref plain new {n}", () => Native.call_plain_reference((ref Plain? p) => { p = new Plain { a = 60 }; return 1; }, n));
            Try($"ref plain null {n}", () => Native.call_plain_reference((ref Plain? p) => { p = null; return 1; }, n));
            Try($"out plain {n}", () => Native.call_plain_reference_out((out Plain? p) => { p = new Plain { a = 61 }; return 1; }, n));
            Try($"texts {n}", () => Native.call_texts(p => { Console.Write($"{p} "); if (p != null) { p.a = 9; p.text = "longer"; } return 1; }, n));
            // CoreCLR itself fails with null here.
            if (n == 0) Try($"texts in out {n}", () => Native.call_texts_in_out(p => { Console.Write($"{p} "); if (p != null) { p.a = 9; p.text = "longer"; } return 1; }, n));
            if (n == 0) Try($"ref texts {n}", () => Native.call_texts_reference((ref Texts? p) => { Console.Write($"{p} "); if (p != null) { p.a = 9; p.text = "longer"; } return 1; }, n));
            Try($"ref texts new {n}", () => Native.call_texts_reference((ref Texts? p) => { p = new Texts { a = 3, text = "newest" }; return 1; }, n));
            if (n == 1) Try($"ref texts null {n}", () => Native.call_texts_reference((ref Texts? p) => { p = null; return 1; }, n));
            Try($"builder {n}", () => Native.call_builder(b => { Console.Write($"{b} {b?.Capacity} "); b?.Append("+more"); return 1; }, n));
            Try($"builder in {n}", () => Native.call_builder_in(b => { Console.Write($"{b} "); b?.Append("+more"); return 1; }, n));
            Try($"builder out {n}", () => Native.call_builder_out(b => { Console.Write($"[{b?.Length}] "); b?.Append("+more"); return 1; }, n));
            Try($"ref string {n}", () => Native.call_string_reference((ref string? s) => { Console.Write($"{s} "); s = "héllo"; return 1; }, n));
            Try($"ref string null {n}", () => Native.call_string_reference((ref string? s) => { s = null; return 1; }, n));
            Try($"out string {n}", () => Native.call_string_out((out string? s) => { s = "out"; return 1; }, n));
            Try($"ints {n}", () => Native.call_ints((a, count) => { Console.Write($"{a?.Length} {a?.Sum()} "); if (a != null) a[0] = 100; return 1; }, n));
            Try($"ints in out {n}", () => Native.call_ints_in_out((a, count) => { Console.Write($"{a?.Length} {a?.Sum()} "); if (a != null) a[0] = 100; return 1; }, n));
            Try($"ints no size {n}", () => Native.call_ints_no_size((a, count) => { Console.Write($"{a?.Length} {a?.Sum()} "); if (a != null) a[0] = 100; return 1; }, n));
            Try($"ref ints {n}", () => Native.call_ints_reference((ref int[]? a, ref int count) => { Console.Write($"{a?.Length} {a?.Sum()} "); if (a != null) a[0] = 100; count = 2; return 1; }, n));
            Try($"ref ints new {n}", () => Native.call_ints_reference((ref int[]? a, ref int count) => { a = [8, 9]; count = 2; return 1; }, n));
            Try($"ref ints null {n}", () => Native.call_ints_reference((ref int[]? a, ref int count) => { a = null; return 1; }, n));
        }
        Try("ref builder", () => Native.call_builder_reference((ref StringBuilder? b) => { Console.Write($"{b} "); b!.Append("+more"); return 1; }));
        Try("ref builder new", () => Native.call_builder_reference((ref StringBuilder? b) => { b = new StringBuilder("another one"); return 1; }));
        Try("ref builder null", () => Native.call_builder_reference((ref StringBuilder? b) => { b = null; return 1; }));
        Try("wide builder", () => Native.call_wide_builder(b => { Console.Write($"{b} "); b!.Append('d'); return 1; }));
        Try("strings", () => Native.call_strings((a, n) => { Console.Write(string.Join(",", a!.Select(s => s ?? "null"))); a![0] = "changed"; return 1; }));
        Try("strings in out", () => Native.call_strings_in_out((a, n) => { a![0] = "changed"; a[1] = null; return 1; }));
        Try("ref bool", () => Native.call_bool_reference((ref bool b) => { b = !b; return b ? 1 : 2; }));
        Try("ref char", () => Native.call_char_reference((ref char c) => { c++; return 1; }));
        Try("ref delegate", () => Native.call_delegate_reference((ref Native.Increment? f) => { f = x => x + 1; kept.Add(f); return 1; }));
        Try("ref struct", () => Native.call_struct_reference((ref TextStruct t) => { Console.Write($"{t} "); t.a = 8; t.text = "eight"; return 1; }));
        Try("in struct", () => Native.call_struct_in((in TextStruct t) => { Console.Write($"{t} "); return 1; }));
        Try("out struct", () => Native.call_struct_out((out TextStruct t) => { t = new TextStruct { a = 2, text = "two!" }; return 1; }));
        Try("struct result", () => Native.call_struct_result(x => new TextStruct { a = x, text = "result" }));
        Try("class result", () => $"{Native.call_class_result(x => new Texts { a = x, text = "abc" }, 4)} {Native.call_class_result(x => null, 4)}");
        Try("string result", () => $"{Native.call_string_result(() => "twelve chars")} {Native.call_string_result(() => null)}");
        Try("ref date", () => Native.call_date_reference((ref DateTime d) => { Console.Write($"{d:O} "); d = d.AddDays(5); return 1; }));
        Try("ref currency", () => Native.call_currency_reference((ref decimal c) => { Console.Write($"{c} "); c = 7; return 1; }));
    }

    static readonly List<Delegate> kept = [];

    static void Main()
    {
        ToNative();
        FromNative();
    }
}
