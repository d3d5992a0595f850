// rows: N7b-049 N7b-050 N7b-051 N7b-052 N7b-053 N7b-054 N7b-055 N7b-056 N7b-057 N7b-058 N7b-059 N7b-060 N7b-061 N7b-062 N7b-063
// Generic mathematics: one method for all kinds of numbers, checked operators, the octal fields of Tar, LINQ's sums, and Math with its corners.
using System.Formats.Tar;
using System.Globalization;
using System.Numerics;
using System.Runtime.CompilerServices;

/// Its checked multiplication is the interface's own default, which uses the unchecked one; its checked addition throws.
readonly struct Clock(int hour) : IAdditionOperators<Clock, Clock, Clock>, IMultiplyOperators<Clock, int, Clock>
{
    public static Clock operator +(Clock a, Clock b) => new((a.Hour + b.Hour) % 12);

    public static Clock operator checked +(Clock a, Clock b) => a.Hour + b.Hour < 12 ? a + b : throw new OverflowException("past noon");

    public static Clock operator *(Clock a, int factor) => new(a.Hour * factor % 12);

    public int Hour { get; } = hour;
}

static class Program
{
    static readonly double[] corners = [0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 1e-310, 123456.789, 4503599627370497.5, double.MaxValue, double.NegativeInfinity, double.NaN];

    static double zero = 0.0, minusZero = -0.0; // no constants to the compiler
    static float one = 1;

    static void Main()
    {
        CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
        Sums();
        Octal();
        Operators();
        Linq();
        Wide();
        Functions();
        Bits();
        Big();
    }

    static T Sum<T>(params ReadOnlySpan<T> values) where T : INumberBase<T>
    {
        T sum = T.Zero;
        foreach (T value in values)
            sum += value * value + T.One;
        return sum;
    }

    static T FromText<T>(string text) where T : ISpanParsable<T> => T.Parse(text, CultureInfo.InvariantCulture);

    static void Sums()
    {
        Console.WriteLine($"{Sum<byte>(15, 16)} {Sum<int>(1, 2, 3)} {Sum<long>(1L << 40)} {Sum<nint>(4, 5)} {Sum<float>(0.5f)} {Sum<double>(1.5, 2.5)} {Sum<Half>((Half)3)} {Sum<decimal>(1.1m, 2.2m)}");
        Console.WriteLine($"{Sum<Int128>(Int128.One << 60)} {Sum<UInt128>(7)} {Sum<BigInteger>(BigInteger.Pow(10, 30))} {Sum(new Complex(1, 2), Complex.ImaginaryOne)} {Sum<char>('a') + 0}");
        Console.WriteLine($"{FromText<int>("-12")} {FromText<double>("1e-3")} {FromText<Int128>("-170141183460469231731687303715884105728")} {FromText<DateTime>("2022-08-31"):d} {FromText<Guid>("0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9")}");
        int interfaces = typeof(int).GetInterfaces().Count(type => type.Namespace == "System.Numerics");
        Console.WriteLine($"{interfaces >= 25} {typeof(double).GetInterfaces().Any(type => type.Name == "IBinaryFloatingPointIeee754`1")} {typeof(BigInteger).GetInterfaces().Any(type => type.Name == "ISignedNumber`1")}");
    }

    static T ParseOctal<T>(ReadOnlySpan<byte> digits) where T : struct, INumber<T>
    {
        T value = T.Zero, eight = T.CreateTruncating(8u);
        foreach (byte digit in digits)
            value = checked(value * eight + T.CreateTruncating((uint)(digit - '0')));
        return value;
    }

