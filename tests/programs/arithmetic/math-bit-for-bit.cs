using System.Numerics;
using System.Runtime.Intrinsics;

class P
{
    static ulong h;
    static int n;
    static void H(ulong x)
    {
        h = (h ^ x) * 0x9E3779B97F4A7C15UL;
        h ^= h >> 29;
        n++;
    }

    static void D(double d) => H(double.IsNaN(d) ? 0x7ff8dead : BitConverter.DoubleToUInt64Bits(d));
    static void F(float d) => H(float.IsNaN(d) ? 0x7fc0dead : BitConverter.SingleToUInt32Bits(d));
    static void Hf(Half d) => H(Half.IsNaN(d) ? 0x7e00u : BitConverter.HalfToUInt16Bits(d));
    static void Flush(string s)
    {
        Console.WriteLine($"{s} {n} {h:x16}");
        h = 0;
        n = 0;
    }

    static readonly double[] ds =
    {
        0,
        -0.0,
        1,
        -1,
        0.5,
        -0.5,
        1.5,
        2.5,
        -2.5,
        double.Epsilon,
        -double.Epsilon,
        double.MaxValue,
        double.MinValue,
        double.PositiveInfinity,
        double.NegativeInfinity,
        double.NaN,
        Math.PI,
        Math.E,
        1e-300,
        1e300,
        4503599627370495.5,
        4503599627370496.5,
        9007199254740993,
        0.49999999999999994,
        2147483647.5,
        -2147483648.5,
        1e19,
        3e-310,
        0.1,
        123456.789,
        -7.25,
        709.78,
        -745.2,
        1 / 3.0,
        1e22,
        2.2250738585072014E-308,
        1.7,
        16777217
    };
    static void Un(string s, Func<double, double> f)
    {
        foreach (var d in ds)
            D(f(d));
        var r = new Random(5);
        for (int i = 0; i < 200; i++)
            D(f(r.NextDouble() * 20 - 10));
        Flush(s);
    }

    static void UnF(string s, Func<float, float> f)
    {
        foreach (var d in ds)
            F(f((float)d));
        var r = new Random(5);
        for (int i = 0; i < 200; i++)
            F(f(r.NextSingle() * 20 - 10));
        Flush(s);
    }

    static void Bi(string s, Func<double, double, double> f)
    {
        foreach (var d in ds)
            foreach (var e in ds)
                D(f(d, e));
        Flush(s);
    }

    static void BiF(string s, Func<float, float, float> f)
    {
        foreach (var d in ds)
            foreach (var e in ds)
                F(f((float)d, (float)e));
        Flush(s);
    }

    static void Conv(string s, Func<double, ulong> f)
    {
        foreach (var d in ds)
        {
            H(f(d));
            H(f(d + 0.5));
            H(f(-d * 1.01));
        }

        Flush(s);
    }

    static void Try(string s, Func<double, object> f)
    {
        foreach (var d in ds)
        {
            string r;
            try
            {
                r = f(d).ToString()!;
            }
            catch (Exception e)
            {
                r = e.GetType().Name;
            }

            foreach (char c in r)
                H(c);
        }

        Flush(s);
    }

