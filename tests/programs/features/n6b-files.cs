// rows: N6b-006 N6b-008 N6b-009 N6b-011 N6b-013 N6b-018 N6b-019 N6b-020 N6b-021 N6b-022 N6b-023 N6b-032 N6b-035
// Files: what buffering makes visible when, positions and lengths, handles without a stream, and the questions about paths.
using Microsoft.Win32.SafeHandles;
using System.Text;

static class Program
{
    static readonly string folder = Directory.CreateTempSubdirectory("celer-n6b-").FullName;

    static string At(string name) => Path.Combine(folder, name);

    static void Try(string what, Func<object?> action)
    {
        try { Console.WriteLine($"{what}: {action()}"); }
        catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name}"); }
    }

    static async Task Main()
    {
        await Buffering();
        Lengths();
        await AtOffsets();
        Opening();
        Questions();
        await WholeFiles();
        Moves();
        Paths();
        Directory.Delete(folder, recursive: true);
    }

    /// A stream with a buffer holds back what is written; one without does not.
    static async Task Buffering()
    {
        foreach (int bufferSize in new[] { 0, 1, 16 })
        {
            foreach (bool isAsync in new[] { false, true })
            {
                using var stream = new FileStream(At("buffered"), FileMode.Create, FileAccess.ReadWrite, FileShare.ReadWrite, bufferSize, isAsync);
                long Visible() => new FileInfo(At("buffered")).Length;
                stream.Write("abc"u8);
                long written = Visible();
                await stream.WriteAsync("defghijklmnopqrstuvw"u8.ToArray());
                long more = Visible();
                await stream.FlushAsync();
                stream.Position = 2;
                var middle = new byte[4];
                int read = await stream.ReadAsync(middle);
                Console.WriteLine($"buffer {bufferSize} async {stream.IsAsync}: {written} {more} {Visible()}, {read} {Encoding.ASCII.GetString(middle)}, at {stream.Position}");
                var canceled = new CancellationToken(true);
                Try("  canceled", () => stream.ReadAsync(middle, canceled).AsTask().GetAwaiter().GetResult());
            }
        }
        using var both = new FileStream(At("buffered"), FileMode.Open, FileAccess.ReadWrite, FileShare.None, 8, true);
        Task<int>[] reads = [.. Enumerable.Range(0, 5).Select(_ => both.ReadAsync(new byte[4], 0, 4))];
        Console.WriteLine($"reads begun together: {string.Join(" ", await Task.WhenAll(reads))}");
    }

    static void Lengths()
    {
        using var stream = new FileStream(At("length"), FileMode.CreateNew);
        stream.Write("0123456789"u8);
        stream.SetLength(4);
        Console.WriteLine($"cut: {stream.Length} at {stream.Position}");
        stream.SetLength(8);
        Console.WriteLine($"grown: {stream.Length} at {stream.Position}");
        stream.Position = 12;
        stream.WriteByte((byte)'x');
        stream.Position = 0;
        var all = new byte[20];
        int read = stream.Read(all);
        Console.WriteLine($"{read}: {string.Join(",", all[..read])}");
        Try("negative length", () => { stream.SetLength(-1); return "set"; });
        Try("before the start", () => stream.Seek(-1, SeekOrigin.Begin));
        using var reader = new FileStream(At("length"), FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        Try("length of a reader", () => { reader.SetLength(1); return "set"; });
    }

    static async Task AtOffsets()
    {
        using SafeFileHandle handle = File.OpenHandle(At("random"), FileMode.Create, FileAccess.ReadWrite, FileShare.None, FileOptions.Asynchronous);
        Console.WriteLine($"handle: {handle.IsInvalid} {handle.IsClosed} {handle.IsAsync} {RandomAccess.GetLength(handle)}");
        RandomAccess.Write(handle, "hello"u8, 3);
        await RandomAccess.WriteAsync(handle, new ReadOnlyMemory<byte>[] { "ab"u8.ToArray(), Array.Empty<byte>(), "cde"u8.ToArray() }, 8);
        var all = new byte[16];
        Console.WriteLine($"{RandomAccess.Read(handle, all, 0)}: {string.Join(",", all)}");
        byte[] first = new byte[4], second = new byte[20];
        long scattered = RandomAccess.Read(handle, new Memory<byte>[] { first, second }, 2);
        Console.WriteLine($"scattered {scattered}: {string.Join(",", first)} | {string.Join(",", second)}");
        Console.WriteLine($"behind the end: {await RandomAccess.ReadAsync(handle, all, 100)}");
        Try("negative offset", () => RandomAccess.Read(handle, all, -1));
        Try("no buffers", () => RandomAccess.Read(handle, (IReadOnlyList<Memory<byte>>)null!, 0));
        var content = new byte[100_000];
        new Random(6).NextBytes(content);
        await Task.WhenAll(Enumerable.Range(0, 10).Select(i => RandomAccess.WriteAsync(handle, content.AsMemory(i * 10_000, 10_000), i * 10_000).AsTask()));
        int[] sums = await Task.WhenAll(Enumerable.Range(0, 10).Select(async i =>
        {
            var part = new byte[10_000];
            int read = await RandomAccess.ReadAsync(handle, part, (9 - i) * 10_000);
            return read - part.AsSpan().SequenceCompareTo(content.AsSpan((9 - i) * 10_000, 10_000));
        }));
        Console.WriteLine($"at once: {sums.Sum()}");
        RandomAccess.SetLength(handle, 10);
        Console.WriteLine($"length {RandomAccess.GetLength(handle)}");
        handle.Dispose();
        Try("disposed", () => RandomAccess.GetLength(handle));
        Try("null", () => RandomAccess.GetLength(null!));
    }

    static void Opening()
    {
        Try("a folder", () => new FileStream(folder, FileMode.Open));
        Try("a folder's handle", () => File.OpenHandle(folder));
        Try("nothing there", () => new FileStream(At("none"), FileMode.Open));
        Try("no folder there", () => new FileStream(At("no/ne"), FileMode.Create));
        Try("there already", () => new FileStream(At("random"), FileMode.CreateNew));
        Try("append reads", () => { using var f = new FileStream(At("random"), FileMode.Append); return f.ReadByte(); });
        Try("append", () => { using var f = new FileStream(At("random"), FileMode.Append); f.WriteByte(1); return f.Position; });
        Try("truncated", () => { using var f = new FileStream(At("random"), FileMode.Truncate); return f.Length; });
        Try("reserved", () => { using var f = new FileStream(At("reserved"), new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write, PreallocationSize = 4096 }); return f.Length; });
        Try("shared", () => { using var f = new FileStream(At("random"), FileMode.Open, FileAccess.ReadWrite, FileShare.None); using var g = new FileStream(At("random"), FileMode.Open); return g; });
    }

    static void Questions()
    {
        foreach (string? path in new[] { At("random"), At("random/"), At("random/x"), At("none"), folder, folder + "/", "", " ", null, "a\0b" })
            Console.WriteLine($"{path?.Replace(folder, "$").Replace('\0', '0') ?? "null"}: file {File.Exists(path)}, folder {Directory.Exists(path)}");
        var time = new DateTime(2021, 8, 17, 12, 34, 56, DateTimeKind.Utc).AddTicks(1234567);
        File.SetLastWriteTimeUtc(At("random"), time);
        DateTime got = File.GetLastWriteTimeUtc(At("random"));
        Console.WriteLine($"written {got:O} {got.Kind} {got == time} {File.GetLastWriteTime(At("random")).Kind} {File.GetLastWriteTimeUtc(At("none")):O}");
    }

    static async Task WholeFiles()
    {
        string text = string.Concat(Enumerable.Range(0, 50_000).Select(i => (char)('a' + i % 26))) + "äöü€😀";
        await File.WriteAllTextAsync(At("text"), text);
        Console.WriteLine($"{new FileInfo(At("text")).Length} {await File.ReadAllTextAsync(At("text")) == text}");
        await File.WriteAllTextAsync(At("text"), text, Encoding.BigEndianUnicode);
        Console.WriteLine($"{new FileInfo(At("text")).Length} {File.ReadAllText(At("text")) == text}");
        await File.WriteAllTextAsync(At("text"), (string?)null);
        Console.WriteLine(new FileInfo(At("text")).Length);
        await File.WriteAllBytesAsync(At("bytes"), [1, 2, 3]);
        Console.WriteLine(string.Join(",", await File.ReadAllBytesAsync(At("bytes"))));
        Console.WriteLine($"a file without a length: {File.ReadAllBytes("/proc/self/status").Length > 0}");
        Try("canceled", () => File.WriteAllTextAsync(At("text"), "x", new CancellationToken(true)).ContinueWith(t => t.Status, TaskScheduler.Default).Result);
    }

    static void Moves()
    {
        File.WriteAllText(At("from"), "moved");
        File.Move(At("from"), At("to"));
        File.WriteAllText(At("from"), "again");
        Try("onto another", () => { File.Move(At("from"), At("to")); return "moved"; });
        File.Move(At("from"), At("to"), overwrite: true);
        Console.WriteLine($"{File.Exists(At("from"))} {File.ReadAllText(At("to"))}");
        Try("from nowhere", () => { File.Move(At("none"), At("to2")); return "moved"; });
        // Another volume where the machine has one there.
        string other = Directory.Exists("/dev/shm") ? "/dev/shm" : Path.GetTempPath();
        string target = Path.Combine(other, "celer-n6b-" + Guid.NewGuid().ToString("N"));
        File.Move(At("to"), target);
        Console.WriteLine($"{File.Exists(At("to"))} {File.ReadAllText(target)}");
        File.Move(target, At("to"));
        Console.WriteLine($"{File.Exists(target)} {File.ReadAllText(At("to"))}");
    }

    static void Paths()
    {
        foreach ((string path, string root) in new[] { ("a/b", "/x/y"), ("../a", "/x/y"), ("../../../a", "/x"), ("/a/./b/../c", "/x"), ("", "/x//y/"), ("a//b/", "/x"), ("a\0b", "/x"), ("a", "/x\0"), ("a", "x") })
            Try($"{path.Replace('\0', '0')} from {root.Replace('\0', '0')}", () => Path.GetFullPath(path, root));
    }
}
