// include: row.part
// include: ../told.part
// include: bench.part
// Sorting of the .NET 5 inventory.
using BenchmarkDotNet.Attributes;

namespace N5.Sorting;

[Row("B5-01", "N5-010")]
public abstract class Sorting<T>
{
    T[] original = [], array = [];

    [Params(10)] public int Size { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        var random = new Random(42);
        original = [.. Enumerable.Range(0, Size).Select(_ => Next(random))];
        array = (T[])original.Clone();
    }

    protected abstract T Next(Random random);

    [Benchmark]
    public T Random()
    {
        original.AsSpan().CopyTo(array);
        Array.Sort(array);
        return array[0];
    }
}

public class Int32Sorting : Sorting<int>
{
    protected override int Next(Random random) => random.Next();
}

public class DoubleSorting : Sorting<double>
{
    protected override double Next(Random random) => random.Next();
}

public class StringSorting : Sorting<string>
{
    protected override string Next(Random random) => new([.. Enumerable.Range(0, random.Next(1, 5)).Select(_ => (char)random.Next('a', 'z' + 1))]);
}
