// Diagnostics inside the process: EventSource and listener, DiagnosticListener, Activity, meters, traces, stack frames, counters.
using System.Diagnostics;
using System.Diagnostics.Metrics;
using System.Diagnostics.Tracing;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text;

[EventSource(Name = "Celer-Test")]
sealed class TestSource : EventSource
{
    public static readonly TestSource Log = new();
    public static class Keywords { public const EventKeywords Io = (EventKeywords)1, Cpu = (EventKeywords)2; }
    public static class Tasks { public const EventTask Work = (EventTask)1; }
    [Event(1, Level = EventLevel.Informational, Keywords = Keywords.Io, Message = "file {0} has {1}")] public void FileRead(string name, long bytes) => WriteEvent(1, name, bytes);
    [Event(2, Level = EventLevel.Verbose, Keywords = Keywords.Cpu)] public void Spin(int a, double b, Guid g, bool c) => WriteEvent(2, a, b, g, c);
    [Event(3, Task = Tasks.Work, Opcode = EventOpcode.Start)] public void WorkStart(int id) => WriteEvent(3, id);
    [Event(4, Task = Tasks.Work, Opcode = EventOpcode.Stop, Version = 2)] public void WorkStop(int id) => WriteEvent(4, id);
    [Event(5)] public void Mixed(byte[] data, DateTime t, char c, ushort u, DayOfWeek d) => WriteEvent(5, data, t, c, u, d);
    [NonEvent] public void Dynamic() => Write("Named", new EventSourceOptions { Level = EventLevel.Warning, Keywords = (EventKeywords)8 }, new { X = 1, Y = "two", Z = new[] { 1.5, 2.5 } });
    protected override void OnEventCommand(EventCommandEventArgs command) => Console.WriteLine($"command {command.Command} {(command.Arguments is { Count: > 0 } a ? string.Join(",", a.Select(p => p.Key + "=" + p.Value)) : "")}");
}

sealed class Listener : EventListener
{
    public readonly List<string> Lines = [];
    protected override void OnEventWritten(EventWrittenEventArgs e)
    {
        if (e.EventSource.Name != "Celer-Test") return;
        string payload = string.Join(",", e.PayloadNames!.Zip(e.Payload!, (n, v) => n + "=" + Show(v)));
        lock (Lines) Lines.Add($"{e.EventId} {e.EventName} {e.Level} {(long)e.Keywords & 15} {e.Opcode} {e.Version} {e.Task} [{payload}] {e.Message}");
    }
    static string Show(object? v) => v switch { byte[] b => Convert.ToHexString(b), string s => s, IDictionary<string, object?> d => "{" + string.Join(";", d.Select(p => p.Key + ":" + Show(p.Value))) + "}", System.Collections.IEnumerable e => string.Join("/", e.Cast<object>()), DateTime t => t.Ticks.ToString(), _ => v + "" };
}

