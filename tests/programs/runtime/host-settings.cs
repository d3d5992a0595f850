// args: one "two words" "" ünï
// stdin: first\nsecond ünï\n\nlast
using System.Runtime;
using System.Runtime.CompilerServices;

// What a program sees of the way it was started (tests/hosts.py starts it in many): arguments, properties, settings.
static class Program
{
    static int Main(string[] args)
    {
        Console.WriteLine($"args {args.Length}: {string.Join("|", args)}");
        Console.WriteLine($"server {GCSettings.IsServerGC} latency {GCSettings.LatencyMode}");
        foreach (string name in new[] { "System.GC.Server", "System.GC.Concurrent", "Test.Text", "Test.Number", "STARTUP_HOOKS", "System.GC.HeapHardLimit" })
            Console.WriteLine($"{name} = {AppContext.GetData(name) ?? "null"}");
        Console.WriteLine("switch " + (AppContext.TryGetSwitch("Test.Switch", out bool on) ? on.ToString() : "none"));
        AppContext.SetSwitch("Test.Switch", false);
        Console.WriteLine("switch " + (AppContext.TryGetSwitch("Test.Switch", out on) ? on.ToString() : "none"));
        Console.WriteLine($"{AppContext.TargetFrameworkName} {Environment.Version.Major} {RuntimeFeature.IsDynamicCodeSupported}");
        Console.WriteLine("limited " + (GC.GetGCMemoryInfo().TotalAvailableMemoryBytes == 0x10000000));
        Console.WriteLine(string.Join("|", Environment.GetCommandLineArgs().Skip(1)));
        while (Console.ReadLine() is { } line) Console.WriteLine("in " + line);
        Console.WriteLine($"{Console.OutputEncoding.WebName} {Console.InputEncoding.WebName} {Console.IsInputRedirected} {Console.IsOutputRedirected}");
        Environment.ExitCode = 17;
        return args.Length;
    }
}
