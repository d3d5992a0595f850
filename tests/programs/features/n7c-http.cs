// rows: N7c-095 N7c-096 N7c-097 N7c-098 N7c-099 N7c-100 N7c-101 N7c-102 N7c-103
// HTTP: headers, their values and hosts, connections, proxies and decoding. All of it stays on loopback.
using System.Net;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Net.Sockets;
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