static class Program
{
    static void Events()
    {
        var listener = new Listener(); var log = TestSource.Log;
        Console.WriteLine($"{log.Name} {log.Guid} {log.IsEnabled()} {EventSource.GetSources().Contains(log)} {log.ConstructionException?.Message}");
        log.FileRead("before", 1);
        listener.EnableEvents(log, EventLevel.Informational, TestSource.Keywords.Io, new Dictionary<string, string?> { ["k"] = "v" });
        Console.WriteLine($"{log.IsEnabled(EventLevel.Verbose, TestSource.Keywords.Cpu)} {log.IsEnabled(EventLevel.Informational, TestSource.Keywords.Io)}");
        log.FileRead("a", 10); log.Spin(1, 2, Guid.Empty, true); log.WorkStart(5);
        listener.EnableEvents(log, EventLevel.LogAlways, EventKeywords.All);
        log.Spin(1, 2.5, Guid.Empty, true); log.WorkStart(6); log.WorkStop(6); log.Mixed([1, 2], DateTime.UnixEpoch, 'q', 7, DayOfWeek.Friday); log.Dynamic();
        EventSource.SendCommand(log, EventCommand.SendManifest, null);
        listener.DisableEvents(log); log.FileRead("after", 1);
        foreach (string l in listener.Lines) Console.WriteLine("  " + l);
        string manifest = EventSource.GenerateManifest(typeof(TestSource), "x.dll")!; Console.WriteLine(manifest.Contains("FileRead") + " " + manifest.Length.CompareTo(500) + " " + EventSource.GetName(typeof(TestSource)) + EventSource.GetGuid(typeof(TestSource)));
        listener.Dispose(); Console.WriteLine(log.IsEnabled());
        EventSource.SetCurrentThreadActivityId(new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), out Guid old); Console.WriteLine(EventSource.CurrentThreadActivityId + " " + old);
    }

    static async Task Activities()
    {
        var stopped = new List<string>();
        using var listener = new ActivityListener { ShouldListenTo = s => s.Name == "src", Sample = (ref ActivityCreationOptions<ActivityContext> o) => o.Name == "dropped" ? ActivitySamplingResult.None : ActivitySamplingResult.AllDataAndRecorded, ActivityStopped = a => stopped.Add($"{a.OperationName}/{a.DisplayName} {a.Kind} {a.Status} {a.Parent?.OperationName} {string.Join(",", a.TagObjects.Select(t => t.Key + "=" + t.Value))} ev:{string.Join(",", a.Events.Select(e => e.Name))} bag:{string.Join(",", a.Baggage.Select(b => b.Key + b.Value))} links:{a.Links.Count()} {a.Recorded}") };
        ActivitySource.AddActivityListener(listener);
        using var source = new ActivitySource("src", "1.0"); using var quiet = new ActivitySource("other");
        Console.WriteLine((quiet.StartActivity("x") is null) + " " + (source.StartActivity("dropped") is null) + " " + source.HasListeners());
        using (var a = source.StartActivity("outer", ActivityKind.Server)!)
        {
            a.SetTag("t", 1).AddBaggage("b", "1").AddEvent(new ActivityEvent("e1")); await Task.Yield();
            using (var b = source.StartActivity("inner")!) { b.DisplayName = "shown"; b.SetStatus(ActivityStatusCode.Error, "bad"); await Task.Delay(1); b.AddException(new InvalidOperationException("x")); Console.WriteLine((b.TraceId == a.TraceId) + " " + (b.ParentSpanId == a.SpanId) + " " + (Activity.Current == b) + " " + b.GetBaggageItem("b") + b.Id!.Length + b.IdFormat); }
            Console.WriteLine(Activity.Current == a);
        }
        Console.WriteLine((Activity.Current is null) + " " + ActivityContext.TryParse("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "k=v", out var context) + context.TraceId + context.TraceFlags + context.TraceState);
        using (var linked = source.StartActivity(ActivityKind.Client, context, [new("x", "y")], [new ActivityLink(context)], name: "linked")!) Console.WriteLine(linked.ParentId);
        stopped.ForEach(Console.WriteLine);
        var dl = new DiagnosticListener("dl"); var seen = new List<string>(); using var all = DiagnosticListener.AllListeners.Subscribe(new Observer<DiagnosticListener>(l => { if (l.Name == "dl") l.Subscribe(new Observer<KeyValuePair<string, object?>>(p => seen.Add(p.Key + "=" + p.Value)), n => n != "no"); }));
        Console.WriteLine(dl.IsEnabled("no") + " " + dl.IsEnabled("yes")); dl.Write("yes", new { A = 1 }); var act = dl.StartActivity(new Activity("op"), null); dl.StopActivity(act, 5); Console.WriteLine(string.Join(" ", seen)); dl.Dispose();
    }
    class Observer<T>(Action<T> next) : IObserver<T> { public void OnCompleted() => Console.WriteLine("completed " + typeof(T).Name[..5]); public void OnError(Exception e) { } public void OnNext(T v) => next(v); }

    static void Meters()
    {
        using var meter = new Meter(new MeterOptions("m") { Version = "1", Tags = [new("env", "t")] }); var c = meter.CreateCounter<long>("count", "items", "desc"); var h = meter.CreateHistogram<double>("hist"); var u = meter.CreateUpDownCounter<int>("updown"); var g = meter.CreateGauge<short>("gauge"); int observed = 5; meter.CreateObservableGauge("og", () => new Measurement<int>(observed++, new KeyValuePair<string, object?>("k", "v"))); meter.CreateObservableCounter("oc", () => new[] { new Measurement<double>(1.5), new Measurement<double>(2.5) });
        using var l = new MeterListener { InstrumentPublished = (i, ml) => { if (i.Meter.Name == "m") { Console.Write(i.Name + ":" + i.GetType().Name + i.Unit + " "); ml.EnableMeasurementEvents(i, "state" + i.Name); } }, MeasurementsCompleted = (i, s) => Console.Write("done " + i.Name + s + " ") };
        void On<T>(Instrument i, T v, ReadOnlySpan<KeyValuePair<string, object?>> tags, object? s) { var sb = new StringBuilder(); foreach (var t in tags) sb.Append(t.Key).Append('=').Append(t.Value).Append(','); Console.WriteLine($"{i.Name} {v} {sb}{s}"); }
        l.SetMeasurementEventCallback<long>(On); l.SetMeasurementEventCallback<double>(On); l.SetMeasurementEventCallback<int>(On); l.SetMeasurementEventCallback<short>(On); l.Start(); Console.WriteLine();
        c.Add(3); c.Add(4, new KeyValuePair<string, object?>("a", 1), new("b", "x")); h.Record(2.5, new TagList { { "q", 1 }, { "r", 2 }, { "s", 3 }, { "t", 4 } }); u.Add(-2); g.Record(9); l.RecordObservableInstruments(); l.RecordObservableInstruments(); Console.WriteLine(c.Enabled); meter.Dispose(); Console.WriteLine();
    }

    [MethodImpl(MethodImplOptions.NoInlining)] static StackTrace Trace() => new(1, false);
    [MethodImpl(MethodImplOptions.NoInlining)] static StackTrace Caller<T>(T x, ref int y, params string[] z) { var t = Trace(); y++; return t; }
    class Nested<T> { [MethodImpl(MethodImplOptions.NoInlining)] public static StackTrace Run<U>() { int i = 0; var t = Caller("s", ref i, "a"); GC.KeepAlive(t); return t; } }
    [StackTraceHidden, MethodImpl(MethodImplOptions.NoInlining)] static string Hidden() { try { throw new Exception("h"); } catch (Exception e) { return e.StackTrace!; } }

    static void Stacks()
    {
        var t = Nested<int>.Run<List<string>>(); for (int i = 0; i < 3; i++) { var m = t.GetFrame(i)!.GetMethod()!; Console.WriteLine($"{m.DeclaringType} {m} {t.GetFrame(i)!.HasMethod()} {DiagnosticMethodInfo.Create(t.GetFrame(i)!)!.Name}"); }
        Console.WriteLine(t.FrameCount >= 3); Console.WriteLine(string.Join("\n", t.ToString().Split('\n').Take(3))); Console.WriteLine(new StackFrame(0).GetMethod()!.Name + new StackFrame(0, true).GetFileLineNumber() + (new StackFrame().GetNativeOffset() > 0) + (new StackFrame(500).GetMethod() is null));
        Action lambda = () => Console.WriteLine(new StackTrace().GetFrame(0)!.GetMethod()!.Name.Contains("Stacks")); lambda(); var e = Record(() => { try { int.Parse("x"); } catch (FormatException f) { throw new ApplicationException("outer", f); } }); Console.WriteLine($"{e.TargetSite!.Name.Contains("Stacks")} {e.Source} {e.InnerException!.GetType()} {e.GetBaseException().Message} {new StackTrace(e).FrameCount} {e.HResult:X} {Hidden().Split('\n').Length}"); Console.WriteLine(string.Join("|", e.ToString().Split('\n').Where(l => !l.Contains("System.")).Select(l => l.Trim())));
        var data = new Exception("d") { HelpLink = "help", Data = { ["k"] = 1 } }; Console.WriteLine(data.Data["k"] + data.HelpLink + new AggregateException("agg", data, new Exception("2")).Message);
    }
    static Exception Record(Action a) { try { a(); } catch (Exception e) { return e; } return null!; }

    static void Traces()
    {
        var sw = new StringWriter(); System.Diagnostics.Trace.Listeners.Clear(); System.Diagnostics.Trace.Listeners.Add(new TextWriterTraceListener(sw) { Filter = null }); System.Diagnostics.Trace.IndentSize = 2; System.Diagnostics.Trace.Listeners[0].WriteLine("direct");
        var ts = new TraceSource("ts", SourceLevels.Warning); ts.Listeners.Clear(); ts.Listeners.Add(new TextWriterTraceListener(sw)); ts.Switch = new SourceSwitch("sw", "Warning"); var trace = typeof(TraceSource).GetMethod("TraceEvent", [typeof(TraceEventType), typeof(int), typeof(string)])!; trace.Invoke(ts, [TraceEventType.Warning, 3, "w"]); trace.Invoke(ts, [TraceEventType.Verbose, 4, "v"]); Console.Write(sw); var sb = new StringWriter(); Console.WriteLine(new BooleanSwitch("b", "d", "true").Enabled);
        var watch = Stopwatch.StartNew(); Thread.Sleep(20); watch.Stop(); Console.WriteLine(watch.ElapsedMilliseconds >= 19 && Stopwatch.IsHighResolution && Stopwatch.GetElapsedTime(0, Stopwatch.Frequency) == TimeSpan.FromSeconds(1)); try { Debug.Fail("x"); Console.WriteLine("no fail in release"); } catch (Exception x) { Console.WriteLine(x.Message); }
        try { throw new UnreachableException(); } catch (UnreachableException x) { Console.WriteLine(x.Message); } Console.WriteLine(FileVersionInfo.GetVersionInfo(typeof(object).Assembly.Location).CompanyName + typeof(Program).GetCustomAttribute<CompilerGeneratedAttribute>() + Debugger.IsAttached);
    }

    static async Task Main() { Events(); await Activities(); Meters(); Stacks(); Traces(); }
}
