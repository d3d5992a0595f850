// Immutable collections: what is shared, builders, comparers, sorted ones, stacks and queues, exceptions, and agreement with mutable ones.
// include: attempts.part
using System.Collections;
using System.Collections.Immutable;
using static Attempts;

Shared();
Arrays();
Lists();
Dictionaries();
Sorted();
Sets();
StacksAndQueues();
Builders();
Enumerators();
Interlocking();
Model();
Exceptions();

// What changes nothing gives the same object.
void Shared()
{
    Console.WriteLine("-- shared");
    ImmutableList<string> list = ["a", "b", "c"];
    Console.WriteLine($"list {Same(list, list.AddRange([]))} {Same(list, list.Remove("x"))} {Same(list, list.SetItem(1, list[1]))} {Same(list, list.RemoveAll(_ => false))} {Same(list, list.InsertRange(1, []))} {Same(list, list.ToImmutableList())} {Same(list.Clear(), ImmutableList<string>.Empty)} {Same(list.RemoveRange(0, 3), ImmutableList<string>.Empty)} {Same(list, list.ToBuilder().ToImmutable())} {Same(list, list.Sort())} {Same(list, list.GetRange(0, 3))}");
    ImmutableDictionary<int, string> dictionary = ImmutableDictionary.CreateRange(Enumerable.Range(0, 20).Select(i => KeyValuePair.Create(i, $"{i}")));
    Console.WriteLine($"dictionary {Same(dictionary, dictionary.Add(3, "3"))} {Same(dictionary, dictionary.SetItem(3, "3"))} {Same(dictionary, dictionary.Remove(50))} {Same(dictionary, dictionary.SetItem(3, "4"))} {Same(dictionary, dictionary.ToImmutableDictionary())} {Same(dictionary, dictionary.WithComparers(EqualityComparer<int>.Default))} {Same(dictionary, dictionary.RemoveRange([]))} {Same(dictionary.Clear(), ImmutableDictionary<int, string>.Empty)}");
    ImmutableSortedDictionary<int, string> sorted = dictionary.ToImmutableSortedDictionary();
    Console.WriteLine($"sorted {Same(sorted, sorted.Add(3, "3"))} {Same(sorted, sorted.SetItem(3, "3"))} {Same(sorted, sorted.Remove(50))} {Same(sorted, sorted.ToImmutableSortedDictionary())} {Same(sorted, sorted.WithComparers(Comparer<int>.Default))} {Same(sorted.Clear(), ImmutableSortedDictionary<int, string>.Empty)}");
    ImmutableHashSet<int> hash = [1, 2, 3];
    ImmutableSortedSet<int> set = [1, 2, 3];
    Console.WriteLine($"sets {Same(hash, hash.Add(2))} {Same(hash, hash.Remove(9))} {Same(hash, hash.Union([1, 3]))} {Same(hash, hash.Except([7]))} {Same(hash, hash.Intersect([1, 2, 3]))} {Same(set, set.Add(2))} {Same(set, set.Remove(9))} {Same(set, set.Union([1, 3]))} {Same(set, set.Except([7]))} {Same(set, set.Intersect([1, 2, 3]))} {Same(set, set.WithComparer(null))}");
    ImmutableArray<int> array = [1, 2, 3];
    Console.WriteLine($"array {array == array.AddRange(new int[0])} {array == array.Remove(9)} {array == array.RemoveRange(1, 0)} {array == array.Sort()} {array == array.ToImmutableArray()} {array == [1, 2, 3]} {array.SequenceEqual([1, 2, 3])} {array.Clear() == ImmutableArray<int>.Empty} {array.Equals((object)array)} {array.SetItem(0, 1) == array}");
    ImmutableStack<int> stack = [1, 2];
    ImmutableQueue<int> queue = [1, 2];
    Console.WriteLine($"others {Same(stack.Push(3).Pop(), stack)} {Same(stack.Pop().Pop(), ImmutableStack<int>.Empty)} {Same(queue.Dequeue().Dequeue(), ImmutableQueue<int>.Empty)} {Same(stack.Clear(), queue.Clear())}");

    // Old versions keep what they had.
    var versions = new List<ImmutableList<int>> { ImmutableList<int>.Empty };
    var maps = new List<ImmutableDictionary<int, int>> { ImmutableDictionary<int, int>.Empty };
    for (int i = 0; i < 200; i++)
    {
        versions.Add(versions[^1].Insert(i / 2, i));
        maps.Add(i % 5 == 4 ? maps[^1].Remove(i - 2) : maps[^1].SetItem(i, i * i));
    }
    Console.WriteLine($"{versions.Select((list, i) => list.Count == i && list.Sum() == i * (i - 1) / 2).All(right => right)} {string.Join(' ', versions[9])} {string.Join(' ', maps.Where((_, i) => i % 25 == 0).Select(map => $"{map.Count}:{map.Values.Sum()}"))}");
}

