// rows: N5-135 N5-136 N5-138 N5-139 N5-159 N5-212 N5-213 N5-214
// HTTP over loopback: synchronous calls, contents as streams, headers that are not looked at, one certificate for many connections,
// a document of XML that is fetched by its address.
using System.Net;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using System.Xml;

/// Answers every request with a document and closes.
sealed class Server : IDisposable
{
    const string Body = "<note><to>You</to></note>";
    readonly Socket listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);

    public Server()
    {
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen(10);
        new Thread(Run) { IsBackground = true }.Start();
    }

    public string Address => $"http://127.0.0.1:{((IPEndPoint)listener.LocalEndPoint!).Port}/";

    public string LastRequest { get; private set; } = "";

    public void Dispose() => listener.Dispose();

    void Run()
    {
        try
        {
            while (true)
            {
                using Socket connection = listener.Accept();
                using var stream = new NetworkStream(connection);
                var reader = new StreamReader(stream);
                var request = new StringBuilder();
                int length = 0;
                while (reader.ReadLine() is { Length: > 0 } line)
                {
                    request.Append(line).Append('|');
                    if (line.StartsWith("Content-Length:"))
                        length = int.Parse(line["Content-Length:".Length..]);
                }
                char[] content = new char[length];
                reader.ReadBlock(content);
                LastRequest = request.Append(content).ToString();
                stream.Write(Encoding.ASCII.GetBytes("HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\nServer: test/1.0 (unit)\r\nX-Own: a\r\nX-Own: b, c\r\n"
                    + $"Content-Type: text/xml\r\nContent-Length: {Body.Length}\r\nConnection: close\r\n\r\n{Body}"));
            }
        }
        catch (Exception closed) when (closed is SocketException or ObjectDisposedException)
        {
            // Closed at the end.
        }
    }
}

static class Program
{
    static async Task Main()
    {
        using (var server = new Server())
        {
            Synchronous(server);
            Document(server);
        }
        Headers();
        await Certificates();
    }

    static void Synchronous(Server server)
    {
        using var client = new HttpClient(new SocketsHttpHandler { UseProxy = false });
        using var request = new HttpRequestMessage(HttpMethod.Post, server.Address + "path?q=1") { Content = new StringContent("sent") };
        request.Headers.TryAddWithoutValidation("User-Agent", "not ( valid");
        request.Headers.TryAddWithoutValidation("X-Custom", ["one", "two"]);
        request.Headers.Host = "example.org";
        using HttpResponseMessage response = client.Send(request);
        using Stream stream = response.Content.ReadAsStream();
        Console.WriteLine($"answer: {(int)response.StatusCode} {new StreamReader(stream).ReadToEnd()} {response.Headers.Date:O} {response.Headers.Server} {string.Join("/", response.Headers.GetValues("X-Own"))} {response.Content.Headers.ContentType}");
        Console.WriteLine($"request: {server.LastRequest}");
        Stream own = new StringContent("héllo").ReadAsStream();
        Console.WriteLine($"own content: {own.Length} {own.CanSeek} {new StreamReader(own).ReadToEnd()}");
        using var cancelled = new CancellationTokenSource();
        cancelled.Cancel();
        try
        {
            client.Send(new HttpRequestMessage(HttpMethod.Get, server.Address), cancelled.Token);
        }
        catch (OperationCanceledException e)
        {
            Console.WriteLine(e.GetType().Name);
        }
        try
        {
            client.Send(new HttpRequestMessage(HttpMethod.Get, server.Address) { Version = HttpVersion.Version20, VersionPolicy = HttpVersionPolicy.RequestVersionExact });
        }
        catch (NotSupportedException e)
        {
            Console.WriteLine(e.GetType().Name);
        }
    }

    static void Document(Server server)
    {
        using XmlReader reader = XmlReader.Create(server.Address, new XmlReaderSettings { XmlResolver = new XmlUrlResolver() });
        reader.ReadToFollowing("to");
        Console.WriteLine($"document: {reader.ReadElementContentAsString()}");
    }

    static void Headers()
    {
        foreach (string date in (string[])["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "yesterday", ""])
        {
            var message = new HttpResponseMessage();
            message.Headers.TryAddWithoutValidation("Date", date);
            message.Headers.TryAddWithoutValidation("Server", date);
            Console.Write($"{message.Headers.Date?.UtcTicks.ToString() ?? "none"} {message.Headers.TryGetValues("date", out IEnumerable<string>? values)} {values?.Single()}, ");
        }
        Console.WriteLine();
        var request = new HttpRequestMessage();
        request.Headers.Add("Accept-Encoding", "gzip;q=0.5, *");
        request.Headers.CacheControl = new CacheControlHeaderValue { NoCache = true, MaxAge = TimeSpan.FromSeconds(5) };
        request.Headers.TryAddWithoutValidation("If-None-Match", "broken");
        Console.WriteLine($"headers: {request.Headers.AcceptEncoding.Count} {request.Headers.CacheControl} {request.Headers.IfNoneMatch.Count} {request.Headers.NonValidated["If-None-Match"]} {string.Join(" ", request.Headers.Select(header => header.Key))}");
        try
        {
            request.Headers.Add("Content-Type", "text/plain");
        }
        catch (InvalidOperationException e)
        {
            Console.WriteLine(e.GetType().Name);
        }
        string[] quoted = ["text/plain; charset=\"utf-8\"", "a/b; c=\"x;y\"", "bad", "a/b;"];
        Console.WriteLine($"types: {string.Join(" | ", quoted.Select(text => MediaTypeHeaderValue.TryParse(text, out MediaTypeHeaderValue? type) ? $"{type.MediaType} {type.CharSet} {type.Parameters.Count}" : "no"))}");
    }

    static async Task Certificates()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256);
        using X509Certificate2 made = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(1));
        using X509Certificate2 certificate = X509CertificateLoader.LoadPkcs12(made.Export(X509ContentType.Pkcs12), null);
        SslStreamCertificateContext context = SslStreamCertificateContext.Create(certificate, null, offline: true);
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen(5);
        for (int i = 0; i < 3; i++)
        {
            using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            await socket.ConnectAsync(listener.LocalEndPoint!);
            using var server = new SslStream(new NetworkStream(await listener.AcceptAsync(), true));
            using var client = new SslStream(new NetworkStream(socket, true));
            string seen = "";
            await Task.WhenAll(
                server.AuthenticateAsServerAsync(new SslServerAuthenticationOptions { ServerCertificateContext = context }),
                client.AuthenticateAsClientAsync(new SslClientAuthenticationOptions
                {
                    TargetHost = "localhost",
                    RemoteCertificateValidationCallback = (_, remote, _, errors) => { seen = $"{remote!.Subject} {errors}"; return true; },
                }));
            await client.WriteAsync(new byte[] { (byte)(i + 5) });
            byte[] buffer = new byte[1];
            await server.ReadExactlyAsync(buffer);
            Console.WriteLine($"secure: {buffer[0]} {seen} {client.IsEncrypted} {server.IsServer} {client.SslProtocol == server.SslProtocol} {context.TargetCertificate.Subject}");
        }
    }
}
