// include: row.part
// include: ../told.part
// include: bench.part
// include: texts.part
// Searches in arrays, strings and spans in part 2 of the .NET 7 inventory.
using System.Text;
using BenchmarkDotNet.Attributes;

namespace N7b.Search;

public class Zeros
{
    readonly byte[] bytes = new byte[1024], fewer = new byte[95];
    readonly int[] numbers = new int[1000];

    [Benchmark(Baseline = true), Row("B7b-26", "N7b-069")]
    public bool OpenCoded()
    {
        foreach (byte value in bytes)
        {
            if (value != 0)
                return false;
        }
        return true;
    }

    [Benchmark, Row("B7b-26", "N7b-068", "N7b-069")]
    public bool IndexOfAnyExcept() => bytes.AsSpan().IndexOfAnyExcept((byte)0) < 0;

    [Benchmark, Row("B7b-29", "N7b-074")]
    public bool Contains() => fewer.AsSpan().Contains((byte)1);

    [Benchmark, Row("B7b-30", "N7b-075")]
    public int IndexOf() => numbers.AsSpan().IndexOf(42);
}

public class Words
{
    static readonly string story = Texts.Story;

    [Params("Sherlock", "elementary")] public string Needle { get; set; } = "";

    [Benchmark, Row("B7b-27", "N7b-071")]
    public int Count()
    {
        int count = 0, found;
        ReadOnlySpan<char> rest = story;
        while ((found = rest.IndexOf(Needle)) >= 0)
        {
            count++;
            rest = rest.Slice(found + Needle.Length);
        }
        return count;
    }

    [Benchmark, Row("B7b-28", "N7b-072")]
    public int CountIgnoringCase()
    {
        int count = 0, found;
        ReadOnlySpan<char> rest = story;
        while ((found = rest.IndexOf(Needle, StringComparison.OrdinalIgnoreCase)) >= 0)
        {
            count++;
            rest = rest.Slice(found + Needle.Length);
        }
        return count;
    }
}

public class Sonnet
{
    static readonly char[] absent = ['z', 'q'];
    readonly StringBuilder builder = new(Texts.Sonnet);

    [Benchmark, Row("B7b-31", "N7b-076")]
    public int LastIndexOfAny() => Texts.Sonnet.LastIndexOfAny(absent);

    [Benchmark, Row("B7b-32", "N7b-076")]
    public int CountLines()
    {
        int count = 0;
        foreach (ReadOnlySpan<char> line in Texts.Sonnet.AsSpan().EnumerateLines())
            count++;
        return count;
    }

    [Benchmark, Row("B7b-33", "N7b-078")]
    public int Replace()
    {
        builder.Replace('?', '!');
        int replaced = builder[38];
        builder.Replace('!', '?');
        return replaced + builder[38];
    }

    [Benchmark, Row("B7b-34", "N7b-079")]
    public int ReadAllLines()
    {
        var reader = new StringReader(Texts.Sonnet);
        int length = 0;
        while (reader.ReadLine() is { } line)
            length += line.Length;
        return length;
    }

    [Benchmark, Row("B7b-35", "N7b-081")]
    public int IndexOfAny() => Texts.Sonnet.AsSpan().IndexOfAny("!.<>");
}
