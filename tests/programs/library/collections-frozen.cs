// Frozen dictionaries and sets: the kinds chosen for integers, enums, strings and others, comparers, alternate lookups, sets, exceptions.
// include: attempts.part
using System.Collections;
using System.Collections.Frozen;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using static Attempts;

Integers();
Enums();
Values();
Strings();
StringShapes();
Comparers();
Alternates();
Sets();
Making();
Interfaces();
Defaults();
Together();

// Dense, sparse, negative, few, many.
void Integers()
{
    Console.WriteLine("-- integers");
    (string Name, int[] Keys)[] cases =
    [
        ("none", []), ("one", [7]), ("few", [5, -5, 100]), ("ten", [.. Enumerable.Range(1, 10)]), ("eleven", [.. Enumerable.Range(1, 11)]), ("dense", [.. Enumerable.Range(-50, 100)]), ("nearly dense", [.. Enumerable.Range(0, 100).Where(i => i % 9 != 0)]),
        ("sparse", [.. Enumerable.Range(0, 100).Select(i => i * 10_007)]), ("extremes", [int.MinValue, int.MaxValue, 0, -1, 1]), ("many", [.. Enumerable.Range(0, 2000).Select(i => i * 3 - 3000)]), ("same remainder", [.. Enumerable.Range(0, 50).Select(i => i << 20)]), ("twice", [1, 2, 1, 3, 2]),
    ];
    foreach ((string name, int[] keys) in cases)
    {
        FrozenDictionary<int, string> map = keys.Distinct().ToFrozenDictionary(key => key, key => $"v{key}");
        FrozenSet<int> set = keys.ToFrozenSet();
        int[] asked = [.. keys.SelectMany(key => new[] { key, key - 1, key + 1, ~key }), 0, int.MinValue, int.MaxValue, 12345];
        bool right = asked.All(key => map.ContainsKey(key) == keys.Contains(key) && set.Contains(key) == keys.Contains(key) && map.TryGetValue(key, out string? value) == keys.Contains(key) && value == (keys.Contains(key) ? $"v{key}" : null));
        Console.WriteLine($"{name}: {map.Count} {set.Count} {right} {map.Keys.Order().SequenceEqual(keys.Distinct().Order())} {map.Values.Order(StringComparer.Ordinal).FirstOrDefault()} {map.All(pair => pair.Value == $"v{pair.Key}")} {set.Items.Order().SequenceEqual(keys.Distinct().Order())}");
    }
    Console.WriteLine($"{Kind<byte>([1, 200, 255])} {Kind<sbyte>([-1, 1, 127])} {Kind<short>([-300, 5])} {Kind<ushort>([65535, 0])} {Kind<uint>([1, uint.MaxValue])} {Kind<long>([long.MinValue, 1, 2])} {Kind<ulong>([ulong.MaxValue, 1])} {Kind<char>(['a', 'é', '語'])} {Kind<nint>([-1, 1])} {Kind<Int128>([Int128.MaxValue, 0])} {Kind<bool>([true])} {Kind<double>([0.5, double.NaN, -0.0])} {Kind<decimal>([1.0m, 1.50m])} {Kind<Guid>([Guid.Empty])} {Kind<DateTime>([DateTime.MinValue])}");
    FrozenSet<double> doubles = FrozenSet.Create(0.0, double.NaN, 1.5);
    Console.WriteLine($"{doubles.Contains(-0.0)} {doubles.Contains(double.NaN)} {doubles.TryGetValue(-0.0, out double zero)} {double.IsNegative(zero)} {FrozenSet.Create(1.0m, 1.00m).Count}");
}

string Kind<T>(T[] keys) where T : notnull
{
    FrozenDictionary<T, int> map = keys.Select((key, index) => (key, index)).ToFrozenDictionary(pair => pair.key, pair => pair.index);
    return $"{typeof(T).Name} {keys.Select((key, index) => map[key] == index).All(right => right)} {map.ContainsKey(default!)}";
}

