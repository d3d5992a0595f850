// rows: N5-183 N5-234
// Events that a program writes and listens to itself: event sources with their listeners, trace sources with their switches.
#define TRACE
using System.Diagnostics;
using System.Diagnostics.Tracing;

[EventSource(Name = "N5-Events")]
sealed class Source : EventSource
{
    public static readonly Source Log = new();

    public static class Keywords
    {
        public const EventKeywords Even = (EventKeywords)1, Odd = (EventKeywords)2;
    }

    [Event(1, Level = EventLevel.Informational, Keywords = Keywords.Even)] public void Even(int number, string text) => WriteEvent(1, number, text);
    [Event(2, Level = EventLevel.Warning, Keywords = Keywords.Odd)] public void Odd(long number) => WriteEvent(2, number);
    [Event(3, Level = EventLevel.Verbose)] public void Detail(string? text, double d, Guid id, DayOfWeek day) => WriteEvent(3, text, d, id, day);
    [Event(4)] public void Empty() => WriteEvent(4);
    [NonEvent] public void Nothing() => throw new InvalidOperationException();
}

sealed class Listener(string name) : EventListener
{
    public List<string> Lines { get; } = [];

    protected override void OnEventWritten(EventWrittenEventArgs e)
    {
        if (e.EventSource.Name == "N5-Events")
            Lines.Add($"{name}: {e.EventId} {e.EventName} {e.Level} {string.Join(",", e.PayloadNames!)}={string.Join(",", e.Payload!.Select(value => Convert.ToString(value, System.Globalization.CultureInfo.InvariantCulture)))}");
    }
}

static class Program
{
    static void Main()
    {
        Source.Log.Even(0, "nobody listens");
        Console.WriteLine($"enabled: {Source.Log.IsEnabled()} {Source.Log.Guid} {Source.Log.Name} {EventSource.GetSources().Contains(Source.Log)}");
        using var all = new Listener("all");
        all.EnableEvents(Source.Log, EventLevel.Verbose);
        using (var odd = new Listener("odd"))
        {
            odd.EnableEvents(Source.Log, EventLevel.Warning, Source.Keywords.Odd);
            Source.Log.Even(2, "two");
            Source.Log.Odd(3);
            Source.Log.Detail(null, 1.5, new Guid(1, 2, 3, new byte[8]), DayOfWeek.Friday);
            Source.Log.Empty();
            Console.WriteLine($"levels: {Source.Log.IsEnabled(EventLevel.Verbose, Source.Keywords.Even)} {Source.Log.IsEnabled(EventLevel.Critical, EventKeywords.All)}");
            odd.Lines.ForEach(Console.WriteLine);
        }
        all.DisableEvents(Source.Log);
        Source.Log.Odd(5);
        all.EnableEvents(Source.Log, EventLevel.LogAlways);
        for (int i = 0; i < 1000; i++)
            Source.Log.Even(i, "many");
        all.Lines.Take(6).ToList().ForEach(Console.WriteLine);
        Console.WriteLine($"lines: {all.Lines.Count} {all.Lines[^1]}");

        var log = new StringWriter();
        var trace = new TraceSource("Own", SourceLevels.Warning);
        trace.Listeners.Clear();
        trace.Listeners.Add(new TextWriterTraceListener(log));
        trace.TraceEvent(TraceEventType.Error, 5, "error {0}", 1);
        trace.TraceInformation("not written");
        trace.Switch = new SourceSwitch("s") { Level = SourceLevels.All };
        trace.TraceData(TraceEventType.Verbose, 6, "data", 7);
        trace.Flush();
        var flag = new BooleanSwitch("flag", "") { Enabled = true };
        Console.WriteLine($"trace: {log.ToString().ReplaceLineEndings("|")} {flag.Enabled} {new TraceSwitch("t", "").TraceError}");
    }
}
