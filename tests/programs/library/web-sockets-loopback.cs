// Web sockets: what goes over the wire, fragments, pings, closing from both ends, broken frames, giving up, message streams.
using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using System.Net.WebSockets;
using System.Text;

await Conversation();
await Wire();
await Reading();
await Control();
await Broken();
await Closing();
await States();
await GivingUp();
await BothWays();
await Streams();
await KeepingAlive();
Creating();

// Two ends over two connected sockets.
async Task Conversation()
{
    Console.WriteLine("-- conversation");
    (WebSocket client, WebSocket server) = await Connect();
    Task echoing = Echo(server);
    byte[] buffer = new byte[100];
    foreach (string text in (string[])["", "a", "größe", "日本語😀", new string('x', 99)])
    {
        await client.SendAsync(Encoding.UTF8.GetBytes(text), WebSocketMessageType.Text, true, default);
        WebSocketReceiveResult result = await client.ReceiveAsync(buffer, default);
        Console.Write($"{result.MessageType} {result.Count} {result.EndOfMessage} {result.CloseStatus is null} {Encoding.UTF8.GetString(buffer, 0, result.Count) == text}; ");
    }
    // One message in parts, where a character is cut in two; and one read through a small buffer.
    byte[] character = Encoding.UTF8.GetBytes("é€");
    for (int i = 0; i < character.Length; i++)
        await client.SendAsync(character.AsMemory(i, 1), WebSocketMessageType.Text, i == character.Length - 1, default);
    var parts = new List<string>();
    var text2 = new MemoryStream();
    ValueWebSocketReceiveResult part;
    do
    {
        part = await client.ReceiveAsync(buffer.AsMemory(0, 2), default);
        text2.Write(buffer, 0, part.Count);
    }
    while (!part.EndOfMessage);
    Console.WriteLine($"{Encoding.UTF8.GetString(text2.ToArray())} {part.MessageType}");
    byte[] large = new byte[70_000];
    new Random(2).NextBytes(large);
    await client.SendAsync(large.AsMemory(), WebSocketMessageType.Binary, WebSocketMessageFlags.EndOfMessage, default);
    Console.WriteLine($"{(await All(client)).AsSpan().SequenceEqual(large)} {client.State} {server.State} {client.SubProtocol} {server.SubProtocol}");
    await client.CloseAsync(WebSocketCloseStatus.NormalClosure, "enough", default);
    await echoing;
    Console.WriteLine($"{client.State} {client.CloseStatus} {client.CloseStatusDescription} {server.State} {server.CloseStatus} {server.CloseStatusDescription}");
}

// The bytes that are sent; a client masks them.
async Task Wire()
{
    Console.WriteLine("-- wire");
    foreach (bool isServer in (bool[])[true, false])
    {
        var stream = new Scripted([], ends: false);
        WebSocket socket = Make(stream, isServer);
        await socket.SendAsync("text"u8.ToArray(), WebSocketMessageType.Text, true, default);
        await socket.SendAsync(Array.Empty<byte>(), WebSocketMessageType.Binary, true, default);
        await socket.SendAsync(new byte[126], WebSocketMessageType.Binary, false, default);
        await socket.SendAsync(new byte[65_536], WebSocketMessageType.Binary, false, default);
        await socket.SendAsync(Array.Empty<byte>(), WebSocketMessageType.Binary, true, default);
        await socket.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, "é", default);
        Console.WriteLine(string.Join(' ', Frames(stream.Written, masked: !isServer)));
        Console.WriteLine($"{socket.State} {socket.CloseStatus is null} {await Try(() => socket.SendAsync(new byte[1], WebSocketMessageType.Text, true, default))}");
        foreach ((WebSocketCloseStatus status, string? why) in ((WebSocketCloseStatus, string?)[])[(WebSocketCloseStatus.Empty, null), (WebSocketCloseStatus.Empty, ""), ((WebSocketCloseStatus)4999, ""), (WebSocketCloseStatus.InternalServerError, new string('r', 123))])
        {
            stream = new Scripted([], ends: false);
            Console.Write($"{await Try(() => Make(stream, isServer).CloseOutputAsync(status, why, default))} {string.Join(' ', Frames(stream.Written, masked: !isServer))}; ");
        }
        Console.WriteLine();
    }
}

