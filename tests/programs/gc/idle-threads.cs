// A thread that waits for work keeps nothing of the work that it has done: pool threads, the timer thread, consumers of queues, the
// finalizer thread. One object may stay: roots on stacks are found conservatively.
using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using System.Threading.Channels;

var watched = new List<WeakReference>();
var channel = Channel.CreateUnbounded<object>();
int received = 0, observed = 0, ticks = 0;
var consumer = Task.Run(async () => { await foreach (object o in channel.Reader.ReadAllAsync()) Interlocked.Increment(ref received); });
using var go = new AutoResetEvent(false);
using var done = new AutoResetEvent(false);
object box = null;
var waiter = new Thread(() => { for (;;) { go.WaitOne(); Work.Touch(Interlocked.Exchange(ref box, null)); done.Set(); } }) { IsBackground = true };
waiter.Start();
TaskScheduler.UnobservedTaskException += (_, e) => { Interlocked.Increment(ref observed); e.SetObserved(); };

Check("pool", () => { using var ran = new ManualResetEventSlim(); ThreadPool.QueueUserWorkItem(s => { Work.Touch(s); ran.Set(); }, Watch(new Node())); ran.Wait(); });
Check("task", () => Task.Run(() => Work.Touch(Watch(new Node()))).Wait());
Check("timer", () => { using var ran = new ManualResetEventSlim(); using var timer = new Timer(s => { Work.Touch(s); ran.Set(); }, Watch(new Node()), 1, -1); ran.Wait(); });
Check("timer, asleep", () => { int before = ticks; var timer = new Timer(s => { Work.Touch(s); Interlocked.Increment(ref ticks); }, Watch(new Finalized()), 1, -1); while (Volatile.Read(ref ticks) == before) Thread.Sleep(1); timer.Dispose(); });
Check("channel, asleep", () => { int before = received; channel.Writer.TryWrite(Watch(new Finalized())); while (Volatile.Read(ref received) == before) Thread.Sleep(1); });
Check("channel", () => { int before = received; channel.Writer.TryWrite(Watch(new Node())); SpinWait.SpinUntil(() => Volatile.Read(ref received) > before); });
Check("events", () => { box = Watch(new Node()); go.Set(); done.WaitOne(); });
Check("many events", () => { box = Watch(new Node()); go.Set(); WaitHandle.WaitAny([done]); });
Check("finalizer", () => Watch(new Finalized()));
Check("thread", () => { object o = Watch(new Node()); var t = new Thread(() => Work.Touch(o)); t.Start(); t.Join(); });
Check("delay", () => Delayed().Wait());
for (int i = 0; i < 5; i++) Fault();
for (int i = 0; i < 100 && observed < 5; i++) { Work.Collect(); Thread.Sleep(10); }
Console.WriteLine($"unobserved exceptions, all but one at least: {observed >= 4}");

[MethodImpl(MethodImplOptions.NoInlining)]
object Watch(object o) { lock (watched) watched.Add(new WeakReference(o)); return o; }
async Task Delayed() { object o = Watch(new Node()); await Task.Delay(1); Work.Touch(o); }
[MethodImpl(MethodImplOptions.NoInlining)]
void Fault() { var task = Task.Run(() => throw new InvalidOperationException()); ((IAsyncResult)task).AsyncWaitHandle.WaitOne(); }

// What a thread still does after it has told that it is done ends some time; then it is idle.
void Check(string name, Action work)
{
    watched.Clear();
    for (int i = 0; i < 10; i++) work();
    int alive = 10;
    for (int i = 0; i < 100 && alive > 1; i++)
    {
        Work.Collect();
        alive = watched.Count(w => w.IsAlive);
        if (alive > 1) Thread.Sleep(10);
    }
    Console.WriteLine($"{name}: {(alive <= 1 ? "gone" : alive + " alive")}");
}

class Node { }
class Finalized { ~Finalized() { } }
static class Work
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Touch(object o) => o.GetHashCode();
    public static void Collect() { GC.Collect(); GC.WaitForPendingFinalizers(); GC.Collect(); }
}
