// rows: N5-171 N5-172 N5-173 N5-180 N5-182 N5-184 N5-186 N5-187 N5-188 N5-189 N5-191 N5-192 N5-195 N5-197 N5-205
// Corners of the class library from which allocations were removed, and small interfaces that came new.
using System.Data.SqlTypes;
using System.IO.Enumeration;
using System.Linq.Expressions;
using System.Net.Http;
using System.Net.Mail;
using System.Net.NetworkInformation;
using System.Numerics;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using System.Text.Json;
using System.Web;
using System.Xml;

static class Program
{
    static async Task Main()
    {
        Matrices();
        Cryptography();
        Decimals();
        Addresses();
        Files();

        var content = new ByteArrayContent("0123456789"u8.ToArray(), 2, 5);
        using (Stream stream = await content.ReadAsStreamAsync())
            Console.WriteLine($"content: {content.Headers.ContentLength} {stream.Length} {stream.CanWrite} {new StreamReader(stream).ReadToEnd()} {await content.ReadAsStringAsync()}");

        Console.WriteLine($"XML: {XmlConvert.ToBoolean(" \n true\t ")} {XmlConvert.ToDouble("  1.5\r\n"):R} {XmlConvert.VerifyTOKEN("a b")} {XmlConvert.EncodeName("a b<c")} {XmlConvert.DecodeName("a_x0020_b")} {XmlConvert.ToString(TimeSpan.FromHours(25))}");
        XmlReader reader = XmlReader.Create(new StringReader("<a> <b>\t 12 \n</b> <c xml:space='preserve'> </c></a>"), new XmlReaderSettings { IgnoreWhitespace = true });
        reader.ReadToFollowing("b");
        Console.WriteLine($"element: {reader.ReadElementContentAsInt()} {reader.NodeType} {reader.Name}");
        byte[] spaced = "<a><b> AQ ID\n BA== </b><c>\t0A 0b\r\n</c><d> 00112233-4455-6677-8899-aabbccddeeff </d></a>"u8.ToArray();
        foreach (XmlDictionaryReader dictionary in (XmlDictionaryReader[])[XmlDictionaryReader.CreateTextReader(spaced, XmlDictionaryReaderQuotas.Max), XmlDictionaryReader.CreateDictionaryReader(XmlReader.Create(new MemoryStream(spaced)))])
        {
            dictionary.ReadToFollowing("b");
            Console.Write($"spaced: {Convert.ToHexString(dictionary.ReadElementContentAsBase64())} ");
            Console.Write($"{Convert.ToHexString(dictionary.ReadElementContentAsBinHex())} ");
            Console.WriteLine(dictionary.ReadElementContentAsGuid());
        }

        Console.WriteLine($"encoded: {HttpUtility.UrlEncode("a b&é+/")} {HttpUtility.UrlDecode("a+b%26%C3%A9%u00e9%zz")} {HttpUtility.HtmlEncode("<a href='x'>&é\u0160")} {HttpUtility.HtmlDecode("&lt;&eacute;&#233;&#x41;&unknown;")} "
            + $"{HttpUtility.JavaScriptStringEncode("a\"b\n<", true)} {HttpUtility.UrlPathEncode("a b/é?c d")} {HttpUtility.ParseQueryString("a=1&b=2&a=3")} {HttpUtility.HtmlAttributeEncode("\"<>&'")}");

