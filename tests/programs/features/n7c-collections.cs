// rows: N7c-001 N7c-002 N7c-003 N7c-004 N7c-005 N7c-006 N7c-007 N7c-008 N7c-009 N7c-010
// Collections: immutable arrays and their builders, copies of sorted sets, the weak table.
using System.Collections.Immutable;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

var map = Enumerable.Range(0, 10_000).ToDictionary(i => i, i => i * 3);
long sum = 0, missed = 0;
for (int i = -100; i < 10_100; i++)
{
    if (map.TryGetValue(i, out int value))
        sum += value;
    else
        missed++;
}
Console.WriteLine($"dictionary {sum} {missed}");

ImmutableArray<int> none = default;
Console.WriteLine($"{none.IsDefault} {none.IsDefaultOrEmpty} {Unsafe.SizeOf<ImmutableArray<int>>() == nint.Size} {Throws(() => none.Length)} {Throws(() => none.Select(x => x).Count())}");
int[] inner = [3, 1, 2];
ImmutableArray<int> wrapped = ImmutableCollectionsMarshal.AsImmutableArray(inner);
inner[0] = 9;
Console.WriteLine($"shares its array: {wrapped[0]} {wrapped == ImmutableCollectionsMarshal.AsImmutableArray(inner)} {wrapped == [9, 1, 2]}");

ImmutableArray<int>.Builder builder = ImmutableArray.CreateBuilder<int>();
builder.AddRange(Enumerable.Range(0, 1_000));
int calls = 0;
builder.Sort((left, right) => { calls++; return right.CompareTo(left); });
Console.WriteLine($"{builder[0]} {builder[999]} compared {calls > 999} capacity beyond the count: {builder.Capacity >= builder.Count}");
builder.Sort((left, right) => (left % 10 != right % 10) ? (left % 10).CompareTo(right % 10) : left.CompareTo(right));
Console.WriteLine($"{builder[0]} {builder[1]} {builder[100]} {builder[999]}");
Console.WriteLine(Throws(() => { builder.Sort((Comparison<int>)null!); return 0; }));
Console.WriteLine(Throws(() => { builder.Sort((_, _) => throw new TimeoutException()); return 0; }));

// Members that take or give spans.
ReadOnlySpan<int> span = [5, 6, 7, 8];
ImmutableArray<int> fromSpan = ImmutableArray.Create(span);
ImmutableArray<int> more = fromSpan.AddRange(span[1..3]).InsertRange(1, (ReadOnlySpan<int>)[50, 51]).RemoveRange((ReadOnlySpan<int>)[6, 8], null);
Console.WriteLine($"{Text(fromSpan)} | {Text(more)} | {Text(span.ToImmutableArray())} | {string.Join(' ', more.AsSpan(1, 2).ToArray())} | {string.Join(' ', more.AsSpan(2..).ToArray())}");
var target = new int[6];
more.CopyTo(target.AsSpan());
Console.WriteLine($"{string.Join(' ', target)} {Throws(() => { more.CopyTo(new int[2].AsSpan()); return 0; })}");
builder.Clear();
builder.AddRange(span);
builder.AddRange(span[..2]);
builder.CopyTo(target.AsSpan());
Console.WriteLine(string.Join(' ', target));

// Replacing, ranges added, inserted and removed.
builder.Replace(6, 60);
builder.InsertRange(1, [1, 2]);
builder.InsertRange(0, fromSpan);
Console.WriteLine(Text(builder));
builder.RemoveRange(2, 3);
builder.RemoveRange([5, 8]);
builder.RemoveAll(value => value < 3);
Console.WriteLine($"{Text(builder)} {builder.Remove(60)} {builder.Remove(61)} {Text(builder)} {Throws(() => { builder.RemoveRange(1, 50); return 0; })}");
ImmutableList<string>.Builder list = ImmutableList.CreateBuilder<string>();
list.AddRange(["a", "b", "c", "a", "d"]);
list.Replace("a", "z");
list.RemoveRange(["b", "q"]);
list.InsertRange(1, ["m", "n"]);
list.RemoveRange(3, 1);
Console.WriteLine($"{Text(list)} {Throws(() => { list.Replace("nobody", "x"); return 0; })}");

