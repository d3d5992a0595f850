var list = new List<string> { "b", "a", "c" };
list.Insert(1, "x");
list.AddRange(new[] { "z", "y" });
list.InsertRange(0, list.GetRange(2, 2));
Console.WriteLine(string.Join(",", list));
list.Sort(StringComparer.Ordinal);
Console.WriteLine(string.Join(",", list) + list.BinarySearch("x", StringComparer.Ordinal));
list.RemoveAt(0);
list.RemoveRange(0, 2);
Console.WriteLine(string.Join(",", list) + list.Remove("none") + list.Remove("x"));
Console.WriteLine(list.Find(s => s.CompareTo("x") > 0) + list.FindIndex(s => s == "y") + list.FindLast(s => s.Length == 1));
Console.WriteLine(string.Join(",", list.ConvertAll(s => s.ToUpperInvariant())));
try
{
    foreach (string s in list)
        list.Add(s);
}
catch (InvalidOperationException e)
{
    Console.WriteLine(e.Message);
}
list.Capacity = 100;
list.TrimExcess();
Console.WriteLine(list.Capacity == list.Count);
list.ForEach(s => Console.Write(s));
Console.WriteLine();
var copy = new string[10];
list.CopyTo(copy, 2);
Console.WriteLine(copy[2] + list.AsReadOnly()[0]);
System.Runtime.InteropServices.CollectionsMarshal.AsSpan(list)[0] = "changed";
Console.WriteLine(list[0]);
System.Collections.IList untyped = list;
try
{
    untyped.Add(5);
}
catch (ArgumentException e)
{
    Console.WriteLine(e.Message);
}