// The same frames, given in pieces of different sizes, and read through buffers of different sizes.
async Task Reading()
{
    Console.WriteLine("-- reading");
    byte[] input = [.. Frame(0x81, "hello"), .. Frame(0x01, "in "), .. Frame(0x89, "ping"), .. Frame(0x00, ""), .. Frame(0x80, "parts"), .. Frame(0x82, new string('b', 300)), .. Frame(0x8A, ""), .. Frame(0x81, ""), .. Frame(0x02, ""), .. Frame(0x80, ""), .. Frame(0x88, "\u0003\u00e8bye")];
    byte[] mask = [1, 2, 3, 4];
    byte[] masked = [.. Frame(0x81, "hello", mask), .. Frame(0x01, "in ", mask), .. Frame(0x89, "ping", mask), .. Frame(0x00, "", mask), .. Frame(0x80, "parts", [0, 0, 0, 0]), .. Frame(0x82, new string('b', 300), mask), .. Frame(0x8A, "", mask), .. Frame(0x81, "", mask), .. Frame(0x02, "", mask), .. Frame(0x80, "", mask), .. Frame(0x88, "\u0003\u00e8bye", mask)];
    foreach (bool isServer in (bool[])[false, true])
    {
        foreach ((int atOnce, int size) in ((int, int)[])[(1, 400), (7, 400), (int.MaxValue, 400), (int.MaxValue, 3), (2, 1)])
        {
            var stream = new Scripted(isServer ? masked : input, ends: true, atOnce);
            WebSocket socket = Make(stream, isServer);
            byte[] buffer = new byte[size];
            var seen = new StringBuilder();
            var message = new MemoryStream();
            ValueWebSocketReceiveResult result;
            do
            {
                result = await socket.ReceiveAsync(buffer.AsMemory(), default);
                message.Write(buffer, 0, result.Count);
                if (!result.EndOfMessage)
                    continue;
                seen.Append($"{result.MessageType} {(message.Length > 50 ? message.Length.ToString() : Encoding.UTF8.GetString(message.ToArray()))}, ");
                message.SetLength(0);
            }
            while (result.MessageType != WebSocketMessageType.Close);
            Console.WriteLine($"{seen}{socket.State} {socket.CloseStatus} {socket.CloseStatusDescription} {string.Join(' ', Frames(stream.Written, masked: !isServer))}");
        }
    }
    // A buffer of nothing waits for data and takes none.
    WebSocket idle = Make(new Scripted(Frame(0x81, "abc"), ends: false), false);
    ValueWebSocketReceiveResult nothing = await idle.ReceiveAsync(Memory<byte>.Empty, default), all = await idle.ReceiveAsync(new byte[10].AsMemory(), default);
    Console.WriteLine($"{nothing.Count} {nothing.EndOfMessage} {nothing.MessageType} {all.Count} {all.EndOfMessage}");
}

async Task Control()
{
    Console.WriteLine("-- control frames");
    // Pings are answered between the parts of a message that is being sent.
    var stream = new Scripted([.. Frame(0x89, ""), .. Frame(0x89, new string('p', 125)), .. Frame(0x8A, "unasked"), .. Frame(0x81, "x"), .. Frame(0x89, "late"), .. Frame(0x88, "")], ends: true);
    WebSocket socket = Make(stream, false);
    await socket.SendAsync("begin"u8.ToArray(), WebSocketMessageType.Text, false, default);
    byte[] buffer = new byte[10];
    WebSocketReceiveResult first = await socket.ReceiveAsync(buffer, default);
    await socket.SendAsync("end"u8.ToArray(), WebSocketMessageType.Text, true, default);
    WebSocketReceiveResult second = await socket.ReceiveAsync(buffer, default);
    Console.WriteLine($"{first.MessageType} {second.MessageType} {second.CloseStatus} {second.CloseStatusDescription} {socket.CloseStatus} {socket.State} {string.Join(' ', Frames(stream.Written, masked: true))}");
    await socket.CloseAsync(WebSocketCloseStatus.EndpointUnavailable, "gone", default);
    Console.WriteLine($"{socket.State} {Frames(stream.Written, masked: true).Last()} {await Try(() => socket.ReceiveAsync(buffer, default))}");
}