void Enums()
{
    Console.WriteLine("-- enums");
    FrozenDictionary<DayOfWeek, string> days = Enum.GetValues<DayOfWeek>().ToFrozenDictionary(day => day, day => day.ToString()[..3]);
    FrozenSet<Wide> wide = FrozenSet.Create(Wide.Low, Wide.High, Wide.Top);
    FrozenDictionary<Narrow, int> narrow = new Dictionary<Narrow, int> { [Narrow.A] = 1, [Narrow.Z] = 26 }.ToFrozenDictionary();
    Console.WriteLine($"{days[DayOfWeek.Friday]} {days.ContainsKey((DayOfWeek)7)} {string.Join(' ', days.OrderBy(pair => pair.Key).Select(pair => pair.Value))} {wide.Contains(Wide.Top)} {wide.Contains((Wide)5)} {wide.Count} {narrow[Narrow.Z]} {narrow.TryGetValue((Narrow)3, out int none)} {none}");
    FrozenSet<ConsoleKey> keys = Enum.GetValues<ConsoleKey>().ToFrozenSet();
    Console.WriteLine($"{keys.Count} {Enumerable.Range(0, 300).Count(i => keys.Contains((ConsoleKey)i) == Enum.IsDefined((ConsoleKey)i))}");
}

void Values()
{
    Console.WriteLine("-- values and objects");
    FrozenDictionary<(int, string), int> tuples = Enumerable.Range(0, 30).ToFrozenDictionary(i => (i % 6, $"{i / 6}"), i => i);
    Console.WriteLine($"{tuples[(3, "4")]} {tuples.ContainsKey((6, "0"))} {tuples.ContainsKey((3, null!))}");
    FrozenSet<Key> colliding = Enumerable.Range(0, 40).Select(i => new Key(i, 1)).ToFrozenSet();
    FrozenDictionary<Key, int> some = Enumerable.Range(0, 40).ToFrozenDictionary(i => new Key(i, i % 4), i => i);
    Console.WriteLine($"{Enumerable.Range(-5, 50).Count(i => colliding.Contains(new Key(i, 1)))} {Enumerable.Range(-5, 50).Count(i => some.TryGetValue(new Key(i, i & 3), out int value) && value == i)} {colliding.Contains(new Key(3, 2))}");
    object[] objects = [new(), "text", 5, Wide.Low, new Key(1, 1)];
    FrozenSet<object> mixed = objects.ToFrozenSet();
    Console.WriteLine($"{objects.All(mixed.Contains)} {mixed.Contains(new object())} {mixed.Contains(5)} {mixed.Contains(5L)} {mixed.Contains(new Key(1, 1))} {mixed.TryGetValue(new string("text"), out object? actual)} {ReferenceEquals(actual, objects[1])}");
    FrozenDictionary<Type, int> types = new[] { typeof(int), typeof(string), typeof(List<>), typeof(List<int>), typeof(int[]) }.Select((type, index) => KeyValuePair.Create(type, index)).ToFrozenDictionary();
    Console.WriteLine($"{types[typeof(List<int>)]} {types[typeof(List<int>).GetGenericTypeDefinition()]} {types.ContainsKey(typeof(uint[]))}");
    FrozenSet<int?> nullable = new int?[] { 1, null, 3 }.ToFrozenSet();
    FrozenSet<string?> withNull = new[] { "a", null, "b", "c", "d" }.ToFrozenSet();
    Console.WriteLine($"{nullable.Contains(null)} {nullable.Contains(2)} {nullable.Count} {withNull.Contains(null)} {withNull.Contains("c")} {withNull.Count}");
}

