// rows: N6b-072 N6b-073 N6b-074
// Web sockets over a stream in memory: messages in parts, compressed or not, closing, giving up, and what receiving allocates.
using System.IO.Pipelines;
using System.Net.WebSockets;
using System.Text;

/// One end of two pipes, which counts what is written.
sealed class End(Pipe from, Pipe to) : Stream
{
    readonly Stream input = from.Reader.AsStream(), output = to.Writer.AsStream();
    public long Written;
    public override bool CanRead => true;
    public override bool CanSeek => false;
    public override bool CanWrite => true;
    public override long Length => throw new NotSupportedException();
    public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }
    public override void Flush() => output.Flush();
    public override Task FlushAsync(CancellationToken token) => output.FlushAsync(token);
    public override int Read(byte[] buffer, int offset, int count) => input.Read(buffer, offset, count);
    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken token = default) => input.ReadAsync(buffer, token);
    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();
    public override void SetLength(long value) => throw new NotSupportedException();
    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken token = default)
    {
        Written += buffer.Length;
        return output.WriteAsync(buffer, token);
    }

    /// As a socket does: who reads is told.
    protected override void Dispose(bool disposing)
    {
        from.Reader.CancelPendingRead();
        to.Writer.Complete();
    }
}

static class Program
{
    static (WebSocket Client, WebSocket Server, End End) Connect(WebSocketDeflateOptions? options)
    {
        var unlimited = new PipeOptions(pauseWriterThreshold: 0);
        Pipe there = new(unlimited), back = new(unlimited);
        End clientEnd = new(back, there), serverEnd = new(there, back);
        return (WebSocket.CreateFromStream(clientEnd, new WebSocketCreationOptions { IsServer = false, DangerousDeflateOptions = options, KeepAliveInterval = TimeSpan.Zero }),
            WebSocket.CreateFromStream(serverEnd, new WebSocketCreationOptions { IsServer = true, DangerousDeflateOptions = options, KeepAliveInterval = TimeSpan.Zero }), clientEnd);
    }

    static async Task<(byte[] Message, WebSocketMessageType Type, int Parts)> Receive(WebSocket socket)
    {
        var message = new MemoryStream();
        byte[] buffer = new byte[10_000];
        for (int parts = 1;; parts++)
        {
            ValueWebSocketReceiveResult result = await socket.ReceiveAsync(buffer.AsMemory(), default);
            message.Write(buffer, 0, result.Count);
            if (result.EndOfMessage)
                return (message.ToArray(), result.MessageType, parts);
        }
    }

    static async Task Main()
    {
        await Messages();
        await Closing();
        await GivingUp();
        await Allocating();
    }

    static async Task Messages()
    {
        var random = new Random(6);
        foreach (WebSocketDeflateOptions? options in new[] { null, new WebSocketDeflateOptions(), new() { ClientContextTakeover = false, ServerContextTakeover = false, ClientMaxWindowBits = 9, ServerMaxWindowBits = 10 } })
        {
            var (client, server, end) = Connect(options);
            foreach (int length in new[] { 0, 1, 125, 126, 65_535, 65_536, 200_000 })
            {
                byte[] message = new byte[length];
                for (int i = 0; i < length; i++)
                    message[i] = (byte)"some words  "[random.Next(12)];
                long before = end.Written;
                await client.SendAsync(message.AsMemory(), length % 2 == 0 ? WebSocketMessageType.Binary : WebSocketMessageType.Text, endOfMessage: true, default);
                var (got, type, _) = await Receive(server);
                Console.Write($"{length} {type} {got.AsSpan().SequenceEqual(message)} {(end.Written - before < length / 2 ? "compressed" : "plain")}; ");
            }
            await server.SendAsync("in "u8.ToArray().AsMemory(), WebSocketMessageType.Text, endOfMessage: false, default);
            await server.SendAsync("three "u8.ToArray().AsMemory(), WebSocketMessageType.Text, WebSocketMessageFlags.None, default);
            await server.SendAsync("parts"u8.ToArray().AsMemory(), WebSocketMessageType.Text, WebSocketMessageFlags.EndOfMessage, default);
            long sent = end.Written;
            await client.SendAsync(new byte[1000].AsMemory(), WebSocketMessageType.Binary, WebSocketMessageFlags.EndOfMessage | WebSocketMessageFlags.DisableCompression, default);
            var (text, _, parts) = await Receive(client);
            Console.WriteLine($"{Encoding.ASCII.GetString(text)} {parts}, not compressed {end.Written - sent > 1000} {(await Receive(server)).Message.Length}");
        }
        try
        {
            WebSocket.CreateFromStream(Stream.Null, new WebSocketCreationOptions { DangerousDeflateOptions = new() { ClientMaxWindowBits = 8 } });
        }
        catch (ArgumentOutOfRangeException)
        {
            Console.WriteLine("bits out of range");
        }
    }

    static async Task Closing()
    {
        var (client, server, _) = Connect(null);
        Task closing = client.CloseAsync(WebSocketCloseStatus.NormalClosure, "done", default);
        var (message, type, _) = await Receive(server);
        Console.WriteLine($"{type} {message.Length} {server.State} {server.CloseStatus} {server.CloseStatusDescription} {client.State}");
        await server.CloseOutputAsync(WebSocketCloseStatus.EndpointUnavailable, null, default);
        await closing;
        Console.WriteLine($"{client.State} {server.State} {client.CloseStatus}");
        try
        {
            await client.SendAsync(new byte[1].AsMemory(), WebSocketMessageType.Binary, true, default);
        }
        catch (WebSocketException e)
        {
            Console.WriteLine(e.WebSocketErrorCode);
        }
    }

    static async Task GivingUp()
    {
        foreach (string way in new[] { "cancel", "abort", "dispose" })
        {
            var (client, server, _) = Connect(null);
            using var source = new CancellationTokenSource();
            ValueTask<ValueWebSocketReceiveResult> receiving = client.ReceiveAsync(new byte[10].AsMemory(), source.Token);
            bool before = receiving.IsCompleted;
            switch (way)
            {
                case "cancel":
                    source.Cancel();
                    break;
                case "abort":
                    client.Abort();
                    break;
                default:
                    client.Dispose();
                    break;
            }
            try
            {
                await receiving;
                Console.WriteLine("received");
            }
            catch (Exception e)
            {
                client.Abort(); // when canceled, the read may end by the token before the token aborts the socket
                Console.WriteLine($"{way}: {before} {e.GetType().Name} {client.State}");
            }
            server.Dispose();
        }
    }

    /// Receives that have to wait take their state machines from a pool.
    static async Task Allocating()
    {
        var (client, server, _) = Connect(null);
        byte[] buffer = new byte[100], other = new byte[100];
        int sum = 0;
        for (int round = 0; round < 2; round++)
        {
            const int Times = 3000;
            long before = GC.GetTotalAllocatedBytes(precise: true);
            for (int i = 0; i < Times; i++)
            {
                ValueTask<ValueWebSocketReceiveResult> receiving = server.ReceiveAsync(buffer.AsMemory(), default);
                await client.SendAsync(other.AsMemory(0, 50), WebSocketMessageType.Binary, true, default);
                sum += (await receiving).Count;
            }
            long each = (GC.GetTotalAllocatedBytes(precise: true) - before) / Times;
            if (round == 1)
                Console.WriteLine($"{sum} {(each < 1000 ? "below 1000 bytes each" : each)}");
        }
    }
}
