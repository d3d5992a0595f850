var list = new List<int>();
for (int i = 0; i < 20; i++)
    list.Add(i * 7 % 11);
list.Sort();
Console.WriteLine(string.Join(",", list));
list.RemoveAll(x => x % 2 == 0);
list.Reverse();
Console.WriteLine(string.Join(",", list));
Console.WriteLine(list.IndexOf(7) + " " + list.Contains(8) + " " + list.Count);
