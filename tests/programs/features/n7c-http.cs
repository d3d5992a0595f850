// rows: N7c-095 N7c-096 N7c-097 N7c-098 N7c-099 N7c-100 N7c-101 N7c-102 N7c-103 N7c-104 N7c-105 N7c-106
// HTTP: headers, their values and hosts, connections, proxies, decoding, authentication, FTP and web sockets. All of it stays on loopback.
using System.Net;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Net.Sockets;
using System.Net.WebSockets;
using System.Text;

// Up to 64 headers are kept in an array; more, in a dictionary.
foreach (int count in (int[])[1, 6, 63, 64, 65, 200])
{
    HttpResponseHeaders headers = new HttpResponseMessage().Headers;
    for (int i = 0; i < count; i++)
        headers.TryAddWithoutValidation($"X-Header-{i * 7 % count}", $"value {i}");
    headers.TryAddWithoutValidation("x-header-0", "again");
    bool removed = headers.Remove("X-HEADER-" + (count - 1));
    Console.WriteLine($"{count} {headers.NonValidated.Count} {removed} {headers.Contains("X-Header-0")} {headers.TryGetValues("X-Header-0", out IEnumerable<string>? zero)} {string.Join('+', zero ?? [])} {headers.Count()}");
}
HttpResponseHeaders known = new HttpResponseMessage().Headers;
foreach (string name in (string[])["Access-Control-Allow-Credentials", "Access-Control-Allow-Origin", "Cache-Control", "Connection", "Date", "Server", "X-Own"])
    known.TryAddWithoutValidation(name, name);
Console.WriteLine(string.Join(' ', known.NonValidated.Select(header => $"{header.Key}={header.Value}")));
Console.WriteLine($"{known.TryAddWithoutValidation("Content-Length", "5")} {known.TryAddWithoutValidation("bad name", "x")} {Throws(() => { known.Add("Date", "yesterday"); return 0; })} {Throws(() => { known.Add("X-Own", "a\nb"); return 0; })}");
var first = new HttpResponseMessage();
first.Headers.TryAddWithoutValidation(new string("SERVER".ToCharArray()), "s");
Console.WriteLine($"shared name {ReferenceEquals(first.Headers.NonValidated.First().Key, known.NonValidated.First(header => header.Key == "Server").Key)}");

var request = new HttpRequestMessage();
request.Headers.TransferEncoding.ParseAdd("gzip");
request.Headers.TransferEncodingChunked = true;
request.Headers.Connection.Add("keep-alive");
request.Headers.ConnectionClose = true;
request.Headers.Expect.Add(new NameValueWithParametersHeaderValue("own"));
request.Headers.ExpectContinue = true;
Console.WriteLine($"{request.Headers.TransferEncoding} | {request.Headers.Connection} | {request.Headers.Expect} | {Throws(() => { request.Headers.Connection.Add("not a token"); return 0; })} {Throws(() => { request.Headers.Connection.Add(null!); return 0; })} {request.Headers.Connection.TryParseAdd("a b")}");
foreach (string host in (string[])["example.org", "example.org:8080", "[::1]:80", "bad host", "a/b", "user@host", ""])
    Console.Write($"{Throws(() => { request.Headers.Host = host; return request.Headers.Host ?? "null"; })}; {ViaHeaderValue.TryParse($"1.1 {host}", out ViaHeaderValue? via)} {via?.ReceivedBy}; ");
Console.WriteLine(WarningHeaderValue.TryParse("110 host:80 \"text\"", out WarningHeaderValue? warning) ? warning.ToString() : "no");

// Connections are made by work items of the pool: one after the other, many at once, and where nobody listens.
using (var server = new HttpServer())
{
    using var client = new HttpClient(new SocketsHttpHandler { UseProxy = false, MaxConnectionsPerServer = 4 });
    string[] answers = await Task.WhenAll(Enumerable.Range(0, 20).Select(i => client.GetStringAsync($"{server.Address}number/{i}")));
    Console.WriteLine($"{answers.Length} {string.Join(' ', answers.Order(StringComparer.Ordinal).Take(3))} {server.Connections is >= 1 and <= 4}");
    using HttpResponseMessage response = await client.SendAsync(new HttpRequestMessage(HttpMethod.Post, server.Address) { Content = new StringContent("body"), Version = HttpVersion.Version11 });
    Console.WriteLine($"{response.StatusCode} {response.Headers.Server} {await response.Content.ReadAsStringAsync()}");
}
using (var nobody = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp))
{
    nobody.Bind(new IPEndPoint(IPAddress.Loopback, 0));
    using var client = new HttpClient(new SocketsHttpHandler { UseProxy = false });
    Console.WriteLine(await Try(() => client.GetStringAsync($"http://127.0.0.1:{((IPEndPoint)nobody.LocalEndPoint!).Port}/")));
}