void Arrays()
{
    Console.WriteLine("-- arrays");
    ImmutableArray<string> array = ["delta", "alpha", "Charlie", "bravo", "alpha"];
    Console.WriteLine($"{array.IndexOf("alpha")} {array.LastIndexOf("alpha")} {array.IndexOf("alpha", 2)} {array.IndexOf("ALPHA", 0, 5, StringComparer.OrdinalIgnoreCase)} {array.IndexOf("alpha", 2, 2)} {array.Contains("ALPHA", StringComparer.OrdinalIgnoreCase)} {array.LastIndexOf("alpha", 3, 3)}");
    Console.WriteLine($"{Text(array.Sort(StringComparer.Ordinal))} | {Text(array.Sort(1, 3, StringComparer.OrdinalIgnoreCase))} | {Text(array.Sort((left, right) => left.Length - right.Length != 0 ? left.Length - right.Length : string.CompareOrdinal(left, right)))} | {Text(array)}");
    Console.WriteLine($"{Text(array.Insert(0, "first").Insert(6, "last"))} | {Text(array.InsertRange(2, new[] { "x", "y" }))} | {Text(array.Remove("alpha"))} | {Text(array.RemoveAll(item => item[0] == 'a'))} | {Text(array.RemoveRange(1, 3))} | {Text(array.RemoveRange(new[] { "ALPHA", "delta" }, StringComparer.OrdinalIgnoreCase))} | {Text(array.Replace("alpha", "z"))} | {Text(array.Slice(1, 2))} | {Text(array[1..^1])}");
    ImmutableArray<object> objects = array.CastArray<object>(), up = ImmutableArray<object>.CastUp(array);
    Console.WriteLine($"{objects == up} {objects.As<string>() == array} {objects.As<int[]>().IsDefault} {Text(objects.Add(5).OfType<int>())} {Try(() => new object[] { 1 }.ToImmutableArray().CastArray<string>())}");
    Console.WriteLine($"{array.First()} {array.Last(item => item.Length == 5)} {array.Single(item => item == "bravo")} {array.Any()} {array.ElementAtOrDefault(9) is null} {array.Aggregate((left, right) => left + right[0])} {array.ToDictionary(item => item + item.Length + array.Length, StringComparer.Ordinal).Count}");
    IStructuralEquatable equatable = array;
    IStructuralComparable comparable = ImmutableArray.Create(1, 2, 3);
    Console.WriteLine($"{equatable.Equals(ImmutableArray.Create("delta", "alpha", "Charlie", "bravo", "alpha"), StringComparer.Ordinal)} {equatable.Equals(array.Add(""), StringComparer.Ordinal)} {comparable.CompareTo(ImmutableArray.Create(1, 3, 0), Comparer<int>.Default)} {Try(() => comparable.CompareTo(ImmutableArray.Create(1), Comparer<int>.Default))}");
    IList<int> list = ImmutableArray.Create(4, 5, 6);
    Console.WriteLine($"{list.IsReadOnly} {list[1]} {list.IndexOf(6)} {Try(() => list[1] = 3)} {Try(() => { list.Add(1); return 0; })} {((IList)list).IsFixedSize} {ImmutableArray.BinarySearch(ImmutableArray.Create(1, 3, 5), 3)} {ImmutableArray.BinarySearch(ImmutableArray.Create(1, 3, 5), 4)}");
    ref readonly string place = ref array.ItemRef(3);
    Console.WriteLine($"{place} {array.AsSpan()[^1]} {array.AsMemory().Length} {ImmutableArray.Create(new[] { 1, 2, 3, 4 }, 1, 2).Sum()} {Text(ImmutableArray.CreateRange(ImmutableArray.Create(1, 2, 3), (item, factor) => item * factor, 10))}");
}