// What the protocol forbids: the error, the state, and the close frame that tells the other end.
async Task Broken()
{
    Console.WriteLine("-- broken frames");
    byte[] mask = [9, 8, 7, 6];
    (string Name, byte[] Bytes)[] cases =
    [
        ("nothing", []), ("half a header", [0x81]), ("half a message", [0x81, 5, 65, 66]), ("half a length", [0x81, 126, 1]), ("first reserved bit", Frame(0xC1, "a")), ("second reserved bit", Frame(0xA1, "a")), ("third reserved bit", Frame(0x91, "a")), ("opcode 3", Frame(0x83, "a")), ("opcode 7", Frame(0x87, "a")), ("opcode 11", Frame(0x8B, "a")), ("opcode 15", Frame(0x8F, "")),
        ("masked for a client", Frame(0x81, "a", mask)), ("continuation of nothing", Frame(0x80, "a")), ("new message within another", [.. Frame(0x01, "a"), .. Frame(0x81, "b")]), ("other kind within", [.. Frame(0x01, "a"), .. Frame(0x82, "b")]), ("ping in parts", Frame(0x09, "a")), ("close in parts", Frame(0x08, "")), ("long ping", [0x89, 126, 0, 126, .. new byte[126]]), ("long close", [0x88, 126, 0, 200, .. new byte[200]]),
        ("negative length", [0x82, 127, 0x80, 0, 0, 0, 0, 0, 0, 1]), ("huge length", [0x82, 127, 0x7F, 255, 255, 255, 255, 255, 255, 255, 1]), ("close of one byte", [0x88, 1, 3]), ("close 999", [0x88, 2, 3, 0xE7]), ("close 1004", [0x88, 2, 3, 0xEC]), ("close 1005", [0x88, 2, 3, 0xED]), ("close 1006", [0x88, 2, 3, 0xEE]), ("close 1012", [0x88, 2, 3, 0xF4]), ("close 1015", [0x88, 2, 3, 0xF7]), ("close 2999", [0x88, 2, 0x0B, 0xB7]), ("close 3000", [0x88, 2, 0x0B, 0xB8]), ("close 5000", [0x88, 2, 0x13, 0x88]),
        ("close with bad text", [0x88, 4, 3, 0xE8, 0xC3, 0x28]), ("bad text", [0x81, 2, 0xC3, 0x28]), ("text cut at the end", [0x81, 1, 0xC3]), ("surrogate in text", [0x81, 3, 0xED, 0xA0, 0x80]), ("too long a form", [0x81, 2, 0xC0, 0xAF]), ("beyond the last character", [0x81, 4, 0xF4, 0x90, 0x80, 0x80]), ("text cut between parts", [0x01, 1, 0xC3, 0x80, 1, 0xA9]), ("text bad between parts", [0x01, 1, 0xC3, 0x80, 1, 0x41]), ("bad bytes are fine", [0x82, 2, 0xC3, 0x28]),
    ];
    foreach ((string name, byte[] bytes) in cases)
    {
        var stream = new Scripted(bytes, ends: true);
        WebSocket socket = Make(stream, false);
        string result = "";
        byte[] buffer = new byte[300];
        try
        {
            for (WebSocketReceiveResult got; result.Length < 50;)
            {
                got = await socket.ReceiveAsync(buffer, default);
                result += $"{got.MessageType} {got.Count} {got.EndOfMessage}, ";
                if (got.MessageType == WebSocketMessageType.Close)
                    break;
            }
        }
        catch (Exception e)
        {
            result += $"{e.GetType().Name} {(e as WebSocketException)?.WebSocketErrorCode} {e.InnerException?.GetType().Name}";
        }
        Console.WriteLine($"{name}: {result} {socket.State} {socket.CloseStatus} {string.Join(' ', Frames(stream.Written, masked: true))} {stream.Closed} {await Try(() => socket.SendAsync(new byte[1], WebSocketMessageType.Text, true, default))}");
    }
    var unmasked = new Scripted(Frame(0x81, "a"), ends: true);
    WebSocket server = Make(unmasked, true);
    Console.WriteLine($"not masked for a server: {await Try(() => server.ReceiveAsync(new byte[5], default))} {server.State} {string.Join(' ', Frames(unmasked.Written, masked: false))}");
    // The message of an error, and its codes.
    foreach (WebSocketError error in Enum.GetValues<WebSocketError>())
        Console.Write($"{error} {new WebSocketException(error).Message}; ");
    Console.WriteLine();
}

