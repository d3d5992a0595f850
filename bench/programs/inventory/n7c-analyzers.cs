// include: row.part
// include: ../told.part
// include: bench.part
// include: n7c-text.part
// What the analyzers of the .NET 7 inventory, part 3, recommend, each beside what it replaces.
using System.Security.Cryptography;
using System.Text.RegularExpressions;
using BenchmarkDotNet.Attributes;

namespace N7c.Analyzers;

[Row("B7c-39", "N7c-197")]
public class WordCounts
{
    Dictionary<string, int> counts = [];
    readonly string word = "the";

    [GlobalSetup]
    public void Setup() => counts = Regex.Matches(GeneratedText.Make(200_000, 100), @"\b\w+\b").GroupBy(match => match.Value, StringComparer.OrdinalIgnoreCase)
        .ToDictionary(group => group.Key, group => group.Count(), StringComparer.OrdinalIgnoreCase);

    [Benchmark(Baseline = true)]
    public int Lookup1()
    {
        if (counts.ContainsKey(word))
            return counts[word];
        return -1;
    }

    [Benchmark]
    public int Lookup2()
    {
        if (counts.TryGetValue(word, out int count))
            return count;
        return -1;
    }
}

[Row("B7c-40", "N7c-201")]
public class Hashing
{
    readonly byte[] data = new byte[128];

    [GlobalSetup]
    public void Setup() => new Random(42).NextBytes(data);

    [Benchmark(Baseline = true)]
    public byte Hash1()
    {
        using var hash = SHA256.Create();
        return hash.ComputeHash(data)[31];
    }

    [Benchmark]
    public byte Hash2() => SHA256.HashData(data)[31];
}

[Row("B7c-41", "N7c-204", "N7c-120")]
public class DelegateCalls
{
    readonly Action instanceDelegate, staticDelegate;

    public DelegateCalls()
    {
        instanceDelegate = InstanceMethod;
        staticDelegate = StaticMethod;
    }

    [Benchmark(Baseline = true)]
    public void InvokeInstance() => instanceDelegate();

    [Benchmark]
    public void InvokeStatic() => staticDelegate();

    void InstanceMethod()
    {
    }

    static void StaticMethod()
    {
    }
}

[Row("B7c-42", "N7c-209", "N7c-210")]
public class Patterns
{
    readonly object value = new List<string>();

    [Benchmark(Baseline = true)]
    public List<string>? WithCast()
    {
        object value = this.value;
        return value is List<string> ? (List<string>)value : null;
    }

    [Benchmark]
    public List<string>? WithPattern()
    {
        object value = this.value;
        return value is List<string> list ? list : null;
    }
}

[Row("B7c-43", "N7c-211", "N7c-212")]
public class NullConditional
{
    class Holder
    {
        public int Property => 42;
    }

    Holder? value;

    [Params(false, true)] public bool Null { get; set; }

    [GlobalSetup]
    public void Setup() => value = Null ? null : new Holder();

    [Benchmark(Baseline = true)]
    public int? Get1() => value != null ? value.Property : null;

    [Benchmark]
    public int? Get2() => value?.Property;
}
