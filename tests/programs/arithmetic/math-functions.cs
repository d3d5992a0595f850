double[] xs = { 0, 0.5, 1, 2, -1, 10, 0.1, -0.75 };
foreach (double x in xs)
{
    Console.WriteLine($"{x}: {Math.Sqrt(x):R} {Math.Sin(x):F12} {Math.Cos(x):F12} {Math.Tan(x):F12} {Math.Exp(x):F10} {Math.Log(x):F12} {Math.Atan(x):F12} {Math.Cbrt(x):F12}");
    Console.WriteLine($"  {Math.Floor(x)} {Math.Ceiling(x)} {Math.Round(x)} {Math.Truncate(x)} {Math.Abs(x)} {Math.Sign(x)} {Math.Pow(x, 2.5):F10} {Math.Pow(2, x):F10} {Math.Atan2(x, 2):F12}");
}
Console.WriteLine($"{Math.Round(2.5)} {Math.Round(3.5)} {Math.Round(-2.5)} {Math.Round(2.5, MidpointRounding.AwayFromZero)} {Math.Round(1.23456, 3)}");
Console.WriteLine($"{Math.Log10(1000)} {Math.Log2(1024)} {Math.Log(8, 2)} {Math.Hypot()}");
Console.WriteLine($"{Math.FusedMultiplyAdd(2, 3, 4)} {Math.CopySign(3, -0.0)} {Math.ScaleB(1.5, 10)} {Math.ILogB(1000)} {Math.BitIncrement(1.0):R} {Math.BitDecrement(1.0):R}");
Console.WriteLine($"{Math.Clamp(15, 0, 10)} {Math.DivRem(17, 5)} {Math.Max(3, 7)} {Math.Min(-3L, 7)} {Math.Abs(-5m)}");
Console.WriteLine($"{MathF.Sqrt(2)} {MathF.Sin(1):F6} {MathF.Pow(2, 0.5f):F6} {MathF.Round(2.5f)} {MathF.Floor(-1.5f)} {MathF.Exp(1):F5}");
try
{
    Math.Abs(int.MinValue);
}
catch (OverflowException e)
{
    Console.WriteLine(e.Message);
}

static class MathExtensions
{
    extension(Math)
    {
        public static double Hypot() => Math.Sqrt(3 * 3 + 4 * 4);
    }
}
