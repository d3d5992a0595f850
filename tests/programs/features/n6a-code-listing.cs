// rows: N6a-002
// The machine code of one method can be had on request, with its name and size, and no other method's.
using System.Diagnostics;
using System.Runtime.CompilerServices;

static class Program
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int SevenTimes(int value) => value * 7;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int EightTimes(int value) => value * 8;

    static void Main(string[] arguments)
    {
        if (arguments.Length > 0)
        {
            Console.WriteLine(SevenTimes(6) + EightTimes(0));
            return;
        }
        // The listing is complete when the process has ended.
        var start = new ProcessStartInfo(Environment.ProcessPath!, [Environment.GetCommandLineArgs()[0], "child"]);
        start.Environment["DOTNET_JitDisasm"] = nameof(SevenTimes);
        start.Environment["DOTNET_JitStdOutFile"] = "listing.txt";
        Process child = Process.Start(start)!;
        child.WaitForExit();
        string listing = File.ReadAllText("listing.txt");
        Console.WriteLine($"exit code {child.ExitCode}");
        foreach (string text in new[] { $"Assembly listing for method {nameof(Program)}:{nameof(SevenTimes)}(int):int", nameof(EightTimes), "Total bytes of code ", " ret" })
            Console.WriteLine($"'{text}' {listing.Contains(text)}");
    }
}
