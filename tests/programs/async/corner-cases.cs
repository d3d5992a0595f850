using System.Runtime.CompilerServices;

// async corner cases: exceptions in each place, struct awaiters, ValueTask sources, async iterators with cancellation, AsyncLocal flow, custom builders, ConfigureAwait, async main-like
class P
{
    static List<string> log = new();
    static void W(object? o) => Console.WriteLine(o);
    static async Task<int> A(int n)
    {
        if (n == 0)
            return 1;
        await Task.Yield();
        return await A(n - 1) + 1;
    }

    static async ValueTask<T> V<T>(T t, bool y)
    {
        if (y)
            await Task.Yield();
        return t;
    }

    static async Task Thr(bool y)
    {
        if (y)
            await Task.Yield();
        throw new InvalidOperationException("thr " + y);
    }

    static async Task Fin()
    {
        try
        {
            await Thr(true);
        }
        catch (InvalidOperationException e)when (e.Message.Length > 3)
        {
            W("caught " + e.Message);
            await Task.Yield();
            try
            {
                await Thr(false);
            }
            finally
            {
                await Task.Yield();
                W("fin");
            }
        }
    }

    static async void Void(TaskCompletionSource t)
    {
        await Task.Yield();
        t.SetResult();
    }

    static async IAsyncEnumerable<int> Seq(int n, [EnumeratorCancellation] CancellationToken ct = default)
    {
        try
        {
            for (int i = 0; i < n; i++)
            {
                ct.ThrowIfCancellationRequested();
                if (i % 3 == 0)
                    await Task.Yield();
                yield return i;
            }
        }
        finally
        {
            await Task.Yield();
            W("seq fin");
        }
    }

    static readonly AsyncLocal<string> al = new(c => log.Add($"{c.PreviousValue ?? "n"}>{c.CurrentValue ?? "n"}{(c.ThreadContextChanged ? "" : "!")}"));
    static async Task Flow()
    {
        al.Value = "in";
        await Task.Yield();
        W("flow " + al.Value);
        al.Value = "in2";
        await Task.Delay(1);
        W("flow " + al.Value);
    }

    struct Aw
    {
        int n;
        public Aw(int n)
        {
            this.n = n;
        }

        public A2 GetAwaiter() => new A2(n);
        public struct A2 : ICriticalNotifyCompletion
        {
            int n;
            public A2(int n)
            {
                this.n = n;
            }

            public bool IsCompleted => n == 0;

            public void OnCompleted(Action a) => throw new Exception("unsafe expected");
            public void UnsafeOnCompleted(Action a) => ThreadPool.UnsafeQueueUserWorkItem(_ => a(), null);
            public int GetResult() => n < 0 ? throw new ArgumentException("neg") : n * 2;
        }
    }

    [AsyncMethodBuilder(typeof(MyB<>))]
    class MyT<T>
    {
        public T? R;
        public Exception? E;
        public bool Done;
        public TaskAwaiter<T> GetAwaiter() => (E != null ? Task.FromException<T>(E) : Task.FromResult(R!)).GetAwaiter();
    }

    class MyB<T>
    {
        MyT<T> t = new();
        public static MyB<T> Create() => new();
        public MyT<T> Task => t;

        public void Start<S>(ref S s)
            where S : IAsyncStateMachine => s.MoveNext();
        public void SetStateMachine(IAsyncStateMachine s)
        {
        }

        public void SetResult(T r)
        {
            t.R = r;
            t.Done = true;
        }

        public void SetException(Exception e)
        {
            t.E = e;
        }

        public void AwaitOnCompleted<A, S>(ref A a, ref S s)
            where A : INotifyCompletion where S : IAsyncStateMachine
        {
            var l = s;
            a.OnCompleted(() => l.MoveNext());
        }

        public void AwaitUnsafeOnCompleted<A, S>(ref A a, ref S s)
            where A : ICriticalNotifyCompletion where S : IAsyncStateMachine
        {
            var l = s;
            a.UnsafeOnCompleted(() => l.MoveNext());
        }
    }

    static async MyT<string> Mine(bool t)
    {
        int x = await new Aw(0);
        if (t)
            throw new FormatException("mine");
        return "mine" + x;
    }

    static async Task<string> Many()
    {
        int a = await V(1, true);
        string b = await V("b", false);
        (int, string) c = await V((2, "c"), true);
        decimal d = await V(1.5m, true);
        var span = new int[3];
        span[await V(1, true)] = await V(7, true);
        int? n = await V<int?>(null, true);
        return $"{a}{b}{c}{d}{span[1]}{n ?? -1}{await V('q', true)}{(await V(true, true) ? await V("T", true) : "F")}";
    }

