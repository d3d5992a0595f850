using System.Collections.Concurrent;

var d = new ConcurrentDictionary<int, int>();
Parallel.For(0, 2000, i => d.AddOrUpdate(i % 50, 1, (_, n) => n + 1));
Console.WriteLine(d.Count + " " + d.Values.Sum() + " " + d.GetOrAdd(7, -1) + " " + d.TryRemove(7, out int r) + r);
var q = new ConcurrentQueue<int>();
Parallel.For(0, 1000, q.Enqueue);
Console.WriteLine(q.Count + " " + q.Sum());
long taken = 0;
Parallel.For(0, 1000, _ =>
{
    if (q.TryDequeue(out int x))
        Interlocked.Add(ref taken, x);
});
Console.WriteLine(taken + " " + q.IsEmpty);
var s = new ConcurrentStack<int>();
s.PushRange(new[] { 1, 2, 3 });
s.TryPop(out int top);
Console.WriteLine(top);
var bag = new ConcurrentBag<int>();
Parallel.For(0, 500, bag.Add);
Console.WriteLine(bag.Sum());
using var blocking = new BlockingCollection<int>(4);
var producer = Task.Run(() =>
{
    for (int i = 0; i < 100; i++)
        blocking.Add(i);
    blocking.CompleteAdding();
});
Console.WriteLine(blocking.GetConsumingEnumerable().Sum());
producer.Wait();
var lazy = new ConcurrentDictionary<string, Lazy<int>>();
int created = 0;
Parallel.For(0, 100, i => lazy.GetOrAdd("k", _ => new Lazy<int>(() => Interlocked.Increment(ref created))).Value.ToString());
Console.WriteLine(created);
