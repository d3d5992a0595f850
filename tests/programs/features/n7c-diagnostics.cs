// rows: N7c-163 N7c-164 N7c-167 N7c-170 N7c-171 N7c-172 N7c-173 N7c-174 N7c-214
// Diagnostics: processes and their arguments, activities and what is linked to them, elapsed time, time zones.
using System.Diagnostics;
using System.Text;

// Processes found by name, by id, and started with arguments of all kinds.
int self = Environment.ProcessId;
using (Process current = Process.GetCurrentProcess())
{
    Process[] named = Process.GetProcessesByName(current.ProcessName);
    Console.WriteLine($"{named.Any(process => process.Id == self)} {named.All(process => process.ProcessName == current.ProcessName)} {Process.GetProcessesByName("no-such-process").Length} {current.WorkingSet64 > 1_000_000} {current.Threads.Count > 0} {current.StartTime < DateTime.Now} {current.HasExited}");
    foreach (Process process in named)
        process.Dispose();
    using Process byId = Process.GetProcessById(self);
    Console.WriteLine($"{byId.ProcessName == current.ProcessName} {byId.SessionId == current.SessionId} {Try(() => Process.GetProcessById(int.MaxValue))} {Process.GetProcesses().Any(process => process.Id == self)}");
}
string[] arguments = ["plain", "two words", "", "quote\"d", "back\\slash\\", "é日本😀", "$HOME *", new string('x', 3000), "tab\tnewline\n."];
var start = new ProcessStartInfo("/bin/sh", ["-c", "for a in \"$@\"; do printf '[%s]' \"$a\"; done; printf %s \"$OWN\"", "sh", .. arguments]) { RedirectStandardOutput = true, StandardOutputEncoding = Encoding.UTF8 };
start.Environment["OWN"] = "variable é";
using (Process child = Process.Start(start)!)
{
    string output = child.StandardOutput.ReadToEnd();
    child.WaitForExit();
    Console.WriteLine($"{output == string.Concat(arguments.Select(argument => $"[{argument}]")) + "variable é"} {child.ExitCode} {child.HasExited} {Try(() => child.ProcessName)}");
}
using (Process child = Process.Start(new ProcessStartInfo("/bin/sh", "-c \"exit 3\""))!)
{
    await child.WaitForExitAsync();
    Console.WriteLine($"{child.ExitCode} {Try(() => Process.Start("/no/such/program"))}");
}

