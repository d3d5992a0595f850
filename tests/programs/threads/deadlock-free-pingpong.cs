using var ping = new SemaphoreSlim(1);
using var pong = new SemaphoreSlim(0);
var log = new System.Text.StringBuilder();
var a = new Thread(() =>
{
    for (int i = 0; i < 200; i++)
    {
        ping.Wait();
        if (i % 50 == 0)
            log.Append("ping ");
        pong.Release();
    }
});
var b = new Thread(() =>
{
    for (int i = 0; i < 200; i++)
    {
        pong.Wait();
        if (i % 50 == 0)
            log.Append("pong ");
        ping.Release();
    }
});
a.Start();
b.Start();
a.Join();
b.Join();
Console.WriteLine(log);
var results = new int[8];
using var barrier = new Barrier(8);
var threads = Enumerable.Range(0, 8).Select(n => new Thread(() =>
{
    for (int round = 0; round < 20; round++)
    {
        results[n] += round;
        barrier.SignalAndWait();
        if (results.Any(r => r != results[n]))
            throw new Exception("out of step");
        barrier.SignalAndWait();
    }
})).ToList();
threads.ForEach(t => t.Start());
threads.ForEach(t => t.Join());
Console.WriteLine(results.Sum());
object first = new(), second = new();
int swaps = 0;
Parallel.For(0, 50, i =>
{
    lock (first)
        lock (second)
            swaps++;
});
Console.WriteLine(swaps);
