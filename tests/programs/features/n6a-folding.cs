// rows: N6a-057 N6a-058 N6a-059 N6a-060 N6a-061 N6a-063 N6a-064 N6a-065 N6a-066 N6a-067 N6a-068 N6a-069 N6a-105
// Constants that meet after inlining: each result is computed twice, from constants and from values that no compiler knows.
using System.Numerics;
using System.Reflection;
using System.Runtime.CompilerServices;

abstract class Formatter
{
    protected Formatter(string name) => Name = name ?? throw new ArgumentNullException(nameof(name));
    public string Name { get; }
}

sealed class JsonFormatter() : Formatter(JsonFormatter.Format)
{
    public const string Format = "json";
}

sealed class NamelessFormatter() : Formatter(null!);

static class Program
{
    static int differences;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static T Unknown<T>(T value) => value;

    static void Same(string what, double folded, double computed)
    {
        if (BitConverter.DoubleToInt64Bits(folded) == BitConverter.DoubleToInt64Bits(computed))
            return;
        differences++;
        Console.WriteLine($"{what}: {folded:R} folded, {computed:R} computed");
    }

    static void Same<T>(string what, T folded, T computed) where T : IEquatable<T>
    {
        if (folded.Equals(computed))
            return;
        differences++;
        Console.WriteLine($"{what}: {folded} folded, {computed} computed");
    }

    // The C# compiler computes this one.
    static int Literal() => 10 + 20 * 30 / 40 ^ 50 | 60 & 70;

    static bool ContainsSpace(string text) => Contains(text, ' ');

    static bool Contains(string text, char character)
    {
        if (text.Length == 1)
            return text[0] == character;
        for (int i = 0; i < text.Length; i++)
        {
            if (text[i] == character)
                return true;
        }
        return false;
    }

