using System.Collections.Frozen;
using System.Collections.Immutable;

var list = ImmutableList.Create(1, 2, 3);
var more = list.Add(4).Insert(0, 0).RemoveAt(2);
Console.WriteLine(string.Join(",", list) + "|" + string.Join(",", more));
var array = ImmutableArray.Create("a", "b").Add("c");
Console.WriteLine(array.Length + array[^1] + array.IndexOf("b"));
var d = ImmutableDictionary<string, int>.Empty.Add("x", 1).SetItem("y", 2).SetItem("x", 10);
Console.WriteLine(d["x"] + d["y"] + d.Count);
var sorted = ImmutableSortedSet.Create(5, 1, 3).Union(new[] { 2, 1 });
Console.WriteLine(string.Join(",", sorted));
var builder = ImmutableArray.CreateBuilder<int>();
for (int i = 0; i < 100; i++)
    builder.Add(i * i);
Console.WriteLine(builder.ToImmutable().Sum());
var stack = ImmutableStack<int>.Empty.Push(1).Push(2);
Console.WriteLine(stack.Peek() + string.Join(",", stack.Pop()));
var queue = ImmutableQueue.Create(1, 2, 3).Enqueue(4).Dequeue();
Console.WriteLine(string.Join(",", queue));
var frozen = Enumerable.Range(0, 100).ToFrozenDictionary(i => i, i => i * 2);
Console.WriteLine(frozen[50] + " " + frozen.ContainsKey(100));
var strings = new[] { "alpha", "beta", "gamma", "delta" }.ToFrozenSet(StringComparer.Ordinal);
Console.WriteLine(strings.Contains("gamma") + " " + strings.Contains("Gamma") + strings.Count);
var ignore = new Dictionary<string, int> { ["One"] = 1, ["Two"] = 2 }.ToFrozenDictionary(StringComparer.OrdinalIgnoreCase);
Console.WriteLine(ignore["ONE"] + ignore["two"]);
