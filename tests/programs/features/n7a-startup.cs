// rows: N7a-017 N7a-018
// What runs before Main and after it: data of the context, command line, initialisers of the module, sources of events, and the handlers of the end.
using System.Diagnostics.Tracing;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;

[EventSource(Name = "Test-Source")]
sealed class Source : EventSource
{
    public static readonly Source Log = new();

    [Event(1)]
    public void Said(string text, int number) => WriteEvent(1, text, number);
}

sealed class Listener : EventListener
{
    public static readonly List<string> Names = [];

    protected override void OnEventSourceCreated(EventSource source)
    {
        if (source.Name is "Test-Source")
            EnableEvents(source, EventLevel.Informational);
        lock (typeof(Listener))
            Names.Add(source.Name);
    }

    protected override void OnEventWritten(EventWrittenEventArgs data) =>
        Console.WriteLine($"event {data.EventId} {data.EventName} {string.Join(',', data.Payload!)} {string.Join(',', data.PayloadNames!)}");
}

static class Program
{
    static string order = "";

    [ModuleInitializer]
    internal static void Before()
    {
        order += "module ";
        string? trusted = (string?)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES");
        Console.WriteLine($"{trusted!.Contains("System.Private.CoreLib.dll")} {AppContext.GetData("APP_CONTEXT_BASE_DIRECTORY") is string}");
        Console.WriteLine($"{AppContext.GetData("RUNTIME_IDENTIFIER")} {AppContext.GetData("no such")}");
        Console.WriteLine($"{Environment.GetCommandLineArgs().Length} {AppContext.TryGetSwitch("System.GC.Server", out bool server)} {server}");
        Console.WriteLine($"{AppContext.BaseDirectory.Length > 0}");
        Console.WriteLine($"{AppContext.TargetFrameworkName ?? "no framework name"} {Environment.ExitCode}");
    }

    static int Main()
    {
        order += "main ";
        Console.WriteLine(order);
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Console.WriteLine($"exit {Environment.HasShutdownStarted} {Environment.ExitCode} {Source.Log.IsEnabled()}");
        AssemblyLoadContext.Default.Unloading += _ => Console.WriteLine("context unloads");
        Console.WriteLine(AppContext.TryGetSwitch("System.Diagnostics.Tracing.EventSource.IsSupported", out bool supported) + " " + supported);
        var listener = new Listener();
        Console.WriteLine($"{Source.Log.IsEnabled()} {Source.Log.Guid} {Source.Log.Name} {Source.Log.ConstructionException is null}");
        Source.Log.Said("hello", 5);
        lock (typeof(Listener))
        {
            foreach (string name in (string[])["Microsoft-Windows-DotNETRuntime", "System.Runtime", "Test-Source"])
                Console.WriteLine($"{name} {Listener.Names.Contains(name)}");
        }
        Console.WriteLine(EventSource.GetSources().Count(source => source.Name is "Microsoft-Windows-DotNETRuntime" or "Test-Source"));
        GC.KeepAlive(listener);
        return 3;
    }
}
