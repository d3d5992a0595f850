// rows: N7c-071 N7c-072
// OCSP stapling over loopback: the server fetches the state of its certificate and staples it, so that the client asks nobody.
using System.Formats.Asn1;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;

using var responder = new Responder();
using var authorityKey = ECDsa.Create(ECCurve.NamedCurves.nistP256);
var authorityRequest = new CertificateRequest("CN=Test Authority", authorityKey, HashAlgorithmName.SHA256);
authorityRequest.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, false, 0, true));
authorityRequest.CertificateExtensions.Add(new X509KeyUsageExtension(X509KeyUsageFlags.KeyCertSign | X509KeyUsageFlags.CrlSign | X509KeyUsageFlags.DigitalSignature, true));
authorityRequest.CertificateExtensions.Add(new X509SubjectKeyIdentifierExtension(authorityRequest.PublicKey, false));
using X509Certificate2 authority = authorityRequest.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-2), DateTimeOffset.UtcNow.AddDays(20));
responder.Authority = authority;

foreach (bool revoked in (bool[])[false, true])
{
    responder.Revoked = revoked;
    responder.Asked = 0;
    using X509Certificate2 certificate = Leaf(authority, responder.Address, (byte)(revoked ? 2 : 1));
    SslStreamCertificateContext context = SslStreamCertificateContext.Create(certificate, [authority], offline: false);
    // The answer is fetched in the background after the context is made.
    for (int i = 0; i < 500 && responder.Asked == 0; i++)
        await Task.Delay(10);
    string last = "";
    for (int i = 0; i < 100; i++)
    {
        last = await Connect(context, authority);
        if (last.Contains("stapled"))
            break;
        await Task.Delay(20);
    }
    Console.WriteLine($"revoked {revoked}: {last}, responder asked {responder.Asked > 0}");
}

// Without it the client, which may not ask, cannot know.
responder.Asked = 0;
using (X509Certificate2 certificate = Leaf(authority, responder.Address, 3))
    Console.WriteLine($"nothing stapled: {await Connect(SslStreamCertificateContext.Create(certificate, [authority], offline: true), authority)}, responder asked {responder.Asked > 0}");

static X509Certificate2 Leaf(X509Certificate2 authority, string address, byte serial)
{
    using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
    var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256);
    var names = new SubjectAlternativeNameBuilder();
    names.AddDnsName("localhost");
    request.CertificateExtensions.Add(names.Build());
    request.CertificateExtensions.Add(new X509BasicConstraintsExtension(false, false, 0, true));
    request.CertificateExtensions.Add(new X509AuthorityInformationAccessExtension([address], null));
    request.CertificateExtensions.Add(X509AuthorityKeyIdentifierExtension.CreateFromCertificate(authority, true, false));
    using X509Certificate2 made = request.Create(authority, DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(10), [serial]);
    using X509Certificate2 whole = made.CopyWithPrivateKey(key);
    return X509CertificateLoader.LoadPkcs12(whole.Export(X509ContentType.Pkcs12, "p"), "p");
}

static async Task<string> Connect(SslStreamCertificateContext context, X509Certificate2 authority)
{
    using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
    listener.Listen(1);
    using var client = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    client.Connect(listener.LocalEndPoint!);
    using var secureServer = new SslStream(new NetworkStream(listener.Accept(), true));
    using var secureClient = new SslStream(new NetworkStream(client, true));
    string result = "";
    var policy = new X509ChainPolicy
    {
        TrustMode = X509ChainTrustMode.CustomRootTrust, RevocationMode = X509RevocationMode.Offline, RevocationFlag = X509RevocationFlag.EndCertificateOnly,
        DisableCertificateDownloads = true,
    };
    policy.CustomTrustStore.Add(authority);
    Task serving = secureServer.AuthenticateAsServerAsync(new SslServerAuthenticationOptions { ServerCertificateContext = context });
    try
    {
        await secureClient.AuthenticateAsClientAsync(new SslClientAuthenticationOptions
        {
            TargetHost = "localhost",
            CertificateChainPolicy = policy,
            RemoteCertificateValidationCallback = (_, _, chain, errors) =>
            {
                X509ChainStatusFlags all = chain!.ChainStatus.Aggregate(X509ChainStatusFlags.NoError, (flags, status) => flags | status.Status);
                result = $"{errors} {all}{((all & (X509ChainStatusFlags.RevocationStatusUnknown | X509ChainStatusFlags.OfflineRevocation)) == 0 ? ", stapled" : "")}";
                return true;
            },
        });
        await serving;
    }
    catch (Exception e)
    {
        result = e.GetType().Name;
    }
    return result;
}

