// include: row.part
// include: ../told.part
// include: bench.part
// Collections and LINQ of the .NET 7 inventory, part 3.
using System.Collections.Immutable;
using BenchmarkDotNet.Attributes;

namespace N7c.CollectionsLinq;

[Row("B7c-01", "N7c-001")]
public class DictionarySum
{
    readonly Dictionary<int, int> dictionary = Enumerable.Range(0, 10_000).ToDictionary(i => i);

    [Benchmark]
    public int Sum()
    {
        Dictionary<int, int> map = dictionary;
        int sum = 0;
        for (int i = 0; i < 10_000; i++)
        {
            if (map.TryGetValue(i, out int value))
                sum += value;
        }
        return sum;
    }
}

[Row("B7c-02", "N7c-003", "N7c-002")]
public class ImmutableBuilderSort
{
    ImmutableArray<int>.Builder builder = null!;

    [GlobalSetup]
    public void Setup()
    {
        builder = ImmutableArray.CreateBuilder<int>();
        builder.AddRange(Enumerable.Range(0, 1_000));
    }

    [Benchmark]
    public int Sort()
    {
        builder.Sort((left, right) => right.CompareTo(left));
        int first = builder[0];
        builder.Sort((left, right) => left.CompareTo(right));
        return first * 1_000 + builder[0];
    }
}

[Row("B7c-03", "N7c-008", "N7c-006")]
public class SortedSets
{
    const int Count = 100;
    static readonly SortedSet<string> Set = MakeSet();

    static SortedSet<string> MakeSet()
    {
        var random = new Random(42);
        var set = new SortedSet<string>(StringComparer.OrdinalIgnoreCase);
        Span<byte> bytes = stackalloc byte[16];
        while (set.Count < Count)
        {
            random.NextBytes(bytes);
            set.Add(new Guid(bytes).ToString());
        }
        return set;
    }

    [Benchmark]
    public SortedSet<string> SortedSetCopy() => new(Set, StringComparer.OrdinalIgnoreCase);
}

[Row("B7c-04", "N7c-011", "N7c-012")]
public class Int32MinMax
{
    IEnumerable<int> source = [];

    [Params(4, 1024)] public int Length { get; set; }

    [GlobalSetup]
    public void Setup() => source = Enumerable.Range(1, Length).ToArray();

    [Benchmark]
    public int Min() => source.Min();

    [Benchmark]
    public int Max() => source.Max();
}

[Row("B7c-05", "N7c-013", "N7c-015")]
public class ArrayTypeTests
{
    public IEnumerable<object?[]> Values()
    {
        yield return [new object()];
        yield return [new int[42]];
        yield return [new uint[42]];
    }

    [Benchmark(Baseline = true)]
    [ArgumentsSource(nameof(Values))]
    public bool M1(object o) => o is int[];

    [Benchmark]
    [ArgumentsSource(nameof(Values))]
    public bool M2(object o) => o.GetType() == typeof(int[]);
}

[Row("B7c-06", "N7c-013", "N7c-014")]
public class IsOrTypeCheck
{
    readonly IEnumerable<int> source = (int[])(object)new uint[42];

    [Benchmark(Baseline = true)]
    public bool WithIs() => source is int[];

    [Benchmark]
    public bool WithTypeCheck() => source.GetType() == typeof(int[]);
}

public class SingleAggregates
{
    readonly IEnumerable<float> source = MakeSource();

    static float[] MakeSource()
    {
        var random = new Random(42);
        return [.. Enumerable.Range(0, 10_000).Select(_ => (float)random.NextDouble())];
    }

    [Benchmark]
    [Row("B7c-08", "N7c-019")]
    public float Sum() => source.Sum();

    [Benchmark]
    [Row("B7c-08", "N7c-019")]
    public float Average() => source.Average();

    [Benchmark]
    [Row("B7c-08", "N7c-020")]
    public float Min() => source.Min();

    [Benchmark]
    [Row("B7c-08", "N7c-020")]
    public float Max() => source.Max();
}

[Row("B7c-09", "N7c-022", "N7c-023")]
public class Ordering
{
    readonly int[] array = [.. Enumerable.Range(1, 1024).Reverse()];

    // Both depend on the order: the sum of the elements multiplied by their positions.
    [Benchmark(Baseline = true)]
    public long OrderBy()
    {
        long sum = 0, position = 0;
        foreach (int value in array.OrderBy(x => x))
            sum += value * ++position;
        return sum;
    }

    [Benchmark]
    public long Order()
    {
        long sum = 0, position = 0;
        foreach (int value in array.Order())
            sum += value * ++position;
        return sum;
    }
}
