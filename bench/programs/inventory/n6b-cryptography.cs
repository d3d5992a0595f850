// include: row.part
// include: ../told.part
// include: bench.part
// include: texts.part
// Cryptography of the .NET 6 inventory, part 2, and its page that hashes with managed code.
using System.Buffers.Binary;
using System.Numerics;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using BenchmarkDotNet.Attributes;

namespace N6b.Cryptography;

[Row("B6b-34", "N6b-103", "N6b-106")]
public class Base64Stream
{
    readonly MemoryStream destination = new();
    readonly byte[] data = new byte[10_000_000];

    [GlobalSetup] public void Setup() => new Random(42).NextBytes(data);

    [Benchmark]
    public async Task<long> Encode()
    {
        destination.Position = 0;
        using (var transform = new ToBase64Transform())
        await using (var stream = new CryptoStream(destination, transform, CryptoStreamMode.Write, leaveOpen: true))
            await stream.WriteAsync(data);
        byte[] encoded = destination.GetBuffer();
        return destination.Position * 1000 + encoded[destination.Position / 2] + encoded[destination.Position - 1];
    }
}

[Row("B6b-35", "N6b-107")]
public class Decryption
{
    const string Text = "This is a test.  This is only a test.";
    readonly byte[] key = new byte[32], vector = new byte[16];
    byte[] encrypted = [];

    [GlobalSetup]
    public void Setup()
    {
        var random = new Random(42);
        random.NextBytes(key);
        random.NextBytes(vector);
        using var aes = Aes.Create();
        aes.Key = key;
        encrypted = aes.EncryptCbc(Encoding.UTF8.GetBytes(Text), vector);
    }

    [Benchmark(Baseline = true)]
    public string Old()
    {
        using var aes = Aes.Create();
        aes.Key = key;
        aes.IV = vector;
        aes.Padding = PaddingMode.PKCS7;
        using var source = new MemoryStream(encrypted);
        using ICryptoTransform transform = aes.CreateDecryptor();
        using var stream = new CryptoStream(source, transform, CryptoStreamMode.Read);
        using var decrypted = new MemoryStream();
        stream.CopyTo(decrypted);
        return Encoding.UTF8.GetString(decrypted.GetBuffer(), 0, (int)decrypted.Length);
    }

    [Benchmark]
    public string New()
    {
        using var aes = Aes.Create();
        aes.Key = key;
        return Encoding.UTF8.GetString(aes.DecryptCbc(encrypted, vector));
    }
}

public class RandomBytes
{
    readonly byte[] buffer = new byte[8];

    [Benchmark(Baseline = true)]
    [Row("B6b-36", "N6b-109")]
    [Row("B6b-37", "N6b-109")]
    public bool Old()
    {
        Array.Clear(buffer);
        using var generator = RandomNumberGenerator.Create();
        generator.GetBytes(buffer);
        return BinaryPrimitives.ReadInt64LittleEndian(buffer) != 0;
    }

    [Benchmark]
    [Row("B6b-36", "N6b-108")]
    public bool New() => BinaryPrimitives.ReadInt64LittleEndian(RandomNumberGenerator.GetBytes(8)) != 0;
}

[Row("B6b-38", "N6b-110")]
public class DerivedKeys
{
    const string Password = "a password of some length";
    readonly byte[] salt = [1, 2, 3, 4, 5, 6, 7, 8];

#pragma warning disable SYSLIB0060 // the old way is what is measured
    [Benchmark(Baseline = true)]
    public string Old()
    {
        using var derive = new Rfc2898DeriveBytes(Password, salt, 1000, HashAlgorithmName.SHA256);
        return Convert.ToHexString(derive.GetBytes(16));
    }
#pragma warning restore SYSLIB0060

    [Benchmark]
    public string New() => Convert.ToHexString(Rfc2898DeriveBytes.Pbkdf2(Password, salt, 1000, HashAlgorithmName.SHA256, 16));
}

/// The original lists the user's store, whose content differs between machines.
[Row("B6b-39", "N6b-117")]
public class Certificates
{
    readonly X509Certificate2Collection certificates = [];

