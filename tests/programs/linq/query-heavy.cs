var random = new Random(99);
var orders = Enumerable.Range(1, 500).Select(i => new { Id = i, Customer = "c" + random.Next(20), Amount = random.Next(1, 1000) / 10m, Day = random.Next(30) }).ToList();
var top = orders.GroupBy(o => o.Customer).Select(g => (g.Key, Total: g.Sum(o => o.Amount), Count: g.Count(), Max: g.Max(o => o.Amount)))
    .OrderByDescending(t => t.Total).ThenBy(t => t.Key, StringComparer.Ordinal).Take(5);
foreach (var t in top)
    Console.WriteLine(t);
var perDay = from o in orders group o by o.Day into g where g.Count() > 18 orderby g.Key select $"{g.Key}:{g.Average(o => o.Amount):F2}";
Console.WriteLine(string.Join(" ", perDay));
var pairs = from a in Enumerable.Range(1, 30) from b in Enumerable.Range(a, 30) let c = Math.Sqrt(a * a + b * b) where c == (int)c && c <= 40 select (a, b, (int)c);
Console.WriteLine(string.Join(" ", pairs));
Console.WriteLine(orders.Where(o => o.Id % 7 == 0).Select(o => o.Amount).DefaultIfEmpty().Average().ToString("F4"));
var matrix = Enumerable.Range(0, 4).Select(r => Enumerable.Range(0, 4).Select(c => r * 4 + c).ToArray()).ToArray();
var transposed = Enumerable.Range(0, 4).Select(c => matrix.Select(r => r[c]));
Console.WriteLine(string.Join("|", transposed.Select(r => string.Join(",", r))));
