// A heap limit: what runs into it gets an OutOfMemoryException and can go on when it lets go of its memory.
// skip: gcstress a full heap, collected at every allocation
// skip: verify the same
// env: DOTNET_GCHeapHardLimit=0x4000000
static class Program
{
    class Node { public Node? next; public long a, b; }
    struct Big { public long a, b, c; public object o; }

    // Under a conservative collector what ended frames left on the stack may keep the list.
    [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
    static void WipeStack()
    {
        Span<byte> area = stackalloc byte[16384];
        area.Clear();
    }

    [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
    static (OutOfMemoryException, bool) Fill(Action<List<object>> fill)
    {
        var held = new List<object>();
        try { while (true) fill(held); }
        catch (OutOfMemoryException e) { return (e, held.Count > 10); }
    }

    static void Fill(string name, Action<List<object>> fill)
    {
        for (int round = 0; round < 2; round++)
        {
            var (e, many) = Fill(fill);
            WipeStack();
            Console.WriteLine($"{name}: {e.Message} {many} {e.InnerException == null} {e.HResult:x}");
        }
    }

    // What the threads held may be found free a moment after they have ended.
    static byte[] Eventually(Func<byte[]> make)
    {
        for (int attempts = 100; ; attempts--)
        {
            try { return make(); }
            catch (OutOfMemoryException) when (attempts > 0) { WipeStack(); Thread.Sleep(20); }
        }
    }

    static void Try(string name, Func<object?> action)
    {
        try { Console.WriteLine($"{name}: {action()}"); }
        catch (Exception e) { Console.WriteLine($"{name}: {e.GetType().Name}: {e.Message}"); }
    }

    static OutOfMemoryException List()
    {
        Node? list = null;
        try { while (true) list = new Node { next = list }; } catch (OutOfMemoryException e) { return e; }
    }

    static OutOfMemoryException Text()
    {
        string text = "text";
        try { while (true) text += text; } catch (OutOfMemoryException e) { return e; }
    }

    static OutOfMemoryException Builder()
    {
        var builder = new System.Text.StringBuilder();
        try { while (true) builder.Append('x', 100_000); } catch (OutOfMemoryException e) { return e; }
    }

    static OutOfMemoryException Map()
    {
        var map = new Dictionary<int, string>();
        try { for (int i = 0; ; i++) map.Add(i, i.ToString()); } catch (OutOfMemoryException e) { return e; }
    }

    static void Main()
    {
        Fill("bytes", held => held.Add(new byte[100_000]));
        Fill("small arrays", held => held.Add(new int[20]));
        Fill("objects", held => held.Add(new Node()));
        Fill("boxes", held => held.Add(new Big()));
        Fill("strings", held => held.Add(new string('x', 500)));
        Fill("matrices", held => held.Add(new double[50, 50]));
        Fill("jagged", held => held.Add(Enumerable.Range(0, 20).Select(_ => new long[100]).ToArray()));
        Fill("delegates", held => { int n = held.Count; held.Add((Func<int>)(() => n)); });
        Fill("reflection", held => held.Add(Activator.CreateInstance(typeof(Node))!));
        Fill("clones", held => held.Add(new int[300].Clone()));
        foreach (Func<OutOfMemoryException> grow in new[] { List, Text, Builder, Map })
        {
            OutOfMemoryException e = grow();
            WipeStack();
            Console.WriteLine($"{grow.Method.Name}: {e.Message}");
        }

        int caught = 0;
        var threads = new List<Thread>();
        for (int i = 0; i < 4; i++)
        {
            var thread = new Thread(() =>
            {
                Fill(held => held.Add(new byte[3000]));
                Interlocked.Increment(ref caught);
            });
            threads.Add(thread);
            thread.Start();
        }
        foreach (Thread thread in threads) thread.Join();
        Console.WriteLine(caught > 0);

        foreach (var (a, b) in new[] { (50000, 50000), (65536, 65536), (int.MaxValue, 1), (0x7fffffc8, 1), (1 << 20, 1 << 20), (0, -1), (-1, 5), (46341, 46341) })
        {
            Try($"new {a} {b}", () => new int[a, b].Length);
            Try($"create {a} {b}", () => Array.CreateInstance(typeof(int), a, b).Length);
            Try($"bounds {a} {b}", () => Array.CreateInstance(typeof(byte), [a, b], [int.MaxValue, 1]).Length);
        }
        Try("vector", () => new long[int.MaxValue].Length);
        Try("create", () => Array.CreateInstance(typeof(int), int.MaxValue).Length);
        Try("uninitialized", () => GC.AllocateUninitializedArray<long>(int.MaxValue).Length);
        Try("pinned", () => GC.AllocateArray<long>(10_000_000, true).Length);
        Try("string", () => new string('a', int.MaxValue).Length);
        Try("string of the limit", () => new string('a', 0x3fffffdf).Length);
        Try("list", () => new List<int>(int.MaxValue).Capacity);
        Try("resize", () => { int[] array = []; Array.Resize(ref array, int.MaxValue); return array.Length; });
        Try("native", () => System.Runtime.InteropServices.Marshal.AllocHGlobal((nint)1 << 60));
        Console.WriteLine("goes on " + Eventually(() => new byte[1000000]).Length);
    }
}
