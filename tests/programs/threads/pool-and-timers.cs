using var done = new CountdownEvent(50);
int sum = 0;
for (int i = 0; i < 50; i++)
    ThreadPool.QueueUserWorkItem(n =>
    {
        Interlocked.Add(ref sum, n);
        done.Signal();
    }, i, preferLocal: false);
done.Wait();
Console.WriteLine(sum);
int ticks = 0;
using var three = new CountdownEvent(3);
using (var timer = new Timer(_ =>
{
    if (Interlocked.Increment(ref ticks) <= 3)
        three.Signal();
}, null, 5, 5))
    three.Wait();
Console.WriteLine("three ticks");
var once = new TaskCompletionSource<string>();
using var single = new Timer(state => once.TrySetResult((string)state!), "fired", 10, Timeout.Infinite);
Console.WriteLine(once.Task.Result);
using var periodic = new PeriodicTimer(TimeSpan.FromMilliseconds(5));
for (int i = 0; i < 3; i++)
    Console.WriteLine(await periodic.WaitForNextTickAsync());
var registered = new ManualResetEvent(false);
var result = new TaskCompletionSource<bool>();
ThreadPool.RegisterWaitForSingleObject(registered, (_, timedOut) => result.TrySetResult(timedOut), null, 5000, true);
registered.Set();
Console.WriteLine(await result.Task);
ThreadPool.GetMinThreads(out int workers, out _);
Console.WriteLine(workers > 0);
Console.WriteLine(await Task.Run(() => Thread.CurrentThread.IsThreadPoolThread && Thread.CurrentThread.IsBackground));
