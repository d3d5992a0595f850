// Stack overflow through native code that calls back: qsort's comparison sorts.
// stderr: 1 lines
using System.Runtime.InteropServices;
static unsafe class Program
{
    [DllImport("libc")] static extern void qsort(int* items, nuint count, nuint size, delegate* unmanaged<int*, int*, int> compare);

    [UnmanagedCallersOnly]
    static int Compare(int* a, int* b) { int* items = stackalloc int[2]; items[0] = *a; items[1] = *b; qsort(items, 2, 4, &Compare); return 0; }

    static void Main()
    {
        int* items = stackalloc int[2];
        qsort(items, 2, 4, &Compare);
        Console.WriteLine("never");
    }
}
