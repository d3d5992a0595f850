// HTTP over loopback: what a client sends and takes, bodies, redirections, handlers, authentication, a listener.
using System.Collections.Concurrent;
using System.IO.Compression;
using System.Net;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

await Methods();
await Contents();
await Status();
await Bodies();
await Texts();
await Redirections();
await Handlers();
await Authentication();
await CookiesAndEncodings();
await Expecting();
await ThroughProxy();
await Listening();

async Task Methods()
{
    Console.WriteLine("-- methods");
    using var server = new Server(request => Server.Answer("200 OK", "", request.Method));
    using HttpClient client = Client(server);
    foreach (HttpMethod method in (HttpMethod[])[HttpMethod.Get, HttpMethod.Put, HttpMethod.Post, HttpMethod.Delete, HttpMethod.Options, HttpMethod.Trace, HttpMethod.Patch, HttpMethod.Query, new("get"), new("BREW"), HttpMethod.Parse("post")])
    {
        using HttpResponseMessage answer = await client.SendAsync(new HttpRequestMessage(method, "m"));
        using HttpResponseMessage other = method == HttpMethod.Trace ? answer : await client.SendAsync(new HttpRequestMessage(method, "m") { Content = new ByteArrayContent([65]) });
        Console.WriteLine($"{await answer.Content.ReadAsStringAsync()} {other.StatusCode} | {server.Take()} | {server.Take()}");
    }
    foreach (string path in (string[])["a b?q=é&r=%20#part", "/x/../y/./z", "?only=query", "//double", "%7Etilde%2Fslash", "日本"])
    {
        await client.GetStringAsync(path.StartsWith("//", StringComparison.Ordinal) ? new Uri(server.Address + "/double") : new Uri(path, UriKind.Relative));
        Console.WriteLine(server.Take());
    }
    client.DefaultRequestHeaders.UserAgent.ParseAdd("own/1.0 (comment)");
    client.DefaultRequestHeaders.Accept.ParseAdd("text/plain;q=0.5");
    client.DefaultRequestHeaders.Add("X-Default", ["one", "two"]);
    using var message = new HttpRequestMessage(HttpMethod.Get, "") { Headers = { { "X-Own", "mine" }, { "X-Default", "instead" } }, Version = HttpVersion.Version10 };
    message.Headers.ConnectionClose = true;
    message.Headers.Range = new RangeHeaderValue(5, 10);
    message.Headers.IfNoneMatch.ParseAdd("\"tag\", W/\"weak\"");
    message.Headers.AcceptEncoding.Add(new StringWithQualityHeaderValue("gzip", 0.3));
    message.Headers.Date = new DateTimeOffset(2020, 1, 2, 3, 4, 5, TimeSpan.Zero);
    using HttpResponseMessage last = await client.SendAsync(message);
    Console.WriteLine($"{server.Take()} {last.Version}");
    Console.WriteLine($"{await Try(() => client.SendAsync(message))} {await Try(() => new HttpClient().GetAsync("relative"))} {await Try(() => client.SendAsync(null!))} {Throws(() => client.BaseAddress = null)} {Throws(() => client.Timeout = TimeSpan.FromSeconds(1))} {Throws(() => new HttpMethod("bad method"))} {Throws(() => new HttpMethod(""))}");
}

async Task Contents()
{
    Console.WriteLine("-- contents");
    using var server = new Server(_ => Server.Answer("200 OK", "", ""));
    using HttpClient client = Client(server);
    var multipart = new MultipartContent("mixed", "outer") { new StringContent("part"), new MultipartFormDataContent("inner") { { new StringContent("v", Encoding.Latin1), "name" }, { new ByteArrayContent([66]), "file", "é.bin" } } };
    (string Name, HttpContent Content)[] contents =
    [
        ("string", new StringContent("é", Encoding.UTF8, new MediaTypeHeaderValue("text/own", "utf-8"))), ("utf-16", new StringContent("a", Encoding.Unicode)), ("form", new FormUrlEncodedContent([new("a b", "c&d"), new("é", "=+"), new("", "x")])), ("memory", new ReadOnlyMemoryContent("memory"u8.ToArray())),
        ("part of an array", new ByteArrayContent("0123456789"u8.ToArray(), 3, 4)), ("stream", new StreamContent(new MemoryStream("stream"u8.ToArray()) { Position = 2 })), ("no length", new StreamContent(new Unseekable("chunked"u8.ToArray()), 3)), ("own", new Own([ "one", "", "three" ], null)), ("own with length", new Own(["12", "345"], 5)), ("nothing", new ByteArrayContent([])), ("multipart", multipart),
    ];
    foreach ((string name, HttpContent content) in contents)
    {
        string result = await Try(async () => (await client.PostAsync("", content)).StatusCode);
        Console.WriteLine($"{name}: {result} {server.Take()}");
    }
    using (var message = new HttpRequestMessage(HttpMethod.Post, "") { Content = new StringContent("known length") })
    {
        message.Headers.TransferEncodingChunked = true;
        await client.SendAsync(message);
        Console.WriteLine(server.Take());
    }
    // Contents that fail or write another count than they said.
    foreach ((string name, HttpContent content) in ((string, HttpContent)[])[("too much", new Own(["123", "456"], 5)), ("too little", new Own(["12"], 5)), ("throws", new Own(["12", null!], null)), ("throws at once", new Own([null!], null))])
        Console.WriteLine($"{name}: {await Try(() => Client(server).PostAsync("", content))}");
    var stream = new MemoryStream("disposed with it"u8.ToArray());
    await client.PostAsync("", new StreamContent(stream));
    server.Take();
    var kept = new StringContent("sent twice");
    await client.PostAsync("", kept);
    await client.PutAsync("", kept);
    Console.WriteLine($"{stream.CanRead} {server.Take()} {server.Take()} {await kept.ReadAsStringAsync()} {kept.Headers.ContentLength}");
    kept.Dispose();
    Console.WriteLine($"{await Try(() => kept.ReadAsStringAsync())} {await Try(() => client.PostAsync("", kept))}");
}

