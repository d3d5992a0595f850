// rows: N5-065 N5-071 N5-073 N5-112 N5-217
// Vectors and the classes of instructions, each beside the same computed element by element.
using System.Collections;
using System.Numerics;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

static class Program
{
    static readonly float[] Floats = [1.5f, -1.5f, 0.49f, -0.49f, 2, -0.0f, 1e20f, float.NaN, float.PositiveInfinity, 8388609.5f, 0.99999994f, -7.01f, 3.5f, 4.5f, -2.5f, 1e-30f];

    static void Main()
    {
        Rounding();
        Instructions();
        Bits();
        Console.WriteLine($"arithmetic: {Sums()}");
        Vector128<byte> bytes = Vector128.Create((byte)1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
        Console.WriteLine($"{Vector128.Narrow(bytes.AsUInt16(), bytes.AsUInt16())} {Vector128.Widen(bytes).Upper} {Vector128.Shuffle(bytes, Vector128.Create((byte)15) - bytes)} {bytes.ExtractMostSignificantBits()} {(bytes << 5).ExtractMostSignificantBits()}");
        Console.WriteLine($"{Vector256.Create(1.5, 2, 3, 4).WithElement(2, -1).GetUpper()} {Vector256.ConditionalSelect(Vector256.Create(0L, -1, 0, -1), Vector256.Create(1L), Vector256.Create(2L))} {Vector64.Create(1, 2) * 3}");
    }

    static void Rounding()
    {
        bool right = true;
        for (int at = 0; at + Vector<float>.Count <= Floats.Length; at += Vector<float>.Count)
        {
            var vector = new Vector<float>(Floats, at);
            Vector<float> up = Vector.Ceiling(vector), down = Vector.Floor(vector);
            for (int i = 0; i < Vector<float>.Count; i++)
                right &= Same(up[i], MathF.Ceiling(Floats[at + i])) && Same(down[i], MathF.Floor(Floats[at + i]));
        }
        Console.WriteLine($"rounded as one by one: {right}");
        foreach (float f in Floats)
            Console.Write($"{Vector.Ceiling(new Vector<float>(f))[0]:R} {Vector.Floor(new Vector<double>(f))[0]:R} ");
        Console.WriteLine();
    }

    static bool Same(float a, float b) => BitConverter.SingleToInt32Bits(a) == BitConverter.SingleToInt32Bits(b) || float.IsNaN(a) && float.IsNaN(b);

    static void Instructions()
    {
        Vector128<int> a = Vector128.Create(1, -2, int.MaxValue, 40), b = Vector128.Create(5, 6, 1, -8);
        if (Sse41.IsSupported)
            Console.WriteLine($"{Sse2.Add(a, b)} {Sse41.MultiplyLow(a, b)} {Sse41.Max(a, b)} {Sse2.CompareGreaterThan(a, b)} {Sse2.MoveMask(a.AsByte())} {Sse2.Shuffle(a, 0b00_01_10_11)}");
        if (Ssse3.IsSupported)
            Console.WriteLine($"{Ssse3.Shuffle(a.AsByte(), Vector128.Create((byte)0x83))} {Ssse3.Abs(a)} {Ssse3.HorizontalAdd(a, b)}");
        if (Avx2.IsSupported)
        {
            Vector256<short> s = Vector256.Create((short)-300, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16000);
            Console.WriteLine($"{Avx2.PackSignedSaturate(s, s)} {Avx2.MultiplyAddAdjacent(s, s)} {Avx2.ShiftRightArithmetic(s, 2)} {Avx2.MoveMask(s.AsByte())}");
        }
        if (Bmi1.X64.IsSupported && Bmi2.X64.IsSupported)
            Console.WriteLine($"{Bmi1.X64.ResetLowestSetBit(0b1011000)} {Bmi1.X64.ExtractLowestSetBit(96)} {Bmi2.X64.ParallelBitDeposit(0b1011, 0xF0F0)} {Bmi2.X64.ParallelBitExtract(0xABCD, 0x0FF0)} {Popcnt.X64.PopCount(ulong.MaxValue)} {Lzcnt.LeadingZeroCount(1)}");
        Console.WriteLine($"{Vector128.IsHardwareAccelerated} {Sse2.IsSupported} {System.Runtime.Intrinsics.Arm.AdvSimd.IsSupported}");
    }

    static void Bits()
    {
        var random = new Random(42);
        foreach (int length in (int[])[0, 1, 7, 8, 31, 32, 33, 64, 100, 255, 256, 257, 1000])
        {
            bool[] values = [.. Enumerable.Range(0, length).Select(_ => random.Next(0, 2) == 0)], others = [.. values.Select((v, i) => v ^ i % 3 == 0)];
            BitArray bits = new(values), other = new(others);
            bool[] back = new bool[length];
            bits.CopyTo(back, 0);
            bool right = back.SequenceEqual(values)
                && new BitArray(bits).And(other).Cast<bool>().SequenceEqual(values.Zip(others, (x, y) => x & y))
                && new BitArray(bits).Or(other).Cast<bool>().SequenceEqual(values.Zip(others, (x, y) => x | y))
                && new BitArray(bits).Xor(other).Cast<bool>().SequenceEqual(values.Zip(others, (x, y) => x ^ y))
                && new BitArray(bits).Not().Cast<bool>().SequenceEqual(values.Select(x => !x))
                && new BitArray(bits).LeftShift(5).Cast<bool>().SequenceEqual(Enumerable.Range(0, length).Select(i => i >= 5 && values[i - 5]));
            int[] words = new int[(length + 31) / 32];
            bits.CopyTo(words, 0);
            Console.WriteLine($"bits {length}: {right} {bits.HasAllSet()} {bits.HasAnySet()} {words.Aggregate(0, (sum, word) => unchecked(sum * 31 + word))}");
        }
    }

    static string Sums()
    {
        int[] numbers = [.. Enumerable.Range(0, 1024).Select(i => i * i % 1009)];
        Vector<int> sum = Vector<int>.Zero, most = sum, above = sum;
        for (int i = 0; i < numbers.Length; i += Vector<int>.Count)
        {
            var v = new Vector<int>(numbers, i);
            sum += v * 3;
            most = Vector.Max(most, v);
            above -= Vector.GreaterThan(v, new Vector<int>(500));
        }
        int largest = 0;
        for (int i = 0; i < Vector<int>.Count; i++)
            largest = Math.Max(largest, most[i]);
        return $"{Vector.Sum(sum) == numbers.Sum(n => n * 3)} {largest == numbers.Max()} {Vector.Sum(above) == numbers.Count(n => n > 500)} {numbers.Sum()}";
    }
}