void Lists()
{
    Console.WriteLine("-- lists");
    ImmutableList<int> list = [.. Enumerable.Range(0, 100)];
    Console.WriteLine($"{list.BinarySearch(40)} {list.BinarySearch(-5)} {list.BinarySearch(1000)} {list.BinarySearch(10, 20, 35, null)} {list.IndexOf(50, 20, 40, null)} {list.LastIndexOf(50)} {list.FindIndex(item => item > 70)} {list.FindLastIndex(item => item % 9 == 0)} {list.Find(item => item > 500)} {list.FindAll(item => item % 30 == 0).Count} {list.Exists(item => item == 99)} {list.TrueForAll(item => item < 100)}");
    Console.WriteLine($"{Text(list.Reverse().GetRange(0, 5))} | {Text(list.Reverse(2, 4).Take(8))} | {Text(list.RemoveRange(3, 94))} | {Text(list.RemoveAll(item => item % 20 != 0))} | {Text(list.Sort((left, right) => (left % 10).CompareTo(right % 10) is var by && by != 0 ? by : right.CompareTo(left)).Take(12))} | {Text(list.Sort(0, 4, Comparer<int>.Create((left, right) => right - left)).Take(6))} | {Text(list.ConvertAll(item => (char)('a' + item % 26)).Take(4))}");
    var copy = new int[12];
    list.CopyTo(20, copy, 2, 5);
    Console.WriteLine($"{Text(copy)} {Text(list.Replace(5, -5).Take(7))} {list.ItemRef(7)} {list[^3]} {Text(list.InsertRange(2, [7, 7]).Remove(7, null).Take(8))}");
    ImmutableList<string> words = ["a", "B", "A", "b"];
    Console.WriteLine($"{words.IndexOf("b", StringComparer.OrdinalIgnoreCase)} {Text(words.Remove("a", StringComparer.OrdinalIgnoreCase))} {Text(words.RemoveRange(["A", "b"], StringComparer.OrdinalIgnoreCase))} {Text(words.Sort(StringComparer.Ordinal))} {Text(words.Replace("b", "x", StringComparer.OrdinalIgnoreCase))} {words.Contains("b")} {((IList)words).Contains(5)} {words.LastIndexOf("a", 3, 4, StringComparer.OrdinalIgnoreCase)}");
}

void Dictionaries()
{
    Console.WriteLine("-- dictionaries");
    ImmutableDictionary<string, int> map = ImmutableDictionary.Create<string, int>(StringComparer.OrdinalIgnoreCase).Add("One", 1).Add("Two", 2);
    Console.WriteLine($"{map["ONE"]} {map.ContainsKey("two")} {map.TryGetKey("TWO", out string actual)} {actual} {map.TryGetKey("three", out actual)} {actual} {map.GetValueOrDefault("none", -1)} {map.SetItem("ONE", 10).Keys.Order(StringComparer.Ordinal).First()} {Try(() => map.Add("one", 5))} {map.Add("ONE", 1).Count} {map.Contains(new("ONE", 1))} {map.ContainsValue(2)}");
    Console.WriteLine($"{Try(() => map.Add("x", 1).Add("X", 2))} {map.WithComparers(StringComparer.Ordinal).ContainsKey("ONE")} {Try(() => ImmutableDictionary<string, int>.Empty.Add("a", 1).Add("A", 2).WithComparers(StringComparer.OrdinalIgnoreCase))} {ImmutableDictionary<string, int>.Empty.Add("a", 1).Add("A", 1).WithComparers(StringComparer.OrdinalIgnoreCase).Count}");
    ImmutableDictionary<string, string> values = ImmutableDictionary.Create<string, string>(null, StringComparer.OrdinalIgnoreCase).Add("k", "Value");
    Console.WriteLine($"{Same(values, values.Add("k", "VALUE"))} {Same(values, values.SetItem("k", "VALUE"))} {values["k"]} {values.ContainsValue("vALUE")} {ReferenceEquals(values.ValueComparer, StringComparer.OrdinalIgnoreCase)}");

    // Keys whose hash codes are all the same, or of few kinds.
    ImmutableDictionary<Key, int> colliding = ImmutableDictionary<Key, int>.Empty;
    for (int i = 0; i < 120; i++)
        colliding = colliding.Add(new Key(i, i % 3), i);
    for (int i = 0; i < 120; i += 4)
        colliding = colliding.Remove(new Key(i, i % 3));
    Console.WriteLine($"{colliding.Count} {colliding.Values.Sum()} {colliding[new Key(77, 2)]} {colliding.ContainsKey(new Key(76, 1))} {colliding.SetItem(new Key(77, 2), 0).Values.Sum()} {colliding.Keys.Select(key => key.Value).Order().Take(5).Aggregate("", (text, value) => text + value + ",")} {Try(() => colliding.Add(new Key(77, 2), 5))} {Try(() => colliding[new Key(0, 0)])}");
    ImmutableDictionary<int, int> ranged = ImmutableDictionary<int, int>.Empty.AddRange(Enumerable.Range(0, 50).Select(i => KeyValuePair.Create(i * 7919, i))).SetItems([new(0, 100), new(1, 101)]).RemoveRange([7919, 5]);
    Console.WriteLine($"{ranged.Count} {ranged[0]} {ranged[1]} {ranged.ContainsKey(7919)} {Try(() => ranged.AddRange([new(2, 2), new(0, 0)]))} {ranged.ToImmutableDictionary(pair => pair.Value, pair => pair.Key)[100]}");
    IDictionary untyped = ranged;
    Console.WriteLine($"{untyped[0]} {untyped["text"] is null} {untyped.Contains(1)} {untyped.IsReadOnly} {untyped.IsFixedSize} {untyped.Keys.Count} {Try(() => { untyped.Add(5, 5); return 0; })} {Try(() => { untyped.Remove(0); return 0; })} {((IDictionary<int, int>)ranged).Keys.Contains(0)} {Try(() => { ((IDictionary<int, int>)ranged).Keys.Add(9); return 0; })}");
}