void Strings()
{
    Console.WriteLine("-- strings");
    string[][] cases =
    [
        [], [""], ["a"], ["a", "b"], ["", "a", "aa", "aaa"], ["x1", "x2", "x3", "x4", "x5", "x6"], ["1x", "2x", "3x", "4x", "5x"], ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta"], ["one", "two", "six", "ten", "One", "TWO"], ["prefix-common-a-end", "prefix-common-b-end", "prefix-common-c-end", "prefix-common-d-end"],
        ["é", "è", "ê", "ë", "É"], ["straße", "STRASSE", "Straße", "strasse"], ["K", "k", "\u212A", "i", "I", "ı", "İ"], ["😀", "😁", "😀😁", "\ud83d"], [.. Enumerable.Range(0, 500).Select(i => $"key{i}")], [.. Enumerable.Range(0, 120).Select(i => new string('z', i))], [.. Enumerable.Range(0, 300).Select(i => $"{i % 17}/{i}/same tail")], ["a\0b", "a\0c", "a", "a\0"],
    ];
    foreach (string[] keys in cases)
    {
        foreach (StringComparer comparer in (StringComparer[])[StringComparer.Ordinal, StringComparer.OrdinalIgnoreCase, StringComparer.InvariantCulture, StringComparer.InvariantCultureIgnoreCase])
        {
            string[] unique = [.. keys.Distinct(comparer)];
            FrozenDictionary<string, int> map = unique.Select((key, index) => KeyValuePair.Create(key, index)).ToFrozenDictionary(comparer);
            FrozenSet<string> set = keys.ToFrozenSet(comparer);
            string[] asked = [.. keys.Concat(keys.Select(key => key.ToUpperInvariant())).Concat(keys.Select(key => key.ToLowerInvariant())).Concat(keys.Select(key => key + "x")).Concat(keys.Select(key => key.Length > 0 ? key[1..] : "y")), "", "zzz", new string('q', 1000), "\ud83d", "é"];
            var plain = new Dictionary<string, int>(unique.Select((key, index) => KeyValuePair.Create(key, index)), comparer);
            bool right = asked.All(key => plain.TryGetValue(key, out int index) == map.TryGetValue(key, out int got) && index == got && set.Contains(key) == plain.ContainsKey(key) && (!set.TryGetValue(key, out string? actual) || actual == unique[index]));
            Console.Write($"{map.Count} {set.Count} {right} {asked.Count(set.Contains)}; ");
        }
        Console.WriteLine();
    }
}

// Keys that differ only in one place, in length, or only far behind.
void StringShapes()
{
    Console.WriteLine("-- shapes of strings");
    for (int place = 0; place < 12; place++)
    {
        string[] keys = [.. Enumerable.Range(0, 20).Select(i => new string('m', place) + (char)('a' + i) + new string('n', 11 - place))];
        string[] upper = [.. keys.Select(key => key.ToUpperInvariant())], accented = [.. keys.Select(key => key + "é")];
        FrozenSet<string> exact = keys.ToFrozenSet(), folded = keys.ToFrozenSet(StringComparer.OrdinalIgnoreCase), foreign = accented.ToFrozenSet(StringComparer.OrdinalIgnoreCase);
        Console.Write($"{keys.Count(exact.Contains)} {upper.Count(exact.Contains)} {upper.Count(folded.Contains)} {accented.Count(key => foreign.Contains(key.ToUpperInvariant()))} {upper.Count(foreign.Contains)}; ");
    }
    Console.WriteLine();
    for (int lengths = 1; lengths < 40; lengths += 6)
    {
        FrozenDictionary<string, int> map = Enumerable.Range(5, lengths).ToFrozenDictionary(length => new string((char)('a' + length % 26), length), length => length);
        Console.Write($"{Enumerable.Range(0, 60).Count(length => map.ContainsKey(new string((char)('a' + length % 26), length)))} {Enumerable.Range(0, 60).Count(length => map.ContainsKey(new string((char)('b' + length % 25), length)))}; ");
    }
    Console.WriteLine();
    string[] words = "abstract as base bool break byte case catch char checked class const continue decimal default delegate do double else enum event explicit extern false finally fixed float for foreach goto if implicit in int interface internal is lock long namespace new null object operator out override params private protected public readonly ref return sbyte sealed short sizeof stackalloc static string struct switch this throw true try typeof uint ulong unchecked unsafe ushort using virtual void volatile while".Split(' ');
    FrozenSet<string> keywords = words.ToFrozenSet(), any = words.ToFrozenSet(StringComparer.OrdinalIgnoreCase);
    FrozenDictionary<string, int> places = words.Select((word, index) => (word, index)).ToFrozenDictionary(pair => pair.word, pair => pair.index, StringComparer.OrdinalIgnoreCase);
    Console.WriteLine($"{keywords.Count} {words.Count(keywords.Contains)} {words.Count(word => keywords.Contains(char.ToUpperInvariant(word[0]) + word[1..]))} {words.Count(word => any.Contains(word.ToUpperInvariant()))} {words.Count(word => any.Contains(word[..^1]))} {words.Sum(word => places[word.ToUpperInvariant()])} {keywords.Contains("ints")} {keywords.Contains("")}");
}

