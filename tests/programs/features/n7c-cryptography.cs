// rows: N7c-146 N7c-147 N7c-148 N7c-150 N7c-151 N7c-152 N7c-153 N7c-154 N7c-155 N7c-156 N7c-158 N7c-159 N7c-161 N7c-162
// Cryptography: one-shot ciphers, hashes of all lengths, key derivation, certificates, revocation lists, and types found through facades.
using System.Formats.Asn1;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;

byte[] data = Encoding.UTF8.GetBytes("This is a sentence that is encrypted again and again."), vector = [.. Enumerable.Range(0, 16).Select(i => (byte)i)];
using (var aes = Aes.Create())
{
    aes.Key = [.. Enumerable.Range(0, 32).Select(i => (byte)(i * 7))];
    foreach (PaddingMode padding in (PaddingMode[])[PaddingMode.PKCS7, PaddingMode.ANSIX923, PaddingMode.Zeros, PaddingMode.None])
    {
        int whole = padding == PaddingMode.None ? 48 : data.Length;
        byte[] cbc = aes.EncryptCbc(data.AsSpan(0, whole), vector, padding), ecb = aes.EncryptEcb(data.AsSpan(0, whole), padding), cfb = aes.EncryptCfb(data.AsSpan(0, whole), vector, padding);
        var output = new byte[100];
        bool fits = aes.TryDecryptCbc(cbc, vector, output, out int written, padding), tooSmall = aes.TryDecryptCfb(cfb, vector, output.AsSpan(0, 10), out int none, padding);
        // Decrypted in place: input and output are the same memory.
        byte[] place = (byte[])cfb.Clone();
        int inPlace = aes.DecryptCfb(place, vector, place, padding);
        Console.WriteLine($"{padding} {Convert.ToHexString(cbc.AsSpan(0, 6))} {Convert.ToHexString(ecb.AsSpan(^4))} {Convert.ToHexString(cfb.AsSpan(^4))} {fits} {written} {tooSmall} {none} {inPlace} {place.AsSpan(0, whole).SequenceEqual(data.AsSpan(0, whole))} {aes.DecryptEcb(ecb, padding).Length}");
        ecb[^1] ^= 0x40;
        Console.WriteLine($"  damaged {Try(() => aes.DecryptEcb(ecb, padding).Length)} short {Try(() => aes.DecryptCbc(cbc.AsSpan(0, 15), vector, padding).Length)} vector {Try(() => aes.EncryptCbc(data, vector.AsSpan(1), padding).Length)}");
    }
    // As one call, as a stream, and again with the same transform.
    using ICryptoTransform transform = aes.CreateEncryptor(aes.Key, vector);
    byte[] first = transform.TransformFinalBlock(data, 0, data.Length), second = transform.TransformFinalBlock(data, 0, data.Length);
    Console.WriteLine($"{first.AsSpan().SequenceEqual(second)} {first.AsSpan().SequenceEqual(aes.EncryptCbc(data, vector))} {transform.CanReuseTransform}");
    using var gcm = new AesGcm(aes.Key, 16);
    byte[] cipher = new byte[data.Length], tag = new byte[16];
    gcm.Encrypt(vector.AsSpan(0, 12), data, cipher, tag, "extra"u8);
    Console.WriteLine($"{Convert.ToHexString(tag)} {Try(() => { gcm.Decrypt(vector.AsSpan(0, 12), cipher, tag, new byte[data.Length], "other"u8); return 0; })}");
}

