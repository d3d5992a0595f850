// include: row.part
// include: ../told.part
// include: bench.part
// include: n7c-text.part
// Networking of the .NET 7 inventory, part 3. Sockets stay on the loopback device.
using System.Net;
using System.Net.Http;
using System.Net.Security;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Security.Authentication;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using BenchmarkDotNet.Attributes;

namespace N7c.Networking;

[Row("B7c-16", "N7c-067")]
public class SocketAddresses
{
    readonly SocketAddress first = new IPEndPoint(IPAddress.Parse("123.123.123.123"), 80).Serialize();
    readonly SocketAddress second = new IPEndPoint(IPAddress.Parse("123.123.123.123"), 80).Serialize();

    [Benchmark]
    public bool Equals_Same() => first.Equals(second);
}

/// Two ends of a TCP connection, and what both need for TLS.
static class Tls
{
    public static (NetworkStream Client, NetworkStream Server) Connect()
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

    public static SslStreamCertificateContext ServerContext()
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        using X509Certificate2 certificate = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(30));
        byte[] pkcs12 = certificate.Export(X509ContentType.Pkcs12, "testcertificate");
        return SslStreamCertificateContext.Create(X509CertificateLoader.LoadPkcs12(pkcs12, "testcertificate"), null);
    }

    public static Task Authenticate(SslStream client, SslStream server, SslStreamCertificateContext context) => Task.WhenAll(
        client.AuthenticateAsClientAsync(new SslClientAuthenticationOptions { TargetHost = "localhost", EnabledSslProtocols = SslProtocols.None }),
        server.AuthenticateAsServerAsync(new SslServerAuthenticationOptions { ServerCertificateContext = context, EnabledSslProtocols = SslProtocols.None }));

    public static SslStream Client(Stream inner) => new(inner, leaveInnerStreamOpen: true, delegate { return true; });
}

[Row("B7c-17", "N7c-068", "N7c-069", "N7c-074")]
public class TlsHandshake
{
    readonly byte[] clientBuffer = new byte[1], serverBuffer = new byte[1];
    readonly SslStreamCertificateContext context = Tls.ServerContext();
    NetworkStream client = null!, server = null!;

    [GlobalSetup]
    public void Setup() => (client, server) = Tls.Connect();

    [GlobalCleanup]
    public void Cleanup()
    {
        client.Dispose();
        server.Dispose();
    }

    [Benchmark]
    public async Task<int> Handshake()
    {
        using SslStream secureClient = Tls.Client(client);
        using var secureServer = new SslStream(server, leaveInnerStreamOpen: true);
        await Tls.Authenticate(secureClient, secureServer, context);
        clientBuffer[0] = 1;
        await secureClient.WriteAsync(clientBuffer);
        int read = await secureServer.ReadAsync(serverBuffer);
        serverBuffer[0] += 2;
        await secureServer.WriteAsync(serverBuffer);
        read += await secureClient.ReadAsync(clientBuffer);
        return read * 10 + clientBuffer[0];
    }
}

[Row("B7c-18", "N7c-085", "N7c-083", "N7c-090")]
public class TlsReadWrite
{
    const int Operations = 1_000;
    readonly byte[] clientBuffer = new byte[1], serverBuffer = new byte[1];
    NetworkStream client = null!, server = null!;
    SslStream secureClient = null!, secureServer = null!;

    [GlobalSetup]
    public async Task Setup()
    {
        (client, server) = Tls.Connect();
        secureClient = Tls.Client(client);
        secureServer = new SslStream(server, leaveInnerStreamOpen: true);
        await Tls.Authenticate(secureClient, secureServer, Tls.ServerContext());
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        secureClient.Dispose();
        secureServer.Dispose();
        client.Dispose();
        server.Dispose();
    }

    [Benchmark]
    public async Task<int> ReadWriteAsync()
    {
        int total = 0;
        for (int i = 0; i < Operations; i++)
        {
            ValueTask<int> read = secureClient.ReadAsync(clientBuffer);
            serverBuffer[0] = (byte)i;
            await secureServer.WriteAsync(serverBuffer);
            total += await read + clientBuffer[0];
        }
        return total;
    }
}

[Row("B7c-19", "N7c-093")]
public class SpanSearch
{
    // As in the inventory's book, the last twenty thousand characters have neither of the two.
    readonly string text = GeneratedText.Make(570_000, 1661) + ";" + GeneratedText.Make(20_000, 1662, semicolons: false);

    [Benchmark]
    public int LastIndexOfAny() => text.AsSpan().LastIndexOfAny(';', '_');
}

[Row("B7c-20", "N7c-095", "N7c-096", "N7c-097")]
public class ResponseHeaders
{
    static readonly string[] Names =
        ["Access-Control-Allow-Credentials", "Access-Control-Allow-Origin", "Cache-Control", "Connection", "Date", "Server"];

    [Benchmark]
    public int GetHeaders()
    {
        var headers = new HttpResponseMessage().Headers;
        foreach (string name in Names)
            headers.TryAddWithoutValidation(name, name);
        return headers.NonValidated.Count;
    }
}

[Row("B7c-21", "N7c-101", "N7c-102")]
public class ProxyBypass
{
    readonly WebProxy proxy = new("http://doesntexist", BypassOnLocal: false, [@"\.microsoft\.com", @"\.dot\.net", @"\.bing\.com"]);
    readonly Uri destination = new("https://docs.microsoft.com");

    [Benchmark]
    public bool IsBypassed() => proxy.IsBypassed(destination);
}

[Row("B7c-22", "N7c-103")]
public class HtmlDecoding
{
    readonly string encoded = WebUtility.HtmlEncode("""
        Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua.
        Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea commodo consequat.
        Duis aute irure dolor in reprehenderit in voluptate velit esse cillum dolore eu fugiat nulla pariatur.
        Excepteur sint occaecat cupidatat non proident, sunt in culpa qui officia deserunt mollit anim id est laborum.
        """);

    [Benchmark]
    public string HtmlDecode() => WebUtility.HtmlDecode(encoded);
}

[Row("B7c-23", "N7c-107")]
public unsafe class StructureFromPointer
{
    struct SimpleType
    {
        public int First;
        public int Second;
    }

    nint memory;

    [GlobalSetup]
    public void Setup()
    {
        memory = Marshal.AllocHGlobal(sizeof(SimpleType));
        Marshal.StructureToPtr(new SimpleType { First = 42, Second = 84 }, memory, fDeleteOld: false);
    }

    [GlobalCleanup]
    public void Cleanup() => Marshal.FreeHGlobal(memory);

    [Benchmark(Baseline = true)]
    public int PtrToStructure()
    {
        SimpleType value = Marshal.PtrToStructure<SimpleType>(memory);
        return value.First + value.Second;
    }

    [Benchmark]
    public int Cast()
    {
        SimpleType value = *(SimpleType*)memory;
        return value.First + value.Second;
    }
}
