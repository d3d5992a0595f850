// Whatever IsSupported says, the portable result must be the same.
using System.Numerics;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

static class Program
{
    static uint PopCount(uint x) => Popcnt.IsSupported ? Popcnt.PopCount(x) : (uint)BitOperations.PopCount(x);
    static int Leading(uint x) => Lzcnt.IsSupported ? (int)Lzcnt.LeadingZeroCount(x) : BitOperations.LeadingZeroCount(x);

    static int Sum(int[] a)
    {
        int sum = 0, i = 0;
        if (Sse2.IsSupported)
        {
            Vector128<int> acc = Vector128<int>.Zero;
            unsafe
            {
                fixed (int* p = a)
                    for (; i <= a.Length - 4; i += 4)
                        acc = Sse2.Add(acc, Sse2.LoadVector128(p + i));
            }
            sum = acc[0] + acc[1] + acc[2] + acc[3];
        }
        for (; i < a.Length; i++)
            sum += a[i];
        return sum;
    }

    static void Main()
    {
        Console.WriteLine(PopCount(0xf0f0f0f1) + Leading(0x00ff0000));
        Console.WriteLine(Sum(Enumerable.Range(0, 103).ToArray()));
        Console.WriteLine(Vector128.EqualsAny(Vector128.Create(1, 2, 3, 4), Vector128.Create(4)));
        Console.WriteLine(Vector<byte>.Count >= 16);
        Console.WriteLine(Vector256.Sum(Vector256.Create(1, 2, 3, 4, 5, 6, 7, 8)));
        Console.WriteLine(Math.FusedMultiplyAdd(0.1, 10, -1) == 5.551115123125783E-17);
    }
}
