object gate = new();
int locked = 0, interlocked = 0;
long total = 0;
var threads = Enumerable.Range(0, 4).Select(n => new Thread(() =>
{
    for (int i = 0; i < 20000; i++)
    {
        lock (gate)
            locked++;
        Interlocked.Increment(ref interlocked);
        Interlocked.Add(ref total, n);
    }
})).ToList();
threads.ForEach(t => t.Start());
threads.ForEach(t => t.Join());
Console.WriteLine($"{locked} {interlocked} {total}");
var modern = new Lock();
int guarded = 0;
Parallel.For(0, 1000, _ =>
{
    lock (modern)
        guarded++;
});
Console.WriteLine(guarded);
lock (gate)
{
    lock (gate)
    {
        Console.WriteLine(Monitor.IsEntered(gate));
    }
    Console.WriteLine(Monitor.IsEntered(gate));
}
Console.WriteLine(Monitor.IsEntered(gate));
bool taken = false;
var other = new Thread(() => taken = Monitor.TryEnter(gate, 20));
lock (gate)
{
    other.Start();
    other.Join();
}
Console.WriteLine(taken);
try
{
    Monitor.Exit(gate);
}
catch (SynchronizationLockException e)
{
    Console.WriteLine(e.Message);
}
