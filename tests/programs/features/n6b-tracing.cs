// rows: N6b-142 N6b-176 N6b-177 N6b-180 N6b-181
// Events inside the process: the platform's sources, payloads of all kinds, counters, and what one HTTP request writes.
using System.Buffers;
using System.Collections.Concurrent;
using System.Diagnostics.Tracing;
using System.Net;
using System.Net.Http;
using System.Net.Sockets;
using System.Text;

[EventSource(Name = "Celer-N6b")]
sealed class Source : EventSource
{
    [Event(1)] public void Begun() => WriteEvent(1);
    [Event(2)] public void Counted(string name, int first, int second) => WriteEvent(2, name, first, second);
    [Event(3, Level = EventLevel.Warning)] public void Many(bool truth, byte small, char letter, double real, Guid id, DayOfWeek day, string? text, nint native, long wide) => WriteEvent(3, truth, small, letter, real, id, day, text, native, wide);
    [Event(4, Level = EventLevel.Verbose)] public void Detail(int number) => WriteEvent(4, number);
}

sealed class Listener(string wanted, EventLevel level, Dictionary<string, string?>? arguments = null) : EventListener
{
    public readonly ConcurrentQueue<EventWrittenEventArgs> Events = [];
    public readonly ConcurrentDictionary<string, bool> Sources = [];

    /// The base constructor calls it before the fields above are set, too: for these sources `Watch` does it.
    protected override void OnEventSourceCreated(EventSource source)
    {
        Sources?.TryAdd(source.Name, true);
        if (wanted is not null && source.Name == wanted)
            EnableEvents(source, level, EventKeywords.All, arguments);
    }

    protected override void OnEventWritten(EventWrittenEventArgs e)
    {
        if (e.EventSource.Name == wanted)
            Events?.Enqueue(e);
    }

    public bool Arrived(Func<EventWrittenEventArgs, bool> which) => SpinWait.SpinUntil(() => Events.Any(which), 20_000);
}

static class Program
{
    static async Task Main()
    {
        Own();
        Counters();
        Pool();
        await Request();
        using var all = new Listener("none", EventLevel.LogAlways);
        foreach (string name in new[] { "System.Runtime", "System.Diagnostics.Metrics", "System.Net.Http", "System.Net.Sockets", "System.Buffers.ArrayPoolEventSource", "System.Threading.Tasks.TplEventSource" })
            Console.WriteLine($"{name} {EventSource.GetSources().Any(source => source.Name == name)} {all.Sources.ContainsKey(name)}");
    }

    static string Show(EventWrittenEventArgs e) => $"{e.EventId} {e.EventName} {e.Level} ({string.Join(", ", e.PayloadNames!.Zip(e.Payload!, (name, value) => $"{name}={value}:{value?.GetType().Name}"))})";

