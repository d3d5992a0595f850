// rows: N5-105 N5-106 N5-107 N5-109 N5-111 N5-113 N5-114 N5-115 N5-116 N5-117 N5-118 N5-119 N5-120 N5-121 N5-227
// Collections, LINQ and Uri, where the fast ways of .NET 5 begin and end.
using System.Collections;
using System.Collections.Immutable;

static class Program
{
    sealed class Counted : ICollection<int>
    {
        public int Enumerated { get; private set; }
        public int Count => 3;
        public bool IsReadOnly => true;

        public IEnumerator<int> GetEnumerator()
        {
            Enumerated++;
            return Enumerable.Range(1, 3).GetEnumerator();
        }

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
        public bool Contains(int item) => item is >= 1 and <= 3;
        public void CopyTo(int[] array, int index) => new[] { 1, 2, 3 }.CopyTo(array, index);
        public void Add(int item) => throw new NotSupportedException();
        public bool Remove(int item) => throw new NotSupportedException();
        public void Clear() => throw new NotSupportedException();
    }

    sealed class Colliding(int value)
    {
        public int Value => value;
        public override int GetHashCode() => int.MinValue;
        public override bool Equals(object? other) => other is Colliding { Value: var theirs } && theirs == value;
    }

    static void Main()
    {
        Hashing();
        Immutables();
        Linq();
        Uris();
    }

    static void Hashing()
    {
        var dictionary = new Dictionary<int, string>();
        foreach (int key in (int[])[int.MinValue, -1, 0, 1, int.MaxValue])
            dictionary.Add(key, key.ToString());
        for (int i = 0; i < 3000; i++)
            dictionary[i * 7919] = "x";
        for (int i = 0; i < 3000; i += 2)
            dictionary.Remove(i * 7919);
        Console.WriteLine($"dictionary: {dictionary.Count} {dictionary[int.MinValue]} {dictionary[-1]} {dictionary.TryGetValue(7919, out string? x)} {x} {dictionary.ContainsKey(2 * 7919)} {dictionary.TryAdd(1, "y")} {dictionary.EnsureCapacity(5000) >= 5000}");
        try
        {
            dictionary.Add(-1, "again");
        }
        catch (ArgumentException e)
        {
            Console.WriteLine(e.Message);
        }
        var colliding = Enumerable.Range(0, 50).ToDictionary(i => new Colliding(i), i => i);
        Console.WriteLine($"colliding: {colliding.Count} {colliding[new Colliding(33)]} {colliding.Remove(new Colliding(0), out int removed)} {removed} {colliding.ContainsKey(new Colliding(50))}");
        HashSet<int> set = [.. Enumerable.Range(-500, 1000)], other = [.. Enumerable.Range(0, 2000)];
        Console.WriteLine($"sets: {set.Contains(-500)} {set.Contains(500)} {set.Add(5)} {set.Add(500)} {set.Overlaps(other)} {set.IsSubsetOf(other)}");
        set.SymmetricExceptWith(other);
        Console.WriteLine($"{set.Count} {set.Sum()} {set.TryGetValue(-3, out int actual)} {actual} {set.RemoveWhere(i => i % 2 == 0)} {new HashSet<string>(["a", "A"], StringComparer.OrdinalIgnoreCase).Count}");
    }

    static void Immutables()
    {
        ImmutableArray<int> array = [5, 6, 7], none = default;
        int sum = 0;
        foreach (int i in array)
            sum += i;
        Console.WriteLine($"immutable: {sum} {array.Add(8).Length} {array.Length} {none.IsDefault} {array.SequenceEqual([5, 6, 7])}");
        try
        {
            foreach (int i in none)
                sum += i;
        }
        catch (NullReferenceException e)
        {
            Console.WriteLine(e.GetType().Name);
        }
        ImmutableList<string?> list = [.. Enumerable.Range(0, 300).Select(i => i % 50 == 0 ? null : i.ToString())];
        Console.WriteLine($"list: {list.Contains("299")} {list.Contains("300")} {list.Contains(null)} {ImmutableList<int>.Empty.Contains(0)} {list.Insert(3, "new").IndexOf("new")} {list.RemoveAt(0).Count}");
    }