/// Answers each question about a certificate of its authority, by HTTP.
sealed class Responder : IDisposable
{
    readonly TcpListener listener = new(IPAddress.Loopback, 0);
    public volatile int Asked;
    public volatile bool Revoked;
    public X509Certificate2? Authority;

    public Responder()
    {
        listener.Start();
        Task.Run(Accept);
    }

    public string Address => $"http://127.0.0.1:{((IPEndPoint)listener.LocalEndpoint).Port}/";
    public void Dispose() => listener.Dispose();

    async Task Accept()
    {
        try
        {
            while (true)
            {
                using TcpClient client = await listener.AcceptTcpClientAsync();
                try
                {
                    await Answer(client.GetStream());
                }
                catch (IOException)
                {
                }
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
        }
    }

    async Task Answer(NetworkStream stream)
    {
        var head = new List<byte>();
        while (head.Count < 4 || !head[^4..].SequenceEqual("\r\n\r\n"u8.ToArray()))
        {
            int next = stream.ReadByte();
            if (next < 0)
                return;
            head.Add((byte)next);
        }
        string[] lines = Encoding.ASCII.GetString([.. head]).Split("\r\n");
        byte[] question;
        if (lines[0].StartsWith("GET"))
            question = Convert.FromBase64String(Uri.UnescapeDataString(lines[0].Split(' ')[1].TrimStart('/')));
        else
        {
            question = new byte[int.Parse(lines.First(line => line.StartsWith("Content-Length:", StringComparison.OrdinalIgnoreCase))[15..])];
            await stream.ReadExactlyAsync(question);
        }
        byte[] response = Respond(question);
        await stream.WriteAsync(Encoding.ASCII.GetBytes($"HTTP/1.1 200 OK\r\nContent-Type: application/ocsp-response\r\nContent-Length: {response.Length}\r\nConnection: close\r\n\r\n").Concat(response).ToArray());
        Asked++;
    }

    /// RFC 6960: the state of the one certificate that is asked for, signed by the authority itself.
    byte[] Respond(byte[] question)
    {
        AsnReader request = new AsnReader(question, AsnEncodingRules.DER).ReadSequence().ReadSequence();
        byte[] id = request.ReadSequence().ReadSequence().ReadEncodedValue().ToArray();
        var data = new AsnWriter(AsnEncodingRules.DER);
        using (data.PushSequence())
        {
            using (data.PushSequence(new Asn1Tag(TagClass.ContextSpecific, 1)))
                data.WriteEncodedValue(Authority!.SubjectName.RawData);
            data.WriteGeneralizedTime(DateTimeOffset.UtcNow.AddMinutes(-10), true);
            using (data.PushSequence())
            using (data.PushSequence())
            {
                data.WriteEncodedValue(id);
                if (Revoked)
                {
                    using (data.PushSequence(new Asn1Tag(TagClass.ContextSpecific, 1)))
                        data.WriteGeneralizedTime(DateTimeOffset.UtcNow.AddDays(-1), true);
                }
                else
                {
                    data.WriteNull(new Asn1Tag(TagClass.ContextSpecific, 0));
                }
                data.WriteGeneralizedTime(DateTimeOffset.UtcNow.AddMinutes(-10), true);
                using (data.PushSequence(new Asn1Tag(TagClass.ContextSpecific, 0)))
                    data.WriteGeneralizedTime(DateTimeOffset.UtcNow.AddDays(1), true);
            }
        }
        byte[] signed = data.Encode();
        using ECDsa key = Authority.GetECDsaPrivateKey()!;
        var basic = new AsnWriter(AsnEncodingRules.DER);
        using (basic.PushSequence())
        {
            basic.WriteEncodedValue(signed);
            using (basic.PushSequence())
                basic.WriteObjectIdentifier("1.2.840.10045.4.3.2"); // ECDSA with SHA-256
            basic.WriteBitString(key.SignData(signed, HashAlgorithmName.SHA256, DSASignatureFormat.Rfc3279DerSequence));
        }
        var response = new AsnWriter(AsnEncodingRules.DER);
        using (response.PushSequence())
        {
            response.WriteEnumeratedValue(Status.Successful);
            using (response.PushSequence(new Asn1Tag(TagClass.ContextSpecific, 0)))
            using (response.PushSequence())
            {
                response.WriteObjectIdentifier("1.3.6.1.5.5.7.48.1.1");
                response.WriteOctetString(basic.Encode());
            }
        }
        return response.Encode();
    }

    enum Status { Successful }
}