    static async Task<int> Pooled()
    {
        int s = 0;
        for (int i = 0; i < 20; i++)
            s += await PV(i);
        return s;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    static async ValueTask<int> PV(int i)
    {
        await Task.Yield();
        return i;
    }

    static async Task UsingA()
    {
        await using var d = new AD("1");
        await using (new AD("2"))
        {
            W("body");
        }

        await using var d3 = new AD("3");
        W("end");
    }

    class AD(string n) : IAsyncDisposable
    {
        public async ValueTask DisposeAsync()
        {
            await Task.Yield();
            W("dispose " + n);
        }
    }

    static async Task Locks()
    {
        var sem = new SemaphoreSlim(1);
        int c = 0;
        await Task.WhenAll(Enumerable.Range(0, 50).Select(async i =>
        {
            await sem.WaitAsync();
            try
            {
                int t = c;
                await Task.Yield();
                c = t + 1;
            }
            finally
            {
                sem.Release();
            }
        }));
        W(c);
    }

    static async Task<int> Main(string[] args)
    {
        W(await A(50));
        await Fin().ContinueWith(t => W(t.Exception!.InnerException!.Message));
        var tcs = new TaskCompletionSource();
        Void(tcs);
        await tcs.Task;
        W(await Many());
        W(await Pooled());
        await UsingA();
        await Locks();
        await foreach (var i in Seq(5))
            Console.Write(i + " ");
        await foreach (var i in Seq(10))
        {
            if (i == 2)
                break;
        }

        var cts = new CancellationTokenSource();
        try
        {
            await foreach (var i in Seq(10).WithCancellation(cts.Token))
                if (i == 4)
                    cts.Cancel();
        }
        catch (OperationCanceledException e)
        {
            W("cancel " + (e.CancellationToken == cts.Token));
        }

        al.Value = "main";
        await Flow();
        W(al.Value);
        using (ExecutionContext.SuppressFlow())
        {
            var t = Task.Run(() => al.Value);
            ((IAsyncResult)t).AsyncWaitHandle.WaitOne(); // Result might run it here, where the value is
            W(t.Result ?? "null");
        }

        W(log[0] + log[1]);
        W(await new Aw(5));
        try
        {
            await new Aw(-1);
        }
        catch (ArgumentException e)
        {
            W(e.Message);
        }

        W(await Mine(false));
        try
        {
            await Mine(true);
        }
        catch (FormatException e)
        {
            W(e.Message);
        }

        var all = Task.WhenAll(Thr(true), Thr(false), Task.FromCanceled(new CancellationToken(true)));
        try
        {
            await all;
        }
        catch (InvalidOperationException) // of either
        {
            W(string.Join(", ", all.Exception!.InnerExceptions.Select(e => e.Message).Order()));
        }

        W((await Task.WhenAny(Task.Delay(-1), Task.FromResult(3))).Status);
        await Task.WhenAll();
        W(await Task.FromResult(1).WaitAsync(TimeSpan.FromSeconds(5)));
        try
        {
            await Task.Delay(-1).WaitAsync(TimeSpan.FromMilliseconds(5));
        }
        catch (TimeoutException e)
        {
            W(e.Message);
        }

        await Task.FromException(new Exception("x")).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await foreach (var t in Task.WhenEach(Task.FromResult(1)))
            W(t.Result);
        var lz = new Lazy<Task<int>>(async () =>
        {
            await Task.Yield();
            return 5;
        });
        W(await lz.Value + await lz.Value);
        Func<Task<int>> lam = async () =>
        {
            try
            {
                return await V(1, true);
            }
            finally
            {
                W("lam");
            }
        };
        W(await lam());
        W(await Task.Run(async () =>
        {
            await Task.Yield();
            return 8;
        }));
        try
        {
            Task.Run(() => throw new Exception("inner")).Wait();
        }
        catch (AggregateException e)
        {
            W(e.Message);
        }

        try
        {
            await Task.Run(() =>
            {
                throw new AggregateException(new Exception("a1"), new Exception("a2"));
            });
        }
        catch (AggregateException e)
        {
            W(e.InnerExceptions.Count);
        }

        var ch = System.Threading.Channels.Channel.CreateBounded<int>(2);
        var prod = Task.Run(async () =>
        {
            for (int i = 0; i < 10; i++)
                await ch.Writer.WriteAsync(i);
            ch.Writer.Complete(new Exception("done"));
        });
        int sum = 0;
        try
        {
            await foreach (int x in ch.Reader.ReadAllAsync())
                sum += x;
        }
        catch (Exception e)
        {
            W(sum + e.Message);
        }

        W(Trace(await Catch(async () => await Outer())));
        return 42;
    }

    static async Task<Exception> Catch(Func<Task> f)
    {
        try
        {
            await f();
            return null!;
        }
        catch (Exception e)
        {
            return e;
        }
    }

    static async Task Outer()
    {
        await Mid();
    }

    static async Task Mid()
    {
        await Task.Yield();
        await Inner();
    }

    static async Task Inner()
    {
        await Task.Yield();
        throw new Exception("deep async");
    }

    static string Trace(Exception e) => string.Join("|", e.StackTrace!.Split('\n').Select(x => x.Trim().Split('(')[0]));
}
