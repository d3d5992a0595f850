// Loops that ask whether any lane is set, and which one when they end: with the bits used behind the loop, in it, on both
// sides of the question, joined from several places; of comparisons and of signs; with and without vectors of 64 bytes.
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

static class Program
{
    static ulong hash = 14695981039346656037;

    static void Note(long value) => hash = (hash ^ (ulong)value) * 1099511628211;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Find128<T>(ReadOnlySpan<T> text, T wanted) where T : unmanaged
    {
        for (int i = 0; i + Vector128<T>.Count <= text.Length; i += Vector128<T>.Count)
        {
            uint bits = Vector128.Equals(Vector128.Create(text[i..]), Vector128.Create(wanted)).ExtractMostSignificantBits();
            if (bits != 0)
                return i + BitOperations.TrailingZeroCount(bits);
        }
        return -1;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Find256<T>(ReadOnlySpan<T> text, T first, T second, T third) where T : unmanaged
    {
        for (int i = 0; i + Vector256<T>.Count <= text.Length; i += Vector256<T>.Count)
        {
            Vector256<T> some = Vector256.Create(text[i..]);
            Vector256<T> equal = Vector256.Equals(some, Vector256.Create(first)) | Vector256.Equals(some, Vector256.Create(second))
                | Vector256.GreaterThan(some, Vector256.Create(third));
            if (equal != Vector256<T>.Zero)
                return i + BitOperations.TrailingZeroCount(equal.ExtractMostSignificantBits());
        }
        return -1;
    }

    // The three sizes in one function, as in the class libraries.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Find<T>(ReadOnlySpan<T> text, T first, T second) where T : unmanaged
    {
        ref T start = ref MemoryMarshal.GetReference(text);
        if (text.Length >= Vector512<T>.Count)
        {
            for (int i = 0; i + Vector512<T>.Count <= text.Length; i += Vector512<T>.Count)
            {
                Vector512<T> some = Vector512.LoadUnsafe(ref start, (nuint)i);
                Vector512<T> equal = Vector512.Equals(some, Vector512.Create(first)) | Vector512.Equals(some, Vector512.Create(second));
                if (equal != Vector512<T>.Zero)
                    return i + BitOperations.TrailingZeroCount(equal.ExtractMostSignificantBits());
            }
        }
        else if (text.Length >= Vector256<T>.Count)
        {
            int i = 0;
            Vector256<T> equal;
            do
            {
                Vector256<T> some = Vector256.LoadUnsafe(ref start, (nuint)i);
                equal = Vector256.Equals(some, Vector256.Create(first)) | Vector256.Equals(some, Vector256.Create(second));
                if (Vector256.EqualsAny(equal.AsByte(), Vector256<byte>.AllBitsSet))
                    return i + BitOperations.TrailingZeroCount(equal.ExtractMostSignificantBits());
                i += Vector256<T>.Count;
            }
            while (i + Vector256<T>.Count <= text.Length);
            equal = Vector256.LessThan(Vector256.LoadUnsafe(ref start, (nuint)(text.Length - Vector256<T>.Count)), Vector256.Create(first));
            if (equal == Vector256<T>.Zero)
                return -2;
            return 1000 + BitOperations.PopCount(equal.ExtractMostSignificantBits());
        }
        else
        {
            for (int i = 0; i + Vector128<T>.Count <= text.Length; i += Vector128<T>.Count)
            {
                Vector128<T> some = Vector128.LoadUnsafe(ref start, (nuint)i);
                if (Vector128.EqualsAny(some, Vector128.Create(first)))
                    return i + BitOperations.TrailingZeroCount(Vector128.Equals(some, Vector128.Create(first)).ExtractMostSignificantBits());
                if (Vector128.GreaterThanAny(some, Vector128.Create(second)))
                    return 2000 + i;
            }
        }
        return -1;
    }

    // The bits are needed where they are asked for.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Count<T>(ReadOnlySpan<T> text, T wanted) where T : unmanaged
    {
        int count = 0;
        uint last = 0;
        for (int i = 0; i + Vector256<T>.Count <= text.Length; i += Vector256<T>.Count)
        {
            uint bits = Vector256.Equals(Vector256.Create(text[i..]), Vector256.Create(wanted)).ExtractMostSignificantBits();
            count += BitOperations.PopCount(bits) * (bits == 0 ? 100 : 1);
            last = bits != 0 ? bits : last;
        }
        return count + (int)(last & 0xFFFF);
    }

    // Signs of whatever numbers, of two sizes, the same bits in several places.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Signs<T>(ReadOnlySpan<T> text, bool wide) where T : unmanaged
    {
        int result = 0;
        uint bits = 0;
        for (int i = 0; i + Vector256<T>.Count <= text.Length; i += Vector128<T>.Count)
        {
            if (wide)
                bits = Vector256.Create(text[i..]).ExtractMostSignificantBits();
            else
                bits = Vector128.Create(text[i..]).ExtractMostSignificantBits();
            if (bits == 0)
                continue;
            result = result * 31 + (int)bits;
            if ((bits & 1) != 0)
                result += i;
        }
        return bits != 0 ? result : -result;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Signs64(ReadOnlySpan<double> numbers, ReadOnlySpan<float> others)
    {
        int answers = Vector512.EqualsAny(Vector512.Create(numbers), Vector512.Create(2.5)) ? 1 : 0;
        if (Vector256.Create(numbers).ExtractMostSignificantBits() != 0)
            answers |= 2;
        if (Vector128.Create(others).ExtractMostSignificantBits() is uint bits and not 0)
            answers |= (int)bits << 8;
        if (Vector256.LessThanAny(Vector256.Create(others), Vector256.Create(-1f)))
            answers |= 4;
        if (!Vector256.EqualsAll(Vector256.Create(others), Vector256.Create(others)))
            answers |= 8;  // some is not a number
        return answers;
    }

    // Comparisons of lanes of two sizes, together and alone.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int TwoSizes(ReadOnlySpan<short> small, ReadOnlySpan<int> large, short first, int second)
    {
        if (!Avx2.IsSupported)
            return 0;
        int answers = 0;
        for (int i = 0; i + 8 <= small.Length; i += 8)
        {
            Vector128<short> ofSmall = Vector128.Equals(Vector128.Create(small[i..]), Vector128.Create(first));
            Vector256<int> ofLarge = Vector256.GreaterThan(Vector256.Create(large[i..]), Vector256.Create(second));
            Vector256<int> both = Avx2.ConvertToVector256Int32(ofSmall) & ofLarge;
            if (both != Vector256<int>.Zero)
                answers += 1 + BitOperations.TrailingZeroCount(both.ExtractMostSignificantBits());
            if (Vector256.EqualsAny(ofLarge, Vector256<int>.AllBitsSet))
                answers = answers * 3 + i;
            if (ofSmall.ExtractMostSignificantBits() != 0)
                answers = answers * 5 + i;
            if (Vector256.EqualsAny(Avx2.ConvertToVector256Int32(ofSmall) | ofLarge, Vector256<int>.AllBitsSet))
                answers ^= 0x1000;
        }
        return answers;
    }

    static void Rounds<T>(bool isSigned) where T : unmanaged, INumber<T>
    {
        var text = new T[150];
        T first = T.CreateTruncating(3), second = T.CreateTruncating(5), third = T.CreateTruncating(100);
        for (int round = 0; round < 400; round++)
        {
            int length = round % text.Length;
            int place = round * 7 % (length + 1), other = round * 11 % (length + 40);
            Array.Fill(text, T.CreateTruncating(round % 3 == 0 ? 1 : 4));
            if (place < length)
                text[place] = round % 2 == 0 ? first : second;
            if (other < length)
                text[other] = round % 5 == 0 ? third : isSigned ? -third : T.CreateTruncating(200);
            ReadOnlySpan<T> span = text.AsSpan(0, length);
            Note(Find128(span, first));
            Note(Find256(span, first, second, third));
            Note(Find(span, first, second));
            Note(Count(span, second));
            Note(Signs(span, round % 2 == 0));
            Note(Signs(span, round % 3 == 0));
        }
        Console.WriteLine($"{typeof(T).Name} {hash:x}");
    }

    static void Main()
    {
        for (int repeat = 0; repeat < 3; repeat++)
        {
            Rounds<byte>(false);
            Rounds<sbyte>(true);
            Rounds<ushort>(false);
            Rounds<short>(true);
            Rounds<int>(true);
            Rounds<uint>(false);
            Rounds<long>(true);
            Rounds<ulong>(false);
            Rounds<float>(true);
            Rounds<double>(true);
        }
        var small = new short[24];
        var large = new int[24];
        for (int i = 0; i < 400; i++)
        {
            small[i % 24] = (short)(i % 5);
            large[i * 7 % 24] = i % 11;
            Note(TwoSizes(small, large, 3, 8));
        }
        double[] numbers = [1, 2, -0.0, 4, 5, 2.5, 7, 8];
        float[] others = [1, 2, 3, 4, float.NaN, -2, 7, 8];
        for (int i = 0; i < 8; i++)
        {
            Note(Signs64(numbers, others));
            numbers[i] = -numbers[i];
            others[i] = i % 3 == 0 ? 9 : -others[i];
            Console.WriteLine($"{i} {hash:x}");
        }
    }
}