    [GlobalSetup]
    public void Setup()
    {
        foreach (string name in (string[])["CN=first", "CN=second", "CN=third"])
        {
            using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
            var request = new CertificateRequest(name, key, HashAlgorithmName.SHA256);
            certificates.Add(request.CreateSelfSigned(new DateTimeOffset(2021, 1, 1, 0, 0, 0, TimeSpan.Zero), new DateTimeOffset(2041, 1, 1, 0, 0, 0, TimeSpan.Zero)));
        }
    }

    [Benchmark(Baseline = true)]
    public int Old()
    {
        int sum = 0;
        foreach (string subject in certificates.OfType<X509Certificate2>().Select(certificate => certificate.Subject))
            sum = sum * 31 + subject.Length;
        return sum;
    }

    [Benchmark]
    public int New()
    {
        int sum = 0;
        foreach (string subject in certificates.Select(certificate => certificate.Subject))
            sum = sum * 31 + subject.Length;
        return sum;
    }
}

/// SHA-256 as FIPS 180-4 defines it, in plain managed code: what the page of the original ran in a browser.
static class ManagedSha256
{
    static ReadOnlySpan<uint> Constants =>
    [
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
        0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
        0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
        0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
        0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
        0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
        0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
    ];

    public static byte[] HashData(ReadOnlySpan<byte> message)
    {
        Span<uint> state = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
        ReadOnlySpan<byte> rest = message;
        for (; rest.Length >= 64; rest = rest[64..])
            Block(state, rest);
        Span<byte> last = stackalloc byte[128];
        last.Clear();
        rest.CopyTo(last);
        last[rest.Length] = 0x80;
        int length = rest.Length < 56 ? 64 : 128;
        BinaryPrimitives.WriteInt64BigEndian(last[(length - 8)..], message.Length * 8L);
        for (int i = 0; i < length; i += 64)
            Block(state, last[i..]);
        byte[] hash = new byte[32];
        for (int i = 0; i < 8; i++)
            BinaryPrimitives.WriteUInt32BigEndian(hash.AsSpan(4 * i), state[i]);
        return hash;
    }

    static void Block(Span<uint> state, ReadOnlySpan<byte> block)
    {
        Span<uint> schedule = stackalloc uint[64];
        for (int i = 0; i < 16; i++)
            schedule[i] = BinaryPrimitives.ReadUInt32BigEndian(block[(4 * i)..]);
        for (int i = 16; i < 64; i++)
        {
            uint early = schedule[i - 15], late = schedule[i - 2];
            schedule[i] = schedule[i - 16] + schedule[i - 7]
                + (BitOperations.RotateRight(early, 7) ^ BitOperations.RotateRight(early, 18) ^ early >> 3)
                + (BitOperations.RotateRight(late, 17) ^ BitOperations.RotateRight(late, 19) ^ late >> 10);
        }
        uint a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5], g = state[6], h = state[7];
        for (int i = 0; i < 64; i++)
        {
            uint first = h + (BitOperations.RotateRight(e, 6) ^ BitOperations.RotateRight(e, 11) ^ BitOperations.RotateRight(e, 25)) + (e & f ^ ~e & g) + Constants[i] + schedule[i];
            uint second = (BitOperations.RotateRight(a, 2) ^ BitOperations.RotateRight(a, 13) ^ BitOperations.RotateRight(a, 22)) + (a & b ^ a & c ^ b & c);
            (h, g, f, e, d, c, b, a) = (g, f, e, d + first, c, b, a, first + second);
        }
        state[0] += a;
        state[1] += b;
        state[2] += c;
        state[3] += d;
        state[4] += e;
        state[5] += f;
        state[6] += g;
        state[7] += h;
    }
}

public class HashingPage
{
    readonly byte[] text = Encoding.UTF8.GetBytes(Texts.Sonnet);

    [Benchmark]
    [Row("B6b-56")]
    public string Managed()
    {
        byte[] hash = [];
        for (int i = 0; i < 2000; i++)
            hash = ManagedSha256.HashData(text);
        return Convert.ToHexString(hash, 0, 16);
    }

    [Benchmark]
    [Row("B6b-56")]
    public string Native()
    {
        byte[] hash = [];
        for (int i = 0; i < 2000; i++)
            hash = SHA256.HashData(text);
        return Convert.ToHexString(hash, 0, 16);
    }
}