    static void Main()
    {
        Un("Sin", Math.Sin);
        Un("Cos", Math.Cos);
        Un("Tan", Math.Tan);
        Un("Asin", Math.Asin);
        Un("Acos", Math.Acos);
        Un("Atan", Math.Atan);
        Un("Sinh", Math.Sinh);
        Un("Cosh", Math.Cosh);
        Un("Tanh", Math.Tanh);
        Un("Asinh", Math.Asinh);
        Un("Acosh", Math.Acosh);
        Un("Atanh", Math.Atanh);
        Un("Exp", Math.Exp);
        Un("Log", Math.Log);
        Un("Log2", Math.Log2);
        Un("Log10", Math.Log10);
        Un("Sqrt", Math.Sqrt);
        Un("Cbrt", Math.Cbrt);
        Un("Floor", Math.Floor);
        Un("Ceiling", Math.Ceiling);
        Un("Truncate", Math.Truncate);
        Un("Round", Math.Round);
        Un("Abs", Math.Abs);
        Un("BitInc", Math.BitIncrement);
        Un("BitDec", Math.BitDecrement);
        Un("RoundAway", x => Math.Round(x, MidpointRounding.AwayFromZero));
        Un("Round2", x => Math.Round(x, 2));
        Un("RoundUp", x => Math.Round(x, MidpointRounding.ToPositiveInfinity));
        Un("RoundZ3", x => Math.Round(x, 3, MidpointRounding.ToZero));
        Un("ILogB", x => Math.ILogB(x));
        Un("Exp2", double.Exp2);
        Un("Exp10M1", double.Exp10M1);
        Un("LogP1", double.LogP1);
        Un("SinPi", double.SinPi);
        Un("TanPi", double.TanPi);
        Un("AcosPi", double.AcosPi);
        Un("DegToRad", double.DegreesToRadians);
        Un("RcpEst", x => double.IsNormal(x) ? Math.Sign(x) : 0);
        Un("RootN3", x => double.RootN(x, 3));
        Un("RootN-2", x => double.RootN(x, -2));
        Un("SinCos", x =>
        {
            var(s, c) = Math.SinCos(x);
            return s * 3 + c;
        });
        Bi("Pow", Math.Pow);
        Bi("Atan2", Math.Atan2);
        Bi("Rem", (a, b) => a % b);
        Bi("IEEERem", Math.IEEERemainder);
        Bi("Min", Math.Min);
        Bi("Max", Math.Max);
        Bi("MaxMag", Math.MaxMagnitude);
        Bi("MinMag", Math.MinMagnitude);
        Bi("CopySign", Math.CopySign);
        Bi("Add", (a, b) => a + b);
        Bi("Mul", (a, b) => a * b);
        Bi("Div", (a, b) => a / b);
        Bi("Sub", (a, b) => a - b);
        Bi("FMA", (a, b) => Math.FusedMultiplyAdd(a, b, a - b));
        Bi("ScaleB", (a, b) => Math.ScaleB(a, (int)Math.Clamp(double.IsNaN(b) ? 3 : b, -2000, 2000)));
        Bi("Hypot", double.Hypot);
        Bi("Cmp", (a, b) => (a < b ? 1 : 0) + (a <= b ? 2 : 0) + (a > b ? 4 : 0) + (a >= b ? 8 : 0) + (a == b ? 16 : 0) + (a != b ? 32 : 0) + (a.CompareTo(b) * 64) + (a.Equals(b) ? 256 : 0) + (!(a < b) ? 512 : 0) + (!(a >= b) ? 1024 : 0));
        Bi("MaxNumber", double.MaxNumber);
        Bi("MinMagNum", double.MinMagnitudeNumber);
        Bi("Lerp", (a, b) => double.Lerp(a, b, 0.25));
        Bi("Clamp", (a, b) => a <= b ? Math.Clamp(1.5, a, b) : 0);
        Bi("Native", (a, b) => double.IsNaN(a) || double.IsNaN(b) ? 0 : double.MaxNative(a, b));
        Bi("MulAddEst", (a, b) => double.IsNaN(a * b) ? 0 : 1);
        UnF("SinF", MathF.Sin);
        UnF("CosF", MathF.Cos);
        UnF("TanF", MathF.Tan);
        UnF("AsinF", MathF.Asin);
        UnF("AcosF", MathF.Acos);
        UnF("AtanF", MathF.Atan);
        UnF("SinhF", MathF.Sinh);
        UnF("CoshF", MathF.Cosh);
        UnF("TanhF", MathF.Tanh);
        UnF("AsinhF", MathF.Asinh);
        UnF("AcoshF", MathF.Acosh);
        UnF("AtanhF", MathF.Atanh);
        UnF("ExpF", MathF.Exp);
        UnF("LogF", MathF.Log);
        UnF("Log2F", MathF.Log2);
        UnF("Log10F", MathF.Log10);
        UnF("SqrtF", MathF.Sqrt);
        UnF("CbrtF", MathF.Cbrt);
        UnF("FloorF", MathF.Floor);
        UnF("CeilingF", MathF.Ceiling);
        UnF("TruncateF", MathF.Truncate);
        UnF("RoundF", MathF.Round);
        UnF("Round2F", x => MathF.Round(x, 2));
        UnF("BitIncF", MathF.BitIncrement);
        UnF("ILogBF", x => MathF.ILogB(x));
        UnF("SinPiF", float.SinPi);
        BiF("PowF", MathF.Pow);
        BiF("Atan2F", MathF.Atan2);
        BiF("RemF", (a, b) => a % b);
        BiF("IEEERemF", MathF.IEEERemainder);
        BiF("MinF", MathF.Min);
        BiF("MaxF", MathF.Max);
        BiF("MulF", (a, b) => a * b + b);
        BiF("DivF", (a, b) => a / b);
        BiF("FMAF", (a, b) => MathF.FusedMultiplyAdd(a, b, a - b));
        BiF("CopySignF", MathF.CopySign);
        BiF("MaxMagF", MathF.MaxMagnitude);
        BiF("dbl", (a, b) => (float)((double)a * b));
        BiF("CmpF", (a, b) => (a < b ? 1 : 0) + (a <= b ? 2 : 0) + (a > b ? 4 : 0) + (!(a >= b) ? 8 : 0) + a.CompareTo(b));
        Conv("i4", d => (ulong)(int)d);
        Conv("u4", d => (uint)d);
        Conv("i8", d => (ulong)(long)d);
        Conv("u8", d => (ulong)d);
        Conv("i2", d => (ulong)(short)d);
        Conv("u2", d => (ushort)d);
        Conv("i1", d => (ulong)(sbyte)d);
        Conv("u1", d => (byte)d);
        Conv("ch", d => (char)d);
        Conv("f", d => float.IsNaN((float)d) ? 0 : BitConverter.SingleToUInt32Bits((float)d));
        Conv("fi4", d => (ulong)(int)(float)d);
        Conv("fu4", d => (uint)(float)d);
        Conv("fi8", d => (ulong)(long)(float)d);
        Conv("fu8", d => (ulong)(float)d);
        Conv("ni", d => (ulong)(nint)d);
        Conv("nu", d => (nuint)d);
        Conv("u8->d", d => BitConverter.DoubleToUInt64Bits((double)(ulong)d));
        Conv("u8->f", d => BitConverter.SingleToUInt32Bits((float)(ulong)d));
        Conv("u4->f", d => BitConverter.SingleToUInt32Bits((float)(uint)d));
        Conv("i8->f", d => BitConverter.SingleToUInt32Bits((float)(long)d));
        Conv("u8bits->f", d => BitConverter.SingleToUInt32Bits((float)BitConverter.DoubleToUInt64Bits(d)));
        Conv("u8bits->d", d => BitConverter.DoubleToUInt64Bits((double)BitConverter.DoubleToUInt64Bits(d)));
        Conv("half", d => Half.IsNaN((Half)d) ? 0u : BitConverter.HalfToUInt16Bits((Half)d));
        Conv("halff", d => Half.IsNaN((Half)(float)d) ? 0u : BitConverter.HalfToUInt16Bits((Half)(float)d));
        Conv("i128", d =>
        {
            try
            {
                return (ulong)((Int128)d >> 32);
            }
            catch (OverflowException)
            {
                return 77;
            }
        });
        Conv("u128", d => (ulong)((UInt128)d >> 50));
        Conv("Saturating", d => (ulong)int.CreateSaturating(d) ^ (ulong)long.CreateTruncating(d));
        Conv("native", d => double.ConvertToInteger<uint>(d) ^ double.ConvertToInteger<ulong>(d));
        Try("ci4", d => checked((int)d));
        Try("cu4", d => checked((uint)d));
        Try("ci8", d => checked((long)d));
        Try("cu8", d => checked((ulong)d));
        Try("ci1", d => checked((sbyte)d));
        Try("cu1", d => checked((byte)d));
        Try("ci2", d => checked((short)d));
        Try("cu2", d => checked((ushort)d));
        Try("cfi4", d => checked((int)(float)d));
        Try("cfu8", d => checked((ulong)(float)d));
        Try("cni", d => checked((nint)d));
        Try("dec", d => (decimal)d);
        Try("fdec", d => (decimal)(float)d);
        Try("sign", d => Math.Sign(d));
        Try("str", d => d.ToString("R") + ((float)d).ToString() + d.ToString("E20") + d.ToString("G17") + ((Half)d));
        Try("ci128", d => checked((Int128)d));
        Try("bigint", d => new BigInteger(d));
        Try("ts", d => TimeSpan.FromSeconds(d));
        Try("parse", d => double.Parse(d.ToString("R")).Equals(d));
        var rnd = new Random(9);
        for (int i = 0; i < 300; i++)
        {
            ulong a = (ulong)rnd.NextInt64(long.MinValue, long.MaxValue) >> rnd.Next(64), b = (ulong)rnd.NextInt64() >> rnd.Next(63) | 1;
            uint c = (uint)a;
            int r = rnd.Next(-100, 100);
            H((ulong)BitOperations.LeadingZeroCount(a));
            H((ulong)BitOperations.TrailingZeroCount(a));
            H((ulong)BitOperations.PopCount(a));
            H((ulong)BitOperations.Log2(a));
            H(BitOperations.RotateLeft(a, r));
            H(BitOperations.RotateRight(c, r));
            H((ulong)BitOperations.LeadingZeroCount(c));
            H((ulong)BitOperations.TrailingZeroCount(c));
            H((ulong)BitOperations.TrailingZeroCount((int)c));
            H(BitOperations.RoundUpToPowerOf2(a));
            H(BitOperations.RoundUpToPowerOf2(c));
            H(BitOperations.IsPow2(a) ? 1u : 0);
            H(BitOperations.Crc32C(c, a));
            H(BitOperations.Crc32C(c, (byte)a));
            H(BitOperations.Crc32C(c, (ushort)a));
            H(Math.BigMul(a, b, out ulong lo));
            H(lo);
            H((ulong)Math.BigMul((long)a, (long)b, out long slo));
            H((ulong)slo);
            var(q, rem) = Math.DivRem(a, b);
            H(q);
            H(rem);
            var(sq, sr) = Math.DivRem((long)a, (long)b | 1);
            H((ulong)sq);
            H((ulong)sr);
            H((ulong)((Int128)a * (long)b >> 17));
            H((ulong)((UInt128)a * b / 12345));
            H((ulong)((UInt128)a * b % b));
            H((ulong)(Int128.CreateTruncating(a) / -(Int128)b));
            H(a << r);
            H((ulong)((long)a >> r));
            H(a >>> r);
            H((uint)((int)c >> r));
            H(c << r);
            H((ulong)(short)a);
            H((ulong)System.Buffers.Binary.BinaryPrimitives.ReverseEndianness((long)a));
            H(System.Buffers.Binary.BinaryPrimitives.ReverseEndianness((ushort)a));
            H((ulong)long.LeadingZeroCount((long)a));
            H((ulong)short.PopCount((short)a));
            H((ulong)sbyte.RotateLeft((sbyte)a, r));
            H((ulong)byte.TrailingZeroCount((byte)a));
            H((ulong)Int128.LeadingZeroCount(new Int128(a >> 60, b)));
            H((ulong)UInt128.PopCount(new UInt128(a, b)));
            H((ulong)(new UInt128(a, b) >> r));
            H((ulong)(new Int128(a, b) >> r >> 64));
            H((ulong)Math.Abs((long)(a >> 1)));
            H(Math.Min(a, b));
            H(Math.Clamp(c, 5u, 500000u));
            H((ulong)int.Sign((int)c));
            H((ulong)long.CopySign((long)(a >> 1), r));
        }

        Flush("bits");
        for (int i = 0; i < 65536; i++)
        {
            Half x = BitConverter.UInt16BitsToHalf((ushort)i);
            F((float)x);
            D((double)x);
            Hf((Half)(float)x);
            H((ulong)(int)x);
            Hf(Half.Sqrt(x));
            Hf(x + (Half)1.5f);
            Hf(x * x);
            Hf(-x);
            if ((i & 15) == 0)
            {
                Hf(Half.BitIncrement(x));
                Hf(Half.Round(x));
                H((ulong)(long)x);
                H((uint)(byte)x);
            }
        }

        Flush("half");
        foreach (var d in ds)
        {
            D(double.IsNegative(d) ? 1 : 0);
            H((double.IsFinite(d) ? 1u : 0) | (double.IsNormal(d) ? 2u : 0) | (double.IsSubnormal(d) ? 4u : 0) | (double.IsInteger(d) ? 8u : 0) | (double.IsEvenInteger(d) ? 16u : 0) | (double.IsPow2(d) ? 32u : 0) | (double.IsNaN(d) ? 64u : 0));
            H((uint)d.GetHashCode());
            H((uint)((float)d).GetHashCode());
            H((uint)((Half)d).GetHashCode());
        }

        Flush("class");
    }
}
