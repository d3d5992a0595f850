// Native code that calls a delegate which has been collected ends the process.
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
static unsafe class Program {
    delegate int Callback(int x);
    class Counter { public int n; public int Get(int x) => x + n; }
    [MethodImpl(MethodImplOptions.NoInlining)] static nint Make() { var c = new Counter { n = 3 }; return Marshal.GetFunctionPointerForDelegate((Callback)c.Get); }
    [MethodImpl(MethodImplOptions.NoInlining)] static void MakeMany(nint[] a) { for (int i = 0; i < a.Length; i++) a[i] = Make(); }
    static void Main() {
        var all = new nint[100];
        MakeMany(all);
        for (int i = 0; i < 5; i++) { GC.Collect(); GC.WaitForPendingFinalizers(); }
        Console.WriteLine("calling");
        foreach (nint one in all)
            ((delegate* unmanaged<int, int>)one)(4);
        Console.WriteLine("not reached");
    }
}
