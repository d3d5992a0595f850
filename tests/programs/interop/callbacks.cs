// skip: stress it lets a finalizer run where it collects
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;

// Native code calls delegates whose arguments need conversion; unmanaged calli with arguments that need it; handles.

[StructLayout(LayoutKind.Sequential)]
class Item
{
    public int Id;
    public string? Name;
}

struct ItemNative
{
    public int Id;
    public nint Name;
}

[StructLayout(LayoutKind.Sequential)]
class Plain
{
    public int A, B;
}

class TestHandle : SafeHandle
{
    public TestHandle() : base(0, true) { }
    public TestHandle(nint value) : base(0, true) => SetHandle(value);
    public override bool IsInvalid => handle == 0;
    protected override bool ReleaseHandle()
    {
        Console.WriteLine("released " + handle);
        return true;
    }
}

class TestCritical : CriticalHandle
{
    public TestCritical() : base(0) { }
    public nint Value { get => handle; set => handle = value; }
    public override bool IsInvalid => handle == 0;
    protected override bool ReleaseHandle() => true;
}

struct WithHandle
{
    public int Number;
    public TestHandle? Handle;
}

struct WithHandleNative
{
    public int Number;
    public nint Handle;
}

delegate int ArrayCallback([MarshalAs(UnmanagedType.LPArray, SizeParamIndex = 1)] int[]? values, int count);
delegate int ArrayBack([In, Out, MarshalAs(UnmanagedType.LPArray, SizeParamIndex = 1)] int[]? values, int count);
delegate int StringsCallback([MarshalAs(UnmanagedType.LPArray, SizeParamIndex = 1)] string[] values, int count);
delegate int ArrayAlone(int[] values);
delegate int ItemCallback(Item? item);
delegate int ItemBack([In, Out] Item item);
delegate int PlainCallback(Plain? plain);
delegate Item? ItemResult(int id);
delegate int RefStringCallback(ref string? text, out string result);
delegate string? StringResult([MarshalAs(UnmanagedType.LPWStr)] string? text);
delegate bool BoolCallback(bool a, ref bool b, [MarshalAs(UnmanagedType.U1)] bool c);
delegate DateTime DateCallback(DateTime date);
delegate int GuidCallback([MarshalAs(UnmanagedType.LPStruct)] Guid guid);
delegate StringCallback? DelegateCallback(StringCallback? callback);
delegate int StringCallback(string text);
delegate int HandleCallback(TestHandle handle);
delegate int RefHandle(ref TestHandle handle);
delegate int OutHandle(out TestHandle handle);
delegate TestHandle HandleResult(nint value);
delegate int RefCritical(ref TestCritical handle);
delegate TestCritical CriticalResult(nint value);
delegate int HandleIn(WithHandle value);
delegate int HandleRefIn(ref WithHandle value);
delegate int BuilderCallback(StringBuilder builder);
delegate int TypeHandleFunction(RuntimeTypeHandle handle);
delegate void Throwing();

static unsafe class Program
{
    static nint Pointer(Delegate d) => Marshal.GetFunctionPointerForDelegate(d);
    static T As<T>(void* function) where T : Delegate => Marshal.GetDelegateForFunctionPointer<T>((nint)function);

    static void Arrays()
    {
        int* numbers = stackalloc int[] { 4, 5, 6 };
        ArrayCallback sum = (values, count) => { int s = values == null ? -1 : values.Sum(); if (values != null) values[0] = 100; return s; };
        Console.WriteLine(((delegate* unmanaged<int*, int, int>)Pointer(sum))(numbers, 3) + " " + numbers[0]);
        Console.WriteLine(((delegate* unmanaged<int*, int, int>)Pointer(sum))(null, 3));
        ArrayBack back = (values, count) => { values![1] = 50; return values.Length; };
        Console.WriteLine(((delegate* unmanaged<int*, int, int>)Pointer(back))(numbers, 3) + " " + numbers[1]);
        ArrayAlone alone = values => values.Length;
        Console.WriteLine(((delegate* unmanaged<int*, int>)Pointer(alone))(numbers));
        nint* texts = stackalloc nint[] { Marshal.StringToCoTaskMemUTF8("öne"), Marshal.StringToCoTaskMemUTF8("two") };
        StringsCallback strings = (values, count) => { Console.WriteLine(string.Join("|", values)); return values.Length; };
        Console.WriteLine(((delegate* unmanaged<nint*, int, int>)Pointer(strings))(texts, 2));
    }

