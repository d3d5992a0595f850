// include: row.part
// include: ../told.part
// include: bench.part
// Folding, inlining and single instructions. The inventory, .NET 7, part 1, shows most of these as machine code only: here each runs in a loop
// through a method that is not inlined, or whose inlining is the point.
using System.Drawing;
using System.Numerics;
using System.Runtime.CompilerServices;
using BenchmarkDotNet.Attributes;

namespace N7a.Folding;

public class Constants
{
    static int A() => 3 + (4 * 5);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int B() => A() * 2;

    [Row("B7a-25", "N7a-085")]
    [Benchmark]
    public int FoldedCalls()
    {
        int sum = 0;
        for (int i = 0; i < 10_000; i++)
            sum += B() ^ i;
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static TimeSpan FromSeconds() => TimeSpan.FromSeconds(5.0);

    [Row("B7a-26", "N7a-086", "N7a-087")]
    [Benchmark]
    public long FiveSeconds()
    {
        long ticks = 0;
        for (int i = 0; i < 10_000; i++)
            ticks += FromSeconds().Ticks ^ i;
        return ticks;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static Color DarkOrange() => Color.DarkOrange;

    [Row("B7a-27", "N7a-088")]
    [Benchmark]
    public int Colors()
    {
        int known = 0;
        for (int i = 0; i < 10_000; i++)
            known += DarkOrange().IsKnownColor ? i : -1;
        return known ^ DarkOrange().ToArgb();
    }

    static int Value => 16;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int SomethingElse() => 42;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Compute1() => Value + Value + Value + Value + Value;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Compute2() => SomethingElse() + Value + Value + Value + Value + Value;

    [Row("B7a-28", "N7a-089", "N7a-092")]
    [Benchmark]
    public int SumsOfConstants()
    {
        int sum = 0;
        for (int i = 0; i < 10_000; i++)
            sum += Compute1() ^ Compute2() + i;
        return sum;
    }
}

public class Inlining
{
    bool value = true;

    [MethodImpl(MethodImplOptions.NoInlining)]
    int Length() => value.ToString().Length;

    [Row("B7a-34", "N7a-107")]
    [Benchmark]
    public int BoolStringLength()
    {
        int sum = 0;
        for (int i = 0; i < 10_000; i++)
        {
            sum += Length();
            value = !value;
        }
        return sum;
    }

    static bool IsValueType<T>() => typeof(T).IsValueType;

    static bool IsValueType(Type type) => type.IsValueType;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool IntegerGeneric() => IsValueType<int>();

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool StringGeneric() => IsValueType<string>();

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool IntegerArgument() => IsValueType(typeof(int));

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool StringArgument() => IsValueType(typeof(string));

    [Row("B7a-35", "N7a-111")]
    [Benchmark]
    public int IsValueTypeGeneric()
    {
        int count = 0;
        for (int i = 0; i < 10_000; i++)
            count += (IntegerGeneric() ? 2 : 0) + (StringGeneric() ? 1 : 0);
        return count;
    }

    [Row("B7a-36", "N7a-110")]
    [Benchmark]
    public int IsValueTypeArgument()
    {
        int count = 0;
        for (int i = 0; i < 10_000; i++)
            count += (IntegerArgument() ? 2 : 0) + (StringArgument() ? 1 : 0);
        return count;
    }
}

public class Instructions
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    static byte Or(int x, int y) => (byte)((byte)x | (byte)y);

    [Row("B7a-38", "N7a-137")]
    [Benchmark]
    public int OrOfBytes()
    {
        int sum = 0;
        for (int i = 0; i < 10_000; i++)
            sum += Or(i, i >> 3);
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static ulong Shift(ulong x, int y) => x << y;

    [Row("B7a-39", "N7a-138")]
    [Benchmark]
    [Arguments(123ul)]
    public ulong Shifts(ulong x)
    {
        ulong sum = 0;
        for (int i = 0; i < 10_000; i++)
            sum += Shift(x, i);
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Neg(int i) => ~i + 1;

    [Row("B7a-40", "N7a-139")]
    [Benchmark]
    [Arguments(42)]
    public int Negations(int first)
    {
        int result = 0;
        for (int i = 0; i < 10_000; i++)
            result = result * 3 + Neg(first + i);
        return result;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool BitSet(int x) => (x & 1) == 1;

    [Row("B7a-41", "N7a-140")]
    [Benchmark]
    [Arguments(42)]
    public int BitsSet(int first)
    {
        int count = 0;
        for (int i = 0; i < 10_000; i += 3)
            count += BitSet(first + i) ? 1 : 0;
        return count;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int ResetLowestSetBit(int x) => x & (x - 1);

    [Row("B7a-42", "N7a-141")]
    [Benchmark]
    [Arguments(42)]
    public int LowestBitsReset(int first)
    {
        int sum = 0;
        for (int i = 0; i < 10_000; i++)
            sum += ResetLowestSetBit(first + i);
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long DivideByVectorCount(uint i) => i / Vector<byte>.Count;

    [Row("B7a-43", "N7a-142")]
    [Benchmark]
    [Arguments(42u)]
    public long DivisionsByVectorCount(uint first)
    {
        long sum = 0;
        for (uint i = 0; i < 10_000; i++)
            sum += DivideByVectorCount(first + i);
        return sum;
    }
}