void Sorted()
{
    Console.WriteLine("-- sorted");
    ImmutableSortedDictionary<string, int> map = ImmutableSortedDictionary.Create<string, int>(StringComparer.Ordinal).AddRange([new("b", 2), new("a", 1), new("C", 3)]);
    Console.WriteLine($"{Text(map)} {Text(map.WithComparers(StringComparer.OrdinalIgnoreCase))} {Text(map.Keys)} {Text(map.Values)} {map.ValueRef("b")} {map.TryGetKey("C", out string key)} {key} {Text(map.SetItem("b", 20).Remove("a").Add("B", 4))} {Try(() => map.Add("a", 2))} {Same(map, map.Add("a", 1))} {Try(() => map.ValueRef("zz"))} {Try(() => map.Add("c", 0).WithComparers(StringComparer.OrdinalIgnoreCase))}");
    ImmutableSortedSet<int> set = ImmutableSortedSet.CreateRange(Comparer<int>.Create((left, right) => right.CompareTo(left)), Enumerable.Range(0, 40).Select(i => i * 13 % 41));
    Console.WriteLine($"{set.Min} {set.Max} {set[0]} {set[^1]} {set.IndexOf(20)} {set.IndexOf(1000)} {set.ItemRef(3)} {Text(set.Reverse().Take(4))} {Text(set.Take(4))} {set.TryGetValue(7, out int value)} {value} {Text(set.WithComparer(Comparer<int>.Default).Take(4))}");
    ImmutableSortedSet<string> words = ImmutableSortedSet.Create(StringComparer.OrdinalIgnoreCase, "Pear", "apple", "APPLE", "fig");
    Console.WriteLine($"{Text(words)} {words.TryGetValue("PEAR", out string found)} {found} {Text(words.Union(["FIG", "Plum"]))} {Text(words.Except(["FIG"]))} {Text(words.Intersect(["PEAR", "nut"]))} {Text(words.SymmetricExcept(["Fig", "nut"]))} {words.SetEquals(["PEAR", "fig", "Apple", "apple"])} {words.IsSubsetOf(["PEAR", "fig", "Apple", "nut"])} {words.IsProperSupersetOf(["FIG"])} {words.Overlaps(["nut"])} {ImmutableSortedSet<int>.Empty.Min} {ImmutableSortedSet<string>.Empty.Max is null}");
    IList list = set;
    Console.WriteLine($"{list[2]} {list.IndexOf(5)} {list.Contains("x")} {list.IsReadOnly} {Try(() => list[0] = 1)} {Try(() => list.Add(1))} {Try(() => set[40])} {Try(() => set[-1])}");
    ImmutableSortedDictionary<int, int> many = Enumerable.Range(0, 300).OrderBy(i => i * 7919 % 1009).ToImmutableSortedDictionary(i => i, i => -i);
    Console.WriteLine($"{many.Keys.SequenceEqual(Enumerable.Range(0, 300))} {many.RemoveRange(Enumerable.Range(10, 280)).Count} {Text(many.RemoveRange(Enumerable.Range(3, 295)))} {many.ContainsValue(-299)} {many.Contains(new(4, -4))} {many.Contains(new(4, 4))}");
}

