var seen = new HashSet<int>();
var objects = new List<object>();
for (int i = 0; i < 1000; i++)
{
    var o = new object();
    objects.Add(o);
    seen.Add(o.GetHashCode());
}
Console.WriteLine(seen.Count > 990);
int[] before = objects.Select(o => o.GetHashCode()).ToArray();
for (int i = 0; i < 3; i++)
    GC.Collect();
Console.WriteLine(objects.Select(o => o.GetHashCode()).SequenceEqual(before));
Parallel.ForEach(objects, o =>
{
    lock (o)
    {
        if (o.GetHashCode() == 0)
            throw new Exception();
    }
});
Console.WriteLine(objects.Select(o => o.GetHashCode()).SequenceEqual(before));
var contended = objects[0];
int counter = 0;
Parallel.For(0, 100, _ =>
{
    lock (contended)
    {
        int n = counter;
        Thread.SpinWait(20);
        counter = n + 1;
    }
});
Console.WriteLine(counter + " " + (contended.GetHashCode() == before[0]));
var identity = new Dictionary<object, int>(ReferenceEqualityComparer.Instance);
string a = new('x', 3), b = new('x', 3);
identity[a] = 1;
identity[b] = 2;
Console.WriteLine(identity.Count + " " + identity[a] + (a == b));
Console.WriteLine(typeof(int).GetHashCode() == typeof(int).GetHashCode());
Console.WriteLine(new Action(() => { }).GetHashCode() != 0);