void Comparers()
{
    Console.WriteLine("-- comparers");
    FrozenDictionary<string, int> byLength = new[] { "a", "bb", "ccc" }.ToFrozenDictionary(text => text, text => text.Length, new ByLength());
    FrozenSet<int> modulo = Enumerable.Range(0, 25).ToFrozenSet(new Modulo(10));
    Console.WriteLine($"{byLength["zz"]} {byLength.ContainsKey("four")} {byLength.Comparer is ByLength} {modulo.Count} {modulo.Contains(1007)} {modulo.TryGetValue(33, out int actual)} {actual} {modulo.Comparer is Modulo}");
    Console.WriteLine($"{ReferenceEquals(FrozenSet.Create("a").Comparer, EqualityComparer<string>.Default)} {ReferenceEquals(FrozenSet.Create(StringComparer.Ordinal, "a").Comparer, StringComparer.Ordinal)} {ReferenceEquals(FrozenDictionary<int, int>.Empty.Comparer, EqualityComparer<int>.Default)} {ReferenceEquals(Array.Empty<string>().ToFrozenSet(StringComparer.OrdinalIgnoreCase).Comparer, StringComparer.OrdinalIgnoreCase)}");
    // A dictionary with a comparer of its own does not lend it.
    var source = new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase) { ["A"] = 1 };
    Console.WriteLine($"{source.ToFrozenDictionary().ContainsKey("a")} {source.ToFrozenDictionary(source.Comparer).ContainsKey("a")} {new HashSet<string>(["A"], StringComparer.OrdinalIgnoreCase).ToFrozenSet().Contains("a")}");
    FrozenSet<object> identities = new object[] { "x", new string('x', 1), new string('x', 2) }.ToFrozenSet(ReferenceEqualityComparer.Instance);
    Console.WriteLine($"{identities.Count > 1} {identities.Contains(new string('x', 1))}");
    Console.WriteLine($"{Try(() => new[] { 1, 2 }.ToFrozenSet(new Throwing()))} {Try(() => new[] { 1, 2 }.ToFrozenDictionary(key => key, new Throwing()).Count)}");
}

