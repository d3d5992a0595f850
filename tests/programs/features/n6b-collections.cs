// rows: N6b-086 N6b-087 N6b-088 N6b-089 N6b-090 N6b-091 N6b-092 N6b-093 N6b-094 N6b-095 N6b-096 N6b-097 N6b-098 N6b-099 N6b-100 N6b-101 N6b-102 N6b-208
// Collections and LINQ: copies with a comparer, references into a dictionary, capacities, priorities, slices, equal sequences.
using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

struct Point : IEquatable<Point>
{
    public int X, Y;
    public readonly bool Equals(Point other) => X == other.X && Y == other.Y;
    public override readonly bool Equals(object? other) => other is Point point && Equals(point);
    public override readonly int GetHashCode() => X * 31 + Y;
    public override readonly string ToString() => $"({X},{Y})";
}

sealed class ByLength : IEqualityComparer<string>, IComparer<string>
{
    public int Calls;
    public bool Equals(string? x, string? y) { Calls++; return x?.Length == y?.Length; }
    public int GetHashCode(string text) { Calls++; return text.Length; }
    public int Compare(string? x, string? y) { Calls++; return (x?.Length ?? -1).CompareTo(y?.Length ?? -1); }
}

static class Program
{
    static void Try(string what, Func<object?> action)
    {
        try { Console.WriteLine($"{what}: {action() ?? "null"}"); }
        catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name}"); }
    }

    static void Main()
    {
        Copies();
        References();
        Immutables();
        Observed();
        Concurrents();
        Capacities();
        Priorities();
        Equality();
        Extremes();
        Zips();
        Slices();
        Arrays();
    }

    /// A copy with the same comparer asks it nothing.
    static void Copies()
    {
        var comparer = new ByLength();
        var source = new Dictionary<string, int>(comparer) { ["a"] = 1, ["bb"] = 2, ["ccc"] = 3 };
        source.Remove("bb");
        comparer.Calls = 0;
        var same = new Dictionary<string, int>(source, comparer);
        int calls = comparer.Calls;
        var other = new Dictionary<string, int>(source);
        Console.WriteLine($"{calls} calls; {string.Join(" ", same)} {same.ContainsKey("z")}; {string.Join(" ", other)} {other.ContainsKey("z")}");
        same["dd"] = 4;
        Console.WriteLine($"{string.Join(" ", same)}; {source.Count}");
        Try("doubles", () => new Dictionary<string, int>(new Dictionary<string, int> { ["aa"] = 1, ["bb"] = 2 }, comparer));
        var sorted = new SortedDictionary<string, int>(comparer) { ["ccc"] = 3, ["a"] = 1, ["bb"] = 2 };
        comparer.Calls = 0;
        var sortedCopy = new SortedDictionary<string, int>(sorted, comparer);
        calls = comparer.Calls;
        Console.WriteLine($"{calls} calls; {string.Join(" ", sortedCopy)}; {string.Join(" ", new SortedDictionary<string, int>(sorted, StringComparer.Ordinal))}");
        sortedCopy.Remove("a");
        Console.WriteLine($"{sorted.Count} {sortedCopy.Count}");
        HashSet<int> set = [1, 2, 3], copied = new(set);
        copied.ExceptWith([2]);
        Console.WriteLine($"{string.Join(" ", set)}; {string.Join(" ", copied)}");
    }

    static void References()
    {
        var points = new Dictionary<string, Point> { ["a"] = new() { X = 1 } };
        ref Point a = ref CollectionsMarshal.GetValueRefOrNullRef(points, "a");
        a.Y = 5;
        ref Point none = ref CollectionsMarshal.GetValueRefOrNullRef(points, "b");
        Console.WriteLine($"{points["a"]} {Unsafe.IsNullRef(ref a)} {Unsafe.IsNullRef(ref none)} {points.Count}");
        try
        {
            CollectionsMarshal.GetValueRefOrNullRef(points, "b").X = 1;
        }
        catch (NullReferenceException)
        {
            Console.WriteLine("a null reference");
        }
        ref Point added = ref CollectionsMarshal.GetValueRefOrAddDefault(points, "c", out bool exists);
        Console.WriteLine($"{exists} {added}");
        added.X = 9;
        CollectionsMarshal.GetValueRefOrAddDefault(points, "c", out exists).Y++;
        Console.WriteLine($"{exists} {points["c"]} {points.Count}");
        for (int i = 0; i < 100; i++)
            points["more" + i] = default;
        a.Y = 100; // of the table before it grew
        GC.Collect();
        Console.WriteLine($"{points["a"]} {a}");
        var counts = new Dictionary<int, int>();
        foreach (int number in Enumerable.Range(0, 1000).Select(i => i * i % 7))
            CollectionsMarshal.GetValueRefOrAddDefault(counts, number, out _)++;
        Console.WriteLine(string.Join(" ", counts.OrderBy(pair => pair.Key)));
        Try("null key", () => CollectionsMarshal.GetValueRefOrAddDefault(points, null!, out _));
    }

    static void Immutables()
    {
        ImmutableList<int> list = ImmutableList.CreateRange(Enumerable.Range(0, 1000));
        ImmutableSortedSet<int> set = [5, 1, 3];
        Console.WriteLine($"{list[0]} {list[1]} {list[500]} {list[999]} {set[0]} {set[2]}");
        foreach (int index in new[] { -1, 1000, int.MaxValue, int.MinValue })
            Try($"[{index}]", () => list[index]);
        Try("[3]", () => set[3]);
        Try("empty", () => ImmutableList<int>.Empty[0]);
    }

    static void Observed()
    {
        var collection = new ObservableCollection<string>();
        collection.CollectionChanged += (_, e) =>
        {
            Console.WriteLine($"{e.Action} {e.OldStartingIndex} {e.NewStartingIndex} old {e.OldItems?.Count} new {e.NewItems?.Count} {e.NewItems?[0]} {e.NewItems?.IsReadOnly} {e.NewItems?.IsFixedSize} {e.NewItems?.Contains("a")}");
            if (e.NewItems is { } items)
                Try("  set", () => items[0] = "changed");
        };
        collection.Add("a");
        collection.Insert(0, "b");
        collection[1] = "c";
        collection.Move(0, 1);
        collection.RemoveAt(0);
        collection.Clear();
    }

    /// What is taken out of a queue of references can be collected.
    static void Concurrents()
    {
        var numbers = new ConcurrentQueue<(int, long)>();
        var objects = new ConcurrentQueue<object>();
        var bag = new ConcurrentBag<int>();
        var weak = new List<WeakReference>();
        for (int i = 0; i < 200; i++)
        {
            numbers.Enqueue((i, i));
            Enqueue(objects, weak);
            bag.Add(i);
        }
        long sum = 0;
        while (numbers.Count > 10 && numbers.TryDequeue(out (int, long) pair))
            sum += pair.Item1 + pair.Item2;
        while (objects.TryDequeue(out _))
            sum++;
        while (bag.TryTake(out int number))
            sum += number;
        GC.Collect();
        Console.WriteLine($"{sum} {numbers.Count} nearly all gone {weak.Count(reference => !reference.IsAlive) > 150} {objects.IsEmpty}");
        numbers.Clear();
        Console.WriteLine(numbers.TryPeek(out _));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Enqueue(ConcurrentQueue<object> objects, List<WeakReference> weak)
    {
        var made = new object();
        weak.Add(new WeakReference(made));
        objects.Enqueue(made);
    }

    static void Capacities()
    {
        Console.WriteLine($"{new List<int>([1, 2]).EnsureCapacity(5)} {new List<int>().EnsureCapacity(1)} {new List<int>(100).EnsureCapacity(5)} {new Stack<int>().EnsureCapacity(7)} {new Queue<int>([1, 2, 3]).EnsureCapacity(4)} {new HashSet<int>().EnsureCapacity(10)} {new Dictionary<int, int>().EnsureCapacity(100)}");
        Try("negative", () => new List<int>().EnsureCapacity(-1));
        var list = new List<int>();
        list.EnsureCapacity(1000);
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < 1000; i++)
            list.Add(i);
        Console.WriteLine($"grows no more {GC.GetAllocatedBytesForCurrentThread() - before < 4000} {list.Capacity}");
    }

    static void Priorities()
    {
        var queue = new PriorityQueue<string, int>([("five", 5), ("one", 1), ("three", 3)]);
        queue.Enqueue("two", 2);
        Console.WriteLine($"{queue.Peek()} {queue.EnqueueDequeue("zero", 0)} {queue.EnqueueDequeue("nine", 9)} {queue.Count}");
        queue.EnqueueRange(["seven", "seven"], 7);
        Console.WriteLine($"{queue.TryDequeue(out string? element, out int priority)} {element} {priority} {string.Join(" ", queue.UnorderedItems.Order())}");
        var order = new List<string>();
        while (queue.TryDequeue(out element, out priority))
            order.Add(element + priority);
        Console.WriteLine(string.Join(" ", order));
        Try("empty", () => queue.Dequeue());
        var random = new Random(4);
        var doubles = new PriorityQueue<int, double>(Comparer<double>.Create((x, y) => y.CompareTo(x)));
        for (int i = 0; i < 1000; i++)
            doubles.Enqueue(i, random.NextDouble());
        double last = 2;
        bool falling = true;
        while (doubles.TryDequeue(out _, out double next))
            (falling, last) = (falling && next <= last, next);
        Console.WriteLine(falling);
    }

    static void Equality()
    {
        int[] numbers = [.. Enumerable.Range(0, 1001)], other = [.. numbers];
        IEnumerable<int> left = numbers, right = other;
        bool before = left.SequenceEqual(right);
        other[1000] = -1;
        Console.WriteLine($"{before} {left.SequenceEqual(right)} {left.SequenceEqual(right.Take(1000))} {Array.Empty<int>().SequenceEqual([])} {((IEnumerable<double>)new[] { 0.0, double.NaN }).SequenceEqual([-0.0, double.NaN])}");
        string[] texts = ["a", "bb", null!], others = ["x", "yy", null!];
        Console.WriteLine($"{texts.AsSpan().SequenceEqual(others)} {texts.AsSpan().SequenceEqual(others, new ByLength())} {texts.SequenceEqual(others, new ByLength())} {numbers.AsSpan().SequenceEqual(other, EqualityComparer<int>.Create((x, y) => Math.Abs(x - y) < 5000))}");
        Try("null", () => left.SequenceEqual(null!));
        string[] repeated = [.. Enumerable.Range(0, 1000).Select(i => (i % 17).ToString())];
        Console.WriteLine($"{repeated.Distinct().Count()} {string.Join(" ", repeated.Distinct(new ByLength()))} {repeated.Union(["x", "1"]).Count()} {repeated.Except(["1", "2"]).Count()} {string.Join(" ", repeated.Intersect(["3", "y", "2"]))} {repeated.ToHashSet().Count} {new[] { null, "a", null }.Distinct().Count()}");
    }

    static void Extremes()
    {
        TimeSpan[] times = [.. Enumerable.Range(0, 1000).Select(i => TimeSpan.FromMinutes(i * 37 % 1000 - 500))];
        Console.WriteLine($"{times.Max()} {times.Min()} {new[] { double.NaN, 1, -1 }.Max()} {new[] { 1, double.NaN, -1 }.Min()} {new[] { "b", null, "a" }.Min(StringComparer.Ordinal)} {new[] { "a", "ccc", "bb" }.Max(new ByLength())} {new DateTime?[] { null, DateTime.MinValue }.Max():O} {new string?[] { null }.Max() ?? "null"}");
        Try("empty", () => Array.Empty<TimeSpan>().Max());
        Try("empty, null", () => Array.Empty<TimeSpan?>().Max());
        Try("not comparable", () => new[] { new object(), new object() }.Max());
        Console.WriteLine($"{new[] { "a", "ccc", "bb", "ddd" }.MaxBy(text => text.Length)} {new[] { "aa", "c", "b" }.MinBy(text => text.Length)}");
    }

    static void Zips()
    {
        Console.WriteLine(string.Join(" ", Enumerable.Range(0, 4).Zip("abcdef", new[] { 0.5, 1.5, 2.5 })));
        Console.WriteLine(Enumerable.Range(0, 1000).Zip(Enumerable.Range(0, 1000), Enumerable.Range(0, 1000)).Sum(t => t.First + 2 * t.Second + 3 * t.Third));
        Try("null", () => new int[1].Zip(new int[1], (int[])null!));
    }

    static IEnumerable<int> Numbers(int count)
    {
        for (int i = 0; i < count; i++)
            yield return i;
    }

    static void Slices()
    {
        foreach (Range range in new[] { 2..5, ..3, 7.., ^3.., ..^7, 3..^3, ^20..2, 5..3, ^2..^1, 9..100 })
            Console.WriteLine($"{range}: {string.Join(" ", Numbers(10).Take(range))} | {string.Join(" ", new List<int>(Numbers(10)).Take(range))}");
        Console.WriteLine($"{Numbers(10).ElementAt(^3)} {Numbers(10).ElementAtOrDefault(^11)} {new[] { 1, 2, 3 }.ElementAt(^1)} {Numbers(10).Take(3..).ElementAt(2)}");
        Try("outside", () => Numbers(3).ElementAt(^4));
        Try("end", () => Numbers(3).ElementAt(^0));
        foreach (IEnumerable<int> source in new[] { new int[3], new List<int> { 1 }, Numbers(3), Numbers(3).Where(x => x > 0), Enumerable.Range(5, 6), Enumerable.Range(5, 6).Select(x => x), new Queue<int>([1, 2]), Enumerable.Repeat(1, 4).Append(2), new HashSet<int> { 1 } })
            Console.Write($"{source.TryGetNonEnumeratedCount(out int count)} {count}, ");
        Console.WriteLine();
    }

    static void Arrays()
    {
        foreach (Array array in new Array[] { new object[] { "a", null!, 3 }, new[] { 1, 2 }, new int[2, 2] { { 1, 2 }, { 3, 4 } }, Array.CreateInstance(typeof(string), [2], [5]), Array.Empty<Point>(), new Point[1] })
        {
            foreach (object? element in array)
                Console.Write($"{element ?? "null"} ");
            System.Collections.IEnumerator enumerator = array.GetEnumerator();
            Try(array.GetType().Name, () => enumerator.Current);
            while (enumerator.MoveNext())
            {
            }
            Try("  after", () => enumerator.Current);
            enumerator.Reset();
            Console.WriteLine($"  again {enumerator.MoveNext()}");
        }
    }
}
