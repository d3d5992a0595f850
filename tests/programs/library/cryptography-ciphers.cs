// System.Security.Cryptography: AES and Triple DES in all modes and paddings, authenticated ciphers, key wrap, wrong arguments.
using System.Security.Cryptography;

static class Program
{
    static readonly byte[] Text = Enumerable.Range(0, 200).Select(i => (byte)(i * 11 + 3)).ToArray();
    static string Hex(ReadOnlySpan<byte> b) => b.Length > 40 ? Convert.ToHexString(SHA256.HashData(b).AsSpan(0, 8)) + "…" + b.Length : Convert.ToHexString(b);
    static void Try(string what, Func<object?> f)
    {
        try { Console.WriteLine($"{what}: {f()}"); }
        catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name}: {e.Message}"); }
    }
    static void OneShot(SymmetricAlgorithm a, string name)
    {
        byte[] iv = Text[..(a.BlockSize / 8)];
        foreach (int length in new[] { 0, 1, a.BlockSize / 8, 33, 200 })
        {
            byte[] plain = Text[..length];
            foreach (PaddingMode padding in Enum.GetValues<PaddingMode>())
            {
                bool random = padding == PaddingMode.ISO10126;
                Try($"{name} cbc {padding} {length}", () => { byte[] e = a.EncryptCbc(plain, iv, padding); return (random ? e.Length : Hex(e)) + " " + a.DecryptCbc(e, iv, padding).AsSpan(0, length).SequenceEqual(plain) + a.GetCiphertextLengthCbc(length, padding); });
                Try($"{name} ecb {padding} {length}", () => { byte[] e = a.EncryptEcb(plain, padding); return (random ? e.Length : Hex(e)) + " " + a.DecryptEcb(e, padding).AsSpan(0, length).SequenceEqual(plain) + a.GetCiphertextLengthEcb(length, padding); });
                foreach (int feedback in new[] { 8, 64, 128 })
                    Try($"{name} cfb{feedback} {padding} {length}", () => { byte[] e = a.EncryptCfb(plain, iv, padding, feedback); return (random ? e.Length : Hex(e)) + " " + a.DecryptCfb(e, iv, padding, feedback).AsSpan(0, length).SequenceEqual(plain) + a.GetCiphertextLengthCfb(length, padding, feedback); });
            }
        }
        byte[] target = new byte[64];
        Try(name + " try", () => a.TryEncryptCbc(Text.AsSpan(0, 20), iv, target, out int n) + " " + n + a.TryEncryptCbc(Text.AsSpan(0, 20), iv, target.AsSpan(0, 3), out n) + n + a.TryDecryptCbc(target.AsSpan(0, name == "aes" ? 32 : 24), iv, target, out n) + n);
        Try(name + " iv", () => a.EncryptCbc(Text, Text.AsSpan(0, 3)));
        Try(name + " decrypt length", () => a.DecryptCbc(Text.AsSpan(0, 3), iv));
        Try(name + " decrypt garbage", () => Hex(a.DecryptCbc(Text.AsSpan(0, 48), iv)));
        Try(name + " null", () => a.EncryptEcb(null!, PaddingMode.None));
        Try(name + " overlap", () => { byte[] b = Text[..64]; int n = a.EncryptCbc(b.AsSpan(0, 48), iv, b.AsSpan(3), PaddingMode.None); return n + Hex(b); });
    }
    static void Transforms(Func<SymmetricAlgorithm> make, string name)
    {
        foreach (CipherMode mode in Enum.GetValues<CipherMode>())
            Try($"{name} {mode}", () =>
            {
                using SymmetricAlgorithm a = make();
                a.Mode = mode;
                a.Key = Text[..(a.LegalKeySizes[0].MaxSize / 8)]; a.IV = Text[..(a.BlockSize / 8)];
                using ICryptoTransform e = a.CreateEncryptor(), d = a.CreateDecryptor();
                byte[] first = new byte[a.BlockSize / 4], cipher = new byte[400];
                int n = e.TransformBlock(Text, 0, a.BlockSize / 4, first, 0);
                byte[] rest = e.TransformFinalBlock(Text, a.BlockSize / 4, 100);
                byte[] again = e.TransformFinalBlock(Text, 0, 10);
                byte[] all = [.. first, .. rest];
                return $"{n} {Hex(all)} {Hex(again)} {d.TransformFinalBlock(all, 0, all.Length).AsSpan().SequenceEqual(Text.AsSpan(0, a.BlockSize / 4 + 100))} {e.InputBlockSize} {e.OutputBlockSize} {e.CanReuseTransform} {e.CanTransformMultipleBlocks} {a.FeedbackSize}";
            });
        using SymmetricAlgorithm s = make();
        Console.WriteLine($"{s.KeySize} {s.BlockSize} {s.Mode} {s.Padding} {string.Join(";", s.LegalKeySizes.Select(k => $"{k.MinSize}-{k.MaxSize}/{k.SkipSize}"))} {string.Join(";", s.LegalBlockSizes.Select(k => $"{k.MinSize}-{k.MaxSize}/{k.SkipSize}"))}");
        s.GenerateKey(); s.GenerateIV(); Console.WriteLine(s.Key.Length + " " + s.IV.Length + " " + s.ValidKeySize(192) + s.ValidKeySize(100));
        Try("key", () => { s.Key = new byte[5]; return 0; }); Try("iv", () => { s.IV = new byte[5]; return 0; }); Try("block", () => { s.BlockSize = 100; return 0; }); Try("mode", () => { s.Mode = (CipherMode)9; return 0; });
        Try("padding", () => { s.Padding = (PaddingMode)9; return 0; }); Try("feedback", () => { s.FeedbackSize = 3; return 0; }); Try("set key", () => { s.SetKey(new byte[24]); return s.KeySize; });
        s.Dispose(); Try("disposed", () => s.CreateEncryptor().InputBlockSize); Try("disposed shot", () => Hex(s.EncryptEcb(Text, PaddingMode.PKCS7)).Length);
    }
    static void Main()
    {
        foreach (int bits in new[] { 128, 192, 256 }) { using Aes aes = Aes.Create(); aes.Key = Text[..(bits / 8)]; OneShot(aes, "aes"); }
        using (TripleDES des = TripleDES.Create()) { des.Key = Text[..24]; OneShot(des, "3des"); Try("weak", () => { des.Key = new byte[24]; return 0; }); Console.WriteLine(TripleDES.IsWeakKey(new byte[24])); }
        Transforms(Aes.Create, "aes"); Transforms(TripleDES.Create, "3des"); 
#pragma warning disable SYSLIB0021, SYSLIB0022
        Transforms(() => new AesManaged(), "managed"); Transforms(() => new AesCryptoServiceProvider(), "csp"); Transforms(DES.Create, "des"); Transforms(RC2.Create, "rc2"); Transforms(() => new RijndaelManaged(), "rijndael");
        Try("key wrap", () => { using Aes aes = Aes.Create(); aes.Key = Text[..16]; byte[] w = aes.EncryptKeyWrapPadded(Text.AsSpan(0, 20)); return Hex(w) + aes.DecryptKeyWrapPadded(w).AsSpan().SequenceEqual(Text.AsSpan(0, 20)); });
        Authenticated();
    }
    static void Authenticated()
    {
        Console.WriteLine($"{AesGcm.IsSupported} {AesCcm.IsSupported} {ChaCha20Poly1305.IsSupported} {Sizes(AesGcm.NonceByteSizes)} {Sizes(AesGcm.TagByteSizes)} {Sizes(AesCcm.NonceByteSizes)} {Sizes(AesCcm.TagByteSizes)}");
        foreach (int key in new[] { 16, 24, 32, 5 })
            foreach (int tagSize in new[] { 12, 16, 4, 17 })
                foreach (int length in new[] { 0, 1, 16, 200 })
                    foreach (int extra in new[] { 0, 20 })
                    {
                        byte[] nonce = Text[..12], cipher = new byte[length], tag = new byte[tagSize], plain = new byte[length];
                        Try($"gcm {key} {tagSize} {length} {extra}", () => { using var g = new AesGcm(Text[..key], tagSize); g.Encrypt(nonce, Text.AsSpan(0, length), cipher, tag, Text.AsSpan(0, extra)); g.Decrypt(nonce, cipher, tag, plain, Text.AsSpan(0, extra)); return Hex(cipher) + Hex(tag) + plain.AsSpan().SequenceEqual(Text.AsSpan(0, length)) + g.TagSizeInBytes; });
                        Try($"ccm {key} {tagSize} {length} {extra}", () => { using var g = new AesCcm(Text[..key]); g.Encrypt(nonce, Text.AsSpan(0, length), cipher, tag, Text.AsSpan(0, extra)); g.Decrypt(nonce, cipher, tag, plain, Text.AsSpan(0, extra)); return Hex(cipher) + Hex(tag) + plain.AsSpan().SequenceEqual(Text.AsSpan(0, length)); });
                        if (tagSize == 16) Try($"chacha {key} {length} {extra}", () => { using var g = new ChaCha20Poly1305(Text[..key]); g.Encrypt(nonce, Text.AsSpan(0, length), cipher, tag, Text.AsSpan(0, extra)); g.Decrypt(nonce, cipher, tag, plain, Text.AsSpan(0, extra)); return Hex(cipher) + Hex(tag) + plain.AsSpan().SequenceEqual(Text.AsSpan(0, length)); });
                    }
        byte[] c = new byte[10], t = new byte[16], p = new byte[10];
        using var gcm = new AesGcm(new byte[32], 16); gcm.Encrypt(new byte[12], p, c, t); t[3] ^= 1;
        Try("tampered", () => { gcm.Decrypt(new byte[12], c, t, p); return 0; });
        using var ccm = new AesCcm(new byte[32]); Try("tampered", () => { ccm.Decrypt(new byte[12], c, t, p); return 0; });
        if (ChaCha20Poly1305.IsSupported) { using var cha = new ChaCha20Poly1305(new byte[32]); Try("tampered", () => { cha.Decrypt(new byte[12], c, t, p); return 0; }); }
        Try("nonce", () => { gcm.Encrypt(new byte[11], p, c, t); return 0; }); Try("length", () => { gcm.Encrypt(new byte[12], p, c.AsSpan(1), t); return 0; }); Try("tag", () => { gcm.Encrypt(new byte[12], p, c, t.AsSpan(0, 12)); return 0; }); Try("null", () => { gcm.Encrypt(null!, p, c, t); return 0; });
        gcm.Dispose(); Try("disposed", () => { gcm.Encrypt(new byte[12], p, c, t); return 0; });
    }
    static string Sizes(KeySizes s) => $"{s.MinSize}-{s.MaxSize}/{s.SkipSize}";
}