void Alternates()
{
    Console.WriteLine("-- alternate lookups");
    foreach (StringComparer comparer in (StringComparer[])[StringComparer.Ordinal, StringComparer.OrdinalIgnoreCase])
    {
        foreach (int count in (int[])[1, 3, 8, 200])
        {
            string[] keys = [.. Enumerable.Range(0, count).Select(i => $"Key-{i * 7}")];
            FrozenDictionary<string, int> map = keys.Select((key, index) => (key, index)).ToFrozenDictionary(pair => pair.key, pair => pair.index, comparer);
            FrozenSet<string> set = keys.ToFrozenSet(comparer);
            FrozenDictionary<string, int>.AlternateLookup<ReadOnlySpan<char>> bySpan = map.GetAlternateLookup<ReadOnlySpan<char>>();
            FrozenSet<string>.AlternateLookup<ReadOnlySpan<char>> setBySpan = set.GetAlternateLookup<ReadOnlySpan<char>>();
            int found = 0, folded = 0, wrong = 0;
            foreach (string key in keys)
            {
                ReadOnlySpan<char> span = $"<{key}>".AsSpan()[1..^1];
                found += bySpan[span] == map[key] && setBySpan.Contains(span) && setBySpan.TryGetValue(span, out string? actual) && ReferenceEquals(actual, keys[map[key]]) ? 1 : 0;
                folded += bySpan.TryGetValue(key.ToUpperInvariant(), out int index) && index == map[key] ? 1 : 0;
                wrong += bySpan.ContainsKey($"{key}0") || setBySpan.Contains(key.AsSpan(1)) ? 1 : 0;
            }
            Console.Write($"{count}: {found} {folded} {wrong} {bySpan.ContainsKey("")} {setBySpan.Contains([])} {ReferenceEquals(bySpan.Dictionary, map)} {ReferenceEquals(setBySpan.Set, set)}; ");
        }
        Console.WriteLine();
    }
    FrozenDictionary<string, int> one = FrozenDictionary.Create([new KeyValuePair<string, int>("a", 1)]);
    Console.WriteLine($"{one.TryGetAlternateLookup<ReadOnlySpan<char>>(out _)} {FrozenSet.Create("a").TryGetAlternateLookup<ReadOnlySpan<char>>(out _)} {FrozenSet.Create(StringComparer.Ordinal, "a").TryGetAlternateLookup<ReadOnlySpan<char>>(out _)} {FrozenSet.Create(1).TryGetAlternateLookup<ReadOnlySpan<char>>(out _)} {one.TryGetAlternateLookup<int>(out _)} {FrozenSet<string>.Empty.TryGetAlternateLookup<ReadOnlySpan<char>>(out _)}");
    Console.WriteLine($"{Try(() => FrozenSet.Create(1).GetAlternateLookup<long>().Set.Count)} {Try(() => one.GetAlternateLookup<int>().Dictionary.Count)} {Try(() => default(FrozenSet<string>.AlternateLookup<int>).Set)} {Try(() => default(FrozenSet<string>.AlternateLookup<int>).Contains(1))} {Try(() => one.GetAlternateLookup<ReadOnlySpan<char>>()["none"])}");

    // A comparer with an alternate of its own.
    FrozenDictionary<Version, string> versions = new[] { new Version(1, 0), new Version(2, 1), new Version(2, 5) }.ToFrozenDictionary(version => version, version => version.ToString(), new ByParts());
    FrozenDictionary<Version, string>.AlternateLookup<(int, int)> parts = versions.GetAlternateLookup<(int, int)>();
    Console.WriteLine($"{parts[(2, 1)]} {parts.TryGetValue((2, 2), out string? none)} {none is null} {parts.ContainsKey((1, 0))} {versions.ToFrozenSet().TryGetAlternateLookup<(int, int)>(out _)} {versions.Keys.ToFrozenSet(new ByParts()).GetAlternateLookup<(int, int)>().TryGetValue((2, 5), out Version? version)} {version}");
}

