// include: row.part
// include: ../told.part
// include: bench.part
// HTTP and WebSockets of the .NET 6 inventory, part 2.
using System.IO.Pipelines;
using System.Net;
using System.Net.Http;
using System.Net.Sockets;
using System.Net.WebSockets;
using System.Text;
using BenchmarkDotNet.Attributes;

namespace N6b.Http;

/// Answers every request with the same seven headers and five bytes.
sealed class FixedServer : IDisposable
{
    static readonly byte[] response = Encoding.ASCII.GetBytes("HTTP/1.1 200 OK\r\nDate: Tue, 01 Jul 2021 12:00:00 GMT\r\nServer: Example\r\nAccess-Control-Allow-Credentials: true\r\n" +
        "Access-Control-Allow-Origin: *\r\nConnection: keep-alive\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: 5\r\n\r\nHello");

    readonly Socket listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);

    public FixedServer()
    {
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        Address = new Uri($"http://localhost:{((IPEndPoint)listener.LocalEndPoint!).Port}");
        _ = Task.Run(Accept);
    }

    public Uri Address { get; }

    public void Dispose() => listener.Dispose();

    async Task Accept()
    {
        try
        {
            while (true)
            {
                Socket client = await listener.AcceptAsync();
                _ = Task.Run(() => Answer(client));
            }
        }
        catch (SocketException)
        {
            // Disposed.
        }
        catch (ObjectDisposedException)
        {
        }
    }

    /// Blocks its thread of the pool while the client is silent, like the original.
    static void Answer(Socket client)
    {
        using var stream = new NetworkStream(client, ownsSocket: true);
        byte[] buffer = new byte[1024];
        int held = 0;
        for (int read; (read = stream.Read(buffer, held, buffer.Length - held)) > 0;)
        {
            held += read;
            if (buffer.AsSpan(0, held).IndexOf("\r\n\r\n"u8) < 0)
                continue;
            stream.Write(response);
            held = 0;
        }
    }
}

public class Headers
{
    HttpMessageInvoker? client;
    FixedServer? server;

    [GlobalSetup]
    public void Setup()
    {
        server = new FixedServer();
        client = new HttpMessageInvoker(new HttpClientHandler { UseProxy = false, UseCookies = false, AllowAutoRedirect = false });
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        client!.Dispose();
        server!.Dispose();
    }

    [Benchmark]
    [Row("B6b-14", "N6b-055", "N6b-056", "N6b-057", "N6b-066", "N6b-067")]
    public async Task<int> Enumerate()
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, server!.Address);
        using HttpResponseMessage response = await client!.SendAsync(request, default);
        int sum = 0;
        foreach (KeyValuePair<string, IEnumerable<string>> header in response.Headers)
            sum = sum * 31 + header.Key.Length;
        foreach (KeyValuePair<string, IEnumerable<string>> header in response.Content.Headers)
            sum = sum * 31 + header.Key.Length;
        await response.Content.CopyToAsync(Stream.Null);
        return sum;
    }

    [Benchmark]
    [Row("B6b-15", "N6b-058")]
    public async Task<int> EnumerateNew()
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, server!.Address);
        using HttpResponseMessage response = await client!.SendAsync(request, default);
        int sum = 0;
        foreach (KeyValuePair<string, System.Net.Http.Headers.HeaderStringValues> header in response.Headers.NonValidated)
            sum = sum * 31 + header.Key.Length;
        foreach (KeyValuePair<string, System.Net.Http.Headers.HeaderStringValues> header in response.Content.Headers.NonValidated)
            sum = sum * 31 + header.Key.Length;
        await response.Content.CopyToAsync(Stream.Null);
        return sum;
    }
}

/// Passes everything on and counts what is written.
sealed class CountingStream(Stream inner) : Stream
{
    public long Written { get; set; }
    public override bool CanRead => true;
    public override bool CanSeek => false;
    public override bool CanWrite => true;
    public override long Length => throw new NotSupportedException();
    public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }
    public override void Flush() => inner.Flush();
    public override Task FlushAsync(CancellationToken token) => inner.FlushAsync(token);
    public override int Read(byte[] buffer, int offset, int count) => inner.Read(buffer, offset, count);
    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken token = default) => inner.ReadAsync(buffer, token);
    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();
    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count)
    {
        Written += count;
        inner.Write(buffer, offset, count);
    }

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken token = default)
    {
        Written += buffer.Length;
        return inner.WriteAsync(buffer, token);
    }

    protected override void Dispose(bool disposing) => inner.Dispose();
}

