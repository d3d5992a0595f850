// compiler ROUNDS FILE...: compiles each file as a program of its own, ROUNDS times over, and prints a line after rounds
// 1, 3, 10, 30, 100, ...: the round, the milliseconds since the first one began, the bytes allocated and the bytes of code made.
using System.Collections.Immutable;
using System.Diagnostics;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;

var watch = Stopwatch.StartNew();
int rounds = int.Parse(args[0]);
(string Path, string Text)[] sources = args[1..].Select(path => (path, File.ReadAllText(path))).ToArray();
ImmutableArray<MetadataReference> references = Framework.References();
long emitted = 0;
for (int round = 1, shown = 1; round <= rounds; round++)
{
    foreach ((string path, string text) in sources)
        emitted += CodeOf(path, text);
    if (round != shown)
        continue;
    Console.WriteLine($"{round} {watch.ElapsedMilliseconds} {GC.GetTotalAllocatedBytes()} {emitted}");
    shown = shown.ToString()[0] == '1' ? shown * 3 : shown / 3 * 10;
}

long CodeOf(string path, string source)
{
    var trees = new[] { CSharpSyntaxTree.ParseText(Framework.GlobalSource), CSharpSyntaxTree.ParseText(source, path: Path.GetFileName(path)) };
    var options = new CSharpCompilationOptions(OutputKind.ConsoleApplication, optimizationLevel: OptimizationLevel.Release, allowUnsafe: true, deterministic: true);
    var stream = new MemoryStream();
    EmitResult result = CSharpCompilation.Create("program", trees, references, options).Emit(stream);
    return result.Success ? stream.Length : throw new ArgumentException(result.Diagnostics.First(found => found.Severity == DiagnosticSeverity.Error).ToString());
}