    static void Objects()
    {
        var item = new ItemNative { Id = 3, Name = Marshal.StringToCoTaskMemUTF8("näme") };
        ItemCallback show = i => { Console.WriteLine(i == null ? "null" : i.Id + i.Name); if (i != null) i.Id = 77; return 1; };
        ((delegate* unmanaged<ItemNative*, int>)Pointer(show))(&item);
        ((delegate* unmanaged<ItemNative*, int>)Pointer(show))(null);
        Console.WriteLine(item.Id);
        ItemBack change = i => { i.Id = 78; i.Name = "changed"; return 1; };
        ((delegate* unmanaged<ItemNative*, int>)Pointer(change))(&item);
        Console.WriteLine(item.Id + Marshal.PtrToStringUTF8(item.Name));
        int* plain = stackalloc int[] { 1, 2 };
        PlainCallback plainCallback = p => { p!.B = 9; return p.A; };
        Console.WriteLine(((delegate* unmanaged<int*, int>)Pointer(plainCallback))(plain) + " " + plain[1]);
        ItemResult make = id => id == 0 ? null : new Item { Id = id, Name = "made" };
        ItemNative* made = ((delegate* unmanaged<int, ItemNative*>)Pointer(make))(5);
        Console.WriteLine(made->Id + Marshal.PtrToStringUTF8(made->Name) + (((delegate* unmanaged<int, ItemNative*>)Pointer(make))(0) == null));
    }

    static void Values()
    {
        nint text = Marshal.StringToCoTaskMemUTF8("in"), result;
        RefStringCallback refString = (ref string? t, out string r) => { r = t + "?"; t = t == null ? "new" : null; return 0; };
        ((delegate* unmanaged<nint*, nint*, int>)Pointer(refString))(&text, &result);
        Console.WriteLine((Marshal.PtrToStringUTF8(text) ?? "null") + " " + Marshal.PtrToStringUTF8(result));
        ((delegate* unmanaged<nint*, nint*, int>)Pointer(refString))(&text, &result);
        Console.WriteLine((Marshal.PtrToStringUTF8(text) ?? "null") + " " + Marshal.PtrToStringUTF8(result));
        StringResult stringResult = t => t == null ? null : "[" + t + "]";
        Console.WriteLine(Marshal.PtrToStringUTF8(((delegate* unmanaged<nint, nint>)Pointer(stringResult))(Marshal.StringToCoTaskMemUni("wïde"))));
        Console.WriteLine(((delegate* unmanaged<nint, nint>)Pointer(stringResult))(0));
        BoolCallback bools = (bool a, ref bool b, bool c) => { Console.Write($"{a} {b} {c} "); b = !b; return a && c; };
        int flag = 4;
        Console.WriteLine(((delegate* unmanaged<int, int*, byte, int>)Pointer(bools))(2, &flag, 128) + " " + flag);
        DateCallback date = d => d.AddDays(1);
        Console.WriteLine(((delegate* unmanaged<double, double>)Pointer(date))(36526.25));
        GuidCallback guid = g => g.ToByteArray()[3];
        Guid value = new("44332211-0000-0000-0000-000000000000");
        Console.WriteLine(((delegate* unmanaged<Guid*, int>)Pointer(guid))(&value));
        DelegateCallback delegates = d => { Console.WriteLine(d!("to native and back")); return t => t.Length * 2; };
        StringCallback length = t => t.Length;
        nint inner = ((delegate* unmanaged<nint, nint>)Pointer(delegates))(Pointer(length));
        Console.WriteLine(((delegate* unmanaged<nint, int>)inner)(Marshal.StringToCoTaskMemUTF8("abc")));
    }

    [UnmanagedCallersOnly] static int HandleNative(nint handle) => (int)handle;
    [UnmanagedCallersOnly] static int RefHandleNative(nint* handle) => (int)(++*handle);
    [UnmanagedCallersOnly] static int KeepHandleNative(nint* handle) => (int)*handle;
    [UnmanagedCallersOnly] static nint HandleResultNative(nint value) => value;
    [UnmanagedCallersOnly] static int WithHandleFunction(WithHandleNative value) => value.Number + (int)value.Handle;
    [UnmanagedCallersOnly]
    static int WithHandleChange(WithHandleNative* value)
    {
        value->Number++;
        if (value->Number > 10) value->Handle++;
        return (int)value->Handle;
    }

