// rows: N6b-178
// skip: all Celer writes no event traces yet, and hands no event of the runtime to listeners
// Traces of another process: a child with a session writes a file that names its events; and the runtime's own events inside the process.
using System.Collections.Concurrent;
using System.Diagnostics;
using System.Diagnostics.Tracing;
using System.Text;

[EventSource(Name = "Celer-Traced")]
sealed class Source : EventSource
{
    public static readonly Source Log = new();
    [Event(1)] public void Happened(string text, int number) => WriteEvent(1, text, number);
}

sealed class Listener : EventListener
{
    public readonly ConcurrentDictionary<string, bool> Names = [];

    protected override void OnEventSourceCreated(EventSource source)
    {
        if (source.Name == "Microsoft-Windows-DotNETRuntime")
            EnableEvents(source, EventLevel.Informational, (EventKeywords)1); // the collector
    }

    protected override void OnEventWritten(EventWrittenEventArgs e) => Names?.TryAdd(e.EventName!, true);
}

static class Program
{
    static int Main(string[] args)
    {
        if (args.Length > 0)
        {
            var threads = Enumerable.Range(0, 4).Select(t => new Thread(() => { for (int i = 0; i < 500; i++) Source.Log.Happened("thread " + t, i); })).ToList();
            threads.ForEach(thread => thread.Start());
            threads.ForEach(thread => thread.Join());
            return 0;
        }
        string path = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
        var start = new ProcessStartInfo(Environment.ProcessPath!, [typeof(Program).Assembly.Location, "child"])
        {
            Environment = { ["DOTNET_EnableEventPipe"] = "1", ["DOTNET_EventPipeConfig"] = "Celer-Traced:ffffffffffffffff:5", ["DOTNET_EventPipeOutputPath"] = path },
        };
        using (Process child = Process.Start(start)!)
            child.WaitForExit();
        byte[] trace = File.ReadAllBytes(path);
        File.Delete(path);
        int Count(byte[] wanted)
        {
            int count = 0;
            for (ReadOnlySpan<byte> rest = trace; rest.IndexOf(wanted) is >= 0 and var at; rest = rest[(at + wanted.Length)..])
                count++;
            return count;
        }
        Console.WriteLine($"{Encoding.ASCII.GetString(trace, 0, 8)} {Count(Encoding.Unicode.GetBytes("Celer-Traced")) > 0} {Count(Encoding.Unicode.GetBytes("Happened")) > 0} {Count(Encoding.Unicode.GetBytes("thread 0\0"))} {Count(Encoding.Unicode.GetBytes("thread 3\0"))}");
        using var listener = new Listener();
        GC.Collect();
        SpinWait.SpinUntil(() => listener.Names.Keys.Any(name => name.StartsWith("GCEnd", StringComparison.Ordinal)), 20_000);
        Console.WriteLine(string.Join(" ", listener.Names.Keys.Where(name => name.StartsWith("GCStart", StringComparison.Ordinal) || name.StartsWith("GCEnd", StringComparison.Ordinal)).Order(StringComparer.Ordinal)));
        return 0;
    }
}
