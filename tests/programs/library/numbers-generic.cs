// Numbers of every kind through generic math: parsing, formatting, checked arithmetic, rounding, bits; BigInteger, Complex, Half, Int128.
using System.Globalization;
using System.Numerics;
using System.Text;

static class Program
{
    static string S<T>(T v) where T : IFormattable => v.ToString(null, CultureInfo.InvariantCulture);
    static string Try<T>(Func<T> f) { try { return f()!.ToString()!; } catch (Exception e) { return e.GetType().Name; } }

    static void Integers<T>() where T : IBinaryInteger<T>, IMinMaxValue<T>
    {
        T[] values = [T.Zero, T.One, T.CreateTruncating(7), T.CreateTruncating(100), T.MinValue, T.MaxValue, T.CreateTruncating(-1), T.CreateTruncating(0xA5A5A5A5A5A5A5A5ul)];
        Console.WriteLine($"-- {typeof(T).Name} {S(T.MinValue)} {S(T.MaxValue)}");
        foreach (T a in values)
        {
            Console.Write($"{S(a)}: lzc {S(T.LeadingZeroCount(a))} tzc {S(T.TrailingZeroCount(a))} pop {S(T.PopCount(a))} pow2 {T.IsPow2(a)} rol {S(T.RotateLeft(a, 5))} ror {S(T.RotateRight(a, 3))} even {T.IsEvenInteger(a)} hex {a.ToString("X", null)} bytes {a.GetByteCount()} bits {a.GetShortestBitLength()}");
            Console.Write(" abs " + Try(() => S(T.Abs(a))) + " log2 " + Try(() => S(T.Log2(a))) + " neg " + Try(() => S(checked(-a))) + " ~" + S(~a));
            Console.WriteLine($" d {Try(() => double.CreateChecked(a).ToString("R"))} h {Try(() => Half.CreateSaturating(a).ToString())} m {Try(() => decimal.CreateChecked(a).ToString())} sbyte {Try(() => sbyte.CreateChecked(a).ToString())} {sbyte.CreateSaturating(a)} {sbyte.CreateTruncating(a)} i128 {Try(() => Int128.CreateChecked(a).ToString())} u {ulong.CreateSaturating(a)}");
            foreach (T b in values)
            {
                Console.Write($"[{S(unchecked(a + b))} {Try(() => S(checked(a + b)))} {Try(() => S(checked(a - b)))} {S(unchecked(a * b))} {Try(() => S(checked(a * b)))} {Try(() => S(a / b))} {Try(() => S(a % b))} {S(a >> 3)} {S(a >>> 3)} {S(a << 3)} {a.CompareTo(b)} {S(T.Max(a, b))} {S(T.MinMagnitude(a, b))} {S(T.Clamp(a, T.Zero, T.One))}]");
                Console.Write(Try(() => { var (q, r) = T.DivRem(a, b); return S(q) + "r" + S(r); }));
            }
            Console.WriteLine();
        }
        Span<byte> bytes = stackalloc byte[16];
        T.CreateTruncating(0x1234567890ABCDEFul).TryWriteBigEndian(bytes, out int written);
        Console.WriteLine(System.Convert.ToHexString(bytes[..written]) + " " + S(T.ReadLittleEndian(bytes[..written], false is var _ && T.MinValue == T.Zero)));
        foreach (string s in new[] { "12", " -3 ", "+7", "1e2", "0x10", "FF", "1,000", "99999999999999999999999999999999999999999", "", "1.0", "(5)" })
            Console.Write($"{(T.TryParse(s, CultureInfo.InvariantCulture, out T? v) ? S(v) : "no")} {(T.TryParse(s, NumberStyles.Any, CultureInfo.InvariantCulture, out v) ? S(v) : "no")} {(T.TryParse(s, NumberStyles.HexNumber, CultureInfo.InvariantCulture, out v) ? S(v) : "no")};");
        Console.WriteLine();
    }