foreach (string name in (string[])["MD5", "SHA1", "SHA256", "SHA384", "SHA512", "SHA224", "sha256", "", "none"])
{
    Console.WriteLine($"{name}: {Try(() => { using var hash = IncrementalHash.CreateHash(new HashAlgorithmName(name)); hash.AppendData(data); return $"{hash.HashLengthInBytes} {Convert.ToHexString(hash.GetHashAndReset())[..12]}"; })} "
        + $"{Try(() => Convert.ToHexString(CryptographicOperations.HashData(new HashAlgorithmName(name), data))[..12])} {Try(() => Convert.ToHexString(Rfc2898DeriveBytes.Pbkdf2("password"u8, "saltsalt"u8, 1000, new HashAlgorithmName(name), 20)))} {Try(() => Convert.ToHexString(HKDF.DeriveKey(new HashAlgorithmName(name), data, 8)))}");
}
#pragma warning disable SYSLIB0060
using (var derive = new Rfc2898DeriveBytes("password"u8.ToArray(), "saltsalt"u8.ToArray(), 1000, HashAlgorithmName.SHA256))
    Console.WriteLine($"{Convert.ToHexString(derive.GetBytes(7))}{Convert.ToHexString(derive.GetBytes(13))} {Convert.ToHexString(Rfc2898DeriveBytes.Pbkdf2("password", "saltsalt"u8, 1000, HashAlgorithmName.SHA256, 20))}");
#pragma warning restore SYSLIB0060
Console.WriteLine($"{Convert.ToHexString(SHA256.HashData(data)) == Convert.ToHexString(SHA256.Create().ComputeHash(data))} {SHA256.TryHashData(data, new byte[31], out int length)} {length} {HMACSHA512.HashData(vector, data).Length}");

using var rsa = RSA.Create(2048);
byte[] plain = [.. rsa.Decrypt(rsa.Encrypt(data, RSAEncryptionPadding.OaepSHA256), RSAEncryptionPadding.OaepSHA256)], signature = rsa.SignData(data, HashAlgorithmName.SHA256, RSASignaturePadding.Pss);
Console.WriteLine($"{plain.AsSpan().SequenceEqual(data)} {signature.Length} {rsa.VerifyData(data, signature, HashAlgorithmName.SHA256, RSASignaturePadding.Pss)} {rsa.VerifyData(vector, signature, HashAlgorithmName.SHA256, RSASignaturePadding.Pss)} {Try(() => rsa.SignData(data, new HashAlgorithmName("none"), RSASignaturePadding.Pkcs1).Length)}");
using (var imported = RSA.Create())
{
    imported.ImportFromPem(rsa.ExportEncryptedPkcs8PrivateKeyPem("pw", new PbeParameters(PbeEncryptionAlgorithm.Aes256Cbc, HashAlgorithmName.SHA256, 100)).Length > 100 ? rsa.ExportRSAPrivateKeyPem() : "");
    Console.WriteLine($"{imported.KeySize} {imported.ExportRSAPublicKey().AsSpan().SequenceEqual(rsa.ExportRSAPublicKey())}");
}

// Names, certificates and their extensions.
var builder = new X500DistinguishedNameBuilder();
builder.AddCommonName("Tests, \"quoted\" + more");
builder.AddOrganizationName("Celer");
builder.AddCountryOrRegion("CH");
builder.AddEmailAddress("a@example.org");
builder.Add("2.5.4.5", "12345", UniversalTagNumber.PrintableString);
X500DistinguishedName distinguished = builder.Build();
Console.WriteLine($"{distinguished.Name} | {distinguished.Format(false)} | {Convert.ToHexString(distinguished.RawData)[..24]} {Try(() => { new X500DistinguishedNameBuilder().AddCountryOrRegion("CHE"); return 0; })} {Try(() => { new X500DistinguishedNameBuilder().AddEmailAddress("é"); return 0; })} {string.Join('/', distinguished.EnumerateRelativeDistinguishedNames().Select(part => part.GetSingleElementType().Value))}");
using var issuerKey = ECDsa.Create(ECCurve.NamedCurves.nistP256);
var request = new CertificateRequest(distinguished, issuerKey, HashAlgorithmName.SHA256);
request.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, true, 3, true));
request.CertificateExtensions.Add(new X509KeyUsageExtension(X509KeyUsageFlags.KeyCertSign | X509KeyUsageFlags.CrlSign, true));
request.CertificateExtensions.Add(new X509SubjectKeyIdentifierExtension(request.PublicKey, false));
using X509Certificate2 issuer = request.CreateSelfSigned(new DateTimeOffset(2022, 1, 1, 0, 0, 0, default), new DateTimeOffset(2042, 1, 1, 0, 0, 0, default));
Console.WriteLine($"{issuer.RawDataMemory.Span.SequenceEqual(issuer.RawData)} {issuer.RawDataMemory.Equals(issuer.RawDataMemory)} {ReferenceEquals(issuer.RawData, issuer.RawData)} {issuer.Extensions.Count} {string.Join(' ', issuer.Extensions.Select(extension => $"{extension.Oid!.Value}:{extension.Critical}"))} {((X509BasicConstraintsExtension)issuer.Extensions[0]).PathLengthConstraint} {issuer.Subject == issuer.Issuer}");

