var d = new Dictionary<int, string>();
for (int i = 0; i < 1000; i++)
    d[i * 17 % 1009] = "v" + i;
Console.WriteLine(d.Count + d[17] + d.ContainsKey(5000) + d.ContainsValue("v999"));
for (int i = 0; i < 500; i++)
    d.Remove(i);
Console.WriteLine(d.Count + " " + d.Keys.Sum() + " " + d.Values.Sum(v => v.Length));
Console.WriteLine(d.TryAdd(600, "x") + " " + d.TryAdd(1, "one") + " " + d.Remove(1, out string? removed) + removed);
try
{
    d.Add(600, "again");
}
catch (ArgumentException e)
{
    Console.WriteLine(e.Message);
}
var byString = new Dictionary<string, int>();
foreach (string word in "the quick brown fox jumps over the lazy dog the end".Split(' '))
    byString[word] = byString.GetValueOrDefault(word) + 1;
foreach (var (word, count) in byString.OrderByDescending(p => p.Value).ThenBy(p => p.Key, StringComparer.Ordinal).Take(3))
    Console.WriteLine(word + count);
var insertion = new Dictionary<string, int> { ["z"] = 1, ["a"] = 2, ["m"] = 3 };
Console.WriteLine(string.Join(",", insertion.Keys));
ref int slot = ref System.Runtime.InteropServices.CollectionsMarshal.GetValueRefOrAddDefault(insertion, "new", out bool existed);
slot = 42;
Console.WriteLine(insertion["new"] + " " + existed);
var lookup = insertion.GetAlternateLookup<ReadOnlySpan<char>>();
Console.WriteLine(lookup["xnewx".AsSpan(1, 3)]);
var structs = new Dictionary<(int, string), DateTime> { [(1, "a")] = DateTime.UnixEpoch };
Console.WriteLine(structs.ContainsKey((1, "a")));
var custom = new Dictionary<string, int>(new ByLength()) { ["aa"] = 1 };
Console.WriteLine(custom["bb"]);
d.Clear();
Console.WriteLine(d.Count);

class ByLength : IEqualityComparer<string>
{
    public bool Equals(string? a, string? b) => a?.Length == b?.Length;
    public int GetHashCode(string s) => s.Length;
}