async Task Closing()
{
    Console.WriteLine("-- closing");
    // Both at once.
    (WebSocket client, WebSocket server) = await Connect();
    await Task.WhenAll(client.CloseAsync(WebSocketCloseStatus.NormalClosure, "from the client", default), server.CloseAsync(WebSocketCloseStatus.PolicyViolation, "from the server", default));
    Console.WriteLine($"{client.State} {client.CloseStatus} {client.CloseStatusDescription} {server.State} {server.CloseStatus} {server.CloseStatusDescription}");

    // One end closes its direction; the other one may go on.
    (client, server) = await Connect();
    await client.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, "no more", default);
    WebSocketReceiveResult closing = await server.ReceiveAsync(new byte[10], default);
    Console.Write($"{closing.MessageType} {closing.CloseStatus} {closing.CloseStatusDescription} {client.State} {server.State} {await Try(() => server.ReceiveAsync(new byte[10], default))} ");
    await server.SendAsync("still here"u8.ToArray(), WebSocketMessageType.Text, true, default);
    await server.CloseOutputAsync(WebSocketCloseStatus.InvalidMessageType, null, default);
    byte[] buffer = new byte[20];
    WebSocketReceiveResult late = await client.ReceiveAsync(buffer, default), last = await client.ReceiveAsync(buffer, default);
    Console.WriteLine($"{late.Count} {last.MessageType} {last.CloseStatus} {last.CloseStatusDescription is null} {client.State} {server.State}");

    // Closing throws away what comes before the other end's answer.
    (client, server) = await Connect();
    await server.SendAsync("not read"u8.ToArray(), WebSocketMessageType.Text, true, default);
    Task waiting = client.CloseAsync(WebSocketCloseStatus.NormalClosure, "", default);
    Console.Write($"{(await server.ReceiveAsync(buffer, default)).MessageType} {waiting.IsCompleted} ");
    await server.CloseAsync(WebSocketCloseStatus.NormalClosure, "", default);
    await waiting;
    Console.WriteLine($"{client.State} {server.State} {await Try(() => client.CloseAsync(WebSocketCloseStatus.NormalClosure, "", default))} {await Try(() => client.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, "", default))}");

    // The other end goes away without a word.
    (client, server) = await Connect();
    Task<WebSocketReceiveResult> receiving = client.ReceiveAsync(buffer, default);
    server.Dispose();
    Console.WriteLine($"{await Try(() => receiving)} {client.State} {server.State}");
    (client, server) = await Connect();
    server.Abort();
    Console.WriteLine($"{await Try(() => client.ReceiveAsync(buffer, default))} {client.State} {server.State} {await Try(() => server.ReceiveAsync(buffer, default))}");
}

