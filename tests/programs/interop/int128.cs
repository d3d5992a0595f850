// Int128 and UInt128 cross to native code by reference only.
using System.Runtime.InteropServices;

static unsafe class Program
{
    struct Holder { public Int128 V; public int T; }
    struct Nested { public int A; public Holder H; }

    [DllImport("libc", EntryPoint = "abs")] static extern int ByValue(int first, Int128 v);
    [DllImport("libc", EntryPoint = "abs")] static extern int ByValueUnsigned(UInt128 v, UInt128 w);
    [DllImport("libc", EntryPoint = "abs")] static extern Int128 Returned(long a, long b);
    [DllImport("libc", EntryPoint = "abs")] static extern Holder ReturnedStruct(long a, long b);
    [DllImport("libc", EntryPoint = "abs")] static extern int StructByValue(Holder h);
    [DllImport("libc", EntryPoint = "abs")] static extern int NestedByValue(Nested n);
    [DllImport("libc", EntryPoint = "memcpy")] static extern nint Copy(ref Int128 to, in Int128 from, nint bytes);
    [DllImport("libc", EntryPoint = "memcpy")] static extern nint CopyPointer(Int128* to, Int128* from, nint bytes);
    [DllImport("libc", EntryPoint = "memcpy")] static extern nint CopyArray([Out] Int128[] to, Int128[] from, nint bytes);
    [DllImport("libc", EntryPoint = "memcpy")] static extern nint CopyStruct(out Holder to, in Holder from, nint bytes);

    static void Show(string name, Func<object> run)
    {
        try
        {
            Console.WriteLine(name + ": " + run());
        }
        catch (Exception e)
        {
            Console.WriteLine(name + ": " + e.GetType().Name + ": " + e.Message);
        }
    }

    static void Main()
    {
        Int128 v = new(0x1122334455667788, 0x99aabbccddeeff00);
        Show("value", () => ByValue(1, v));
        Show("unsigned", () => ByValueUnsigned(1, 2));
        Show("result", () => Returned(1, 2));
        Show("struct result", () => ReturnedStruct(1, 2));
        Show("struct", () => StructByValue(default));
        Show("nested struct", () => NestedByValue(default));
        Show("reference", () => { Int128 to = 0; Copy(ref to, in v, 16); return to; });
        Show("pointer", () => { Int128 to = 0, from = v; CopyPointer(&to, &from, 16); return to; });
        Show("array", () => { var to = new Int128[2]; CopyArray(to, [v, -v], 32); return to[0] + " " + to[1]; });
        Show("struct reference", () => { CopyStruct(out Holder to, new Holder { V = v, T = 5 }, 32); return to.V + " " + to.T; });
        Show("sizes", () => Marshal.SizeOf<Int128>() + " " + Marshal.SizeOf<Holder>() + " " + Marshal.SizeOf<Nested>());
        Show("offset", () => Marshal.OffsetOf<Nested>("H"));
    }
}
