// rows: N7c-104 N7c-105 N7c-106
// Servers on loopback: a listener that authenticates, web sockets of it, and FTP.
using System.Net;
using System.Net.Sockets;
using System.Net.WebSockets;
using System.Text;

// The listener reads whatever white space is in the header of an authentication.
using (HttpListener listener = Listen(out int port))
{
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
        var listener = new HttpListener { AuthenticationSchemes = AuthenticationSchemes.Basic };
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

static async Task<string> Try<T>(Func<Task<T>> action)
{
    try
    {
        return $"{await action()}";
    }
    catch (Exception e)
    {
        return e.GetType().Name;
    }
}