/// The original sends 16 MB of a book five times; a compressed message of that size takes over half a second.
public class Compression
{
    const int Length = 1_000_000;
    byte[] message = [];
    readonly byte[] buffer = new byte[64 * 1024];
    CountingStream? counter;
    WebSocket? client, server;

    [Params(false, true)] public bool Compressed { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        var random = new Random(42);
        message = new byte[Length];
        for (int i = 0; i < Length; i++)
            message[i] = (byte)("eeeeeeettttttaaaaaooooiiiinnnssshhrrddlluucm "[random.Next(45)]);

        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        var connecting = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        connecting.Connect(listener.LocalEndPoint!);
        counter = new CountingStream(new NetworkStream(connecting, ownsSocket: true));
        var deflate = Compressed ? new WebSocketDeflateOptions() : null;
        client = WebSocket.CreateFromStream(counter, new WebSocketCreationOptions { IsServer = false, DangerousDeflateOptions = deflate });
        server = WebSocket.CreateFromStream(new NetworkStream(listener.Accept(), ownsSocket: true), new WebSocketCreationOptions { IsServer = true, DangerousDeflateOptions = deflate });
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        client!.Dispose();
        server!.Dispose();
    }

    /// Whether the message arrived whole, and about how long it was on its way: the state of a compressor depends on what it sent before.
    [Benchmark]
    [Row("B6b-16", "N6b-073", "N6b-164")]
    public async Task<long> SendReceive()
    {
        counter!.Written = 0;
        Task send = client!.SendAsync(message, WebSocketMessageType.Binary, endOfMessage: true, default);
        int received = 0;
        ValueWebSocketReceiveResult result;
        do
        {
            result = await server!.ReceiveAsync(buffer.AsMemory(), default);
            if (result.Count > 0 && (buffer[0] != message[received] || buffer[result.Count - 1] != message[received + result.Count - 1]))
                return -1;
            received += result.Count;
        }
        while (!result.EndOfMessage);
        await send;
        return received == Length ? counter.Written / 50_000 : received;
    }
}

/// One end of two pipes.
sealed class DuplexStream(Stream input, Stream output) : Stream
{
    public static (Stream First, Stream Second) Pair()
    {
        Pipe there = new(), back = new();
        return (new DuplexStream(back.Reader.AsStream(), there.Writer.AsStream()), new DuplexStream(there.Reader.AsStream(), back.Writer.AsStream()));
    }

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
    public override void Write(byte[] buffer, int offset, int count) => output.Write(buffer, offset, count);
    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken token = default) => output.WriteAsync(buffer, token);

    protected override void Dispose(bool disposing)
    {
        input.Dispose();
        output.Dispose();
    }
}

/// The original has 256 connections with 1000 round trips each: too long for two processors.
public class WebSocketPingPong
{
    const int Connections = 64, Trips = 100, Length = 256;
    readonly (WebSocket Client, WebSocket Server, byte[] ClientBuffer, byte[] ServerBuffer)[] connections = new (WebSocket, WebSocket, byte[], byte[])[Connections];

    [GlobalSetup]
    public void Setup()
    {
        for (int i = 0; i < Connections; i++)
        {
            (Stream first, Stream second) = DuplexStream.Pair();
            connections[i] = (WebSocket.CreateFromStream(first, isServer: false, null, Timeout.InfiniteTimeSpan),
                WebSocket.CreateFromStream(second, isServer: true, null, Timeout.InfiniteTimeSpan), new byte[Length], new byte[Length]);
        }
    }

    [Benchmark(OperationsPerInvoke = Trips)]
    [Row("B6b-17", "N6b-074")]
    public async Task<int> PingPong()
    {
        Task<int>[] tasks = new Task<int>[Connections * 2];
        for (int i = 0; i < Connections; i++)
        {
            var (client, server, clientBuffer, serverBuffer) = connections[i];
            tasks[2 * i] = Task.Run(async () =>
            {
                int sum = 0;
                for (int trip = 0; trip < Trips; trip++)
                {
                    sum += (await server.ReceiveAsync(serverBuffer.AsMemory(), default)).Count;
                    await server.SendAsync(serverBuffer.AsMemory(), WebSocketMessageType.Binary, endOfMessage: true, default);
                }
                return sum;
            });
            tasks[2 * i + 1] = Task.Run(async () =>
            {
                int sum = 0;
                for (int trip = 0; trip < Trips; trip++)
                {
                    await client.SendAsync(clientBuffer.AsMemory(), WebSocketMessageType.Binary, endOfMessage: true, default);
                    sum += (await client.ReceiveAsync(clientBuffer.AsMemory(), default)).Count;
                }
                return sum;
            });
        }
        return (await Task.WhenAll(tasks)).Sum();
    }
}