    static void Try(Action action)
    {
        try
        {
            action();
        }
        catch (Exception e)
        {
            Console.WriteLine($"{e.GetType()}: {e.Message}");
        }
    }

    static void Handles()
    {
        var handle = new TestHandle(5);
        Console.WriteLine(As<HandleCallback>((delegate* unmanaged<nint, int>)&HandleNative)(handle));
        TestHandle same = handle;
        Console.WriteLine(As<RefHandle>((delegate* unmanaged<nint*, int>)&KeepHandleNative)(ref same) + " " + ReferenceEquals(same, handle));
        Console.WriteLine(As<RefHandle>((delegate* unmanaged<nint*, int>)&RefHandleNative)(ref same) + " " + ReferenceEquals(same, handle) + " " + same.DangerousGetHandle());
        As<OutHandle>((delegate* unmanaged<nint*, int>)&RefHandleNative)(out TestHandle made);
        Console.WriteLine(made.DangerousGetHandle());
        Console.WriteLine(As<HandleResult>((delegate* unmanaged<nint, nint>)&HandleResultNative)(33).DangerousGetHandle());
        var critical = new TestCritical { Value = 8 };
        TestCritical before = critical;
        Console.WriteLine(As<RefCritical>((delegate* unmanaged<nint*, int>)&RefHandleNative)(ref critical) + " " + critical.Value + " " + ReferenceEquals(before, critical));
        Console.WriteLine(As<CriticalResult>((delegate* unmanaged<nint, nint>)&HandleResultNative)(44).Value);
        var withHandle = new WithHandle { Number = 1, Handle = handle };
        Console.WriteLine(As<HandleIn>((delegate* unmanaged<WithHandleNative, int>)&WithHandleFunction)(withHandle));
        Console.WriteLine(As<HandleRefIn>((delegate* unmanaged<WithHandleNative*, int>)&WithHandleChange)(ref withHandle) + " " + withHandle.Number + ReferenceEquals(withHandle.Handle, handle));
        withHandle.Number = 20;
        Try(() => As<HandleRefIn>((delegate* unmanaged<WithHandleNative*, int>)&WithHandleChange)(ref withHandle));
        Try(() => As<HandleIn>((delegate* unmanaged<WithHandleNative, int>)&WithHandleFunction)(default));
        Try(() => Marshal.StructureToPtr(withHandle, Marshal.AllocHGlobal(64), false));
        Try(() => As<HandleCallback>((delegate* unmanaged<nint, int>)&HandleNative)(null!));
        TestHandle? none = null;
        Try(() => As<RefHandle>((delegate* unmanaged<nint*, int>)&KeepHandleNative)(ref none!));
        handle.Dispose();
        Try(() => As<HandleCallback>((delegate* unmanaged<nint, int>)&HandleNative)(handle));
        GC.SuppressFinalize(same);
        GC.SuppressFinalize(made);
        Console.WriteLine(As<TypeHandleFunction>((delegate* unmanaged<nint, int>)&HandleNative)(typeof(int).TypeHandle) == (int)typeof(int).TypeHandle.Value);
    }

    static void Indirect()
    {
        nint libc = NativeLibrary.Load("libc.so.6");
        var length = (delegate* unmanaged<string, nint>)NativeLibrary.GetExport(libc, "strlen");
        Console.WriteLine(length("länge"));
        var duplicate = (delegate* unmanaged[Cdecl]<string, string>)NativeLibrary.GetExport(libc, "strdup");
        Console.WriteLine(duplicate("döuble"));
        delegate* unmanaged<bool, ref bool, byte, bool> bools = (delegate* unmanaged<bool, ref bool, byte, bool>)(delegate* unmanaged<int, int*, byte, int>)&BoolsNative;
        bool flag = true;
        Console.WriteLine(bools(true, ref flag, 3) + " " + flag);
        var compare = (delegate* unmanaged<byte[], byte[], nuint, int>)NativeLibrary.GetExport(libc, "memcmp");
        Console.WriteLine(compare(new byte[] { 1, 2 }, new byte[] { 1, 3 }, 2) < 0);
    }

    [UnmanagedCallersOnly]
    static int BoolsNative(int a, int* b, byte c)
    {
        *b = 0;
        return a + c;
    }

    static void Main()
    {
        Arrays();
        Objects();
        Values();
        Handles();
        Indirect();
    }
}
