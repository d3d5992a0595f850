int evaluated = 0;
int Note(int x)
{
    evaluated++;
    return x;
}
var source = new List<int> { 1, 2, 3 };
var query = source.Select(Note).Where(x => x > 1);
Console.WriteLine(evaluated);
source.Add(4);
Console.WriteLine(query.Count() + " " + evaluated);
Console.WriteLine(query.First() + " " + evaluated);
var materialized = query.ToList();
source.Clear();
Console.WriteLine(materialized.Count + " " + query.Count());
IEnumerable<int> Infinite()
{
    for (int i = 0; ; i++)
        yield return i;
}
Console.WriteLine(string.Join(",", Infinite().Where(x => x % 7 == 0).Skip(2).Take(5)));
Console.WriteLine(Infinite().TakeWhile(x => x * x < 200).Last());
try
{
    source.Select(x => x).First();
}
catch (InvalidOperationException e)
{
    Console.WriteLine(e.Message);
}
try
{
    new[] { 1, 1 }.Single();
}
catch (InvalidOperationException e)
{
    Console.WriteLine(e.Message);
}
try
{
    ((IEnumerable<int>)null!).Where(x => true);
}
catch (ArgumentNullException e)
{
    Console.WriteLine(e.ParamName);
}
var people = new[] { (Name: "Ann", City: "Oslo", Age: 30), (Name: "Bob", City: "Rome", Age: 40), (Name: "Cid", City: "Oslo", Age: 50) };
var report = from p in people
             group p by p.City into g
             let average = g.Average(p => p.Age)
             orderby average descending
             select new { City = g.Key, average, Names = string.Join("+", g.Select(p => p.Name)) };
foreach (var r in report)
    Console.WriteLine(r);
