using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

struct S
{
    public int A;
    public string B;
}

static unsafe class Program
{
    static void Main()
    {
        int x = 5;
        ref int r = ref x;
        Console.WriteLine(Unsafe.As<int, uint>(ref r) + Unsafe.SizeOf<S>() + Unsafe.Read<int>(Unsafe.AsPointer(ref x)));
        int[] a = { 10, 20, 30, 40 };
        ref int first = ref MemoryMarshal.GetArrayDataReference(a);
        Unsafe.Add(ref first, 2) = 300;
        Console.WriteLine(Unsafe.Add(ref first, 3) + Unsafe.Subtract(ref Unsafe.Add(ref first, 3), 1) + " " + Unsafe.ByteOffset(ref first, ref a[2]) + Unsafe.IsAddressLessThan(ref first, ref a[1]) + Unsafe.AreSame(ref first, ref a[0]));
        object o = "really a string";
        string s = Unsafe.As<string>(o);
        Console.WriteLine(s.Length);
        Console.WriteLine(Unsafe.BitCast<float, int>(1f) + " " + Unsafe.BitCast<double, long>(-0.0));
        byte[] bytes = new byte[16];
        Unsafe.WriteUnaligned(ref bytes[3], 0x0102030405060708L);
        Console.WriteLine(Unsafe.ReadUnaligned<int>(ref bytes[5]).ToString("x") + " " + string.Join(",", bytes));
        Unsafe.InitBlockUnaligned(ref bytes[0], 0xaa, 4);
        Unsafe.CopyBlockUnaligned(ref bytes[8], ref bytes[0], 3);
        Console.WriteLine(Convert.ToHexString(bytes));
        Console.WriteLine(Unsafe.IsNullRef(ref Unsafe.NullRef<int>()) + " " + Unsafe.IsNullRef(ref x));
        Unsafe.SkipInit(out S uninitialised);
        uninitialised.A = 3;
        Console.WriteLine(uninitialised.A + " " + RuntimeHelpers.IsReferenceOrContainsReferences<S>() + RuntimeHelpers.IsReferenceOrContainsReferences<long>());
        object boxed = 7;
        Unsafe.Unbox<int>(boxed) = 8;
        Console.WriteLine(boxed);
        Console.WriteLine(RuntimeHelpers.GetHashCode(null) + " " + RuntimeHelpers.Equals(1, 1) + " " + RuntimeHelpers.TryEnsureSufficientExecutionStack());
        ref byte raw = ref Unsafe.As<int, byte>(ref a[0]);
        raw = 0xff;
        Console.WriteLine(a[0]);
        var defensive = new int[] { 1, 2, 3 };
        ref int end = ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(defensive), defensive.Length);
        int sum = 0;
        for (ref int i = ref MemoryMarshal.GetArrayDataReference(defensive); Unsafe.IsAddressLessThan(ref i, ref end); i = ref Unsafe.Add(ref i, 1))
            sum += i;
        Console.WriteLine(sum);
        delegate*<void> nothing = null;
        Console.WriteLine(nothing == null);
        TypedReference tr = __makeref(x);
        __refvalue(tr, int) = 99;
        Console.WriteLine(x + " " + __reftype(tr));
    }
}
