// The object that a thread has allocated last is gone when nobody refers to it, although the thread has allocated nothing since.
using System.Runtime.CompilerServices;

const int Threads = 20;
var watched = new WeakReference[Threads];
using var made = new CountdownEvent(Threads);
using var end = new ManualResetEvent(false);
var threads = new Thread[Threads];
for (int i = 0; i < Threads; i++)
{
    int index = i;
    watched[i] = new WeakReference(null);
    threads[i] = new Thread(() =>
    {
        Last.Make(watched[index], index % 2 == 0);
        made.Signal();
        end.WaitOne();
    });
    threads[i].Start();
}
made.Wait();
int alive = Threads;
for (int i = 0; i < 100 && alive > 0; i++)
{
    GC.Collect();
    alive = watched.Count(reference => reference.IsAlive);
    if (alive > 0) Thread.Sleep(10);
}
Console.WriteLine($"alive while their threads wait: {alive}");
end.Set();
foreach (Thread thread in threads)
    thread.Join();

static class Last
{
    // So deep that no frame of what the thread does afterwards lies where this one's callee was.
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Make(WeakReference reference, bool isArray)
    {
        Span<byte> room = stackalloc byte[4000];
        Touch(room);
        MakeBelow(reference, isArray);
        Touch(room);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void MakeBelow(WeakReference reference, bool isArray) => reference.Target = isArray ? new byte[100] : new object();

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Touch(Span<byte> room) => room[^1]++;
}
