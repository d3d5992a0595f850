// rows: N7c-028 N7c-029 N7c-033 N7c-034 N7c-054
// Pipes: each read and write is a socket operation, so that it can be cancelled, and the pipe is usable afterwards.
using System.IO.Pipes;
using System.Net.Sockets;

foreach (bool named in (bool[])[false, true])
{
    (Stream writer, Stream reader) = await Open(named);
    var buffer = new byte[8];
    int total = 0;
    for (int i = 0; i < 100; i++)
    {
        ValueTask<int> read = reader.ReadAsync(buffer);
        await writer.WriteAsync(new byte[] { (byte)i, 1 });
        total += await read + buffer[0];
    }
    Console.WriteLine($"{reader.GetType().Name} {total}");

    using (var source = new CancellationTokenSource())
    {
        ValueTask<int> pending = reader.ReadAsync(buffer, source.Token);
        Console.Write($"pending {!pending.IsCompleted} ");
        source.Cancel();
        Console.WriteLine(await Try(async () => await pending));
    }
    Console.WriteLine($"cancelled before: {await Try(async () => await reader.ReadAsync(buffer, new CancellationToken(true)))} {await Try(async () => { await writer.WriteAsync(buffer, new CancellationToken(true)); return 0; })}");

    // A write that finds no room waits for a reader, or for its token.
    using (var source = new CancellationTokenSource())
    {
        Task<string> full = Try(async () => { await writer.WriteAsync(new byte[4_000_000], source.Token); return 0; });
        Console.Write($"full {!full.IsCompleted} ");
        source.Cancel();
        Console.WriteLine(await full);
    }
    var drained = new byte[1 << 20];
    writer.Dispose();
    while (await reader.ReadAsync(drained) > 0)
    {
    }
    Console.WriteLine($"at the end {await reader.ReadAsync(buffer)} {reader.ReadByte()}");
    reader.Dispose();
    Console.WriteLine(await Try(async () => await reader.ReadAsync(buffer)));
}

// Connecting waits for the server, or for its token, or for so long.
string name = Guid.NewGuid().ToString("N");
using (var early = new NamedPipeClientStream(".", name, PipeDirection.InOut, PipeOptions.Asynchronous))
{
    Task connecting = early.ConnectAsync();
    using var server = new NamedPipeServerStream(name, PipeDirection.InOut, 1, PipeTransmissionMode.Byte, PipeOptions.Asynchronous);
    await Task.WhenAll(connecting, server.WaitForConnectionAsync());
    await early.WriteAsync("question"u8.ToArray());
    var buffer = new byte[20];
    int read = await server.ReadAsync(buffer);
    await server.WriteAsync(buffer.AsMemory(0, read / 2));
    Console.WriteLine($"{early.IsConnected} {server.IsConnected} {read} {await early.ReadAsync(buffer)} {server.CanWrite}");
}
using (var late = new NamedPipeClientStream(".", Guid.NewGuid().ToString("N"), PipeDirection.In))
{
    using var source = new CancellationTokenSource();
    Task connecting = late.ConnectAsync(source.Token);
    source.Cancel();
    Console.WriteLine($"{await Try(async () => { await connecting; return 0; })} {await Try(async () => { await late.ConnectAsync(1); return 0; })} {late.IsConnected}");
}

// A write fails once no reader is left.
using (var server = new AnonymousPipeServerStream(PipeDirection.Out))
{
    Console.WriteLine($"{server.CanWrite} {server.CanRead} {server.IsConnected} {server.TransmissionMode} {int.TryParse(server.GetClientHandleAsString(), out _)}");
    server.DisposeLocalCopyOfClientHandle();
    Console.WriteLine(await Try(async () => { await server.WriteAsync(new byte[1]); return 0; }));
}

// The older way to wait: polls, and receives of no bytes.
(NetworkStream first, NetworkStream second) = Connect();
Console.WriteLine($"poll {first.Socket.Poll(0, SelectMode.SelectRead)}");
ValueTask<int> empty = first.Socket.ReceiveAsync(Memory<byte>.Empty);
Console.Write($"{empty.IsCompleted} ");
second.WriteByte(5);
Console.WriteLine($"{await empty} {first.Socket.Poll(-1, SelectMode.SelectRead)} {first.Socket.Available} {first.ReadByte()}");
using (var source = new CancellationTokenSource())
{
    Task<string> waiting = Try(async () => await first.Socket.ReceiveAsync(new byte[1], source.Token));
    source.Cancel();
    Console.WriteLine(await waiting);
}
GC.KeepAlive(second); // until here: its finalizer closes the socket

// What `Dispose` of a registration promises: afterwards its callback neither runs nor will.
int wrong = 0;
for (int round = 0; round < 500; round++)
{
    using var source = new CancellationTokenSource();
    int state = 0;
    CancellationTokenRegistration registration = source.Token.Register(() =>
    {
        Volatile.Write(ref state, 1);
        Thread.SpinWait(50);
        Volatile.Write(ref state, 2);
    });
    Task cancelling = Task.Run(source.Cancel);
    if (round % 2 == 0)
        Thread.SpinWait(round);
    registration.Dispose();
    int seen = Volatile.Read(ref state);
    await cancelling;
    if (seen == 1 || Volatile.Read(ref state) != seen)
        wrong++;
}
Console.WriteLine($"registrations that broke their promise: {wrong}");
using (var source = new CancellationTokenSource())
{
    CancellationTokenRegistration own = default;
    own = source.Token.Register(() => own.Dispose()); // on its own thread it does not wait
    source.Cancel();
    Console.WriteLine($"disposed by itself {own.Unregister()} {own.Token.IsCancellationRequested}");
}

static async Task<(Stream, Stream)> Open(bool named)
{
    if (!named)
    {
        var anonymous = new AnonymousPipeServerStream(PipeDirection.Out);
        return (anonymous, new AnonymousPipeClientStream(PipeDirection.In, anonymous.ClientSafePipeHandle));
    }
    string name = Guid.NewGuid().ToString("N");
    var server = new NamedPipeServerStream(name, PipeDirection.Out);
    var client = new NamedPipeClientStream(".", name, PipeDirection.In);
    await Task.WhenAll(server.WaitForConnectionAsync(), client.ConnectAsync());
    return (server, client);
}

static (NetworkStream, NetworkStream) Connect()
{
    using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    listener.Bind(new System.Net.IPEndPoint(System.Net.IPAddress.Loopback, 0));
    listener.Listen(1);
    var client = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    client.Connect(listener.LocalEndPoint!);
    return (new NetworkStream(client, true), new NetworkStream(listener.Accept(), true));
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