void Sets()
{
    Console.WriteLine("-- sets");
    ImmutableHashSet<int> evens = [.. Enumerable.Range(0, 20).Select(i => i * 2)], threes = [.. Enumerable.Range(0, 14).Select(i => i * 3)];
    Console.WriteLine($"{Text(evens.Intersect(threes).Order())} | {Text(evens.Except(threes).Order())} | {Text(evens.Union(threes).Order())} | {Text(evens.SymmetricExcept(threes).Order())}");
    Console.WriteLine($"{evens.IsSubsetOf(Enumerable.Range(0, 40))} {evens.IsProperSubsetOf(evens)} {evens.IsSupersetOf([0, 2, 2])} {evens.IsProperSupersetOf([0])} {evens.Overlaps([1, 3])} {evens.SetEquals(evens.Reverse())} {evens.SetEquals(evens.Add(1))} {evens.TryGetValue(4, out int value)} {value} {evens.TryGetValue(5, out value)} {value}");
    ImmutableHashSet<string> words = ImmutableHashSet.Create<string>(StringComparer.OrdinalIgnoreCase, "a", "A", "b", null!);
    Console.WriteLine($"{words.Count} {words.Contains(null!)} {words.TryGetValue("A", out string actual)} {actual} {words.Remove("B").Count} {words.WithComparer(StringComparer.Ordinal).Contains("A")} {words.Union(["B", "c", "C"]).Count} {ReferenceEquals(words.KeyComparer, StringComparer.OrdinalIgnoreCase)}");
    ImmutableHashSet<Key> colliding = [.. Enumerable.Range(0, 60).Select(i => new Key(i % 40, 5))];
    Console.WriteLine($"{colliding.Count} {colliding.Contains(new Key(39, 5))} {colliding.Contains(new Key(40, 5))} {colliding.Except(Enumerable.Range(0, 30).Select(i => new Key(i, 5))).Count} {colliding.Remove(new Key(0, 5)).Count}");
    ISet<int> set = evens;
    Console.WriteLine($"{Try(() => set.Add(1))} {Try(() => { set.UnionWith([1]); return 0; })} {Try(() => { set.Clear(); return 0; })} {((ICollection<int>)set).IsReadOnly} {set.Contains(38)}");
    IImmutableSet<int> abstractly = evens;
    Console.WriteLine($"{abstractly.Add(1).Count} {abstractly.Union([1, 3, 5]).Count} {((IImmutableSet<int>)threes.ToImmutableSortedSet()).Except([0]).Count}");
}

void StacksAndQueues()
{
    Console.WriteLine("-- stacks and queues");
    ImmutableStack<int> stack = ImmutableStack.CreateRange(Enumerable.Range(0, 5));
    Console.WriteLine($"{Text(stack)} {stack.Peek()} {stack.PeekRef()} {Text(stack.Pop(out int top))} {top} {Text(stack.Pop().Push(9))} {stack.IsEmpty} {stack.Clear().IsEmpty} {Try(() => stack.Clear().Peek())} {Try(() => stack.Clear().Pop())}");
    ImmutableQueue<int> queue = ImmutableQueue.CreateRange(Enumerable.Range(0, 5)), other = queue;
    for (int i = 0; i < 12; i++)
        queue = queue.Enqueue(i * 10).Dequeue();
    Console.WriteLine($"{Text(queue)} {queue.Peek()} {queue.PeekRef()} {Text(queue.Dequeue(out int head))} {head} {Text(other)} {Text(other.Enqueue(5).Enqueue(6).Dequeue().Dequeue())} {Try(() => queue.Clear().Dequeue())} {Try(() => ImmutableQueue<string>.Empty.Peek())} {ImmutableQueue<int>.Empty.Enqueue(1).IsEmpty}");
    IImmutableQueue<int> abstractly = other;
    IImmutableStack<int> also = stack;
    Console.WriteLine($"{Text(abstractly.Enqueue(1).Dequeue(out int first))} {first} {Text(also.Push(7).Pop(out int last))} {last}");
}

