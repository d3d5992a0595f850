// rows: N6b-065 N6b-069
// A server of HTTP/2 written by hand: it answers with headers in Huffman code, and sends as much as the client's windows allow.
using System.Buffers.Binary;
using System.Net;
using System.Net.Http;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;

/// One connection. Frames: length (3 bytes), type, flags, stream (4 bytes), payload (RFC 9113).
sealed class Connection(Stream stream, byte[] content)
{
    const byte Data = 0, Headers = 1, Settings = 4, Ping = 6, WindowUpdate = 8;
    readonly SemaphoreSlim writing = new(1), changed = new(0);
    long connectionWindow = 65_535, streamWindow = 65_535, granted;
    public int Pings;
    public long Granted => granted;

    async Task Send(byte type, byte flags, int id, ReadOnlyMemory<byte> payload)
    {
        var head = new byte[9];
        BinaryPrimitives.WriteInt32BigEndian(head, payload.Length << 8 | type);
        head[4] = flags;
        BinaryPrimitives.WriteInt32BigEndian(head.AsSpan(5), id);
        await writing.WaitAsync();
        await stream.WriteAsync(head);
        await stream.WriteAsync(payload);
        writing.Release();
    }

    public async Task Run()
    {
        var preface = new byte[24];
        await stream.ReadExactlyAsync(preface);
        Console.WriteLine(Encoding.ASCII.GetString(preface).Replace("\r\n", "|"));
        await Send(Settings, 0, 0, default);
        var head = new byte[9];
        while (await stream.ReadAtLeastAsync(head, 9, throwOnEndOfStream: false) == 9)
        {
            var payload = new byte[BinaryPrimitives.ReadInt32BigEndian(head) >>> 8];
            byte type = head[3], flags = head[4];
            int id = BinaryPrimitives.ReadInt32BigEndian(head.AsSpan(5));
            await stream.ReadExactlyAsync(payload);
            if (type == Settings && flags == 0)
            {
                for (int i = 0; i < payload.Length; i += 6)
                    if (payload[i + 1] == 4) // the window of a new stream
                        streamWindow = BinaryPrimitives.ReadInt32BigEndian(payload.AsSpan(i + 2));
                await Send(Settings, 1, 0, default);
            }
            else if (type == Ping && flags == 0)
            {
                Pings++;
                await Send(Ping, 1, 0, payload);
            }
            else if (type == WindowUpdate)
            {
                int more = BinaryPrimitives.ReadInt32BigEndian(payload);
                granted += id == 0 ? 0 : more;
                Interlocked.Add(ref id == 0 ? ref connectionWindow : ref streamWindow, more);
                changed.Release();
            }
            else if (type == Headers)
            {
                _ = Answer(id);
            }
        }
    }

    async Task Answer(int id)
    {
        // :status 200; then a name and a value in Huffman code: custom-key: custom-value (RFC 7541, C.4.3), and one as plain text.
        byte[] block = [0x88, 0x40, .. Convert.FromHexString("8825a849e95ba97d7f8925a849e95bb8e8b4bf"), 0x00, 0x05, .. "x-own"u8, 0x03, .. "abc"u8];
        await Send(Headers, 4, id, block);
        for (int sent = 0; sent < content.Length;)
        {
            long window = Math.Min(Interlocked.Read(ref connectionWindow), Interlocked.Read(ref streamWindow));
            if (window <= 0)
            {
                await changed.WaitAsync();
                continue;
            }
            int part = (int)Math.Min(Math.Min(window, 16_384), content.Length - sent);
            Interlocked.Add(ref connectionWindow, -part);
            Interlocked.Add(ref streamWindow, -part);
            await Send(Data, sent + part == content.Length ? (byte)1 : (byte)0, id, content.AsMemory(sent, part));
            sent += part;
        }
    }
}

static class Program
{
    static async Task Main()
    {
        var content = new byte[3_000_000];
        new Random(9).NextBytes(content);
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        using var client = new HttpClient(new SocketsHttpHandler { InitialHttp2StreamWindowSize = 70_000 }) { DefaultRequestVersion = HttpVersion.Version20, DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact };
        Task<HttpResponseMessage> asking = client.GetAsync($"http://127.0.0.1:{((IPEndPoint)listener.LocalEndPoint!).Port}/");
        var connection = new Connection(new NetworkStream(await listener.AcceptAsync(), ownsSocket: true), content);
        _ = connection.Run();
        using HttpResponseMessage response = await asking;
        Console.WriteLine($"{response.Version} {(int)response.StatusCode} {string.Join(" ", response.Headers.Select(header => $"{header.Key}={string.Join(",", header.Value)}"))}");
        byte[] got = await response.Content.ReadAsByteArrayAsync();
        // The client sizes its window by the round trips that it measures with pings.
        bool pinged = SpinWait.SpinUntil(() => Volatile.Read(ref connection.Pings) > 0, 10_000);
        Console.WriteLine($"{got.Length} {SHA256.HashData(got).AsSpan().SequenceEqual(SHA256.HashData(content))} window opened again: {connection.Granted > 70_000}, pings {pinged}");
    }
}