    static void Octal()
    {
        Console.WriteLine($"{ParseOctal<uint>("37777777777"u8)} {ParseOctal<ulong>("777"u8)} {ParseOctal<Int128>("777777777777777777777777"u8)} {ParseOctal<short>("77777"u8)} {ParseOctal<BigInteger>("7777777777777777777777777777777"u8)}");
        Console.WriteLine(Thrown(() => ParseOctal<uint>("40000000000"u8)) + " " + Thrown(() => ParseOctal<short>("100000"u8)) + " " + Thrown(() => ParseOctal<ulong>("7777777777777777777777"u8)));
        using var stream = new MemoryStream();
        using (var writer = new TarWriter(stream, TarEntryFormat.Ustar, leaveOpen: true))
        {
            writer.WriteEntry(new UstarTarEntry(TarEntryType.RegularFile, "folder/file.txt")
            {
                DataStream = new MemoryStream("the data of the entry"u8.ToArray()),
                Mode = UnixFileMode.UserRead | UnixFileMode.GroupRead,
                Uid = 1234,
                Gid = 0x1FFFFF, // all that seven octal digits can say
                ModificationTime = new DateTimeOffset(2022, 8, 31, 1, 2, 3, TimeSpan.Zero),
            });
        }
        stream.Position = 0;
        TarEntry entry = new TarReader(stream).GetNextEntry()!;
        Console.WriteLine($"{entry.Name} {entry.Length} {entry.Mode} {entry.Uid} {entry.Gid} {entry.ModificationTime:u} {entry.Checksum}");
        byte[] damaged = stream.ToArray();
        damaged[124] = (byte)'9'; // the first digit of the size
        Console.WriteLine(Thrown(() => new TarReader(new MemoryStream(damaged)).GetNextEntry()!));
    }

    static T Add<T>(T a, T b) where T : IAdditionOperators<T, T, T> => a + b;

    static T AddChecked<T>(T a, T b) where T : IAdditionOperators<T, T, T> => checked(a + b);

    static T Times<T>(T a, int b) where T : IMultiplyOperators<T, int, T> => checked(a * b);

    static T ShiftUnsigned<T>(T a, int by) where T : IShiftOperators<T, int, T> => a >>> by;

    static void Operators()
    {
        Console.WriteLine($"{Add(int.MaxValue, 1)} {Thrown(() => AddChecked(int.MaxValue, 1))} {Thrown(() => AddChecked((byte)255, (byte)1))} {AddChecked(double.MaxValue, double.MaxValue)} {Thrown(() => AddChecked(decimal.MaxValue, 1m))}");
        Console.WriteLine($"{Add(new Clock(8), new Clock(9)).Hour} {Thrown(() => AddChecked(new Clock(8), new Clock(9)).Hour)} {Times(new Clock(5), 5).Hour}");
        Console.WriteLine($"{ShiftUnsigned(-1, 28)} {ShiftUnsigned(-1L, 60)} {ShiftUnsigned((sbyte)-1, 1)} {ShiftUnsigned((short)-32768, 15)} {ShiftUnsigned(Int128.NegativeOne, 126)} {ShiftUnsigned(0x80000000u, 31)} {ShiftUnsigned(new BigInteger(-256), 4)} {-8 >>> 33}");
    }

    static void Linq()
    {
        int[] numbers = [.. Enumerable.Range(1, 1000)];
        Console.WriteLine($"{numbers.Sum()} {numbers.Average()} {numbers.Min()} {numbers.Max()} {numbers.Select(i => (long)i << 33).Sum()} {numbers.Select(i => 1m / i).Sum()} {numbers.Select(i => 0.1f).Sum()} {numbers.Select(i => 0.1).Sum()}");
        Console.WriteLine($"{numbers.Select(i => i % 3 == 0 ? null : (int?)i).Sum()} {numbers.Select(i => (int?)null).Max() is null} {new[] { double.NaN, 1 }.Min()} {new[] { double.NaN, 1 }.Max()} {new[] { 1f, float.NaN }.Min()}");
        Console.WriteLine($"{Thrown(() => new[] { int.MaxValue, 1 }.Sum())} {Thrown(() => new[] { long.MinValue, -1 }.Sum())} {Thrown(() => Array.Empty<int>().Max())} {Thrown(() => Array.Empty<double>().Average())} {new[] { int.MaxValue, int.MaxValue }.Average()}");
    }

