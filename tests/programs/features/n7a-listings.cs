// rows: N7a-007 N7a-009 N7a-010 N7a-012 N7a-021
// skip: second it names the first tier of each engine
// skip: optimized it names the first tier of each engine
// The compilers' listings: the program starts itself with each setting and says what the listing has. Sizes, and which methods of the
// libraries are compiled, are each engine's own business.
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;

namespace Some.Place
{
    static class Inner
    {
        [MethodImpl(MethodImplOptions.NoInlining)]
        public static int Compute(int value) => value * 3;

        [MethodImpl(MethodImplOptions.NoInlining)]
        public static T Generic<T>(T value, int[] other) => value;
    }
}

class Outer
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public string Compute(string text) => text + ".";
}

static class Program
{
    static string folder = "";
    static int number;

    /// What the compilers wrote for a run with these settings.
    static string Listing(params (string Name, string Value)[] settings)
    {
        string file = Path.Combine(folder, $"listing{number++}");
        var start = new ProcessStartInfo(Environment.ProcessPath!, [typeof(Program).Assembly.Location, "child"]) { RedirectStandardOutput = true };
        start.Environment["DOTNET_JitStdOutFile"] = file;
        foreach ((string name, string value) in settings)
            start.Environment[name] = value;
        using Process process = Process.Start(start)!;
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        Console.WriteLine($"{string.Join(' ', settings.Select(setting => setting.Name + "=" + setting.Value))}: {process.ExitCode}, {output.ReplaceLineEndings(" ").Trim()}");
        return File.Exists(file) ? File.ReadAllText(file) : "";
    }

    /// The headings of a listing, of the first tier; without methods of the libraries that have such names.
    static void Headings(string pattern)
    {
        MatchCollection headings = Regex.Matches(Listing(("DOTNET_JitDisasm", pattern)), @"^; Assembly listing for method ((?!System\.).*) \(Tier0\)$", RegexOptions.Multiline);
        foreach (Match heading in headings.OrderBy(match => match.Value, StringComparer.Ordinal))
            Console.WriteLine("  " + heading.Groups[1].Value);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static string Literal() => "a literal";

    static void Main(string[] arguments) => Run(arguments);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Run(string[] arguments)
    {
        if (arguments is ["child"])
        {
            Console.WriteLine($"Hello, world! {Some.Place.Inner.Compute(14)} {new Outer().Compute("end")} {Some.Place.Inner.Generic(2.5, [])}");
            Console.WriteLine($"{Some.Place.Inner.Generic((byte)3, [])}");
            return;
        }
        folder = Directory.CreateTempSubdirectory().FullName;
        foreach (string pattern in (string[])["Comp* M?in", "Outer:*omp*", "Some.Place.Inner:*", "Some.*:Compute Program:Main", "NoSuchMethod"])
            Headings(pattern);

        string main = Listing(("DOTNET_JitDisasm", "Main"));
        string[] parts = ["; Emitting BLENDED_CODE for .*X64.* on Unix", "; Tier0 code", "; rbp based frame", "; Total bytes of code [1-9][0-9]*", @" +(\d+ +)?push +rbp", @" +(\d+ +)?ret *", @" +(\d+ +)?call +\[.*"];
        foreach (string part in parts)
            Console.WriteLine($"{part}: {Regex.IsMatch(main, $"^{part}$", RegexOptions.Multiline)}");
        Console.WriteLine(ReferenceEquals(Literal(), "a literal"));

        string[] lines = Listing(("DOTNET_JitDisasmSummary", "1")).Split('\n', StringSplitOptions.RemoveEmptyEntries);
        var form = new Regex(@"^ *(\d+): JIT compiled (\S.*) \[(.*), IL size=(\d+), code size=([1-9]\d*)\]$");
        Console.WriteLine($"{lines.All(line => form.IsMatch(line))}");
        Console.WriteLine($"{lines.Select((line, i) => form.Match(line).Groups[1].Value == (i + 1).ToString()).All(right => right)}");
        foreach (string line in lines.Where(line => Regex.IsMatch(line, "Program:|Outer:|Inner:")).Order(StringComparer.Ordinal))
        {
            GroupCollection groups = form.Match(line).Groups;
            if (groups[2].Value.Contains("Main") || groups[2].Value.Contains("Compute") || groups[2].Value.Contains("Generic"))
                Console.WriteLine($"  {groups[2].Value} [{groups[3].Value}, {groups[4].Value}]");
        }
        string[] all = Listing(("DOTNET_JitDisasmSummary", "1"), ("DOTNET_ReadyToRun", "0")).Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Console.WriteLine($"{all.Length > 100} {all.Any(line => line.Contains("System.Console:WriteLine(System.String) [Tier0"))}");
        Console.WriteLine($"{all.Any(line => line.Contains("Program:Main(System.String[]) [Tier0"))}");
        Directory.Delete(folder, true);
    }
}
