// rows: N6b-103 N6b-106 N6b-107 N6b-108 N6b-109 N6b-110 N6b-111 N6b-112 N6b-113 N6b-114 N6b-116 N6b-117 N6b-165
// Cryptography: one-shot ciphers beside streams, Base64 in blocks, derived keys, keyed hashes, signatures, collections of certificates.
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;

static class Program
{
    static readonly byte[] key = [.. Enumerable.Range(0, 32).Select(i => (byte)(i * 7))], vector = [.. Enumerable.Range(0, 16).Select(i => (byte)(i + 100))];

    static void Try(string what, Func<object?> action)
    {
        try { Console.WriteLine($"{what}: {action() ?? "null"}"); }
        catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name}"); }
    }

    static async Task Main()
    {
        Ciphers();
        await Base64();
        Random();
        Derived();
        Keyed();
        Identifiers();
        Signatures();
        Certificates();
    }

    static string Short(byte[] bytes) => $"{bytes.Length} {Convert.ToHexString(SHA256.HashData(bytes), 0, 6)}";

    static void Ciphers()
    {
        using var aes = Aes.Create();
        aes.Key = key;
        byte[] text = Encoding.UTF8.GetBytes("This is a test.  This is only a test.");
        foreach (PaddingMode padding in new[] { PaddingMode.PKCS7, PaddingMode.ANSIX923, PaddingMode.Zeros, PaddingMode.None })
        {
            byte[] plain = padding == PaddingMode.None ? text[..32] : text;
            byte[] cbc = aes.EncryptCbc(plain, vector, padding), ecb = aes.EncryptEcb(plain, padding), cfb = aes.EncryptCfb(plain, vector, padding, 8);
            Console.WriteLine($"{padding}: cbc {Short(cbc)}, ecb {Short(ecb)}, cfb {Short(cfb)}, {aes.GetCiphertextLengthCbc(plain.Length, padding)} {aes.GetCiphertextLengthEcb(plain.Length, padding)} {aes.GetCiphertextLengthCfb(plain.Length, padding, 8)}");
            Console.WriteLine($"  back {Encoding.UTF8.GetString(aes.DecryptCbc(cbc, vector, padding)).TrimEnd('\0') == Encoding.UTF8.GetString(plain)} {aes.DecryptEcb(ecb, padding).AsSpan().StartsWith(plain)} {aes.DecryptCfb(cfb, vector, padding, 8).AsSpan().StartsWith(plain)}");
            (aes.IV, aes.Padding, aes.Mode) = (vector, padding, CipherMode.CBC);
            var streamed = new MemoryStream();
            using (var stream = new CryptoStream(streamed, aes.CreateEncryptor(), CryptoStreamMode.Write, leaveOpen: true))
                stream.Write(plain);
            Console.WriteLine($"  streamed {streamed.ToArray().AsSpan().SequenceEqual(cbc)}");
        }
        byte[] encrypted = aes.EncryptCbc(text, vector), room = new byte[64];
        Console.WriteLine($"{aes.TryDecryptCbc(encrypted, vector, room, out int written)} {written} {aes.TryDecryptCbc(encrypted, vector, room.AsSpan(0, 36), out written)} {written} {aes.EncryptCbc(text, vector, room.AsSpan(8), PaddingMode.PKCS7)}");
        Try("damaged", () => aes.DecryptCbc((byte[])[.. encrypted[..^1], (byte)(encrypted[^1] ^ 1)], vector));
        Try("cut", () => aes.DecryptCbc(encrypted[..^1], vector));
        Try("short vector", () => aes.DecryptCbc(encrypted, vector[..8]));
        Try("no padding", () => aes.EncryptEcb(text, PaddingMode.None));
    }

    static async Task Base64()
    {
        byte[] data = new byte[100_003];
        new Random(8).NextBytes(data);
        string expected = Convert.ToBase64String(data);
        using var transform = new ToBase64Transform();
        Console.WriteLine($"{transform.CanTransformMultipleBlocks} {transform.InputBlockSize} {transform.OutputBlockSize}");
        var encoded = new MemoryStream();
        await using (var stream = new CryptoStream(encoded, transform, CryptoStreamMode.Write, leaveOpen: true))
        {
            await stream.WriteAsync(data.AsMemory(0, 1));
            await stream.WriteAsync(data.AsMemory(1, 7));
            await stream.WriteAsync(data.AsMemory(8));
        }
        Console.WriteLine(Encoding.ASCII.GetString(encoded.ToArray()) == expected);
        encoded.Position = 0;
        using var decoding = new CryptoStream(encoded, new FromBase64Transform(FromBase64TransformMode.IgnoreWhiteSpaces), CryptoStreamMode.Read);
        var decoded = new MemoryStream();
        await decoding.CopyToAsync(decoded);
        Console.WriteLine(decoded.ToArray().AsSpan().SequenceEqual(data));
        byte[] block = new byte[8];
        Console.WriteLine($"{transform.TransformBlock("abcdef"u8.ToArray(), 0, 6, block, 0)} {Encoding.ASCII.GetString(block)} {Encoding.ASCII.GetString(transform.TransformFinalBlock("gh"u8.ToArray(), 0, 2))}");
    }

    static void Random()
    {
        using var generator = RandomNumberGenerator.Create();
        generator.Dispose();
        byte[] first = new byte[32], second = RandomNumberGenerator.GetBytes(32);
        generator.GetNonZeroBytes(first);
        Console.WriteLine($"{first.Contains((byte)0)} {first.AsSpan().SequenceEqual(second)} {RandomNumberGenerator.GetBytes(0).Length} one for all {ReferenceEquals(RandomNumberGenerator.Create(), generator)}");
        Console.WriteLine(Enumerable.Range(0, 1000).All(_ => RandomNumberGenerator.GetInt32(-3, 4) is >= -3 and < 4));
        Try("negative", () => RandomNumberGenerator.GetBytes(-1));
    }

    static void Derived()
    {
        foreach (HashAlgorithmName hash in new[] { HashAlgorithmName.SHA1, HashAlgorithmName.SHA256, HashAlgorithmName.SHA512 })
        {
            byte[] derived = Rfc2898DeriveBytes.Pbkdf2("password", "salt of it"u8.ToArray(), 500, hash, 50), into = new byte[50];
            Rfc2898DeriveBytes.Pbkdf2("password", "salt of it"u8, into, 500, hash);
#pragma warning disable SYSLIB0060 // compared with the new way
            using var old = new Rfc2898DeriveBytes("password", "salt of it"u8.ToArray(), 500, hash);
#pragma warning restore SYSLIB0060
            Console.WriteLine($"{hash} {Convert.ToHexString(derived, 0, 8)} {derived.AsSpan().SequenceEqual(old.GetBytes(50))} {derived.AsSpan().SequenceEqual(into)}");
        }
        Try("no rounds", () => Rfc2898DeriveBytes.Pbkdf2("p", new byte[8], 0, HashAlgorithmName.SHA256, 8));
        Try("unknown", () => Rfc2898DeriveBytes.Pbkdf2("p", new byte[8], 1, new HashAlgorithmName("none"), 8));
    }

    static void Keyed()
    {
        using var hash = IncrementalHash.CreateHMAC(HashAlgorithmName.SHA256, key.AsSpan(3, 20));
        hash.AppendData("one"u8);
        hash.AppendData("two"u8.ToArray(), 0, 3);
        byte[] current = hash.GetCurrentHash(), room = new byte[40];
        hash.AppendData("three"u8);
        Console.WriteLine($"{Convert.ToHexString(current, 0, 8)} {current.AsSpan().SequenceEqual(HMACSHA256.HashData(key.AsSpan(3, 20), "onetwo"u8))} {hash.TryGetHashAndReset(room.AsSpan(0, 31), out int written)} {written} {hash.GetHashAndReset(room)} {Convert.ToHexString(room, 0, 8)} {hash.AlgorithmName}");
        hash.AppendData("again"u8);
        Console.WriteLine(Convert.ToHexString(hash.GetHashAndReset(), 0, 8));
    }

    static void Identifiers()
    {
        for (int round = 0; round < 2; round++) // the second time from what was kept
            foreach (string name in new[] { "sha256", "SHA256", "2.5.4.3", "CN", "no such name", "1.2.3.4.5" })
                Console.Write($"{name} = {new Oid(name).Value ?? "null"} / {new Oid(name).FriendlyName ?? "null"}; ");
        Console.WriteLine();
        Try("from a name", () => Oid.FromFriendlyName("no such name", OidGroup.All));
        Console.WriteLine(CryptoConfig.MapNameToOID("SHA512") ?? "null");
    }

    static void Signatures()
    {
        byte[] data = Encoding.UTF8.GetBytes("signed");
        using var rsa = RSA.Create(2048);
        using var ecdsa = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        byte[] first = rsa.SignData(data, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1), second = ecdsa.SignData(data, HashAlgorithmName.SHA256), third = ecdsa.SignData(data, HashAlgorithmName.SHA256, DSASignatureFormat.Rfc3279DerSequence);
        Console.WriteLine($"{first.Length} {second.Length} {rsa.VerifyData(data, first, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1)} {ecdsa.VerifyData(data, second, HashAlgorithmName.SHA256)} {ecdsa.VerifyData(data, third, HashAlgorithmName.SHA256, DSASignatureFormat.Rfc3279DerSequence)}");
        first[5] ^= 1;
        second[5] ^= 1;
        Console.WriteLine($"{rsa.VerifyData(data, first, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1)} {ecdsa.VerifyData(data, second, HashAlgorithmName.SHA256)}");
        byte[] room = new byte[300];
        Console.WriteLine($"{rsa.TrySignData(data, room, HashAlgorithmName.SHA256, RSASignaturePadding.Pss, out int written)} {written} {rsa.TrySignData(data, room.AsSpan(0, 255), HashAlgorithmName.SHA256, RSASignaturePadding.Pss, out written)} {written}");
    }

    static void Certificates()
    {
        var collection = new X509Certificate2Collection();
        foreach (string name in new[] { "CN=a", "CN=b, O=c", "CN=a" })
        {
            using var made = ECDsa.Create(ECCurve.NamedCurves.nistP256);
            var request = new CertificateRequest(name, made, HashAlgorithmName.SHA256);
            request.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, false, 0, true));
            request.CertificateExtensions.Add(new X509KeyUsageExtension(X509KeyUsageFlags.KeyCertSign, true));
            collection.Add(request.CreateSelfSigned(new DateTimeOffset(2021, 1, 1, 0, 0, 0, TimeSpan.Zero), new DateTimeOffset(2041, 1, 1, 0, 0, 0, TimeSpan.Zero)));
        }
        Console.WriteLine(string.Join("; ", collection.Select(certificate => certificate.Subject)));
        Console.WriteLine(string.Join("; ", collection.OfType<X509Certificate2>().Select(certificate => certificate.GetNameInfo(X509NameType.SimpleName, false))));
        Console.WriteLine(string.Join("; ", collection[0].Extensions.Select(extension => $"{extension.Oid!.Value} {extension.Critical}")));
        Console.WriteLine(collection.Find(X509FindType.FindBySubjectName, "b", validOnly: false).Count);
        using var chain = new X509Chain();
        chain.ChainPolicy.TrustMode = X509ChainTrustMode.CustomRootTrust;
        chain.ChainPolicy.CustomTrustStore.Add(collection[1]);
        chain.ChainPolicy.RevocationMode = X509RevocationMode.NoCheck;
        chain.ChainPolicy.VerificationTime = new DateTime(2031, 1, 1);
        Console.WriteLine($"{chain.Build(collection[1])} {string.Join("; ", chain.ChainElements.Select(element => element.Certificate.Subject))} {chain.ChainStatus.Length}");
        Console.WriteLine($"{chain.Build(collection[0])} {chain.ChainElements.Count} {chain.ChainStatus[0].Status}");
    }
}
