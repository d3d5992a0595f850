// include: row.part
// include: ../told.part
// include: bench.part
// Cryptography and diagnostics of the .NET 7 inventory, part 3.
using System.Diagnostics;
using System.Security.Cryptography;
using System.Text;
using BenchmarkDotNet.Attributes;

namespace N7c.CryptographyDiagnostics;

[Row("B7c-31", "N7c-150", "N7c-152")]
public class OneShotCipher
{
    readonly Aes aes = Aes.Create();
    readonly byte[] data = Encoding.UTF8.GetBytes("This is a sentence that is encrypted again and again, to see what that costs.");
    readonly byte[] vector = [.. Enumerable.Range(0, 16).Select(i => (byte)i)];
    readonly byte[] output = new byte[1000];

    [Benchmark]
    public int OneShot() => aes.TryEncryptCfb(data, vector, output, out int written) ? written : -1;
}

[Row("B7c-32", "N7c-163")]
public class ProcessesByName
{
    [Benchmark]
    public int GetProcessesByName()
    {
        int count = 0;
        foreach (Process process in Process.GetProcessesByName("dotnet.exe"))
        {
            process.Dispose();
            count++;
        }
        return count;
    }
}

[Row("B7c-33", "N7c-164")]
public class CurrentProcess
{
    [Benchmark]
    public string GetCurrentProcessName()
    {
        using Process process = Process.GetCurrentProcess();
        return process.ProcessName;
    }

    [Benchmark]
    public bool GetCurrentProcessNameAndWorkingSet()
    {
        using Process process = Process.GetCurrentProcess();
        string text = $"{process.ProcessName} {process.WorkingSet64}";
        return text.Length > 8;
    }
}

public class ActivityLinks
{
    const int Links = 1024;
    ActivityListener listener = null!;
    ActivitySource source = null!;
    Activity activity = null!;

    [GlobalSetup]
    public void Setup()
    {
        source = new ActivitySource(nameof(ActivityLinks));
        listener = new ActivityListener
        {
            ShouldListenTo = s => s == source,
            Sample = (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllDataAndRecorded,
        };
        ActivitySource.AddActivityListener(listener);
        activity = source.CreateActivity("linked", ActivityKind.Internal, default(ActivityContext), links: new ActivityLink[Links])!;
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        activity.Dispose();
        listener.Dispose();
        source.Dispose();
    }

    [Benchmark]
    [Row("B7c-34", "N7c-170", "N7c-173")]
    public int EnumerateActivityLinks()
    {
        ActivityLink last = default;
        int count = 0;
        foreach (ActivityLink link in activity.Links)
        {
            last = link;
            count++;
        }
        return count + (last == default ? 0 : 1);
    }

    [Benchmark(Baseline = true)]
    [Row("B7c-35", "N7c-171")]
    public int EnumerateActivityLinks_Old()
    {
        ActivityLink last = default;
        int count = 0;
        foreach (ActivityLink link in activity.Links)
        {
            last = link;
            count++;
        }
        return count + (last == default ? 0 : 1);
    }

    [Benchmark]
    [Row("B7c-35", "N7c-171", "N7c-172")]
    public int EnumerateActivityLinks_New()
    {
        ActivityLink last = default;
        int count = 0;
        foreach (ref readonly ActivityLink link in activity.EnumerateLinks())
        {
            last = link;
            count++;
        }
        return count + (last == default ? 0 : 1);
    }
}

[Row("B7c-36", "N7c-174")]
public class Stopwatches
{
    [Benchmark(Baseline = true)]
    public bool Old()
    {
        var watch = Stopwatch.StartNew();
        return watch.Elapsed >= TimeSpan.Zero;
    }

    [Benchmark]
    public bool New()
    {
        long start = Stopwatch.GetTimestamp();
        return Stopwatch.GetElapsedTime(start) >= TimeSpan.Zero;
    }
}
