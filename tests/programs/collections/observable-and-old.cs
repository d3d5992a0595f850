using System.Collections;
using System.Collections.ObjectModel;
using System.Collections.Specialized;

var observable = new ObservableCollection<int>();
observable.CollectionChanged += (_, e) => Console.Write(e.Action + " ");
observable.Add(1);
observable.Insert(0, 2);
observable[0] = 3;
observable.Move(0, 1);
observable.Clear();
Console.WriteLine();
var table = new Hashtable { ["a"] = 1, [5] = "five" };
Console.WriteLine((int)table["a"]! + (string)table[5]! + table.Count);
var old = new ArrayList { 1, "two", 3.0, null };
Console.WriteLine(old.Count + old[1]!.ToString() + old.Contains(3.0) + old.IndexOf(null));
var ordered = new OrderedDictionary<string, int> { ["z"] = 1, ["y"] = 2 };
ordered.Insert(0, "first", 0);
Console.WriteLine(string.Join(",", ordered.Select(p => p.Key)) + ordered.GetAt(1).Value);
var names = new NameValueCollection { { "k", "1" }, { "k", "2" } };
Console.WriteLine(names["k"]);
var keyed = new Words { "apple", "kiwi" };
Console.WriteLine(keyed[4] + keyed.Contains(5));
foreach (DictionaryEntry e in new SortedList { ["b"] = 2, ["a"] = 1 })
    Console.Write($"{e.Key}{e.Value} ");
Console.WriteLine();

class Words : KeyedCollection<int, string>
{
    protected override int GetKeyForItem(string s) => s.Length;
}