// A revocation list: built, signed, loaded again.
var list = new CertificateRevocationListBuilder();
list.AddEntry([1, 2, 3], new DateTimeOffset(2022, 11, 8, 0, 0, 0, default), X509RevocationReason.KeyCompromise);
list.AddEntry([9], new DateTimeOffset(2022, 11, 9, 0, 0, 0, default));
byte[] crl = list.Build(issuer, 7, new DateTimeOffset(2023, 1, 1, 0, 0, 0, default), HashAlgorithmName.SHA256, thisUpdate: new DateTimeOffset(2022, 12, 1, 0, 0, 0, default));
var loaded = CertificateRevocationListBuilder.Load(crl, out System.Numerics.BigInteger listNumber, out int read);
Console.WriteLine($"{listNumber} {read == crl.Length} {loaded.RemoveEntry([9])} {loaded.RemoveEntry([9])} {loaded.RemoveEntry([1, 2, 3])} {Try(() => CertificateRevocationListBuilder.Load(crl.AsSpan(5).ToArray(), out _, out _))} {Try(() => { list.AddEntry([]); return 0; })} {Entries(crl)}");

// The former assemblies are facades: their types, also nested and generic arguments, come from the one that has them now.
foreach (string old in (string[])["Algorithms", "Csp", "Encoding", "OpenSsl", "Primitives", "X509Certificates", "Cng"])
{
    Assembly facade = Assembly.Load($"System.Security.Cryptography.{old}");
    Type[] forwarded = facade.GetForwardedTypes();
    Console.WriteLine($"{old}: {facade.GetTypes().Length} of its own, {forwarded.Length} forwarded to {string.Join(' ', forwarded.Select(type => type.Assembly.GetName().Name).Distinct().Order(StringComparer.Ordinal))}");
}
foreach (string name in (string[])[
    "System.Security.Cryptography.SHA256, System.Security.Cryptography.Algorithms", "System.Collections.Generic.List`1[[System.Security.Cryptography.ECCurve+ECCurveType, System.Security.Cryptography.Algorithms]], System.Collections",
    "System.Security.Cryptography.ECCurve+NamedCurves, System.Security.Cryptography.Algorithms", "System.Collections.Generic.Dictionary`2+Enumerator[[System.Int32, mscorlib],[System.String, netstandard]], mscorlib", "System.Security.Cryptography.Absent, System.Security.Cryptography.Algorithms", "System.Security.Cryptography.SHA256[], System.Security.Cryptography.Algorithms"])
    Console.WriteLine($"{Type.GetType(name)?.ToString() ?? "null"} {Type.GetType(name)?.Assembly.GetName().Name}");
// A library compiled against the facade: its reference to the type is followed when its method is compiled.
Type caller = Assembly.Load(CompiledAgainstFacade("System.Security.Cryptography.Algorithms", "SHA256")).GetType("Old")!;
Console.WriteLine($"{Convert.ToHexString((byte[])caller.GetMethod("Hash")!.Invoke(null, [data])!) == Convert.ToHexString(SHA256.HashData(data))}");
Type absent = Assembly.Load(CompiledAgainstFacade("System.Security.Cryptography.Primitives", "SHA256")).GetType("Old")!;
Console.WriteLine(Try(() => absent.GetMethod("Hash")!.Invoke(null, [data])));

