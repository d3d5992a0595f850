using System.Threading.Channels;

var bounded = Channel.CreateBounded<int>(5);
var producer = Task.Run(async () =>
{
    for (int i = 0; i < 100; i++)
        await bounded.Writer.WriteAsync(i);
    bounded.Writer.Complete();
});
long sum = 0;
await foreach (int x in bounded.Reader.ReadAllAsync())
    sum += x;
await producer;
Console.WriteLine(sum);
var unbounded = Channel.CreateUnbounded<string>(new UnboundedChannelOptions { SingleReader = true });
var workers = Enumerable.Range(0, 4).Select(w => Task.Run(async () =>
{
    for (int i = 0; i < 25; i++)
    {
        await Task.Yield();
        unbounded.Writer.TryWrite($"{w}:{i}");
    }
})).ToArray();
await Task.WhenAll(workers);
unbounded.Writer.Complete();
var items = new List<string>();
while (await unbounded.Reader.WaitToReadAsync())
    while (unbounded.Reader.TryRead(out string? item))
        items.Add(item);
items.Sort(StringComparer.Ordinal);
Console.WriteLine(items.Count + items[0] + items[^1]);
using var semaphore = new SemaphoreSlim(2);
int concurrent = 0, most = 0;
await Task.WhenAll(Enumerable.Range(0, 10).Select(async _ =>
{
    await semaphore.WaitAsync();
    try
    {
        int now = Interlocked.Increment(ref concurrent);
        lock (items)
            most = Math.Max(most, now);
        await Task.Delay(2);
    }
    finally
    {
        Interlocked.Decrement(ref concurrent);
        semaphore.Release();
    }
}));
Console.WriteLine(most <= 2);
