// rows: N6b-037 N6b-039 N6b-040 N6b-042 N6b-043 N6b-044 N6b-045 N6b-046 N6b-047 N6b-048 N6b-050 N6b-051
// Sockets over loopback: old and new ways to the same operations, cancellation, files; and how `await` orders an expression.
using System.Net;
using System.Net.Sockets;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using System.Text;

static class Program
{
    static (Socket Client, Socket Server) Pair()
    {
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        var client = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        client.Connect(listener.LocalEndPoint!);
        return (client, listener.Accept());
    }

    static async Task Try(string what, Func<Task<object?>> action)
    {
        try { Console.WriteLine($"{what}: {await action()}"); }
        catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name} {(e as SocketException)?.SocketErrorCode}"); }
    }

    /// Begins it, and cancels it when it waits.
    static async Task<T> Canceled<T>(Func<CancellationToken, Task<T>> begin)
    {
        using var source = new CancellationTokenSource();
        Task<T> waiting = begin(source.Token);
        await source.CancelAsync();
        return await waiting;
    }

    static async Task Main()
    {
        OldPattern();
        await Canceled();
        await Files();
        await Datagrams();
        await Names();
        await Order();
    }

    static void OldPattern()
    {
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        using var client = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        IAsyncResult accepting = listener.BeginAccept(null, "state of accept");
        using var called = new ManualResetEventSlim();
        IAsyncResult connecting = client.BeginConnect(listener.LocalEndPoint!, _ => called.Set(), 5);
        client.EndConnect(connecting);
        using Socket server = listener.EndAccept(accepting);
        Console.WriteLine($"{accepting.AsyncState} {connecting.AsyncState} {connecting.IsCompleted} {called.Wait(10000)} {connecting is Task} {client.Connected}");
        byte[] got = new byte[10];
        IAsyncResult receiving = server.BeginReceive(got, 2, 8, SocketFlags.None, null, null);
        int sent = client.EndSend(client.BeginSend(new List<ArraySegment<byte>> { new([1, 2, 3]), new([4, 5]) }, SocketFlags.None, null, null));
        Console.WriteLine($"sent {sent}, got {server.EndReceive(receiving)}: {string.Join(",", got)}");
        try
        {
            client.EndSend(receiving);
        }
        catch (Exception e)
        {
            Console.WriteLine($"another operation's result: {e.GetType().Name}");
        }
    }

    static async Task Canceled()
    {
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        var address = (IPEndPoint)listener.LocalEndPoint!;
        (Socket client, Socket server) = Pair();
        await Try("accept, canceled", async () => await Canceled(token => listener.AcceptAsync(token).AsTask()));
        await Try("receive, canceled", async () => await Canceled(token => client.ReceiveAsync(new byte[4], token).AsTask()));
        await Try("receive, canceled before", async () => await client.ReceiveAsync(new byte[4], new CancellationToken(true)));
        ValueTask<int> pending = server.ReceiveAsync(new byte[4], SocketFlags.None, CancellationToken.None);
        Console.WriteLine($"pending {pending.IsCompleted}");
        await client.SendAsync(new byte[] { 7 }.AsMemory(), SocketFlags.None, CancellationToken.None);
        Console.WriteLine($"received {await pending}");
        Task<int> closed = server.ReceiveAsync(new byte[4], SocketFlags.None);
        await Task.Delay(20);
        server.Dispose();
        await Try("closed while it waits", async () => await closed);
        await Try("disposed", async () => await server.ReceiveAsync(new byte[4], SocketFlags.None));
        listener.Dispose();
        await Try("refused", async () => { using var s = new Socket(SocketType.Stream, ProtocolType.Tcp); await s.ConnectAsync(address, CancellationToken.None); return "connected"; });
        await Try("connect, canceled before", async () => { using var s = new Socket(SocketType.Stream, ProtocolType.Tcp); await s.ConnectAsync(address, new CancellationToken(true)); return "connected"; });
        client.Dispose();
    }

    static async Task Files()
    {
        string path = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
        byte[] content = new byte[300_000];
        new Random(5).NextBytes(content);
        File.WriteAllBytes(path, content);
        byte[] around = Encoding.ASCII.GetBytes("xxheadtailxx");
        byte[] expected = [.. around[2..6], .. content, .. around[6..10]];
        for (int way = 0; way < 4; way++)
        {
            (Socket client, Socket server) = Pair();
            Task<byte[]> receiving = Task.Run(() => { var all = new MemoryStream(); using var stream = new NetworkStream(server, ownsSocket: true); stream.CopyTo(all); return all.ToArray(); });
            switch (way)
            {
                case 0:
                    client.SendFile(path, around.AsSpan(2, 4), around.AsSpan(6, 4), TransmitFileOptions.UseDefaultWorkerThread);
                    break;
                case 1:
                    await client.SendFileAsync(path, around.AsMemory(2, 4), around.AsMemory(6, 4), TransmitFileOptions.UseDefaultWorkerThread, CancellationToken.None);
                    break;
                case 2:
                    client.EndSendFile(client.BeginSendFile(path, around[2..6], around[6..10], TransmitFileOptions.UseDefaultWorkerThread, null, null));
                    break;
                default:
                    using (var done = new SemaphoreSlim(0))
                    using (var packets = new SocketAsyncEventArgs { SendPacketsElements = [new(around, 2, 4), new(path, 0L, 100_000), new(path, 100_000L, 0), new(around, 6, 4)] })
                    {
                        packets.Completed += (_, _) => done.Release();
                        if (client.SendPacketsAsync(packets))
                            await done.WaitAsync();
                        Console.Write($"{packets.SocketError} {packets.BytesTransferred} ");
                    }
                    break;
            }
            client.Shutdown(SocketShutdown.Send);
            byte[] got = await receiving;
            Console.WriteLine($"file, way {way}: {got.Length} {got.AsSpan().SequenceEqual(expected)}");
            client.Dispose();
        }
        (Socket one, Socket other) = Pair();
        await Try("file, canceled before", async () => { await one.SendFileAsync(path, new CancellationToken(true)); return "sent"; });
        await Try("no file", async () => { await one.SendFileAsync(path + "none"); return "sent"; });
        await Try("only a buffer", async () => { await one.SendFileAsync(null, "abc"u8.ToArray(), default, TransmitFileOptions.UseDefaultWorkerThread); return other.Receive(new byte[9]); });
        one.Dispose();
        other.Dispose();
        File.Delete(path);
    }

    static async Task Datagrams()
    {
        using var receiver = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        using var sender = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        receiver.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        sender.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        var any = new IPEndPoint(IPAddress.Any, 0);
        byte[] buffer = new byte[8];
        ValueTask<SocketReceiveMessageFromResult> message = receiver.ReceiveMessageFromAsync(buffer, any, CancellationToken.None);
        Console.WriteLine(await sender.SendToAsync("gram"u8.ToArray(), receiver.LocalEndPoint!, CancellationToken.None));
        SocketReceiveMessageFromResult got = await message;
        Console.WriteLine($"{got.ReceivedBytes} {got.RemoteEndPoint.Equals(sender.LocalEndPoint)} {got.PacketInformation.Address}");
        await sender.SendToAsync("too long a message"u8.ToArray(), receiver.LocalEndPoint!, CancellationToken.None);
        got = await receiver.ReceiveMessageFromAsync(buffer, any, CancellationToken.None);
        Console.WriteLine($"{got.ReceivedBytes} {got.SocketFlags}");
        sender.SendTo("old"u8.ToArray(), receiver.LocalEndPoint!);
        EndPoint from = any;
        IAsyncResult receiving = receiver.BeginReceiveFrom(buffer, 0, 8, SocketFlags.None, ref from, null, null);
        Console.WriteLine($"{receiver.EndReceiveFrom(receiving, ref from)} {from.Equals(sender.LocalEndPoint)}");
        await Try("canceled", async () => (await Canceled(token => receiver.ReceiveFromAsync(buffer, any, token).AsTask())).ReceivedBytes);
    }

    static async Task Names()
    {
        IPAddress[][] all = await Task.WhenAll(Enumerable.Range(0, 50).Select(_ => Dns.GetHostAddressesAsync("localhost")));
        Console.WriteLine($"{all.Count(addresses => addresses.Length > 0 && addresses.All(IPAddress.IsLoopback))} of {all.Length} look-ups");
        Console.WriteLine((await Dns.GetHostAddressesAsync("localhost", AddressFamily.InterNetwork)).All(address => address.Equals(IPAddress.Loopback)));
        Console.WriteLine(string.Join(" ", Dns.GetHostAddresses("10.1.2.3", AddressFamily.InterNetwork).AsEnumerable()));
        await Try("the other family", async () => (await Dns.GetHostAddressesAsync("10.1.2.3", AddressFamily.InterNetworkV6)).Length);
        await Try("canceled before", async () => await Dns.GetHostAddressesAsync("localhost", new CancellationToken(true)));
    }

    static readonly List<string> steps = [];

    static int Step(int value, [CallerArgumentExpression(nameof(value))] string? text = null)
    {
        steps.Add(text!);
        return value;
    }

    static async Task<int> Late(int value)
    {
        steps.Add("late");
        await Task.Yield();
        return value;
    }

    /// What is computed before an `await` in its expression has to be kept in a field of the state machine.
    static async Task<int> Before() => Step(1) + await Late(10);

    static async Task<int> After() => await Late(10) + Step(2);

    static async Task Order()
    {
        Console.WriteLine($"{await Before()} {string.Join(" ", steps)}");
        steps.Clear();
        Console.WriteLine($"{await After()} {string.Join(" ", steps)}");
        foreach (string method in new[] { nameof(Before), nameof(After) })
        {
            Type machine = typeof(Program).GetMethod(method, BindingFlags.Static | BindingFlags.NonPublic)!.GetCustomAttribute<AsyncStateMachineAttribute>()!.StateMachineType;
            Console.WriteLine($"{method}: value type {machine.IsValueType}, automatic layout {machine.IsAutoLayout}, {machine.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic).Length} fields");
        }
    }
}
