// rows: N6a-028 N6a-030 N6a-031
// env: DOTNET_TieredPGO=1
// env: DOTNET_ReadyToRun=0
// env: DOTNET_TC_QuickJitForLoops=1
// env: DOTNET_gcServer=1
// env: DOTNET_GCHeapHardLimit=0x20000000
// Settings from the environment: all methods, also those of the class libraries, are compiled from their IL and profiled.
using System.Runtime;

IEnumerator<int> source = Enumerable.Range(0, int.MaxValue).GetEnumerator();
long sum = 0;
for (int i = 0; i < 10_000_000 && source.MoveNext(); i++)
    sum += source.Current;
Console.WriteLine(sum);
source = Enumerable.Repeat(7, 1000).Where(i => i > 0).GetEnumerator();
while (source.MoveNext())
    sum += source.Current;
Console.WriteLine(sum);
var words = new SortedDictionary<string, int>(StringComparer.Ordinal);
for (int i = 0; i < 20_000; i++)
    words[(i * 7919 % 1000).ToString()] = i;
Console.WriteLine($"{words.Count} {words.First()} {words.Last()}");
// With precompiled code in use it would be fewer.
Console.WriteLine($"methods compiled: {JitInfo.GetCompiledMethodCount() > 200}");
Console.WriteLine($"server: {GCSettings.IsServerGC}, limit {GC.GetGCMemoryInfo().TotalAvailableMemoryBytes:x}");
Console.WriteLine(Environment.GetEnvironmentVariable("DOTNET_ReadyToRun"));
