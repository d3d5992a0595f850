// Cryptography over the native shims: hashes, MACs, key derivation, ciphers and their modes, RSA, elliptic curves, certificates, PKCS.
using System.Formats.Asn1;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;

static class Program
{
    static readonly byte[] Text = Encoding.UTF8.GetBytes("The quick brown fox jumps over the lazy dog, twice and again.");
    static string Hex(byte[] b) => Convert.ToHexString(b);
    static void Try(string what, Func<object?> f) { try { Console.WriteLine($"{what}: {f()}"); } catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name}"); } }

    static void Hashes()
    {
        foreach (var name in new[] { HashAlgorithmName.MD5, HashAlgorithmName.SHA1, HashAlgorithmName.SHA256, HashAlgorithmName.SHA384, HashAlgorithmName.SHA512 })
        {
            using var h = IncrementalHash.CreateHash(name); h.AppendData(Text, 0, 10); h.AppendData(Text.AsSpan(10)); string one = Hex(h.GetCurrentHash()); h.GetHashAndReset();
            using var m = IncrementalHash.CreateHMAC(name, [1, 2, 3]); m.AppendData(Text);
            Console.WriteLine($"{name} {one == Hex(CryptographicOperations.HashData(name, Text))} {one} {Hex(m.GetHashAndReset())} {(name == HashAlgorithmName.MD5 ? "" : Hex(Rfc2898DeriveBytes.Pbkdf2("pass"u8, "saltsalt"u8, 100, name, 20)))} {(name == HashAlgorithmName.MD5 ? "" : Hex(HKDF.DeriveKey(name, Text, 16, [1], [2])))}");
        }
        using var sha = SHA256.Create(); using var cs = new CryptoStream(new MemoryStream(Text), sha, CryptoStreamMode.Read); cs.CopyTo(Stream.Null); Console.WriteLine(Hex(sha.Hash!)[..16]);
        Console.WriteLine(CryptographicOperations.FixedTimeEquals(Text, (byte[])Text.Clone()) + " " + SHA3_256.IsSupported + " " + Hex(KeyedHash(new HMACSHA256([9]))));
    }
    static byte[] KeyedHash(HMAC h) { using (h) return h.ComputeHash(new MemoryStream(Text)); }

    static void Ciphers()
    {
        foreach (SymmetricAlgorithm alg in new SymmetricAlgorithm[] { Aes.Create(), TripleDES.Create() })
            using (alg)
            {
                alg.Key = Enumerable.Range(1, alg.LegalKeySizes[0].MaxSize / 8).Select(i => (byte)(i * 7)).ToArray(); alg.IV = Enumerable.Range(1, alg.BlockSize / 8).Select(i => (byte)i).ToArray();
                foreach (var mode in new[] { CipherMode.CBC, CipherMode.ECB, CipherMode.CFB })
                    foreach (var padding in new[] { PaddingMode.PKCS7, PaddingMode.ANSIX923, PaddingMode.Zeros })
                    {
                        alg.Mode = mode; alg.Padding = padding;
                        using var ms = new MemoryStream(); using (var c = new CryptoStream(ms, alg.CreateEncryptor(), CryptoStreamMode.Write, true)) { c.Write(Text, 0, 7); c.Write(Text, 7, Text.Length - 7); }
                        byte[] e = ms.ToArray(); ms.Position = 0; using var d = new CryptoStream(ms, alg.CreateDecryptor(), CryptoStreamMode.Read); string t = new StreamReader(d).ReadToEnd();
                        Console.WriteLine($"{alg.GetType().BaseType!.Name} {mode} {padding} {Hex(SHA256.HashData(e))[..16]} {t.TrimEnd('\0') == Encoding.UTF8.GetString(Text)}");
                        if (padding == PaddingMode.PKCS7 && mode == CipherMode.CBC) { e[^1] ^= 0x55; Try("tampered", () => alg.DecryptCbc(e, alg.IV)); }
                    }
            }
        byte[] key = new byte[32], nonce = new byte[12], cipher = new byte[Text.Length], tag = new byte[16], plain = new byte[Text.Length];
        using (var gcm = new AesGcm(key, 16)) { gcm.Encrypt(nonce, Text, cipher, tag, new byte[] { 1, 2 }); Console.WriteLine(Hex(tag)); gcm.Decrypt(nonce, cipher, tag, plain, new byte[] { 1, 2 }); Console.WriteLine(plain.SequenceEqual(Text)); tag[0] ^= 1; Try("gcm", () => { gcm.Decrypt(nonce, cipher, tag, plain, new byte[] { 1, 2 }); return 0; }); }
        using (var ccm = new AesCcm(key)) { ccm.Encrypt(nonce, Text, cipher, tag); Console.WriteLine(Hex(tag)); }
        if (ChaCha20Poly1305.IsSupported) { using var cc = new ChaCha20Poly1305(key); cc.Encrypt(nonce, Text, cipher, tag); Console.WriteLine(Hex(tag)); }
    }

