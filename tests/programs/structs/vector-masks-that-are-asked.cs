// Whether any lane of a comparison holds, in functions with vectors of 64 bytes, where the optimising tier asks mask registers.
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

static class Program
{
    static ulong hash = 14695981039346656037;

    static void Note(ulong value) => hash = (hash ^ value) * 1099511628211;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Ask512<T>(ReadOnlySpan<T> left, ReadOnlySpan<T> right, T first, T second) where T : unmanaged
    {
        Vector512<T> a = Vector512.Create(left), b = Vector512.Create(right);
        Vector512<T> both = Vector512.Equals(a, Vector512.Create(first)) & Vector512.Equals(b, Vector512.Create(second));
        Vector512<T> either = Vector512.Equals(a, Vector512.Create(first)) | Vector512.GreaterThan(b, Vector512.Create(second));
        int answers = 0;
        if (both != Vector512<T>.Zero)
            answers |= 1 | BitOperations.TrailingZeroCount(both.ExtractMostSignificantBits()) << 8;
        if (either == Vector512<T>.Zero)
            answers |= 2;
        if (Vector512.EqualsAny(a, b))
            answers |= 4;
        if (Vector512.LessThanAll(a, b))
            answers |= 8;
        if (~both == Vector512<T>.AllBitsSet)
            answers |= 16;
        if (both.AsByte() != Vector512<byte>.Zero)
            answers |= 32 | BitOperations.PopCount(both.AsByte().ExtractMostSignificantBits()) << 16;
        return answers;
    }

    // With both lengths in one function.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int AskShorter<T>(ReadOnlySpan<T> left, ReadOnlySpan<T> right, T first, T second) where T : unmanaged
    {
        int answers = 0;
        if (Vector512.EqualsAny(Vector512.Create(left), Vector512.Create(second)))
            answers = 1;
        Vector256<T> a = Vector256.Create(left), b = Vector256.Create(right);
        Vector256<T> both = Vector256.Equals(a, Vector256.Create(first)) & Vector256.Equals(b, Vector256.Create(second));
        if (both != Vector256<T>.Zero)
            answers |= 2 | BitOperations.TrailingZeroCount(both.ExtractMostSignificantBits()) << 8;
        if ((both | Vector256.LessThan(a, b)) == Vector256<T>.Zero)
            answers |= 4;
        Vector128<T> c = Vector128.Create(left), d = Vector128.Create(right);
        Vector128<T> neither = Vector128.Equals(c, Vector128.Create(first)) ^ Vector128.Equals(d, Vector128.Create(second));
        if (neither != Vector128<T>.Zero)
            answers |= 8 | BitOperations.TrailingZeroCount(neither.ExtractMostSignificantBits()) << 16;
        if ((neither & Vector128.GreaterThan(c, d)) == Vector128<T>.Zero)
            answers |= 16;
        return answers;
    }

    static void Rounds<T>() where T : unmanaged, INumber<T>
    {
        int lanes = Vector512<T>.Count;
        var left = new T[lanes];
        var right = new T[lanes];
        T first = T.CreateTruncating(3), second = T.CreateTruncating(5);
        for (int one = -1; one < lanes; one++)
        {
            for (int other = -1; other < lanes; other += 3)
            {
                Array.Fill(left, T.CreateTruncating(7));
                Array.Fill(right, T.CreateTruncating(other == -1 ? 9 : 1));
                if (one >= 0)
                    left[one] = first;
                if (other >= 0)
                    right[other] = second;
                Note((ulong)Ask512<T>(left, right, first, second));
                Note((ulong)AskShorter<T>(left, right, first, second));
            }
        }
        Console.WriteLine($"{typeof(T).Name} {hash:x}");
    }

    static void Main()
    {
        Rounds<byte>();
        Rounds<sbyte>();
        Rounds<ushort>();
        Rounds<short>();
        Rounds<int>();
        Rounds<uint>();
        Rounds<long>();
        Rounds<float>();
        Rounds<double>();
    }
}