async Task Status()
{
    Console.WriteLine("-- status");
    using var server = new Server(request => request.Target.Split('/')[1] switch
    {
        "informed" => "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n" + Server.Answer("200 OK", "", "after"),
        "head" => "HTTP/1.1 200 OK\r\nContent-Length: 1234\r\nContent-Type: text/x\r\n\r\n",
        "chunked-head" => "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
        "204" or "304" or "205" => $"HTTP/1.1 {request.Target[1..]} No body\r\n{(request.Target == "/205" ? "Content-Length: 0\r\n" : "")}\r\n",
        "no-reason" => "HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n",
        "lower" => "HTTP/1.1 200 fine\nContent-Length: 2\nX-Folded: a\n  b\n\nok",
        "1.0" => "HTTP/1.0 200 OK\r\nContent-Length: 3\r\n\r\nold",
        string code => Server.Answer($"{code} Reason {code}", "Retry-After: 5\r\nAllow: GET, PUT\r\n", $"body of {code}"),
    });
    using HttpClient client = Client(server);
    foreach (int code in (int[])[200, 201, 202, 206, 299, 300, 400, 401, 403, 404, 405, 409, 412, 418, 422, 429, 451, 500, 501, 503, 505, 599, 600, 999])
    {
        using HttpResponseMessage answer = await client.GetAsync($"{code}");
        Console.Write($"{(int)answer.StatusCode} {answer.StatusCode} {answer.ReasonPhrase} {answer.IsSuccessStatusCode} {answer.Headers.RetryAfter} {answer.Content.Headers.Allow.Count} {await answer.Content.ReadAsStringAsync()}; ");
        try
        {
            answer.EnsureSuccessStatusCode();
            Console.WriteLine("success");
        }
        catch (HttpRequestException e)
        {
            Console.WriteLine($"{e.Message} {(int?)e.StatusCode} {e.HttpRequestError}");
        }
    }
    foreach (string path in (string[])["204", "205", "304", "informed", "no-reason", "lower", "1.0"])
    {
        using HttpResponseMessage answer = await client.GetAsync(path);
        Console.WriteLine($"{path}: {(int)answer.StatusCode} \"{answer.ReasonPhrase}\" {answer.Version} {answer.Content.Headers.ContentLength} \"{await answer.Content.ReadAsStringAsync()}\" {string.Join('|', answer.Headers.SelectMany(header => header.Value))}");
    }
    foreach (string path in (string[])["head", "chunked-head"])
    {
        using HttpResponseMessage answer = await client.SendAsync(new HttpRequestMessage(HttpMethod.Head, path));
        Console.WriteLine($"{path}: {answer.Content.Headers.ContentLength} {answer.Content.Headers.ContentType} {(await answer.Content.ReadAsByteArrayAsync()).Length}");
    }
    Console.WriteLine($"{await Try(() => client.GetStringAsync("404"))} {await Try(() => client.GetByteArrayAsync("500"))} {await Try(() => client.GetStreamAsync("503"))}");
}

async Task Bodies()
{
    Console.WriteLine("-- bodies");
    string chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum, X-Two\r\n\r\n5\r\nhello\r\n7;name=value;\"x\"\r\n, world\r\n00A  \r\n0123456789\r\n0\r\nX-Sum: 22\r\nX-Two: a\r\nX-Two: b\r\n\r\n";
    using var server = new Server(request => request.Target switch
    {
        "/length" => Server.Answer("200 OK", "", "exactly so long"),
        "/chunked" => chunked,
        "/no-chunks" => "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "/close" => $"HTTP/1.1 200 OK\r\n\r\nuntil the end{Server.End}",
        "/both" => $"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
        "/1.0" => $"HTTP/1.0 200 OK\r\n\r\nold way{Server.End}",
        "/halves" => $"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfirst{Server.Pause}later",
        _ => Server.Answer("200 OK", "", new string('x', 100_000)),
    });
    foreach (bool bytewise in (bool[])[false, true])
    {
        server.Bytewise = bytewise;
        foreach (string path in (string[])["length", "chunked", "no-chunks", "close", "both", "1.0"])
        {
            using HttpClient client = Client(server);
            using HttpResponseMessage answer = await client.GetAsync(path, HttpCompletionOption.ResponseHeadersRead);
            int early = answer.TrailingHeaders.Count();
            string body = await answer.Content.ReadAsStringAsync();
            Console.WriteLine($"{path}: {answer.Content.Headers.ContentLength} {answer.Headers.TransferEncodingChunked} \"{body}\" {early} {string.Join(' ', answer.TrailingHeaders.Select(header => $"{header.Key}={string.Join('+', header.Value)}"))}");
        }
    }
    server.Bytewise = false;
    using (HttpClient client = Client(server))
    {
        using HttpResponseMessage answer = await client.GetAsync("halves", HttpCompletionOption.ResponseHeadersRead);
        await using Stream stream = await answer.Content.ReadAsStreamAsync();
        byte[] buffer = new byte[10];
        int first = await stream.ReadAtLeastAsync(buffer, 5);
        ValueTask<int> second = stream.ReadAsync(buffer);
        bool early = second.IsCompleted;
        server.Released.Release();
        int more = await second;
        while (more < 5 && await stream.ReadAsync(buffer.AsMemory(more)) is var got && got > 0)
            more += got;
        Console.WriteLine($"{first} {early} {more} {await stream.ReadAsync(buffer)} {stream.CanRead} {stream.CanSeek} {stream.CanWrite} {Throws(() => stream.Length)} {await Try(() => answer.Content.ReadAsStringAsync())}");

        // Half a body is read; the rest goes with the connection, and the next request takes another one.
        using (HttpResponseMessage large = await client.GetAsync("large", HttpCompletionOption.ResponseHeadersRead))
        await using (Stream half = await large.Content.ReadAsStreamAsync())
            await half.ReadExactlyAsync(new byte[1000]);
        Console.WriteLine($"{(await client.GetStringAsync("length")).Length} {(await client.GetByteArrayAsync("large")).Length}");
        using HttpResponseMessage buffered = await client.GetAsync("length", HttpCompletionOption.ResponseHeadersRead);
        await buffered.Content.LoadIntoBufferAsync();
        await using Stream one = await buffered.Content.ReadAsStreamAsync();
        Console.WriteLine($"{await buffered.Content.ReadAsStringAsync()} {one.CanSeek} {one.Length} {(await buffered.Content.ReadAsByteArrayAsync()).Length} {await Try(() => new StreamReader(buffered.Content.ReadAsStream()).ReadToEndAsync())}");
        var copy = new MemoryStream();
        using HttpResponseMessage copied = await client.GetAsync("chunked");
        await copied.Content.CopyToAsync(copy);
        Console.WriteLine(copy.Length);
    }
    using (HttpClient small = Client(server))
    {
        small.MaxResponseContentBufferSize = 50;
        Console.WriteLine($"{await Try(() => small.GetStringAsync("length"))} {await Try(() => small.GetStringAsync("large"))} {await Try(() => small.GetAsync("large"))} {await Try(async () => (await small.GetStringAsync("chunked")).Length)} {await Try(async () => { using HttpResponseMessage answer = await small.GetAsync("large", HttpCompletionOption.ResponseHeadersRead); return answer.Content.Headers.ContentLength; })}");
    }
}