async Task States()
{
    Console.WriteLine("-- arguments and states");
    WebSocket socket = Make(new Scripted([], ends: false), false);
    byte[] one = new byte[1];
    Console.WriteLine($"{await Try(() => socket.SendAsync(one, WebSocketMessageType.Close, true, default))} {await Try(() => socket.SendAsync(one, (WebSocketMessageType)9, true, default))} {await Try(() => socket.SendAsync(default(ArraySegment<byte>), WebSocketMessageType.Text, true, default))} {await Try(() => socket.ReceiveAsync(default(ArraySegment<byte>), default))}");
    foreach ((int status, string? why) in ((int, string?)[])[(999, ""), (1000, new string('é', 62)), (1004, ""), (1006, ""), (1015, null), (5000, ""), (1005, "why"), (int.MinValue, "")])
        Console.Write($"{status} {await Try(() => Make(new Scripted([], ends: false), false).CloseOutputAsync((WebSocketCloseStatus)status, why, default))} {await Try(() => Make(new Scripted(Frame(0x88, ""), ends: true), false).CloseAsync((WebSocketCloseStatus)status, why, default))}; ");
    Console.WriteLine(socket.State);
    // Sends at the same time wait for each other.
    (WebSocket client, WebSocket server) = await Connect();
    Task reading = Task.Run(async () =>
    {
        int sum = 0, messages = 0;
        for (byte[] message; messages < 200; messages++)
            sum += (message = await All(server)).Length == message[0] && message.All(value => value == message[0]) ? 1 : 0;
        Console.WriteLine($"whole messages {sum}");
    });
    await Task.WhenAll(Enumerable.Range(1, 200).Select(i => Task.Run(() => client.SendAsync(Enumerable.Repeat((byte)i, i).ToArray(), WebSocketMessageType.Binary, true, default))));
    await reading;
    client.Dispose();
    client.Dispose();
    Console.WriteLine($"{client.State} {await Try(() => client.SendAsync(one, WebSocketMessageType.Text, true, default))} {await Try(() => client.ReceiveAsync(one, default))} {await Try(() => client.CloseAsync(WebSocketCloseStatus.NormalClosure, "", default))}");
    Console.WriteLine($"{WebSocket.DefaultKeepAliveInterval} {Throws(() => WebSocket.CreateClientBuffer(0, 5))} {WebSocket.CreateClientBuffer(256, 256).Count > 0} {WebSocket.CreateServerBuffer(300).Count}");
}

async Task GivingUp()
{
    Console.WriteLine("-- giving up");
    byte[] buffer = new byte[10];
    using var canceled = new CancellationTokenSource();
    canceled.Cancel();
    WebSocket socket = Make(new Scripted(Frame(0x81, "a"), ends: false), false);
    Console.WriteLine($"{await Try(() => socket.ReceiveAsync(buffer, canceled.Token))} {socket.State}");
    socket = Make(new Scripted([], ends: false), false);
    Console.WriteLine($"{await Try(() => socket.SendAsync(buffer, WebSocketMessageType.Text, true, canceled.Token))} {socket.State}");
    (WebSocket client, WebSocket server) = await Connect();
    using (var source = new CancellationTokenSource())
    {
        Task<WebSocketReceiveResult> receiving = client.ReceiveAsync(buffer, source.Token);
        source.Cancel();
        string given = await Try(() => receiving);
        client.Abort(); // the read may end by the token before the token aborts the socket
        Console.WriteLine($"receiving {given} {client.State} {await Try(() => client.ReceiveAsync(buffer, default))} {await Try(() => server.ReceiveAsync(buffer, default))} {server.State}");
    }
    (client, server) = await Connect();
    using (var source = new CancellationTokenSource())
    {
        Task closing = client.CloseAsync(WebSocketCloseStatus.NormalClosure, "alone", source.Token);
        await server.ReceiveAsync(buffer, default);
        source.Cancel();
        string given = await Try(() => closing);
        client.Abort();
        Console.WriteLine($"closing {given} {client.State} {server.State}");
    }
    // Sending to a stream that takes nothing.
    using (var source = new CancellationTokenSource())
    {
        var full = new Scripted([], ends: false) { Full = true };
        WebSocket sender = Make(full, true);
        Task sending = sender.SendAsync(buffer, WebSocketMessageType.Binary, true, source.Token);
        bool early = sending.IsCompleted;
        source.Cancel();
        Console.WriteLine($"sending {early} {await Try(() => sending)} {sender.State}");
    }
    var failing = new Scripted([], ends: false) { Fails = true };
    WebSocket failed = Make(failing, true);
    Console.WriteLine($"failing {await Try(() => failed.SendAsync(buffer, WebSocketMessageType.Binary, true, default))} {failed.State} {await Try(() => failed.ReceiveAsync(buffer, default))} {failed.State}");
}

