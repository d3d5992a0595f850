// include: row.part
// include: ../told.part
// include: bench.part
// The JIT section of the .NET 6 inventory: inlining, devirtualisation, bounds checks, folding, targeted patterns.
using System.Buffers;
using System.Buffers.Text;
using System.Diagnostics.CodeAnalysis;
using System.Numerics;
using System.Runtime.CompilerServices;
using BenchmarkDotNet.Attributes;

namespace N6a.Jit;

public class Utf8Formatting
{
    readonly int value = 12345;
    readonly byte[] buffer = new byte[100];

    [Benchmark]
    [Row("B6a-01", "N6a-011", "N6a-012", "N6a-013", "N6a-014")]
    public bool Format() => Utf8Formatter.TryFormat(value, buffer, out _, new StandardFormat('D', 2));
}

public class LinearSearch
{
    readonly int[] array = [.. Enumerable.Range(0, 100_000)];

    [Benchmark]
    [Row("B6a-02", "N6a-016", "N6a-099")]
    public int Find() => Find(array, 99_999);

    static int Find<T>(T[] array, T item)
    {
        for (int i = 0; i < array.Length; i++)
        {
            if (EqualityComparer<T>.Default.Equals(array[i], item))
                return i;
        }
        return -1;
    }
}

public class TupleComparison
{
    (int, long, int, long) left = (5, 10, 15, 20);
    (int, long, int, long) right = (5, 10, 15, 20);

    [Benchmark]
    [Row("B6a-03", "N6a-017")]
    public int Compare() => left.CompareTo(right);
}

public class BoxedTuples
{
    [Benchmark]
    [Row("B6a-04", "N6a-018")]
    public int GetLength() => ((ITuple)(5, 6, 7)).Length;

    [Benchmark]
    [Row("B6a-05", "N6a-019", "N6a-020")]
    public int GetLengthOfEscapingBox()
    {
        ITuple tuple = (5, 6, 7);
        Ignore(tuple);
        return tuple.Length;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Ignore(object value)
    {
    }
}

/// The receiver is a private class of the library; that it is nearly always the same one is only known from a profile.
public class ProfiledInterfaceCall
{
    readonly IEnumerator<int> source = Enumerable.Range(0, int.MaxValue).GetEnumerator();

    [Benchmark]
    [Row("B6a-06", "N6a-027", "N6a-032", "N6a-033", "N6a-034", "N6a-035", "N6a-036")]
    public bool MoveNext() => source.MoveNext();
}

public class GuardedIndices
{
    readonly char[] buffer = new char[100];

    [Benchmark]
    [Row("B6a-07", "N6a-047")]
    public bool TryFormatTrue() => TryFormatTrue(buffer) && buffer[3] == 'e';

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool TryFormatTrue(Span<char> destination)
    {
        if (destination.Length >= 4)
        {
            destination[0] = 't';
            destination[1] = 'r';
            destination[2] = 'u';
            destination[3] = 'e';
            return true;
        }
        return false;
    }
}

public class CheckAfterInlinedCall
{
    readonly long[] array = new long[10];
    readonly DateTime value = new(2021, 8, 1);

    [Benchmark]
    [Row("B6a-08", "N6a-049", "N6a-050")]
    public long Store()
    {
        Store(array, value);
        return array[0];
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Store(Span<long> span, DateTime value)
    {
        if (!span.IsEmpty)
            span[0] = value.Ticks;
    }
}

public class ClonedByteLoop
{
    readonly byte[] array = [.. Enumerable.Range(0, 1_000_000).Select(i => (byte)i)];

    [Benchmark]
    [Row("B6a-09", "N6a-051", "N6a-052", "N6a-055", "N6a-056")]
    public int Sum() => Sum(array, 999_999);

    public static int Sum(byte[] array, int length)
    {
        int sum = 0;
        for (int i = 0; i < length; i++)
            sum += array[i];
        return sum;
    }
}

public class LiteralFolding
{
    [Benchmark]
    [Row("B6a-10", "N6a-059")]
    public bool M() => ContainsSpace(" ");

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
}

public class StaticReadonlySwitch
{
    static readonly bool coolFeature = Environment.GetEnvironmentVariable("EnableCoolFeature") is string text && (text == "1" || bool.TryParse(text, out bool on) && on);

