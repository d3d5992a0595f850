// include: row.part
// include: ../told.part
// include: bench.part
// The section of small things of the .NET 6 inventory, part 2: sealed classes, bytes in order, numbers and texts.
using System.Buffers.Binary;
using System.Buffers.Text;
using BenchmarkDotNet.Attributes;

namespace N6b.PeanutButter;

public class Parent
{
    public virtual int M() => 1;
}

public class NonSealedType : Parent
{
    public override int M() => 2;
}

public sealed class SealedType : Parent
{
    public override int M() => 2;
}

[Row("B6b-40", "N6b-118", "N6b-119")]
public class SealedCall
{
    readonly NonSealedType nonSealed = new();
    readonly SealedType isSealed = new();

    [Benchmark(Baseline = true)] public int NonSealed() => nonSealed.M() + 42;

    [Benchmark] public int Sealed() => isSealed.M() + 42;
}

[Row("B6b-41", "N6b-118", "N6b-120")]
public class SealedTypeTest
{
    readonly object tested = "hello";

    [Benchmark(Baseline = true)] public bool NonSealed() => tested is NonSealedType;

    [Benchmark] public bool Sealed() => tested is SealedType;
}

[Row("B6b-42", "N6b-118", "N6b-121")]
public class SealedStore
{
    readonly NonSealedType nonSealed = new();
    readonly NonSealedType[] nonSealedArray = new NonSealedType[1_000_000];
    readonly SealedType isSealed = new();
    readonly SealedType[] sealedArray = new SealedType[1_000_000];

    [Benchmark(Baseline = true)]
    public bool NonSealed()
    {
        NonSealedType value = nonSealed;
        NonSealedType[] array = nonSealedArray;
        for (int i = 0; i < array.Length; i++)
            array[i] = value;
        return ReferenceEquals(array[^1], value);
    }

    [Benchmark]
    public bool Sealed()
    {
        SealedType value = isSealed;
        SealedType[] array = sealedArray;
        for (int i = 0; i < array.Length; i++)
            array[i] = value;
        return ReferenceEquals(array[^1], value);
    }
}

/// The original returns the span, which no caller through reflection can take.
[Row("B6b-43", "N6b-118", "N6b-122", "N6b-123")]
public class SealedSpan
{
    readonly NonSealedType[] nonSealed = new NonSealedType[10];
    readonly SealedType[] isSealed = new SealedType[10];

    [Benchmark(Baseline = true)]
    public int NonSealed()
    {
        Span<NonSealedType> span = nonSealed;
        return span.Length;
    }

    [Benchmark]
    public int Sealed()
    {
        Span<SealedType> span = isSealed;
        return span.Length;
    }
}

[Row("B6b-44", "N6b-124")]
public class BigEndian
{
    readonly byte[] bytes = [0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef];

    [Benchmark(Baseline = true)]
    public unsafe long Old()
    {
        fixed (byte* start = bytes)
        {
            int high = start[0] << 24 | start[1] << 16 | start[2] << 8 | start[3];
            int low = start[4] << 24 | start[5] << 16 | start[6] << 8 | start[7];
            return (uint)low | (long)high << 32;
        }
    }

    [Benchmark] public long New() => BinaryPrimitives.ReadInt64BigEndian(bytes);
}

[Row("B6b-45", "N6b-127")]
public class Utf8Numbers
{
    readonly byte[] buffer = new byte[10];

    [GlobalSetup] public void Setup() => Utf8Formatter.TryFormat(12345L, buffer, out _);

    [Benchmark]
    public long TryParseInt64() => Utf8Parser.TryParse(buffer, out long value, out int consumed) ? value + consumed : -1;
}

[Row("B6b-46", "N6b-129", "N6b-133")]
public class Texts
{
    readonly string left = "hello", right = "world";

    [Benchmark(Baseline = true)] public string Format() => string.Format("{0}/{1}", left, right);

    [Benchmark] public string Interpolated() => $"{left}/{right}";
}