/// `static class Old { public static byte[] Hash(byte[] data) => SHA256.HashData(data); }` with SHA256 referred to in `facade`.
static byte[] CompiledAgainstFacade(string facade, string type)
{
    var metadata = new MetadataBuilder();
    metadata.AddModule(0, metadata.GetOrAddString("old.dll"), metadata.GetOrAddGuid(new Guid(1, 2, 3, new byte[8])), default, default);
    metadata.AddAssembly(metadata.GetOrAddString("old-" + facade), new Version(1, 0, 0, 0), default, default, 0, default);
    AssemblyReferenceHandle Reference(string name) => metadata.AddAssemblyReference(metadata.GetOrAddString(name), new Version(6, 0, 0, 0), default, default, 0, default);
    TypeReferenceHandle baseType = metadata.AddTypeReference(Reference("System.Runtime"), metadata.GetOrAddString("System"), metadata.GetOrAddString("Object"));
    TypeReferenceHandle hash = metadata.AddTypeReference(Reference(facade), metadata.GetOrAddString("System.Security.Cryptography"), metadata.GetOrAddString(type));
    var signature = new BlobBuilder();
    new BlobEncoder(signature).MethodSignature().Parameters(1, result => result.Type().SZArray().Byte(), parameters => parameters.AddParameter().Type().SZArray().Byte());
    BlobHandle blob = metadata.GetOrAddBlob(signature);
    MemberReferenceHandle method = metadata.AddMemberReference(hash, metadata.GetOrAddString("HashData"), blob);
    var code = new BlobBuilder();
    var bodies = new MethodBodyStreamEncoder(code);
    var il = new InstructionEncoder(new BlobBuilder());
    il.LoadArgument(0);
    il.Call(method);
    il.OpCode(ILOpCode.Ret);
    int body = bodies.AddMethodBody(il);
    MethodDefinitionHandle definition = metadata.AddMethodDefinition(MethodAttributes.Public | MethodAttributes.Static, MethodImplAttributes.IL, metadata.GetOrAddString("Hash"), blob, body, default);
    metadata.AddTypeDefinition(0, default, metadata.GetOrAddString("<Module>"), default, MetadataTokens.FieldDefinitionHandle(1), definition);
    metadata.AddTypeDefinition(TypeAttributes.Public | TypeAttributes.Abstract | TypeAttributes.Sealed, default, metadata.GetOrAddString("Old"), baseType, MetadataTokens.FieldDefinitionHandle(1), definition);
    var image = new BlobBuilder();
    new ManagedPEBuilder(PEHeaderBuilder.CreateLibraryHeader(), new MetadataRootBuilder(metadata), code).Serialize(image);
    return image.ToArray();
}

/// The serial numbers in a revocation list.
static string Entries(byte[] crl)
{
    AsnReader signed = new AsnReader(crl, AsnEncodingRules.DER).ReadSequence().ReadSequence();
    signed.ReadInteger();
    signed.ReadSequence();
    signed.ReadSequence();
    signed.ReadUtcTime();
    signed.ReadUtcTime();
    AsnReader entries = signed.ReadSequence();
    var numbers = new List<string>();
    while (entries.HasData)
    {
        AsnReader entry = entries.ReadSequence();
        numbers.Add($"{Convert.ToHexString(entry.ReadIntegerBytes().Span)} {entry.ReadUtcTime():yyyyMMdd} {entry.HasData}");
    }
    return string.Join(", ", numbers);
}

static string Try<T>(Func<T> action)
{
    try
    {
        return $"{action()}";
    }
    catch (Exception e)
    {
        return e.GetType().Name + (e.InnerException is { } inner ? $"({inner.GetType().Name})" : "");
    }
}