    // Branches on the length of what is nearly always a literal.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static bool Append(Span<char> destination, string text, ref int at)
    {
        if (text.Length == 1)
        {
            if ((uint)at >= (uint)destination.Length)
                return false;
            destination[at++] = text[0];
            return true;
        }
        if (text.Length == 2)
        {
            if (at > destination.Length - 2)
                return false;
            destination[at] = text[0];
            destination[at + 1] = text[1];
            at += 2;
            return true;
        }
        if (!text.TryCopyTo(destination[at..]))
            return false;
        at += text.Length;
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static double GetHeight(double longBase, double shortBase, double leftLeg, double rightLeg)
    {
        double x = (Math.Pow(rightLeg, 2) - Math.Pow(leftLeg, 2) + Math.Pow(longBase, 2) + Math.Pow(shortBase, 2) - 2 * shortBase * longBase)
            / (2 * (longBase - shortBase));
        return Math.Sqrt(Math.Pow(rightLeg, 2) - Math.Pow(x, 2));
    }

    static ReadOnlySpan<char> Greeting() => "hello world";

    static void Mathematics()
    {
        Same("height", GetHeight(20, 10, 8, 6), GetHeight(Unknown(20), Unknown(10), Unknown(8), Unknown(6)));
        Same("abs", Math.Abs(-0.0), Math.Abs(Unknown(-0.0)));
        Same("acos", Math.Acos(0.3), Math.Acos(Unknown(0.3)));
        Same("asinh", Math.Asinh(2.5), Math.Asinh(Unknown(2.5)));
        Same("atan2", Math.Atan2(-0.0, -1), Math.Atan2(Unknown(-0.0), Unknown(-1.0)));
        Same("cbrt", Math.Cbrt(-27.1), Math.Cbrt(Unknown(-27.1)));
        Same("ceiling", Math.Ceiling(-0.5), Math.Ceiling(Unknown(-0.5)));
        Same("cos", Math.Cos(1e22), Math.Cos(Unknown(1e22)));
        Same("exp", Math.Exp(709.9), Math.Exp(Unknown(709.9)));
        Same("floor", Math.Floor(-0.0), Math.Floor(Unknown(-0.0)));
        Same("fma", Math.FusedMultiplyAdd(1e308, 10, double.NegativeInfinity), Math.FusedMultiplyAdd(Unknown(1e308), 10, double.NegativeInfinity));
        Same("log", Math.Log(1e-310), Math.Log(Unknown(1e-310)));
        Same("log10", Math.Log10(1000), Math.Log10(Unknown(1000.0)));
        Same("max", Math.Max(-0.0, 0.0), Math.Max(Unknown(-0.0), Unknown(0.0)));
        Same("min", Math.Min(0.0, -0.0), Math.Min(Unknown(0.0), Unknown(-0.0)));
        Same("pow", Math.Pow(1.1, 100.5), Math.Pow(Unknown(1.1), Unknown(100.5)));
        Same("pow of 0", Math.Pow(-0.0, -3), Math.Pow(Unknown(-0.0), Unknown(-3.0)));
        Same("round", Math.Round(2.5) + Math.Round(-3.5), Math.Round(Unknown(2.5)) + Math.Round(Unknown(-3.5)));
        Same("sin", Math.Sin(1e5), Math.Sin(Unknown(1e5)));
        Same("sqrt", Math.Sqrt(2), Math.Sqrt(Unknown(2.0)));
        Same("tan", Math.Tan(1.5707963), Math.Tan(Unknown(1.5707963)));
        Same("tanh", Math.Tanh(-0.7), Math.Tanh(Unknown(-0.7)));
        Same("truncate", Math.Truncate(-2.7), Math.Truncate(Unknown(-2.7)));
        Same("log2", Math.ILogB(1e-310), Math.ILogB(Unknown(1e-310)));
        Same("sqrtf", MathF.Sqrt(3f), MathF.Sqrt(Unknown(3f)));
        Same("powf", MathF.Pow(1.1f, 7.3f), MathF.Pow(Unknown(1.1f), Unknown(7.3f)));
        Console.WriteLine($"{GetHeight(20, 10, 8, 6):R} {GetHeight(10, 10, 8, 6):R} {double.IsNaN(Math.Sqrt(-1))} {double.IsNaN(Math.Sqrt(Unknown(-1.0)))}");
    }

    static void Integers()
    {
        int one = Unknown(1);
        uint most = Unknown(uint.MaxValue);
        Same("popcount", BitOperations.PopCount(42), BitOperations.PopCount(Unknown(42u)));
        Same("popcount of 64", BitOperations.PopCount(ulong.MaxValue - 1), BitOperations.PopCount(Unknown(ulong.MaxValue - 1)));
        Same("leading", BitOperations.LeadingZeroCount(0u), BitOperations.LeadingZeroCount(Unknown(0u)));
        Same("trailing", BitOperations.TrailingZeroCount(0L), BitOperations.TrailingZeroCount(Unknown(0L)));
        Same("log of 0", BitOperations.Log2(0), BitOperations.Log2(Unknown(0u)));
        Same("rotate", BitOperations.RotateRight(0x80000001u, 33), BitOperations.RotateRight(Unknown(0x80000001u), Unknown(33)));
        Same("unsigned", 0x80000000u > 5u, Unknown(0x80000000u) > Unknown(5u));
        Same("unsigned of signed", unchecked((uint)-1) >= 1u, unchecked((uint)-one) >= Unknown(1u));
        Same("never below 0", most < 0, Unknown(0u) < 0);
        Same("always at least 0", most >= 0, Unknown(0u) >= 0);
        Same("at most all", most <= uint.MaxValue, Unknown(7u) <= uint.MaxValue);
        Same("both", (uint)(one - 2) < 10u, unchecked((uint)Unknown(-1)) < 10u);
        // Constants on either side, and apart.
        Same("sum", 3 + one + 4, one + 7);
        Same("product", 3 * one * 5, one * 15);
        Same("difference", 10 - one - 20, -10 - one);
        Same("or", 1 | one | 2 | 4, one | 7);
        Same("and", 0xff & one & 0xf0, one & 0xf0);
        Same("exclusive", 5 ^ one ^ 5, one);
        Same("overflow", unchecked(int.MaxValue + one + int.MaxValue), unchecked(one - 2));
        Same("float sum stays in order", (float)(1e8f + Unknown(1f)) + -1e8f, Unknown(1e8f + 1f) - 1e8f);
        Console.WriteLine($"{new int[4].Length} {new string[Unknown(3)].Length} {new long[2, 3].Length} {"literal".Length} {"literal"[3]} {string.Empty.Length}");
    }

    static void Main()
    {
        byte[] code = typeof(Program).GetMethod("Literal", BindingFlags.NonPublic | BindingFlags.Static)!.GetMethodBody()!.GetILAsByteArray()!;
        Console.WriteLine($"{Literal()} {Convert.ToHexString(code)}");
        for (int i = 0; i < 200; i++)
        {
            differences += ContainsSpace(" ") && !ContainsSpace("x") && ContainsSpace("a b") && !ContainsSpace("") && !ContainsSpace("none") ? 0 : 1;
            differences += Greeting().Length == 11 && Greeting()[10] == 'd' ? 0 : 1;
        }
        Mathematics();
        Integers();
        Span<char> destination = stackalloc char[8];
        int at = 0;
        string appended = "";
        foreach (string text in new[] { "a", "bc", "", "def" })
            appended += $"{Append(destination, text, ref at)} {at}, ";
        appended += $"{Append(destination, ".", ref at)} {Append(destination, "::", ref at)} {Append(destination, "abc", ref at)} ";
        appended += $"{Append(destination, "!", ref at)} {Append(destination, "?", ref at)} {at}";
        Console.WriteLine($"{appended} {new string(destination[..at])}");
        Console.WriteLine(new JsonFormatter().Name);
        try
        {
            Console.WriteLine(new NamelessFormatter().Name);
        }
        catch (ArgumentNullException e)
        {
            Console.WriteLine(e.ParamName);
        }
        try
        {
            Console.WriteLine("abc"[Unknown(3)] + "abc"[3]);
        }
        catch (IndexOutOfRangeException e)
        {
            Console.WriteLine(e.Message);
        }
        Console.WriteLine($"differences: {differences}");
    }
}
