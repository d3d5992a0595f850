// P/Invokes in stack traces: those that cannot be bound, and those that call back.
using System.Runtime.InteropServices; using System.Runtime.CompilerServices;
unsafe static class P {
  [DllImport("nosuchlib")] static extern void Foo(int a);
  [DllImport("nosuchlib")] static extern void Foo2(string a);
  [DllImport("libc.so.6")] static extern void nosuchfunction(int a);
  [DllImport("libc.so.6")] static extern void qsort(int* b, nint n, nint s, nint c);
  [UnmanagedCallersOnly] static int Cmp(int* a, int* b) { Console.WriteLine(new System.Diagnostics.StackTrace()); return *a - *b; }
  delegate int C(int* a, int* b);
  [DllImport("libc.so.6")] static extern void qsort(int* b, nint n, nint s, C c);
  [DllImport("libc.so.6", EntryPoint = "qsort", SetLastError = true)] static extern void qsort3(int* b, nint n, nint s, nint c);
  static void T(Action a) { try { a(); } catch (Exception e) { Console.WriteLine(e.GetType() + "\n" + e.StackTrace); } }
  static void Main() {
    T(() => Foo(1)); T(() => Foo2("")); T(() => nosuchfunction(1));
    int[] v = { 1, 2 };
    fixed (int* p = v) { delegate* unmanaged<int*, int*, int> f = &Cmp; qsort(p, 2, 4, (nint)f); qsort3(p, 2, 4, (nint)f); }

  }
}
