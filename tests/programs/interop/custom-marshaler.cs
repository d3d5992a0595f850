using System.Reflection;
using System.Runtime.InteropServices;

// ICustomMarshaler in every position, and the ways in which one can be wrong.

class Box
{
    public string Text = "";
}

class BoxMarshaler : ICustomMarshaler
{
    readonly string cookie;
    BoxMarshaler(string cookie) => this.cookie = cookie;

    public static ICustomMarshaler GetInstance(string cookie)
    {
        Console.WriteLine($"GetInstance({cookie})");
        return new BoxMarshaler(cookie);
    }

    public void CleanUpManagedData(object value) => Console.WriteLine("CleanUpManagedData " + ((Box)value).Text);
    public void CleanUpNativeData(nint data)
    {
        Console.WriteLine("CleanUpNativeData " + Marshal.PtrToStringUTF8(data));
        Marshal.FreeCoTaskMem(data);
    }
    public int GetNativeDataSize() => -1;
    public nint MarshalManagedToNative(object value)
    {
        Console.WriteLine("MarshalManagedToNative " + ((Box)value).Text);
        return Marshal.StringToCoTaskMemUTF8(cookie + ((Box)value).Text);
    }
    public object MarshalNativeToManaged(nint data)
    {
        Console.WriteLine("MarshalNativeToManaged " + Marshal.PtrToStringUTF8(data));
        return new Box { Text = "managed:" + Marshal.PtrToStringUTF8(data) };
    }
}

class TextMarshaler : ICustomMarshaler
{
    static readonly TextMarshaler instance = new();
    public static ICustomMarshaler GetInstance(string cookie) => instance;
    public void CleanUpManagedData(object value) { }
    public void CleanUpNativeData(nint data) => Marshal.FreeCoTaskMem(data);
    public int GetNativeDataSize() => -1;
    public nint MarshalManagedToNative(object value) => Marshal.StringToCoTaskMemUTF8(((string)value).ToUpperInvariant());
    public object MarshalNativeToManaged(nint data) => Marshal.PtrToStringUTF8(data)!.Length + "";
}

class NoInstance : ICustomMarshaler
{
    public void CleanUpManagedData(object value) { }
    public void CleanUpNativeData(nint data) { }
    public int GetNativeDataSize() => -1;
    public nint MarshalManagedToNative(object value) => 0;
    public object MarshalNativeToManaged(nint data) => null!;
}

class NullInstance : NoInstance
{
    public static ICustomMarshaler GetInstance(string cookie) => null!;
}

class Throwing : NoInstance
{
    public static ICustomMarshaler GetInstance(string cookie) => throw new InvalidOperationException("no marshaler today");
}

class NoMarshaler
{
    public static ICustomMarshaler GetInstance(string cookie) => null!;
}

static unsafe class Program
{
    [DllImport("libc", EntryPoint = "strlen")] static extern nint Length([MarshalAs(UnmanagedType.CustomMarshaler, MarshalTypeRef = typeof(BoxMarshaler), MarshalCookie = "c-")] Box? box);
    [DllImport("libc", EntryPoint = "strdup")]
    [return: MarshalAs(UnmanagedType.CustomMarshaler, MarshalTypeRef = typeof(BoxMarshaler), MarshalCookie = "d-")]
    static extern Box Duplicate([MarshalAs(UnmanagedType.CustomMarshaler, MarshalTypeRef = typeof(BoxMarshaler), MarshalCookie = "c-")] Box? box);
    [DllImport("libc", EntryPoint = "strlen")] static extern nint TextLength([MarshalAs(UnmanagedType.CustomMarshaler, MarshalType = "TextMarshaler")] string text);
    [DllImport("libc", EntryPoint = "puts")] static extern nint Upper([MarshalAs(UnmanagedType.CustomMarshaler, MarshalType = "TextMarshaler")] string text);
    [DllImport("libc", EntryPoint = "strlen")] static extern nint Bad1([MarshalAs(UnmanagedType.CustomMarshaler, MarshalTypeRef = typeof(NoInstance))] Box text);
    [DllImport("libc", EntryPoint = "strlen")] static extern nint Bad2([MarshalAs(UnmanagedType.CustomMarshaler, MarshalTypeRef = typeof(NullInstance))] Box text);
    [DllImport("libc", EntryPoint = "strlen")] static extern nint Bad3([MarshalAs(UnmanagedType.CustomMarshaler, MarshalTypeRef = typeof(Throwing))] Box text);
    [DllImport("libc", EntryPoint = "strlen")] static extern nint Bad4([MarshalAs(UnmanagedType.CustomMarshaler, MarshalTypeRef = typeof(NoMarshaler))] Box text);
    [DllImport("libc", EntryPoint = "strlen")] static extern nint Bad5([MarshalAs(UnmanagedType.CustomMarshaler, MarshalType = "No.Such.Type")] Box text);
    [DllImport("libc", EntryPoint = "strlen")] static extern nint Bad6([MarshalAs(UnmanagedType.CustomMarshaler, MarshalTypeRef = typeof(BoxMarshaler))] int number);