async Task Texts()
{
    Console.WriteLine("-- texts");
    using var server = new Server(request => request.Target[1..] switch
    {
        "utf8" => Server.Answer("200 OK", "Content-Type: text/plain; charset=utf-8\r\n", "\u00c3\u00a9"),
        "latin" => Server.Answer("200 OK", "Content-Type: text/plain; charset=iso-8859-1\r\n", "\u00e9"),
        "quoted" => Server.Answer("200 OK", "Content-Type: text/plain; charset=\"utf-16\"\r\n", "a\0\u00e9\0"),
        "mark" => Server.Answer("200 OK", "", "\u00fe\u00ff\0a\0b"),
        "mark8" => Server.Answer("200 OK", "Content-Type: text/plain; charset=utf-8\r\n", "\u00ef\u00bb\u00bfx"),
        "mark-other" => Server.Answer("200 OK", "Content-Type: text/plain; charset=iso-8859-1\r\n", "\u00ef\u00bb\u00bfx"),
        "invalid" => Server.Answer("200 OK", "Content-Type: text/plain; charset=utf-8\r\n", "a\u00ffb"),
        "unknown" => Server.Answer("200 OK", "Content-Type: text/plain; charset=nobody-knows\r\n", "x"),
        _ => Server.Answer("200 OK", "Content-Type: not a type\r\nContent-Length: 2\r\nExpires: 0\r\nLast-Modified: Sunday, 06-Nov-94 08:49:37 GMT\r\nAge: x\r\nContent-Range: bytes 1-2/*\r\nContent-Disposition: attachment; filename*=UTF-8''%e2%82%ac.txt; filename=euro\r\n", "ab"),
    });
    using HttpClient client = Client(server);
    foreach (string path in (string[])["utf8", "latin", "quoted", "mark", "mark8", "mark-other", "invalid", "unknown"])
    {
        string text = await Try(() => client.GetStringAsync(path));
        Console.WriteLine($"{path}: {string.Join(' ', text.Length < 5 ? text.Select(c => ((int)c).ToString("x")) : [text])}");
    }
    using HttpResponseMessage odd = await client.GetAsync("odd");
    Console.WriteLine($"{odd.Content.Headers.ContentType is null} {odd.Content.Headers.ContentLength} {odd.Content.Headers.Expires is { } expires && expires.Year < 2000} {odd.Content.Headers.LastModified:O} {odd.Headers.Age is null} {odd.Content.Headers.ContentRange} {odd.Content.Headers.ContentDisposition?.FileNameStar} {odd.Content.Headers.ContentDisposition?.FileName} {odd.Content.Headers.TryGetValues("Content-Type", out var raw)} {string.Join('+', raw ?? [])}");
}

