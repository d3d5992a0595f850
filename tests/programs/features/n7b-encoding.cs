// rows: N7b-095 N7b-096 N7b-097 N7b-098 N7b-099 N7b-100 N7b-101 N7b-102 N7b-103 N7b-104 N7b-125 N7b-126 N7b-131
// Encodings, Base64 and hexadecimal at all lengths; UTF-8 literals and other data that lies in the assembly.
using System.Buffers;
using System.Buffers.Text;
using System.Numerics;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Json;

static class Program
{
    static ReadOnlySpan<byte> Hello => "hello"u8;
    static ReadOnlySpan<byte> Primes => [2, 3, 5, 7, 11, 13];
    static ReadOnlySpan<bool> Flags => [true, false, true];
    static ReadOnlySpan<sbyte> Signed => [-1, 0, 1];
    static ReadOnlySpan<int> Wide => [1, 1000, 1_000_000];

    static void Main()
    {
        Base64Texts();
        Ascii();
        Utf8();
        Hex();
        Literals();
        Hashes();
    }

    static string PlainBase64(ReadOnlySpan<byte> bytes)
    {
        const string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        var text = new StringBuilder();
        for (int i = 0; i < bytes.Length; i += 3)
        {
            int value = bytes[i] << 16 | (i + 1 < bytes.Length ? bytes[i + 1] << 8 : 0) | (i + 2 < bytes.Length ? bytes[i + 2] : 0);
            for (int k = 0; k < 4; k++)
                text.Append(k <= bytes.Length - i ? digits[value >> (18 - 6 * k) & 63] : '=');
        }
        return text.ToString();
    }

    static void Base64Texts()
    {
        var random = new Random(95);
        int wrong = 0;
        char[] chars = new char[1000];
        byte[] utf8 = new byte[1000], back = new byte[1000];
        for (int length = 0; length < 300; length++)
        {
            byte[] bytes = new byte[length];
            random.NextBytes(bytes);
            string expected = PlainBase64(bytes);
            bool good = Convert.ToBase64String(bytes) == expected;
            good &= Convert.TryToBase64Chars(bytes, chars, out int written) && chars.AsSpan(0, written).SequenceEqual(expected);
            good &= Convert.ToBase64CharArray(bytes, 0, length, chars, 3) == expected.Length && chars.AsSpan(3, expected.Length).SequenceEqual(expected);
            good &= length == 0 || !Convert.TryToBase64Chars(bytes, chars.AsSpan(0, expected.Length - 1), out written);
            good &= Base64.EncodeToUtf8(bytes, utf8, out int consumed, out written) == OperationStatus.Done && Encoding.ASCII.GetString(utf8, 0, written) == expected && consumed == length;
            good &= Base64.DecodeFromUtf8(utf8.AsSpan(0, written), back, out consumed, out int decoded) == OperationStatus.Done && back.AsSpan(0, decoded).SequenceEqual(bytes);
            good &= Convert.FromBase64String(expected).AsSpan().SequenceEqual(bytes);
            if (written > 8)
            {
                utf8[written / 2] = (byte)'*';
                good &= Base64.DecodeFromUtf8(utf8.AsSpan(0, written), back, out consumed, out decoded) == OperationStatus.InvalidData && consumed <= written / 2;
            }
            wrong += good ? 0 : 1;
        }
        Console.WriteLine($"Base64 wrong {wrong}, {Convert.ToBase64String([251, 255, 0], Base64FormattingOptions.InsertLineBreaks)} {Convert.ToBase64String(new byte[80], Base64FormattingOptions.InsertLineBreaks).Length}");
    }

    static void Ascii()
    {
        int wrong = 0;
        for (int length = 0; length < 120; length++)
        {
            string text = string.Concat(Enumerable.Range(0, length).Select(i => (char)(' ' + i % 95)));
            byte[] bytes = Encoding.ASCII.GetBytes(text);
            for (int i = 0; i < length; i++)
                wrong += bytes[i] == text[i] ? 0 : 1;
            for (int at = 0; at < length; at += 5)
            {
                string odd = text.Remove(at, 1).Insert(at, at % 2 == 0 ? "\u05D0" : "\u00FF");
                wrong += Encoding.ASCII.GetBytes(odd)[at] == '?' && Encoding.UTF8.GetByteCount(odd) == length + 1 && System.Text.Ascii.IsValid(text) && !System.Text.Ascii.IsValid(odd) ? 0 : 1;
                wrong += Encoding.Latin1.GetBytes(odd)[at] == (at % 2 == 0 ? '?' : 255) ? 0 : 1;
            }
        }
        Console.WriteLine("ASCII wrong " + wrong);
    }

