// rows: N6a-116 N6a-117 N6a-118 N6a-119 N6a-120 N6a-121
// Work items that block, in the pool and in one made by hand; the pool adds threads so that all of them meet.
using System.Collections.Concurrent;
using System.Diagnostics;

sealed class NaivePool
{
    readonly BlockingCollection<Action> work = [];

    public NaivePool(int threads)
    {
        for (int i = 0; i < threads; i++)
        {
            // They never end; the process does.
            new Thread(() =>
            {
                foreach (Action action in work.GetConsumingEnumerable())
                    action();
            })
            { IsBackground = true }.Start();
        }
    }

    public void Queue(Action action) => work.Add(action);
}

static class Program
{
    // Sync over async: the last item in the queue is what all the others wait for.
    static void Starvation()
    {
        int items = Environment.ProcessorCount * 4, blocked = 0, most = 0;
        var source = new TaskCompletionSource();
        var tasks = new List<Task>();
        for (int i = 0; i < items; i++)
        {
            tasks.Add(Task.Run(() =>
            {
                int now = Interlocked.Increment(ref blocked);
                source.Task.Wait();
                lock (tasks)
                    most = Math.Max(most, now);
            }));
        }
        tasks.Add(Task.Run(source.SetResult));
        Task.WaitAll([.. tasks]);
        Console.WriteLine($"blocked at once: {most == items}, threads: {ThreadPool.ThreadCount > items}");
    }

    // Waits that the pool is not told of: it notices that nothing leaves the queue.
    static void Gate()
    {
        ThreadPool.GetMinThreads(out int workers, out int ports);
        int items = Environment.ProcessorCount + 2;
        // Not disposed of: the last thread may still be inside of them.
        var all = new CountdownEvent(items);
        var release = new ManualResetEvent(false);
        for (int i = 0; i < items; i++)
        {
            ThreadPool.UnsafeQueueUserWorkItem(_ =>
            {
                all.Signal();
                release.WaitOne();
            }, null);
        }
        Console.WriteLine($"all arrived: {all.Wait(60_000)}, least threads: {workers == Environment.ProcessorCount} {ports >= 1}");
        release.Set();
    }

    // Many short items from inside and outside of the pool: each is run once.
    static void Throughput()
    {
        const int Items = 20_000;
        long before = ThreadPool.CompletedWorkItemCount;
        var runs = new byte[Items];
        var done = new CountdownEvent(Items);
        for (int i = 0; i < Items; i += 10)
        {
            ThreadPool.UnsafeQueueUserWorkItem(first =>
            {
                for (int j = first; j < first + 10; j++)
                {
                    if (j == first)
                        Run(j);
                    else
                        ThreadPool.UnsafeQueueUserWorkItem(Run, j, preferLocal: (j & 1) == 0);
                }
            }, i, preferLocal: false);
        }
        Console.WriteLine($"done: {done.Wait(60_000)}, {runs.All(count => count == 1)}");
        Console.WriteLine($"counted: {SpinWait.SpinUntil(() => ThreadPool.CompletedWorkItemCount - before >= Items, 20_000)}");
        Console.WriteLine($"waiting: {ThreadPool.PendingWorkItemCount}");
        ThreadPool.GetMaxThreads(out int most, out _);
        Console.WriteLine($"threads within limits: {ThreadPool.ThreadCount > 0 && ThreadPool.ThreadCount <= most}");

        void Run(int item)
        {
            runs[item]++;
            done.Signal();
        }
    }

    static void Spinning()
    {
        var spinner = new SpinWait();
        for (int i = 0; i < 30; i++)
            spinner.SpinOnce(sleep1Threshold: -1);
        Console.WriteLine($"spun {spinner.Count} {spinner.NextSpinWillYield}");
        spinner.Reset();
        Console.WriteLine($"reset {spinner.Count}");
        Thread.SpinWait(0);
        Thread.SpinWait(-5);
        // The least of many, so that it says how long the waits are and not how busy the machine is.
        Console.WriteLine($"longer waits take longer: {Least(50_000) > Least(500)}");

        static long Least(int iterations)
        {
            long least = long.MaxValue;
            for (int i = 0; i < 20; i++)
            {
                long start = Stopwatch.GetTimestamp();
                Thread.SpinWait(iterations);
                least = Math.Min(least, Stopwatch.GetTimestamp() - start);
            }
            return least;
        }
    }

    static void Main()
    {
        var naive = new NaivePool(Environment.ProcessorCount);
        var done = new CountdownEvent(1000);
        int sum = 0;
        for (int i = 0; i < 1000; i++)
        {
            int mine = i;
            naive.Queue(() =>
            {
                Interlocked.Add(ref sum, mine);
                done.Signal();
            });
        }
        done.Wait();
        Console.WriteLine(sum);
        Gate();
        Starvation();
        Throughput();
        Type? pool = typeof(ThreadPool).Assembly.GetType("System.Threading.PortableThreadPool");
        Console.WriteLine($"pool in managed code: {pool is { IsClass: true }}");
        foreach (string name in new[] { "GateThread", "HillClimbing", "WorkerThread" })
            Console.WriteLine($"{name} {pool?.GetNestedType(name, System.Reflection.BindingFlags.NonPublic) is not null}");
        Spinning();
    }
}