async Task Redirections()
{
    Console.WriteLine("-- redirections");
    using var server = new Server(request =>
    {
        string[] parts = request.Target.Split('/');
        return parts[1] switch
        {
            "to" => Server.Answer($"{parts[2]} Elsewhere", $"Location: /{string.Join('/', parts[3..])}\r\n", "not this"),
            "relative" when request.Target == "/relative/x" => Server.Answer("302 Found", "Location: below?x=1\r\n", ""),
            "absolute" => Server.Answer("302 Found", $"Location: http://{request["Host"]}/end\r\n", ""),
            "fragment" => Server.Answer("302 Found", "Location: /end\r\n", ""),
            "nowhere" => Server.Answer("302 Found", "", "no location"),
            "bad" => Server.Answer("302 Found", "Location: http://[bad\r\n", "bad location"),
            "loop" => Server.Answer("302 Found", $"Location: /loop/{request.Target.Length}\r\n", "again"),
            _ => Server.Answer("200 OK", "", $"{request.Method} {request.Target}"),
        };
    });
    using HttpClient client = Client(server);
    foreach (int code in (int[])[300, 301, 302, 303, 304, 305, 306, 307, 308])
    {
        foreach (HttpMethod method in (HttpMethod[])[HttpMethod.Get, HttpMethod.Post, HttpMethod.Put])
        {
            using var message = new HttpRequestMessage(method, $"to/{code}/end") { Content = method == HttpMethod.Get ? null : new StringContent("body") };
            message.Headers.Authorization = new AuthenticationHeaderValue("Own", "secret");
            using HttpResponseMessage answer = await client.SendAsync(message);
            Console.Write($"{(int)answer.StatusCode} {await answer.Content.ReadAsStringAsync()} {answer.RequestMessage!.Method} {answer.RequestMessage.RequestUri!.AbsolutePath} {answer.RequestMessage.Headers.Authorization is null} {string.Join(' ', server.TakeAll().Select(line => line[(line.LastIndexOf('[') is var at && at >= 0 ? at : 0)..]))}; ");
        }
        Console.WriteLine();
    }
    foreach (string path in (string[])["relative/x", "absolute", "fragment#part", "nowhere", "bad", "to/302/to/301/to/307/end", "loop"])
    {
        string result = await Try(async () => { using HttpResponseMessage answer = await client.GetAsync(path); return $"{(int)answer.StatusCode} {await answer.Content.ReadAsStringAsync()} {answer.RequestMessage!.RequestUri!.PathAndQuery}{answer.RequestMessage.RequestUri.Fragment}"; });
        Console.WriteLine($"{path}: {result} {server.TakeAll().Count}");
    }
    using var never = new HttpClient(new SocketsHttpHandler { UseProxy = false, AllowAutoRedirect = false }) { BaseAddress = client.BaseAddress };
    using var few = new HttpClient(new HttpClientHandler { UseProxy = false, MaxAutomaticRedirections = 3 }) { BaseAddress = client.BaseAddress };
    Console.WriteLine($"{(await never.GetAsync("to/301/end")).Headers.Location} {(int)(await few.GetAsync("loop")).StatusCode} {server.TakeAll().Count} {Throws(() => new SocketsHttpHandler { MaxAutomaticRedirections = 0 })}");
}

