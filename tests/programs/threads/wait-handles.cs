using var auto = new AutoResetEvent(false);
using var manual = new ManualResetEvent(false);
using var slim = new ManualResetEventSlim();
using var semaphore = new Semaphore(2, 3);
using var semaphoreSlim = new SemaphoreSlim(1);
using var mutex = new Mutex();
using var countdown = new CountdownEvent(3);
Console.WriteLine($"{auto.WaitOne(0)} {manual.WaitOne(1)} {semaphore.WaitOne(0)} {semaphore.WaitOne(0)} {semaphore.WaitOne(0)}");
var t = new Thread(() =>
{
    auto.WaitOne();
    Console.WriteLine("auto passed");
    manual.Set();
});
t.Start();
auto.Set();
manual.WaitOne();
t.Join();
Console.WriteLine($"{auto.WaitOne(0)} {manual.WaitOne(0)} {manual.WaitOne(0)} {semaphore.Release(2)}");
Console.WriteLine(WaitHandle.WaitAny(new WaitHandle[] { auto, manual }, 100));
auto.Set();
Console.WriteLine(WaitHandle.WaitAll(new WaitHandle[] { auto, manual }, 100));
Console.WriteLine(WaitHandle.WaitAny(new WaitHandle[] { auto }, 5) == WaitHandle.WaitTimeout);
int inside = 0;
Parallel.For(0, 8, _ =>
{
    mutex.WaitOne();
    int n = ++inside;
    Thread.Yield();
    inside = n;
    mutex.ReleaseMutex();
});
Console.WriteLine(inside);
for (int i = 0; i < 3; i++)
    ThreadPool.QueueUserWorkItem(_ => countdown.Signal());
countdown.Wait();
Console.WriteLine(countdown.CurrentCount);
slim.Set();
slim.Wait();
semaphoreSlim.Wait();
Console.WriteLine(semaphoreSlim.Wait(0) + " " + semaphoreSlim.Release());
try
{
    mutex.ReleaseMutex();
}
catch (ApplicationException e)
{
    Console.WriteLine(e.Message);
}
try
{
    semaphore.Release(5);
}
catch (SemaphoreFullException e)
{
    Console.WriteLine(e.GetType().Name);
}
var abandoned = new Mutex();
var holder = new Thread(() => abandoned.WaitOne());
holder.Start();
holder.Join();
try
{
    abandoned.WaitOne();
}
catch (AbandonedMutexException e)
{
    Console.WriteLine(e.GetType().Name);
}
var barrier = new Barrier(3, b => Console.WriteLine("phase " + b.CurrentPhaseNumber));
Parallel.Invoke(Enumerable.Range(0, 3).Select<int, Action>(_ => () =>
{
}).ToArray());
var phased = Enumerable.Range(0, 3).Select(_ => new Thread(() =>
{
    for (int i = 0; i < 3; i++)
        barrier.SignalAndWait();
})).ToList();
phased.ForEach(x => x.Start());
phased.ForEach(x => x.Join());
Console.WriteLine(WaitHandle.SignalAndWait(manual, manual));
