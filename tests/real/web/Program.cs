// A web application that asks itself: HTTP/1.1 and HTTP/2 over TLS, routing, JSON, streams, compression, a web socket, many at a time.
using System.IO.Compression;
using System.Net;
using System.Net.Http.Json;
using System.Net.Security;
using System.Net.WebSockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using Microsoft.AspNetCore.ResponseCompression;

var builder = WebApplication.CreateBuilder();
builder.Logging.ClearProviders();
builder.WebHost.ConfigureKestrel(server =>
{
    server.Listen(IPAddress.Loopback, 0);
    server.Listen(IPAddress.Loopback, 0, listen => listen.UseHttps(SelfSigned()));
});
builder.Services.AddSingleton<Notes>();
builder.Services.AddResponseCompression(options => options.EnableForHttps = true);
var app = builder.Build();
app.UseExceptionHandler(handler => handler.Run(context => context.Response.WriteAsync("refused")));
app.UseResponseCompression();
app.UseWebSockets();
app.MapGet("/", () => "hello");
app.MapGet("/notes/{id:int}", (int id, Notes notes) => notes.Find(id) is { } note ? Results.Ok(note) : Results.NotFound());
app.MapPost("/notes", (Note note, Notes notes) => Results.Created($"/notes/{notes.Add(note)}", note));
app.MapGet("/count/{to}", (int to) => Count(to));
app.MapGet("/long", () => string.Concat(Enumerable.Repeat("compress me ", 1000)));
app.MapGet("/fail", IResult () => throw new InvalidOperationException("wanted"));
app.Map("/echo", Echo);
await app.StartAsync();
foreach (string address in app.Urls.OrderBy(url => url, StringComparer.Ordinal))
    await Ask(new Uri(address));
await app.StopAsync();
Console.WriteLine("stopped");

static async Task Ask(Uri address)
{
    using var handler = new SocketsHttpHandler { AutomaticDecompression = DecompressionMethods.None };
    handler.SslOptions.RemoteCertificateValidationCallback = (_, certificate, _, errors) => errors == SslPolicyErrors.RemoteCertificateChainErrors;
    bool secure = address.Scheme == "https";
    using var client = new HttpClient(handler)
    {
        BaseAddress = address,
        DefaultRequestVersion = secure ? HttpVersion.Version20 : HttpVersion.Version11,
        DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact,
    };
    HttpResponseMessage first = await client.GetAsync("/");
    Console.WriteLine($"{address.Scheme} {first.Version} {(int)first.StatusCode} {await first.Content.ReadAsStringAsync()}");
    HttpResponseMessage created = await client.PostAsJsonAsync("/notes", new Note("title " + address.Scheme, ["a", "b"], new(2024, 2, 29)));
    Console.WriteLine($"{(int)created.StatusCode} {created.Headers.Location}");
    Console.WriteLine(await client.GetStringAsync(created.Headers.Location));
    Console.WriteLine(await client.GetFromJsonAsync<Note>(created.Headers.Location));
    foreach (string path in new[] { "/notes/99", "/notes/x", "/count/z", "/fail" })
    {
        HttpResponseMessage answer = await client.GetAsync(path);
        Console.WriteLine($"{path} {(int)answer.StatusCode} {await answer.Content.ReadAsStringAsync()}");
    }
    Console.WriteLine($"malformed {(int)(await client.PostAsync("/notes", new StringContent("{", Encoding.UTF8, "application/json"))).StatusCode}");
    Console.WriteLine(string.Join(",", await client.GetFromJsonAsync<int[]>("/count/5") ?? []));
    var zipped = new HttpRequestMessage(HttpMethod.Get, "/long") { Version = client.DefaultRequestVersion, VersionPolicy = client.DefaultVersionPolicy };
    zipped.Headers.AcceptEncoding.ParseAdd("gzip");
    HttpResponseMessage packed = await client.SendAsync(zipped);
    using var unpacked = new StreamReader(new GZipStream(await packed.Content.ReadAsStreamAsync(), CompressionMode.Decompress));
    Console.WriteLine($"{packed.Content.Headers.ContentEncoding.Single()} {(await unpacked.ReadToEndAsync()).Length}");
    int[][] many = await Task.WhenAll(Enumerable.Range(0, 200).Select(async n => await client.GetFromJsonAsync<int[]>($"/count/{n}") ?? []));
    Console.WriteLine(many.Sum(numbers => numbers.Sum()));
    if (secure)
        return;
    using var socket = new ClientWebSocket();
    await socket.ConnectAsync(new UriBuilder(address) { Scheme = "ws", Path = "/echo" }.Uri, default);
    var buffer = new byte[100];
    foreach (string word in new[] { "one", "two" })
    {
        await socket.SendAsync(Encoding.UTF8.GetBytes(word), WebSocketMessageType.Text, true, default);
        WebSocketReceiveResult received = await socket.ReceiveAsync(buffer, default);
        Console.WriteLine(Encoding.UTF8.GetString(buffer, 0, received.Count));
    }
    await socket.CloseAsync(WebSocketCloseStatus.NormalClosure, "done", default);
    Console.WriteLine(socket.State);
}

static async IAsyncEnumerable<int> Count(int to)
{
    for (int i = 1; i <= to; i++)
    {
        await Task.Yield();
        yield return i;
    }
}

static async Task Echo(HttpContext context)
{
    using WebSocket socket = await context.WebSockets.AcceptWebSocketAsync();
    var buffer = new byte[100];
    for (;;)
    {
        WebSocketReceiveResult received = await socket.ReceiveAsync(buffer, default);
        if (received.MessageType == WebSocketMessageType.Close)
            break;
        Array.Reverse(buffer, 0, received.Count);
        await socket.SendAsync(buffer.AsMemory(0, received.Count), WebSocketMessageType.Text, true, default);
    }
    await socket.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, null, default);
}

static X509Certificate2 SelfSigned()
{
    using var key = RSA.Create(2048);
    var request = new CertificateRequest("CN=127.0.0.1", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
    var names = new SubjectAlternativeNameBuilder();
    names.AddIpAddress(IPAddress.Loopback);
    request.CertificateExtensions.Add(names.Build());
    return request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(1));
}

sealed record Note(string Title, string[] Tags, DateOnly Day)
{
    public override string ToString() => $"{Title} [{string.Join(' ', Tags)}] {Day:O}";
}

sealed class Notes
{
    readonly List<Note> notes = [];
    public int Add(Note note) { lock (notes) { notes.Add(note); return notes.Count; } }
    public Note? Find(int id) { lock (notes) return id >= 1 && id <= notes.Count ? notes[id - 1] : null; }
}
