// rows: N6b-217 N6b-218
// Vectors of 8 and 16 bytes, and a cipher made of the processor's own rounds where it has them.
using System.Numerics;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Security.Cryptography;
using X86Aes = System.Runtime.Intrinsics.X86.Aes;

static class Program
{
    static void Main()
    {
        Small();
        Wide();
        Cipher();
        Hashes();
    }

    static void Small()
    {
        Vector64<short> a = Vector64.Create((short)1, -2, 3, short.MaxValue), b = Vector64.Create((short)5);
        Console.WriteLine($"{a + b} {a - b} {a * b} {Vector64.GreaterThan(a, b)} {Vector64.Min(a, b)} {Vector64.Sum(a)} {Vector64.Dot(a, b)} {-a} {~a} {a << 2} {a >> 1} {a >>> 1}");
        Console.WriteLine($"{Vector64.Widen(a)} {Vector64.Narrow(Vector64.Create(70000, -1), Vector64.Create(1, 2))} {Vector64.Shuffle(a, Vector64.Create((short)3, 0, 9, 1))} {a.AsByte()} {Vector64.ConvertToSingle(Vector64.Create(7, -7))} {Vector64.EqualsAny(a, b)} {Vector64.ExtractMostSignificantBits(a)}");
        Console.WriteLine($"{Vector64.Sqrt(Vector64.Create(2f, 9f))} {Vector64.CreateScalar(5L)} {Vector64<double>.IsSupported} {Vector64<char>.IsSupported} {Vector64.ConditionalSelect(Vector64.Equals(a, a), a, b) == a} {a.ToVector128()} {a.WithElement(1, (short)9).GetElement(1)}");
    }

    static void Wide()
    {
        Vector128<int> a = Vector128.Create(1, -2, int.MaxValue, int.MinValue), b = Vector128.Create(3, 3, 3, 3);
        Console.WriteLine($"{a + b} {a * b} {a / b} {Vector128.Max(a, b)} {Vector128.Abs(a)} {Vector128.LessThan(a, b)} {Vector128.Sum(a)} {a ^ b} {Vector128.AndNot(a, b)} {a >> 4} {a >>> 28}");
        Console.WriteLine($"{Vector128.Shuffle(Vector128.Create((byte)10).WithElement(3, (byte)77), Vector128.Create((byte)3, 2, 1, 0, 16, 255, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6))} {Vector128.ConvertToInt32(Vector128.Create(1.9f, -1.9f, float.NaN, 1e10f))} {Vector128.Floor(Vector128.Create(-1.5, 2.5))} {a.GetLower()} {a.GetUpper()}");
        byte[] bytes = new byte[100];
        new Random(1).NextBytes(bytes);
        Vector128<uint> sum = default;
        for (int i = 0; i + 16 <= bytes.Length; i += 4)
            sum = (sum << 3) + Vector128.LoadUnsafe(ref bytes[i]).AsUInt32();
        Console.WriteLine($"{sum} {Vector128.Dot(sum, sum)} {Vector128.ExtractMostSignificantBits(sum.AsByte())} {BitOperations.PopCount(Vector128.Equals(sum.AsByte(), Vector128<byte>.Zero).ExtractMostSignificantBits())}");
        try
        {
            Vector128.Create(bytes.AsSpan(90));
        }
        catch (ArgumentOutOfRangeException)
        {
            Console.WriteLine("too short");
        }
    }

    /// One block with a key of 16 bytes (FIPS 197): its own key schedule by the processor's instructions, compared with the library.
    static byte[] Encrypt(byte[] key, byte[] block)
    {
        Vector128<byte> round = Vector128.Create(key), state = Vector128.Create(block) ^ round;
        for (int i = 0; i < 10; i++)
        {
            Vector128<byte> generated = i switch
            {
                0 => X86Aes.KeygenAssist(round, 0x01),
                1 => X86Aes.KeygenAssist(round, 0x02),
                2 => X86Aes.KeygenAssist(round, 0x04),
                3 => X86Aes.KeygenAssist(round, 0x08),
                4 => X86Aes.KeygenAssist(round, 0x10),
                5 => X86Aes.KeygenAssist(round, 0x20),
                6 => X86Aes.KeygenAssist(round, 0x40),
                7 => X86Aes.KeygenAssist(round, 0x80),
                8 => X86Aes.KeygenAssist(round, 0x1b),
                _ => X86Aes.KeygenAssist(round, 0x36),
            };
            Vector128<uint> words = round.AsUInt32();
            uint first = words[0] ^ generated.AsUInt32()[3], second = words[1] ^ first, third = words[2] ^ second;
            round = Vector128.Create(first, second, third, words[3] ^ third).AsByte();
            state = i < 9 ? X86Aes.Encrypt(state, round) : X86Aes.EncryptLast(state, round);
        }
        var result = new byte[16];
        state.CopyTo(result);
        return result;
    }

    static void Cipher()
    {
        byte[] key = [.. Enumerable.Range(0, 16).Select(i => (byte)i)], block = [.. Enumerable.Range(0, 16).Select(i => (byte)(i * 0x11))];
        using var aes = Aes.Create();
        aes.Key = key;
        byte[] expected = aes.EncryptEcb(block, PaddingMode.None);
        byte[] actual = X86Aes.IsSupported ? Encrypt(key, block) : expected;
        Console.WriteLine($"{Convert.ToHexString(expected)} {actual.AsSpan().SequenceEqual(expected)}");
        try
        {
            Vector128<byte> mixed = X86Aes.InverseMixColumns(X86Aes.Decrypt(Vector128.Create(block), Vector128.Create(key)));
            Console.WriteLine($"{mixed}");
        }
        catch (PlatformNotSupportedException)
        {
            Console.WriteLine("not on this processor");
        }
    }

    static void Hashes()
    {
        byte[] data = new byte[1000];
        new Random(2).NextBytes(data);
        Console.WriteLine($"{Convert.ToHexString(SHA1.HashData(data))} {Convert.ToHexString(SHA256.HashData(data))} {MemoryMarshal.Cast<byte, Vector128<byte>>(data).Length}");
    }
}