void Builders()
{
    Console.WriteLine("-- builders");
    ImmutableArray<int>.Builder array = ImmutableArray.CreateBuilder<int>(4);
    array.AddRange(1, 2, 3);
    Console.WriteLine($"{array.Capacity} {array.Count} {Try(() => array.MoveToImmutable())} {Text(array.DrainToImmutable())} {array.Count} {array.Capacity}");
    array.AddRange(4, 3, 2, 1);
    array.Capacity = 4;
    Console.WriteLine($"{Text(array.MoveToImmutable())} {array.Count} {array.Capacity} {Try(() => array.Capacity = -1)}");
    array.Count = 3;
    array[1] = 5;
    array.Insert(0, 8);
    array.Reverse();
    Console.WriteLine($"{Text(array)} {array.IndexOf(5)} {array.LastIndexOf(0)} {array.Contains(8)} {array.Remove(0)} {array.ItemRef(0)} {Text(array.ToArray())} {Try(() => array[10])} {Try(() => array.Capacity = 1)} {Try(() => array.Count = -1)} {Try(() => { array.RemoveAt(5); return 0; })} {Try(() => array.ItemRef(9))}");

    ImmutableList<int>.Builder list = ImmutableList.Create(5, 3, 4).ToBuilder();
    ImmutableList<int> before = list.ToImmutable();
    list.Add(1);
    list.Sort();
    list.Insert(2, 99);
    list.Reverse(0, 2);
    list[0] *= 2;
    Console.WriteLine($"{Text(list)} {Text(before)} {Same(list.ToImmutable(), list.ToImmutable())} {list.Count} {list.BinarySearch(99)} {list.FindIndex(item => item == 99)} {list.RemoveAll(item => item > 50)} {list.ItemRef(1)} {list.TrueForAll(item => item < 50)} {Text(list.GetRange(1, 2))} {Text(list.ConvertAll(item => item * 1.5m))}");

    ImmutableDictionary<string, int>.Builder map = ImmutableDictionary.CreateBuilder<string, int>();
    foreach (string word in "the quick fox and the lazy dog and the end".Split(' '))
        map[word] = map.GetValueOrDefault(word) + 1;
    ImmutableDictionary<string, int> counts = map.ToImmutable();
    map.Remove("the");
    map["fox"] = 100;
    Console.WriteLine($"{Text(counts.OrderBy(pair => pair.Key, StringComparer.Ordinal))} {map.Count} {map["fox"]} {counts["fox"]} {Try(() => { map.Add("fox", 1); return 0; })} {map.TryGetKey("end", out string key)} {key} {map.Contains(new("fox", 100))} {map.Remove("none")} {Try(() => map["none"])}");
    map.KeyComparer = StringComparer.OrdinalIgnoreCase;
    map.ValueComparer = EqualityComparer<int>.Default;
    map.RemoveRange(["FOX", "DOG"]);
    Console.WriteLine($"{map.Count} {map.ContainsKey("LAZY")} {map.ContainsValue(2)} {map.ToImmutable().KeyComparer == StringComparer.OrdinalIgnoreCase}");

    ImmutableSortedDictionary<int, string>.Builder sorted = ImmutableSortedDictionary.CreateBuilder<int, string>();
    for (int i = 10; i > 0; i--)
        sorted.Add(i * 37 % 101, $"{i}");
    sorted.KeyComparer = Comparer<int>.Create((left, right) => right - left);
    Console.WriteLine($"{Text(sorted)} {sorted.ValueRef(37)} {sorted.Remove(37)} {Text(sorted.Keys.Take(2))} {Text(sorted.Values.Take(2))} {sorted.ContainsValue("9")} {Try(() => { sorted.Add(74, "again"); return 0; })} {sorted.TryGetValue(5, out _)}");

    ImmutableHashSet<int>.Builder hash = ImmutableHashSet.CreateBuilder<int>();
    hash.UnionWith(Enumerable.Range(0, 30));
    hash.ExceptWith([1, 2, 3, 100]);
    hash.IntersectWith(Enumerable.Range(0, 12));
    hash.SymmetricExceptWith([0, 50]);
    ImmutableSortedSet<int>.Builder set = ImmutableSortedSet.CreateBuilder<int>();
    set.UnionWith(hash);
    Console.WriteLine($"{Text(set)} {hash.Add(50)} {hash.Add(51)} {hash.SetEquals(set)} {hash.IsProperSupersetOf(set)} {set.Min} {set.Max} {set[2]} {set.IndexOf(50)} {Text(set.Reverse())} {set.Remove(4)} {Text(set.ToImmutable())} {hash.Remove(50)} {hash.Overlaps(set)} {hash.TryGetValue(51, out int actual)} {actual}");
    set.KeyComparer = Comparer<int>.Create((left, right) => (left % 5).CompareTo(right % 5));
    Console.WriteLine(set.Count);
}

