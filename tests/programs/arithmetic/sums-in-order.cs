// Sums of quotients, roots and converted integers: whatever computes the addends side by side adds them in their order. Bits are
// compared, for lengths around those of vectors, and for addends that an order would show (large, tiny, not a number).
using System.Runtime.CompilerServices;

static class Program
{
    static double A(int i, int j) => 1.0 / ((i + j) * (i + j + 1) / 2 + i + 1);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static double Row(int i, double[] v)
    {
        double sum = 0;
        for (int j = 0; j < v.Length; j++) sum += A(i, j) * v[j];
        return sum;
    }
    [MethodImpl(MethodImplOptions.NoInlining)]
    static double Quotients(double[] a, double[] b, double sum)
    {
        for (int i = 0; i < a.Length && i < b.Length; i++) sum += a[i] / b[i];
        return sum;
    }
    [MethodImpl(MethodImplOptions.NoInlining)]
    static float Roots(ReadOnlySpan<float> values)
    {
        float sum = -0.0f;
        foreach (float value in values) sum += MathF.Sqrt(value);
        return sum;
    }
    [MethodImpl(MethodImplOptions.NoInlining)]
    static double Shares(int[] values, int whole)
    {
        double sum = 1e9;
        foreach (int value in values) sum -= (double)value / whole;
        return sum;
    }
    [MethodImpl(MethodImplOptions.NoInlining)]
    static (double, double) Two(float[] values)
    {
        double sum = 0, squares = 1;
        for (int i = 0; i < values.Length; i++)
        {
            double part = 1 / (double)values[i];
            sum += part;
            squares += part * part;
        }
        return (sum, squares);
    }

    static string Bits(double value) => double.IsNaN(value) ? "not a number" : $"{BitConverter.DoubleToInt64Bits(value):x}";

    static void Main()
    {
        for (int length = 0; length < 70; length += length < 20 ? 1 : 7)
        {
            var v = new double[length];
            var b = new double[length];
            var ints = new int[length];
            var floats = new float[length];
            for (int i = 0; i < length; i++)
            {
                v[i] = i % 5 == 0 ? 1e17 : i % 3 == 0 ? -1e17 / 3 : 1.0 / (i + 1);
                b[i] = i % 7 == 0 ? 1e-3 : i;
                ints[i] = i * 7919 - 1000;
                floats[i] = i * 1.25f + 0.3f;
            }
            // As often as it takes to be made better on the way.
            double row = 0, quotients = 0, shares = 0;
            float roots = 0;
            (double, double) two = default;
            for (int turn = 0; turn < 200; turn++)
            {
                row = Row(turn % 9, v);
                quotients = Quotients(v, b, 0.5);
                roots = Roots(floats);
                shares = Shares(ints, 7);
                two = Two(floats);
            }
            Console.WriteLine($"{length}: {Bits(row)} {Bits(quotients)} {Bits(roots)} {Bits(shares)} {Bits(two.Item1)} {Bits(two.Item2)}");
        }
        double[] corners = [1, double.PositiveInfinity, 2, double.NegativeInfinity, double.MaxValue, double.Epsilon, -0.0, 3];
        Console.WriteLine($"{Bits(Quotients(corners, [1, 2, 3, 4, 5, 6, 7, 8], 0))} {Bits(Quotients(corners, [1, 2, 3], 0))} {Bits(Quotients([double.MaxValue, double.MaxValue, -double.MaxValue], [1, 1, 1], 0))}");
        Console.WriteLine($"{Bits(Roots([4, -1, 9]))} {Bits(Roots([]))} {Bits(Roots([0, 0, 0, 0, 0, 0, 0, 0, 0]))} {Bits(Shares([1, 2, 3, 4, 5, 6, 7, 8, 9], 0))}");
    }
}
