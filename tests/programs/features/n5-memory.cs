// rows: N5-004 N5-006 N5-021 N5-199 N5-200 N5-202
// What the collector is asked for: arrays that are not cleared, arrays that do not move, memory that is given back.
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;

static unsafe class Program
{
    struct WithReference
    {
        public long Number;
        public object? Reference;
    }

    static void Main()
    {
        Console.WriteLine($"uncleared: {GC.AllocateUninitializedArray<byte>(5).Length} {GC.AllocateUninitializedArray<long>(100_000).Length} {GC.AllocateUninitializedArray<int>(0).Length}");

        // References are null in any case, also where they are parts of structures.
        for (int round = 0; round < 20; round++)
        {
            Leave(100_000);
            if (GC.AllocateUninitializedArray<string>(10_000).Any(s => s is not null) || GC.AllocateUninitializedArray<WithReference>(10_000).Any(s => s.Reference is not null))
                Console.WriteLine("a reference");
        }
        Console.WriteLine($"cleared: {GC.AllocateArray<int>(50_000).All(i => i == 0)} {GC.AllocateArray<int>(50_000, pinned: true).All(i => i == 0)}");

        byte[] pinned = GC.AllocateArray<byte>(1000, pinned: true);
        int[] uncleared = GC.AllocateUninitializedArray<int>(1000, pinned: true);
        var before = (nint)Unsafe.AsPointer(ref MemoryMarshal.GetArrayDataReference(pinned));
        var other = (nint)Unsafe.AsPointer(ref MemoryMarshal.GetArrayDataReference(uncleared));
        *(byte*)before = 77;
        for (int i = 0; i < 5; i++)
        {
            Leave(10_000);
            GC.Collect(2, GCCollectionMode.Forced, true, true);
        }
        Console.WriteLine($"stayed: {before == (nint)Unsafe.AsPointer(ref pinned[0])} {other == (nint)Unsafe.AsPointer(ref uncleared[0])} {pinned[0]} {Marshal.UnsafeAddrOfPinnedArrayElement(pinned, 3) - before}");
        Try("negative", () => GC.AllocateArray<int>(-1).Length);
        Try("negative, uncleared", () => GC.AllocateUninitializedArray<int>(-1).Length);
        Try("pinned array of references", () => GC.AllocateArray<string>(3, pinned: true).Length);

        // A burst of large arrays that are dropped is found again by later ones.
        long sum = 0;
        for (int i = 0; i < 200; i++)
        {
            byte[] large = new byte[1_000_000];
            large[i] = (byte)i;
            sum += large[i] + large[^1];
        }
        GC.Collect();
        long after = GC.GetTotalMemory(true);
        Console.WriteLine($"burst: {sum} {after < 100_000_000}");

        // Exceptions by the hundred on two threads, while a third collects.
        int caught = 0;
        Thread[] threads = [.. Enumerable.Range(0, 2).Select(_ => new Thread(() =>
        {
            for (int i = 0; i < 200; i++)
            {
                try
                {
                    Throw(i);
                }
                catch (InvalidOperationException)
                {
                    Interlocked.Increment(ref caught);
                }
            }
        }))];
        foreach (Thread thread in threads)
            thread.Start();
        for (int i = 0; i < 5; i++)
            GC.Collect();
        foreach (Thread thread in threads)
            thread.Join();
        Console.WriteLine($"caught: {caught}");

        var inner = new MemoryStream();
        using (Stream transcoding = Encoding.CreateTranscodingStream(inner, Encoding.Latin1, Encoding.UTF8, leaveOpen: true))
            transcoding.Write(Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat("aé", 3000))));
        Console.WriteLine($"transcoded: {inner.Length} {inner.ToArray().Sum(b => b)}");
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Leave(int count)
    {
        object[] objects = new object[count / 10];
        objects.AsSpan().Fill("something");
        new long[count].AsSpan().Fill(-1);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Throw(int i) => throw new InvalidOperationException(i.ToString());

    static void Try(string name, Func<int> action)
    {
        try
        {
            Console.WriteLine($"{name}: {action()}");
        }
        catch (Exception e)
        {
            Console.WriteLine($"{name}: {e.GetType().Name}");
        }
    }
}