// Activities: sampled by a listener, with links, events and tags in the order in which they were given.
var seen = new List<string>();
using var source = new ActivitySource("Tests.Own", "1.2");
using var silent = new ActivitySource("Tests.Silent");
using var listener = new ActivityListener
{
    ShouldListenTo = s => s == source,
    Sample = (ref ActivityCreationOptions<ActivityContext> options) => options.Name == "dropped" ? ActivitySamplingResult.None : ActivitySamplingResult.AllDataAndRecorded,
    ActivityStarted = activity => seen.Add("+" + activity.OperationName),
    ActivityStopped = activity => seen.Add("-" + activity.OperationName),
};
ActivitySource.AddActivityListener(listener);
Console.WriteLine($"{source.HasListeners()} {silent.HasListeners()} {silent.StartActivity("x") is null} {source.StartActivity("dropped") is null}");
ActivityLink[] given = [.. Enumerable.Range(0, 1024).Select(i => new ActivityLink(default, new ActivityTagsCollection { ["n"] = i }))];
using (Activity activity = source.StartActivity("linked", ActivityKind.Client, default(ActivityContext), links: given)!)
{
    for (int i = 0; i < 5; i++)
        activity.AddEvent(new ActivityEvent($"event {i}", new DateTimeOffset(2022, 11, 8, 0, 0, i, default))).AddTag($"tag{i}", i % 2 == 0 ? i : $"text {i}");
    activity.AddLink(new ActivityLink(default)).SetTag("tag1", null).SetTag("tag2", 22);
    int old = 0, sum = 0, next = 0, sumNext = 0;
    foreach (ActivityLink link in activity.Links)
    {
        old++;
        sum += (int?)link.Tags?.First().Value ?? 0;
    }
    foreach (ref readonly ActivityLink link in activity.EnumerateLinks())
    {
        next++;
        sumNext += (int?)link.Tags?.First().Value ?? 0;
    }
    Console.WriteLine($"{old} {next} {sum} {sumNext} {activity.Links.First().Equals(given[0])}");
    Activity.Enumerator<ActivityLink> copy = activity.EnumerateLinks();
    copy.MoveNext();
    ref readonly ActivityLink one = ref copy.Current;
    Activity.Enumerator<ActivityLink> second = copy; // a copy goes its own way
    second.MoveNext();
    Console.WriteLine($"{one.Tags!.First().Value} {second.Current.Tags!.First().Value} {copy.Current.Tags!.First().Value}");
    foreach (ref readonly KeyValuePair<string, object?> tag in activity.EnumerateTagObjects())
        Console.Write($"{tag.Key}={tag.Value} ");
    foreach (ref readonly ActivityEvent happened in activity.EnumerateEvents())
        Console.Write($"{happened.Name}@{happened.Timestamp.Second} ");
    Console.WriteLine();
    for (int i = 0; i < 2; i++) // the first round compiles
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        int count = 0;
        foreach (ref readonly ActivityLink link in activity.EnumerateLinks())
            count += link.Context == default ? 1 : 0;
        long bytes = GC.GetAllocatedBytesForCurrentThread() - before;
        if (i == 1)
            Console.WriteLine($"{count} links, allocated {bytes}");
    }
    using Activity? inner = source.StartActivity("inner");
    Console.WriteLine($"{inner!.ParentSpanId == activity.SpanId} {inner.TraceId == activity.TraceId} {Activity.Current == inner} {await Flow()} {activity.Recorded} {activity.Kind}");
}
Console.WriteLine($"{string.Join(' ', seen)} {Activity.Current is null} {new Activity("alone").EnumerateLinks().MoveNext()}");

static async Task<string> Flow()
{
    await Task.Yield();
    return Activity.Current!.OperationName;
}

// Elapsed time of two stamps, and none allocated.
Console.WriteLine($"{Stopwatch.GetElapsedTime(100, 100)} {Stopwatch.GetElapsedTime(0, Stopwatch.Frequency)} {Stopwatch.GetElapsedTime(Stopwatch.Frequency * 3, 0)} {Stopwatch.Frequency} {Stopwatch.IsHighResolution}");
long stamp = Stopwatch.GetTimestamp(), allocated = GC.GetAllocatedBytesForCurrentThread();
TimeSpan elapsed = Stopwatch.GetElapsedTime(stamp);
long afterwards = GC.GetAllocatedBytesForCurrentThread() - allocated;
var watch = Stopwatch.StartNew();
Thread.Sleep(20);
Console.WriteLine($"{elapsed >= TimeSpan.Zero} {afterwards} {watch.Elapsed >= TimeSpan.FromMilliseconds(19)} {Stopwatch.GetElapsedTime(stamp) > elapsed}");

// Zones are read from the system's files, whose rules are all there.
if (TimeZoneInfo.TryFindSystemTimeZoneById("Europe/Zurich", out TimeZoneInfo? zone))
{
    foreach (DateTime moment in (DateTime[])[new(1942, 6, 1), new(1980, 7, 1), new(2022, 3, 27, 0, 59, 59), new(2022, 3, 27, 1, 0, 0), new(2022, 10, 30, 1, 0, 0), new(2060, 7, 1)])
        Console.Write($"{TimeZoneInfo.ConvertTimeFromUtc(moment, zone):yyyy-MM-dd HH:mm} {zone.IsDaylightSavingTime(DateTime.SpecifyKind(moment, DateTimeKind.Utc))}; ");
    Console.WriteLine($"{zone.IsAmbiguousTime(new DateTime(2022, 10, 30, 2, 30, 0))} {zone.IsInvalidTime(new DateTime(2022, 3, 27, 2, 30, 0))}");
}
Console.WriteLine(Try(() => TimeZoneInfo.FindSystemTimeZoneById("No/Zone")));

static string Try<T>(Func<T> action)
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
