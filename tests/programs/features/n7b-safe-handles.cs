// rows: N7b-027 N7b-028 N7b-029 N7b-030
// Safe handles: who counts, when the native handle is released, what the finalizer still finds, and in which order to ask for the error.
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

sealed class Descriptor : SafeHandle
{
    public static int Released, Finalized, Traced;
    public static readonly List<int> Log = [];
    readonly string createdBy = Environment.StackTrace;

    public Descriptor() : base(-1, true)
    {
    }

    public Descriptor(int number) : base(-1, true) => SetHandle(number);

    public override bool IsInvalid => handle == -1;

    /// What the debug build of the library keeps to say where a lost handle came from.
    bool WasCreatedIn(string method) => createdBy.Contains(method);

    protected override bool ReleaseHandle()
    {
        Interlocked.Increment(ref Released);
        lock (Log)
            Log.Add((int)handle);
        Marshal.SetLastPInvokeError(777);
        return true;
    }

    protected override void Dispose(bool disposing)
    {
        if (!disposing)
        {
            Interlocked.Increment(ref Finalized);
            if (WasCreatedIn("Repeat"))
                Interlocked.Increment(ref Traced);
        }
        base.Dispose(disposing);
    }
}

static class Program
{
    [DllImport("libc", SetLastError = true)] static extern int close(Descriptor descriptor);
    [DllImport("libc", SetLastError = true)] static extern nint read(Descriptor descriptor, ref byte first, nint count);
    [DllImport("libc")] static extern int pipe(int[] ends);
    [DllImport("libc")] static extern nint write(int descriptor, ref byte first, nint count);

    static void Main()
    {
        Counting();
        DisposedDuringCall();
        Errors();
        Console.WriteLine("never used " + FinalizedOf(() => new Descriptor()));
        Console.WriteLine("disposed " + FinalizedOf(() => new Descriptor(7).Dispose()));
        Console.WriteLine("invalid and disposed " + FinalizedOf(() => new Descriptor().Dispose()));
        Console.WriteLine("declared invalid " + FinalizedOf(() => new Descriptor(8).SetHandleAsInvalid()));
        Console.WriteLine("lost " + FinalizedOf(() => new Descriptor(9)));
        Console.WriteLine($"the finalizer knew where they came from: {Descriptor.Traced == Descriptor.Finalized}");
    }

    static void Counting()
    {
        var descriptor = new Descriptor(100);
        bool added = false;
        descriptor.DangerousAddRef(ref added);
        descriptor.DangerousAddRef(ref added);
        descriptor.Dispose();
        Console.WriteLine($"{added} closed {descriptor.IsClosed}, released {Descriptor.Released}");
        descriptor.DangerousRelease();
        Console.WriteLine($"released {Descriptor.Released}");
        descriptor.DangerousRelease();
        Console.WriteLine($"released {Descriptor.Released}");
        descriptor.Dispose();
        try
        {
            descriptor.DangerousAddRef(ref added);
        }
        catch (ObjectDisposedException e)
        {
            Console.WriteLine(e.ObjectName);
        }
        try
        {
            close(descriptor);
        }
        catch (ObjectDisposedException)
        {
            Console.WriteLine("not called when disposed");
        }
        Console.WriteLine($"{Descriptor.Released} {string.Join(" ", Descriptor.Log)}");
    }

    /// A call that blocks holds a count: Dispose of another thread returns at once, and the handle is released when the call ends.
    static void DisposedDuringCall()
    {
        int[] ends = new int[2];
        pipe(ends);
        var reader = new Descriptor(ends[0]);
        int before = Descriptor.Released, afterCall = -1;
        nint result = 0;
        byte got = 0;
        var thread = new Thread(() =>
        {
            result = read(reader, ref got, 1);
            afterCall = Descriptor.Released;
        });
        thread.Start();
        while ((thread.ThreadState & ThreadState.Unstarted) != 0 || !IsReferenced(reader))
            Thread.Yield();
        reader.Dispose();
        Console.WriteLine($"released during the call: {Descriptor.Released - before}");
        byte sent = 42;
        write(ends[1], ref sent, 1);
        thread.Join();
        Console.WriteLine($"read {result} {got}, released after the call: {afterCall - before}");
    }

    /// Whether somebody else counts on the handle: its state word holds the count above two bits.
    static bool IsReferenced(SafeHandle handle) => (State(handle) >> 2) > 1;

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_state")]
    static extern ref int State(SafeHandle handle);

    static void Errors()
    {
        var bad = new Descriptor(1_000_000);
        Console.WriteLine($"close {close(bad)}, error {Marshal.GetLastPInvokeError()}");
        close(bad);
        bad.Dispose();
        Console.WriteLine($"asked after the release: {Marshal.GetLastPInvokeError()}");
    }

    static int FinalizedOf(Action create)
    {
        const int count = 200;
        int before = Volatile.Read(ref Descriptor.Finalized);
        Repeat(create, count);
        for (int i = 0; i < 10; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        int found = Volatile.Read(ref Descriptor.Finalized) - before;
        return found > count * 9 / 10 ? 100 : found < count / 10 ? 0 : found; // in percent; a conservative collector may keep a few
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Repeat(Action create, int count)
    {
        for (int i = 0; i < count; i++)
            create();
    }
}
