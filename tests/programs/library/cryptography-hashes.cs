// System.Security.Cryptography: hashes, MACs, key derivation, random numbers, streams of transforms.
using System.Security.Cryptography;
using System.Text;

static class Program
{
    static readonly byte[] Text = Enumerable.Range(0, 1000).Select(i => (byte)(i * 7 + i / 13)).ToArray();
    static string Hex(ReadOnlySpan<byte> b) => b.Length > 24 ? Convert.ToHexString(b[..16]) + "…" + b.Length : Convert.ToHexString(b);
    static void Try(string what, Func<object?> f)
    {
        try { Console.WriteLine($"{what}: {f()}"); }
        catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name}: {e.Message} {e.InnerException?.Message}"); }
    }
    static IEnumerable<HashAlgorithm> All() => [MD5.Create(), SHA1.Create(), SHA256.Create(), SHA384.Create(), SHA512.Create(),
        new HMACMD5([1, 2]), new HMACSHA1(new byte[200]), new HMACSHA256([]), new HMACSHA384(Text), new HMACSHA512([9])];

    static void Main()
    {
        foreach (HashAlgorithm h in All())
            using (h)
            {
                Console.WriteLine($"{h.GetType().Name} {h.GetType().BaseType!.Name} {h.HashSize} {h.InputBlockSize} {h.OutputBlockSize} {h.CanReuseTransform} {h.CanTransformMultipleBlocks}");
                foreach (int length in new[] { 0, 1, 55, 56, 63, 64, 65, 111, 112, 128, 1000 }) Console.WriteLine($"  {length} {Hex(h.ComputeHash(Text, 0, length))}");
                Console.WriteLine("  " + Hex(h.ComputeHash(new MemoryStream(Text))) + " " + Hex(h.ComputeHashAsync(new MemoryStream(Text)).Result));
                h.Initialize();
                byte[] copy = new byte[1000];
                for (int i = 0; i < 900; i += 100) h.TransformBlock(Text, i, 100, copy, i);
                h.TransformFinalBlock(Text, 900, 100);
                Console.WriteLine("  " + Hex(h.Hash) + " " + copy.AsSpan(0, 900).SequenceEqual(Text.AsSpan(0, 900)));
                byte[] small = new byte[3];
                Console.WriteLine("  " + h.TryComputeHash(Text, small, out int written) + written);
                Try("  bad offset", () => h.ComputeHash(Text, -1, 2));
                Try("  bad count", () => h.ComputeHash(Text, 2, 2000));
                Try("  null", () => h.ComputeHash((byte[])null!));
                Try("  null stream", () => h.ComputeHash((Stream)null!));
                h.Dispose();
                Try("  disposed", () => h.ComputeHash(Text));
                Try("  disposed hash", () => h.Hash);
            }
        Console.WriteLine(Hex(MD5.HashData(Text)) + Hex(SHA1.HashData(Text)) + Hex(SHA256.HashData(Text)) + Hex(SHA384.HashData(Text)) + Hex(SHA512.HashData(new MemoryStream(Text))));
        Console.WriteLine($"{SHA3_256.IsSupported} {SHA3_384.IsSupported} {SHA3_512.IsSupported} {Shake128.IsSupported} {Shake256.IsSupported} {HMACSHA3_256.IsSupported} {Kmac128.IsSupported} {Kmac256.IsSupported} {KmacXof128.IsSupported} {KmacXof256.IsSupported}");
        if (SHA3_256.IsSupported) Console.WriteLine(Hex(SHA3_256.HashData(Text)) + Hex(SHA3_384.HashData(Text)) + Hex(SHA3_512.HashData(Text)) + Hex(HMACSHA3_512.HashData(Text, Text)));
        if (Shake128.IsSupported)
        {
            using var shake = new Shake256(); shake.AppendData(Text);
            Console.WriteLine(Hex(shake.GetCurrentHash(100)) + Hex(shake.GetHashAndReset(7)) + Hex(Shake128.HashData(Text, 33)));
            Try("squeeze", () => Hex(shake.Read(5)) + Hex(shake.Read(5)));
        }
        if (Kmac128.IsSupported) { using var kmac = new Kmac128(Text.AsSpan(0, 32), "c"u8); kmac.AppendData(Text); Console.WriteLine(Hex(kmac.GetHashAndReset(20)) + Hex(Kmac256.HashData(Text[..32], Text, 40, Array.Empty<byte>()))+ Hex(KmacXof128.HashData(Text[..32], Text, 40, Array.Empty<byte>()))); }
        else Try("kmac", () => new Kmac128(Text));
        Try("sha3 create", () => SHA3_256.Create().HashSize);
        foreach (HashAlgorithmName name in new[] { HashAlgorithmName.MD5, HashAlgorithmName.SHA1, HashAlgorithmName.SHA256, HashAlgorithmName.SHA384, HashAlgorithmName.SHA512, HashAlgorithmName.SHA3_256, new("nothing"), default })
        {
            Try("hash " + name, () => Hex(CryptographicOperations.HashData(name, Text)));
            Try("hmac " + name, () => Hex(CryptographicOperations.HmacData(name, Text, Text)));
            Try("incremental " + name, () =>
            {
                using var h = IncrementalHash.CreateHash(name);
                h.AppendData(Text); h.AppendData(Text, 1, 5);
                string a = Hex(h.GetCurrentHash());
                h.AppendData([2]); using IncrementalHash d = IncrementalHash.CreateHMAC(name, Text);
                d.AppendData([1]);
                return a + Hex(h.GetHashAndReset()) + Hex(d.GetHashAndReset()) + Hex(h.GetHashAndReset()) + h.HashLengthInBytes + h.AlgorithmName;
            });
            Try("pbkdf2 " + name, () => Hex(Rfc2898DeriveBytes.Pbkdf2("password", Text.AsSpan(0, 20), 1000, name, 40)));
            Try("pbkdf2 class " + name, () =>
            {
#pragma warning disable SYSLIB0060
                using var derive = new Rfc2898DeriveBytes("password", Text[..16], 100, name);
                return Hex(derive.GetBytes(5)) + Hex(derive.GetBytes(50)) + derive.IterationCount;
            });
            Try("hkdf " + name, () => Hex(HKDF.DeriveKey(name, Text, 100, Text[..3], Text[..4])) + Hex(HKDF.Extract(name, Text)) + Hex(HKDF.Expand(name, Text[..64], 200, [1])));
            Try("sp800 " + name, () => Hex(SP800108HmacCounterKdf.DeriveBytes(Text[..32], name, "label"u8, "context"u8, 77)));
        }
        Try("pbkdf2 iterations", () => Rfc2898DeriveBytes.Pbkdf2("p", Text, 0, HashAlgorithmName.SHA256, 1));
        Try("pbkdf2 length", () => Rfc2898DeriveBytes.Pbkdf2("p", Text, 1, HashAlgorithmName.SHA256, -1));
        Try("pbkdf2 empty", () => Hex(Rfc2898DeriveBytes.Pbkdf2("", Array.Empty<byte>(), 1, HashAlgorithmName.SHA256, 10)));
        Try("hkdf long", () => HKDF.Expand(HashAlgorithmName.SHA256, Text, 255 * 32 + 1, []));
        Try("fixed time", () => CryptographicOperations.FixedTimeEquals(Text, Text) + " " + CryptographicOperations.FixedTimeEquals(Text, Text.AsSpan(1)));
        byte[] zero = [1, 2, 3]; CryptographicOperations.ZeroMemory(zero); Console.WriteLine(zero.Sum(b => b));
        Random();
        Streams().Wait();
    }
    static void Random()
    {
        using RandomNumberGenerator random = RandomNumberGenerator.Create();
        byte[] bytes = new byte[4096]; random.GetBytes(bytes); Console.WriteLine(bytes.Distinct().Count() > 200);
        random.GetNonZeroBytes(bytes); Console.WriteLine(bytes.All(b => b != 0));
        random.GetBytes(bytes, 10, 20); random.GetBytes(bytes.AsSpan(0, 0));
        Console.WriteLine(RandomNumberGenerator.GetBytes(0).Length + " " + RandomNumberGenerator.GetBytes(33).Length);
        Console.WriteLine(Enumerable.Range(0, 1000).All(_ => RandomNumberGenerator.GetInt32(-5, 6) is >= -5 and < 6) + " " + RandomNumberGenerator.GetInt32(1));
        Try("range", () => RandomNumberGenerator.GetInt32(5, 5));
        Try("negative", () => RandomNumberGenerator.GetBytes(-1));
        Try("count", () => { random.GetBytes(bytes, 4090, 20); return 0; });
        Console.WriteLine(RandomNumberGenerator.GetHexString(9, true).All(char.IsAsciiHexDigitLower) + RandomNumberGenerator.GetString("xyz", 40).Trim('x', 'y', 'z') + RandomNumberGenerator.GetItems(new[] { 3 }.AsSpan(), 4).Sum());
        int[] items = Enumerable.Range(0, 100).ToArray(); RandomNumberGenerator.Shuffle(items.AsSpan()); Console.WriteLine(items.Order().SequenceEqual(Enumerable.Range(0, 100)) + " " + items.SequenceEqual(Enumerable.Range(0, 100)));
    }
    static async Task Streams()
    {
        using var base64 = new CryptoStream(new MemoryStream(Text), new ToBase64Transform(), CryptoStreamMode.Read);
        string text = await new StreamReader(base64).ReadToEndAsync();
        Console.WriteLine(text.Length + text[..20]);
        foreach (FromBase64TransformMode mode in Enum.GetValues<FromBase64TransformMode>())
            Try("" + mode, () => { using var back = new CryptoStream(new MemoryStream(Encoding.ASCII.GetBytes("AQ ID\nBAUG")), new FromBase64Transform(mode), CryptoStreamMode.Read); var m = new MemoryStream(); back.CopyTo(m); return Hex(m.ToArray()); });
        using Aes aes = Aes.Create(); aes.Key = Text[..32]; aes.IV = Text[..16];
        var target = new MemoryStream();
        var write = new CryptoStream(target, aes.CreateEncryptor(), CryptoStreamMode.Write, true);
        await write.WriteAsync(Text.AsMemory(0, 333)); write.WriteByte(5); await write.WriteAsync(Text, 0, 100);
        Console.WriteLine($"{write.CanRead} {write.CanWrite} {write.CanSeek} {write.HasFlushedFinalBlock}");
        await write.FlushFinalBlockAsync(); Console.WriteLine(write.HasFlushedFinalBlock + " " + target.Length);
        Try("flush twice", () => { write.FlushFinalBlock(); return 0; });
        Try("read", () => write.ReadByte()); Try("seek", () => write.Seek(0, SeekOrigin.Begin)); Try("length", () => write.Length);
        await write.DisposeAsync();
        target.Position = 0;
        using var read = new CryptoStream(target, aes.CreateDecryptor(), CryptoStreamMode.Read);
        byte[] buffer = new byte[50]; int total = 0, n; while ((n = await read.ReadAsync(buffer)) > 0) total += n; Console.WriteLine(total + " " + read.ReadByte());
        Try("cannot write", () => new CryptoStream(new MemoryStream(Text, false), aes.CreateEncryptor(), CryptoStreamMode.Write));
        Try("bad mode", () => new CryptoStream(new MemoryStream(Text, false), aes.CreateEncryptor(), (CryptoStreamMode)7));
    }
}
