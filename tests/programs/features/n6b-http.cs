// rows: N6b-055 N6b-056 N6b-057 N6b-058 N6b-059 N6b-064 N6b-068 N6b-070 N6b-071 N6b-139 N6b-201 N6b-204
// HTTP: headers as sent and as parsed, the pool of connections, tracing's header, and texts of headers and entities.
using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Net.Sockets;
using System.Net.WebSockets;
using System.Text;

/// Answers with what the request's path names, and keeps the requests' heads.
sealed class Server : IDisposable
{
    readonly Socket listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    public readonly ConcurrentQueue<string> Heads = [];
    public readonly SemaphoreSlim Released = new(0);
    public int Connections;

    public Server()
    {
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        Address = new Uri($"http://127.0.0.1:{((IPEndPoint)listener.LocalEndPoint!).Port}");
        _ = Accept();
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
                Interlocked.Increment(ref Connections);
                _ = Answer(new NetworkStream(client, ownsSocket: true));
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The end of the server.
        }
    }

    async Task Answer(NetworkStream stream)
    {
        using var reader = new StreamReader(stream, Encoding.Latin1);
        while (true)
        {
            var head = new StringBuilder();
            for (string? line; (line = await reader.ReadLineAsync()) != "";)
            {
                if (line is null)
                    return;
                head.Append(line).Append('\n');
            }
            Heads.Enqueue(head.ToString());
            if (head.ToString().Contains("/wait"))
                await Released.WaitAsync();
            await stream.WriteAsync(Encoding.Latin1.GetBytes("HTTP/1.1 200 OK\r\nDate: Tue, 01 Jun 2021 12:00:00 GMT\r\nCache-Control: max-age=5 ,  private\r\nX-Two: one\r\nX-Two: two\r\nVary: \r\n" +
                "ETag: not an entity tag\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 5\r\n\r\nhello"));
        }
    }
}

/// A connection whose state cannot be asked of a socket; counts the reads of nothing.
sealed class Opaque(Stream inner) : Stream
{
    public int OfNothing;
    public override bool CanRead => true;
    public override bool CanSeek => false;
    public override bool CanWrite => true;
    public override long Length => throw new NotSupportedException();
    public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }
    public override void Flush() => inner.Flush();
    public override int Read(byte[] buffer, int offset, int count) => inner.Read(buffer, offset, count);
    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();
    public override void SetLength(long value) => throw new NotSupportedException();
    public override void Write(byte[] buffer, int offset, int count) => inner.Write(buffer, offset, count);
    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken token = default) => inner.WriteAsync(buffer, token);

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken token = default)
    {
        if (buffer.IsEmpty)
            Interlocked.Increment(ref OfNothing);
        return inner.ReadAsync(buffer, token);
    }

    protected override void Dispose(bool disposing) => inner.Dispose();
}

static class Program
{
    static async Task Main()
    {
        await Headers();
        await Pool();
        await Idle();
        await Tracing();
        await Upgrade();
        Values();
    }

    static async Task Headers()
    {
        using var server = new Server();
        using var client = new HttpClient();
        foreach ((string name, string value) in new[] { ("Accept", "text/html, , */*;q=0.1"), ("User-Agent", "no (valid agent"), ("X-Own", " spaces "), ("If-Modified-Since", "yesterday"), ("From", "not an address") })
            Console.WriteLine($"{name}: {client.DefaultRequestHeaders.TryAddWithoutValidation(name, value)}");
        try
        {
            client.DefaultRequestHeaders.Add("User-Agent", "no (valid agent");
        }
        catch (FormatException)
        {
            Console.WriteLine("validated");
        }
        using HttpResponseMessage response = await client.GetAsync(server.Address);
        server.Heads.TryDequeue(out string? head);
        Console.WriteLine(head!.Replace(server.Address.Port.ToString(), "PORT"));
        foreach (KeyValuePair<string, HeaderStringValues> header in response.Headers.NonValidated)
            Console.WriteLine($"as sent {header.Key} {header.Value.Count}: {header.Value}");
        Console.WriteLine($"{response.Headers.NonValidated.Contains("etag")} {response.Headers.NonValidated.TryGetValues("X-Two", out HeaderStringValues two)} {string.Join("|", two)} {response.Content.Headers.NonValidated["Content-Type"]}");
        foreach (KeyValuePair<string, IEnumerable<string>> header in response.Headers)
            Console.WriteLine($"parsed {header.Key}: {string.Join("|", header.Value)}");
        Console.WriteLine($"{response.Headers.ETag is null} {response.Headers.CacheControl} {response.Headers.Date:O} {response.Headers.Vary.Count} {await response.Content.ReadAsStringAsync()}");
        using var empty = new HttpRequestMessage();
        IEnumerator<string> one = empty.Headers.Connection.GetEnumerator(), other = new HttpRequestMessage().Headers.Connection.GetEnumerator();
        Console.WriteLine($"empty: {one.MoveNext()} {ReferenceEquals(one, other)} {empty.Headers.NonValidated.Count}");
        HttpRequestHeaders headers = empty.Headers;
        headers.From = "anything @ all";
        Console.WriteLine(headers.From);
        headers.From = null;
        Console.WriteLine(headers.Contains("From"));
    }