void Sets()
{
    Console.WriteLine("-- sets");
    FrozenSet<int>[] sets = [FrozenSet<int>.Empty, [1, 2, 3], [3, 2, 1], [1, 2, 3, 4], [4, 5], [.. Enumerable.Range(0, 100)]];
    foreach (FrozenSet<int> left in sets)
    {
        foreach (IEnumerable<int> right in (IEnumerable<int>[])[sets[1], sets[5].Where(i => i < 4), new HashSet<int> { 1, 2, 3 }, new[] { 1, 1, 2, 2, 3 }, Array.Empty<int>(), new HashSet<int>([1, 11], new Modulo(10))])
            Console.Write($"{(left.IsSubsetOf(right) ? 's' : '-')}{(left.IsProperSubsetOf(right) ? 'p' : '-')}{(left.IsSupersetOf(right) ? 'S' : '-')}{(left.IsProperSupersetOf(right) ? 'P' : '-')}{(left.Overlaps(right) ? 'o' : '-')}{(left.SetEquals(right) ? '=' : '-')} ");
        Console.WriteLine();
    }
    FrozenSet<string> words = FrozenSet.Create(StringComparer.OrdinalIgnoreCase, "a", "b", "c");
    Console.WriteLine($"{words.SetEquals(["A", "B", "C", "a"])} {words.IsSubsetOf(new HashSet<string> { "A", "B", "C" })} {words.IsProperSupersetOf(FrozenSet.Create("A"))} {words.Overlaps(FrozenSet.Create(StringComparer.OrdinalIgnoreCase, "C"))} {words.TryGetValue("B", out string? actual)} {actual}");
    Console.WriteLine($"{Try(() => words.SetEquals(null!))} {Try(() => words.Overlaps(null!))} {Try(() => words.IsSubsetOf(null!))} {Try(() => ((ISet<string>)words).Add("d"))} {Try(() => { ((ISet<string>)words).ExceptWith(["a"]); return 0; })} {Try(() => { ((ICollection<string>)words).Clear(); return 0; })} {Try(() => ((ICollection<string>)words).Remove("a"))}");
}

void Making()
{
    Console.WriteLine("-- making");
    // Of equal keys the last one wins.
    KeyValuePair<string, int>[] pairs = [new("a", 1), new("b", 2), new("a", 3)];
    FrozenDictionary<string, int> map = pairs.ToFrozenDictionary();
    Console.WriteLine($"{map["a"]} {map.Count} {new[] { "x", "y", "xx" }.ToFrozenDictionary(text => text[0])['x']} {new[] { 1, 11, 2 }.ToFrozenDictionary(i => i % 10, i => i)[1]} {FrozenDictionary.Create(StringComparer.OrdinalIgnoreCase, pairs)["A"]} {FrozenDictionary.Create(pairs).Count}");
    Console.WriteLine($"{ReferenceEquals(map, map.ToFrozenDictionary())} {ReferenceEquals(map, map.ToFrozenDictionary(StringComparer.Ordinal))} {ReferenceEquals(FrozenDictionary<string, int>.Empty, Array.Empty<KeyValuePair<string, int>>().ToFrozenDictionary())} {ReferenceEquals(FrozenSet<int>.Empty, new List<int>().ToFrozenSet())} {FrozenSet.Create("b", "a", "b") is var set && ReferenceEquals(set, set.ToFrozenSet())} {ReferenceEquals(set, set.ToFrozenSet(StringComparer.OrdinalIgnoreCase))} {ReferenceEquals(FrozenSet.Create<int>(), FrozenSet<int>.Empty)}");
    // A copy is made: later changes of the source are not seen.
    var source = new Dictionary<int, List<int>> { [1] = [1] };
    FrozenDictionary<int, List<int>> frozen = source.ToFrozenDictionary();
    source[2] = [2];
    source[1].Add(5);
    Console.WriteLine($"{frozen.Count} {frozen[1].Count}");
    ref readonly int place = ref map.GetValueRefOrNullRef("a");
    Console.WriteLine($"{place} {Unsafe.IsNullRef(in map.GetValueRefOrNullRef("none"))} {Unsafe.AreSame(in place, in map.GetValueRefOrNullRef("a"))} {Unsafe.IsNullRef(in FrozenDictionary<int, int>.Empty.GetValueRefOrNullRef(1))}");
    var large = Enumerable.Range(0, 300).ToFrozenDictionary(i => i, i => new Large(i, i * 2L, $"{i}", i));
    Console.WriteLine($"{large[299]} {large.Values.Sum(value => value.B)} {large.GetValueRefOrNullRef(7).C} {large.TryGetValue(300, out Large none)} {none}");
    Console.WriteLine($"{Message(() => map["none"])} {Message(() => map[null!])} {Message(() => map.ContainsKey(null!))} {Message(() => map.TryGetValue(null!, out _))} {Message(() => ((IEnumerable<int>)null!).ToFrozenSet())} {Message(() => pairs.ToFrozenDictionary((Func<KeyValuePair<string, int>, string>)null!))} {Message(() => new string?[] { "a", null }.ToFrozenDictionary(text => text!))} {Message(() => FrozenDictionary<int, int>.Empty[3])} {Message(() => new[] { 5, 6 }.ToFrozenDictionary(i => i)[7])}");
}

