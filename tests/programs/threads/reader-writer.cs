var rw = new ReaderWriterLockSlim(LockRecursionPolicy.NoRecursion);
var data = new Dictionary<int, int>();
var writers = Enumerable.Range(0, 2).Select(w => new Thread(() =>
{
    for (int i = 0; i < 200; i++)
    {
        rw.EnterWriteLock();
        try
        {
            data[i] = data.GetValueOrDefault(i) + 1;
        }
        finally
        {
            rw.ExitWriteLock();
        }
    }
}));
int bad = 0;
var readers = Enumerable.Range(0, 3).Select(r => new Thread(() =>
{
    for (int i = 0; i < 200; i++)
    {
        rw.EnterReadLock();
        try
        {
            if (data.Values.Any(v => v > 2))
                Interlocked.Increment(ref bad);
        }
        finally
        {
            rw.ExitReadLock();
        }
    }
}));
var all = writers.Concat(readers).ToList();
all.ForEach(t => t.Start());
all.ForEach(t => t.Join());
Console.WriteLine($"{data.Count} {data.Values.Sum()} {bad}");
rw.EnterUpgradeableReadLock();
rw.EnterWriteLock();
Console.WriteLine(rw.IsWriteLockHeld + " " + rw.IsUpgradeableReadLockHeld);
rw.ExitWriteLock();
rw.ExitUpgradeableReadLock();
Console.WriteLine(rw.TryEnterWriteLock(0));
try
{
    rw.EnterWriteLock();
}
catch (LockRecursionException e)
{
    Console.WriteLine(e.GetType().Name);
}
rw.ExitWriteLock();
var spin = new SpinLock();
int count = 0;
Parallel.For(0, 300, _ =>
{
    bool taken = false;
    spin.Enter(ref taken);
    count++;
    spin.Exit();
});
Console.WriteLine(count);