// Both ends send and receive at the same time.
async Task BothWays()
{
    Console.WriteLine("-- both ways");
    (WebSocket client, WebSocket server) = await Connect();
    long[] sums = await Task.WhenAll(Send(client), Receive(server), Send(server), Receive(client));
    Console.WriteLine(string.Join(' ', sums));
    await Task.WhenAll(client.CloseAsync(WebSocketCloseStatus.NormalClosure, null, default), server.CloseAsync(WebSocketCloseStatus.NormalClosure, null, default));

    static async Task<long> Send(WebSocket socket)
    {
        long sum = 0;
        for (int i = 0; i < 150; i++)
        {
            byte[] message = new byte[i * 40];
            Array.Fill(message, (byte)i);
            sum += message.Sum(value => value);
            await socket.SendAsync(message, WebSocketMessageType.Binary, i % 3 != 0 || i == 149, default);
        }
        await socket.SendAsync("end"u8.ToArray(), WebSocketMessageType.Binary, true, default);
        return sum;
    }

    static async Task<long> Receive(WebSocket socket)
    {
        long sum = 0;
        while (true)
        {
            byte[] message = await All(socket);
            if (message.AsSpan().SequenceEqual("end"u8))
                return sum;
            sum += message.Sum(value => value);
        }
    }
}

// A socket as a stream of bytes, and single messages as streams.
async Task Streams()
{
    Console.WriteLine("-- streams");
    (WebSocket client, WebSocket server) = await Connect();
    await using (var output = WebSocketStream.CreateWritableMessageStream(client, WebSocketMessageType.Text))
    {
        Console.WriteLine($"{output.CanRead} {output.CanWrite} {output.CanSeek} {Throws(() => output.Length)} {ReferenceEquals(output.WebSocket, client)}");
        await output.WriteAsync("one "u8.ToArray());
        await output.FlushAsync();
        await output.WriteAsync("message"u8.ToArray());
    }
    await client.SendAsync("next"u8.ToArray(), WebSocketMessageType.Binary, true, default);
    await using (var input = WebSocketStream.CreateReadableMessageStream(server))
        Console.WriteLine($"{await new StreamReader(input).ReadToEndAsync()} {await Try(() => input.ReadAsync(new byte[5], 0, 5))} {input.CanWrite}");
    using (var input = new StreamReader(WebSocketStream.CreateReadableMessageStream(server)))
        Console.WriteLine($"{await input.ReadToEndAsync()} {server.State}");
    var there = WebSocketStream.Create(client, WebSocketMessageType.Text, ownsWebSocket: true);
    var back = WebSocketStream.Create(server, WebSocketMessageType.Binary, TimeSpan.FromSeconds(20));
    using (var writer = new StreamWriter(there, leaveOpen: true) { AutoFlush = true })
    using (var reader = new StreamReader(back, leaveOpen: true))
    {
        for (int i = 0; i < 3; i++)
        {
            await writer.WriteLineAsync($"line {i}");
            Console.Write($"{await reader.ReadLineAsync()}; ");
        }
        writer.Write("synchronous\n");
        Console.WriteLine(reader.ReadLine());
    }
    Task ending = there.DisposeAsync().AsTask();
    Console.Write($"{await Try(() => back.ReadAsync(new byte[5], 0, 5))} ");
    await back.DisposeAsync();
    await ending;
    Console.WriteLine($"{client.State} {server.State} {await Try(() => back.ReadAsync(new byte[5], 0, 5))}");
}

