// rows: N6a-075 N6a-076 N6a-077 N6a-079 N6a-082 N6a-083 N6a-084 N6a-085 N6a-086 N6a-088 N6a-089 N6a-091 N6a-092 N6a-093 N6a-096
// Short expressions for which compilers choose special code, over values at their edges.
using System.Numerics;
using System.Runtime.CompilerServices;

static class Program
{
    static readonly int[] integers = [0, 1, -1, 2, -2, 3, 6, 7, -7, 8, 13, -14, 100, 364, 365, -366, 12345, 1 << 30, int.MaxValue - 1, int.MaxValue, int.MinValue, int.MinValue + 1];
    static readonly double[] doubles = [0, -0.0, 1, -1.5, 2, 1e-310, -1e308, double.Epsilon, double.MaxValue, double.PositiveInfinity, double.NegativeInfinity, double.NaN];

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool IsGreaterThan(int? i, int j) => i.HasValue && i.Value > j;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Nested(int? a, int b)
    {
        if (b > 10)
        {
            if (a.HasValue && b > 5)
                return b > 10 ? a.Value : -1;
            return a.HasValue ? -2 : b <= 10 ? -3 : -4;
        }
        return a.GetValueOrDefault(b) == b && !a.HasValue ? -5 : -6;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool AreZero(int x, int y) => x == 0 && y == 0;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool AnySet(long x, long y) => x != 0 || y != 0;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool BothNegative(int x, int y) => x < 0 && y < 0;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool NoneNegative(int x, int y) => x >= 0 && y >= 0;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool IsEven(int i) => i % 2 == 0;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool IsOdd(int i) => i % 2 == 1;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool IsOddEither(int i) => i % 2 != 0;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool EightDivides(long i) => i % 8 == 0;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Negated(int i) => unchecked(-i / 7);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int NotNot(int i) => ~(~i) + unchecked(-(-i)) + (i ^ -1 ^ -1);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool Not(bool value) => !!!value;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Sign(int i) => (i < 0 ? 1 : 0) + (i >= 0 ? 10 : 0) + (i <= -1 ? 100 : 0);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int AfterAnd(int i)
    {
        int masked = i & 0x18;
        if (masked == 0)
            return 1;
        int rest = masked - 8;
        if (rest == 0)
            return 2;
        return rest < 0 ? 3 : 4;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Once(int[] values)
    {
        int sum = 0;
        for (int i = 0; i < 1; i++)
            sum += values[i];
        do
        {
            sum *= 2;
        }
        while (sum < 0 && sum > 0);
        foreach (int value in (ReadOnlySpan<int>)[5])
            sum += value;
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static byte Low(int value) => (byte)value;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static short Middle(int value) => (short)value;

    // Calls in return position whose result is widened.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int WideLow(int value) => Low(value);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int WideMiddle(int value) => Middle(value);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static uint Chained(int value) => (ushort)WideMiddle(value);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void StoreConstants(ref double a, ref float b, out double c)
    {
        a = 3.14159;
        b = 3.14159f;
        c = a > 3 ? 3.14159 : 2.71828;
    }

    // The same constant many times.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static double Repeated(double x)
    {
        double result = x * 1.2345678 + 1.2345678;
        if (x > 1.2345678)
            result -= 1.2345678;
        return result * 1.2345678 / 1.2345678;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static double Magnitudes(double x) => Math.Abs(-x) + MathF.Abs((float)x);

    static string Bits(double value) => double.IsNaN(value) ? "NaN" : BitConverter.DoubleToInt64Bits(value).ToString("x");

    static void Divisions()
    {
        uint checksum = 0;
        ulong wide = 0;
        foreach (int integer in integers)
        {
            uint u = (uint)integer;
            ulong l = (ulong)integer * 0x9E3779B97F4A7C15;
            unchecked
            {
                checksum = checksum * 31 + u / 7 + u % 7 + u / 365 * 3 + u % 365 + u / 3 + u / 641 + u / 0x7fffffff + u / 0x80000001 + u % 1_000_000_007;
                wide = wide * 31 + l / 7 + l % 7 + l / 365 * 3 + l % 365 + l / 1_000_000_007 + l / 0x8000000000000001 + l % 6_700_417;
            }
        }
        Console.WriteLine($"divisions {checksum} {wide}; {12345u / 7} {uint.MaxValue / 7} {uint.MaxValue % 7}");
        // Against a divisor that no compiler knows.
        uint wrong = 0;
        uint seven = uint.Parse("7"), year = uint.Parse("365");
        for (uint i = 0; i < 200_000; i++)
        {
            uint u = unchecked(i * 2654435761);
            if (u / 7 != u / seven || u % 7 != u % seven || u / 365 != u / year || u % 365 != u % year)
                wrong++;
        }
        Console.WriteLine($"wrong quotients: {wrong}");
    }

    static void Main()
    {
        Console.WriteLine($"{IsGreaterThan(42, 40)} {IsGreaterThan(42, 42)} {IsGreaterThan(null, -1)}");
        Console.WriteLine($"{IsGreaterThan(0, -1)} {IsGreaterThan(int.MinValue, int.MinValue)}");
        Console.WriteLine($"{Nested(7, 11)} {Nested(null, 11)} {Nested(null, 3)} {Nested(3, 3)} {Nested(9, 3)}");
        Divisions();
        foreach (int i in integers)
        {
            Console.WriteLine($"{i}: {IsEven(i)} {IsOdd(i)} {IsOddEither(i)} {EightDivides(i)} {Negated(i)} {NotNot(i)} {Sign(i)} {AfterAnd(i)} "
                + $"{WideLow(i)} {WideMiddle(i)} {Chained(i)} {AreZero(i, 0)} {AreZero(0, i)} {AnySet(i, 0)} {AnySet(0, (long)i << 32)} {BothNegative(i, -1)} {NoneNegative(i, i)} "
                + $"{BitOperations.RotateRight((uint)i, i & 31)} {BitOperations.RotateRight((ulong)i, 7):x} {BitOperations.RotateLeft((uint)i, -3)}");
        }
        Console.WriteLine($"{Not(true)} {Not(false)} {Once([4])} {Once([-4, 9])}");
        try
        {
            Once([]);
        }
        catch (IndexOutOfRangeException e)
        {
            Console.WriteLine(e.Message);
        }
        double a = 0;
        float b = 0;
        StoreConstants(ref a, ref b, out double c);
        Console.WriteLine($"{a:R} {b:R} {c:R}");
        try
        {
            StoreConstants(ref Unsafe.NullRef<double>(), ref b, out _);
        }
        catch (NullReferenceException e)
        {
            Console.WriteLine(e.Message);
        }
        foreach (double d in doubles)
        {
            Console.WriteLine($"{Bits(d)}: negated {Bits(-d)} {Bits(0 - d)} {Bits(-(-d))}, absolute {Bits(Math.Abs(d))} "
                + $"{BitConverter.SingleToInt32Bits(MathF.Abs((float)d)) & 0x7fc00000:x} {Bits(Magnitudes(d))}, "
                + $"root {Bits(Math.Sqrt(d))} {Bits(MathF.Sqrt((float)d))} {Bits(1 / Math.Sqrt(d))}, {Bits(Repeated(d))}");
        }
    }
}
