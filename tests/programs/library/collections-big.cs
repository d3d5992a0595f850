var random = new Random(7);
var reference = new SortedDictionary<int, int>();
var dictionary = new Dictionary<int, int>();
var sortedSet = new SortedSet<int>();
var list = new List<int>();
for (int i = 0; i < 20_000; i++)
{
    int k = random.Next(5000);
    switch (random.Next(4))
    {
        case 0:
            reference[k] = i;
            dictionary[k] = i;
            break;
        case 1:
            reference.Remove(k);
            dictionary.Remove(k);
            break;
        case 2:
            sortedSet.Add(k);
            break;
        default:
            list.Add(k);
            break;
    }
}
Console.WriteLine(reference.Count == dictionary.Count && reference.All(p => dictionary[p.Key] == p.Value));
Console.WriteLine($"{reference.Count} {sortedSet.Count} {list.Count}");
list.Sort();
Console.WriteLine(list.Distinct().Count() + " " + list.GroupBy(x => x % 10).Select(g => g.Count()).Max());
Console.WriteLine(sortedSet.GetViewBetween(1000, 2000).Sum());
var strings = list.Select(x => x.ToString("D5")).ToList();
strings.Sort(StringComparer.Ordinal);
Console.WriteLine(strings.SequenceEqual(list.Select(x => x.ToString("D5"))));
var nested = list.Take(200).ToDictionary(x => (x, random.Next()), x => new List<string> { x.ToString() });
Console.WriteLine(nested.Values.Sum(v => v[0].Length));