// An end that asks for signs of life, and one that does not give them.
async Task KeepingAlive()
{
    Console.WriteLine("-- keeping alive");
    var quiet = new Scripted([], ends: false);
    WebSocket socket = WebSocket.CreateFromStream(quiet, new WebSocketCreationOptions { IsServer = true, KeepAliveInterval = TimeSpan.FromMilliseconds(10) });
    while (Frames(quiet.Written, masked: false).Count < 2)
        await Task.Delay(5);
    Console.WriteLine($"{string.Join(' ', Frames(quiet.Written, masked: false).Take(2))} {socket.State}");
    socket.Dispose();
    socket = WebSocket.CreateFromStream(quiet = new Scripted([], ends: false), new WebSocketCreationOptions { IsServer = true, KeepAliveInterval = TimeSpan.FromMilliseconds(10), KeepAliveTimeout = TimeSpan.FromMilliseconds(30) });
    string result = await Try(() => socket.ReceiveAsync(new byte[10], default));
    // A slow engine gives up before its first ping is written, or before anybody receives.
    Console.WriteLine($"{result is "canceled" or "WebSocketException-InvalidState"} {socket.State} {Frames(quiet.Written, masked: false).All(frame => frame.StartsWith("89"))}");
}

void Creating()
{
    Console.WriteLine("-- creating");
    Console.WriteLine($"{Throws(() => WebSocket.CreateFromStream(null!, new WebSocketCreationOptions()))} {Throws(() => WebSocket.CreateFromStream(Stream.Null, null!))} {Throws(() => WebSocket.CreateFromStream(new MemoryStream([], writable: false), new WebSocketCreationOptions()))} {Throws(() => WebSocket.CreateFromStream(Stream.Null, true, "bad protocol", TimeSpan.Zero))} {Throws(() => WebSocket.CreateFromStream(Stream.Null, true, "", TimeSpan.Zero))} {Throws(() => WebSocket.CreateFromStream(Stream.Null, true, "ok.v1", TimeSpan.FromSeconds(-5)))} {Throws(() => new WebSocketCreationOptions { SubProtocol = "a,b" })} {Throws(() => new WebSocketCreationOptions { KeepAliveInterval = TimeSpan.FromSeconds(-5) })} {Throws(() => new WebSocketCreationOptions { KeepAliveTimeout = TimeSpan.FromSeconds(-5) })}");
    using WebSocket socket = WebSocket.CreateFromStream(Stream.Null, true, "ok.v1", Timeout.InfiniteTimeSpan);
    Console.WriteLine($"{socket.SubProtocol} {socket.State} {socket.CloseStatus is null} {socket.CloseStatusDescription is null}");
}

static WebSocket Make(Stream stream, bool isServer) => WebSocket.CreateFromStream(stream, new WebSocketCreationOptions { IsServer = isServer, SubProtocol = "own", KeepAliveInterval = TimeSpan.Zero });

static async Task<(WebSocket Client, WebSocket Server)> Connect()
{
    using var listener = new TcpListener(IPAddress.Loopback, 0);
    listener.Start();
    var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
    Task<Socket> accepting = listener.AcceptSocketAsync();
    await socket.ConnectAsync(listener.LocalEndpoint);
    return (Make(new NetworkStream(socket, ownsSocket: true), false), Make(new NetworkStream(await accepting, ownsSocket: true), true));
}

static async Task Echo(WebSocket socket)
{
    byte[] buffer = new byte[1000];
    while (true)
    {
        WebSocketReceiveResult result = await socket.ReceiveAsync(buffer, default);
        if (result.MessageType == WebSocketMessageType.Close)
            break;
        await socket.SendAsync(buffer.AsMemory(0, result.Count), result.MessageType, result.EndOfMessage, default);
    }
    await socket.CloseAsync(WebSocketCloseStatus.EndpointUnavailable, "as you like", default);
}

static async Task<byte[]> All(WebSocket socket)
{
    var message = new MemoryStream();
    byte[] buffer = new byte[4000];
    while (true)
    {
        ValueWebSocketReceiveResult result = await socket.ReceiveAsync(buffer.AsMemory(), default);
        message.Write(buffer, 0, result.Count);
        if (result.EndOfMessage)
            return message.ToArray();
    }
}

/// A frame whose characters are bytes.
static byte[] Frame(byte first, string content, byte[]? mask = null)
{
    byte[] payload = Encoding.Latin1.GetBytes(content);
    int bit = mask is null ? 0 : 0x80;
    byte[] head = payload.Length < 126 ? [first, (byte)(payload.Length | bit)] : [first, (byte)(126 | bit), (byte)(payload.Length >> 8), (byte)payload.Length];
    return mask is null ? [.. head, .. payload] : [.. head, .. mask, .. payload.Select((value, i) => (byte)(value ^ mask[i % 4]))];
}