    static void Floats<T>() where T : IBinaryFloatingPointIeee754<T>, IMinMaxValue<T>
    {
        T[] values = [T.Zero, T.NegativeZero, T.One, T.CreateChecked(-2.5), T.CreateChecked(0.1), T.Epsilon, T.MaxValue, T.PositiveInfinity, T.NegativeInfinity, T.NaN, T.Pi, T.CreateChecked(1234.5678)];
        Console.WriteLine($"-- {typeof(T).Name}");
        foreach (T a in values)
        {
            Console.Write($"{S(a)} fl {S(T.Floor(a))} ce {S(T.Ceiling(a))} ro {S(T.Round(a))} r1 {S(T.Round(a, 1, MidpointRounding.AwayFromZero))} tr {S(T.Truncate(a))} sq {S(T.Sqrt(a))} cb {T.Cbrt(a).ToString("G3", null)} bi {S(T.BitIncrement(a))} bd {S(T.BitDecrement(a))} sg {Try(() => T.Sign(a))} ilogb {T.ILogB(a)} sc {S(T.ScaleB(a, 3))} int {T.IsInteger(a)} sub {T.IsSubnormal(a)} neg {T.IsNegative(a)}");
            Console.WriteLine($" i {Try(() => int.CreateChecked(a))} {int.CreateSaturating(a)} {int.CreateTruncating(a)} u {uint.CreateSaturating(a)} l {long.CreateSaturating(a)} ul {ulong.CreateTruncating(a)} b {byte.CreateTruncating(a)} i128 {Int128.CreateSaturating(a)} u128 {UInt128.CreateSaturating(a)} m {Try(() => decimal.CreateSaturating(a))} h {Half.CreateTruncating(a)} f {float.CreateChecked(a).ToString("R")} big {Try(() => BigInteger.CreateChecked(a).ToString().Length)} exp {a.GetExponentByteCount()} {a.GetSignificandBitLength()}");
            foreach (T b in values)
                Console.Write($"{S(a + b)} {S(a * b)} {S(a / b)} {S(a % b)} {S(T.Ieee754Remainder(a, b))} {S(T.Max(a, b))} {S(T.MinNumber(a, b))} {S(T.MaxMagnitude(a, b))} {(a < b ? 1 : 0)}{(a >= b ? 1 : 0)}{(a == b ? 1 : 0)}{a.CompareTo(b)}{(a.Equals(b) ? 1 : 0)} {S(T.CopySign(a, b))} {S(T.FusedMultiplyAdd(a, b, T.One))};");
            Console.WriteLine();
        }
        foreach (string s in new[] { "1.5", "-1e10", "NaN", "Infinity", "-∞", "∞", "1e-400", "1e400", "0.1000000000000000055511151231257827", "4.9406564584124654e-324", "2.2250738585072011e-308", "65504", "65520", "1_0", " 3 ", "(2)", "$1" })
            Console.Write((T.TryParse(s, NumberStyles.Any, CultureInfo.InvariantCulture, out T? v) ? S(v) : "no") + ";");
        foreach (string f in new[] { "G", "R", "F2", "E3", "N1", "P0", "C", "G17", "00.00#", "#,##0.0;(neg);zero", "0.###E+00" })
            Console.Write(T.CreateChecked(-1234.56).ToString(f, CultureInfo.InvariantCulture) + " " + T.CreateChecked(0.00001).ToString(f, CultureInfo.InvariantCulture) + ";");
        Console.WriteLine();
    }

    static void Bigs()
    {
        BigInteger a = BigInteger.Parse("123456789012345678901234567890123456789012345678901234567890"), b = BigInteger.Pow(7, 93), c = -b;
        Console.WriteLine($"{a + b} {a - b} {a * c} {a / 12345678901234567} {b % a} {BigInteger.DivRem(c, 1000007, out var r)} {r} {a << 77} {c >> 65} {c >>> 3} {a & b} {a | c} {a ^ c} {~a}");
        Console.WriteLine($"{BigInteger.ModPow(3, a, b)} {BigInteger.GreatestCommonDivisor(a * 17, b * 17 * 3)} {BigInteger.Log10(a):F8} {BigInteger.Log(b, 3):F6} {a.GetBitLength()} {c.GetByteCount()} {BigInteger.PopCount(a)} {BigInteger.TrailingZeroCount(a)} {BigInteger.LeadingZeroCount(a)} {BigInteger.RotateLeft(a, 100)} {a.IsEven} {c.Sign} {(double)a:R} {(decimal)BigInteger.Pow(10, 28)} {(float)c:R}");
        Console.WriteLine(Convert.ToHexString(c.ToByteArray()) + " " + Convert.ToHexString(a.ToByteArray(true, true)) + " " + a.ToString("X") + " " + c.ToString("x") + " " + a.ToString("N0") + " " + a.ToString("E5"));
        BigInteger f = 1; for (int i = 2; i <= 300; i++) f *= i;
        string text = f.ToString(); Console.WriteLine(text.Length + text[..40] + (BigInteger.Parse(text) == f) + f.GetHashCode().Equals(BigInteger.Parse(text).GetHashCode()));
        BigInteger p = BigInteger.Pow(2, 4000) - 1, q = BigInteger.Pow(3, 2500) + 1; // long enough for Karatsuba and for fast division
        Console.WriteLine((p * q % 1000000007) + " " + (p * p / q).ToString().Length + " " + (p * q - q * p) + " " + ((p * q + 5) % q));
        Console.WriteLine(Try(() => (int)a) + Try(() => (ulong)c) + Try(() => a / 0) + Try(() => BigInteger.Parse("12x")) + Try(() => new BigInteger(double.NaN)) + (BigInteger)(-1e30) + (BigInteger)12.9m);
    }

