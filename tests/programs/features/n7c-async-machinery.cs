// rows: N7c-063 N7c-067 N7c-079 N7c-080 N7c-081 N7c-082 N7c-083 N7c-084
// What asynchronous I/O is built from: cached tasks, value tasks and their sources, and pooled builders.
using System.Net;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using System.Threading.Tasks.Sources;

(Socket client, Socket server) = Connect();
// Three layers: Begin/End, reusable arguments, tasks.
var received = new byte[16];
client.Send("abc"u8);
Console.WriteLine($"begin/end {server.EndReceive(server.BeginReceive(received, 0, 16, SocketFlags.None, null, null))}");
using (var arguments = new SocketAsyncEventArgs())
{
    var done = new SemaphoreSlim(0);
    arguments.Completed += (_, _) => done.Release();
    arguments.SetBuffer(received);
    int total = 0;
    for (int i = 1; i <= 10; i++)
    {
        bool pending = server.ReceiveAsync(arguments);
        client.Send(received.AsSpan(0, i));
        if (pending)
            await done.WaitAsync();
        total += arguments.BytesTransferred;
    }
    Console.WriteLine($"arguments {total} {arguments.SocketError} {arguments.LastOperation}");
}
SocketAddress one = new IPEndPoint(IPAddress.Parse("123.123.123.123"), 80).Serialize(), two = new IPEndPoint(IPAddress.Parse("123.123.123.123"), 80).Serialize();
two[3]++;
Console.WriteLine($"addresses {one.Equals(new IPEndPoint(IPAddress.Parse("123.123.123.123"), 80).Serialize())} {one.Equals(two)} {one.Equals(new IPEndPoint(IPAddress.IPv6Loopback, 80).Serialize())} {one.Size} {one.Family} {one.Equals(null)}");

// Small integers and repeated counts need no new task; a completed value task needs none at all.
Console.WriteLine($"cached {string.Join(' ', new[] { -2, -1, 0, 5, 8, 9 }.Select(i => ReferenceEquals(Value(i), Value(i))))} {ReferenceEquals(True(), True())} {ReferenceEquals(Nothing(), Nothing())}");
var memory = new MemoryStream(new byte[4096]);
var sixteen = new byte[16];
Task<int> earlier = memory.ReadAsync(sixteen, 0, 16), later = memory.ReadAsync(sixteen, 0, 16), shorter = memory.ReadAsync(sixteen, 0, 15);
Console.WriteLine($"same count, same task {ReferenceEquals(earlier, later)} {ReferenceEquals(later, shorter)}");
for (int i = 0; i < 2; i++) // the first round compiles
{
    memory.Position = 0;
    long before = GC.GetAllocatedBytesForCurrentThread();
    int total = 0;
    while (true)
    {
        ValueTask<int> read = memory.ReadAsync(sixteen.AsMemory());
        int count = read.IsCompletedSuccessfully ? read.Result : -1000;
        if (count == 0)
            break;
        total += count;
    }
    long bytes = GC.GetAllocatedBytesForCurrentThread() - before;
    if (i == 1)
        Console.WriteLine($"value tasks {total} allocated {bytes}");
}
ValueTask<int> of = new(42), task = new(Task.FromResult(43)), faulted = ValueTask.FromException<int>(new TimeoutException());
Console.WriteLine($"{of.Result} {task.Result} {of.AsTask().Result} {of == new ValueTask<int>(42)} {faulted.IsFaulted} {Throws(() => faulted.Result)} {default(ValueTask<string>).Result ?? "null"} {default(ValueTask).IsCompletedSuccessfully}");

// A source that is used again and again, whose tokens tell its uses apart.
var source = new Reusable();
ValueTask<int> use = source.Start();
Console.Write($"{use.IsCompleted} ");
source.Core.SetResult(1);
Console.Write($"{await use} ");
ValueTask<int> next = source.Start();
source.Core.SetException(new FormatException());
Console.WriteLine($"{Throws(() => use.Result)} {Throws(() => next.Result)} {Throws(() => { source.Core.SetResult(2); return 0; })}");
ValueTask<int> waited = source.Start();
Task<int> continued = Twice(waited);
source.Core.SetResult(21);
Console.WriteLine(await continued);

// A socket keeps one source for receives and one for sends: both may be pending at once, a second receive too.
Task<int>[] receives = [server.ReceiveAsync(new byte[1].AsMemory()).AsTask(), server.ReceiveAsync(new byte[1].AsMemory()).AsTask()];
await client.SendAsync(new byte[2].AsMemory());
Console.WriteLine($"receives {(await Task.WhenAll(receives)).Sum()}");
long sum = 0;
for (int i = 0; i < 300; i++)
{
    ValueTask<int> receive = server.ReceiveAsync(received.AsMemory());
    sum += await client.SendAsync(sixteen.AsMemory(0, i % 16 + 1)) * 1000;
    sum += await receive;
}
Console.WriteLine($"amortised {sum}");
client.Dispose();
Console.WriteLine($"{await server.ReceiveAsync(received.AsMemory())} {Throws(() => client.ReceiveAsync(received.AsMemory()).AsTask().GetAwaiter().GetResult())}");

// Methods whose state machines are pooled, also generic ones, that throw, and whose flow of async locals is right.
var local = new AsyncLocal<int>();
int pooled = 0;
for (int i = 0; i < 200; i++)
{
    local.Value = i;
    pooled += await Pooled(i) + await PooledOf(i, "x") - local.Value;
    if (i % 50 == 0)
        GC.Collect(0);
}
Console.WriteLine($"pooled {pooled} {await Caught(() => PooledOf(-1, new object()))} {(await Task.WhenAll(Enumerable.Range(0, 50).Select(i => Pooled(i).AsTask()))).Sum()}");

static async Task<int> Value(int value) { await default(ValueTask); return value; }
static async Task<bool> True() { await Task.CompletedTask; return true; }
static async Task Nothing() => await Task.CompletedTask;
static async Task<int> Twice(ValueTask<int> value) => await value * 2;

[AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
static async ValueTask<int> Pooled(int value)
{
    await Task.Yield();
    return value;
}

[AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
static async ValueTask<int> PooledOf<T>(int value, T other)
{
    await Task.Yield();
    return value < 0 ? throw new InvalidDataException(other!.GetType().Name) : value + typeof(T).Name.Length;
}

static async Task<string> Caught(Func<ValueTask<int>> action)
{
    try
    {
        return $"{await action()}";
    }
    catch (Exception e)
    {
        return e.Message;
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

static (Socket, Socket) Connect()
{
    using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
    listener.Listen(1);
    var client = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
    client.Connect(listener.LocalEndPoint!);
    return (client, listener.Accept());
}

class Reusable : IValueTaskSource<int>
{
    public ManualResetValueTaskSourceCore<int> Core;
    public ValueTask<int> Start() { Core.Reset(); return new ValueTask<int>(this, Core.Version); }
    public int GetResult(short token) => Core.GetResult(token);
    public ValueTaskSourceStatus GetStatus(short token) => Core.GetStatus(token);
    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) => Core.OnCompleted(continuation, state, token, flags);
}