    static void Asymmetric()
    {
        using var rsa = RSA.Create(1024); byte[] sig = rsa.SignData(Text, HashAlgorithmName.SHA256, RSASignaturePadding.Pss);
        using var pub = RSA.Create(); pub.ImportFromPem(rsa.ExportSubjectPublicKeyInfoPem());
        Console.WriteLine(sig.Length + " " + pub.VerifyData(Text, sig, HashAlgorithmName.SHA256, RSASignaturePadding.Pss) + " " + pub.VerifyData(Text[1..], sig, HashAlgorithmName.SHA256, RSASignaturePadding.Pss) + " " + pub.KeySize);
        byte[] enc = pub.Encrypt([1, 2, 3], RSAEncryptionPadding.OaepSHA256); Console.WriteLine(Hex(rsa.Decrypt(enc, RSAEncryptionPadding.OaepSHA256))); Try("public", () => pub.Decrypt(enc, RSAEncryptionPadding.OaepSHA256));
        using var copy = RSA.Create(); copy.ImportEncryptedPkcs8PrivateKey("pw", rsa.ExportEncryptedPkcs8PrivateKey("pw", new PbeParameters(PbeEncryptionAlgorithm.Aes256Cbc, HashAlgorithmName.SHA256, 1000)), out _); Console.WriteLine(copy.ExportParameters(true).D!.SequenceEqual(rsa.ExportParameters(true).D!));
        foreach (var curve in new[] { ECCurve.NamedCurves.nistP256, ECCurve.NamedCurves.nistP384, ECCurve.NamedCurves.nistP521 })
        {
            using var ec = ECDsa.Create(curve); byte[] s = ec.SignData(Text, HashAlgorithmName.SHA384); using var ecp = ECDsa.Create(); ecp.ImportSubjectPublicKeyInfo(ec.ExportSubjectPublicKeyInfo(), out int read);
            Console.WriteLine($"{ec.KeySize} {s.Length} {ecp.VerifyData(Text, s, HashAlgorithmName.SHA384)} {ec.ExportParameters(false).Q.X!.Length} {read}");
            using var a = ECDiffieHellman.Create(curve); using var b = ECDiffieHellman.Create(curve); Console.WriteLine(a.DeriveKeyFromHash(b.PublicKey, HashAlgorithmName.SHA256).SequenceEqual(b.DeriveKeyFromHash(a.PublicKey, HashAlgorithmName.SHA256)));
        }
    }