    static void Others()
    {
        Complex z = new(3, -4), w = Complex.FromPolarCoordinates(2, Math.PI / 3);
        Console.WriteLine($"{z * w:F6} {z / w:F6} {Complex.Abs(z)} {z.Phase:F6} {Complex.Sqrt(z)} {Complex.Pow(z, w):F4} {Complex.Exp(z):F5} {Complex.Log(w):F6} {Complex.Sin(z):F4} {Complex.Atan(w):F6} {Complex.Reciprocal(z)} {Complex.Conjugate(z)} {z == new Complex(3, -4)} {Complex.Parse("<1; 2>", CultureInfo.InvariantCulture)}");
        Int128 i = Int128.MaxValue / 3; UInt128 u = UInt128.MaxValue - 5;
        Console.WriteLine($"{i * 2} {i * -3 - 7} {u / 1000000007} {u % 1234567890123456789} {u >> 67} {i << 9} {-i >> 100} {-i >>> 100} {(double)i:R} {(decimal)(i >> 40)} {(ulong)u} {(Int128)1e30} {(UInt128)1.5e38f} {Int128.Parse("-170141183460469231731687303715884105728")} {u:X} {i:N0} {Try(() => checked(i * 4))} {Try(() => (long)checked((Int128)long.MaxValue + 1 is var k ? (long)k : 0))} {Int128.MinValue / 7} {Int128.MinValue % 1000000000000} {Math.BigMul(ulong.MaxValue, ulong.MaxValue)} {UInt128.Log2(u)} {Int128.Sign(-i)} {i.CompareTo(-i)}");
        decimal d = 79228162514264337593543950335m, e = 0.0000000000000000000000000001m;
        Console.WriteLine($"{d / 3} {d % 7} {e * 5} {1m / 3} {2m / 3 * 3} {Math.Round(2.5m)} {Math.Round(-2.345m, 2, MidpointRounding.ToZero)} {decimal.Round(1.005m, 2)} {1.10m + 2.2m} {1.0m == 1.000m} {1.000m} {decimal.Floor(-1.5m)} {decimal.Truncate(-1.9m)} {(double)1.1m:R} {(decimal)0.1f} {(decimal)1e-10} {decimal.ToOACurrency(12.3456m)} {Try(() => d + 1)} {Try(() => d * 10)} {Try(() => 1m / (d - d))} {string.Join(",", decimal.GetBits(-1.5m))} {new decimal(1, 2, 3, true, 5)} {decimal.Parse("1,234.50", CultureInfo.InvariantCulture)} {-0.0m} {0.1m + 0.2m == 0.3m} {(long)1234.99m} {Try(() => (byte)(d - d + 256))} {d - 0.4m} {123.4500m.Scale} {decimal.IsCanonical(1.0m)} {(int)-5.5m % 3} {5.5m % -2}");
        foreach (float f in new[] { 0.1f, 65519f, 65520f, 6e-8f, 2.98e-8f, 5.96e-8f, -0f, float.NaN, 1f / 3, 2048.5f, 2049.5f })
            Console.Write($"{(Half)f} {BitConverter.HalfToUInt16Bits((Half)f):X4} {(double)(Half)f:R} {(Half)(double)f}; ");
        Console.WriteLine($"{(Half)1 + (Half)0.001} {Half.MaxValue * (Half)2} {Half.Parse("1.5e3")} {Half.Exp(Half.One)} {(int)(Half)7.9f} {(Half)12345678}");
        Console.WriteLine($"{Math.FusedMultiplyAdd(1e16, 1.0000001, -1e16)} {Math.IEEERemainder(5.5, 2)} {Math.BitIncrement(1.0):R} {Math.ScaleB(1.5, -1074)} {Math.Round(0.5)} {Math.Round(1.5)} {Math.Round(-2.5)} {Math.Round(2.675, 2)} {Math.Round(1e15 + .5)} {MathF.Round(8388609.5f)} {Math.Pow(-8, 1.0 / 3)} {Math.Atan2(-0.0, -1):R} {Math.Log2(1e-310):F6} {Math.Clamp(5, 1, 3)} {Try(() => Math.Clamp(1, 5, 2))} {Math.DivRem(-7, 2)} {Try(() => Math.Abs(int.MinValue))} {double.Hypot(3, 4)} {double.RootN(27, 3)} {double.SinPi(0.5)} {float.Lerp(1, 3, .25f)} {double.DegreesToRadians(180):R} {Math.ReciprocalEstimate(4.0):F1} {Math.Sinh(1):F10} {Math.Acosh(2):F10} {Math.Cbrt(-27)} {Math.ILogB(0.3)} {double.Exp2(10.5):F6} {double.LogP1(1e-10):E5}");
    }

    static void Main() { Integers<byte>(); Integers<sbyte>(); Integers<short>(); Integers<ushort>(); Integers<char>(); Integers<int>(); Integers<uint>(); Integers<long>(); Integers<ulong>(); Integers<nint>(); Integers<nuint>(); Integers<Int128>(); Integers<UInt128>(); Floats<double>(); Floats<float>(); Floats<Half>(); Bigs(); Others(); }
}