        var camel = new JsonSerializerOptions { PropertyNamingPolicy = JsonNamingPolicy.CamelCase };
        Console.WriteLine($"camel: {string.Join(" ", new[] { "Name", "URLValue", "ID", "already", "X", "", "A B", "ÉCOLE", "IO Stream" }.Select(JsonNamingPolicy.CamelCase.ConvertName))} {JsonSerializer.Serialize(new { FirstName = 1, URL = "u" }, camel)}");
        Console.WriteLine($"joined: {string.Concat("a", null, 'b', 5)} {$"{1}{"x"}{null}{2.5}"} {"a" + 'b' + 1 + null + true}");
    }

    static void Matrices()
    {
        Matrix3x2 small = Matrix3x2.CreateRotation(0.5f), other = Matrix3x2.CreateRotation(0.6f);
        Matrix4x4 large = Matrix4x4.CreateRotationX(0.5f);
        Matrix4x4 transposed = Matrix4x4.Transpose(large);
        // Of a hundred, nearly all must have hash codes of their own.
        int distinct3 = Enumerable.Range(0, 100).Select(i => Matrix3x2.CreateScale(i, 100 - i).GetHashCode()).Distinct().Count();
        int distinct4 = Enumerable.Range(0, 100).Select(i => Matrix4x4.CreateTranslation(i, -i, i * 2).GetHashCode()).Distinct().Count();
        Console.WriteLine($"matrices: {small.GetHashCode() == Matrix3x2.CreateRotation(0.5f).GetHashCode()} {small.Equals(other)} {large.Equals(Matrix4x4.CreateRotationX(0.5f))} {large == transposed} {distinct3 > 95} {distinct4 > 95} {large.GetDeterminant():F3} {small.M12:F4}");
    }

    static void Cryptography()
    {
        byte[] data = [.. Enumerable.Range(0, 200).Select(i => (byte)i)];
        Console.WriteLine($"hashes: {Convert.ToHexString(SHA256.HashData(data))[..16]} {Convert.ToHexString(HMACSHA1.HashData(data, data))[..16]} {Convert.ToHexString(Rfc2898DeriveBytes.Pbkdf2("pw", data, 10, HashAlgorithmName.SHA256, 16))}");
#pragma warning disable SYSLIB0021, SYSLIB0045
        foreach (string name in (string[])["SHA256", "System.Security.Cryptography.SHA512", "MD5", "RSA", "http://www.w3.org/2001/04/xmlenc#sha256", "2.16.840.1.101.3.4.2.1", "Absent"])
            Console.Write($"{name}: {CryptoConfig.CreateFromName(name)?.GetType().BaseType?.Name ?? "null"}, ");
#pragma warning restore SYSLIB0021, SYSLIB0045
        Console.WriteLine($"{CryptoConfig.MapNameToOID("SHA1")}");

        using var key = RSA.Create(2048);
        var request = new CertificateRequest("CN=Test, O=\"Some, Name\"", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName("example.org");
        names.AddIpAddress(System.Net.IPAddress.Loopback);
        request.CertificateExtensions.Add(names.Build());
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, true, 3, true));
        request.CertificateExtensions.Add(new X509KeyUsageExtension(X509KeyUsageFlags.DigitalSignature | X509KeyUsageFlags.KeyCertSign, true));
        request.CertificateExtensions.Add(new X509Extension("1.2.3.4", [1, 2, 0xAB], false));
        using X509Certificate2 certificate = request.Create(request.SubjectName, X509SignatureGenerator.CreateForRSA(key, RSASignaturePadding.Pkcs1), DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch.AddYears(100), [1, 2, 3]);
        foreach (X509Extension extension in certificate.Extensions)
            Console.WriteLine($"extension: {extension.Oid!.Value} {extension.Format(false)} | {extension.Format(true).Replace("\n", "/")}");
        using X509Certificate2 own = certificate.CopyWithPrivateKey(key);
        using X509Certificate2 back = X509CertificateLoader.LoadPkcs12(own.Export(X509ContentType.Pkcs12, "pw"), "pw");
        Console.WriteLine($"certificate: {back.HasPrivateKey} {back.SerialNumber} {back.Subject} {back.ToString().Contains("[Subject]")} {back.ToString(true).Length > back.ToString().Length} {back.GetRSAPrivateKey()!.KeySize}");
    }

    static void Decimals()
    {
        Span<int> parts = stackalloc int[4];
        foreach (decimal d in (decimal[])[0, 1.50m, -79228162514264337593543950335m, 0.0000000000000000000000000001m])
        {
            bool got = decimal.TryGetBits(d, parts, out int count);
            Console.Write($"{got} {count} {parts[0]:X} {parts[2]:X} {parts[3]:X} {new decimal(parts) == d} {new decimal(decimal.GetBits(d).AsSpan())}, ");
        }
        Console.WriteLine($"{decimal.TryGetBits(1, parts[..3], out int none)} {none}");
        try
        {
            _ = new decimal([0, 0, 0, 0x7F000000]);
        }
        catch (ArgumentException e)
        {
            Console.WriteLine(e.GetType().Name);
        }
        SqlDecimal a = new(123.45m), b = SqlDecimal.Parse("-99999999999999999999999999999999999999");
        Console.WriteLine($"SQL: {a * a} {a / new SqlDecimal(7)} {b} {SqlDecimal.Abs(b).Precision} {SqlDecimal.Round(a, 1)} {SqlDecimal.Truncate(a, 0)} {(a + SqlDecimal.Null).IsNull} {SqlDecimal.ConvertToPrecScale(a, 10, 4)} {SqlDecimal.Power(a, 2)} {a.Data[0]} {a > b}");
        Console.WriteLine($"big: {new BigInteger(1234567890123456789012m)} {(decimal)BigInteger.Pow(10, 28)} {(BigInteger)(-0.9m)} {Expression.Lambda<Func<decimal>>(Expression.Constant(-12.5m)).Compile()()}");
    }

    static void Addresses()
    {
        foreach (string text in (string[])["a@example.org", "\"Some One\" <a.b@example.org>", "no address", "", "a@", "a b@example.org"])
            Console.Write($"{MailAddress.TryCreate(text, out MailAddress? address)} {address?.User} {address?.DisplayName}, ");
        Console.WriteLine();
        foreach (string text in (string[])["00-11-22-33-44-55", "001122334455", "0011.2233.4455", "00:11:22:33:44:55", "00-11-2", "zz-11-22-33-44-55", "", "F0:E1"])
            Console.Write($"{PhysicalAddress.TryParse(text.AsSpan(), out PhysicalAddress? address)} {address}, ");
        Console.WriteLine();
    }

    static void Files()
    {
        string folder = Directory.CreateTempSubdirectory("n5-odds").FullName;
        try
        {
            Directory.CreateDirectory(Path.Combine(folder, "sub", "deeper"));
            foreach (string name in (string[])["a.txt", "b.TXT", "c.dat", "sub/d.txt", "sub/deeper/e.txt"])
                File.WriteAllText(Path.Combine(folder, name), name);
            Console.WriteLine($"files: {string.Join(" ", Directory.EnumerateFiles(folder, "*.txt", SearchOption.AllDirectories).Select(path => Path.GetRelativePath(folder, path)).Order(StringComparer.Ordinal))} "
                + $"{Directory.GetFiles(folder, "?.*", new EnumerationOptions { MatchCasing = MatchCasing.CaseInsensitive }).Length} {FileSystemName.MatchesSimpleExpression("*.t?t", "x.tXt")} {new DirectoryInfo(folder).EnumerateFileSystemInfos().Count()}");
            var lengths = new FileSystemEnumerable<long>(folder, (ref FileSystemEntry entry) => entry.Length, new EnumerationOptions { RecurseSubdirectories = true }) { ShouldIncludePredicate = (ref FileSystemEntry entry) => !entry.IsDirectory };
            Console.WriteLine($"lengths: {lengths.Sum()} {Path.GetFullPath(Path.Combine(folder, "sub", "..", "a.txt")) == Path.Combine(folder, "a.txt")} {File.Exists(Path.Combine(folder, "absent"))}");
        }
        finally
        {
            Directory.Delete(folder, true);
        }
        Console.WriteLine($"split: {string.Join("|", "a b\tc".Split())} {string.Join("|", "a,b;c".Split(',', ';'))} {string.Join("|", "a--b".Split("--"))} {string.Join("|", "aXbYc".Split(["X", "Y"], StringSplitOptions.None))} {string.Join("|", "abc".Split((char[]?)null))}");
    }
}
