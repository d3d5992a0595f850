// include: row.part
// include: ../told.part
// include: bench.part
// The pairs of the .NET 5 inventory of which an analyzer recommends the second.
using System.Collections.Concurrent;
using System.Diagnostics;
using System.Text;
using BenchmarkDotNet.Attributes;

namespace N5.Analyzers;

public class Slices
{
    [Benchmark(Baseline = true), Row("B5-53", "N5-219")]
    public int Slice1()
    {
        ReadOnlySpan<char> slice = "hello world"[1..3];
        return slice.Length * 1000 + slice[0];
    }

    [Benchmark, Row("B5-53", "N5-219")]
    public int Slice2()
    {
        ReadOnlySpan<char> slice = "hello world".AsSpan()[1..3];
        return slice.Length * 1000 + slice[0];
    }
}

public class Building
{
    readonly StringBuilder builder = new();

    [Benchmark(Baseline = true), Row("B5-55", "N5-221")]
    public int AppendString()
    {
        builder.Clear();
        for (int i = 0; i < 1000; i++)
            builder.Append(i.ToString());
        return builder.Length;
    }

    [Benchmark, Row("B5-55", "N5-221")]
    public int AppendNumber()
    {
        builder.Clear();
        for (int i = 0; i < 1000; i++)
            builder.Append(i);
        return builder.Length;
    }

    [Benchmark(Baseline = true), Row("B5-56", "N5-222")]
    public int AppendColonString()
    {
        builder.Clear();
        for (int i = 0; i < 1000; i++)
            builder.Append(":");
        return builder.Length;
    }

    [Benchmark, Row("B5-56", "N5-222")]
    public int AppendColonChar()
    {
        builder.Clear();
        for (int i = 0; i < 1000; i++)
            builder.Append(':');
        return builder.Length;
    }
}

public class Emptiness
{
    readonly ConcurrentQueue<int> queue = new([1, 2, 3]);

    [Benchmark(Baseline = true), Row("B5-57", "N5-223")]
    public bool IsEmpty1() => queue.Count == 0;

    [Benchmark, Row("B5-57", "N5-223")]
    public bool IsEmpty2() => queue.IsEmpty;
}

public class ProcessIds
{
    // The name of /proc/self is the id, without the properties that are measured.
    readonly int expected = int.Parse(new DirectoryInfo("/proc/self").ResolveLinkTarget(false)!.Name);

    [Benchmark(Baseline = true), Row("B5-58", "N5-224", "N5-225")]
    public bool Pgcpi() => Process.GetCurrentProcess().Id == expected;

    [Benchmark, Row("B5-58", "N5-224", "N5-225")]
    public bool Epi() => Environment.ProcessId == expected;
}
