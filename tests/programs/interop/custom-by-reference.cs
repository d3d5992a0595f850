// Custom marshallers by reference and from native code: which of their methods is called when.
using System.Runtime.InteropServices;

class Text(string value) { public string value = value; public override string ToString() => value; }

class Marshaler(string cookie) : ICustomMarshaler
{
    public static ICustomMarshaler GetInstance(string cookie) { Console.Write($"[instance {cookie}]"); return new Marshaler(cookie); }
    readonly string cookie = cookie;
    public void CleanUpManagedData(object o) => Console.Write($"[clean {o}]");
    public void CleanUpNativeData(nint p) => Console.Write($"[free {Marshal.PtrToStringUTF8(p)}]");
    public int GetNativeDataSize() => -1;
    public nint MarshalManagedToNative(object o)
    {
        Console.Write($"[to native {o ?? "null"}]");
        if (cookie == "fails") throw new InvalidOperationException("to native");
        return o == null ? 0 : Marshal.StringToCoTaskMemUTF8(((Text)o).value);
    }
    public object MarshalNativeToManaged(nint p)
    {
        Console.Write($"[to managed {(p == 0 ? "null" : Marshal.PtrToStringUTF8(p))}]");
        return p == 0 ? null! : new Text(Marshal.PtrToStringUTF8(p)!);
    }
}

static class Native
{
    const string Library = "custom-by-reference";
    public delegate int OnText([MarshalAs(UnmanagedType.CustomMarshaler, MarshalTypeRef = typeof(Marshaler), MarshalCookie = "in")] Text? t);
    public delegate int OnReference([MarshalAs(UnmanagedType.CustomMarshaler, MarshalTypeRef = typeof(Marshaler), MarshalCookie = "ref")] ref Text? t);
    public delegate int OnOut([MarshalAs(UnmanagedType.CustomMarshaler, MarshalTypeRef = typeof(Marshaler), MarshalCookie = "out")] out Text? t);
    public delegate int OnIn([MarshalAs(UnmanagedType.CustomMarshaler, MarshalTypeRef = typeof(Marshaler), MarshalCookie = "readonly")] in Text? t);
    [return: MarshalAs(UnmanagedType.CustomMarshaler, MarshalTypeRef = typeof(Marshaler), MarshalCookie = "result")] public delegate Text? Result();
    [DllImport(Library)] public static extern int call_in(OnText f);
    [DllImport(Library)] public static extern int call_reference(OnReference f, int isNull);
    [DllImport(Library, EntryPoint = "call_reference")] public static extern int call_out(OnOut f, int isNull);
    [DllImport(Library, EntryPoint = "call_reference")] public static extern int call_readonly(OnIn f, int isNull);
    [DllImport(Library)] [return: MarshalAs(UnmanagedType.CustomMarshaler, MarshalTypeRef = typeof(Marshaler), MarshalCookie = "outer")] public static extern Text? call_result(Result f);
    [DllImport(Library)] public static extern int take_reference([MarshalAs(UnmanagedType.CustomMarshaler, MarshalTypeRef = typeof(Marshaler), MarshalCookie = "ref")] ref Text? t, int mode);
    [DllImport(Library, EntryPoint = "take_reference")] public static extern int take_out([MarshalAs(UnmanagedType.CustomMarshaler, MarshalTypeRef = typeof(Marshaler), MarshalCookie = "out")] out Text? t, int mode);
    [DllImport(Library, EntryPoint = "take_reference")] public static extern int take_readonly([MarshalAs(UnmanagedType.CustomMarshaler, MarshalTypeRef = typeof(Marshaler), MarshalCookie = "readonly")] in Text? t, int mode);
    [DllImport(Library)] public static extern int take([In, Out, MarshalAs(UnmanagedType.CustomMarshaler, MarshalTypeRef = typeof(Marshaler), MarshalCookie = "in out")] Text? t);
    [DllImport(Library, EntryPoint = "take")] public static extern int take_out_value([Out, MarshalAs(UnmanagedType.CustomMarshaler, MarshalTypeRef = typeof(Marshaler), MarshalCookie = "out value")] Text? t);
    [DllImport(Library, EntryPoint = "take")] public static extern int take_failing([MarshalAs(UnmanagedType.CustomMarshaler, MarshalTypeRef = typeof(Marshaler), MarshalCookie = "fails")] Text? t);
}

static class Program
{
    static void Try(string what, Func<object?> action)
    {
        Console.Write($"{what}: ");
        try { Console.WriteLine(action()); }
        catch (Exception e) { Console.WriteLine($"{e.GetType().Name} {e.Message}"); }
    }

    static void Main()
    {
        Try("in", () => Native.call_in(t => { Console.Write($"<{t}>"); return 1; }));
        for (int n = 0; n < 2; n++)
        {
            int isNull = n;
            Try($"ref {n}", () => Native.call_reference((ref Text? t) => { Console.Write($"<{t}>"); return 1; }, isNull));
            Try($"ref new {n}", () => Native.call_reference((ref Text? t) => { t = new Text("changed"); return 1; }, isNull));
            Try($"ref null {n}", () => Native.call_reference((ref Text? t) => { t = null; return 1; }, isNull));
            Try($"out {n}", () => Native.call_out((out Text? t) => { t = new Text("out"); return 1; }, isNull));
            Try($"readonly {n}", () => Native.call_readonly((in Text? t) => { Console.Write($"<{t}>"); return 1; }, isNull));
        }
        Try("result", () => Native.call_result(() => new Text("result")));
        Try("null result", () => Native.call_result(() => null));
        for (int mode = 0; mode < 3; mode++)
        {
            Text? t = new("text"), none = null;
            Try($"take ref {mode}", () => $"{Native.take_reference(ref t, mode)} {t}");
            Try($"take null ref {mode}", () => $"{Native.take_reference(ref none, mode)} {none}");
            Try($"take readonly {mode}", () => $"{Native.take_readonly(in t, mode)} {t}");
            if (mode > 0) Try($"take out {mode}", () => $"{Native.take_out(out t, mode)} {t}");
        }
        Try("take", () => Native.take(new Text("value")));
        Try("take null", () => Native.take(null));
        Try("take out value", () => Native.take_out_value(new Text("value")));
        Try("failing", () => Native.take_failing(new Text("value")));
    }
}