    static void Wide()
    {
        Int128 a = Int128.MaxValue / 3, b = -1234567890123456789;
        Console.WriteLine($"{a * 2 + b} {a % b} {a / b} {b >> 3} {b >>> 100} {a ^ b} {Int128.LeadingZeroCount(a)} {Int128.PopCount(b)} {(double)a} {(decimal)b} {Int128.DivRem(a, b)} {a:X} {a.CompareTo(b)}");
        Console.WriteLine($"{UInt128.MaxValue} {UInt128.MaxValue * 3} {UInt128.MaxValue / 10000000019} {(UInt128)double.MaxValue} {UInt128.RotateLeft(1, 127)} {Thrown(() => checked(UInt128.Zero - UInt128.One))} {Thrown(() => checked((long)a))} {Thrown(() => a / 0)}");
    }

    static void Functions()
    {
        foreach (double x in corners)
        {
            Console.WriteLine($"{x}: {Math.Abs(x)} {Math.ILogB(x)} {MathF.ILogB((float)x)} {Math.Truncate(x)} {MathF.Truncate((float)x)} {Math.Round(x)} {Math.Round(x, MidpointRounding.AwayFromZero)} {Math.Round(x, MidpointRounding.ToZero)} "
                + $"{Math.Max(x, zero)} {Math.Max(zero, x)} {Math.Min(x, minusZero)} {Math.Min(minusZero, x)} {MathF.Max((float)x, one)} {MathF.Min((float)x, one)} {1 / Math.Truncate(x)} {1 / Math.Max(minusZero, x)}");
        }
        Console.WriteLine($"{Math.Abs(-7)} {Math.Abs((sbyte)-7)} {Math.Abs(-7L)} {Math.Abs(-7.5m)} {MathF.Abs(-0f)} {Thrown(() => Math.Abs(int.MinValue))} {Thrown(() => Math.Abs(short.MinValue))} {Thrown(() => Math.Abs(nint.MinValue))}");
        Console.WriteLine($"{double.CosPi(0.5)} {double.SinPi(1)} {double.Exp2(10)} {double.Exp10(3)} {double.Hypot(3, 4)} {double.RootN(27, 3)} {double.Log2P1(7)} {double.Lerp(2, 4, 0.25)} {float.AcosPi(0)} {double.Atan2Pi(1, 1)} {Half.Sqrt((Half)2)} {double.ScaleB(1, -1074)} {Math.BitIncrement(1.0)} {Math.FusedMultiplyAdd(3, 4, 5)}");
    }

    static void Bits()
    {
        foreach (double x in corners)
            Console.Write($"{BitConverter.DoubleToInt64Bits(x):X} {BitConverter.SingleToUInt32Bits((float)x):X} {BitConverter.HalfToInt16Bits((Half)x):X} {BitConverter.UInt64BitsToDouble(BitConverter.DoubleToUInt64Bits(x)).Equals(x)} ");
        Console.WriteLine($"{BitConverter.Int32BitsToSingle(1)} {BitConverter.Int64BitsToDouble(-1)} {BitConverter.UInt16BitsToHalf(0x3C00)} {BitConverter.ToInt32([1, 2, 3, 4])} {Thrown(() => BitConverter.ToInt64([1, 2]))}");
    }

    static void Big()
    {
        string digits = string.Concat(Enumerable.Range(0, 30_000).Select(i => (char)('0' + i * 7 % 10))); // more than where the other algorithm begins
        BigInteger parsed = BigInteger.Parse("1" + digits), part = BigInteger.Parse(digits[^40..]);
        Console.WriteLine($"{parsed.GetBitLength()} {parsed % 1_000_000_007} {parsed % BigInteger.Pow(10, 40) == part} {parsed.ToString() == "1" + digits} {Thrown(() => BigInteger.Parse(digits + "x"))}");
        Console.WriteLine($"{BigInteger.DivRem(parsed, part, out BigInteger rest).GetBitLength()} {rest} {BigInteger.ModPow(part, parsed % 1000, part + 1)} {BigInteger.GreatestCommonDivisor(part * 36, part * 48) / part}");
    }

    static string Thrown<T>(Func<T> function)
    {
        try
        {
            return function()!.ToString()!;
        }
        catch (Exception e)
        {
            return e.GetType().Name;
        }
    }
}
