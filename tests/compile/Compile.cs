// celer-compile SOURCES OUT: compiles every SOURCES/**/X.cs, one program each, to OUT/**/X.dll with X.runtimeconfig.json.
//
// Only programs whose source (or this compiler) is newer than their dll are compiled. A program's first lines may carry
// directives; this compiler reads `// options: WORD...`:
//   debug     no optimisation, and a PDB inside the dll, so that stack traces name file and line
//   icu       run with the machine's culture data (otherwise programs run with invariant globalization)
//   server    server garbage collector in the runtime configuration
//   checked   overflow checks on by default
//   generators  run the SDK's source generators: JSON, regular expressions, P/Invokes
// `// include: FILE` adds a part, a source file beside the program that is none itself. The other directives belong to tests/run.py.
using System.Collections.Immutable;
using System.Diagnostics;
using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;
using Microsoft.CodeAnalysis.Text;

if (args.Length != 2)
{
    Console.Error.WriteLine("usage: celer-compile SOURCES OUT");
    return 2;
}
var watch = Stopwatch.StartNew();
var batch = new Batch(Path.GetFullPath(args[0]), Path.GetFullPath(args[1]));
batch.RemoveStale();
Parallel.ForEach(batch.Pending, batch.Compile);
Console.WriteLine($"compiled {batch.Pending.Count} of {batch.Total} programs, {batch.Failures} failed, {watch.ElapsedMilliseconds} ms");
return batch.Failures == 0 ? 0 : 1;

sealed class Batch
{
    static readonly CSharpParseOptions Parsing = new(LanguageVersion.Latest);
    readonly string sources;
    readonly string output;
    readonly Lazy<ImmutableArray<MetadataReference>> references = new(Framework.References);
    readonly Lazy<ImmutableArray<ISourceGenerator>> generators = new(Framework.Generators);
    readonly SyntaxTree globals = CSharpSyntaxTree.ParseText(Framework.GlobalSource, Parsing);
    int failures;

    public Batch(string sources, string output)
    {
        this.sources = sources;
        this.output = output;
        var all = Directory.GetFiles(sources, "*.cs", SearchOption.AllDirectories);
        Total = all.Length;
        DateTime compiler = Directory.GetFiles(sources, "*.part", SearchOption.AllDirectories).Append(typeof(Batch).Assembly.Location).Max(File.GetLastWriteTimeUtc);
        Pending = all.Where(source => IsStale(source, compiler)).Order(StringComparer.Ordinal).ToList();
    }

    public int Total { get; }
    public List<string> Pending { get; }
    public int Failures => failures;

    string Target(string source, string extension) =>
        Path.Combine(output, Path.ChangeExtension(Path.GetRelativePath(sources, source), extension));

    bool IsStale(string source, DateTime compiler)
    {
        var dll = new FileInfo(Target(source, ".dll"));
        return !dll.Exists || dll.LastWriteTimeUtc < compiler || dll.LastWriteTimeUtc < File.GetLastWriteTimeUtc(source);
    }

    /// Removes the dlls whose program is gone, so that a renamed program does not run under both names.
    public void RemoveStale()
    {
        if (!Directory.Exists(output))
            return;
        foreach (string dll in Directory.GetFiles(output, "*.dll", SearchOption.AllDirectories))
        {
            if (!File.Exists(Path.Combine(sources, Path.ChangeExtension(Path.GetRelativePath(output, dll), ".cs"))))
            {
                File.Delete(dll);
                File.Delete(Path.ChangeExtension(dll, ".runtimeconfig.json"));
            }
        }
    }

    public void Compile(string source)
    {
        var text = SourceText.From(File.ReadAllText(source), Encoding.UTF8);
        var words = Options(text);
        string name = Path.GetFileNameWithoutExtension(source);
        bool debug = words.Contains("debug");
        var tree = CSharpSyntaxTree.ParseText(text, Parsing, Path.GetFileName(source));
        var parts = text.Lines.Select(line => line.ToString()).TakeWhile(line => line.StartsWith("//")).Where(line => line.StartsWith("// include: "))
            .Select(line => Path.Combine(Path.GetDirectoryName(source)!, line["// include: ".Length..].Trim()))
            .Select(part => CSharpSyntaxTree.ParseText(SourceText.From(File.ReadAllText(part), Encoding.UTF8), Parsing, Path.GetFileName(part)));
        var options = new CSharpCompilationOptions(OutputKind.ConsoleApplication, allowUnsafe: true, deterministic: true,
            checkOverflow: words.Contains("checked"), nullableContextOptions: NullableContextOptions.Enable,
            optimizationLevel: debug ? OptimizationLevel.Debug : OptimizationLevel.Release, concurrentBuild: false);
        Compilation compilation = CSharpCompilation.Create(name, [globals, tree, .. parts], references.Value, options);
        if (words.Contains("generators"))
            CSharpGeneratorDriver.Create(generators.Value, parseOptions: Parsing).RunGeneratorsAndUpdateCompilation(compilation, out compilation, out _);
        var emit = new EmitOptions(debugInformationFormat: DebugInformationFormat.Embedded);
        using var image = new MemoryStream();
        EmitResult result = compilation.Emit(image, options: debug ? emit : null);
        if (!result.Success)
        {
            Interlocked.Increment(ref failures);
            Report(source, result);
            return;
        }
        Directory.CreateDirectory(Path.GetDirectoryName(Target(source, ".dll"))!);
        File.WriteAllText(Target(source, ".runtimeconfig.json"), RuntimeConfiguration(words));
        File.WriteAllBytes(Target(source, ".dll"), image.ToArray());
    }

    static void Report(string source, EmitResult result)
    {
        var text = new StringBuilder();
        foreach (Diagnostic error in result.Diagnostics.Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error).Take(5))
            text.AppendLine($"{source}({error.Location.GetLineSpan().StartLinePosition.Line + 1}): {error.Id}: {error.GetMessage()}");
        Console.Error.Write(text);
    }

    static HashSet<string> Options(SourceText text)
    {
        var words = new HashSet<string>();
        foreach (TextLine line in text.Lines)
        {
            string content = line.ToString();
            if (!content.StartsWith("//"))
                break;
            if (content.StartsWith("// options:"))
                words.UnionWith(content["// options:".Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries));
        }
        return words;
    }

    static string RuntimeConfiguration(HashSet<string> words) => $$"""
        {
          "runtimeOptions": {
            "tfm": "net10.0",
            "framework": { "name": "Microsoft.NETCore.App", "version": "10.0.0" },
            "configProperties": {
              "System.GC.Server": {{(words.Contains("server") ? "true" : "false")}},
              "System.Globalization.Invariant": {{(words.Contains("icu") ? "false" : "true")}},
              "System.Runtime.Serialization.EnableUnsafeBinaryFormatterSerialization": false
            }
          }
        }
        """;

    /// The reference pack that belongs to the running framework, or else the framework's own assemblies.
}
