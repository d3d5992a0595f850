// include: row.part
// include: ../told.part
// include: bench.part
// Collections and LINQ of the .NET 5 inventory.
using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Immutable;
using BenchmarkDotNet.Attributes;

namespace N5.Collections;

public class Lookups
{
    readonly Dictionary<int, int> dictionary = Enumerable.Range(0, 10_000).ToDictionary(i => i);
    readonly HashSet<int> set = [.. Enumerable.Range(0, 10_000)];
    readonly ConcurrentDictionary<int, int> concurrent = new(Enumerable.Range(0, 10_000).Select(i => new KeyValuePair<int, int>(i, i)));

    [Benchmark, Row("B5-30", "N5-105", "N5-106")]
    public int SumDictionary()
    {
        int sum = 0;
        for (int i = 0; i < 10_000; i++)
        {
            if (dictionary.TryGetValue(i, out int value))
                sum += value;
        }
        return sum;
    }

    [Benchmark, Row("B5-31", "N5-107")]
    public int SumHashSet()
    {
        int sum = 0;
        for (int i = 0; i < 10_000; i++)
        {
            if (set.Contains(i))
                sum += i;
        }
        return sum;
    }

    [Benchmark, Row("B5-32", "N5-103", "N5-104", "N5-108")]
    public int SumConcurrentDictionary()
    {
        int sum = 0;
        for (int i = 0; i < 10_000; i++)
        {
            if (concurrent.TryGetValue(i, out int value))
                sum += value;
        }
        return sum;
    }
}

public class Immutables
{
    readonly ImmutableArray<int> array = [.. Enumerable.Range(0, 100_000)];
    readonly ImmutableList<int> list = [.. Enumerable.Range(0, 1_000)];

    [Benchmark, Row("B5-33", "N5-109", "N5-110")]
    public int SumImmutableArray()
    {
        int sum = 0;
        foreach (int i in array)
            sum += i;
        return sum;
    }

    [Benchmark, Row("B5-34", "N5-111")]
    public int SumImmutableListContains()
    {
        int sum = 0;
        for (int i = 0; i < 1_000; i++)
        {
            if (list.Contains(i))
                sum += i;
        }
        return sum;
    }
}

public class Bits
{
    bool[] array = [];

    [GlobalSetup]
    public void Setup()
    {
        var random = new Random(42);
        array = [.. Enumerable.Range(0, 1000).Select(_ => random.Next(0, 2) == 0)];
    }

    [Benchmark, Row("B5-35", "N5-065", "N5-112")]
    public int Create()
    {
        var bits = new BitArray(array);
        return bits.Length + (bits[0] == array[0] && bits[63] == array[63] && bits[999] == array[999] ? 1 : 0);
    }
}

public class Linq
{
    readonly IEnumerable<int> range = Enumerable.Range(0, 100).ToList();
    int[] numbers = [];

    [GlobalSetup]
    public void Setup()
    {
        var random = new Random(42);
        numbers = [.. Enumerable.Range(0, 1000).Select(_ => random.Next())];
    }

    [Benchmark, Row("B5-36", "N5-113", "N5-198")]
    public int Sort()
    {
        int last = 0;
        foreach (int i in numbers.OrderBy(i => i))
            last = i;
        return last;
    }

    [Benchmark, Row("B5-37", "N5-114")]
    public int SkipLast() => range.SkipLast(5).Sum();
}
