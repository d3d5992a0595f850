using System.Runtime.InteropServices;

static unsafe partial class Native
{
    [DllImport("libc")] public static extern int abs(int x);
    [DllImport("libc")] public static extern long labs(long x);
    [DllImport("libc")] public static extern nuint strlen(byte* s);
    [DllImport("libc")] public static extern int getpid();
    [DllImport("libc", EntryPoint = "memcpy")] public static extern void* Copy(void* to, void* from, nuint n);
    [DllImport("libc")] public static extern void* malloc(nuint n);
    [DllImport("libc")] public static extern void free(void* p);
    [DllImport("libc")] public static extern int toupper(int c);
    [DllImport("libm.so.6")] public static extern double pow(double x, double y);
    [DllImport("libm.so.6")] public static extern float sqrtf(float x);
    [DllImport("libm.so.6")] public static extern double fma(double a, double b, double c);
    [DllImport("libc", SetLastError = true)] public static extern int close(int fd);
    [DllImport("libc")] public static extern int memcmp(ref byte a, in byte b, nuint n);
    [DllImport("libc")] public static extern Division div(int a, int b);
    [DllImport("libc")] public static extern LongDivision ldiv(long a, long b);
    [DllImport("libc")] public static extern void qsort(void* p, nuint count, nuint size, delegate* unmanaged<int*, int*, int> compare);
    [DllImport("libc")] public static extern int no_such_function();
    [DllImport("no_such_library")] public static extern int anything();

    public struct Division
    {
        public int Quotient, Remainder;
    }

    public struct LongDivision
    {
        public long Quotient, Remainder;
    }
}

static unsafe class Program
{
    [UnmanagedCallersOnly]
    static int Compare(int* a, int* b) => *a < *b ? -1 : *a > *b ? 1 : 0;

    static void Main()
    {
        Console.WriteLine(Native.abs(-5) + Native.labs(-1L << 40) + Native.toupper('a'));
        fixed (byte* s = "length"u8)
            Console.WriteLine(Native.strlen(s));
        Console.WriteLine(Native.pow(2, 0.5).ToString("F10") + Native.sqrtf(2) + Native.fma(2, 3, 4));
        Console.WriteLine(Native.getpid() == Environment.ProcessId);
        int* p = (int*)Native.malloc(40);
        int[] source = { 5, 3, 9, 1, 7 };
        fixed (int* q = source)
            Native.Copy(p, q, 20);
        Native.qsort(p, 5, 4, &Compare);
        Console.WriteLine(string.Join(",", new Span<int>(p, 5).ToArray()));
        Native.free(p);
        Console.WriteLine(Native.close(-1) + " " + Marshal.GetLastPInvokeError() + " " + Marshal.GetLastPInvokeErrorMessage());
        byte[] a = { 1, 2, 3 }, b = { 1, 2, 4 };
        Console.WriteLine(Native.memcmp(ref a[0], in b[0], 2) + " " + Math.Sign(Native.memcmp(ref a[0], in b[0], 3)));
        Native.Division d = Native.div(17, 5);
        Native.LongDivision l = Native.ldiv(-17, 5);
        Console.WriteLine($"{d.Quotient} {d.Remainder} {l.Quotient} {l.Remainder}");
        try
        {
            Native.no_such_function();
        }
        catch (EntryPointNotFoundException e)
        {
            Console.WriteLine(e.Message);
        }
        try
        {
            Native.anything();
        }
        catch (DllNotFoundException e)
        {
            Console.WriteLine(e.GetType().Name);
        }
    }
}
