// MASKMOVDQU takes its address in rdi, where a method that calls nothing may keep an argument.
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

unsafe class Program
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Store(int first, int second, Vector128<byte> source, Vector128<byte> mask, byte* target)
    {
        Sse2.MaskMove(source, mask, target);
        return first * 10 + second;
    }

    static void Main()
    {
        byte* bytes = stackalloc byte[16];
        Console.WriteLine(Store(3, 4, Vector128.Create((byte)7), Vector128.Create(0, 0, 0, 0, -1, 0, -1, 0).AsByte(), bytes));
        Console.WriteLine(Convert.ToHexString(new ReadOnlySpan<byte>(bytes, 16)));
    }
}