// A proxy's list of what it does not serve, changed between questions.
var proxy = new WebProxy("http://doesntexist", BypassOnLocal: false, [@"\.microsoft\.com", @"\.dot\.net", @"\.bing\.com"]);
string[] destinations = ["https://docs.microsoft.com", "http://www.DOT.net:81/x", "http://example.org", "http://bing.com", "ftp://a.bing.com/", "http://localhost", "http://plain"];
Console.WriteLine(string.Join(' ', destinations.Select(uri => proxy.IsBypassed(new Uri(uri)))));
proxy.BypassArrayList.RemoveAt(0);
proxy.BypassArrayList.Add(@"example\.(org|net)(:80)?$");
proxy.BypassProxyOnLocal = true;
Console.WriteLine(string.Join(' ', destinations.Select(uri => proxy.IsBypassed(new Uri(uri)))));
proxy.BypassArrayList[0] = "^http://www";
Console.WriteLine($"{string.Join(' ', destinations.Select(uri => proxy.IsBypassed(new Uri(uri))))} {proxy.GetProxy(new Uri("http://x.y"))} {Throws(() => { proxy.BypassList = ["(unclosed"]; return 0; })} {string.Join(' ', proxy.BypassList)}");
proxy.BypassArrayList.Clear();
Console.WriteLine($"{proxy.IsBypassed(new Uri("http://www.dot.net"))} {proxy.BypassList.Length}");

string[] encoded = ["", "no entity at all in this text", "&lt;a href=&quot;x&quot;&gt;", "&amp;amp; & &; &unknown; &#65;&#x42;&#128512;", "tail &", "&#xD800; &#99999999; &nbsp;&eacute;", new string('x', 100) + "&gt;"];
Console.WriteLine(string.Join(" | ", encoded.Select(WebUtility.HtmlDecode)));
string untouched = new('y', 50);
Console.WriteLine($"{ReferenceEquals(WebUtility.HtmlDecode(untouched), untouched)} {WebUtility.HtmlEncode("<é😀&\"'>")} {WebUtility.HtmlDecode(WebUtility.HtmlEncode(encoded[2])) == encoded[2]}");

// The listener reads whatever white space is in the header of an authentication.
using (var listener = new HttpListener())
{
    int port = FreePort();
    listener.Prefixes.Add($"http://127.0.0.1:{port}/");
    listener.AuthenticationSchemes = AuthenticationSchemes.Basic;
    listener.Start();
    Task serving = Serve(listener, 2);
    foreach (string header in (string[])["Basic dXNlcjpwYXNz", "Basic", "Bearer x", "Basicdx", "basic   dXNlcjpwYXNz"])
        Console.WriteLine($"{header}: {await RawAsync(port, header)}");
    await serving;

    // Web sockets over the listener.
    listener.AuthenticationSchemes = AuthenticationSchemes.Anonymous;
    Task echoing = Echo(listener);
    using var socket = new ClientWebSocket();
    await socket.ConnectAsync(new Uri($"ws://127.0.0.1:{port}/"), default);
    foreach (int size in (int[])[0, 5, 125, 126, 65_535, 65_536])
    {
        byte[] message = new byte[size], answer = new byte[size + 1];
        new Random(size).NextBytes(message);
        await socket.SendAsync(message.AsMemory(), WebSocketMessageType.Binary, true, default);
        int got = 0;
        ValueWebSocketReceiveResult part;
        do
        {
            part = await socket.ReceiveAsync(answer.AsMemory(got), default);
            got += part.Count;
        }
        while (!part.EndOfMessage);
        Console.Write($"{got} {answer.AsSpan(0, size).SequenceEqual(message)} ");
    }
    await socket.CloseAsync(WebSocketCloseStatus.NormalClosure, "done", default);
    Console.WriteLine($"{socket.State} {socket.CloseStatus} {await Try(async () => { await socket.SendAsync(new byte[1], WebSocketMessageType.Text, true, default); return 0; })}");
    await echoing;
}

// FTP to a server of a few lines.
using (var listener = new TcpListener(IPAddress.Loopback, 0))
{
    listener.Start();
    Task serving = Task.Run(() => FtpServer(listener));
#pragma warning disable SYSLIB0014
    var ftp = (FtpWebRequest)WebRequest.Create($"ftp://127.0.0.1:{((IPEndPoint)listener.LocalEndpoint).Port}/folder/file.txt");
#pragma warning restore SYSLIB0014
    ftp.Method = WebRequestMethods.Ftp.DownloadFile;
    ftp.Credentials = new NetworkCredential("someone", "secret");
    ftp.KeepAlive = false;
    using (var response = (FtpWebResponse)await ftp.GetResponseAsync())
    using (var reader = new StreamReader(response.GetResponseStream()))
        Console.WriteLine($"{await reader.ReadToEndAsync()} {response.BannerMessage?.Trim()} {(int)response.StatusCode}");
    await serving;
}

static void FtpServer(TcpListener listener)
{
    using TcpClient control = listener.AcceptTcpClient();
    using var reader = new StreamReader(control.GetStream());
    using var writer = new StreamWriter(control.GetStream()) { NewLine = "\r\n", AutoFlush = true };
    using var data = new TcpListener(IPAddress.Loopback, 0);
    data.Start();
    int port = ((IPEndPoint)data.LocalEndpoint).Port;
    writer.WriteLine("220 hello");
    while (reader.ReadLine() is { } line)
    {
        string command = line.Split(' ')[0];
        switch (command)
        {
            case "USER": writer.WriteLine("331 and the password"); break;
            case "PASS": writer.WriteLine("230 in"); break;
            case "PASV": writer.WriteLine($"227 Entering Passive Mode (127,0,0,1,{port >> 8},{port & 255})"); break;
            case "EPSV": writer.WriteLine($"229 Entering Extended Passive Mode (|||{port}|)"); break;
            case "PWD": writer.WriteLine("257 \"/\""); break;
            case "RETR":
                writer.WriteLine("150 here it comes");
                using (TcpClient transfer = data.AcceptTcpClient())
                    transfer.GetStream().Write("content of "u8.ToArray().Concat(Encoding.ASCII.GetBytes(line[5..])).ToArray());
                writer.WriteLine("226 done");
                break;
            case "QUIT": writer.WriteLine("221 bye"); return;
            default: writer.WriteLine(command is "TYPE" or "CWD" or "OPTS" ? "200 fine" : "502 no"); break;
        }
    }
}

static async Task Serve(HttpListener listener, int count)
{
    for (int i = 0; i < count; i++)
    {
        HttpListenerContext context = await listener.GetContextAsync();
        var identity = (HttpListenerBasicIdentity)context.User!.Identity!;
        context.Response.Headers["X-User"] = $"{identity.Name}/{identity.Password}";
        context.Response.Close();
    }
}

static async Task Echo(HttpListener listener)
{
    HttpListenerContext context = await listener.GetContextAsync();
    using WebSocket socket = (await context.AcceptWebSocketAsync(null)).WebSocket;
    var buffer = new byte[10_000];
    while (true)
    {
        ValueWebSocketReceiveResult part = await socket.ReceiveAsync(buffer.AsMemory(), default);
        if (part.MessageType == WebSocketMessageType.Close)
            break;
        await socket.SendAsync(buffer.AsMemory(0, part.Count), part.MessageType, part.EndOfMessage, default);
    }
    await socket.CloseAsync(WebSocketCloseStatus.NormalClosure, null, default);
}

static async Task<string> RawAsync(int port, string authorization)
{
    using var client = new TcpClient();
    await client.ConnectAsync(IPAddress.Loopback, port);
    await client.GetStream().WriteAsync(Encoding.ASCII.GetBytes($"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: {authorization}\r\nConnection: close\r\n\r\n"));
    using var reader = new StreamReader(client.GetStream());
    string[] lines = (await reader.ReadToEndAsync()).Split("\r\n");
    return $"{lines[0]} {lines.FirstOrDefault(line => line.StartsWith("X-User"))}";
}

static int FreePort()
{
    using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
    return ((IPEndPoint)socket.LocalEndPoint!).Port;
}

static async Task<string> Try<T>(Func<Task<T>> action)
{
    try
    {
        return $"{await action()}";
    }
    catch (Exception e)
    {
        return $"{e.GetType().Name}{(e is HttpRequestException http ? $" {http.HttpRequestError}" : "")}";
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

/// Answers each request of each connection with its path and body.
sealed class HttpServer : IDisposable
{
    readonly TcpListener listener = new(IPAddress.Loopback, 0);
    int connections;

    public HttpServer()
    {
        listener.Start();
        Task.Run(Accept);
    }

    public string Address => $"http://127.0.0.1:{((IPEndPoint)listener.LocalEndpoint).Port}/";
    public int Connections => connections;

    async Task Accept()
    {
        try
        {
            while (true)
                _ = Answer(await listener.AcceptTcpClientAsync());
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
        }
    }

    async Task Answer(TcpClient client)
    {
        Interlocked.Increment(ref connections);
        using (client)
        using (var reader = new StreamReader(client.GetStream()))
        {
            while (await reader.ReadLineAsync() is { Length: > 0 } line)
            {
                int length = 0;
                while (await reader.ReadLineAsync() is { Length: > 0 } header)
                    length = header.StartsWith("Content-Length:") ? int.Parse(header[15..]) : length;
                var body = new char[length];
                if (length > 0)
                    await reader.ReadBlockAsync(body);
                string answer = line.Split(' ')[1] + new string(body);
                await client.GetStream().WriteAsync(Encoding.ASCII.GetBytes($"HTTP/1.1 200 OK\r\nServer: own\r\nContent-Length: {answer.Length}\r\n\r\n{answer}"));
            }
        }
    }

    public void Dispose() => listener.Dispose();
}