    /// Two requests keep the two connections busy; the third takes the one that is free first.
    static async Task Pool()
    {
        using var server = new Server();
        using var client = new HttpClient(new SocketsHttpHandler { MaxConnectionsPerServer = 2 });
        Task<string> first = client.GetStringAsync(new Uri(server.Address, "/wait")), second = client.GetStringAsync(new Uri(server.Address, "/wait"));
        while (server.Heads.Count < 2)
            await Task.Delay(1);
        Task<string> third = client.GetStringAsync(server.Address);
        await Task.Delay(20);
        Console.WriteLine($"{first.IsCompleted} {second.IsCompleted} {third.IsCompleted}");
        server.Released.Release();
        Task<string> early = await Task.WhenAny(first, second);
        Console.WriteLine($"{await early} {await third}");
        server.Released.Release();
        await Task.WhenAll(first, second);
        string[] many = await Task.WhenAll(Enumerable.Range(0, 100).Select(_ => client.GetStringAsync(server.Address)));
        Console.WriteLine($"{many.Count(text => text == "hello")} answers, {(server.Connections <= 2 ? "at most 2" : server.Connections)} connections");
        using var canceled = new CancellationTokenSource();
        Task<string> waiting = client.GetStringAsync(new Uri(server.Address, "/wait"), canceled.Token);
        canceled.Cancel();
        try
        {
            await waiting;
        }
        catch (OperationCanceledException)
        {
            Console.WriteLine("canceled");
        }
        server.Released.Release();
    }

    /// While a connection rests in the pool, it waits for data without a buffer.
    static async Task Idle()
    {
        using var server = new Server();
        Opaque? connection = null;
        using var client = new HttpClient(new SocketsHttpHandler
        {
            PooledConnectionIdleTimeout = TimeSpan.FromSeconds(8), // the pool looks after its connections four times in it
            ConnectCallback = async (context, token) =>
            {
                var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
                await socket.ConnectAsync(context.DnsEndPoint, token);
                return connection = new Opaque(new NetworkStream(socket, ownsSocket: true));
            },
        });
        string first = await client.GetStringAsync(server.Address);
        Console.WriteLine($"{first} waits for data: {SpinWait.SpinUntil(() => Volatile.Read(ref connection!.OfNothing) > 0, 20_000)}");
        Console.WriteLine(await client.GetStringAsync(server.Address));
    }

    static async Task Tracing()
    {
        using var server = new Server();
        using var client = new HttpClient();
        using var activity = new Activity("work");
        activity.SetIdFormat(ActivityIdFormat.W3C).SetParentId("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01").AddBaggage("key", "value").Start();
        await client.GetStringAsync(server.Address);
        server.Heads.TryDequeue(out string? head);
        string parent = head!.Split('\n').Single(line => line.StartsWith("traceparent", StringComparison.Ordinal));
        Console.WriteLine($"{parent[..49]} {parent.Length} {head.Contains("key")}");
    }

    static async Task Upgrade()
    {
        using var probe = new Server();
        using var socket = new ClientWebSocket();
        socket.Options.AddSubProtocol("first");
        socket.Options.SetRequestHeader("X-Own", "value");
        try
        {
            await socket.ConnectAsync(new UriBuilder(probe.Address) { Scheme = "ws" }.Uri, default);
        }
        catch (WebSocketException e)
        {
            Console.WriteLine($"{e.WebSocketErrorCode} {socket.State}");
        }
        probe.Heads.TryDequeue(out string? head);
        foreach (string line in head!.Split('\n').Order(StringComparer.Ordinal))
            if (line.StartsWith("Sec-WebSocket-Key", StringComparison.Ordinal))
                Console.WriteLine($"key of {Convert.FromBase64String(line.Split(' ')[1]).Length} bytes");
            else if (!line.StartsWith("Host", StringComparison.Ordinal) && line.Length > 0)
                Console.WriteLine(line);
    }

    static void Values()
    {
        foreach (string text in new[] { "text/plain", "text/plain; charset=utf-8; q=\"a b\"", "text", "", "text/plain ;charset=x", "a/b, c/d" })
            Console.WriteLine($"{text}: {MediaTypeHeaderValue.TryParse(text, out MediaTypeHeaderValue? type)} {type} {type?.CharSet} {type?.Parameters.Count}");
        Console.WriteLine(new MediaTypeHeaderValue("application/json").ToString());
        Console.WriteLine(WebUtility.HtmlDecode("&quot;&amp;&lt;&gt;&nbsp;&euro;&Alpha;&zwnj;&hearts;&#8364;&#x20AC;&nonsense;&amp &apos;&thetasym;&#xD800;&#1114112;"));
        int sum = 0;
        foreach (string name in "quot amp apos lt gt nbsp iexcl cent pound Agrave Ouml szlig oelig Scaron fnof Gamma Omega alpha omega upsih piv ensp zwj lrm ndash mdash bdquo dagger bull hellip permil prime oline frasl weierp image real trade alefsym larr crarr hArr forall part exist empty nabla isin ni prod sum radic infin ang and cap int there4 sim cong asymp ne equiv le sub nsube oplus perp sdot lceil rfloor lang loz spades diams".Split(' '))
        {
            string decoded = WebUtility.HtmlDecode($"&{name};");
            sum += decoded.Length == 1 ? decoded[0] : -1;
        }
        Console.WriteLine($"{sum} {WebUtility.HtmlEncode("<a href='x'>äß€😀&\"</a>")}");
    }
}
