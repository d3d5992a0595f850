// rows: N7c-068 N7c-069 N7c-074 N7c-075 N7c-076 N7c-077 N7c-085 N7c-090 N7c-109
// TLS over loopback: handshakes that resume, protocols agreed on by ALPN, reads and writes of both kinds; authentication tokens.
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256);
var names = new SubjectAlternativeNameBuilder();
names.AddDnsName("localhost");
request.CertificateExtensions.Add(names.Build());
using X509Certificate2 made = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(30));
using X509Certificate2 certificate = X509CertificateLoader.LoadPkcs12(made.Export(X509ContentType.Pkcs12, "secret"), "secret");
SslStreamCertificateContext context = SslStreamCertificateContext.Create(certificate, null);

// One connection serves many sessions; each is new or resumed, and all work alike.
foreach (SslProtocols protocol in (SslProtocols[])[SslProtocols.None, SslProtocols.Tls12, SslProtocols.Tls13])
{
    foreach (bool resume in (bool[])[true, false])
    {
        (NetworkStream client, NetworkStream server) = Connect();
        var texts = new HashSet<string>();
        for (int i = 0; i < 6; i++)
        {
            (SslStream secureClient, SslStream secureServer) = await Authenticate(client, server, new() { EnabledSslProtocols = protocol, AllowTlsResume = resume }, new() { AllowTlsResume = resume });
            var buffer = new byte[1];
            await secureClient.WriteAsync(new byte[] { (byte)i });
            int there = await secureServer.ReadAsync(buffer) + buffer[0];
            await secureServer.WriteAsync(new byte[] { (byte)(i * 2) });
            int back = await secureClient.ReadAsync(buffer) + buffer[0];
            texts.Add($"{secureClient.SslProtocol} {secureServer.SslProtocol} {secureClient.IsEncrypted} {secureClient.IsMutuallyAuthenticated} {secureServer.IsServer} {there - i} {back - 2 * i} {secureClient.RemoteCertificate!.Subject} {secureServer.NegotiatedCipherSuite == secureClient.NegotiatedCipherSuite}");
            secureClient.Dispose();
            secureServer.Dispose();
        }
        Console.WriteLine($"{protocol} resume {resume}: {string.Join(" / ", texts)}");
    }
}

// ALPN: the protocol both know, cached values or not, and lists longer than what is kept on the stack.
string[][] offers = [["h2", "http/1.1"], ["http/1.1"], ["h3", "h2"], ["odd-protocol"], [], [.. Enumerable.Range(0, 30).Select(i => $"protocol-number-{i}"), "h2"]];
foreach (string[] offer in offers)
{
    foreach (string[] known in (string[][])[["h2", "http/1.1"], ["http/1.1", "h2"], ["odd-protocol", "h3"]])
    {
        (NetworkStream client, NetworkStream server) = Connect();
        string result;
        try
        {
            (SslStream secureClient, SslStream secureServer) = await Authenticate(client, server, new() { ApplicationProtocols = Protocols(offer) }, new() { ApplicationProtocols = Protocols(known) });
            result = $"'{secureClient.NegotiatedApplicationProtocol}' {secureClient.NegotiatedApplicationProtocol == secureServer.NegotiatedApplicationProtocol} {secureClient.NegotiatedApplicationProtocol == SslApplicationProtocol.Http2}";
            secureClient.Dispose();
            secureServer.Dispose();
        }
        catch (Exception e) when (e is AuthenticationException or IOException)
        {
            result = "none agreed on";
        }
        client.Dispose();
        server.Dispose();
        Console.WriteLine($"{offer.Length} offered, first {offer.FirstOrDefault()}, {known[0]} known: {result}");
    }
}
Console.WriteLine($"{SslApplicationProtocol.Http11} {new SslApplicationProtocol("h2") == SslApplicationProtocol.Http2} {SslApplicationProtocol.Http3.Protocol.Length} {Throws(() => new SslApplicationProtocol(new string('x', 256)))} {Throws(() => new SslApplicationProtocol(""))}");

