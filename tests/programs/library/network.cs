// The network over loopback: sockets, TLS, HttpListener and HttpClient, WebSocket, UDP, name resolution.
using System.Net;
using System.Net.Http;
using System.Net.Http.Json;
using System.Net.Security;
using System.Net.Sockets;
using System.Net.WebSockets;
using System.Security.Authentication;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;

static class Program
{
    // Which of the two exceptions cancels depends on whether the wait had begun.
    static async Task Try(string what, Func<Task<object?>> f) { try { Console.WriteLine($"{what}: {await f()}"); } catch (Exception e) { Console.WriteLine($"{what}: {(e is OperationCanceledException ? "canceled" : e.GetType().Name)} {(e is SocketException s ? s.SocketErrorCode : e.InnerException?.GetType().Name)}"); } }

    static async Task Tcp()
    {
        var listener = new TcpListener(IPAddress.Loopback, 0); listener.Start(); int port = ((IPEndPoint)listener.LocalEndpoint).Port;
        Task server = Task.Run(async () =>
        {
            for (int k = 0; k < 3; k++)
            {
                using TcpClient c = await listener.AcceptTcpClientAsync(); using var s = c.GetStream(); var r = new StreamReader(s); var w = new StreamWriter(s) { AutoFlush = true };
                while (await r.ReadLineAsync() is { } line) await w.WriteLineAsync(new string(line.Reverse().ToArray()));
            }
        });
        for (int k = 0; k < 2; k++)
        {
            using var client = new TcpClient(); await client.ConnectAsync(IPAddress.Loopback, port); client.NoDelay = true; using var st = client.GetStream(); var w = new StreamWriter(st) { AutoFlush = true }; var r = new StreamReader(st);
            for (int i = 0; i < 5; i++) { await w.WriteLineAsync("hello " + i); Console.Write(await r.ReadLineAsync() + " "); }
            Console.WriteLine();
        }
        using (var raw = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp)) // blocking calls, gathered and scattered
        {
            raw.Connect(IPAddress.Loopback, port); raw.ReceiveTimeout = 5000; raw.Send([new ArraySegment<byte>("abc"u8.ToArray()), new ArraySegment<byte>("def\n"u8.ToArray())]);
            byte[] buffer = new byte[16]; int n = 0; while (n < 7) n += raw.Receive(buffer, n, 16 - n, SocketFlags.None); Console.WriteLine(Encoding.ASCII.GetString(buffer, 0, n).Trim() + raw.Available + raw.Connected + raw.Poll(0, SelectMode.SelectWrite)); raw.Shutdown(SocketShutdown.Both);
        }
        await server; listener.Stop();
        await Try("refused", async () => { using var c = new TcpClient(); await c.ConnectAsync(IPAddress.Loopback, port); return 0; });
        using var u1 = new UdpClient(new IPEndPoint(IPAddress.Loopback, 0)); using var u2 = new UdpClient(new IPEndPoint(IPAddress.Loopback, 0));
        await u1.SendAsync("datagram"u8.ToArray(), (IPEndPoint)u2.Client.LocalEndPoint!); var got = await u2.ReceiveAsync(); Console.WriteLine(Encoding.UTF8.GetString(got.Buffer) + got.RemoteEndPoint.Address);
        await Try("cancel", async () => { using var c = new CancellationTokenSource(50); await u1.ReceiveAsync(c.Token); return 0; });
        string path = Path.Combine(Path.GetTempPath(), "s.sock"); File.Delete(path); using var un = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified); un.Bind(new UnixDomainSocketEndPoint(path)); un.Listen(); var accepting = un.AcceptAsync(); using var uc = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified); await uc.ConnectAsync(new UnixDomainSocketEndPoint(path)); using var us = await accepting; await uc.SendAsync("unix"u8.ToArray(), SocketFlags.None); byte[] b4 = new byte[4]; Console.WriteLine(await us.ReceiveAsync(b4, SocketFlags.None) + Encoding.UTF8.GetString(b4));
        Console.WriteLine($"{IPAddress.Parse("::ffff:1.2.3.4").MapToIPv4()} {IPAddress.Parse("fe80::1%3")} {IPNetwork.Parse("10.0.0.0/8").Contains(IPAddress.Parse("10.9.8.7"))} {IPEndPoint.Parse("[::1]:80")} {IPAddress.TryParse("1.2.3.400", out _)} {(await Dns.GetHostAddressesAsync("127.0.0.1"))[0]} {IPAddress.HostToNetworkOrder(0x01020304):X} {new UriBuilder("http", "h", 81, "p") { Query = "a=b c" }.Uri.AbsoluteUri} {Uri.EscapeDataString("a/b?é")} {WebUtility.HtmlDecode("&lt;&eacute;&#x41;")} {new Uri(new Uri("http://a/b/c/d"), "../e?x#f")}");
    }

    static async Task Tls()
    {
        using var key = RSA.Create(2048); var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1); var san = new SubjectAlternativeNameBuilder(); san.AddDnsName("localhost"); request.CertificateExtensions.Add(san.Build());
        using var cert = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(2));
        var listener = new TcpListener(IPAddress.Loopback, 0); listener.Start();
        foreach (var protocol in new[] { SslProtocols.Tls12, SslProtocols.Tls13 })
        {
            Task server = Task.Run(async () => { using var c = await listener.AcceptTcpClientAsync(); using var s = new SslStream(c.GetStream()); await s.AuthenticateAsServerAsync(new SslServerAuthenticationOptions { ServerCertificate = cert, EnabledSslProtocols = protocol, ApplicationProtocols = [SslApplicationProtocol.Http2, SslApplicationProtocol.Http11] }); byte[] b = new byte[100000]; await s.ReadExactlyAsync(b); await s.WriteAsync(SHA256.HashData(b)); await s.ShutdownAsync(); });
            using var client = new TcpClient(); await client.ConnectAsync((IPEndPoint)listener.LocalEndpoint); var errors = SslPolicyErrors.None;
            using var ssl = new SslStream(client.GetStream()); await ssl.AuthenticateAsClientAsync(new SslClientAuthenticationOptions { TargetHost = "localhost", ApplicationProtocols = [SslApplicationProtocol.Http11], RemoteCertificateValidationCallback = (s, c, ch, e) => { errors = e; return c!.GetCertHashString() == cert.GetCertHashString(); } });
            byte[] data = new byte[100000]; new Random(1).NextBytes(data); await ssl.WriteAsync(data); byte[] hash = new byte[32]; await ssl.ReadExactlyAsync(hash); await server;
            Console.WriteLine($"{ssl.SslProtocol} {ssl.IsEncrypted} {errors} {ssl.NegotiatedApplicationProtocol} {hash.SequenceEqual(SHA256.HashData(data))} {ssl.RemoteCertificate!.Subject}");
        }
        Task bad = Task.Run(async () => { using var c = await listener.AcceptTcpClientAsync(); using var s = new SslStream(c.GetStream()); try { await s.AuthenticateAsServerAsync(cert); await s.ReadExactlyAsync(new byte[1]); } catch (Exception e) { return e is AuthenticationException or IOException; } return false; });
        await Try("untrusted", async () => { using var c = new TcpClient(); await c.ConnectAsync((IPEndPoint)listener.LocalEndpoint); using var s = new SslStream(c.GetStream()); await s.AuthenticateAsClientAsync("localhost"); return 0; }); await bad;
    }

    record Payload(int Id, string Name);

    static async Task Http()
    {
        int port = 0; HttpListener? listener = null;
        for (int attempt = 0; attempt < 20; attempt++) { port = Random.Shared.Next(20000, 60000); listener = new HttpListener(); listener.Prefixes.Add($"http://127.0.0.1:{port}/"); try { listener.Start(); break; } catch (HttpListenerException) { } }
        var slowMayEnd = new TaskCompletionSource();
        Task server = Task.Run(async () =>
        {
            while (true)
            {
                var x = await listener!.GetContextAsync(); var rq = x.Request; var rs = x.Response;
                switch (rq.Url!.AbsolutePath)
                {
                    case "/echo": using (var rd = new StreamReader(rq.InputStream)) { byte[] b = Encoding.UTF8.GetBytes($"{rq.HttpMethod} {rq.ContentType} {rq.Headers["X-A"]} {rq.QueryString["q"]} {await rd.ReadToEndAsync()}"); rs.Headers["X-Reply"] = "yes"; await rs.OutputStream.WriteAsync(b); } break;
                    case "/json": await rs.OutputStream.WriteAsync("""{"id":5,"name":"é"}"""u8.ToArray()); rs.ContentType = "application/json"; break;
                    case "/moved": rs.Redirect("/json"); break;
                    case "/slow": await slowMayEnd.Task; break;
                    case "/chunked": rs.SendChunked = true; for (int i = 0; i < 5; i++) { await rs.OutputStream.WriteAsync(new byte[1000]); await rs.OutputStream.FlushAsync(); } break;
                    case "/gzip": rs.Headers["Content-Encoding"] = "gzip"; using (var g = new System.IO.Compression.GZipStream(rs.OutputStream, System.IO.Compression.CompressionMode.Compress)) await g.WriteAsync(Encoding.UTF8.GetBytes(new string('z', 5000))); break;
                    case "/cookie": rs.SetCookie(new Cookie("c", "v" + rq.Cookies["c"]?.Value)); break;
                    case "/ws": var ws = (await x.AcceptWebSocketAsync(null)).WebSocket; var buffer = new byte[1000]; for (;;) { var m = await ws.ReceiveAsync(buffer, default); if (m.MessageType == WebSocketMessageType.Close) { await ws.CloseAsync(WebSocketCloseStatus.NormalClosure, "bye", default); break; } await ws.SendAsync(buffer.AsMemory(0, m.Count), m.MessageType, m.EndOfMessage, default); } continue;
                    case "/stop": rs.StatusCode = 410; rs.Close(); return;
                    default: rs.StatusCode = 404; break;
                }
                try { rs.Close(); } catch (Exception) { }
            }
        });
        var cookies = new CookieContainer(); using var http = new HttpClient(new SocketsHttpHandler { AutomaticDecompression = DecompressionMethods.All, CookieContainer = cookies }) { BaseAddress = new Uri($"http://127.0.0.1:{port}/") };
        http.DefaultRequestHeaders.Add("X-A", "hdr");
        var r = await http.PostAsync("echo?q=1%202", new StringContent("body é", Encoding.UTF8, "text/plain")); Console.WriteLine($"{(int)r.StatusCode} {r.Headers.GetValues("X-Reply").First()} {await r.Content.ReadAsStringAsync()}");
        Console.WriteLine(await http.GetFromJsonAsync<Payload>("json") + " " + await http.GetFromJsonAsync<Payload>("moved"));
        Console.WriteLine(await (await http.PutAsJsonAsync("echo", new Payload(1, "n"))).Content.ReadAsStringAsync());
        var form = new MultipartFormDataContent("bound") { { new StringContent("v"), "field" }, { new ByteArrayContent([65, 66]), "file", "f.txt" } }; Console.WriteLine((await (await http.PostAsync("echo", form)).Content.ReadAsStringAsync()).Replace("\r\n", "|"));
        Console.WriteLine(await (await http.SendAsync(new HttpRequestMessage(HttpMethod.Delete, "echo") { Content = new FormUrlEncodedContent([new("a", "b c"), new("d", "&")]) })).Content.ReadAsStringAsync());
        await Try("404", async () => { (await http.GetAsync("none")).EnsureSuccessStatusCode(); return 0; });
        await Try("timeout", async () => { using var c = new CancellationTokenSource(100); return await http.GetStringAsync("slow", c.Token); }); slowMayEnd.SetResult();
        using (var s = await http.GetStreamAsync("chunked")) { var m = new MemoryStream(); await s.CopyToAsync(m); Console.WriteLine(m.Length); }
        Console.WriteLine((await http.GetStringAsync("gzip")).Length); await http.GetAsync("cookie"); await http.GetAsync("cookie"); Console.WriteLine(cookies.GetCookieHeader(http.BaseAddress!));
        var all = await Task.WhenAll(Enumerable.Range(0, 20).Select(async i => (await http.GetStringAsync("echo?q=" + i)).Length)); Console.WriteLine(all.Sum());
        using var client = new ClientWebSocket(); await client.ConnectAsync(new Uri($"ws://127.0.0.1:{port}/ws"), default); byte[] rb = new byte[1000];
        for (int i = 1; i < 300; i *= 6) { await client.SendAsync(Encoding.UTF8.GetBytes(new string('w', i)), WebSocketMessageType.Text, true, default); var m = await client.ReceiveAsync(rb, default); Console.Write($"{m.Count} {m.MessageType} "); }
        await client.CloseAsync(WebSocketCloseStatus.NormalClosure, "done", default); Console.WriteLine(client.State + " " + client.CloseStatusDescription);
        Console.WriteLine((await http.GetAsync("stop")).StatusCode); await server; listener!.Close();
        // Not by a connection that was open: what the listener sent when it closed it may still be on its way, and be taken for the answer.
        using var other = new HttpClient(); await Try("closed", async () => await other.GetStringAsync($"http://127.0.0.1:{port}/json"));
    }

    static async Task Main() { await Tcp(); await Tls(); await Http(); }
}