    static void Utf8()
    {
        Encoding utf8 = Encoding.UTF8;
        foreach (int count in (int[])[0, 1, 620, int.MaxValue / 3 - 1])
            Console.Write($"{Encoding.UTF8.GetMaxByteCount(count)} {utf8.GetMaxByteCount(count)} {Encoding.UTF8.GetMaxCharCount(count)} ");
        foreach (int count in (int[])[-1, int.MaxValue, int.MaxValue / 3])
        {
            try
            {
                Console.Write(Encoding.UTF8.GetMaxByteCount(count) + " ");
            }
            catch (ArgumentOutOfRangeException e)
            {
                Console.Write(e.ParamName + " ");
            }
        }
        Console.WriteLine();
        Console.WriteLine($"{Encoding.UTF8.GetByteCount("aé€😀\uD800")} {Convert.ToHexString(Encoding.UTF8.GetBytes("aé€😀\uD800z"))} {Encoding.UTF8.GetString([0x61, 0xC3, 0xA9, 0xFF, 0xE2, 0x82])}");
    }

    static void Hex()
    {
        int wrong = 0;
        for (int length = 0; length < 100; length++)
        {
            byte[] bytes = [.. Enumerable.Range(0, length).Select(i => (byte)(i * 37))];
            string expected = string.Concat(bytes.Select(value => value.ToString("X2")));
            wrong += Convert.ToHexString(bytes) == expected && Convert.ToHexStringLower(bytes) == expected.ToLowerInvariant() && Convert.FromHexString(expected).AsSpan().SequenceEqual(bytes) ? 0 : 1;
        }
        Console.WriteLine($"hexadecimal wrong {wrong} {BitConverter.ToString([1, 171])}");
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int LengthOfHello() => Hello.Length;

    static void Literals()
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        int sum = 0;
        for (int i = 0; i < 1000; i++)
            sum += Hello[i % 5] + Primes[i % 6] + Signed[i % 3] + (Flags[i % 3] ? 1 : 0) + "test"u8.Length;
        long allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        Console.WriteLine($"{sum}, allocated {allocated}");
        // The zero behind the text counts for nobody but is there; the data does not move.
        ref byte first = ref MemoryMarshal.GetReference(Hello);
        GC.Collect();
        Console.WriteLine($"{LengthOfHello()} {Unsafe.Add(ref first, 5)} {Unsafe.AreSame(ref first, ref MemoryMarshal.GetReference(Hello))} {Wide[2]} {Encoding.UTF8.GetString("né€😀"u8)} {""u8.Length}");
        Type? data = typeof(Program).Assembly.GetType("<PrivateImplementationDetails>");
        Console.WriteLine(data!.GetFields(BindingFlags.NonPublic | BindingFlags.Static).All(field => (field.Attributes & FieldAttributes.HasFieldRVA) != 0));
        // Places in the library that write such literals.
        Span<byte> written = stackalloc byte[40];
        Utf8Formatter.TryFormat(true, written, out int count);
        Console.Write(Encoding.UTF8.GetString(written[..count]) + " ");
        Utf8Formatter.TryFormat(new DateTime(2022, 8, 31, 1, 2, 3), written, out count, 'R');
        Console.Write(Encoding.UTF8.GetString(written[..count]) + " ");
        var buffer = new ArrayBufferWriter<byte>();
        using (var writer = new Utf8JsonWriter(buffer))
        {
            writer.WriteStartArray();
            writer.WriteNullValue();
            writer.WriteBooleanValue(false);
            writer.WriteStringValue("a\"\u0001"u8);
            writer.WriteEndArray();
        }
        Console.WriteLine(Encoding.UTF8.GetString(buffer.WrittenSpan));
    }

    static void Hashes()
    {
        byte[] bytes = [.. Enumerable.Range(0, 100).Select(i => (byte)i)];
        int wrong = 0;
        for (int queued = 0; queued < 6; queued++)
        {
            for (int length = 0; length <= 64; length++)
            {
                HashCode one = default, other = default, changed = default;
                for (int i = 0; i < queued; i++)
                {
                    one.Add(i);
                    other.Add(i);
                    changed.Add(i);
                }
                one.AddBytes(bytes.AsSpan(0, length));
                int whole = length / 4 * 4;
                foreach (int four in MemoryMarshal.Cast<byte, int>(bytes.AsSpan(0, whole)))
                    other.Add(four);
                foreach (byte rest in bytes.AsSpan(whole, length - whole))
                    other.Add((int)rest);
                changed.AddBytes(bytes.AsSpan(1, length));
                int hash = one.ToHashCode();
                wrong += hash == other.ToHashCode() && (length == 0 || hash != changed.ToHashCode()) ? 0 : 1;
            }
        }
        BigInteger big = BigInteger.Pow(3, 200);
        Console.WriteLine($"hashes wrong {wrong} {big.GetHashCode() == BigInteger.Parse(big.ToString()).GetHashCode()} {big.GetHashCode() == (-big).GetHashCode()} {big.GetHashCode() == (big + 1).GetHashCode()} {new BigInteger(42).GetHashCode()}");
    }
}