    static void Certificates()
    {
        using var caKey = ECDsa.Create(ECCurve.NamedCurves.nistP256); var caRequest = new CertificateRequest("CN=Test CA, O=Celer", caKey, HashAlgorithmName.SHA256); caRequest.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, true, 2, true)); caRequest.CertificateExtensions.Add(new X509KeyUsageExtension(X509KeyUsageFlags.KeyCertSign, true));
        var from = new DateTimeOffset(2024, 1, 1, 0, 0, 0, TimeSpan.Zero); using var ca = caRequest.CreateSelfSigned(from, from.AddYears(20));
        using var key = RSA.Create(1024); var request = new CertificateRequest("CN=leaf.example", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1); var san = new SubjectAlternativeNameBuilder(); san.AddDnsName("leaf.example"); san.AddIpAddress(System.Net.IPAddress.Loopback); request.CertificateExtensions.Add(san.Build()); request.CertificateExtensions.Add(new X509EnhancedKeyUsageExtension([new Oid("1.3.6.1.5.5.7.3.1")], false));
        using var leaf = request.Create(ca.SubjectName, X509SignatureGenerator.CreateForECDsa(caKey), from, from.AddYears(10), [1, 2, 3, 4]).CopyWithPrivateKey(key);
        Console.WriteLine($"{leaf.Subject} | {leaf.Issuer} | {leaf.SerialNumber} | {leaf.NotAfter.ToUniversalTime():u} | {leaf.HasPrivateKey} | {leaf.SignatureAlgorithm.FriendlyName} | {leaf.PublicKey.Oid.FriendlyName} | {leaf.MatchesHostname("leaf.example")} {leaf.MatchesHostname("other")}");
        foreach (var e in leaf.Extensions) Console.WriteLine($"  {e.Oid!.Value} {e.Critical} {e.Format(false)}");
        using var chain = new X509Chain(); chain.ChainPolicy.TrustMode = X509ChainTrustMode.CustomRootTrust; chain.ChainPolicy.CustomTrustStore.Add(ca); chain.ChainPolicy.RevocationMode = X509RevocationMode.NoCheck; chain.ChainPolicy.VerificationTime = new DateTime(2025, 1, 1);
        Console.WriteLine(chain.Build(leaf) + " " + string.Join(" > ", chain.ChainElements.Select(c => c.Certificate.Subject)));
        chain.Reset(); chain.ChainPolicy.CustomTrustStore.Clear(); Console.WriteLine(chain.Build(leaf) + " " + string.Join(",", chain.ChainStatus.Select(s => s.Status)));
        byte[] pfx = leaf.Export(X509ContentType.Pfx, "secret"); using var loaded = X509CertificateLoader.LoadPkcs12(pfx, "secret"); Console.WriteLine(loaded.Thumbprint == leaf.Thumbprint && loaded.HasPrivateKey); Try("password", () => X509CertificateLoader.LoadPkcs12(pfx, "wrong"));
        using var pem = X509Certificate2.CreateFromPem(leaf.ExportCertificatePem(), key.ExportPkcs8PrivateKeyPem()); Console.WriteLine(pem.Equals(leaf) + " " + pem.GetRSAPrivateKey()!.KeySize + " " + new X500DistinguishedName("CN=a, O=\"b, c\", C=DE").Format(true).Replace("\n", "/").Replace("\r", ""));
        var w = new AsnWriter(AsnEncodingRules.DER); using (w.PushSequence()) { w.WriteInteger(123456789); w.WriteOctetString([1, 2]); w.WriteObjectIdentifier("1.2.840.113549"); w.WriteUtcTime(from); w.WriteCharacterString(UniversalTagNumber.UTF8String, "ü"); }
        var r = new AsnReader(w.Encode(), AsnEncodingRules.DER).ReadSequence(); Console.WriteLine(Hex(w.Encode()) + r.ReadInteger() + Hex(r.ReadOctetString()) + r.ReadObjectIdentifier() + r.ReadUtcTime().Year + r.ReadCharacterString(UniversalTagNumber.UTF8String));
        Console.WriteLine(RandomNumberGenerator.GetHexString(10).Length + " " + RandomNumberGenerator.GetString("ab", 5).All(c => c is 'a' or 'b') + " " + RandomNumberGenerator.GetItems<int>([7], 3).Sum());
        Try("key size", () => { using var a = Aes.Create(); a.KeySize = 100; return 0; }); Try("bad pem", () => { using var r = RSA.Create(); r.ImportFromPem("nothing"); return 0; }); Try("null", () => SHA256.HashData((byte[])null!));
    }

    static void Main() { Hashes(); Ciphers(); Asymmetric(); Certificates(); }
}