void Interfaces()
{
    Console.WriteLine("-- interfaces");
    FrozenDictionary<int, string> map = Enumerable.Range(0, 5).ToFrozenDictionary(i => i, i => $"{i}");
    IDictionary<int, string> generic = map;
    IDictionary untyped = map;
    IReadOnlyDictionary<int, string> readOnly = map;
    Console.WriteLine($"{generic[3]} {generic.IsReadOnly} {generic.Contains(new(2, "2"))} {generic.Contains(new(2, "3"))} {generic.Keys.Contains(4)} {generic.Values.Contains("9")} {Try(() => generic[1] = "x")} {Try(() => { generic.Add(9, "9"); return 0; })} {Try(() => generic.Remove(1))} {Try(() => { generic.Keys.Clear(); return 0; })}");
    Console.WriteLine($"{untyped[3]} {untyped["3"] is null} {untyped[9] is null} {untyped.Contains(2)} {untyped.Contains("2")} {untyped.IsFixedSize} {untyped.IsReadOnly} {untyped.Keys.Count} {((ICollection)map).IsSynchronized} {Try(() => untyped[1] = "x")} {Try(() => { untyped.Clear(); return 0; })} {readOnly.Keys.Order().Last()} {readOnly.TryGetValue(0, out string? zero)} {zero}");
    var copy = new KeyValuePair<int, string>[7];
    map.CopyTo(copy, 1);
    Console.WriteLine($"{string.Join(' ', copy.OrderBy(pair => pair.Key).ThenBy(pair => pair.Value))} {Try(() => { map.CopyTo(copy, 5); return 0; })} {Try(() => { map.CopyTo(copy, -1); return 0; })} {Try(() => { map.CopyTo(null!, 0); return 0; })}");
    Array array = new DictionaryEntry[5];
    ((ICollection)map).CopyTo(array, 0);
    object[] objects = new object[5];
    ((ICollection)map).CopyTo(objects, 0);
    Console.WriteLine($"{array.Cast<DictionaryEntry>().Sum(entry => (int)entry.Key)} {objects.Cast<KeyValuePair<int, string>>().Sum(pair => pair.Key)} {Try(() => { ((ICollection)map).CopyTo(new int[5], 0); return 0; })} {Try(() => { ((ICollection)map).CopyTo(new int[5, 5], 0); return 0; })}");
    int sum = 0;
    foreach (KeyValuePair<int, string> pair in map)
        sum += pair.Key + int.Parse(pair.Value);
    foreach (DictionaryEntry entry in untyped)
        sum += (int)entry.Key * 100;
    FrozenSet<int> set = map.Keys.ToFrozenSet();
    foreach (int item in set)
        sum += item * 10_000;
    FrozenSet<int>.Enumerator enumerator = set.GetEnumerator();
    Console.WriteLine($"{sum} {Try(() => map.GetEnumerator().Current)} {Try(() => set.GetEnumerator().Current)} {enumerator.MoveNext()} {map.Zip(map.Keys.Zip(map.Values)).All(both => both.First.Key == both.Second.First && both.First.Value == both.Second.Second)} {((IEnumerable<int>)set).Count()}");
    var target = new int[5];
    set.CopyTo(target);
    Console.WriteLine($"{target.Sum()} {set.Items.Length} {map.Keys.Length} {map.Values.IsDefault} {FrozenSet<int>.Empty.Items.IsEmpty} {string.Join(' ', set.Order())}");
}

