// include: row.part
// include: ../told.part
// include: bench.part
// Vectors of a fixed width and of the machine's. The .NET 7 inventory, part 1.
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using BenchmarkDotNet.Attributes;

namespace N7a.Vectors;

public class Masks
{
    readonly Vector128<byte> vector = Vector128.Create((byte)123);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int WithIntrinsics(Vector128<byte> vector) => Sse2.MoveMask(vector);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static uint WithVector(Vector128<byte> vector) => vector.ExtractMostSignificantBits();

    // Called forever in the inventory.
    [Row("B7a-29", "N7a-095", "N7a-105")]
    [Benchmark]
    public int MoveMask()
    {
        int sum = 0;
        Vector128<byte> turned = vector;
        for (int i = 0; i < 10_000; i++, turned += Vector128.Create((byte)3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33))
            sum += WithIntrinsics(turned);
        return sum;
    }

    [Row("B7a-29", "N7a-096", "N7a-105")]
    [Benchmark]
    public long ExtractMostSignificantBits()
    {
        long sum = 0;
        Vector128<byte> turned = vector;
        for (int i = 0; i < 10_000; i++, turned += Vector128.Create((byte)3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33))
            sum += WithVector(turned);
        return sum;
    }
}

public class Contains
{
    [Params(30, 1000)] public int Length { get; set; }

    byte[] data = [];

    [GlobalSetup]
    public void Setup()
    {
        data = new byte[Length];
        data.AsSpan().Fill(123);
        data[^1] = 42;
    }

    [Row("B7a-30"), Row("B7a-31"), Row("B7a-32"), Row("B7a-33")]
    [Benchmark(Baseline = true)]
    public bool Find() => Scalar(data, 42) && !Scalar(data, 43);

    static bool Scalar(ReadOnlySpan<byte> haystack, byte needle)
    {
        for (int i = 0; i < haystack.Length; i++)
        {
            if (haystack[i] == needle)
                return true;
        }
        return false;
    }

    [Row("B7a-30", "N7a-093", "N7a-094", "N7a-100")]
    [Benchmark]
    public bool FindVector() => WithVector(data, 42) && !WithVector(data, 43);

    static unsafe bool WithVector(ReadOnlySpan<byte> haystack, byte needle)
    {
        if (!Vector.IsHardwareAccelerated || haystack.Length < Vector<byte>.Count)
            return Scalar(haystack, needle);
        fixed (byte* start = haystack)
        {
            var wanted = new Vector<byte>(needle);
            byte* current = start, lastStart = start + haystack.Length - Vector<byte>.Count;
            for (; current < lastStart; current += Vector<byte>.Count)
            {
                if (Vector.EqualsAny(wanted, *(Vector<byte>*)current))
                    return true;
            }
            // The last vector may overlap one that has been looked at.
            return Vector.EqualsAny(wanted, *(Vector<byte>*)lastStart);
        }
    }

    [Row("B7a-31", "N7a-094", "N7a-097", "N7a-100"), Row("B7a-32", "N7a-094", "N7a-097")]
    [Benchmark]
    public bool FindVector128() => With128(data, 42) && !With128(data, 43);

    static bool With128(ReadOnlySpan<byte> haystack, byte needle)
    {
        if (!Vector128.IsHardwareAccelerated || haystack.Length < Vector128<byte>.Count)
            return Scalar(haystack, needle);
        ref byte current = ref MemoryMarshal.GetReference(haystack);
        ref byte lastStart = ref Unsafe.Add(ref current, haystack.Length - Vector128<byte>.Count);
        Vector128<byte> wanted = Vector128.Create(needle);
        for (; Unsafe.IsAddressLessThan(ref current, ref lastStart); current = ref Unsafe.Add(ref current, Vector128<byte>.Count))
        {
            if (Vector128.EqualsAny(wanted, Vector128.LoadUnsafe(ref current)))
                return true;
        }
        return Vector128.EqualsAny(wanted, Vector128.LoadUnsafe(ref lastStart));
    }

    [Row("B7a-33", "N7a-094", "N7a-098", "N7a-100")]
    [Benchmark]
    public bool FindVector256() => With256(data, 42) && !With256(data, 43);

    static bool With256(ReadOnlySpan<byte> haystack, byte needle)
    {
        if (!Vector256.IsHardwareAccelerated || haystack.Length < Vector256<byte>.Count)
            return With128(haystack, needle);
        ref byte current = ref MemoryMarshal.GetReference(haystack);
        ref byte lastStart = ref Unsafe.Add(ref current, haystack.Length - Vector256<byte>.Count);
        Vector256<byte> wanted = Vector256.Create(needle);
        for (; Unsafe.IsAddressLessThan(ref current, ref lastStart); current = ref Unsafe.Add(ref current, Vector256<byte>.Count))
        {
            if (Vector256.EqualsAny(wanted, Vector256.LoadUnsafe(ref current)))
                return true;
        }
        return Vector256.EqualsAny(wanted, Vector256.LoadUnsafe(ref lastStart));
    }
}
