// Functions of Math whose arguments are known, the same in each turn, or the same twice; results by their bits.
using System.Runtime.CompilerServices;

long sum = 0;
for (int i = 0; i < 300; i++)
{
    sum += Constants();
    sum += BitConverter.DoubleToInt64Bits(Height(20, 10, 8, 6));
    sum += BitConverter.DoubleToInt64Bits(SameInEachTurn(i * 0.37, 20));
    sum += BitConverter.DoubleToInt64Bits(Twice(i * 1.25));
    sum += BitConverter.DoubleToInt64Bits(Caught(i - 150.0));
}
Console.WriteLine(sum);
Edges();

[MethodImpl(MethodImplOptions.NoInlining)]
static long Constants()
{
    double wide = Math.Pow(1.5, 2.5) + Math.Sin(0.5) + Math.Cos(0.25) * Math.Tan(1) - Math.Exp(-2) + Math.Log(10) + Math.Log2(3) + Math.Log10(7)
        + Math.Atan2(1, -3) + Math.Cbrt(5) + Math.Acos(0.1) + Math.Asin(0.2) + Math.Atan(0.3) + Math.Sinh(1) + Math.Cosh(1) + Math.Tanh(1)
        + Math.Asinh(2) + Math.Acosh(2) + Math.Atanh(0.5) + Math.FusedMultiplyAdd(1.1, 2.2, 3.3);
    float narrow = MathF.Pow(1.5f, 2.5f) + MathF.Sin(0.5f) + MathF.Cos(0.25f) + MathF.Exp(-2) + MathF.Log(10) + MathF.Atan2(1, -3) + MathF.Cbrt(5);
    return BitConverter.DoubleToInt64Bits(wide) ^ BitConverter.SingleToInt32Bits(narrow);
}

static double Height(double longBase, double shortBase, double left, double right)
{
    double x = (Math.Pow(right, 2) - Math.Pow(left, 2) + Math.Pow(longBase, 2) + Math.Pow(shortBase, 2) - 2 * shortBase * longBase) / (2 * (longBase - shortBase));
    return Math.Sqrt(Math.Pow(right, 2) - Math.Pow(x, 2));
}

[MethodImpl(MethodImplOptions.NoInlining)]
static double SameInEachTurn(double angle, int turns)
{
    double sum = 0;
    for (int i = 0; i < turns; i++)
        sum += Math.Sin(angle) * i + Math.Pow(2, 0.5);
    return sum;
}

[MethodImpl(MethodImplOptions.NoInlining)]
static double Twice(double value) => Math.Exp(-value) * Math.Exp(-value) + Math.Sqrt(value) - Math.Sqrt(value);

[MethodImpl(MethodImplOptions.NoInlining)]
static double Caught(double value)
{
    try
    {
        if (value > 100) throw new InvalidOperationException();
        return Math.Log(Math.Abs(value) + 1) + Math.Log(2);
    }
    catch (InvalidOperationException)
    {
        return Math.Cosh(0.125);
    }
}

// What is no number, or has a sign that shows only in its bits.
[MethodImpl(MethodImplOptions.NoInlining)]
static void Edges()
{
    double[] results =
    [
        Math.Pow(0, -1), Math.Pow(-0.0, -1), Math.Pow(-1, double.PositiveInfinity), Math.Pow(double.NaN, 0), Math.Log(0), Math.Exp(1000), Math.Exp(-1000),
        Math.Sin(-0.0), Math.Tan(-0.0), Math.Atan2(-0.0, -1), Math.Atan2(0, -0.0), Math.Cbrt(-8), Math.Pow(2, -1074), Math.Sin(1e22),
    ];
    foreach (double result in results)
        Console.Write($"{BitConverter.DoubleToInt64Bits(result):x} ");
    Console.WriteLine();
    Console.WriteLine(double.IsNaN(Math.Log(-1)) && double.IsNaN(Math.Acos(2)) && double.IsNaN(Math.Pow(-8, 0.5)));
}
