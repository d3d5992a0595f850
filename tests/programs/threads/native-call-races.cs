// include: Race.part
// Threads make the first call of the same P/Invokes, function pointers, marshalled structs and delegates at once, and native
// threads the first call of managed functions, while another thread collects.
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

[StructLayout(LayoutKind.Sequential, CharSet = CharSet.Ansi)]
struct Record<T> where T : unmanaged
{
    public byte Small;
    [MarshalAs(UnmanagedType.ByValTStr, SizeConst = 12)] public string Text;
    [MarshalAs(UnmanagedType.ByValArray, SizeConst = 3)] public int[] Numbers;
    public bool Flag;
    public double Number;
}

[StructLayout(LayoutKind.Sequential)] class Layout0 { public int A; [MarshalAs(UnmanagedType.LPStr)] public string? B; public short C; }
[StructLayout(LayoutKind.Sequential)] class Layout1 { public int A; [MarshalAs(UnmanagedType.LPWStr)] public string? B; public short C; }
[StructLayout(LayoutKind.Sequential)] class Layout2 { public int A; [MarshalAs(UnmanagedType.BStr)] public string? B; public Layout3 C; }
[StructLayout(LayoutKind.Sequential)] struct Layout3 { public decimal D; [MarshalAs(UnmanagedType.LPStr)] public string? E; }

static unsafe class Program
{
    const int Threads = Race.Threads;
    // The same functions under names of their own, so that each has its own first call.
    [DllImport("libc", EntryPoint = "abs")] static extern int Abs0(int value);
    [DllImport("libc", EntryPoint = "abs")] static extern int Abs1(int value);
    [DllImport("libc", EntryPoint = "abs", SetLastError = true)] static extern int Abs2(int value);
    [DllImport("libc", EntryPoint = "strlen")] static extern nint Length0(string text);
    [DllImport("libc", EntryPoint = "strlen")] static extern nint Length1([MarshalAs(UnmanagedType.LPUTF8Str)] string text);
    [DllImport("libc", EntryPoint = "strlen")] static extern nint Length2(byte[] text);
    [DllImport("libc", EntryPoint = "getenv")] static extern nint Get(string name);
    [DllImport("libc", EntryPoint = "qsort")] static extern void Sort0(int[] items, nint count, nint size, Comparer compare);
    [DllImport("libc", EntryPoint = "qsort")] static extern void Sort1(int* items, nint count, nint size, delegate* unmanaged<int*, int*, int> compare);
    [DllImport("libc", EntryPoint = "memcpy")] static extern nint Copy(ref long to, in long from, nint size);
    [DllImport("libc", EntryPoint = "no_such_function")] static extern int Missing();
    [DllImport("no_such_library", EntryPoint = "abs")] static extern int Absent(int value);
    [DllImport("libc")] static extern int pthread_create(out nint thread, nint attributes, delegate* unmanaged<nint, nint> start, nint argument);
    [DllImport("libc")] static extern int pthread_join(nint thread, out nint result);

    delegate int Comparer(ref int a, ref int b);
    [UnmanagedFunctionPointer(CallingConvention.Cdecl)] delegate int Scale(int value);

    [UnmanagedCallersOnly] static int CompareNumbers(int* a, int* b) => *b - *a;
    [UnmanagedCallersOnly] static int Other(int value) => value + new object[3].Length;
    [UnmanagedCallersOnly] static nint Start(nint argument) => argument + Later(argument);
    static nint Later(nint value) => new List<nint> { value, 1 }.Count;

    static string Try(Func<int> action)
    {
        try { return action().ToString(); }
        catch (Exception e) { return e.GetType().Name; }
    }

    static string Sorted()
    {
        int[] items = [5, 3, 9, 1];
        Sort0(items, items.Length, 4, (ref int a, ref int b) => a - b);
        string first = string.Join(",", items);
        fixed (int* pinned = items)
            Sort1(pinned, items.Length, 4, &CompareNumbers);
        return first + " " + string.Join(",", items);
    }

    static string RoundTrip<T>(T value) where T : notnull
    {
        nint memory = Marshal.AllocHGlobal(Marshal.SizeOf<T>() + 8);
        try
        {
            Marshal.StructureToPtr(value, memory, false);
            object back = Marshal.PtrToStructure<T>(memory)!;
            Marshal.DestroyStructure<T>(memory);
            return Marshal.SizeOf<T>() + Show(back);
        }
        finally { Marshal.FreeHGlobal(memory); }
    }
    static string Show(object value) => value.GetType().Name + "(" + string.Join(",", value.GetType().GetFields().Select(field => field.GetValue(value) switch
    {
        int[] numbers => string.Join("+", numbers),
        Layout3 inner => Show(inner),
        object other => other.ToString(),
        null => "null",
    })) + ")";

    static readonly Scale shared = value => value * 3;
    static nint sharedPointer;

    static string Pointers()
    {
        nint pointer = Marshal.GetFunctionPointerForDelegate(shared);
        nint before = Interlocked.CompareExchange(ref sharedPointer, pointer, 0);
        bool same = before == 0 || before == pointer;
        int direct = ((delegate* unmanaged<int, int>)pointer)(14);
        var back = Marshal.GetDelegateForFunctionPointer<Scale>(pointer);
        delegate* unmanaged<int, int> entry = &Other;
        int own = 20;
        Scale closure = value => value + own;
        nint closurePointer = Marshal.GetFunctionPointerForDelegate(closure);
        int called = ((delegate* unmanaged<int, int>)closurePointer)(1);
        GC.KeepAlive(closure);
        var native = Marshal.GetDelegateForFunctionPointer<Scale>((nint)entry);
        return $"{same} {direct} {ReferenceEquals(back, shared)} {back(2)} {entry(4)} {called} {native(5)}";
    }

    static string ForeignThread(int number)
    {
        pthread_create(out nint thread, 0, &Start, 100);
        pthread_join(thread, out nint result);
        return result.ToString();
    }

    static long Copied()
    {
        long to = 0;
        Copy(ref to, 123456789012L, 8);
        return to;
    }

    static readonly Func<int, string>[] steps =
    [
        _ => Abs0(-5) + " " + Abs1(6) + " " + Abs2(-7),
        _ => Length0("four") + " " + Length1("fünf") + " " + Length2([1, 2, 0]),
        _ => (Get("CELER_NO_SUCH_VARIABLE") == 0).ToString(),
        _ => Sorted(),
        _ => Copied().ToString(),
        _ => Try(Missing) + " " + Try(() => Absent(1)),
        _ => RoundTrip(new Layout0 { A = 1, B = "zero", C = 2 }) + RoundTrip(new Layout1 { A = 1, B = "one", C = 3 }),
        _ => RoundTrip(new Layout2 { A = 4, B = "two", C = new Layout3 { D = 1.5m, E = "three" } }),
        _ => Try(() => RoundTrip(new Record<int> { Text = "text", Numbers = [1, 2, 3], Flag = true }).Length),
        _ => Pointers(),
        ForeignThread,
    ];

    static void Main()
    {
        var results = new string[steps.Length, Threads];
        Race.Run(steps.Length, (step, thread) => results[step, thread] = steps[step](thread));
        for (int step = 0; step < steps.Length; step++)
            for (int i = 0; i < Threads; i++)
                if (i == 0 || results[step, i] != results[step, 0])
                    Console.WriteLine($"{step}, thread {i}: {results[step, i]}");
    }
}
