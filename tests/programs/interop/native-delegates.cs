using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

static unsafe class Program
{
    delegate int Comparison(int* a, int* b);
    delegate int RefComparison(ref int a, ref int b);
    delegate nuint Length(string text);
    [UnmanagedFunctionPointer(CallingConvention.Cdecl, CharSet = CharSet.Unicode)] delegate string Transform(string text, bool upper);
    delegate bool Predicate([MarshalAs(UnmanagedType.U1)] bool a, out bool b, ref double d);
    delegate double Many(int a, double b, long c, float d, byte e, short f, int g, int h, double i);
    [UnmanagedFunctionPointer(CallingConvention.Cdecl, SetLastError = true)] delegate int Closer(int fd);

    [DllImport("libc")] static extern void qsort(int[] array, nuint count, nuint size, Comparison compare);
    [DllImport("libc", EntryPoint = "qsort")] static extern void SortByRef(int[] array, nuint count, nuint size, RefComparison compare);
    [DllImport("libc")] static extern nint bsearch(in int key, int[] array, nuint count, nuint size, Comparison compare);

    static void Main()
    {
        int[] array = { 5, 2, 9, 1, 7 };
        int calls = 0;
        qsort(array, 5, 4, (a, b) => { calls++; return *a - *b; });
        Console.WriteLine(string.Join(",", array) + " " + (calls > 3));
        SortByRef(array, 5, 4, (ref int a, ref int b) => b.CompareTo(a));
        Console.WriteLine(string.Join(",", array));

        nint library = NativeLibrary.Load("libc.so.6");
        var length = Marshal.GetDelegateForFunctionPointer<Length>(NativeLibrary.GetExport(library, "strlen"));
        Console.WriteLine(length("seven ü") + " " + (length.Target == null) + " " + length.Method.Name);
        Console.WriteLine(Marshal.GetFunctionPointerForDelegate(length) == NativeLibrary.GetExport(library, "strlen"));

        Transform transform = (text, upper) => upper ? text.ToUpperInvariant() : text + "!";
        nint pointer = Marshal.GetFunctionPointerForDelegate(transform);
        Console.WriteLine(pointer == Marshal.GetFunctionPointerForDelegate(transform));
        Console.WriteLine(ReferenceEquals(Marshal.GetDelegateForFunctionPointer<Transform>(pointer), transform));
        var native = (delegate* unmanaged<char*, int, char*>)pointer;
        fixed (char* text = "grüße")
        {
            char* result = native(text, 1);
            Console.WriteLine(new string(result));
            Marshal.FreeCoTaskMem((nint)result);
            result = native(text, 0);
            Console.WriteLine(new string(result));
            Marshal.FreeCoTaskMem((nint)result);
        }

        Predicate predicate = (bool a, out bool b, ref double d) => { b = !a; d *= 2; return a; };
        var raw = (delegate* unmanaged<byte, int*, double*, int>)Marshal.GetFunctionPointerForDelegate(predicate);
        int flag = 77;
        double number = 2.25;
        Console.WriteLine(raw(1, &flag, &number) + " " + flag + " " + number);
        Console.WriteLine(raw(0, &flag, &number) + " " + flag + " " + number);
        var again = Marshal.GetDelegateForFunctionPointer<Predicate>((nint)raw);
        Console.WriteLine(ReferenceEquals(again, predicate));

        Many many = (a, b, c, d, e, f, g, h, i) => a + b + c + d + e + f + g + h + i;
        var manyRaw = (delegate* unmanaged<int, double, long, float, byte, short, int, int, double, double>)Marshal.GetFunctionPointerForDelegate(many);
        Console.WriteLine(manyRaw(1, 2.5, 3, 4.5f, 5, 6, 7, 8, 9.25));
        GC.KeepAlive(many);

        var close = Marshal.GetDelegateForFunctionPointer<Closer>(NativeLibrary.GetExport(library, "close"));
        Marshal.SetLastPInvokeError(0);
        Console.WriteLine(close(-1) + " " + Marshal.GetLastPInvokeError());

        int key = 7;
        int[] sorted = { 1, 2, 5, 7, 9 };
        Console.WriteLine(bsearch(in key, sorted, 5, 4, (a, b) => *a - *b) != 0);
        for (int i = 0; i < 200; i++)
        {
            int[] values = { i, 3, -i, 8 };
            int offset = i;
            qsort(values, 4, 4, (a, b) => (*a + offset).CompareTo(*b + offset));
            if (values[0] > values[1] || values[2] > values[3])
                Console.WriteLine("unsorted");
            if (i % 50 == 0)
                GC.Collect();
        }
        Console.WriteLine(length.Equals(Marshal.GetDelegateForFunctionPointer<Length>(NativeLibrary.GetExport(library, "strlen"))));
    }
}
