// env: DOTNET_PROCESSOR_COUNT=64
// rows: N7b-033 N7b-034 N7b-035 N7b-036 N7b-037 N7b-038 N7b-039 N7b-040
// The thread pool with its queues (several global ones, as on a machine of 64 processors), timers, sockets, contexts and the reader-writer lock.
using System.Net;
using System.Net.Sockets;

static class Program
{
    static async Task Main()
    {
        Console.WriteLine(Environment.ProcessorCount);
        Queues();
        await Timers();
        await Echo();
        Contexts();
        await Flow();
        Locks();
    }

    /// Items put into the global queues, and into local ones by items that then keep their thread, so that other threads have to take them.
    static void Queues()
    {
        const int outer = 200, inner = 50;
        using var done = new CountdownEvent(outer + outer * inner);
        long sum = 0;
        for (int i = 0; i < outer; i++)
        {
            ThreadPool.QueueUserWorkItem(number =>
            {
                var stolen = new CountdownEvent(inner);
                for (int k = 0; k < inner; k++)
                {
                    ThreadPool.QueueUserWorkItem(value =>
                    {
                        Interlocked.Add(ref sum, value);
                        stolen.Signal();
                        done.Signal();
                    }, number * inner + k, preferLocal: true);
                }
                if (number == 0)
                    stolen.Wait(); // its own queue is emptied by others only
                done.Signal();
            }, i, preferLocal: false);
        }
        done.Wait();
        Console.WriteLine($"items {sum}, on pool threads {Task.Run(() => Thread.CurrentThread.IsThreadPoolThread).Result}, pending {ThreadPool.PendingWorkItemCount}");
    }

    static async Task Timers()
    {
        const int count = 10_000;
        int fired = 0;
        var all = new TaskCompletionSource();
        var timers = new Timer[count];
        for (int i = 0; i < count; i++)
        {
            timers[i] = new Timer(_ =>
            {
                if (Interlocked.Increment(ref fired) == count)
                    all.SetResult();
            }, null, i % 50, Timeout.Infinite);
        }
        await all.Task;
        Console.WriteLine($"timers {fired}");
        int never = 0;
        var stopped = new Timer(_ => never++, null, 100_000, Timeout.Infinite);
        Console.WriteLine($"{stopped.Change(200_000, 0)} {Timer.ActiveCount >= 1}");
        await stopped.DisposeAsync();
        Console.WriteLine($"{stopped.Change(0, 0)} {never}");
        using var cancelled = new CancellationTokenSource(TimeSpan.FromMilliseconds(5));
        try
        {
            await Task.Delay(Timeout.Infinite, cancelled.Token);
        }
        catch (OperationCanceledException)
        {
            Console.WriteLine("delay cancelled by a timer");
        }
        foreach (Timer timer in timers)
            timer.Dispose();
    }

    static async Task Echo()
    {
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen(16);
        Task server = Task.WhenAll(Enumerable.Range(0, 16).Select(async _ =>
        {
            using Socket socket = await listener.AcceptAsync();
            byte[] buffer = new byte[4096];
            int got;
            while ((got = await socket.ReceiveAsync(buffer.AsMemory())) > 0)
                await socket.SendAsync(buffer.AsMemory(0, got));
        }));
        long[] sums = await Task.WhenAll(Enumerable.Range(0, 16).Select(async client =>
        {
            using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            await socket.ConnectAsync(listener.LocalEndPoint!);
            byte[] sent = [.. Enumerable.Range(0, 1000).Select(i => (byte)(i + client))], back = new byte[1000];
            long sum = 0;
            for (int round = 0; round < 20; round++)
            {
                await socket.SendAsync(sent.AsMemory());
                for (int got = 0; got < back.Length;)
                    got += await socket.ReceiveAsync(back.AsMemory(got));
                sum += back.AsSpan().SequenceEqual(sent) ? 1 : 0;
            }
            socket.Shutdown(SocketShutdown.Send);
            return sum;
        }));
        await server;
        Console.WriteLine($"echoed {sums.Sum()}");
    }

    /// A context with 0 to 20 values passes through each of the maps that hold them.
    static void Contexts()
    {
        AsyncLocal<int>[] locals = [.. Enumerable.Range(0, 20).Select(_ => new AsyncLocal<int>())];
        for (int count = 0; count <= locals.Length; count++)
        {
            ExecutionContext? before = ExecutionContext.Capture();
            for (int i = 0; i < count; i++)
                locals[i].Value = i + 1;
            ExecutionContext full = ExecutionContext.Capture()!;
            if (count > 0)
                locals[count / 2].Value = 0; // the default value, which removes it
            int kept = 0;
            ExecutionContext.Run(full, _ => kept = locals.Sum(local => local.Value), null);
            Console.Write($"{count}:{locals.Sum(local => local.Value)}/{kept} ");
            ExecutionContext.Restore(before!);
        }
        Console.WriteLine(locals.Sum(local => local.Value));
    }

    static async Task Flow()
    {
        var changes = new List<string>();
        var local = new AsyncLocal<string?>(change =>
        {
            lock (changes)
                changes.Add($"{change.PreviousValue}>{change.CurrentValue}{(change.ThreadContextChanged ? "!" : "")}");
        });
        local.Value = "a";
        string? inner = await Task.Run(async () =>
        {
            string? seen = local.Value;
            local.Value = "b";
            await Task.Yield();
            return seen + local.Value;
        });
        using (ExecutionContext.SuppressFlow())
        {
            Task<string?> elsewhere = Task.Run(() => local.Value);
            ((IAsyncResult)elsewhere).AsyncWaitHandle.WaitOne(); // unlike Wait, which may run it here
            inner += "," + (elsewhere.Result ?? "nothing");
        }
        lock (changes)
            Console.WriteLine($"{inner} {local.Value} {changes[0]} {changes.Contains("a>b")}");
    }

    static void Locks()
    {
        using var gate = new ReaderWriterLockSlim();
        int entered = 0, written = 0;
        Task.WaitAll([.. Enumerable.Range(0, 100).Select(i => Task.Run(() =>
        {
            for (int round = 0; round < 50; round++)
            {
                gate.EnterReadLock();
                Interlocked.Increment(ref entered);
                gate.ExitReadLock();
            }
            gate.EnterWriteLock();
            written++;
            gate.ExitWriteLock();
        }))]);
        Console.WriteLine($"entered {entered}, written {written}, now {gate.CurrentReadCount} {gate.IsWriteLockHeld}");
    }
}
