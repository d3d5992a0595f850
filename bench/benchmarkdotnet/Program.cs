// benchmarks ARTIFACTS --filter PATTERN...: runs benchmarks of the inventories in this process and writes ARTIFACTS/results/*-report-full.json.
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Exporters.Json;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.Emit;
using Perfolizer.Horology;

// A quarter of a second and at most twenty times: a case takes ten seconds and not forty.
Job job = Job.Default.WithToolchain(InProcessEmitToolchain.Instance).WithIterationTime(TimeInterval.FromMilliseconds(250)).WithMinIterationCount(15).WithMaxIterationCount(20);
// The package looks for an optimised build by its own rules, which a reference may break without harm.
IConfig config = ManualConfig.CreateEmpty().AddJob(job).AddDiagnoser(MemoryDiagnoser.Default)
    .AddExporter(JsonExporter.Full).AddLogger(ConsoleLogger.Ascii).AddColumnProvider(BenchmarkDotNet.Columns.DefaultColumnProviders.Instance)
    .WithOptions(ConfigOptions.DisableOptimizationsValidator | ConfigOptions.JoinSummary).WithArtifactsPath(args[0]);
BenchmarkSwitcher.FromAssembly(typeof(RowAttribute).Assembly).Run(args[1..], config);
