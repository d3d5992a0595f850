// Lock, ReaderWriterLock(Slim), SpinLock, Barrier, CountdownEvent, SemaphoreSlim: recursion, upgrades, misuse.
static class Program
{
    static void Try(string name, Func<object?> action)
    {
        try { Console.WriteLine($"{name}: {action()}"); }
        catch (Exception e) { Console.WriteLine($"{name}: {e.GetType().Name}: {e.Message.Split('\n')[0]}"); }
    }
    static void Try(string name, Action action) => Try(name, () => { action(); return "fine"; });
    static T Other<T>(Func<T> body) { T result = default!; var t = new Thread(() => result = body()); t.Start(); t.Join(); return result; }

    static void Main()
    {
        var l = new Lock();
        Try("lock exit", () => l.Exit());
        using (l.EnterScope()) using (l.EnterScope()) Try("held", () => $"{l.IsHeldByCurrentThread} {Other(() => l.TryEnter(2))}");
        Try("free", () => $"{l.IsHeldByCurrentThread} {Other(() => { bool e = l.TryEnter(); if (e) l.Exit(); return e; })}");
        Try("try -2", () => l.TryEnter(-2));

        var slim = new ReaderWriterLockSlim();
        Try("read", slim.EnterReadLock);
        Try("recursive read", slim.EnterReadLock);
        Try("write under read", slim.EnterWriteLock);
        Try("others read", () => Other(() => { bool r = slim.TryEnterReadLock(5); if (r) slim.ExitReadLock(); return r; }));
        Try("others write", () => Other(() => slim.TryEnterWriteLock(5)));
        Try("exit read", slim.ExitReadLock);
        Try("exit read again", slim.ExitReadLock);
        Try("upgradeable", slim.EnterUpgradeableReadLock);
        Try("other upgradeable", () => Other(() => slim.TryEnterUpgradeableReadLock(5)));
        Try("upgrade", slim.EnterWriteLock);
        Console.WriteLine($"{slim.IsWriteLockHeld} {slim.IsUpgradeableReadLockHeld} {slim.IsReadLockHeld} {slim.CurrentReadCount} {slim.WaitingWriteCount}");
        Try("dispose held", slim.Dispose);
        slim.ExitWriteLock();
        slim.ExitUpgradeableReadLock();
        Try("dispose", slim.Dispose);
        Try("disposed", slim.EnterReadLock);
        var recursive = new ReaderWriterLockSlim(LockRecursionPolicy.SupportsRecursion);
        recursive.EnterWriteLock();
        recursive.EnterWriteLock();
        recursive.EnterReadLock();
        Console.WriteLine($"{recursive.RecursiveWriteCount} {recursive.RecursiveReadCount}");

        var old = new ReaderWriterLock();
        old.AcquireReaderLock(-1);
        LockCookie cookie = old.UpgradeToWriterLock(-1);
        Console.WriteLine($"{old.IsWriterLockHeld} {old.IsReaderLockHeld} {old.WriterSeqNum}");
        Try("other timeout", () => Other<object?>(() => { try { old.AcquireReaderLock(5); return "got"; } catch (ApplicationException e) { return e.Message; } }));
        old.DowngradeFromWriterLock(ref cookie);
        old.ReleaseReaderLock();
        Try("released too often", old.ReleaseReaderLock);
        Try("released writer", old.ReleaseWriterLock);

        var spin = new SpinLock(true);
        bool taken = false;
        spin.Enter(ref taken);
        Console.WriteLine($"{taken} {spin.IsHeld} {spin.IsHeldByCurrentThread}");
        try { bool again = false; spin.Enter(ref again); } catch (LockRecursionException e) { Console.WriteLine(e.GetType().Name); }
        spin.Exit();
        try { spin.Exit(); } catch (SynchronizationLockException e) { Console.WriteLine(e.GetType().Name); }

        int phases = 0;
        using var barrier = new Barrier(3, b => { phases++; if (b.CurrentPhaseNumber == 2) throw new FormatException("post"); });
        var failures = new int[3];
        var threads = Enumerable.Range(0, 3).Select(i => new Thread(() =>
        {
            for (int p = 0; p < 4; p++)
                try { barrier.SignalAndWait(); } catch (BarrierPostPhaseException e) when (e.InnerException is FormatException) { failures[i]++; }
        })).ToList();
        threads.ForEach(t => t.Start());
        threads.ForEach(t => t.Join());
        Console.WriteLine($"{phases} {string.Join(",", failures)} {barrier.CurrentPhaseNumber} {barrier.AddParticipants(2)} {barrier.ParticipantCount}");
        Try("too many removed", () => barrier.RemoveParticipants(9));
        Try("barrier timeout", () => barrier.SignalAndWait(2));
        using var countdown = new CountdownEvent(2);
        Try("signal 3", () => countdown.Signal(3));
        Try("signal 2", () => countdown.Signal(2));
        Try("signal set", () => countdown.Signal());
        Try("add to set", () => countdown.AddCount());
        Try("try add", () => countdown.TryAddCount());
        countdown.Reset(1);
        Try("wait", () => countdown.Wait(2));
        using var semaphore = new SemaphoreSlim(1, 2);
        Try("release 5", () => semaphore.Release(5));
        Try("wait", () => $"{semaphore.Wait(0)} {semaphore.Wait(2)} {semaphore.CurrentCount}");
        var source = new CancellationTokenSource(5);
        Try("cancelled wait", () => semaphore.Wait(Timeout.Infinite, source.Token));
        Try("cancelled async", () => semaphore.WaitAsync(source.Token).IsCanceled);
        Task waiting = semaphore.WaitAsync();
        semaphore.Release();
        Try("async", () => waiting.Wait(10000));
        using var slimEvent = new ManualResetEventSlim();
        Try("slim cancelled", () => slimEvent.Wait(Timeout.Infinite, source.Token));
        Try("slim handle", () => { slimEvent.Set(); return slimEvent.WaitHandle.WaitOne(0); });
        Try("lazy", () => { var lazy = new Lazy<int>(() => throw new FormatException("lazy"), LazyThreadSafetyMode.ExecutionAndPublication); try { return lazy.Value; } catch (FormatException) { return lazy.Value; } });
        Try("lazy recursion", () => { Lazy<int> lazy = null!; lazy = new Lazy<int>(() => lazy.Value); return lazy.Value; });
        Try("interlocked null", () => Interlocked.Exchange(ref System.Runtime.CompilerServices.Unsafe.NullRef<int>(), 1));
    }
}
