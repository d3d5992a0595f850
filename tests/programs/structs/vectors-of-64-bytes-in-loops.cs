// Vectors of 64 bytes that live through loops: beside handlers, allocations and calls that take and give them, with immediates that vary, with
// masks that become numbers; and the class libraries' own loops over spans of all small lengths.
using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using System.Text;

static class Program
{
    interface ICombine<T> where T : ICombine<T> { static abstract Vector512<ushort> Combine(Vector512<ushort> a, Vector512<ushort> b); }
    readonly struct Sums : ICombine<Sums> { public static Vector512<ushort> Combine(Vector512<ushort> a, Vector512<ushort> b) => a + b; }
    readonly struct Most : ICombine<Most> { public static Vector512<ushort> Combine(Vector512<ushort> a, Vector512<ushort> b) => Vector512.Max(a, b); }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static Vector512<int> Step(Vector512<int> a, Vector512<int> b, int i) => i % 7 == 6 ? throw new InvalidOperationException(a[i & 15].ToString()) : a * 3 + b;

    // Locals that handlers read and write, and objects that only they lead to.
    static Vector512<int> Handled(int rounds)
    {
        Vector512<int> sum = Vector512<int>.Indices, other = Vector512.Create(5);
        string last = "";
        for (int i = 0; i < rounds; i++)
        {
            Vector512<int> before = sum;
            try
            {
                sum = Step(sum, other, i);
                last = new string('x', i % 5);
            }
            catch (InvalidOperationException e) when (e.Message.Length + last.Length > 0)
            {
                sum = before ^ Vector512.Create(e.Message.Length + last.Length);
            }
            finally
            {
                other += before;
            }
        }
        return sum + other;
    }

    static Vector512<ushort> Folded<T>(ReadOnlySpan<ushort> values) where T : ICombine<T>
    {
        Vector512<ushort> result = default;
        for (int i = 0; i + Vector512<ushort>.Count <= values.Length; i += Vector512<ushort>.Count)
            result = T.Combine(result, Vector512.Create(values.Slice(i)));
        return result;
    }

    static ulong Masks(ReadOnlySpan<byte> a, ReadOnlySpan<byte> b)
    {
        ulong bits = 0;
        for (int i = 0; i + 64 <= a.Length; i += 64)
        {
            Vector512<byte> x = Vector512.Create(a.Slice(i)), y = Vector512.Create(b.Slice(i));
            bits = bits * 31 + Vector512.LessThan(x, y).ExtractMostSignificantBits();
            bits += Vector512.GreaterThanOrEqual(x.AsInt16(), y.AsInt16()).ExtractMostSignificantBits() ^ Vector512.Equals(x.AsInt64(), y.AsInt64()).ExtractMostSignificantBits();
            if (Vector512.EqualsAny(x, y)) bits++;
            if (Vector512.GreaterThanAll(x.AsUInt32(), y.AsUInt32())) bits += 2;
            bits += (ulong)(uint)Vector512.Sum(Vector512.ConditionalSelect(Vector512.GreaterThan(x.AsInt32(), y.AsInt32()), x.AsInt32(), ~y.AsInt32()));
        }
        return bits;
    }

    // Which instruction it is comes from a variable.
    static Vector512<int> Varying(Vector512<int> value, int rounds)
    {
        if (!Avx512F.IsSupported) return Vector512.Create(rounds);
        Vector512<double> real = Vector512.ConvertToDouble(value.AsInt64());
        for (int i = 0; i < rounds; i++)
        {
            value = Avx512F.Shuffle(value, (byte)i) + Avx512F.AlignRight32(value, Vector512<int>.Indices, (byte)(i * 5));
            value ^= Avx512F.TernaryLogic(value, Vector512<int>.One, Vector512<int>.Indices, (byte)(i * 7));
            real = Avx512F.Multiply(real, Vector512.Create(1.1), (i & 3) switch { 0 => FloatRoundingMode.ToZero, 1 => FloatRoundingMode.ToPositiveInfinity, _ => FloatRoundingMode.ToEven });
        }
        return value ^ real.AsInt32();
    }

    static long Library(int length)
    {
        var text = new char[length];
        var bytes = new byte[length];
        for (int i = 0; i < length; i++) { text[i] = (char)('a' + i * 7 % 26); bytes[i] = (byte)(i * 13 % 251); }
        long sum = 0;
        for (int i = 0; i < length; i += 1 + length / 9)
        {
            char kept = text[i];
            text[i] = i % 2 == 0 ? '#' : 'é';
            sum = sum * 31 + text.AsSpan().IndexOf('#') + text.AsSpan().LastIndexOf('é') * 3 + text.AsSpan().IndexOfAny('#', 'é', '$') * 5 + text.AsSpan().Count('b') * 7 + text.AsSpan().IndexOfAnyExceptInRange('a', 'z');
            byte[] encoded = Encoding.UTF8.GetBytes(text);
            string decoded = Encoding.UTF8.GetString(encoded);
            sum += encoded.Length + (decoded.AsSpan().SequenceEqual(text) ? 1 : 1000) + decoded.ToUpperInvariant().IndexOf('Z');
            bytes[i] = 255;
            sum += bytes.AsSpan().IndexOf((byte)255) + bytes.AsSpan().IndexOfAnyInRange((byte)252, (byte)254) + bytes.AsSpan().IndexOfMax() + Convert.ToBase64String(bytes).Length + Convert.ToHexString(bytes).Count(c => c == 'F');
            bytes[i] = 1;
            text[i] = kept;
        }
        Array.Reverse(bytes);
        return sum + bytes.Sum(b => b) + bytes.Max() + text.Min();
    }

    static int IndexOfMax(this Span<byte> span) { byte most = 0; int at = -1; for (int i = 0; i < span.Length; i++) if (span[i] >= most) { most = span[i]; at = i; } return at; }

    static void Main()
    {
        Console.WriteLine(Handled(2_000));
        ushort[] values = [.. Enumerable.Range(0, 5_000).Select(i => (ushort)(i * 7919))];
        Console.WriteLine(Folded<Sums>(values) + " " + Folded<Most>(values));
        byte[] a = [.. Enumerable.Range(0, 6_400).Select(i => (byte)(i * 31))], b = [.. Enumerable.Range(0, 6_400).Select(i => (byte)(i * i))];
        Console.WriteLine(Masks(a, b));
        Console.WriteLine(Varying(Vector512<int>.Indices * 77, 600));
        long sum = 0;
        for (int length = 0; length < 280; length++) sum = sum * 17 + Library(length);
        Console.WriteLine(sum);
    }
}
