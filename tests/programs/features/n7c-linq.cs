// rows: N7c-011 N7c-012 N7c-017 N7c-018 N7c-019 N7c-020 N7c-021 N7c-022 N7c-023
// Aggregates of LINQ over arrays, lists and other sequences: each form must find the same, however it is computed.
using System.Globalization;

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
foreach (int length in (int[])[1, 3, 4, 7, 8, 9, 16, 17, 33, 64, 1024, 10_000])
{
    var random = new Random(length);
    int[] ints = [.. Enumerable.Range(0, length).Select(_ => random.Next(int.MinValue, int.MaxValue))];
    long[] longs = [.. ints.Select(i => (long)i * 3_000_000_000)];
    float[] floats = [.. ints.Select(i => i / 1000f)];
    double[] doubles = [.. ints.Select(i => i / 7.0)];
    decimal[] decimals = [.. ints.Select(i => i / 16m)];
    Console.WriteLine($"int {length}: {All(ints, x => x.Min())} {All(ints, x => x.Max())} {All(ints, x => x.Average())} {All(ints, x => x.Select(i => i / length).Sum())}");
    Console.WriteLine($"long {length}: {All(longs, x => x.Min())} {All(longs, x => x.Max())} {All(longs, x => x.Select(i => i / length / 8).Average())} {All(longs, x => x.Select(i => i / length).Sum())}");
    Console.WriteLine($"float {length}: {All(floats, x => x.Min())} {All(floats, x => x.Max())} {All(floats, x => x.Average())} {All(floats, x => x.Sum())}");
    Console.WriteLine($"double {length}: {All(doubles, x => x.Min())} {All(doubles, x => x.Max())} {All(doubles, x => x.Average())} {All(doubles, x => x.Sum())}");
    Console.WriteLine($"decimal {length}: {All(decimals, x => x.Min())} {All(decimals, x => x.Max())} {All(decimals, x => x.Average())} {All(decimals, x => x.Sum())}");
}

// The extreme value at each place of an array, past each width of vectors.
int misplaced = 0;
for (int length = 1; length <= 70; length++)
{
    for (int place = 0; place < length; place++)
    {
        var ints = new int[length];
        ints[place] = int.MinValue;
        var longs = new long[length];
        longs[place] = long.MaxValue;
        if (ints.Min() != int.MinValue || longs.Max() != long.MaxValue || ints.ToList().Min() != int.MinValue || longs.ToList().Max() != long.MaxValue)
            misplaced++;
    }
}
Console.WriteLine($"misplaced {misplaced}");

Console.WriteLine($"empty: {Try(() => Array.Empty<int>().Min())} {Try(() => new List<long>().Max())} {Try(() => Array.Empty<float>().Average())} {Try(() => new List<double>().Sum())} {Try(() => ((int[])null!).Min())}");
Console.WriteLine($"nullable: {Try(() => new int?[] { null, 3, 2 }.Min())} {Try(() => new int?[] { null }.Max())} {Try(() => new double?[] { null, 1 }.Average())}");
Console.WriteLine($"overflow: {Try(() => new[] { int.MaxValue, 1 }.Sum())} {Try(() => new List<long> { long.MinValue, -1 }.Sum())} {Try(() => new[] { decimal.MaxValue, 1 }.Sum())} {Try(() => new[] { int.MaxValue, int.MaxValue }.Average())}");
Console.WriteLine($"late overflow: {Try(() => Enumerable.Repeat(int.MaxValue / 100, 101).ToArray().Sum())} {Try(() => Enumerable.Repeat(int.MinValue, 64).Concat(Enumerable.Repeat(int.MaxValue, 64)).ToArray().Sum())}");
Console.WriteLine($"not a number: {new[] { 1f, float.NaN, -1f }.Min()} {new[] { 1f, float.NaN, -1f }.Max()} {new[] { double.NaN, double.NaN }.Max()} {new List<double> { double.NaN, 5 }.Sum()}");
Console.WriteLine($"zeros: {1 / new[] { 0f, -0f }.Min()} {1 / new[] { -0.0, 0.0 }.Max()} {new[] { float.NegativeInfinity, 0 }.Min()} {new[] { 1.0m, 1.00m }.Max()}");
Console.WriteLine($"other element types in disguise: {((int[])(object)new uint[] { uint.MaxValue, 7 }).Min()} {((IEnumerable<int>)(object)new uint[] { 1, 7 }).Max()} {((long[])(object)new ulong[] { ulong.MaxValue, 2 }).Sum()}");

// Enumerators are not needed for arrays and lists.
IEnumerable<int> array = Enumerable.Range(1, 100).ToArray(), list = Enumerable.Range(1, 100).ToList();
Console.WriteLine($"bytes for an array {Allocated(() => array.Min() + array.Max() + array.Sum() + (int)array.Average())}, a list {Allocated(() => list.Min() + list.Max() + list.Sum() + (int)list.Average())}");

// `Order` has no keys; it is stable, lazy, and may be followed by others.
string[] words = ["pear", "Apple", "fig", "apple", "Fig", "date", "PEAR"];
Console.WriteLine(string.Join(' ', words.Order(StringComparer.Ordinal)));
Console.WriteLine(string.Join(' ', words.Order(StringComparer.OrdinalIgnoreCase)));
Console.WriteLine(string.Join(' ', words.OrderDescending(StringComparer.OrdinalIgnoreCase)));
Console.WriteLine(string.Join(' ', words.Order(Comparer<string>.Create((x, y) => x.Length - y.Length)).ThenByDescending(x => x, StringComparer.Ordinal)));
Console.WriteLine(string.Join(' ', new[] { 3.5, double.NaN, -0.0, 0.0, double.NegativeInfinity, 2 }.Order()));
Console.WriteLine($"{new[] { 5, 3, 9, 1 }.Order().First()} {new[] { 5, 3, 9, 1 }.OrderDescending().ElementAt(2)} {new[] { 5, 3, 9, 1 }.Order().Skip(1).Take(2).Sum()} {new[] { 5, 3, 9, 1 }.Order().Last()} {Array.Empty<int>().Order().Count()}");
int[] reversed = [.. Enumerable.Range(1, 1024).Reverse()];
Console.WriteLine($"{reversed.Order().SequenceEqual(reversed.OrderBy(x => x))} {reversed.Order().SequenceEqual(reversed)} {reversed.OrderDescending().SequenceEqual(reversed)}");
Console.WriteLine($"{Try(() => new object[] { 1, "x" }.Order().Count())} {Try(() => new object[] { new(), new() }.Order().First())} {Try(() => new object[] { new(), new() }.Order().ToArray().Length)}");

static string All<T, TResult>(T[] values, Func<IEnumerable<T>, TResult> compute)
{
    string[] texts = [.. new IEnumerable<T>[] { values, values.ToList(), new LinkedList<T>(values), values.Where(_ => true), new ArraySegment<T>(values) }
        .Select(sequence => $"{compute(sequence)}").Distinct()];
    return string.Join(" or ", texts);
}

static string Try<T>(Func<T> compute)
{
    try
    {
        return $"{compute()}";
    }
    catch (Exception e)
    {
        return e.GetType().Name;
    }
}

static long Allocated(Func<int> action)
{
    action();
    long before = GC.GetAllocatedBytesForCurrentThread();
    action();
    return GC.GetAllocatedBytesForCurrentThread() - before;
}
