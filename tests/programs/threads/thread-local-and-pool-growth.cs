// More blocked work items than cores: the pool must add threads.
using var gate = new ManualResetEventSlim();
using var started = new CountdownEvent(6);
var tasks = Enumerable.Range(0, 6).Select(i => Task.Run(() =>
{
    started.Signal();
    gate.Wait();
    return i;
})).ToArray();
started.Wait();
gate.Set();
Console.WriteLine((await Task.WhenAll(tasks)).Sum());
using var local = new ThreadLocal<List<int>>(() => new List<int>(), trackAllValues: true);
var threads = Enumerable.Range(0, 4).Select(n => new Thread(() =>
{
    for (int i = 0; i < 10; i++)
        local.Value!.Add(i);
})).ToList();
threads.ForEach(t => t.Start());
threads.ForEach(t => t.Join());
Console.WriteLine(local.Values.Count + " " + local.Values.Sum(v => v.Sum()));
Task<int> parent = Task.Factory.StartNew(() =>
{
    int children = 0;
    for (int i = 0; i < 3; i++)
        Task.Factory.StartNew(() => Interlocked.Increment(ref children), TaskCreationOptions.AttachedToParent).Wait();
    return children;
}, TaskCreationOptions.LongRunning);
Console.WriteLine(await parent);
var scheduler = new ConcurrentExclusiveSchedulerPair();
int exclusive = 0;
await Task.WhenAll(Enumerable.Range(0, 100).Select(_ => Task.Factory.StartNew(() => exclusive++, CancellationToken.None, TaskCreationOptions.None, scheduler.ExclusiveScheduler)));
Console.WriteLine(exclusive);
