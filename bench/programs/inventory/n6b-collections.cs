// include: row.part
// include: ../told.part
// include: bench.part
// Collections and LINQ of the .NET 6 inventory, part 2.
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Runtime.InteropServices;
using BenchmarkDotNet.Attributes;

namespace N6b.Collections;

public class Copies
{
    // The original passes the comparer to the source only, so that the copy cannot take its entries over; the second source can.
    readonly IEnumerable<KeyValuePair<string, int>> otherComparer = Enumerable.Range(0, 100).ToDictionary(i => i.ToString(), StringComparer.OrdinalIgnoreCase);
    readonly IEnumerable<KeyValuePair<string, int>> sameComparer = Enumerable.Range(0, 100).ToDictionary(i => i.ToString());
    readonly SortedDictionary<string, int> sorted = new(Enumerable.Range(0, 100).ToDictionary(i => i.ToString()), StringComparer.Ordinal);

    [Benchmark]
    [Row("B6b-23", "N6b-086")]
    public Dictionary<string, int> CloneOtherComparer() => new(otherComparer);

    [Benchmark]
    [Row("B6b-23", "N6b-086")]
    public Dictionary<string, int> CloneSameComparer() => new(sameComparer);

    [Benchmark]
    [Row("B6b-24", "N6b-087")]
    public SortedDictionary<string, int> CloneSorted() => new(sorted, StringComparer.Ordinal);
}

public class CountedKeys
{
    readonly Dictionary<int, int> counts = [];

    [Benchmark(Baseline = true)]
    [Row("B6b-25", "N6b-089")]
    public int AddOld()
    {
        counts.Clear();
        for (int i = 0; i < 10_000; i++)
            counts[i] = counts.TryGetValue(i, out int count) ? count + 1 : 1;
        return counts.Count + counts[9_999];
    }

    [Benchmark]
    [Row("B6b-25", "N6b-089")]
    public int AddNew()
    {
        counts.Clear();
        for (int i = 0; i < 10_000; i++)
            CollectionsMarshal.GetValueRefOrAddDefault(counts, i, out _)++;
        return counts.Count + counts[9_999];
    }
}

public class Lists
{
    readonly ImmutableList<int> immutable = ImmutableList.CreateRange(Enumerable.Range(0, 100_000));
    readonly ObservableCollection<int> observable = [];

    [Benchmark]
    [Row("B6b-26", "N6b-090")]
    public int Item() => immutable[1];

    [Benchmark]
    [Row("B6b-27", "N6b-091")]
    public int ClearAdd()
    {
        observable.Clear();
        for (int i = 0; i < 100; i++)
            observable.Add(i);
        return observable.Count;
    }
}

public class Queries
{
    readonly string[] texts = [.. Enumerable.Range(0, 100_000).Select(i => i.ToString())];
    readonly IEnumerable<int> numbers = Enumerable.Range(0, 1_000_000).ToArray(), sameNumbers = Enumerable.Range(0, 1_000_000).ToArray();
    readonly TimeSpan[] times = [.. Enumerable.Range(0, 1_000_000).Select(i => TimeSpan.FromMilliseconds(i))];

    [Benchmark]
    [Row("B6b-28", "N6b-096")]
    public int DistinctCount() => texts.Distinct().Count();

    [Benchmark]
    [Row("B6b-29", "N6b-097")]
    public bool SequenceEqual() => numbers.SequenceEqual(sameNumbers);

    [Benchmark]
    [Row("B6b-30", "N6b-098")]
    public TimeSpan Max() => times.Max();

    [Benchmark]
    [Row("B6b-30", "N6b-098")]
    public TimeSpan Min() => times.Min();
}

[Row("B6b-31", "N6b-099")]
public class ThreeSources
{
    readonly IEnumerable<int> first = Enumerable.Range(0, 1_000), second = Enumerable.Range(0, 1_000), third = Enumerable.Range(0, 1_000);

    [Benchmark(Baseline = true)]
    public int Old() => Sum(first.Zip(second, (a, b) => (a, b)).Zip(third, (pair, c) => (pair.a, pair.b, c)));

    [Benchmark]
    public int New() => Sum(first.Zip(second, third));

    static int Sum(IEnumerable<(int First, int Second, int Third)> zipped)
    {
        int sum = 0;
        foreach ((int a, int b, int c) in zipped)
            sum += a + 2 * b + 3 * c;
        return sum;
    }
}

[Row("B6b-32", "N6b-100")]
public class Slices
{
    readonly IEnumerable<int> source = Numbers(10_000);

    [Benchmark(Baseline = true)]
    public int Old()
    {
        int sum = 0;
        foreach (int number in source.Skip(1000).Take(10))
            sum += number;
        return sum;
    }

    [Benchmark]
    public int New()
    {
        int sum = 0;
        foreach (int number in source.Take(1000..1010))
            sum += number;
        return sum;
    }

    static IEnumerable<int> Numbers(int count)
    {
        for (int i = 0; i < count; i++)
            yield return i;
    }
}

[Row("B6b-33", "N6b-102")]
public class PlainArrays
{
    readonly Array array = Enumerable.Range(0, 1000).Select(_ => new object()).ToArray();

    [Benchmark]
    public int Count()
    {
        int count = 0;
        foreach (object _ in array)
            count++;
        return count;
    }
}
