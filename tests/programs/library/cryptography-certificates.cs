// System.Security.Cryptography.X509Certificates: certificates, requests, extensions, chains, stores, collections, revocation lists, PKCS#12.
using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;

static class Program
{
    static readonly DateTimeOffset From = new(2024, 1, 1, 0, 0, 0, TimeSpan.Zero);
    static string Hex(ReadOnlySpan<byte> b) => b.Length > 40 ? Convert.ToHexString(SHA256.HashData(b).AsSpan(0, 8)) + "…" + b.Length : Convert.ToHexString(b);
    static void Try(string what, Func<object?> f)
    {
        try { Console.WriteLine($"{what}: {f()}"); }
        catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name}: {e.Message.Split('\n')[0]} {e.InnerException?.GetType().Name}"); }
    }
    static ECDsa Key(byte seed) => ECDsa.Create(new ECParameters { Curve = ECCurve.NamedCurves.nistP256, D = SHA256.HashData([seed]) });
    static X509Certificate2 Authority(string name, ECDsa key, X509Certificate2? issuer = null, ECDsa? issuerKey = null)
    {
        var request = new CertificateRequest(name, key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, false, 0, true));
        request.CertificateExtensions.Add(new X509KeyUsageExtension(X509KeyUsageFlags.KeyCertSign | X509KeyUsageFlags.CrlSign, true));
        request.CertificateExtensions.Add(new X509SubjectKeyIdentifierExtension(request.PublicKey, false));
        return issuer == null ? request.CreateSelfSigned(From, From.AddYears(20)) : request.Create(issuer.SubjectName, X509SignatureGenerator.CreateForECDsa(issuerKey!), From, From.AddYears(15), [1, 2]).CopyWithPrivateKey(key);
    }
    static void Main()
    {
        using ECDsa rootKey = Key(1), middleKey = Key(2), leafKey = Key(3);
        using X509Certificate2 root = Authority("CN=Root, O=Celer, C=DE", rootKey), middle = Authority("CN=Middle", middleKey, root, rootKey);
        var request = new CertificateRequest("CN=leaf.example, OU=\"a, b\", L=Köln", leafKey, HashAlgorithmName.SHA256);
        var san = new SubjectAlternativeNameBuilder(); san.AddDnsName("leaf.example"); san.AddDnsName("*.wild.example"); san.AddIpAddress(IPAddress.Loopback); san.AddIpAddress(IPAddress.IPv6Loopback); san.AddEmailAddress("a@b.c"); san.AddUri(new Uri("http://x.y/")); san.AddUserPrincipalName("u@d");
        request.CertificateExtensions.Add(san.Build(true)); request.CertificateExtensions.Add(new X509EnhancedKeyUsageExtension([new("1.3.6.1.5.5.7.3.1"), new("1.3.6.1.5.5.7.3.2")], false));
        request.CertificateExtensions.Add(X509AuthorityKeyIdentifierExtension.CreateFromCertificate(middle, true, true)); request.CertificateExtensions.Add(new X509AuthorityInformationAccessExtension(["http://ocsp.example"], ["http://ca.example"], false)); request.CertificateExtensions.Add(CertificateRevocationListBuilder.BuildCrlDistributionPointExtension(["http://crl.example"]));
        using X509Certificate2 leaf = request.Create(middle, From, From.AddYears(10), [3, 4, 5]).CopyWithPrivateKey(leafKey);
        Print(root); Print(middle); Print(leaf);
        Chains(root, middle, leaf); Files(leaf, middle, leafKey); Requests(request, leafKey, root, rootKey); Store(leaf);
    }
    static void Print(X509Certificate2 c)
    {
        Console.WriteLine($"{c.Subject} | {c.Issuer} | {(c.SerialNumber.Length < 10 ? c.SerialNumber : "random")} | {c.NotBefore.ToUniversalTime():u} {c.NotAfter.ToUniversalTime():u} | v{c.Version} | {c.SignatureAlgorithm.FriendlyName} {c.PublicKey.Oid.Value} {Hex(c.PublicKey.EncodedKeyValue.RawData)} {Hex(c.PublicKey.EncodedParameters.RawData)} | {c.HasPrivateKey} {c.Archived} '{c.FriendlyName}' {c.GetKeyAlgorithm()} {c.GetNameInfo(X509NameType.SimpleName, false)} {c.GetNameInfo(X509NameType.DnsName, false)} {c.GetNameInfo(X509NameType.EmailName, false)} {c.GetNameInfo(X509NameType.UpnName, false)} {c.GetNameInfo(X509NameType.UrlName, true)}");
        foreach (X509Extension e in c.Extensions) Console.WriteLine($"  {e.GetType().Name} {e.Oid!.Value} {e.Oid.FriendlyName} {e.Critical} {(e is X509AuthorityKeyIdentifierExtension ? "" : Hex(e.RawData) + e.Format(false) + e.Format(true).Replace("\n", "/").Replace("\r", ""))}");
        Console.WriteLine($"  {c.GetECDsaPublicKey()?.KeySize} {c.GetRSAPublicKey() == null} {c.GetECDiffieHellmanPublicKey()?.KeySize} {c.Thumbprint.Length} {c.GetCertHashString(HashAlgorithmName.SHA256).Length} {c.MatchesHostname("leaf.example")} {c.MatchesHostname("a.wild.example")} {c.MatchesHostname("127.0.0.1")} {c.SubjectName.Name} {c.SubjectName.Format(true).ReplaceLineEndings("/")} {string.Join("+", c.SubjectName.EnumerateRelativeDistinguishedNames().Select(n => n.GetSingleElementType().Value + n.GetSingleElementValue()))}");
    }
    static void Chains(X509Certificate2 root, X509Certificate2 middle, X509Certificate2 leaf)
    {
        string Build(Action<X509ChainPolicy> change)
        {
            using var chain = new X509Chain(); X509ChainPolicy p = chain.ChainPolicy;
            p.TrustMode = X509ChainTrustMode.CustomRootTrust; p.CustomTrustStore.Add(root); p.ExtraStore.Add(middle); p.RevocationMode = X509RevocationMode.NoCheck; p.VerificationTime = new DateTime(2025, 6, 1); p.DisableCertificateDownloads = true;
            change(p);
            bool ok = chain.Build(leaf);
            return $"{ok} {string.Join(" > ", chain.ChainElements.Select(e => e.Certificate.Subject + "[" + string.Join(",", e.ChainElementStatus.Select(s => s.Status + " " + s.StatusInformation.Trim())) + "]"))} {string.Join(",", chain.ChainStatus.Select(s => s.Status))}";
        }
        Try("good", () => Build(p => { })); Try("no middle", () => Build(p => p.ExtraStore.Clear())); Try("no root", () => Build(p => p.CustomTrustStore.Clear())); Try("late", () => Build(p => p.VerificationTime = new DateTime(2050, 1, 1))); Try("early", () => Build(p => p.VerificationTime = new DateTime(2020, 1, 1)));
        Try("system", () => Build(p => { p.TrustMode = X509ChainTrustMode.System; p.CustomTrustStore.Clear(); })); Try("usage", () => Build(p => p.ApplicationPolicy.Add(new("1.3.6.1.5.5.7.3.3")))); Try("usage ok", () => Build(p => p.ApplicationPolicy.Add(new("1.3.6.1.5.5.7.3.1")))); Try("policy", () => Build(p => p.CertificatePolicy.Add(new("1.2.3"))));
        Try("ignored", () => Build(p => { p.VerificationTime = new DateTime(2050, 1, 1); p.VerificationFlags = X509VerificationFlags.IgnoreNotTimeValid; })); Try("revocation", () => Build(p => { p.RevocationMode = X509RevocationMode.Offline; p.RevocationFlag = X509RevocationFlag.EntireChain; }));
    }
    static void Files(X509Certificate2 leaf, X509Certificate2 middle, ECDsa key)
    {
        foreach (X509ContentType type in Enum.GetValues<X509ContentType>().Distinct()) Try("export " + type, () => { byte[] b = leaf.Export(type, "pw"); return (b.Length > 100) + " " + X509Certificate2.GetCertContentType(b); });
        byte[] pfx = new X509Certificate2Collection { leaf, middle }.Export(X509ContentType.Pkcs12, "secret")!;
        foreach (X509KeyStorageFlags flags in new[] { X509KeyStorageFlags.DefaultKeySet, X509KeyStorageFlags.EphemeralKeySet, X509KeyStorageFlags.Exportable, X509KeyStorageFlags.MachineKeySet | X509KeyStorageFlags.UserKeySet, (X509KeyStorageFlags)0x4000 })
            Try("load " + flags, () => { X509Certificate2Collection c = X509CertificateLoader.LoadPkcs12Collection(pfx, "secret", flags); return c.Count + " " + string.Join(",", c.Select(x => x.Subject + x.HasPrivateKey)); });
        Try("wrong password", () => X509CertificateLoader.LoadPkcs12(pfx, "wrong")); Try("no password", () => X509CertificateLoader.LoadPkcs12(pfx, null)); Try("garbage", () => X509CertificateLoader.LoadCertificate([1, 2, 3])); Try("empty", () => X509CertificateLoader.LoadCertificate([])); Try("limits", () => X509CertificateLoader.LoadPkcs12(pfx, "secret", loaderLimits: new Pkcs12LoaderLimits { MaxCertificates = 1 })); Try("no file", () => X509CertificateLoader.LoadCertificateFromFile("no-such-file"));
        Try("export pbe", () => { byte[] b = leaf.ExportPkcs12(new PbeParameters(PbeEncryptionAlgorithm.Aes256Cbc, HashAlgorithmName.SHA256, 10), "p"); return X509CertificateLoader.LoadPkcs12(b, "p").Equals(leaf); });
        Try("pem", () => { using var c = X509Certificate2.CreateFromPem(leaf.ExportCertificatePem(), key.ExportPkcs8PrivateKeyPem()); return c.HasPrivateKey + " " + c.Equals(leaf) + (c.GetHashCode() == leaf.GetHashCode()); }); Try("pem wrong key", () => { using ECDsa k = Key(77); return X509Certificate2.CreateFromPem(leaf.ExportCertificatePem(), k.ExportPkcs8PrivateKeyPem()); }); Try("encrypted pem", () => X509Certificate2.CreateFromEncryptedPem(leaf.ExportCertificatePem(), key.ExportEncryptedPkcs8PrivateKeyPem("p", new PbeParameters(PbeEncryptionAlgorithm.Aes128Cbc, HashAlgorithmName.SHA256, 5)), "p").HasPrivateKey);
        Try("collection", () => { var c = new X509Certificate2Collection(); c.ImportFromPem(leaf.ExportCertificatePem() + "\n" + middle.ExportCertificatePem()); return c.Count + " " + c.Find(X509FindType.FindBySubjectName, "Middle", false).Count + c.Find(X509FindType.FindBySerialNumber, "030405", false).Count + c.Find(X509FindType.FindByTimeValid, new DateTime(2025, 1, 1), false).Count + c.Find(X509FindType.FindByKeyUsage, X509KeyUsageFlags.CrlSign, false).Count + c.Find(X509FindType.FindByExtension, "2.5.29.17", false).Count + c.Contains(leaf) + c.IndexOf(middle); });
        Try("text", () => leaf.ToString().Split('\n').Length + leaf.ToString(true).Split('\n').Length); Try("private", () => leaf.GetECDsaPrivateKey()!.SignData([1], HashAlgorithmName.SHA256).Length); Try("copy twice", () => leaf.CopyWithPrivateKey(key)); Try("reset", () => { var c = new X509Certificate2(leaf); c.Reset(); return c.Handle == 0; }); Try("disposed", () => { var c = X509CertificateLoader.LoadCertificate(leaf.RawData); c.Dispose(); return c.Subject; });
    }
    static void Requests(CertificateRequest request, ECDsa key, X509Certificate2 root, ECDsa rootKey)
    {
        Try("request", () => { byte[] der = request.CreateSigningRequest(); CertificateRequest r = CertificateRequest.LoadSigningRequest(der, HashAlgorithmName.SHA256, CertificateRequestLoadOptions.UnsafeLoadCertificateExtensions); return r.SubjectName.Name + r.CertificateExtensions.Count; }); Try("request pem", () => CertificateRequest.LoadSigningRequestPem(request.CreateSigningRequestPem(), HashAlgorithmName.SHA256).SubjectName.Name); Try("tampered request", () => { byte[] der = request.CreateSigningRequest(); der[30] ^= 1; return CertificateRequest.LoadSigningRequest(der, HashAlgorithmName.SHA256); });
        Try("rsa", () => { using RSA rsa = RSA.Create(1024); return new CertificateRequest("CN=r", rsa, HashAlgorithmName.SHA384, RSASignaturePadding.Pss).CreateSelfSigned(From, From.AddDays(1)).SignatureAlgorithm.FriendlyName; }); Try("dates", () => request.CreateSelfSigned(From, From.AddDays(-1))); Try("serial", () => request.Create(root, From, From.AddDays(1), [])); Try("nested", () => request.Create(root, From.AddYears(-1), From.AddDays(1), [1]));
        Try("crl", () => { var b = new CertificateRevocationListBuilder(); b.AddEntry([3, 4, 5], From, X509RevocationReason.KeyCompromise); byte[] crl = b.Build(root, 5, From.AddDays(9), HashAlgorithmName.SHA256, null, From); var l = CertificateRevocationListBuilder.Load(crl, out var n); return n + " " + l.RemoveEntry([3, 4, 5]) + l.RemoveEntry([3]); });
        Try("name", () => { var b = new X500DistinguishedNameBuilder(); b.AddCommonName("n"); b.AddCountryOrRegion("DE"); b.AddDomainComponent("d"); b.AddEmailAddress("e@f"); b.Add("1.2.3.4", "x"); return b.Build().Name + Hex(b.Build().RawData); }); Try("bad name", () => new X500DistinguishedName("nothing")); Try("bad country", () => { new X500DistinguishedNameBuilder().AddCountryOrRegion("DEU"); return 0; });
        Try("key usage", () => { var k = new X509KeyUsageExtension(X509KeyUsageFlags.DecipherOnly, false); var c = new X509KeyUsageExtension(); c.CopyFrom(k); return c.KeyUsages; }); Try("asn", () => new AsnEncodedData("1.2.3", [4, 2, 1, 2]).Format(true)); Try("constraints", () => new X509BasicConstraintsExtension(new AsnEncodedData([1, 2]), false).PathLengthConstraint);
    }
    static void Store(X509Certificate2 leaf)
    {
        Try("store", () => { using var s = new X509Store("celer-test-" + Guid.NewGuid(), StoreLocation.CurrentUser); s.Open(OpenFlags.ReadOnly); return s.Certificates.Count + " " + s.Location + s.IsOpen; }); Try("missing", () => { using var s = new X509Store("celer-none", StoreLocation.CurrentUser); s.Open(OpenFlags.OpenExistingOnly); return 0; }); Try("read-only", () => { using var s = new X509Store("celer-none", StoreLocation.CurrentUser); s.Open(OpenFlags.ReadOnly); s.Add(leaf); return 0; }); Try("machine", () => { using var s = new X509Store(StoreName.My, StoreLocation.LocalMachine); s.Open(OpenFlags.ReadOnly); return 0; }); Try("roots", () => { using var s = new X509Store(StoreName.Root, StoreLocation.LocalMachine); s.Open(OpenFlags.ReadOnly); return s.Certificates.Count > -1; });
    }
}