    delegate nint ByReference([MarshalAs(UnmanagedType.CustomMarshaler, MarshalTypeRef = typeof(BoxMarshaler), MarshalCookie = "r-")] ref Box? box);
    delegate nint ByOut([MarshalAs(UnmanagedType.CustomMarshaler, MarshalTypeRef = typeof(BoxMarshaler), MarshalCookie = "o-")] out Box? box);
    delegate nint InOut([In, Out, MarshalAs(UnmanagedType.CustomMarshaler, MarshalTypeRef = typeof(BoxMarshaler), MarshalCookie = "io-")] Box? box);
    [return: MarshalAs(UnmanagedType.CustomMarshaler, MarshalTypeRef = typeof(BoxMarshaler), MarshalCookie = "b-")]
    delegate Box? Callback([MarshalAs(UnmanagedType.CustomMarshaler, MarshalTypeRef = typeof(BoxMarshaler), MarshalCookie = "a-")] Box? box);

    [UnmanagedCallersOnly]
    static nint Replace(nint* text)
    {
        Console.WriteLine("native: " + (Marshal.PtrToStringUTF8(*text) ?? "null"));
        *text = Marshal.StringToCoTaskMemUTF8("replaced");
        return 3;
    }

    [UnmanagedCallersOnly]
    static nint Keep(nint text)
    {
        Console.WriteLine("native: " + (Marshal.PtrToStringUTF8(text) ?? "null"));
        return 3;
    }

    static void Main()
    {
        Console.WriteLine(Length(new Box { Text = "four" }));
        Console.WriteLine(Length(new Box { Text = "again" }));
        Console.WriteLine(Duplicate(new Box { Text = "dup" }).Text);
        Console.WriteLine(TextLength("täxt"));
        Box? box = new() { Text = "ref" };
        Console.WriteLine(Marshal.GetDelegateForFunctionPointer<ByReference>((nint)(delegate* unmanaged<nint*, nint>)&Replace)(ref box) + box!.Text);
        Console.WriteLine(Marshal.GetDelegateForFunctionPointer<ByOut>((nint)(delegate* unmanaged<nint*, nint>)&Replace)(out box) + box!.Text);
        Console.WriteLine(Marshal.GetDelegateForFunctionPointer<InOut>((nint)(delegate* unmanaged<nint, nint>)&Keep)(box) + box!.Text);
        Console.WriteLine(Marshal.GetDelegateForFunctionPointer<InOut>((nint)(delegate* unmanaged<nint, nint>)&Keep)(null));
        Callback callback = b => b == null ? null : new Box { Text = b.Text + "+" };
        var native = (delegate* unmanaged<nint, nint>)Marshal.GetFunctionPointerForDelegate(callback);
        nint text = Marshal.StringToCoTaskMemUTF8("callback");
        Console.WriteLine(Marshal.PtrToStringUTF8(native(text)));
        Console.WriteLine(native(0));
        foreach (string name in new[] { "Bad1", "Bad2", "Bad3", "Bad4", "Bad5", "Bad6" })
        {
            try
            {
                MethodInfo method = typeof(Program).GetMethod(name, BindingFlags.NonPublic | BindingFlags.Static)!;
                method.Invoke(null, new object[] { name == "Bad6" ? 1 : new Box() });
                Console.WriteLine("none");
            }
            catch (TargetInvocationException e)
            {
                Console.WriteLine($"{name} {e.InnerException!.GetType()}: {e.InnerException.Message}");
            }
        }
    }
}
