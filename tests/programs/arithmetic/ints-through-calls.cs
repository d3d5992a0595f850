// Integers of all sizes as arguments and results, through code of both tiers: upper halves are what the type says.
using System.Runtime.CompilerServices;

static class Program
{
    [MethodImpl(MethodImplOptions.NoInlining)] static int Less(int x) => x - 3;
    [MethodImpl(MethodImplOptions.NoInlining)] static uint Wrap(uint x) => x - 5;
    [MethodImpl(MethodImplOptions.NoInlining)] static sbyte S1(int x) => (sbyte)(x - 7);
    [MethodImpl(MethodImplOptions.NoInlining)] static byte B1(int x) => (byte)(x - 9);
    [MethodImpl(MethodImplOptions.NoInlining)] static short S2(int x) => (short)(x * 3);
    [MethodImpl(MethodImplOptions.NoInlining)] static ushort B2(int x) => (ushort)(x * 5);
    [MethodImpl(MethodImplOptions.NoInlining)] static char Ch(int x) => (char)(x - 1);
    [MethodImpl(MethodImplOptions.NoInlining)] static bool Odd(int x) => (x & 1) != 0;
    [MethodImpl(MethodImplOptions.NoInlining)] static DayOfWeek Day(int x) => (DayOfWeek)(x - 2);
    [MethodImpl(MethodImplOptions.NoInlining)] static long Wide(int a, uint b, sbyte c, byte d, short e, ushort f, bool g, char h) => a * 3L + b * 5L + c * 7L + d * 11L + e * 13L + f * 17L + (g ? 19 : 23) + h;
    [MethodImpl(MethodImplOptions.NoInlining)] static int Element(int[] array, int at) => array[at - 2];
    [MethodImpl(MethodImplOptions.NoInlining)] static unsafe int Pointer(int* p, uint at) => p[at - 1];
    static int Fibonacci(int n) => n < 2 ? n : Fibonacci(n - 1) + Fibonacci(n - 2);
    static uint FibonacciUn(uint n) => n < 2 ? n : FibonacciUn(n - 1) + FibonacciUn(n - 2);

    static unsafe long Round(int i)
    {
        int[] array = [1, 2, 3, 4, 5, 6, 7, 8];
        long sum = Less(i) + (long)Wrap((uint)i) + S1(i) * 3 + B1(-i) + S2(i) + B2(-i) + Ch(i) + (Odd(i) ? 1 : 2) + (long)Day(-i);
        sum += Wide(Less(-i), Wrap(unchecked((uint)-i)), S1(i), B1(i), S2(-i), B2(i), Odd(i + 1), Ch(i + 5));
        sum += Element(array, Less(i % 6 + 5)) + array[Less(3 + i % 8)] + array[B1(9 + i % 8)];
        fixed (int* p = array)
            sum += Pointer(p, Wrap((uint)(i % 8) + 6)) + p[Less(i % 5 + 3)];
        ulong mixed = (ulong)(uint)Less(i) << 3 | Wrap((uint)i);
        return sum ^ (long)mixed ^ (long)(nint)Less(2 - i) ^ (long)(nuint)Wrap(3);
    }

    static void Main()
    {
        for (int turn = 0; turn < 3; turn++)
        {
            long sum = 0;
            for (int i = 0; i < 200_000; i++)
                sum = sum * 7 % 1_000_000_007 + Round(i);
            Console.WriteLine(sum);
            Console.WriteLine(Fibonacci(25) + " " + FibonacciUn(25) + " " + Fibonacci(-5));
        }
        try
        {
            Element([1], 1);
        }
        catch (IndexOutOfRangeException)
        {
            Console.WriteLine("out of range");
        }
    }
}