async Task Handlers()
{
    Console.WriteLine("-- handlers");
    using var server = new Server(request => Server.Answer(request.Target.EndsWith("fail", StringComparison.Ordinal) ? "503 Busy" : "200 OK", $"X-Seen: {request["X-Trace"]}\r\n", "body"));
    var log = new List<string>();
    var bottom = new SocketsHttpHandler { UseProxy = false };
    var outer = new Tracing("outer", log, new Tracing("middle", log, new Tracing("inner", log, bottom)));
    using (var client = new HttpClient(outer) { BaseAddress = new Uri(server.Address) })
    {
        using HttpResponseMessage answer = await client.GetAsync("x");
        Console.WriteLine($"{answer.Headers.GetValues("X-Seen").Single()} {string.Join(' ', log)}");
        log.Clear();
        using HttpResponseMessage retried = await client.GetAsync("fail");
        Console.WriteLine($"{retried.StatusCode} {string.Join(' ', log)}");
        log.Clear();
        using HttpResponseMessage synchronous = client.Send(new HttpRequestMessage(HttpMethod.Get, "sync"));
        Console.WriteLine($"{synchronous.StatusCode} {string.Join(' ', log)}");
        log.Clear();
        Console.WriteLine($"{await Try(() => client.GetAsync("throw"))} {string.Join(' ', log)} {Throws(() => outer.InnerHandler = bottom)}");
        log.Clear();
    }
    Console.WriteLine($"{string.Join(' ', log)} {await Try(() => new HttpMessageInvoker(outer).SendAsync(new HttpRequestMessage(HttpMethod.Get, server.Address), default))} {await Try(() => new HttpClient(new Tracing("none", [], null)).GetAsync(server.Address))}");
    // A handler that answers by itself, and an invoker.
    using (var invoker = new HttpMessageInvoker(new Canned()))
    {
        using HttpResponseMessage answer = await invoker.SendAsync(new HttpRequestMessage(HttpMethod.Get, "http://nowhere.invalid/a"), default);
        Console.WriteLine($"{answer.StatusCode} {await answer.Content.ReadAsStringAsync()}");
    }
    using var canned = new HttpClient(new Canned());
    Console.WriteLine($"{await canned.GetStringAsync("http://nowhere.invalid/b")} {await Try(() => canned.GetAsync("http://nowhere.invalid/null"))}");
    var disposed = new HttpClient();
    disposed.Dispose();
    Console.WriteLine($"{await Try(() => disposed.GetAsync(server.Address))} {Throws(() => disposed.Timeout = TimeSpan.Zero)}");
    var used = new SocketsHttpHandler { UseProxy = false };
    using var user = new HttpClient(used, disposeHandler: false);
    await user.GetAsync(server.Address);
    Console.WriteLine($"{Throws(() => used.AllowAutoRedirect = false)} {Throws(() => used.MaxConnectionsPerServer = 5)} {Throws(() => new SocketsHttpHandler { MaxConnectionsPerServer = 0 })} {Throws(() => new SocketsHttpHandler { ConnectTimeout = TimeSpan.Zero })}");
}

async Task Authentication()
{
    Console.WriteLine("-- authentication");
    string scheme = "Basic realm=\"here\"";
    using var server = new Server(request =>
    {
        string given = request["Authorization"];
        bool right = given == "Basic dXNlcjpww6Rzcw==" || given.StartsWith("Digest ", StringComparison.Ordinal) && DigestIsRight(request.Method, given);
        return right ? Server.Answer("200 OK", "", "welcome") : Server.Answer("401 Unauthorized", $"WWW-Authenticate: {scheme}\r\n", "who?");
    });
    foreach (string challenge in (string[])[scheme, "Digest realm=\"here\", nonce=\"abc\", qop=\"auth\", algorithm=MD5, opaque=\"o\"", "Digest realm=\"here\", nonce=\"abc\"", "Digest realm=\"here\", nonce=\"n\", algorithm=SHA-256, qop=\"auth\"", "Digest realm=\"here\"", "Own x", "Own x, Basic realm=\"here\""])
    {
        scheme = challenge;
        foreach (string password in (string[])["p\u00e4ss", "wrong"])
        {
            using var client = new HttpClient(new SocketsHttpHandler { UseProxy = false, Credentials = new NetworkCredential("user", password), PreAuthenticate = true }) { BaseAddress = new Uri(server.Address) };
            using HttpResponseMessage first = await client.PostAsync("a", new StringContent("body")), second = await client.GetAsync("a/b");
            Console.WriteLine($"{challenge[..Math.Min(challenge.Length, 30)]} {first.StatusCode} {second.StatusCode} {first.Headers.WwwAuthenticate.Count} {string.Join(' ', server.TakeAll().Select(line => line.Contains("Authorization: ") ? line.Split("Authorization: ")[1].Split(' ')[0] : "none"))}");
        }
    }
    var cache = new CredentialCache { { new Uri(server.Address), "Basic", new NetworkCredential("user", "p\u00e4ss") } };
    scheme = "Basic realm=\"here\"";
    using var cached = new HttpClient(new HttpClientHandler { UseProxy = false, Credentials = cache }) { BaseAddress = new Uri(server.Address) };
    using HttpClient without = Client(server);
    Console.WriteLine($"{(await cached.GetAsync("")).StatusCode} {(await without.GetAsync("")).Headers.WwwAuthenticate} {await Try(() => without.GetStringAsync(""))}");

    static bool DigestIsRight(string method, string header)
    {
        string Part(string name) => Regex.Match(header, $"[ ,]{name}=\"?([^\",]*)").Groups[1].Value;
        string Hash(string text) => Convert.ToHexStringLower(Part("algorithm") == "SHA-256" ? SHA256.HashData(Encoding.UTF8.GetBytes(text)) : MD5.HashData(Encoding.UTF8.GetBytes(text)));
        string user = Hash($"user:here:p\u00e4ss"), what = Hash($"{method}:{Part("uri")}");
        string expected = Part("qop") == "" ? Hash($"{user}:{Part("nonce")}:{what}") : Hash($"{user}:{Part("nonce")}:{Part("nc")}:{Part("cnonce")}:{Part("qop")}:{what}");
        return Part("response") == expected;
    }
}

async Task CookiesAndEncodings()
{
    Console.WriteLine("-- cookies and encodings");
    using var server = new Server(request => request.Target switch
    {
        "/set" => Server.Answer("200 OK", "Set-Cookie: a=1\r\nSet-Cookie: b=2; Path=/deep; HttpOnly\r\nSet-Cookie: gone=x; Expires=Thu, 01 Jan 1970 00:00:00 GMT\r\nSet-Cookie: other=5; Domain=example.org\r\nSet-Cookie: bad\r\n", ""),
        "/change" => Server.Answer("200 OK", "Set-Cookie: a=\"new value\"\r\n", ""),
        "/gzip" or "/deflate" or "/br" or "/none" or "/gzip-bad" => Server.Answer("200 OK", request.Target == "/none" ? "" : $"Content-Encoding: {request.Target[1..].Split('-')[0]}\r\n", Encoding.Latin1.GetString(Packed(request.Target[1..]))),
        _ => Server.Answer("200 OK", "", request["Cookie"]),
    });
    var jar = new CookieContainer();
    using (var client = new HttpClient(new SocketsHttpHandler { UseProxy = false, CookieContainer = jar }) { BaseAddress = new Uri(server.Address) })
    {
        await client.GetAsync("set");
        Console.Write($"{jar.Count} \"{await client.GetStringAsync("")}\" \"{await client.GetStringAsync("deep/x")}\" ");
        await client.GetAsync("change");
        jar.Add(client.BaseAddress, new Cookie("own", "mine"));
        using var message = new HttpRequestMessage(HttpMethod.Get, "") { Headers = { { "Cookie", "direct=1" } } };
        Console.WriteLine($"{await client.GetStringAsync("")} {await (await client.SendAsync(message)).Content.ReadAsStringAsync()}");
    }
    using (var client = new HttpClient(new SocketsHttpHandler { UseProxy = false, UseCookies = false }) { BaseAddress = new Uri(server.Address) })
        Console.WriteLine($"{string.Join(" + ", (await client.GetAsync("set")).Headers.GetValues("Set-Cookie").Take(2))} \"{await client.GetStringAsync("")}\"");
    server.TakeAll();
    foreach (DecompressionMethods methods in (DecompressionMethods[])[DecompressionMethods.All, DecompressionMethods.GZip, DecompressionMethods.None])
    {
        using var client = new HttpClient(new SocketsHttpHandler { UseProxy = false, AutomaticDecompression = methods }) { BaseAddress = new Uri(server.Address) };
        foreach (string path in (string[])["gzip", "deflate", "br", "none", "gzip-bad"])
        {
            string result = await Try(async () => { using HttpResponseMessage answer = await client.GetAsync(path); byte[] body = await answer.Content.ReadAsByteArrayAsync(); return $"{(body.AsSpan().SequenceEqual("compressed, compressed"u8) ? "text" : "other")} {answer.Content.Headers.ContentEncoding} {answer.Content.Headers.ContentLength is null}"; });
            Console.Write($"{path} {result} {Regex.Match(server.Take(), "Accept-Encoding: [^;]*").Value}; ");
        }
        Console.WriteLine();
    }

    static byte[] Packed(string how)
    {
        var target = new MemoryStream();
        using (Stream stream = how[0] switch { 'g' => new GZipStream(target, CompressionMode.Compress), 'd' => new ZLibStream(target, CompressionMode.Compress), 'b' => new BrotliStream(target, CompressionMode.Compress), _ => target })
            stream.Write("compressed, compressed"u8);
        byte[] bytes = target.ToArray();
        if (how.EndsWith("bad", StringComparison.Ordinal))
            bytes[^6] ^= 1;
        return bytes;
    }
}

async Task Expecting()
{
    Console.WriteLine("-- expecting");
    using var server = new Server(request => request.Target == "/refuse" ? Server.Answer("417 No", "Connection: close\r\n", "") + Server.End : Server.Answer("200 OK", "", request.Body));
    using var client = new HttpClient(new SocketsHttpHandler { UseProxy = false, Expect100ContinueTimeout = Timeout.InfiniteTimeSpan }) { BaseAddress = new Uri(server.Address) };
    client.DefaultRequestHeaders.ExpectContinue = true;
    foreach (string path in (string[])["go", "refuse"])
    {
        using HttpResponseMessage answer = await client.PostAsync(path, new StringContent("the body"));
        Console.WriteLine($"{answer.StatusCode} {await answer.Content.ReadAsStringAsync()} {server.Take()}");
    }
}

// The server is its own proxy: it takes whole addresses.
async Task ThroughProxy()
{
    Console.WriteLine("-- proxy");
    using var server = new Server(request => request.Method == "CONNECT" ? Server.Answer("403 No", "", "") : request["Proxy-Authorization"] != "Basic YTpi" && request.Target.Contains("secret") ? Server.Answer("407 Proxy", "Proxy-Authenticate: Basic realm=\"p\"\r\n", "") : Server.Answer("200 OK", "", request.Target.StartsWith("http:", StringComparison.Ordinal) ? "whole address" : "path"));
    var proxy = new WebProxy(server.Address) { Credentials = new NetworkCredential("a", "b"), BypassList = [@"127\.0\.0\.1"] };
    using var client = new HttpClient(new SocketsHttpHandler { Proxy = proxy });
    Console.WriteLine($"{await client.GetStringAsync("http://example.invalid/x?y")} {server.Take()}");
    Console.WriteLine($"{await client.GetStringAsync("http://example.invalid:81/secret")} {server.Take()} {server.Take()}");
    Console.WriteLine($"{await client.GetStringAsync(server.Address + "direct")} {server.Take()}");
    using var refused = new HttpClient(new SocketsHttpHandler { Proxy = new WebProxy(server.Address) });
    Console.WriteLine($"{(int)(await refused.GetAsync("http://example.invalid/secret")).StatusCode} {await Try(() => refused.GetAsync("https://example.invalid/secret"))}");
}

// The listener of the library, asked in raw bytes.
async Task Listening()
{
    Console.WriteLine("-- listener");
    using HttpListener listener = Listen(out int port);
    Task serving = Task.Run(async () =>
    {
        while (true)
        {
            HttpListenerContext context = await listener.GetContextAsync();
            HttpListenerRequest request = context.Request;
            HttpListenerResponse response = context.Response;
            string body = await new StreamReader(request.InputStream, request.ContentEncoding).ReadToEndAsync();
            string seen = $"{request.HttpMethod} {request.RawUrl} {request.Url!.PathAndQuery} {request.ProtocolVersion} {request.HasEntityBody} {request.ContentLength64} {request.ContentType} {request.ContentEncoding.WebName} {request.KeepAlive} {request.UserAgent} {string.Join('+', request.UserLanguages ?? [])} {string.Join('+', request.AcceptTypes ?? [])} {request.QueryString["q"]} {request.Cookies.Count} {request.IsLocal} {request.IsWebSocketRequest} {request.UrlReferrer?.Host} \"{body}\"";
            response.Headers["Date"] = "Thu, 01 Jan 2015 00:00:00 GMT";
            switch (request.Url.AbsolutePath)
            {
                case "/stop":
                    response.Close();
                    return;
                case "/status":
                    response.StatusCode = 299;
                    response.StatusDescription = "Odd";
                    response.AddHeader("X-A", "1");
                    response.AppendHeader("X-A", "2");
                    response.AppendCookie(new Cookie("c", "v", "/p"));
                    response.ContentType = "text/own";
                    response.KeepAlive = false;
                    response.Close("closing"u8.ToArray(), willBlock: true);
                    break;
                case "/wrong":
                    string[] wrong = [Throws(() => response.StatusCode = 1000), Throws(() => response.ContentLength64 = -1), Throws(() => response.StatusDescription = "a\nb"), Throws(() => response.ProtocolVersion = new Version(2, 0)), Throws(() => { response.Headers.Add("Content-Length", "5"); return 0; }), Throws(() => { response.Redirect("/else"); return 0; })];
                    response.StatusCode = 200;
                    response.Headers.Remove("Location");
                    byte[] text = Encoding.ASCII.GetBytes(string.Join(' ', wrong));
                    response.ContentLength64 = text.Length;
                    await response.OutputStream.WriteAsync(text);
                    string[] after = [Throws(() => response.StatusCode = 201), Throws(() => response.ContentLength64 = 5), Throws(() => response.SendChunked = true)];
                    Console.WriteLine($"after the headers: {string.Join(' ', after)}");
                    response.Close();
                    break;
                default:
                    byte[] answer = Encoding.UTF8.GetBytes(seen);
                    if (request.Url.AbsolutePath == "/chunked")
                        response.SendChunked = true;
                    else
                        response.ContentLength64 = answer.Length;
                    if (request.HttpMethod != "HEAD")
                        await response.OutputStream.WriteAsync(answer);
                    response.Close();
                    break;
            }
        }
    });
    string host = $"Host: 127.0.0.1:{port}\r\n";
    string[] requests =
    [
        $"GET /plain?q=1%20x HTTP/1.1\r\n{host}User-Agent: raw\r\nAccept-Language: de, en;q=0.5\r\nAccept: a/b, c/d\r\nCookie: a=1; b=2\r\nReferer: http://from.invalid/\r\nConnection: close\r\n\r\n",
        $"POST /length HTTP/1.1\r\n{host}Content-Type: text/plain; charset=iso-8859-1\r\nContent-Length: 4\r\nConnection: close\r\n\r\nb\u00e9dy", $"POST /chunked HTTP/1.1\r\n{host}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n",
        $"HEAD /head HTTP/1.1\r\n{host}Connection: close\r\n\r\n", $"GET /old HTTP/1.0\r\n{host}\r\n", $"BREW /pot HTTP/1.1\r\n{host}Connection: close\r\n\r\n", $"GET /status HTTP/1.1\r\n{host}\r\n", $"GET /wrong HTTP/1.1\r\n{host}Connection: close\r\n\r\n",
        $"GET /stop HTTP/1.1\r\n{host}Connection: close\r\n\r\n",
    ];
    foreach (string request in requests)
    {
        using var client = new TcpClient();
        await client.ConnectAsync(IPAddress.Loopback, port);
        await client.GetStream().WriteAsync(Encoding.Latin1.GetBytes(request));
        string answer = await Try(() => new StreamReader(client.GetStream()).ReadToEndAsync());
        Console.WriteLine(Regex.Replace(answer.Replace($"{port}", "PORT").Replace("\r\n", "|"), @"Date: [^|]*\|", ""));
    }
    await serving;
    Task<HttpListenerContext> pending = listener.GetContextAsync();
    listener.Stop();
    Console.WriteLine($"{await Try(() => pending)} {listener.IsListening} {await Try(() => listener.GetContextAsync())}");
    listener.Close();
    Console.WriteLine($"{Throws(() => { listener.Start(); return 0; })} {Throws(() => { new HttpListener().Prefixes.Add("http://x"); return 0; })} {Throws(() => { new HttpListener().Prefixes.Add("ftp://x/"); return 0; })} {Throws(() => { new HttpListener().Prefixes.Add(null!); return 0; })} {Throws(() => new HttpListener().GetContext())}");
}

/// At a port that is free: another process may take it before the listener does, so that is tried again.
static HttpListener Listen(out int port)
{
    while (true)
    {
        using (var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp))
        {
            socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
            port = ((IPEndPoint)socket.LocalEndPoint!).Port;
        }
        var listener = new HttpListener();
        listener.Prefixes.Add($"http://127.0.0.1:{port}/");
        try
        {
            listener.Start();
            return listener;
        }
        catch (HttpListenerException)
        {
        }
    }
}

static HttpClient Client(Server server) => new(new SocketsHttpHandler { UseProxy = false }) { BaseAddress = new Uri(server.Address) };

static async Task<string> Try<T>(Func<Task<T>> action)
{
    try
    {
        return $"{(await action() is var result && result is HttpResponseMessage message ? message.StatusCode : result)}";
    }
    catch (Exception e)
    {
        string inner = e.InnerException is { } cause ? $"({cause.GetType().Name})" : "";
        return e switch
        {
            HttpRequestException http => $"{e.GetType().Name}-{http.HttpRequestError}-{(int?)http.StatusCode}{inner}",
            OperationCanceledException => e.GetType().Name, // what is inside depends on who was first
            HttpIOException io => $"{e.GetType().Name}-{io.HttpRequestError}{inner}",
            _ => $"{e.GetType().Name}{inner}",
        };
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

/// A request as it came.
sealed class Request(string line, List<string> headers, string body)
{
    public string Method { get; } = line.Split(' ')[0];
    public string Target { get; } = line.Split(' ')[1];
    public string Body => body;
    public string this[string name] => headers.FirstOrDefault(header => header.StartsWith(name + ": ", StringComparison.OrdinalIgnoreCase))?[(name.Length + 2)..] ?? "";
}

/// Answers each request with the text that `answer` makes of it; in that text some characters tell it to wait or to end.
sealed class Server : IDisposable
{
    public const char Pause = '\uE001', End = '\uE002';
    public readonly SemaphoreSlim Released = new(0);
    public volatile bool Bytewise;
    readonly TcpListener listener = new(IPAddress.Loopback, 0);
    readonly Func<Request, string> answer;
    readonly ConcurrentQueue<string> log = [];
    readonly SemaphoreSlim logged = new(0);
    int arrived;

    public Server(Func<Request, string> answer)
    {
        this.answer = answer;
        listener.Start();
        _ = Accept();
    }

    public string Address => $"http://127.0.0.1:{Port}/";
    int Port => ((IPEndPoint)listener.LocalEndpoint).Port;
    public void Dispose() => listener.Dispose();

    public static string Answer(string status, string headers, string body) => $"HTTP/1.1 {status}\r\n{headers}{(headers.Contains("Content-Length") ? "" : $"Content-Length: {body.Length}\r\n")}\r\n{body}";

    /// The next request in the order in which they came.
    public string Take() => log.TryDequeue(out string? line) ? line : "nothing";

    public List<string> TakeAll()
    {
        var all = new List<string>();
        while (log.TryDequeue(out string? line))
            all.Add(line);
        return all;
    }

    /// When so many requests have come in all.
    public async Task Arrived(int count)
    {
        while (arrived < count)
        {
            await logged.WaitAsync();
            arrived++;
        }
    }

    async Task Accept()
    {
        try
        {
            while (true)
            {
                TcpClient client = await listener.AcceptTcpClientAsync();
                _ = Task.Run(() => Serve(client));
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The end of the server.
        }
    }

    async Task Serve(TcpClient client)
    {
        using (client)
        {
            try
            {
                client.NoDelay = true;
                NetworkStream stream = client.GetStream();
                using var reader = new StreamReader(stream, Encoding.Latin1);
                while (await reader.ReadLineAsync() is { Length: > 0 } line)
                {
                    var headers = new List<string>();
                    while (await reader.ReadLineAsync() is { Length: > 0 } header)
                        headers.Add(header);
                    bool expects = headers.Any(header => header.StartsWith("Expect:", StringComparison.Ordinal));
                    if (expects && !line.Contains("refuse"))
                        await stream.WriteAsync("HTTP/1.1 100 Continue\r\n\r\n"u8.ToArray());
                    string body = expects && line.Contains("refuse") ? "" : await Body(reader, headers);
                    log.Enqueue($"{line}; {string.Join("; ", headers)} [{body.Replace("\r\n", "|")}]".Replace($":{Port}", ":PORT"));
                    logged.Release();
                    if (await Write(stream, answer(new Request(line, headers, body))))
                        continue;
                    client.Client.Shutdown(SocketShutdown.Send);
                    while (await reader.ReadAsync(new char[100]) > 0)
                    {
                    }
                    return;
                }
            }
            catch (IOException)
            {
                // The client is gone.
            }
        }
    }

    /// Chunks are shown with their lengths.
    static async Task<string> Body(StreamReader reader, List<string> headers)
    {
        if (headers.Find(header => header.StartsWith("Content-Length: ", StringComparison.Ordinal)) is { } length)
            return await Block(reader, int.Parse(length[16..]));
        if (!headers.Contains("Transfer-Encoding: chunked"))
            return "";
        var body = new StringBuilder();
        while (await reader.ReadLineAsync() is { } size)
        {
            body.Append(size).Append(':').Append(await Block(reader, Convert.ToInt32(size, 16))).Append(' ');
            await reader.ReadLineAsync();
            if (size == "0")
                return body.ToString();
        }
        throw new IOException("cut");
    }

    static async Task<string> Block(StreamReader reader, int length)
    {
        char[] characters = new char[length];
        return length == 0 ? "" : await reader.ReadBlockAsync(characters) == length ? new string(characters) : throw new IOException("cut");
    }

    async Task<bool> Write(Stream stream, string text)
    {
        int from = 0;
        for (int i = 0; i <= text.Length; i++)
        {
            bool control = i < text.Length && text[i] is Pause or End;
            if (i > from && (control || i == text.Length || Bytewise))
            {
                await stream.WriteAsync(Encoding.Latin1.GetBytes(text[from..i]));
                from = i;
            }
            if (!control)
                continue;
            if (text[i] == End)
                return false;
            from = i + 1;
            await Released.WaitAsync();
        }
        return true;
    }
}

/// Writes its parts one after the other; a part that is null is a failure.
sealed class Own(string[] parts, long? length) : HttpContent
{
    protected override async Task SerializeToStreamAsync(Stream stream, TransportContext? context)
    {
        foreach (string part in parts)
        {
            await stream.WriteAsync(Encoding.ASCII.GetBytes(part ?? throw new TimeoutException()));
            await stream.FlushAsync();
        }
    }

    protected override bool TryComputeLength(out long known)
    {
        known = length ?? 0;
        return length is not null;
    }
}

/// Begins to write and never ends.
sealed class Tracing : DelegatingHandler
{
    readonly string name;
    readonly List<string> log;

    public Tracing(string name, List<string> log, HttpMessageHandler? inner)
    {
        (this.name, this.log) = (name, log);
        if (inner is not null)
            InnerHandler = inner;
    }

    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken token)
    {
        log.Add($"<{name}");
        request.Headers.Add("X-Trace", name);
        if (name == "inner" && request.RequestUri!.AbsolutePath == "/throw")
            throw new TimeoutException();
        HttpResponseMessage response = await base.SendAsync(request, token);
        for (int i = 0; name == "middle" && i < 2 && response.StatusCode == HttpStatusCode.ServiceUnavailable; i++)
            response = await base.SendAsync(request, token);
        log.Add($"{name}>");
        return response;
    }

    protected override HttpResponseMessage Send(HttpRequestMessage request, CancellationToken token)
    {
        log.Add($"({name}");
        HttpResponseMessage response = base.Send(request, token);
        log.Add($"{name})");
        return response;
    }

    protected override void Dispose(bool disposing)
    {
        log.Add($"~{name}");
        base.Dispose(disposing);
    }
}

/// Answers without a network.
sealed class Canned : HttpMessageHandler
{
    protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken token) =>
        Task.FromResult(request.RequestUri!.AbsolutePath == "/null" ? null! : new HttpResponseMessage(HttpStatusCode.Accepted) { Content = new StringContent($"canned {request.RequestUri}") });
}

class Unseekable(byte[] bytes) : MemoryStream(bytes)
{
    public override bool CanSeek => false;
}
