// include: row.part
// include: ../told.part
// include: bench.part
// HTTP/2 of the .NET 5 inventory: many concurrent requests over TLS. The server is in the same process and speaks as much of
// RFC 9113 as the client needs: it answers each stream that ends with "Hello".
using System.Buffers.Binary;
using System.Net;
using System.Net.Http;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using BenchmarkDotNet.Attributes;

namespace N5.Http2;

sealed class Server : IDisposable
{
    const byte Data = 0, Headers = 1, Settings = 4, Ping = 6, WindowUpdate = 8;
    const byte EndStream = 1, EndHeaders = 4, Acknowledge = 1;

    // ":status: 200" is entry 8 of the static table of HPACK.
    const byte Status200 = 0x88;

    readonly Socket listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    readonly X509Certificate2 certificate = MakeCertificate();

    public Server()
    {
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen(16);
        _ = Task.Run(Listen);
    }

    public Uri Address => new($"https://localhost:{((IPEndPoint)listener.LocalEndPoint!).Port}/");

    public void Dispose() => listener.Dispose();

    static X509Certificate2 MakeCertificate()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256);
        using X509Certificate2 certificate = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(1));
        return X509CertificateLoader.LoadPkcs12(certificate.Export(X509ContentType.Pkcs12), null);
    }

    async Task Listen()
    {
        try
        {
            while (true)
            {
                Socket connection = await listener.AcceptAsync();
                connection.NoDelay = true;
                _ = Task.Run(() => Serve(connection));
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The listener is closed at the end.
        }
    }

    async Task Serve(Socket connection)
    {
        try
        {
            using var stream = new SslStream(new NetworkStream(connection, ownsSocket: true));
            await stream.AuthenticateAsServerAsync(new SslServerAuthenticationOptions
            {
                ServerCertificate = certificate,
                ApplicationProtocols = [SslApplicationProtocol.Http2],
            });
            var input = new BufferedStream(stream, 16 * 1024);
            await input.ReadExactlyAsync(new byte["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".Length]);
            await stream.WriteAsync(Frame(Settings, 0, 0, []));
            byte[] header = new byte[9], payload = new byte[16 * 1024];
            while (true)
            {
                await input.ReadExactlyAsync(header);
                int length = header[0] << 16 | header[1] << 8 | header[2];
                await input.ReadExactlyAsync(payload.AsMemory(0, length));
                if (Answer(header, payload.AsSpan(0, length)) is { Length: > 0 } answer)
                    await stream.WriteAsync(answer);
            }
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException)
        {
            // The client is gone.
        }
    }

    static byte[] Answer(ReadOnlySpan<byte> header, ReadOnlySpan<byte> payload)
    {
        byte type = header[3], flags = header[4];
        int stream = BinaryPrimitives.ReadInt32BigEndian(header[5..]);
        byte[] hello = [.. Frame(Headers, EndHeaders, stream, [Status200]), .. Frame(Data, EndStream, stream, "Hello"u8)];
        bool ends = (flags & EndStream) != 0;
        switch (type)
        {
            case Settings:
                return (flags & Acknowledge) != 0 ? [] : Frame(Settings, Acknowledge, 0, []);
            case Ping:
                return (flags & Acknowledge) != 0 ? [] : Frame(Ping, Acknowledge, 0, payload);
            case Headers:
                return ends ? hello : [];
            case Data:
                // What was read may be sent again, on the connection; a stream's own window is never used up.
                byte[] update = payload.Length == 0 ? [] : Frame(WindowUpdate, 0, 0, [0, 0, (byte)(payload.Length >> 8), (byte)payload.Length]);
                return ends ? [.. update, .. hello] : update;
            default:
                return [];
        }
    }

    static byte[] Frame(byte type, byte flags, int stream, ReadOnlySpan<byte> payload)
    {
        byte[] frame = new byte[9 + payload.Length];
        frame[1] = (byte)(payload.Length >> 8);
        frame[2] = (byte)payload.Length;
        frame[3] = type;
        frame[4] = flags;
        BinaryPrimitives.WriteInt32BigEndian(frame.AsSpan(5), stream);
        payload.CopyTo(frame.AsSpan(9));
        return frame;
    }
}

[Row("B5-46", "N5-140", "N5-141", "N5-142", "N5-143", "N5-144")]
public class Requests
{
    // 100 loops of 500 requests in the original, which takes over a second.
    const int Loops = 100, RequestsOfEach = 10;

    Server server = null!;
    HttpMessageInvoker client = null!;
    Uri address = new("https://localhost/");

    [GlobalSetup]
    public void Setup()
    {
        server = new Server();
        address = server.Address;
        client = new HttpMessageInvoker(new SocketsHttpHandler
        {
            UseCookies = false,
            UseProxy = false,
            AllowAutoRedirect = false,
            SslOptions = new SslClientAuthenticationOptions { RemoteCertificateValidationCallback = (_, _, _, _) => true },
        });
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        client.Dispose();
        server.Dispose();
    }

    [Benchmark(OperationsPerInvoke = Loops * RequestsOfEach)]
    public Task<int> Get() => All(() => new HttpRequestMessage(HttpMethod.Get, address) { Version = HttpVersion.Version20 });

    [Benchmark(OperationsPerInvoke = Loops * RequestsOfEach)]
    public Task<int> Post() => All(() => new HttpRequestMessage(HttpMethod.Post, address) { Version = HttpVersion.Version20, Content = new StringContent("Hello") });

    async Task<int> All(Func<HttpRequestMessage> make)
    {
        int[] lengths = await Task.WhenAll(Enumerable.Range(0, Loops).Select(_ => Task.Run(() => Loop(make))));
        return lengths.Sum();
    }

    async Task<int> Loop(Func<HttpRequestMessage> make)
    {
        byte[] buffer = new byte[100];
        int total = 0;
        for (int i = 0; i < RequestsOfEach; i++)
        {
            using HttpRequestMessage message = make();
            using HttpResponseMessage response = await client.SendAsync(message, CancellationToken.None);
            using Stream body = await response.Content.ReadAsStreamAsync();
            for (int read; (read = await body.ReadAsync(buffer)) != 0;)
                total += read;
            total += response.Version.Major * 100;
        }
        return total;
    }
}
