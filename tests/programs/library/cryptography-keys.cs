// System.Security.Cryptography: RSA, elliptic curves, DSA, post-quantum algorithms, formats of keys, OpenSSL handles.
using System.Security.Cryptography;
using System.Text;

static class Program
{
    static readonly byte[] Text = Enumerable.Range(0, 200).Select(i => (byte)(i * 11 + 3)).ToArray();
    static string Hex(ReadOnlySpan<byte> b) => b.Length > 40 ? Convert.ToHexString(SHA256.HashData(b).AsSpan(0, 8)) + "…" + b.Length : Convert.ToHexString(b);
    static void Try(string what, Func<object?> f)
    {
        try { Console.WriteLine($"{what}: {f()}"); }
        catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name}: {e.Message} {e.InnerException?.GetType().Name}"); }
    }
    static void Main()
    {
        Rsa(); Dsa(); Curves(); Agreement(); PostQuantum(); Handles();
    }
    static RSA FixedRsa(int seed, int bits)
    {
        // A key that is always the same: primes from a fixed sequence.
        var random = new Random(seed);
        System.Numerics.BigInteger Prime(int size)
        {
            while (true)
            {
                byte[] b = new byte[size / 8 + 1]; random.NextBytes(b.AsSpan(0, size / 8)); b[0] |= 1; b[size / 8 - 1] |= 0xc0;
                var p = new System.Numerics.BigInteger(b);
                if (Enumerable.Range(1, 500).All(i => p % (2 * i + 1) != 0) && System.Numerics.BigInteger.ModPow(2, p - 1, p) == 1 && System.Numerics.BigInteger.ModPow(3, p - 1, p) == 1 && (p - 1) % 65537 != 0) return p;
            }
        }
        var p = Prime(bits / 2); var q = Prime(bits / 2); if (p < q) (p, q) = (q, p);
        var n = p * q; var phi = (p - 1) * (q - 1);
        System.Numerics.BigInteger Inverse(System.Numerics.BigInteger a, System.Numerics.BigInteger m) { System.Numerics.BigInteger x0 = 0, x1 = 1, b = m; while (a > 1) { var t = a / b; (a, b) = (b, a % b); (x0, x1) = (x1 - t * x0, x0); } return x1 < 0 ? x1 + m : x1; }
        var d = Inverse(65537, phi);
        byte[] B(System.Numerics.BigInteger v, int size) { byte[] r = v.ToByteArray(true, true); return [.. new byte[size - r.Length], .. r]; }
        RSA rsa = RSA.Create();
        rsa.ImportParameters(new RSAParameters { Modulus = B(n, bits / 8), Exponent = [1, 0, 1], D = B(d, bits / 8), P = B(p, bits / 16), Q = B(q, bits / 16), DP = B(d % (p - 1), bits / 16), DQ = B(d % (q - 1), bits / 16), InverseQ = B(Inverse(q, p), bits / 16) });
        return rsa;
    }
    static void Rsa()
    {
        using RSA rsa = FixedRsa(5, 1024);
        Console.WriteLine($"{rsa.KeySize} {string.Join(";", rsa.LegalKeySizes.Select(k => $"{k.MinSize}-{k.MaxSize}/{k.SkipSize}"))} {rsa.SignatureAlgorithm} {rsa.KeyExchangeAlgorithm} {rsa.GetMaxOutputSize()}");
        Console.WriteLine(Hex(rsa.ExportRSAPrivateKey()) + Hex(rsa.ExportRSAPublicKey()) + Hex(rsa.ExportPkcs8PrivateKey()) + Hex(rsa.ExportSubjectPublicKeyInfo()));
        Console.WriteLine(Hex(Encoding.ASCII.GetBytes(rsa.ExportRSAPrivateKeyPem() + rsa.ExportPkcs8PrivateKeyPem() + rsa.ToXmlString(true))));
        foreach (HashAlgorithmName name in new[] { HashAlgorithmName.MD5, HashAlgorithmName.SHA1, HashAlgorithmName.SHA256, HashAlgorithmName.SHA512, HashAlgorithmName.SHA3_256, new("x") })
        {
            Try("pkcs1 " + name, () => { byte[] s = rsa.SignData(Text, name, RSASignaturePadding.Pkcs1); return Hex(s) + rsa.VerifyData(Text, s, name, RSASignaturePadding.Pkcs1) + rsa.VerifyData(Text[1..], s, name, RSASignaturePadding.Pkcs1); });
            Try("pss " + name, () => { byte[] s = rsa.SignData(new MemoryStream(Text), name, RSASignaturePadding.Pss); return s.Length + " " + rsa.VerifyData(Text, s, name, RSASignaturePadding.Pss); });
            Try("oaep " + name, () => { RSAEncryptionPadding padding = RSAEncryptionPadding.CreateOaep(name); return Hex(rsa.Decrypt(rsa.Encrypt(Text.AsSpan(0, 10), padding), padding)); });
        }
        Try("pkcs1", () => Hex(rsa.Decrypt(rsa.Encrypt(Text[..20], RSAEncryptionPadding.Pkcs1), RSAEncryptionPadding.Pkcs1)));
        Try("too long", () => rsa.Encrypt(Text, RSAEncryptionPadding.Pkcs1));
        Try("garbage", () => rsa.Decrypt(new byte[128], RSAEncryptionPadding.OaepSHA1));
        Try("short", () => rsa.Decrypt(new byte[12], RSAEncryptionPadding.OaepSHA1));
        Try("hash size", () => rsa.SignHash(new byte[3], HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1));
        Try("import", () => { using RSA r = RSA.Create(); r.ImportRSAPublicKey(rsa.ExportRSAPublicKey(), out int n); return n + " " + r.KeySize; });
        Try("import garbage", () => { using RSA r = RSA.Create(); r.ImportPkcs8PrivateKey(Text, out _); return 0; });
        Try("import wrong", () => { using RSA r = RSA.Create(); r.ImportSubjectPublicKeyInfo(rsa.ExportPkcs8PrivateKey(), out _); return 0; });
        Try("public only", () => { using RSA r = RSA.Create(); r.ImportRSAPublicKey(rsa.ExportRSAPublicKey(), out _); return r.ExportPkcs8PrivateKey(); });
        Try("public sign", () => { using RSA r = RSA.Create(); r.ImportRSAPublicKey(rsa.ExportRSAPublicKey(), out _); return r.SignData(Text, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1); });
        Try("parameters", () => { using RSA r = RSA.Create(); r.ImportParameters(new RSAParameters { Modulus = [1], Exponent = null }); return 0; });
        Try("size", () => { using RSA r = RSA.Create(); r.KeySize = 100; return 0; });
        Try("odd", () => { using RSA r = RSA.Create(513); return 0; });
        Try("xml", () => { using RSA r = RSA.Create(); r.FromXmlString(rsa.ToXmlString(true)); return r.ToXmlString(false) == rsa.ToXmlString(false); });
        foreach (PbeEncryptionAlgorithm pbe in Enum.GetValues<PbeEncryptionAlgorithm>())
            Try("pbe " + pbe, () => { var how = new PbeParameters(pbe, HashAlgorithmName.SHA1, 7); using RSA r = RSA.Create(); r.ImportFromEncryptedPem(rsa.ExportEncryptedPkcs8PrivateKeyPem("pw", how), "pw"); return r.ExportPkcs8PrivateKey().AsSpan().SequenceEqual(rsa.ExportPkcs8PrivateKey()); });
        Try("wrong password", () => { using RSA r = RSA.Create(); r.ImportEncryptedPkcs8PrivateKey("x", rsa.ExportEncryptedPkcs8PrivateKey("pw", new PbeParameters(PbeEncryptionAlgorithm.Aes128Cbc, HashAlgorithmName.SHA256, 7)), out _); return 0; });
        using RSA made = RSA.Create(1024); Console.WriteLine(made.KeySize + " " + made.VerifyData(Text, made.SignData(Text, HashAlgorithmName.SHA384, RSASignaturePadding.Pss), HashAlgorithmName.SHA384, RSASignaturePadding.Pss));
#pragma warning disable SYSLIB0045, CA1416
        Try("csp", () => { using var csp = new RSACryptoServiceProvider(1024); byte[] s = csp.SignData(Text, "SHA256"); return csp.VerifyData(Text, "SHA256", s) + " " + csp.PublicOnly + Hex(csp.Decrypt(csp.Encrypt([1, 2], true), true)) + csp.ExportCspBlob(false).Length; });
        made.Dispose(); Try("disposed", () => made.ExportParameters(false)); Try("disposed sign", () => made.SignData(Text, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1));
        Try("formatter", () => new RSAPKCS1SignatureFormatter(rsa).CreateSignature(SHA256.Create()));
        Try("pem find", () => PemEncoding.Find("x\n-----BEGIN A-----\nAQID\n-----END A-----\n") is { } f ? f.Label + " " + f.Base64Data + f.DecodedDataLength : "");
        Try("pem write", () => new string(PemEncoding.Write("AB", Text.AsSpan(0, 60))));
    }
    static void Dsa()
    {
        Try("dsa", () => { using DSA dsa = DSA.Create(512); byte[] s = dsa.SignData(Text, HashAlgorithmName.SHA1); byte[] der = dsa.SignData(Text, HashAlgorithmName.SHA256, DSASignatureFormat.Rfc3279DerSequence); return $"{dsa.KeySize} {s.Length} {dsa.VerifyData(Text, s, HashAlgorithmName.SHA1)} {dsa.VerifyData(Text, der, HashAlgorithmName.SHA256, DSASignatureFormat.Rfc3279DerSequence)} {dsa.ExportParameters(true).X!.Length} {dsa.ExportPkcs8PrivateKey().Length > 100}"; });
        Try("dsa size", () => DSA.Create(100));
        Try("dsa import", () => { using DSA dsa = DSA.Create(); dsa.ImportPkcs8PrivateKey(Text, out _); return 0; });
    }
    static void Curves()
    {
        foreach (string name in new[] { "nistP256", "nistP384", "nistP521", "secp256k1", "brainpoolP256r1", "brainpoolP512t1", "brainpoolP160r1", "nothing" })
            Try(name, () =>
            {
                using ECDsa ec = ECDsa.Create(ECCurve.CreateFromFriendlyName(name));
                string result = ec.KeySize + " " + ec.ExportParameters(false).Curve.Oid.Value + " " + ec.ExportParameters(false).Curve.Oid.FriendlyName + " " + string.Join(";", ec.LegalKeySizes.Select(k => $"{k.MinSize}-{k.MaxSize}/{k.SkipSize}"));
                byte[] s = ec.SignData(Text, HashAlgorithmName.SHA256), der = ec.SignData(Text, HashAlgorithmName.SHA512, DSASignatureFormat.Rfc3279DerSequence);
                using ECDsa other = ECDsa.Create(ec.ExportParameters(true));
                result += $" {s.Length} {other.VerifyData(Text, s, HashAlgorithmName.SHA256)} {ec.VerifyData(Text, der, HashAlgorithmName.SHA512, DSASignatureFormat.Rfc3279DerSequence)} {ec.VerifyData(Text[1..], s, HashAlgorithmName.SHA256)} {ec.VerifyData(Text, s, HashAlgorithmName.SHA384)}";
                ECParameters p = ec.ExportExplicitParameters(false);
                result += $" {p.Curve.CurveType} {Hex(p.Curve.Prime)} {Hex(p.Curve.A)} {Hex(p.Curve.B)} {Hex(p.Curve.G.X)} {Hex(p.Curve.Order)} {Hex(p.Curve.Cofactor)} {p.Curve.Seed?.Length}";
                using ECDsa pem = ECDsa.Create(); pem.ImportFromPem(ec.ExportECPrivateKeyPem()); using ECDsa pem2 = ECDsa.Create(); pem2.ImportFromPem(ec.ExportSubjectPublicKeyInfoPem());
                return result + pem.ExportParameters(true).D!.SequenceEqual(ec.ExportParameters(true).D!) + pem2.VerifyHash(SHA256.HashData(Text), s) + ec.ExportSubjectPublicKeyInfo().Length;
            });
        using ECDsa fixedKey = ECDsa.Create(new ECParameters { Curve = ECCurve.NamedCurves.nistP256, D = SHA256.HashData(Text) });
        Console.WriteLine(Hex(fixedKey.ExportParameters(false).Q.X) + Hex(fixedKey.ExportPkcs8PrivateKey()) + Hex(fixedKey.ExportECPrivateKey()));
        Try("no point", () => { ECParameters p = fixedKey.ExportParameters(false); p.Q.X![0] ^= 1; return ECDsa.Create(p); });
        Try("no curve", () => ECDsa.Create(new ECParameters { D = Text[..32] })); Try("xml", () => fixedKey.ToXmlString(false)); Try("size", () => { fixedKey.KeySize = 200; return 0; });
        Try("generate", () => { fixedKey.GenerateKey(ECCurve.NamedCurves.nistP384); return fixedKey.KeySize; });
        fixedKey.Dispose(); Try("disposed", () => fixedKey.KeySize); Try("disposed sign", () => fixedKey.SignData(Text, HashAlgorithmName.SHA256));
        Try("max size", () => { using ECDsa e = ECDsa.Create(ECCurve.NamedCurves.nistP521); return e.GetMaxSignatureSize(DSASignatureFormat.Rfc3279DerSequence) + " " + e.GetMaxSignatureSize(DSASignatureFormat.IeeeP1363FixedFieldConcatenation); });
    }
    static void Agreement()
    {
        ECParameters Key(byte seed) => new() { Curve = ECCurve.NamedCurves.nistP256, D = SHA256.HashData([seed]) };
        using ECDiffieHellman a = ECDiffieHellman.Create(Key(1)), b = ECDiffieHellman.Create(Key(2)), other = ECDiffieHellman.Create(ECCurve.NamedCurves.nistP384);
        Console.WriteLine(Hex(a.DeriveKeyFromHash(b.PublicKey, HashAlgorithmName.SHA256)) + Hex(a.DeriveKeyFromHmac(b.PublicKey, HashAlgorithmName.SHA512, Text, [1], [2])) + Hex(a.DeriveKeyTls(b.PublicKey, "label"u8.ToArray(), new byte[64])) + Hex(a.DeriveRawSecretAgreement(b.PublicKey)) + Hex(b.DeriveKeyMaterial(a.PublicKey)));
        Try("other curve", () => a.DeriveKeyFromHash(other.PublicKey, HashAlgorithmName.SHA256)); Try("null", () => a.DeriveKeyMaterial(null!)); Try("seed", () => a.DeriveKeyTls(b.PublicKey, [], new byte[6]));
        Console.WriteLine(Hex(a.PublicKey.ExportSubjectPublicKeyInfo()) + a.KeySize); Try("blob", () => a.PublicKey.ToByteArray());
    }
    static void PostQuantum()
    {
#pragma warning disable SYSLIB5006
        Console.WriteLine($"{MLKem.IsSupported} {MLDsa.IsSupported} {SlhDsa.IsSupported} {CompositeMLDsa.IsSupported}");
        Try("kem", () => MLKem.GenerateKey(MLKemAlgorithm.MLKem768)); Try("dsa", () => MLDsa.GenerateKey(MLDsaAlgorithm.MLDsa44)); Try("slh", () => SlhDsa.GenerateKey(SlhDsaAlgorithm.SlhDsaSha2_128s));
        Try("import", () => MLKem.ImportEncapsulationKey(MLKemAlgorithm.MLKem512, new byte[3])); Console.WriteLine(MLKemAlgorithm.MLKem1024.CiphertextSizeInBytes + MLDsaAlgorithm.MLDsa87.SignatureSizeInBytes + SlhDsaAlgorithm.SlhDsaShake256f.SignatureSizeInBytes);
    }
    static void Handles()
    {
        Console.WriteLine(SafeEvpPKeyHandle.OpenSslVersion > 0);
        using RSA rsa = FixedRsa(9, 1024); using var open = new RSAOpenSsl(rsa.ExportParameters(true)); using SafeEvpPKeyHandle handle = open.DuplicateKeyHandle(); using var again = new RSAOpenSsl(handle);
        Console.WriteLine(again.ExportRSAPrivateKey().AsSpan().SequenceEqual(rsa.ExportRSAPrivateKey()) + " " + handle.IsInvalid);
        Try("ec of rsa", () => new ECDsaOpenSsl(handle)); Try("null", () => new RSAOpenSsl((SafeEvpPKeyHandle)null!)); Try("zero", () => new RSAOpenSsl(0)); Try("engine", () => SafeEvpPKeyHandle.OpenPrivateKeyFromEngine("no-engine", "x")); Try("provider", () => SafeEvpPKeyHandle.OpenKeyFromProvider("no-provider", "x"));
        using var ec = new ECDsaOpenSsl(ECCurve.NamedCurves.nistP256); using SafeEvpPKeyHandle ecHandle = ec.DuplicateKeyHandle(); using var copy = new ECDsaOpenSsl(ecHandle); using var dh = new ECDiffieHellmanOpenSsl(ecHandle); Console.WriteLine(copy.VerifyData(Text, ec.SignData(Text, HashAlgorithmName.SHA256), HashAlgorithmName.SHA256) + " " + dh.KeySize);
        handle.Dispose(); Try("closed", () => new RSAOpenSsl(handle));
#pragma warning disable SYSLIB0021, CA1416
        Try("cng", () => new RSACng()); Try("csp key", () => new CspParameters(1).KeyNumber); Try("config", () => CryptoConfig.CreateFromName("SHA256")!.GetType().Name + CryptoConfig.MapNameToOID("SHA256") + CryptoConfig.CreateFromName("nothing")); Try("oid", () => Oid.FromFriendlyName("SHA256", OidGroup.HashAlgorithm).Value + new Oid("1.2.840.113549.1.1.1").FriendlyName + Oid.FromOidValue("2.5.4.3", OidGroup.All).FriendlyName); Try("no oid", () => Oid.FromFriendlyName("x", OidGroup.All)); Try("protected", () => System.Reflection.Assembly.Load("System.Security.Cryptography.ProtectedData") is null);
    }
}
