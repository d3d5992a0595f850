var a = new HashSet<int> { 1, 2, 3, 4 };
var b = new HashSet<int> { 3, 4, 5 };
Console.WriteLine(string.Join(",", a.Intersect(b)) + "|" + string.Join(",", a.Union(b).Order()) + "|" + string.Join(",", a.Except(b)));
var c = new HashSet<int>(a);
c.SymmetricExceptWith(b);
Console.WriteLine(string.Join(",", c.Order()) + c.IsSubsetOf(a) + a.Overlaps(b) + a.SetEquals(new[] { 4, 3, 2, 1 }));
c.UnionWith(b);
c.RemoveWhere(x => x % 2 == 0);
Console.WriteLine(string.Join(",", c.Order()) + c.Add(1) + c.Add(100));
var sorted = new SortedSet<string>(StringComparer.Ordinal) { "pear", "apple", "fig", "date" };
Console.WriteLine(string.Join(",", sorted) + sorted.Min + sorted.Max + string.Join(",", sorted.GetViewBetween("b", "f")));
sorted.Remove("fig");
Console.WriteLine(string.Join(",", sorted.Reverse()));
var words = new HashSet<string>(StringComparer.OrdinalIgnoreCase) { "A", "a", "B" };
Console.WriteLine(words.Count + " " + words.TryGetValue("b", out string? actual) + actual);
var many = new HashSet<long>();
for (long i = 0; i < 5000; i++)
    many.Add(i * i % 10007);
Console.WriteLine(many.Count);
