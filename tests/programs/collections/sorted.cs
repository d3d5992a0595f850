var d = new SortedDictionary<string, int>(StringComparer.Ordinal);
foreach (string s in "delta alpha echo bravo charlie".Split())
    d[s] = s.Length;
Console.WriteLine(string.Join(",", d.Select(p => p.Key + p.Value)));
d.Remove("charlie");
Console.WriteLine(string.Join(",", d.Keys));
var l = new SortedList<int, string> { [3] = "c", [1] = "a", [2] = "b" };
Console.WriteLine(string.Join(",", l.Values) + l.IndexOfKey(2) + l.GetValueAtIndex(0));
var random = new Random(1);
var tree = new SortedDictionary<int, int>();
for (int i = 0; i < 2000; i++)
    tree[random.Next(1000)] = i;
for (int i = 0; i < 500; i++)
    tree.Remove(i);
int previous = -1;
bool ordered = true;
foreach (int k in tree.Keys)
{
    ordered &= k > previous;
    previous = k;
}
Console.WriteLine(ordered + " " + tree.Count + " " + tree.First().Key);