    static void Linq()
    {
        var counted = new Counted();
        Console.WriteLine($"any: {counted.Any()} {counted.Enumerated} {Enumerable.Range(0, 3).Where(i => i > 5).Any()} {new List<int>().Any()} {"".Any()} {new Hashtable().Cast<object>().Any()}");
        (int, int)[] pairs = [(3, 0), (1, 1), (3, 2), (2, 3), (1, 4)];
        Console.WriteLine($"order: {string.Join(" ", pairs.OrderBy(pair => pair.Item1))} {string.Join(" ", pairs.OrderByDescending(pair => pair.Item1).ThenByDescending(pair => pair.Item2))} {pairs.OrderBy(pair => pair.Item2).Skip(1).First()} {pairs.MinBy(pair => pair.Item1)}");
        try
        {
            _ = new object[] { new(), new() }.OrderBy(o => o).ToList();
        }
        catch (InvalidOperationException e)
        {
            Console.WriteLine(e.GetType().Name);
        }
        List<int> list = [.. Enumerable.Range(0, 10)];
        Console.WriteLine($"skipped: {list.SkipLast(3).Sum()} {list.SkipLast(0).Count()} {list.SkipLast(-1).Count()} {list.SkipLast(20).Any()} {Generated().SkipLast(3).Sum()} {list.Skip(2).SkipLast(2).Last()} {list.TakeLast(2).First()}");
        IEnumerable<int> lazy = list.SkipLast(1);
        list.Add(10);
        Console.WriteLine($"lazy: {lazy.Count()}");
    }

    static IEnumerable<int> Generated()
    {
        for (int i = 0; i < 10; i++)
            yield return i;
    }

    static void Uris()
    {
        foreach (string text in (string[])["https://github.com/dotnet/runtime/pull/36915", "http://user@host:8080/a/../b/./c%20d?q=é#f", "http://bücher.example/", "http://[::1]:80/", "relative/path?x=1", "file:///some/a b", "mailto:a@example.org", "HTTP://EXAMPLE.org:80"])
        {
            var uri = new Uri(text, UriKind.RelativeOrAbsolute);
            Console.WriteLine(uri.IsAbsoluteUri
                ? $"{uri.AbsoluteUri} {uri.Scheme} {uri.Host} {uri.IdnHost} {uri.Port} {uri.PathAndQuery} {ReferenceEquals(uri.PathAndQuery, uri.PathAndQuery)} {uri.Fragment} {uri.IsDefaultPort} {uri.UserInfo} {uri.Segments.Length}"
                : $"{uri} relative {new Uri(new Uri("http://example.org/base/"), uri)}");
        }
        Console.WriteLine($"equal: {new Uri("http://EXAMPLE.org") == new Uri("http://example.org:80/")} {new Uri("http://a/b").Equals(new Uri("http://a/B"))} {new Uri("a/b", UriKind.Relative).Equals(new Uri("a/b", UriKind.Relative))} "
            + $"{new Uri("a/b?ID=5", UriKind.Relative).GetHashCode() == new Uri("a/b?ID=5", UriKind.Relative).GetHashCode()} {new Uri("http://a/#x") == new Uri("http://a/#y")} {new Uri("http://a/b/c").MakeRelativeUri(new Uri("http://a/d"))}");
        foreach (string text in (string[])["plain", "a b", "\uD83D\uDE00é~-_.", "%41%zz%", "\uD83D x", ""])
        {
            string escaped = Uri.EscapeDataString(text), back = Uri.UnescapeDataString(text);
            Console.WriteLine($"[{escaped}] {ReferenceEquals(text, escaped)} [{Uri.UnescapeDataString(escaped).Length}] {ReferenceEquals(text, back)} {back.Length}");
        }
        Console.WriteLine($"bad: {Uri.TryCreate("http://", UriKind.Absolute, out _)} {Uri.TryCreate("http://a b/", UriKind.Absolute, out _)} {Uri.IsWellFormedUriString("http://a/b c", UriKind.Absolute)} {Uri.CheckHostName("256.1.1.1")} {Uri.CheckSchemeName("1a")}");
    }
}
