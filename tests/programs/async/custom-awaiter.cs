using System.Runtime.CompilerServices;

readonly struct Delayed(int n)
{
    public Awaiter GetAwaiter() => new(n);
    public readonly struct Awaiter(int n) : ICriticalNotifyCompletion
    {
        public bool IsCompleted => n == 0;
        public int GetResult() => n * 2;
        public void OnCompleted(Action a) => UnsafeOnCompleted(a);
        public void UnsafeOnCompleted(Action a)
        {
            Console.WriteLine("scheduled");
            ThreadPool.UnsafeQueueUserWorkItem(static s => ((Action)s!)(), a);
        }
    }
}

class Context : SynchronizationContext
{
    readonly Queue<(SendOrPostCallback, object?)> queue = new();
    public override void Post(SendOrPostCallback d, object? state)
    {
        lock (queue)
        {
            queue.Enqueue((d, state));
            Monitor.Pulse(queue);
        }
    }
    public void Run(Func<Task> f)
    {
        SetSynchronizationContext(this);
        Task t = f();
        t.ContinueWith(_ => Post(_ => { }, null), TaskScheduler.Default);
        while (!t.IsCompleted)
        {
            (SendOrPostCallback, object?) item;
            lock (queue)
            {
                while (queue.Count == 0)
                    Monitor.Wait(queue);
                item = queue.Dequeue();
            }
            item.Item1(item.Item2);
        }
        SetSynchronizationContext(null);
        t.GetAwaiter().GetResult();
    }
}

static class Program
{
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    static async ValueTask<int> Pooled(int n)
    {
        await Task.Yield();
        return n;
    }

    static void Main()
    {
        int main = Environment.CurrentManagedThreadId;
        new Context().Run(async () =>
        {
            Console.WriteLine(await new Delayed(0) + await new Delayed(21));
            await Task.Delay(5);
            Console.WriteLine(Environment.CurrentManagedThreadId == main);
            await Task.Delay(5).ConfigureAwait(false);
            Console.WriteLine(Environment.CurrentManagedThreadId == main);
        });
        int sum = 0;
        for (int i = 0; i < 5; i++)
            sum += Pooled(i).AsTask().Result;
        Console.WriteLine(sum);
    }
}