// The depth of a tree follows from the logarithm of its count.
Console.WriteLine(string.Join(' ', new uint[] { 0, 1, 2, 3, 4, 7, 8, 1023, 1024, uint.MaxValue }.Select(x => BitOperations.Log2(x))));
Console.WriteLine(string.Join(' ', new ulong[] { 0, 1, 1ul << 32, (1ul << 33) - 1, ulong.MaxValue }.Select(x => BitOperations.Log2(x))));
var random = new Random(7);
foreach (int count in (int[])[0, 1, 2, 3, 7, 8, 100, 1000])
{
    var set = new SortedSet<string>(Enumerable.Range(0, count).Select(_ => random.NextInt64().ToString("x16")), StringComparer.OrdinalIgnoreCase);
    var copy = new SortedSet<string>(set, set.Comparer);
    var other = new SortedSet<string>(set, StringComparer.Ordinal);
    bool equal = set.SequenceEqual(copy) && copy.SequenceEqual(other) && copy.Reverse().SequenceEqual(set.Reverse());
    copy.Add("0X");
    copy.Remove(set.Min!);
    Console.WriteLine($"{set.Count} {equal} {copy.Count} {copy.Contains("0x")} {set.Contains("0x")} {copy.IsProperSubsetOf(set)} {set.GetViewBetween("4", "C").Count == set.Count(x => string.CompareOrdinal(x, "4") >= 0 && string.CompareOrdinal(x, "c") <= 0)}");
}

// A set of objects without exceptions: `TryAdd`.
var table = new ConditionalWeakTable<object, string>();
object[] keys = [.. Enumerable.Range(0, 100).Select(_ => new object())];
Console.WriteLine($"{keys.Count(key => table.TryAdd(key, "first"))} {keys.Count(key => table.TryAdd(key, "second"))} {table.TryGetValue(keys[7], out string? found)} {found}");
Console.WriteLine($"{Throws(() => { table.Add(keys[0], "again"); return 0; })} {Throws(() => table.TryAdd(null!, ""))} {table.Remove(keys[0])} {table.TryAdd(keys[0], "third")} {table.Count()}");
int winners = 0;
var shared = new ConditionalWeakTable<object, string>();
Parallel.For(0, 8, _ =>
{
    foreach (object key in keys)
    {
        if (shared.TryAdd(key, "parallel"))
            Interlocked.Increment(ref winners);
    }
});
Console.WriteLine($"won by threads: {winners} {shared.Count()}");

// A value lives as long as its key, even where it refers to the key.
var chain = new ConditionalWeakTable<object, object[]>();
object start = new object();
WeakReference[] links = MakeChain(chain, start, 20);
GC.Collect();
GC.Collect();
Console.WriteLine($"chain kept by its first key: {links.All(link => link.IsAlive)}");
GC.KeepAlive(start);
WeakReference[] cycles = [.. Enumerable.Range(0, 200).Select(_ => MakeCycle(chain))];
GC.Collect();
GC.WaitForPendingFinalizers();
GC.Collect();
Console.WriteLine($"values that refer to their keys go: {cycles.Count(cycle => !cycle.IsAlive) > 190}");
GC.KeepAlive(chain);

[MethodImpl(MethodImplOptions.NoInlining)]
static WeakReference[] MakeChain(ConditionalWeakTable<object, object[]> table, object key, int length)
{
    var links = new WeakReference[length];
    for (int i = 0; i < length; i++)
    {
        object next = new object();
        table.Add(key, [next]);
        links[i] = new WeakReference(next);
        key = next;
    }
    return links;
}

[MethodImpl(MethodImplOptions.NoInlining)]
static WeakReference MakeCycle(ConditionalWeakTable<object, object[]> table)
{
    object key = new object();
    table.TryAdd(key, [key]);
    return new WeakReference(key);
}

static string Text<T>(IEnumerable<T> values) => string.Join(' ', values);

static string Throws<T>(Func<T> action)
{
    try
    {
        return $"{action()}";
    }
    catch (Exception e)
    {
        return e.GetType().Name + (e.InnerException is { } inner ? $"({inner.GetType().Name})" : "");
    }
}
