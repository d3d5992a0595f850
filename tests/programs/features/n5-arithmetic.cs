// rows: N5-052 N5-053 N5-058 N5-059 N5-061 N5-062 N5-064 N5-067 N5-068 N5-072 N5-169 N5-170
// Small arithmetic that compilers rewrite, with the numbers at the corners.
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.X86;

static class Program
{
    static readonly double[] Doubles =
        [0, -0.0, 1, -1, 0.1, double.MaxValue, double.MinValue, double.Epsilon, -double.Epsilon, double.PositiveInfinity, double.NegativeInfinity, double.NaN];

    static readonly ulong[] Bits = [0, 1, 2, 3, 0x80, 0xFFFF, 0x80000000, 0xFFFFFFFF, 0x100000000, 0x5555555555555555, 0x8000000000000000, ulong.MaxValue];

    static void Main()
    {
        foreach (double d in Doubles)
        {
            Console.WriteLine($"{Text(d)}: twice {Text(Twice(d))} {Text(Twice((float)d))}, negated twice {Text(Negated(d))}, NaN {double.IsNaN(d)} {float.IsNaN((float)d)}, "
                + $"signs {Text(Math.CopySign(d, -1))} {Text(Math.CopySign(3, d))} {Text(MathF.CopySign((float)d, 2))}, "
                + $"fused {Text(Math.FusedMultiplyAdd(d, 2, 1))} {Text(Math.FusedMultiplyAdd(d, d, -d))} {Text(MathF.FusedMultiplyAdd((float)d, 0.5f, 3))}");
        }

        // The product is not rounded before the addition.
        double e = 1 + Math.Pow(2, -30);
        Console.WriteLine($"fused: {Text(Math.FusedMultiplyAdd(e, e, -1 - Math.Pow(2, -29)))}, apart: {Text(Apart(e))}");
        Console.WriteLine($"NaN's sign: {BitConverter.DoubleToInt64Bits(Math.CopySign(double.NaN, 1)) >> 52:X}");
        Console.WriteLine($"integers negated twice: {Negated(5)} {Negated(int.MinValue)} {Complement(7)}");
        Console.WriteLine($"choices: {Choice(42)} {Choice(41)} {Choice(-42)} {Between(3, 1, 5)} {Between(0, 1, 5)} {Between(9, 1, 5)}");

        foreach (ulong bits in Bits)
        {
            uint low = (uint)bits;
            Console.WriteLine($"{bits:X}: count {BitOperations.PopCount(bits)} {BitOperations.PopCount(low)}, leading {BitOperations.LeadingZeroCount(bits)} "
                + $"{BitOperations.LeadingZeroCount(low)}, trailing {BitOperations.TrailingZeroCount(bits)} {BitOperations.TrailingZeroCount(low)}, "
                + $"log {BitOperations.Log2(bits)} {BitOperations.Log2(low)}, rotated {BitOperations.RotateLeft(bits, 5):X} {BitOperations.RotateRight(low, 33):X}, "
                + $"power {BitOperations.IsPow2(bits)} {BitOperations.RoundUpToPowerOf2(low):X}");
        }
        Console.WriteLine($"constants: {BitOperations.PopCount(0xF0F0u)} {BitOperations.PopCount(ulong.MaxValue)} {BitOperations.Log2(1000)} {BitOperations.TrailingZeroCount(96)}");

        foreach (ulong bits in Bits)
            Console.WriteLine($"{bits:X} by its complement and by 10: {Product(bits, ~bits)} {Product(bits, 10)}");
        Console.WriteLine($"in try: {InTry(10)} {InTry(3)}");
    }

    static string Text(double d) => BitConverter.DoubleToInt64Bits(d).ToString("X");

    [MethodImpl(MethodImplOptions.NoInlining)]
    static double Twice(double d) => d * 2;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static float Twice(float f) => f * 2;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static double Negated(double d) => - -d;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Negated(int i) => - -i;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Complement(int i) => ~~i;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static double Apart(double e)
    {
        double product = e * e;
        return product - 1 - Math.Pow(2, -29);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Choice(int a) => a == 42 ? 3 : 2;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Between(int value, int low, int high) => value < low ? low : value > high ? high : value;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static unsafe string Product(ulong a, ulong b)
    {
        ulong high = Math.BigMul(a, b, out ulong low);
        if (Bmi2.X64.IsSupported)
        {
            ulong other;
            if (Bmi2.X64.MultiplyNoFlags(a, b, &other) != high || other != low || Bmi2.X64.MultiplyNoFlags(a, b) != high)
                return "wrong";
            uint small;
            if (((ulong)Bmi2.MultiplyNoFlags((uint)a, (uint)b, &small) << 32 | small) != (ulong)(uint)a * (uint)b)
                return "wrong";
        }
        return $"{high:X}:{low:X}";
    }

    /// Values that live through a try, its handler and its finally.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static string InTry(int limit)
    {
        int sum = 0, caught = 0, last = -1;
        for (int i = 0; i < 8; i++)
        {
            try
            {
                last = i;
                sum += i;
                if (i % limit == 2)
                    throw new InvalidOperationException();
                sum += 100;
            }
            catch (InvalidOperationException)
            {
                caught += last;
            }
            finally
            {
                sum++;
            }
        }
        return $"{sum} {caught} {last}";
    }
}
