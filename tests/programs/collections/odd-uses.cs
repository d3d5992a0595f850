// Collections old and new with odd elements, comparers and misuse; enumerators that notice changes; views, builders, lookups by spans.
using System.Buffers;
using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Runtime.InteropServices;

static class Program
{
    static void Try(string what, Func<object?> f)
    {
        try { object? o = f(); Console.WriteLine($"{what}: {(o is IEnumerable e and not string ? string.Join(" ", e.Cast<object>()) : o)}"); }
        catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name}: {e.Message}"); }
    }
    sealed class Bad : IEqualityComparer<int> { public bool Equals(int a, int b) => a == b; public int GetHashCode(int x) => 1; }
    sealed class Wild : IComparer<int> { public int Compare(int a, int b) => 1; }
    record struct Key(int A, string? B, double C);
    [StructLayout(LayoutKind.Sequential)] struct Wide { public long A, B, C, D; public string? S; }

    static void Dictionaries()
    {
        var d = new Dictionary<int, string>(new Bad()); for (int i = 0; i < 40; i++) d[i * 7] = "v" + i; for (int i = 0; i < 40; i += 2) d.Remove(i * 7); d.Add(1000, "new"); Console.WriteLine(string.Join(",", d) + d.Count + d.ContainsValue("v3") + d.EnsureCapacity(100)); d.TrimExcess(); Console.WriteLine(d.Capacity >= d.Count);
        Try("changed", () => { foreach (var p in d) d[5] = "x"; return 0; }); Try("remove while", () => { foreach (var p in d) d.Remove(p.Key); return d.Count; }); Try("twice", () => { d.Add(9, ""); d.Add(9, ""); return 0; }); Try("missing", () => d[12345]); Try("null key", () => new Dictionary<string, int>()[null!]);
        ref string? slot = ref CollectionsMarshal.GetValueRefOrAddDefault(d, 77, out bool existed); slot = "by ref"; Console.WriteLine(d[77] + existed + d.Remove(77, out string? was) + was);
        var s = new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase) { ["Key"] = 1 }; var look = s.GetAlternateLookup<ReadOnlySpan<char>>(); look["kEY".AsSpan()]++; Console.WriteLine(s["key"] + " " + look.TryGetValue("KEY", out string? actual, out int v) + actual + v);
        var k = new Dictionary<Key, Wide> { [new(1, "a", double.NaN)] = new() { A = 1, S = "s" }, [new(1, null, -0.0)] = new() { D = 9 } }; Console.WriteLine(k[new(1, "a", double.NaN)].S + k[new(1, null, 0.0)].D + k.ContainsKey(new(2, null, 0)));
        IDictionary old = new Dictionary<int, int> { [1] = 2 }; Try("untyped", () => { old["x"] = 1; return 0; }); Try("untyped get", () => old["x"] ?? "null"); Try("readonly", () => { ((IDictionary<int, int>)new ReadOnlyDictionary<int, int>(new Dictionary<int, int>())).Add(1, 1); return 0; });
        var frozen = Enumerable.Range(0, 100).ToFrozenDictionary(i => "key" + i * i, i => i); Console.WriteLine(frozen["key9"] + frozen.Count + " " + frozen.ContainsKey("nope") + frozen.GetType().Name.Length.CompareTo(0) + new[] { 5, 3, 900000 }.ToFrozenSet().Contains(900000) + frozen.GetAlternateLookup<ReadOnlySpan<char>>()["key81"]); Try("frozen missing", () => frozen["q"]);
        var c = new ConcurrentDictionary<int, int>(); Parallel.For(0, 2000, i => c.AddOrUpdate(i % 50, 1, (_, n) => n + 1)); Console.WriteLine(c.Count + " " + c.Values.Sum() + c.GetOrAdd(99, x => x * 2) + c.TryUpdate(99, 1, 198) + c.TryRemove(new KeyValuePair<int, int>(99, 7)));
    }

    static void Lists()
    {
        var l = new List<int>(Enumerable.Range(0, 10)); l.InsertRange(3, l); l.RemoveAll(x => x % 3 == 0); l.Reverse(1, 4); Console.WriteLine(string.Join(",", l) + " " + l.BinarySearch(100) + l.FindLastIndex(x => x == 1) + l.IndexOf(7, 5) + string.Join(",", l.Slice(2, 3)) + string.Join(",", l[^3..]));
        Try("changed", () => { foreach (int x in l) l.Add(x); return 0; }); Try("range", () => l.GetRange(15, 20)); Try("index", () => l[100]); Try("sort", () => { l.Sort((a, b) => throw new Exception("cmp")); return 0; }); Try("inconsistent", () => { var w = Enumerable.Range(0, 50).ToList(); w.Sort(new Wild()); return w.Count; }); Try("no order", () => { new List<object> { new(), new() }.Sort(); return 0; }); CollectionsMarshal.SetCount(l, 3); CollectionsMarshal.AsSpan(l).Fill(8); Console.WriteLine(string.Join(",", l)); Try("resize", () => { l.Capacity = 1; return 0; });
        var big = Enumerable.Range(0, 500).Select(i => i * 7919 % 1009).ToArray(); var keys = (int[])big.Clone(); var items = Enumerable.Range(0, 500).ToArray(); Array.Sort(keys, items); Console.WriteLine(keys.Zip(items).All(p => big[p.Second] == p.First) + " " + Array.BinarySearch(keys, 500) + " " + string.Join(",", big.OrderBy(x => x % 10).ThenByDescending(x => x).Take(5))); Span<double> ds = [3, double.NaN, -1, 2, double.NegativeInfinity]; ds.Sort(); Console.WriteLine(string.Join(",", ds.ToArray())); string[] names = ["b", "A", "a", "B", "_"]; Array.Sort(names, StringComparer.Ordinal); Console.WriteLine(string.Join("", names) + string.Join("", names.OrderDescending(StringComparer.OrdinalIgnoreCase)));
        var ll = new LinkedList<int>([1, 2, 3]); var node = ll.Find(2)!; ll.AddBefore(node, 9); ll.Remove(node); Try("foreign", () => ll.AddAfter(node, 5)); Console.WriteLine(string.Join(",", ll) + ll.Last!.Previous!.Value); var q = new PriorityQueue<string, int>(Comparer<int>.Create((a, b) => b - a)); q.EnqueueRange([("low", 1), ("high", 9), ("mid", 5)]); Console.WriteLine(q.EnqueueDequeue("top", 10) + q.Dequeue() + q.Peek() + q.Count + q.Remove("low", out _, out int pr) + pr); Try("empty", () => { q.Clear(); return q.Dequeue(); });
        var sorted = new SortedSet<string>(["pear", "fig", "apple", "kiwi"], StringComparer.Ordinal); var view = sorted.GetViewBetween("b", "l"); sorted.Add("grape"); Console.WriteLine(string.Join(",", view) + view.Count + sorted.Min + string.Join(",", sorted.Reverse())); Try("out of view", () => view.Add("zebra")); var h = new HashSet<int>([1, 2, 3]); h.SymmetricExceptWith([3, 4]); Console.WriteLine(string.Join(",", h.Order()) + h.IsSubsetOf([1, 2, 4, 5]) + h.SetEquals([4, 2, 1, 1]) + h.Overlaps([9]) + HashSet<int>.CreateSetComparer().Equals(h, [1, 2, 4])); var sd = new SortedDictionary<int, char> { [3] = 'c', [1] = 'a' }; var sl = new SortedList<int, char>(sd); Console.WriteLine(string.Join(",", sl.Keys) + sl.IndexOfKey(3) + sl.GetValueAtIndex(0) + string.Join(",", sd.Values)); Console.WriteLine(new Queue<int>([1, 2]).TryPeek(out int first) + "" + first + string.Join("", new Stack<int>([1, 2, 3])) + string.Join("", new BitArray(new byte[] { 5 }).Cast<bool>().Select(b => b ? 1 : 0)));
    }

    static void Immutables()
    {
        var a = ImmutableList.Create(1, 2, 3); var b = a.Add(4).Insert(0, 0).RemoveAll(x => x == 2); Console.WriteLine(string.Join(",", a) + "|" + string.Join(",", b) + b.IndexOf(4) + ReferenceEquals(a, a.Remove(99))); var builder = ImmutableSortedDictionary.CreateBuilder<string, int>(); for (int i = 0; i < 30; i++) builder["k" + i % 12] = i; var m = builder.ToImmutable(); Console.WriteLine(m.Count + m["k5"] + string.Join(",", m.Keys.Take(4)) + m.SetItem("k5", 0)["k5"]); Try("duplicate", () => ImmutableDictionary<string, int>.Empty.Add("a", 1).Add("a", 2)); Try("same", () => ImmutableDictionary<string, int>.Empty.Add("a", 1).Add("a", 1).Count); var arr = ImmutableArray.CreateRange([3, 1, 2]); Console.WriteLine(string.Join(",", arr.Sort()) + arr.AsSpan()[1] + arr.IsDefault + default(ImmutableArray<int>).IsDefault); Try("default", () => default(ImmutableArray<int>).Length); var st = ImmutableStack.Create(1, 2).Push(3).Pop(out int top); Console.WriteLine(top + string.Join("", st) + string.Join("", ImmutableQueue.Create(1, 2).Enqueue(3).Dequeue()) + ImmutableHashSet.Create(1, 2).Union([2, 3]).Count + ImmutableInterlocked.Update(ref a, x => x.Add(9)) + a.Count); var im = ImmutableSortedSet.Create(5, 1, 3); Console.WriteLine(im[1] + string.Join("", im.Except([3])) + im.Max + ImmutableCollectionsMarshal.AsArray(arr)![0]);
        var rented = ArrayPool<int>.Shared.Rent(100); Console.WriteLine(rented.Length >= 100); ArrayPool<int>.Shared.Return(rented, true); Try("return", () => { ArrayPool<int>.Create().Return(new int[3]); return 0; }); var w = new ArrayBufferWriter<char>(); w.Write("abc"); w.GetSpan(5)[0] = 'd'; w.Advance(1); Console.WriteLine(w.WrittenSpan.ToString() + w.WrittenCount); Try("advance", () => { w.Advance(100000); return 0; });
        var oc = new ObservableCollection<int>([1, 2, 3]); oc.CollectionChanged += (s, e) => Console.Write($"{e.Action}:{e.NewStartingIndex}:{e.OldStartingIndex} "); oc.Move(0, 2); oc[1] = 7; oc.Insert(0, 5); oc.Clear(); Console.WriteLine(); Try("reentrant", () => { var r = new ObservableCollection<int>(); r.CollectionChanged += (s, e) => r.Add(1); r.CollectionChanged += (s, e) => { }; r.Add(0); return 0; }); Try("read-only", () => { ((IList<int>)new ReadOnlyCollection<int>([1])).Add(1); return 0; }); Try("fixed", () => { ((IList)new int[2]).Add(1); return 0; }); Try("array as list", () => ((IList<string>)new[] { "a", "b" }).IndexOf("b")); Try("covariant", () => { ((object[])new string[1])[0] = 5; return 0; }); Try("blocking", () => { var bc = new BlockingCollection<int>(2); Task.Run(() => { for (int i = 0; i < 5; i++) bc.Add(i); bc.CompleteAdding(); }); return bc.GetConsumingEnumerable().Sum(); });
    }

    static void Queries()
    {
        var people = new[] { ("ann", 30, "x"), ("bob", 25, "y"), ("cid", 30, "x"), ("dan", 41, "z") };
        var q = from p in people join t in new[] { ("x", 1), ("y", 2) } on p.Item3 equals t.Item1 into ts from t in ts.DefaultIfEmpty() let name = p.Item1.ToUpper() where p.Item2 < 41 orderby p.Item2 descending, name select $"{name}{t.Item2}"; Console.WriteLine(string.Join(" ", q)); Console.WriteLine(string.Join(" ", people.LeftJoin(new[] { ("x", 1) }, p => p.Item3, t => t.Item1, (p, t) => p.Item1 + t.Item2)) + " " + string.Join(" ", people.GroupBy(p => p.Item2, p => p.Item1, (k, g) => k + ":" + string.Concat(g))) + " " + string.Join(" ", people.CountBy(p => p.Item3)) + string.Join(" ", people.AggregateBy(p => p.Item3, 0, (s, p) => s + p.Item2)) + string.Join(" ", people.Index().Select(p => p.Index + p.Item.Item1)));
        int[] n = [5, 3, 8, 3, 1, 9, 2]; Console.WriteLine($"{string.Join(",", n.Chunk(3).Select(c => c.Length))} {string.Join(",", n.DistinctBy(x => x % 3))} {n.MinBy(x => -x)} {string.Join(",", n.SkipLast(2).TakeLast(3))} {string.Join(",", n.Zip(n.Skip(1), (a, b) => a - b))} {n.Average()} {string.Join(",", n.Append(0).Prepend(7).Except([3]))} {string.Join(",", n.SkipWhile(x => x > 2).TakeWhile(x => x > 0))} {n.SequenceEqual(n.ToList())} {n.ElementAt(^2)} {n.LastOrDefault(x => x > 100, -1)} {n.ToLookup(x => x % 2)[1].Count()} {string.Join(",", n.Take(2..4))} {n.TryGetNonEnumeratedCount(out int c)}{c} {Enumerable.Sequence(1, 10, 3).Sum()} {string.Join("", Enumerable.Repeat('z', 3))} {n.Aggregate((a, b) => a * 2 - b)} {string.Join(",", n.Order().Reverse().Select((x, i) => x * i))}"); Try("single", () => n.Single(x => x == 3)); Try("none", () => Array.Empty<int>().Max()); Try("overflow", () => new[] { int.MaxValue, 1 }.Sum()); Try("cast", () => new object[] { 1, "a" }.Cast<int>().ToList()); Try("of type", () => new object?[] { 1, "a", null, 2.5 }.OfType<string>()); Try("lazy", () => { int calls = 0; var z = n.Select(x => { calls++; return x; }); return z.First() + calls + z.Take(2).Count() + calls; });
    }

    static void Main() { Dictionaries(); Lists(); Immutables(); Queries(); }
}
