// rows: N6b-060 N6b-061 N6b-062 N6b-063 N6b-168 N6b-225
// TLS over a stream in memory: reads of nothing, frames that arrive together, sizes of frames, and a second handshake that is shorter.
using System.IO.Pipelines;
using System.Net.Security;
using System.Security.Authentication;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;

/// One end of two pipes; counts what is written, and looks at the records' heads.
sealed class End(Stream input, Stream output) : Stream
{
    public long Written;
    public List<int> Records = [];
    public override bool CanRead => true;
    public override bool CanSeek => false;
    public override bool CanWrite => true;
    public override long Length => throw new NotSupportedException();
    public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }
    public override void Flush() => output.Flush();
    public override Task FlushAsync(CancellationToken token) => output.FlushAsync(token);
    public override int Read(byte[] buffer, int offset, int count) => input.Read(buffer, offset, count);
    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken token = default) => input.ReadAsync(buffer, token);
    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();
    public override void SetLength(long value) => throw new NotSupportedException();
    public override void Write(byte[] buffer, int offset, int count) => WriteAsync(buffer.AsMemory(offset, count)).AsTask().Wait();

    public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken token = default)
    {
        Written += buffer.Length;
        for (int at = 0; at + 5 <= buffer.Length;)
        {
            int length = buffer.Span[at + 3] << 8 | buffer.Span[at + 4];
            Records.Add(length);
            at += 5 + length;
        }
        await output.WriteAsync(buffer, token);
        await output.FlushAsync(token);
    }

    protected override void Dispose(bool disposing)
    {
        input.Dispose();
        output.Dispose();
    }
}

static class Program
{
    static readonly X509Certificate2 certificate = Certificate();
    static readonly SslStreamCertificateContext context = SslStreamCertificateContext.Create(certificate, null);

    static X509Certificate2 Certificate()
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        using X509Certificate2 made = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(2));
        return X509CertificateLoader.LoadPkcs12(made.Export(X509ContentType.Pkcs12), null);
    }

    static async Task<(SslStream Client, SslStream Server, End ClientEnd, End ServerEnd)> Connect(SslProtocols protocol)
    {
        var options = new PipeOptions(pauseWriterThreshold: 0); // a writer never waits
        Pipe there = new(options), back = new(options);
        End clientEnd = new(back.Reader.AsStream(), there.Writer.AsStream()), serverEnd = new(there.Reader.AsStream(), back.Writer.AsStream());
        SslStream client = new(clientEnd), server = new(serverEnd);
        Task serving = server.AuthenticateAsServerAsync(new SslServerAuthenticationOptions { ServerCertificateContext = context, EnabledSslProtocols = protocol });
        await client.AuthenticateAsClientAsync(new SslClientAuthenticationOptions { TargetHost = "localhost", EnabledSslProtocols = protocol, RemoteCertificateValidationCallback = (_, _, _, _) => true });
        await serving;
        return (client, server, clientEnd, serverEnd);
    }

    static async Task Main()
    {
        // Resumption: the second time the server does not send its certificate.
        long first = await Handshake(), second = await Handshake();
        Console.WriteLine($"first {first > 900}, second shorter {second < first / 2}");
        foreach (SslProtocols protocol in new[] { SslProtocols.Tls12, SslProtocols.Tls13 })
        {
            var (client, server, clientEnd, serverEnd) = await Connect(protocol);
            Console.WriteLine($"{client.SslProtocol} {server.IsServer} {client.IsAuthenticated}");
            // The first message takes with it what the handshake left over.
            await server.WriteAsync("x"u8.ToArray());
            var buffer = new byte[10_000];
            Console.WriteLine(await client.ReadAsync(buffer));

            ValueTask<int> nothing = client.ReadAsync(Memory<byte>.Empty);
            bool before = nothing.IsCompleted;
            await server.WriteAsync("data"u8.ToArray());
            Console.WriteLine($"a read of nothing waits: {!before}, {await nothing}");
            int read = await client.ReadAsync(buffer);
            Console.WriteLine($"{read} {Encoding.ASCII.GetString(buffer, 0, read)}");

            for (int i = 0; i < 10; i++)
                await server.WriteAsync(Enumerable.Repeat((byte)i, 100).ToArray());
            read = await client.ReadAsync(buffer);
            Console.WriteLine($"of several frames: {read > 100}");
            int sum = buffer.AsSpan(0, read).ToArray().Sum(b => b);
            for (int all = read; all < 1000; all += read)
            {
                read = await client.ReadAsync(buffer);
                sum += buffer.AsSpan(0, read).ToArray().Sum(b => b);
            }
            Console.WriteLine($"all: {sum}");

            serverEnd.Records.Clear();
            byte[] content = new byte[100_000];
            new Random(3).NextBytes(content);
            await server.WriteAsync(content);
            byte[] got = new byte[content.Length];
            await client.ReadExactlyAsync(got);
            Console.WriteLine($"{got.AsSpan().SequenceEqual(content)}, records of {string.Join(" ", serverEnd.Records)}");
            client.Write("to the server"u8);
            Console.WriteLine($"{server.Read(buffer, 0, 100)}");
            await client.ShutdownAsync();
            Console.WriteLine($"end {await server.ReadAsync(buffer)}");
            client.Dispose();
            server.Dispose();
        }
    }

    static async Task<long> Handshake()
    {
        var (client, server, _, serverEnd) = await Connect(SslProtocols.Tls12);
        long sent = serverEnd.Written;
        await server.WriteAsync(new byte[1]);
        await client.ReadExactlyAsync(new byte[1]);
        await client.ShutdownAsync();
        await server.ReadAsync(new byte[1]);
        client.Dispose();
        server.Dispose();
        return sent;
    }
}