    static void Own()
    {
        using var source = new Source();
        source.Begun(); // nobody listens
        using (var listener = new Listener("Celer-N6b", EventLevel.Informational))
        {
            Console.WriteLine($"{source.IsEnabled()} {source.IsEnabled(EventLevel.Verbose, EventKeywords.None)}");
            source.Begun();
            source.Begun();
            source.Counted("text", 1, -2);
            source.Counted(null!, 1, 2);
            source.Many(true, 5, 'q', 2.5, new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), DayOfWeek.Friday, null, 7, -1);
            source.Detail(1);
            using (var second = new Listener("Celer-N6b", EventLevel.Verbose))
            {
                source.Detail(2);
                Console.WriteLine($"both: {second.Events.Count} {listener.Events.Count}");
            }
            foreach (EventWrittenEventArgs e in listener.Events)
                Console.WriteLine(Show(e));
            EventWrittenEventArgs[] events = [.. listener.Events];
            Console.WriteLine($"empty payload is one object {ReferenceEquals(events[0].Payload, events[1].Payload)} {events[0].Payload!.Count}; order of time {events.Zip(events.Skip(1)).All(pair => pair.First.TimeStamp <= pair.Second.TimeStamp)}; thread {events[0].OSThreadId != 0}");
        }
        Console.WriteLine(source.IsEnabled());
        var threads = new List<Thread>();
        using var counting = new Listener("Celer-N6b", EventLevel.LogAlways);
        for (int t = 0; t < 4; t++)
        {
            var thread = new Thread(() => { for (int i = 0; i < 1000; i++) source.Counted("n", i, 1); });
            thread.Start();
            threads.Add(thread);
        }
        threads.ForEach(thread => thread.Join());
        Console.WriteLine($"of four threads: {counting.Events.Count} {counting.Events.Sum(e => (int)e.Payload![1]!)}");
    }

    /// A counter is asked in intervals while somebody listens; the platform's own are there.
    static void Counters()
    {
        using var source = new Source();
        using var polled = new PollingCounter("polled", source, () => 42) { DisplayName = "Polled", DisplayUnits = "things" };
        using var written = new EventCounter("written", source);
        var every = new Dictionary<string, string?> { ["EventCounterIntervalSec"] = "0.05" };
        using (var listener = new Listener("Celer-N6b", EventLevel.LogAlways, every))
        {
            written.WriteMetric(1);
            written.WriteMetric(3);
            IDictionary<string, object> Payload(EventWrittenEventArgs e) => (IDictionary<string, object>)e.Payload![0]!;
            Console.WriteLine(listener.Arrived(e => e.EventName == "EventCounters" && "written".Equals(Payload(e)["Name"]) && 2.Equals(Payload(e)["Count"])));
            Console.WriteLine(listener.Arrived(e => e.EventName == "EventCounters" && "polled".Equals(Payload(e)["Name"])));
            foreach (EventWrittenEventArgs e in listener.Events.Where(e => e.EventName == "EventCounters").DistinctBy(e => Payload(e)["Name"]).OrderBy(e => (string)Payload(e)["Name"], StringComparer.Ordinal))
                Console.WriteLine(string.Join(" ", Payload(e).Where(pair => pair.Key is "Name" or "DisplayName" or "DisplayUnits" or "CounterType" || pair.Key == "Mean" && (string)Payload(e)["Name"] == "polled").Select(pair => $"{pair.Key}={pair.Value}")));
        }
        using var runtime = new Listener("System.Runtime", EventLevel.LogAlways, every);
        // When one has come twice, all of a round have come.
        SpinWait.SpinUntil(() => runtime.Events.Count(e => e.EventName == "EventCounters" && "gen-2-gc-count".Equals(((IDictionary<string, object>)e.Payload![0]!)["Name"])) >= 2, 60_000);
        Console.WriteLine(string.Join(" ", runtime.Events.Where(e => e.EventName == "EventCounters").Select(e => (string)((IDictionary<string, object>)e.Payload![0]!)["Name"]).Distinct().Order(StringComparer.Ordinal)));
    }

    static void Pool()
    {
        using var listener = new Listener("System.Buffers.ArrayPoolEventSource", EventLevel.Verbose);
        byte[] rented = ArrayPool<byte>.Shared.Rent(5_000_000);
        ArrayPool<byte>.Shared.Return(rented);
        foreach (EventWrittenEventArgs e in listener.Events.Where(e => e.Payload!.Contains(rented.Length)))
            Console.WriteLine($"{e.EventName} {string.Join(" ", e.PayloadNames!)} {e.Payload!.Contains(rented.GetHashCode())}");
    }

    static async Task Request()
    {
        using var server = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        server.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        server.Listen();
        Task serving = Task.Run(async () =>
        {
            using Socket client = await server.AcceptAsync();
            byte[] buffer = new byte[4096];
            int read = 0;
            while (!Encoding.ASCII.GetString(buffer, 0, read).Contains("\r\n\r\n"))
                read += await client.ReceiveAsync(buffer.AsMemory(read));
            await client.SendAsync("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"u8.ToArray());
            await client.ReceiveAsync(buffer);
        });
        using var listener = new Listener("System.Net.Http", EventLevel.LogAlways);
        using (var client = new HttpClient())
            Console.WriteLine(await client.GetStringAsync($"http://127.0.0.1:{((IPEndPoint)server.LocalEndPoint!).Port}/path"));
        await serving;
        listener.Arrived(e => e.EventName == "ConnectionClosed");
        foreach (EventWrittenEventArgs e in listener.Events.Where(e => e.EventName != "EventCounters").OrderBy(e => e.EventName, StringComparer.Ordinal))
            Console.WriteLine($"{e.EventName} {string.Join(" ", e.PayloadNames!.Zip(e.Payload!, (name, value) => name is "host" or "pathAndQuery" or "scheme" or "statusCode" or "versionMajor" ? $"{name}={value}" : name))}");
        List<string> order = [.. listener.Events.Select(e => e.EventName!)];
        Console.WriteLine($"in order {order.IndexOf("RequestStart") < order.IndexOf("RequestHeadersStart")} {order.IndexOf("RequestHeadersStop") < order.IndexOf("ResponseHeadersStart")} {order.IndexOf("ResponseContentStop") < order.IndexOf("RequestStop")}");
    }
}
