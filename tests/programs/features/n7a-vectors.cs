// rows: N7a-090 N7a-093 N7a-094 N7a-095 N7a-096 N7a-097 N7a-098 N7a-100 N7a-101 N7a-102 N7a-103 N7a-104 N7a-109
// Vectors through the names that all machines have and through those of one; constants, zero and comparisons with it; the last vector of a search.
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;

static class Program
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    static T Unknown<T>(T value) => value;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int WithIntrinsics(Vector128<byte> vector) => Sse2.MoveMask(vector);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static uint WithVector(Vector128<byte> vector) => vector.ExtractMostSignificantBits();

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool Scalar(ReadOnlySpan<byte> haystack, byte needle)
    {
        foreach (byte b in haystack)
        {
            if (b == needle)
                return true;
        }
        return false;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
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

    [MethodImpl(MethodImplOptions.NoInlining)]
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

    [MethodImpl(MethodImplOptions.NoInlining)]
    static unsafe bool WithMachines(ReadOnlySpan<byte> haystack, byte needle)
    {
        if (!Vector.IsHardwareAccelerated || haystack.Length < Vector<byte>.Count)
            return Scalar(haystack, needle);
        fixed (byte* start = haystack)
        {
            var wanted = new Vector<byte>(needle);
            byte* current = start, lastStart = start + haystack.Length - Vector<byte>.Count;
            for (; current < lastStart; current += Vector<byte>.Count)
            {
                if (Vector.EqualsAny(wanted, Unsafe.ReadUnaligned<Vector<byte>>(current)))
                    return true;
            }
            return Vector.EqualsAny(wanted, Unsafe.ReadUnaligned<Vector<byte>>(lastStart));
        }
    }

    // A needle at every place of texts of every length to 100, and behind the end, where it must not be found.
    static string Searches()
    {
        int found = 0, asked = 0, wrong = 0;
        var buffer = new byte[101];
        for (int length = 0; length <= 100; length++)
        {
            for (int place = 0; place <= length; place++)
            {
                buffer.AsSpan().Fill(123);
                buffer[place] = 42;
                ReadOnlySpan<byte> text = buffer.AsSpan(0, length);
                bool scalar = Scalar(text, 42);
                found += scalar ? 1 : 0;
                asked++;
                wrong += (With128(text, 42) != scalar ? 1 : 0) + (With256(text, 42) != scalar ? 1 : 0) + (WithMachines(text, 42) != scalar ? 1 : 0);
            }
        }
        return $"{found} of {asked}, {wrong} wrong";
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static string Zeros(Vector128<int> v, Vector256<float> f)
    {
        Vector128<int> zero = Vector128<int>.Zero, created = Vector128.Create(default(int));
        return $"{zero == created} {Vector128.Equals(v, zero)} {Vector128.GreaterThan(v, created)} {Vector128.LessThan(v, Vector128<int>.Zero)} {v == zero} {v != created} "
            + $"{Vector128.EqualsAny(v, zero)} {Vector128.EqualsAll(v, zero)} {Vector128.LessThanOrEqualAny(v, zero)} {Vector256.Equals(f, Vector256<float>.Zero)} "
            + $"{Vector256.Create(default(float)) == Vector256<float>.Zero} {f == -f} {Vector256.GreaterThanOrEqualAny(f, Vector256<float>.Zero)} {v + zero - created == v} {(v & zero) == zero}";
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static Vector128<short> Constants(Vector128<short> v) =>
        Vector128.ConditionalSelect(Vector128.LessThan(v, Vector128.Create((short)100)), v * Vector128.Create((short)3, 1, 4, 1, 5, 9, 2, 6), Vector128<short>.AllBitsSet)
            + Vector128.Create((short)3, 1, 4, 1, 5, 9, 2, 6);

    // The same expression several times, and one used once through a call.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static Vector128<float> Repeated(Vector128<float> a, Vector128<float> b)
    {
        Vector128<float> once = a * b;
        return Vector128.Sqrt(Vector128.Abs(a * b)) + a * b - Unknown(once) + Vector128.Max(a * b, b * a);
    }

    static void Main()
    {
        for (int i = 0; i < 3; i++)
            Searches();
        Console.WriteLine(Searches());
        Vector128<byte> bytes = Vector128.Create((byte)123, 200, 0, 255, 127, 128, 1, 2, 3, 4, 5, 6, 7, 8, 9, 240);
        int equal = 0;
        for (int i = 0; i < 50_000; i++, bytes += Vector128.Create((byte)7))
            equal += WithIntrinsics(bytes) == WithVector(bytes) ? 1 : 0;
        Console.WriteLine($"{equal} {WithVector(bytes)}");
        Console.WriteLine(Zeros(Vector128.Create(0, -1, 5, int.MinValue), Vector256.Create(0f, -0f, 1, float.NaN, -1, float.Epsilon, 2, 3)));
        Console.WriteLine(Zeros(Vector128<int>.Zero, Vector256<float>.Zero));
        Console.WriteLine(Constants(Vector128.Create((short)1, 2, 99, 100, 101, -5, short.MinValue, short.MaxValue)));
        Console.WriteLine(Repeated(Vector128.Create(1f, -2, 3.5f, float.MaxValue), Vector128.Create(2f, 2, -1, 4)));
        Console.WriteLine($"{Vector.IsHardwareAccelerated} {Vector128.IsHardwareAccelerated} {Vector256.IsHardwareAccelerated}");
        Console.WriteLine($"{Vector512.IsHardwareAccelerated} {Vector<byte>.Count} {Vector<double>.Count} {Vector128<long>.Count}");
        Console.WriteLine($"{Sse2.IsSupported} {Sse42.IsSupported} {Avx2.IsSupported} {Avx512F.IsSupported} {Bmi1.IsSupported}");
        Console.WriteLine($"{Bmi2.X64.IsSupported} {Lzcnt.IsSupported}");
        Console.WriteLine($"{ArmBase.IsSupported} {AdvSimd.IsSupported} {AdvSimd.Arm64.IsSupported} {Crc32.IsSupported}");
        Vector128<uint> numbers = Vector128.Create(1u, 2, 3, 4);
        Console.WriteLine($"{Vector128.Shuffle(numbers, Vector128.Create(3u, 3, 0, 9))} {Vector128.Dot(numbers, numbers)} {Vector128.Sum(numbers)}");
        Console.WriteLine($"{Vector128.Narrow(numbers, numbers)} {Vector128.WidenUpper(numbers.AsUInt16())}");
        Console.WriteLine($"{Vector128.ConvertToSingle(numbers.AsInt32())} {numbers << 31} {~numbers} {numbers.GetElement(2)}");
        Console.WriteLine($"{numbers.WithElement(1, 9u)} {numbers.ToVector256()}");
        try
        {
            Console.WriteLine(numbers.GetElement(Unknown(4)));
        }
        catch (ArgumentOutOfRangeException)
        {
            Console.WriteLine("no such element");
        }
    }
}