    [Benchmark]
    [Row("B6a-11", "N6a-020", "N6a-026")]
    public string CallCorrectMethod() => coolFeature ? UsedWhenCoolEnabled() : UsedWhenCoolNotEnabled();

    [MethodImpl(MethodImplOptions.NoInlining)]
    static string UsedWhenCoolEnabled() => "cool";

    [MethodImpl(MethodImplOptions.NoInlining)]
    static string UsedWhenCoolNotEnabled() => "not cool";
}

public class DefaultComparer
{
    [Benchmark]
    [Arguments(1, 2)]
    [Row("B6a-12", "N6a-062")]
    public bool Equals(int i, int j) => Equals(i, j, EqualityComparer<int>.Default);

    static bool Equals<T>(T i, T j, IEqualityComparer<T>? comparer)
    {
        comparer ??= EqualityComparer<T>.Default;
        return comparer.Equals(i, j);
    }
}

public class MathFolding
{
    [Benchmark]
    [Row("B6a-13", "N6a-009", "N6a-063", "N6a-105")]
    public double GetHeight() => GetHeight(20, 10, 8, 6);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double GetHeight(double longBase, double shortBase, double leftLeg, double rightLeg)
    {
        double x = (Math.Pow(rightLeg, 2) - Math.Pow(leftLeg, 2) + Math.Pow(longBase, 2) + Math.Pow(shortBase, 2) - 2 * shortBase * longBase)
            / (2 * (longBase - shortBase));
        return Math.Sqrt(Math.Pow(rightLeg, 2) - Math.Pow(x, 2));
    }
}

public class LiteralAsSpan
{
    [Benchmark]
    [Row("B6a-14", "N6a-068")]
    public int Const() => Greeting().Length;

    // Not inlined: the benchmark is the code that makes the span.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static ReadOnlySpan<char> Greeting() => "hello world";
}

public class BitCounting
{
    [Benchmark]
    [Row("B6a-15", "N6a-069")]
    public int PopCount() => BitOperations.PopCount(42);
}

public class NullableBoxing
{
    readonly int? nullableValue = 1;

    [Benchmark]
    [Row("B6a-16", "N6a-070")]
    public string? Format() => Format(nullableValue);

    static string? Format<T>(T value, IFormatProvider? provider = null)
    {
        if (value is IFormattable)
            return ((IFormattable)value).ToString(null, provider);
        return value!.ToString();
    }
}

public class ThrowHelpers
{
    [Benchmark]
    [Arguments("hello")]
    [Row("B6a-17", "N6a-073")]
    public object InlineCheck(object? input)
    {
        if (input is null)
            throw new ArgumentNullException(nameof(input));
        return input;
    }

    [Benchmark]
    [Arguments("hello")]
    [Row("B6a-18", "N6a-071", "N6a-074")]
    public object HelperCheck(object? input)
    {
        ThrowIfNull(input, nameof(input));
        return input;
    }

    static void ThrowIfNull([NotNull] object? value, string name)
    {
        if (value is null)
            Throw(name);
    }

    [DoesNotReturn]
    static void Throw(string name) => throw new ArgumentNullException(name);
}

public class RedundantBranch
{
    [Benchmark]
    [Row("B6a-19", "N6a-075", "N6a-097")]
    public bool IsGreaterThan() => IsGreaterThan(42, 40);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool IsGreaterThan(int? i, int j) => i.HasValue && i.Value > j;
}

public class Arithmetic
{
    readonly uint value = 12345;

    [Benchmark]
    [Row("B6a-20", "N6a-076")]
    public uint Div7() => value / 7;

    [Benchmark]
    [Arguments(42)]
    [Row("B6a-21", "N6a-077")]
    public bool IsEven(int i) => i % 2 == 0;

    [Benchmark]
    [Row("B6a-23", "N6a-079")]
    public bool AreZero() => AreZero(1, 2);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool AreZero(int x, int y) => x == 0 && y == 0;
}

public class StaticReadonlyArray
{
    static readonly int[] numbers = [1, 2, 3, 4];

    [Benchmark]
    [Row("B6a-22", "N6a-078")]
    public int Sum()
    {
        if (numbers.Length >= 4)
            return numbers[0] + numbers[1] + numbers[2] + numbers[3];
        return 0;
    }
}
