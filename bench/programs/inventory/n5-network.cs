// include: row.part
// include: ../told.part
// include: bench.part
// Sockets, names and HTTP/1.1 of the .NET 5 inventory, over loopback.
using System.Net;
using System.Net.Http;
using System.Net.Sockets;
using System.Text;
using BenchmarkDotNet.Attributes;

namespace N5.Network;

/// Two ends of one connection over loopback.
sealed class Pair : IDisposable
{
    public Socket Client { get; } = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
    public Socket Server { get; }

    public Pair()
    {
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen(1);
        Client.Connect(listener.LocalEndPoint!);
        Server = listener.Accept();
        Server.NoDelay = true;
    }

    public void Dispose()
    {
        Client.Dispose();
        Server.Dispose();
    }
}

public class Sockets
{
    readonly Pair pair = new();
    readonly byte[] sent = [1, 2, 3, 4, 5, 6, 7, 8];
    readonly byte[] received = new byte[8];
    List<ArraySegment<byte>> toSend = [], toReceive = [];

    [GlobalSetup]
    public void Setup()
    {
        toSend = [.. Enumerable.Range(0, 8).Select(i => new ArraySegment<byte>(sent, i, 1))];
        toReceive = [.. Enumerable.Range(0, 8).Select(i => new ArraySegment<byte>(received, i, 1))];
    }

    [GlobalCleanup]
    public void Cleanup() => pair.Dispose();

    [Benchmark, Row("B5-43", "N5-122", "N5-128", "N5-134")]
    public async Task<int> SendReceive()
    {
        await pair.Client.SendAsync(toSend, SocketFlags.None);
        int total = 0;
        while (total < 8)
            total += await pair.Server.ReceiveAsync(toReceive, SocketFlags.None);
        return total;
    }
}

public class Streams
{
    readonly Pair pair = new();
    readonly byte[] buffer = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    readonly byte[] received = new byte[10];
    NetworkStream client = null!, server = null!;

    [GlobalSetup]
    public void Setup()
    {
        client = new NetworkStream(pair.Client);
        server = new NetworkStream(pair.Server);
    }

    [GlobalCleanup]
    public void Cleanup() => pair.Dispose();

    [Benchmark(Baseline = true), Row("B5-54", "N5-127", "N5-220")]
    public async Task<int> ReadWrite1()
    {
        int sum = 0;
        for (int i = 0; i < 1000; i++)
        {
            await client.WriteAsync(buffer, 0, buffer.Length);
            for (int read = 0; read < buffer.Length;)
                read += await server.ReadAsync(received, read, received.Length - read);
            sum += received[9];
        }
        return sum;
    }

    [Benchmark, Row("B5-54", "N5-127", "N5-220")]
    public async Task<int> ReadWrite2()
    {
        int sum = 0;
        for (int i = 0; i < 1000; i++)
        {
            await client.WriteAsync(buffer.AsMemory());
            for (int read = 0; read < buffer.Length;)
                read += await server.ReadAsync(received.AsMemory(read));
            sum += received[9];
        }
        return sum;
    }
}

public class Names
{
    /// How many addresses the machine has is its own business: that there are some is returned.
    [Benchmark, Row("B5-47", "N5-145")]
    public async Task<bool> Lookup() => (await Dns.GetHostAddressesAsync(Dns.GetHostName())).Length > 0;
}

public class Http
{
    static readonly byte[] Response = Encoding.ASCII.GetBytes(
        "HTTP/1.1 200 OK\r\nDate: Sun, 05 Jul 2020 12:00:00 GMT \r\nServer: Example\r\nContent-Length: 5\r\n\r\nHello");

    readonly Socket listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    readonly HttpMessageInvoker client = new(new SocketsHttpHandler { UseProxy = false });
    Uri address = new("http://localhost");

    [GlobalSetup]
    public void Setup()
    {
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen(16);
        address = new Uri($"http://127.0.0.1:{((IPEndPoint)listener.LocalEndPoint!).Port}/");
        _ = Task.Run(Listen);
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        client.Dispose();
        listener.Dispose();
    }

    async Task Listen()
    {
        try
        {
            while (true)
            {
                Socket connection = await listener.AcceptAsync();
                connection.NoDelay = true;
                _ = Task.Run(() => Answer(connection));
            }
        }
        catch (SocketException)
        {
            // The listener is closed at the end.
        }
        catch (ObjectDisposedException)
        {
        }
    }

    /// Answers everything that ends in an empty line until the other end closes.
    static async Task Answer(Socket connection)
    {
        using var stream = new NetworkStream(connection, ownsSocket: true);
        byte[] request = new byte[4096];
        int length = 0;
        while (true)
        {
            int read = await stream.ReadAsync(request.AsMemory(length));
            if (read == 0)
                return;
            length += read;
            if (!request.AsSpan(0, length).EndsWith("\r\n\r\n"u8))
                continue;
            length = 0;
            await stream.WriteAsync(Response);
        }
    }

    [Benchmark, Row("B5-44", "N5-135", "N5-136", "N5-137", "N5-138")]
    public async Task<long> HttpGet()
    {
        using var message = new HttpRequestMessage(HttpMethod.Get, address);
        message.Headers.TryAddWithoutValidation("Authorization", "ANYTHING SOMEKEY");
        message.Headers.TryAddWithoutValidation("Referer", "http://example.org/");
        message.Headers.TryAddWithoutValidation("User-Agent",
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/75.0.3770.142 Safari/537.36");
        message.Headers.TryAddWithoutValidation("Host", "www.example.org");
        using HttpResponseMessage response = await client.SendAsync(message, CancellationToken.None);
        await response.Content.CopyToAsync(Stream.Null);
        return (int)response.StatusCode * 10 + response.Content.Headers.ContentLength!.Value;
    }

    [Benchmark, Row("B5-45", "N5-139")]
    public long DatePreferred()
    {
        var message = new HttpResponseMessage();
        message.Headers.TryAddWithoutValidation("Date", "Sun, 06 Nov 1994 08:49:37 GMT");
        return message.Headers.Date!.Value.UtcTicks;
    }
}