void Enumerators()
{
    Console.WriteLine("-- enumerators");
    ImmutableList<int>.Builder list = ImmutableList.Create(1, 2, 3).ToBuilder();
    Console.WriteLine(Try(() => { foreach (int item in list) list.Add(item); return list.Count; }));
    ImmutableDictionary<int, int>.Builder map = ImmutableDictionary<int, int>.Empty.Add(1, 1).Add(2, 2).ToBuilder();
    Console.WriteLine(Try(() => { foreach (var pair in map) map[pair.Key + 10] = 0; return map.Count; }));
    ImmutableSortedSet<int>.Builder set = ImmutableSortedSet.Create(1, 2).ToBuilder();
    Console.WriteLine(Try(() => { foreach (int item in set) set.Remove(item); return set.Count; }));
    ImmutableHashSet<int>.Builder hash = ImmutableHashSet.Create(1, 2).ToBuilder();
    Console.WriteLine(Try(() => { foreach (int item in hash) hash.Add(5); return hash.Count; }));
    ImmutableList<int>.Enumerator enumerator = ImmutableList.Create(1, 2).GetEnumerator();
    Console.WriteLine($"{Try(() => ImmutableList.Create(1, 2).GetEnumerator().Current)} {enumerator.MoveNext()} {enumerator.Current} {enumerator.MoveNext()} {enumerator.MoveNext()}");
    enumerator.Reset();
    Console.WriteLine($"{enumerator.MoveNext()} {enumerator.Current}");
    enumerator.Dispose();
    bool moved = false;
    string after = Try(() => moved = enumerator.MoveNext());
    Console.WriteLine($"{after} {moved}");
    IEnumerator<int> boxed = ((IEnumerable<int>)ImmutableSortedSet.Create(3, 1, 2)).GetEnumerator();
    boxed.MoveNext();
    IEnumerator untyped = ((IEnumerable)ImmutableArray.Create(7, 8)).GetEnumerator();
    Console.WriteLine($"{boxed.Current} {Try(() => untyped.Current)} {untyped.MoveNext()} {untyped.Current} {untyped.MoveNext()} {untyped.MoveNext()} {Try(() => untyped.Current)}");
}

// Many threads change one variable; nothing is lost.
void Interlocking()
{
    Console.WriteLine("-- interlocked");
    ImmutableDictionary<int, int> map = ImmutableDictionary<int, int>.Empty;
    ImmutableArray<int> array = [];
    ImmutableList<int> list = [];
    ImmutableStack<int> stack = [];
    ImmutableQueue<int> queue = [];
    Parallel.For(0, 200, i =>
    {
        ImmutableInterlocked.AddOrUpdate(ref map, i % 10, 1, (_, old) => old + 1);
        ImmutableInterlocked.TryAdd(ref map, 1000 + i, i);
        ImmutableInterlocked.Update(ref array, (old, item) => old.Add(item), i);
        ImmutableInterlocked.Update(ref list, old => old.Add(i));
        ImmutableInterlocked.Push(ref stack, i);
        ImmutableInterlocked.Enqueue(ref queue, i);
    });
    Console.WriteLine($"{map.Count} {map[3]} {array.Length} {array.Sum()} {list.Count} {list.Sum()} {stack.Sum()} {queue.Sum()}");
    Console.WriteLine($"{ImmutableInterlocked.GetOrAdd(ref map, 3, 5)} {ImmutableInterlocked.GetOrAdd(ref map, -3, key => key * 2)} {ImmutableInterlocked.TryUpdate(ref map, 3, 50, 20)} {ImmutableInterlocked.TryUpdate(ref map, 3, 51, 20)} {ImmutableInterlocked.TryRemove(ref map, 3, out int removed)} {removed} {ImmutableInterlocked.TryRemove(ref map, 3, out removed)} {removed}");
    int popped = 0;
    Parallel.For(0, 250, _ =>
    {
        if (ImmutableInterlocked.TryPop(ref stack, out _) & ImmutableInterlocked.TryDequeue(ref queue, out _))
            Interlocked.Increment(ref popped);
    });
    ImmutableArray<int> none = default, before = ImmutableInterlocked.InterlockedExchange(ref array, [1]);
    Console.WriteLine($"{stack.IsEmpty} {queue.IsEmpty} {popped} {before.Length} {array.Length} {ImmutableInterlocked.InterlockedInitialize(ref none, [1, 2])} {ImmutableInterlocked.InterlockedInitialize(ref none, [3])} {none.Length} {ImmutableInterlocked.InterlockedCompareExchange(ref none, [4], array).Length} {none.Length} {ImmutableInterlocked.Update(ref list, old => old)}");
}

