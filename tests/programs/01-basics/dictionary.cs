var ages = new Dictionary<string, int> { ["ann"] = 31, ["bob"] = 25, ["cid"] = 47 };
ages["ann"]++;
ages.Remove("bob");
ages.Add("dan", 5);
foreach (var pair in ages.OrderBy(p => p.Key, StringComparer.Ordinal))
    Console.WriteLine($"{pair.Key}={pair.Value}");
Console.WriteLine(ages.TryGetValue("bob", out int age) + " " + age);
var numbers = new Dictionary<int, string>();
for (int i = 0; i < 100; i++)
    numbers[i * 31] = "n" + i;
Console.WriteLine(numbers[31 * 50] + numbers.Count);
