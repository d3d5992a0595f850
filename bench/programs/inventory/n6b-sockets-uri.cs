// include: row.part
// include: ../told.part
// include: bench.part
// Sockets, name look-ups and URIs of the .NET 6 inventory, part 2.
using System.Net;
using System.Net.Sockets;
using BenchmarkDotNet.Attributes;

namespace N6b.Sockets;

public class Connections
{
    const int Count = 100; // the original makes 1000 in a call

    readonly Socket listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    EndPoint? address;

    [GlobalSetup]
    public void Setup()
    {
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen(1);
        address = listener.LocalEndPoint;
    }

    [GlobalCleanup] public void Cleanup() => listener.Dispose();

    [Benchmark(OperationsPerInvoke = Count)]
    [Row("B6b-06", "N6b-037", "N6b-038", "N6b-039")]
    public Task<int> ConnectAcceptAsync() => Connect(false);

    [Benchmark(OperationsPerInvoke = Count)]
    [Arguments(false)]
    [Arguments(true)]
    [Row("B6b-07", "N6b-038", "N6b-040")]
    public Task<int> ConnectAcceptWithToken(bool newOverload) => Connect(newOverload);

    async Task<int> Connect(bool newOverload)
    {
        int connected = 0;
        for (int i = 0; i < Count; i++)
        {
            // Closing resets the connection, so that no used port has to rest: the calls of a measurement would use up all.
            using var client = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { LingerState = new(true, 0) };
            if (newOverload)
                await client.ConnectAsync(address!, CancellationToken.None);
            else
                await client.ConnectAsync(address!);
            using Socket accepted = await listener.AcceptAsync();
            if (accepted.RemoteEndPoint!.Equals(client.LocalEndPoint))
                connected++;
        }
        return connected;
    }
}

public class Datagrams
{
    const int Count = 1000; // the original sends 10000 in a call

    readonly Socket receiver = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
    readonly Socket sender = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
    readonly byte[] sent = new byte[1], received = new byte[1];

    [GlobalSetup]
    public void Setup()
    {
        receiver.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        sender.Bind(new IPEndPoint(IPAddress.Loopback, 0));
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        receiver.Dispose();
        sender.Dispose();
    }

    [Benchmark(OperationsPerInvoke = Count)]
    [Row("B6b-08", "N6b-041")]
    [Row("B6b-09", "N6b-041")]
    public async Task<int> Old()
    {
        EndPoint from = sender.LocalEndPoint!, to = receiver.LocalEndPoint!;
        int sum = 0;
        for (int i = 0; i < Count; i++)
        {
            sent[0] = (byte)i;
            Task<SocketReceiveFromResult> receive = receiver.ReceiveFromAsync(new ArraySegment<byte>(received), SocketFlags.None, from);
            await sender.SendToAsync(new ArraySegment<byte>(sent), SocketFlags.None, to);
            sum += (await receive).ReceivedBytes + received[0];
        }
        return sum;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    [Row("B6b-09", "N6b-042", "N6b-043")]
    public async Task<int> New()
    {
        EndPoint from = sender.LocalEndPoint!, to = receiver.LocalEndPoint!;
        int sum = 0;
        for (int i = 0; i < Count; i++)
        {
            sent[0] = (byte)i;
            ValueTask<SocketReceiveFromResult> receive = receiver.ReceiveFromAsync(received.AsMemory(), SocketFlags.None, from, CancellationToken.None);
            await sender.SendToAsync(sent.AsMemory(), SocketFlags.None, to, CancellationToken.None);
            sum += (await receive).ReceivedBytes + received[0];
        }
        return sum;
    }
}

/// The original asks for the machine's own name, which may need a name server.
public class HostAddresses
{
    const int Count = 100; // the original asks 1000 times in a call

    [Benchmark(OperationsPerInvoke = Count)]
    [Row("B6b-10", "N6b-050")]
    public async Task<bool> GetHostAddresses()
    {
        bool all = true;
        for (int i = 0; i < Count; i++)
            all &= (await Dns.GetHostAddressesAsync("localhost")).All(IPAddress.IsLoopback);
        return all;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    [Row("B6b-10", "N6b-051")]
    public async Task<int> GetHostAddresses_OneFamily()
    {
        int count = 0;
        for (int i = 0; i < Count; i++)
            count += (await Dns.GetHostAddressesAsync("localhost", AddressFamily.InterNetwork)).Count(address => address.AddressFamily == AddressFamily.InterNetwork);
        return count;
    }
}

public class Uris
{
    readonly Uri uri = new("http://dot.net");

    [Benchmark]
    [Row("B6b-11", "N6b-052")]
    public string GetComponents() => uri.GetComponents(UriComponents.PathAndQuery | UriComponents.Fragment, UriFormat.UriEscaped);

    [Benchmark]
    [Row("B6b-11", "N6b-052")]
    public Uri NewUri() => new("http://dot.net");

    [Benchmark]
    [Row("B6b-11", "N6b-052")]
    public string PathAndQuery() => uri.PathAndQuery;

    [Benchmark]
    [Row("B6b-12", "N6b-053")]
    public string Unescape() => Uri.UnescapeDataString("%E4%BD%A0%E5%A5%BD");

    [Benchmark]
    [Row("B6b-13", "N6b-054")]
    public string BuilderToString()
    {
        var builder = new UriBuilder { Scheme = "https", Host = "dotnet.microsoft.com", Port = 443, Path = "/platform/try-dotnet" };
        return builder.ToString();
    }
}