/// The first byte, the length and the content of each whole frame.
static List<string> Frames(byte[] bytes, bool masked)
{
    var frames = new List<string>();
    for (int at = 0; at + 2 <= bytes.Length;)
    {
        byte first = bytes[at];
        bool hasMask = (bytes[at + 1] & 0x80) != 0;
        long length = bytes[at + 1] & 0x7F;
        at += 2;
        if (length == 126)
            (length, at) = (BinaryPrimitives.ReadUInt16BigEndian(bytes.AsSpan(at)), at + 2);
        else if (length == 127)
            (length, at) = (BinaryPrimitives.ReadInt64BigEndian(bytes.AsSpan(at)), at + 8);
        byte[] mask = hasMask ? bytes[at..(at + 4)] : [0, 0, 0, 0];
        at += hasMask ? 4 : 0;
        byte[] payload = [.. bytes[at..(int)(at + length)].Select((value, i) => (byte)(value ^ mask[i % 4]))];
        at += (int)length;
        frames.Add($"{first:x2}{(hasMask == masked ? "" : "?")}:{length}{(length is > 0 and < 30 ? ":" + Convert.ToHexString(payload) : length > 0 ? $":{payload.Sum(value => value)}" : "")}");
    }
    return frames;
}

static async Task<string> Try(Func<Task> action)
{
    try
    {
        Task task = action();
        await task;
        return task switch
        {
            Task<WebSocketReceiveResult> { Result: var result } => $"{result.MessageType} {result.Count}",
            Task<int> { Result: var count } => $"{count}",
            _ => "done",
        };
    }
    catch (OperationCanceledException)
    {
        // Whether it is a TaskCanceledException depends on how far the other end was.
        return "canceled";
    }
    catch (Exception e)
    {
        return $"{e.GetType().Name}{(e is WebSocketException socket ? $"-{socket.WebSocketErrorCode}" : "")}";
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

/// Gives bytes that were fixed before, keeps what is written; then it is at its end, or waits.
sealed class Scripted(byte[] input, bool ends, int atOnce = int.MaxValue) : Stream
{
    readonly MemoryStream written = new();
    readonly CancellationTokenSource closed = new();
    int place;
    public bool Full, Fails, Closed;

    public byte[] Written
    {
        get
        {
            lock (written)
                return written.ToArray();
        }
    }

    public override bool CanRead => true;
    public override bool CanSeek => false;
    public override bool CanWrite => true;
    public override long Length => throw new NotSupportedException();
    public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }
    public override void Flush() { }
    public override Task FlushAsync(CancellationToken token) => Task.CompletedTask;
    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();
    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();
    public override void SetLength(long value) => throw new NotSupportedException();
    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken token = default)
    {
        token.ThrowIfCancellationRequested();
        if (Fails)
            throw new IOException("cannot read");
        int count = Math.Min(Math.Min(buffer.Length, atOnce), input.Length - place);
        if (count == 0 && buffer.Length > 0 && !ends)
            await Wait(token);
        input.AsMemory(place, count).CopyTo(buffer);
        place += count;
        return count;
    }

    public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken token = default)
    {
        token.ThrowIfCancellationRequested();
        if (Fails)
            throw new IOException("cannot write");
        if (Full)
            await Wait(token);
        lock (written)
            written.Write(buffer.Span);
    }

    async Task Wait(CancellationToken token)
    {
        using var either = CancellationTokenSource.CreateLinkedTokenSource(token, closed.Token);
        try
        {
            await Task.Delay(Timeout.Infinite, either.Token);
        }
        catch (OperationCanceledException) when (!token.IsCancellationRequested)
        {
            throw new ObjectDisposedException("stream");
        }
    }

    protected override void Dispose(bool disposing)
    {
        Closed = true;
        closed.Cancel();
    }
}