// Pending reads, synchronous and asynchronous, of all sizes.
{
    (NetworkStream client, NetworkStream server) = Connect();
    (SslStream secureClient, SslStream secureServer) = await Authenticate(client, server, new(), new());
    var buffer = new byte[1];
    int total = 0, pending = 0;
    for (int i = 0; i < 300; i++)
    {
        ValueTask<int> read = secureClient.ReadAsync(buffer);
        pending += read.IsCompleted ? 0 : 1;
        await secureServer.WriteAsync(new byte[] { (byte)i });
        total += await read + buffer[0];
    }
    Console.WriteLine($"read {total} pending {pending}");
    foreach (int size in (int[])[0, 1, 16_383, 16_384, 16_385, 200_000])
    {
        byte[] data = new byte[size], received = new byte[size];
        new Random(size).NextBytes(data);
        Task sending = Task.Run(() => { secureClient.Write(data, 0, size); secureClient.Flush(); });
        int split = size / 3;
        secureServer.ReadExactly(received.AsSpan(0, split));
        await secureServer.ReadExactlyAsync(received.AsMemory(split));
        await sending;
        Console.WriteLine($"{size} {received.AsSpan().SequenceEqual(data)}");
    }
    using (var source = new CancellationTokenSource())
    {
        ValueTask<int> read = secureClient.ReadAsync(buffer, source.Token);
        Console.Write($"{Throws(() => secureClient.Read(buffer, 0, 1))} ");
        source.Cancel();
        Console.WriteLine(await Try(async () => await read));
    }
    await secureServer.ShutdownAsync();
    server.Dispose();
    Console.WriteLine($"{await Try(async () => await secureServer.ReadAsync(buffer))}");
}

// What a client refuses.
{
    (NetworkStream client, NetworkStream server) = Connect();
    Task<string> serving = Try(async () => { await new SslStream(server).AuthenticateAsServerAsync(new SslServerAuthenticationOptions { ServerCertificateContext = context }); return 0; });
    SslPolicyErrors seen = default;
    string refused = await Try(async () =>
    {
        await new SslStream(client).AuthenticateAsClientAsync(new SslClientAuthenticationOptions { TargetHost = "elsewhere", RemoteCertificateValidationCallback = (_, _, _, errors) => { seen = errors; return false; } });
        return 0;
    });
    client.Dispose();
    await serving;
    Console.WriteLine($"{refused} {seen}");
}

// Tokens by the class that the older streams now use. Which packages a machine has differs, so only refusals are compared.
using (var authentication = new NegotiateAuthentication(new NegotiateAuthenticationClientOptions { Package = "NoSuchPackage", Credential = new NetworkCredential("user", "password"), TargetName = "HTTP/localhost" }))
{
    byte[]? blob = authentication.GetOutgoingBlob(ReadOnlySpan<byte>.Empty, out NegotiateAuthenticationStatusCode status);
    Console.WriteLine($"{blob is null} {status} {authentication.IsAuthenticated} {authentication.IsServer} {authentication.Package} {Throws(() => authentication.RemoteIdentity)}");
}

async Task<(SslStream, SslStream)> Authenticate(Stream client, Stream server, SslClientAuthenticationOptions forClient, SslServerAuthenticationOptions forServer)
{
    forClient.TargetHost = "localhost";
    forClient.RemoteCertificateValidationCallback = delegate { return true; };
    forServer.ServerCertificateContext = context;
    var secureClient = new SslStream(client, leaveInnerStreamOpen: true);
    var secureServer = new SslStream(server, leaveInnerStreamOpen: true);
    await Task.WhenAll(secureClient.AuthenticateAsClientAsync(forClient), secureServer.AuthenticateAsServerAsync(forServer));
    return (secureClient, secureServer);
}

static List<SslApplicationProtocol> Protocols(string[] names) => [.. names.Select(name => new SslApplicationProtocol(name))];

static (NetworkStream, NetworkStream) Connect()
{
    using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
    listener.Listen(1);
    var client = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
    client.Connect(listener.LocalEndPoint!);
    Socket server = listener.Accept();
    server.NoDelay = true;
    return (new NetworkStream(client, ownsSocket: true), new NetworkStream(server, ownsSocket: true));
}

static async Task<string> Try<T>(Func<Task<T>> action)
{
    try
    {
        return $"{await action()}";
    }
    catch (Exception e)
    {
        return e.GetType().Name;
    }
}

static string Throws<T>(Func<T> action)
{
    try
    {
        return $"{action()}";
    }
    catch (Exception e)
    {
        return e.GetType().Name;
    }
}