// The same answers of all kinds for what is not there.
void Defaults()
{
    Console.WriteLine("-- defaults");
    FrozenDictionary<string, int?> map = FrozenDictionary.Create([KeyValuePair.Create<string, int?>("null", null), KeyValuePair.Create<string, int?>("one", 1)]);
    Console.WriteLine($"{map["null"] is null} {map.TryGetValue("null", out int? value)} {value is null} {map.GetValueOrDefault("none", 5)} {map.GetValueOrDefault("one", 5)} {map.GetValueOrDefault("null", 5) is null}");
    FrozenSet<string> empty = FrozenSet<string>.Empty;
    Console.WriteLine($"{empty.Contains("a")} {empty.TryGetValue("a", out string? actual)} {actual is null} {empty.IsSubsetOf([])} {empty.IsProperSubsetOf(["a"])} {empty.Overlaps(["a"])} {Try(() => empty.Contains(null!))} {Try(() => FrozenDictionary<string, int>.Empty.ContainsKey(null!))} {Try(() => FrozenSet.Create("a").Contains(null!))} {Try(() => FrozenSet.Create(StringComparer.OrdinalIgnoreCase, "a", "b", "c", "d", "e").Contains(null!))}");
}

// Read by many threads at once.
void Together()
{
    Console.WriteLine("-- together");
    FrozenDictionary<string, int> map = Enumerable.Range(0, 200).ToFrozenDictionary(i => $"name {i}", i => i, StringComparer.OrdinalIgnoreCase);
    int total = 0;
    Parallel.For(0, 40, round =>
    {
        int mine = 0;
        for (int i = 0; i < 250; i++)
            mine += map.TryGetValue($"NAME {i}", out int value) ? value : -1;
        Interlocked.Add(ref total, mine);
    });
    Console.WriteLine(total);
}

static string Message<T>(Func<T> action)
{
    try
    {
        return $"{action()}";
    }
    catch (Exception e)
    {
        return $"[{e.GetType().Name}: {e.Message.ReplaceLineEndings(" ")}]";
    }
}

enum Wide : long
{
    Low = long.MinValue,
    High = 1L << 40,
    Top = long.MaxValue,
}

enum Narrow : byte
{
    A = 1,
    Z = 255,
}

/// A key that chooses its hash code.
record Key(int Value, int Hash)
{
    public override int GetHashCode() => Hash;
}

record struct Large(int A, long B, string C, decimal D);

class ByLength : IEqualityComparer<string>
{
    public bool Equals(string? left, string? right) => left?.Length == right?.Length;
    public int GetHashCode(string text) => text.Length;
}

class Modulo(int by) : IEqualityComparer<int>
{
    public bool Equals(int left, int right) => left % by == right % by;
    public int GetHashCode(int value) => value % by;
}

class Throwing : IEqualityComparer<int>
{
    public bool Equals(int left, int right) => throw new TimeoutException();
    public int GetHashCode([DisallowNull] int value) => throw new TimeoutException();
}

/// Finds versions by two numbers.
class ByParts : IEqualityComparer<Version>, IAlternateEqualityComparer<(int, int), Version>
{
    public bool Equals(Version? left, Version? right) => left == right;
    public int GetHashCode(Version version) => version.Major * 31 + version.Minor;
    public bool Equals((int, int) alternate, Version other) => alternate.Item1 == other.Major && alternate.Item2 == other.Minor;
    public int GetHashCode((int, int) alternate) => alternate.Item1 * 31 + alternate.Item2;
    public Version Create((int, int) alternate) => new(alternate.Item1, alternate.Item2);
}
