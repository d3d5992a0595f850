long sum = 0;
Parallel.For(0, 10000, i => Interlocked.Add(ref sum, i));
Console.WriteLine(sum);
double total = 0;
object gate = new();
Parallel.ForEach(Enumerable.Range(1, 1000), () => 0.0, (x, _, local) => local + x * 0.5, local =>
{
    lock (gate)
        total += local;
});
Console.WriteLine(total);
var squares = new int[100];
Parallel.For(0, 100, new ParallelOptions { MaxDegreeOfParallelism = 3 }, i => squares[i] = i * i);
Console.WriteLine(squares.Sum());
Console.WriteLine(Enumerable.Range(0, 1000).AsParallel().Where(x => x % 3 == 0).Select(x => x * 2).Sum());
Console.WriteLine(string.Join(",", Enumerable.Range(0, 20).AsParallel().AsOrdered().Select(x => x * x)));
var result = Parallel.For(0, 1000, (i, state) =>
{
    if (i == 10)
        state.Break();
});
Console.WriteLine(result.LowestBreakIteration);
Parallel.Invoke(() => Interlocked.Increment(ref sum), () => Interlocked.Increment(ref sum));
Console.WriteLine(sum);
int async = 0;
await Parallel.ForEachAsync(Enumerable.Range(0, 50), async (i, token) =>
{
    await Task.Yield();
    Interlocked.Add(ref async, i);
});
Console.WriteLine(async);
var bag = new System.Collections.Concurrent.ConcurrentDictionary<int, int>();
Parallel.For(0, 1000, i => bag.AddOrUpdate(i % 10, 1, (_, old) => old + 1));
Console.WriteLine(string.Join(",", bag.OrderBy(p => p.Key).Select(p => p.Value)));