// Random operations, compared with the mutable collections.
void Model()
{
    Console.WriteLine("-- model");
    var random = new Random(11);
    ImmutableList<int> list = [];
    ImmutableDictionary<int, int> map = ImmutableDictionary<int, int>.Empty;
    ImmutableSortedDictionary<int, int> sorted = ImmutableSortedDictionary<int, int>.Empty;
    ImmutableSortedSet<int> set = [];
    List<int> plainList = [];
    Dictionary<int, int> plainMap = [];
    SortedSet<int> plainSet = [];
    int wrong = 0;
    for (int i = 0; i < 1500; i++)
    {
        int key = random.Next(300), place = random.Next(plainList.Count + 1);
        switch (random.Next(6))
        {
            case 0:
            case 1:
                list = list.Insert(place, key);
                plainList.Insert(place, key);
                break;
            case 2:
                map = map.SetItem(key, i);
                sorted = sorted.SetItem(key, i);
                plainMap[key] = i;
                break;
            case 3:
                map = map.Remove(key);
                sorted = sorted.Remove(key);
                plainMap.Remove(key);
                list = list.Remove(key);
                plainList.Remove(key);
                break;
            case 4:
                set = set.Add(key);
                plainSet.Add(key);
                break;
            default:
                set = set.Remove(key);
                plainSet.Remove(key);
                break;
        }
        if (i % 50 == 0)
            wrong += (list.SequenceEqual(plainList) ? 0 : 1) + (map.Count == plainMap.Count && plainMap.All(pair => map[pair.Key] == pair.Value) ? 0 : 1) + (sorted.SequenceEqual(plainMap.OrderBy(pair => pair.Key)) ? 0 : 1) + (set.SequenceEqual(plainSet) ? 0 : 1);
    }
    Console.WriteLine($"{wrong} {list.Count} {map.Count} {sorted.Count} {set.Count} {list.Sum()} {sorted.Values.Sum()} {set.Sum()}");
}

void Exceptions()
{
    Console.WriteLine("-- exceptions");
    ImmutableArray<int> none = default;
    ImmutableList<int> list = [1, 2, 3];
    Console.WriteLine($"default {Try(() => none.IsEmpty)} {Try(() => none.Add(1))} {Try(() => none[0])} {Try(() => none.Contains(1))} {Try(() => none.ToBuilder())} {Try(() => ((IList<int>)none).Count)} {Try(() => none.GetEnumerator())} {none.GetHashCode()} {none == default} {none.Equals(null)} {Try(() => ImmutableArray.CreateRange<int>(null!))} {Try(() => list.AddRange(none))} {none.IsDefaultOrEmpty}");
    Console.WriteLine($"list {Message(() => list[3])} {Message(() => list.Insert(5, 1))} {Message(() => list.RemoveAt(-1))} {Message(() => list.SetItem(3, 0))} {Message(() => list.GetRange(2, 2))} {Message(() => list.RemoveRange(1, 3))} {Message(() => list.Replace(9, 1))} {Message(() => list.AddRange(null!))} {Message(() => list.FindIndex(null!))} {Message(() => { list.CopyTo(new int[2]); return 0; })} {Message(() => list.Sort((Comparison<int>)null!))} {Message(() => ((IList<int>)list)[0] = 1)}");
    ImmutableDictionary<string, int> map = ImmutableDictionary<string, int>.Empty.Add("a", 1);
    Console.WriteLine($"map {Message(() => map["b"])} {Message(() => map[null!])} {Message(() => map.Add(null!, 1))} {Message(() => map.Add("a", 2))} {Message(() => map.ContainsKey(null!))} {Message(() => map.Remove(null!))} {Message(() => ((IDictionary<string, int>)map).Remove("a"))} {Message(() => new[] { 1, 1 }.ToImmutableDictionary(key => key, key => new object()))}");
    ImmutableSortedDictionary<string, int> sorted = map.ToImmutableSortedDictionary();
    Console.WriteLine($"sorted {Message(() => sorted["b"])} {Message(() => sorted.Add("a", 2))} {Message(() => sorted.Add(null!, 2))} {Message(() => ImmutableSortedSet<object>.Empty.Add(new object()).Add(new object()))} {Message(() => ImmutableSortedSet<int>.Empty[0])} {Message(() => list.Sort(Comparer<int>.Create((_, _) => throw new TimeoutException())))}");
    ImmutableArray<int> array = [1, 2, 3];
    Console.WriteLine($"array {Try(() => array[3])} {Message(() => array.Insert(4, 1))} {Message(() => array.RemoveAt(3))} {Message(() => array.RemoveRange(2, 2))} {Message(() => array.Replace(9, 1))} {Message(() => array.SetItem(-1, 1))} {Message(() => array.Sort(0, 4, null))} {Try(() => array.Slice(2, 2))} {Message(() => ImmutableArray.Create(new[] { 1, 2 }, 1, 2))}");
}

static bool Same(object left, object right) => ReferenceEquals(left, right);

static string Text<T>(IEnumerable<T> items) => string.Join(' ', items);

static string Message<T>(Func<T> action)
{
    try
    {
        return $"{action()}";
    }
    catch (Exception e)
    {
        return $"[{e.GetType().Name}: {e.Message.ReplaceLineEndings(" ")}{(e.InnerException is { } inner ? $" ({inner.GetType().Name})" : "")}]";
    }
}

/// A key that chooses its hash code.
record struct Key(int Value, int Hash)
{
    public override readonly int GetHashCode() => Hash;
}
