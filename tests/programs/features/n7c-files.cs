// rows: N7c-035 N7c-036 N7c-038 N7c-039 N7c-040 N7c-041 N7c-043 N7c-044 N7c-045 N7c-046 N7c-047 N7c-048 N7c-049 N7c-050 N7c-051 N7c-053
// Files and directories: copies, creation, moves, deletion, mapped files, whole texts, links; and what each says where it fails.
using System.IO.MemoryMappedFiles;
using System.Text;

string root = Path.Combine(Path.GetTempPath(), Guid.NewGuid().ToString("N"));
Directory.CreateDirectory(root);
string In(params string[] names) => Path.Join([root, .. names]);

// Copies of all sizes, over others, and of what cannot be copied.
foreach (int size in (int[])[0, 1, 4095, 4096, 100_000, 5_000_000])
{
    byte[] bytes = new byte[size];
    new Random(size).NextBytes(bytes);
    File.WriteAllBytes(In("source"), bytes);
    File.Copy(In("source"), In("copy"), overwrite: true);
    byte[] copied = File.ReadAllBytes(In("copy")), later = await File.ReadAllBytesAsync(In("copy"));
    Console.WriteLine($"copied {new FileInfo(In("copy")).Length} {copied.AsSpan().SequenceEqual(bytes)} {later.AsSpan().SequenceEqual(bytes)}");
}
new FileInfo(In("source")).CopyTo(In("second"));
Console.WriteLine($"{new FileInfo(In("second")).Length} {Try(() => File.Copy(In("source"), In("second")))} {Try(() => File.Copy(In("absent"), In("third")))} {Try(() => File.Copy(root, In("third")))} {Try(() => File.Copy(In("source"), root, true))} {Try(() => File.Copy(In("source"), In("no", "where")))}");
Console.WriteLine($"{Try(() => File.ReadAllBytes(In("absent")))} {Try(() => File.ReadAllBytes(root))} {File.ReadAllBytes("/proc/self/status").Length > 100} {(await File.ReadAllBytesAsync("/proc/self/maps")).Length > 1000} {await TryAsync(() => File.ReadAllBytesAsync(In("copy"), new CancellationToken(true)))}");

// Directories: made at once, with their parents, or there already.
Console.WriteLine($"{Directory.CreateDirectory(In("a", "b", "c")).Exists} {Directory.CreateDirectory(In("a", "b", "c")).Name} {Directory.CreateDirectory(In("a", "b") + "/").Exists} {Try(() => Directory.CreateDirectory(In("copy")))} {Try(() => Directory.CreateDirectory(In("copy", "below")))} {Try(() => Directory.CreateDirectory("/proc/none/x"))}");
string deep = In(Enumerable.Repeat("directory-with-a-long-name", 40).ToArray());
Console.WriteLine($"{Directory.CreateDirectory(deep).Exists} {Directory.CreateDirectory(In("é", "日本")).Exists}");

// Moves.
Directory.Move(In("a"), In("moved"));
Directory.Move(In("moved"), In("a"));
Console.WriteLine($"{Directory.Exists(In("a", "b", "c"))} {Directory.Exists(In("moved"))} {Try(() => Directory.Move(In("absent"), In("moved")))} {Try(() => Directory.Move(In("a"), In("é")))} {Try(() => Directory.Move(In("a"), In("copy")))} {Try(() => Directory.Move(In("a"), In("a")))} {Try(() => Directory.Move(In("a"), In("a", "b", "below")))}");
Directory.Move(In("copy"), In("file-moved"));
Console.WriteLine($"a file too {File.Exists(In("file-moved"))} {File.Exists(In("copy"))} {Try(() => Directory.Move(In("file-moved"), In("second")))}");

// Links, with targets longer than what fits on the stack.
Directory.CreateSymbolicLink(In("to-deep"), deep);
File.CreateSymbolicLink(In("to-file"), "file-moved");
File.CreateSymbolicLink(In("to-nothing"), In("nothing"));
Console.WriteLine($"{new DirectoryInfo(In("to-deep")).LinkTarget == deep} {new FileInfo(In("to-file")).LinkTarget} {File.ResolveLinkTarget(In("to-file"), true)!.Name} {new FileInfo(In("to-nothing")).Exists} {File.ResolveLinkTarget(In("to-nothing"), false)!.Exists} {new FileInfo(In("second")).LinkTarget ?? "none"}");

// Deletion: entries of all kinds, and links without what they refer to.
File.WriteAllText(In("a", "b", "file"), "x");
Directory.CreateSymbolicLink(In("a", "to-deep"), deep);
File.CreateSymbolicLink(In("a", "b", "to-nothing"), "nothing");
Console.WriteLine($"{Try(() => Directory.Delete(In("a")))} {Try(() => Directory.Delete(In("a"), true))} {Directory.Exists(In("a"))} {Directory.Exists(deep)} {Try(() => Directory.Delete(In("a"), true))} {Try(() => Directory.Delete(In("second"), true))}");
Directory.Delete(In("to-deep"), true);
Console.WriteLine($"link deleted {Directory.Exists(deep)}");

// Whole texts, short and long, with marks of their encodings.
foreach (string text in (string[])["", "x", "Shall I compare thee to a summer's day?\n", string.Concat(Enumerable.Repeat("é日😀 ", 20_000))])
{
    File.WriteAllText(In("text"), text);
    File.AppendAllText(In("text"), text);
    bool same = File.ReadAllText(In("text")) == text + text;
    await File.WriteAllTextAsync(In("text"), text, Encoding.Unicode);
    await File.AppendAllTextAsync(In("text"), text, Encoding.Unicode);
    Console.WriteLine($"text {text.Length} {same} {new FileInfo(In("text")).Length} {await File.ReadAllTextAsync(In("text")) == text + text} {Convert.ToHexString(File.ReadAllBytes(In("text")).AsSpan(0, 2))}");
}
File.WriteAllText(In("text"), null);
File.AppendAllText(In("new"), "appended");
File.AppendAllLines(In("new"), ["", "line"]);
Console.WriteLine($"{new FileInfo(In("text")).Length} {File.ReadAllText(In("new")).Replace("\n", "\\n")} {Try(() => File.WriteAllText(In("bad"), "a\ud800b"))} {Try(() => File.WriteAllText(root, "x"))} {Try(() => File.WriteAllText("", "x"))} {await TryAsync(() => File.WriteAllTextAsync(In("bad"), "x", new CancellationToken(true)))}");

// Mapped files: each mode, and what is there after a failure.
File.WriteAllBytes(In("map"), [.. Enumerable.Range(0, 10_000).Select(i => (byte)i)]);
using (var map = MemoryMappedFile.CreateFromFile(In("map"), FileMode.Open, null, 0, MemoryMappedFileAccess.Read))
{
    using MemoryMappedViewStream view = map.CreateViewStream(0, 10_000, MemoryMappedFileAccess.Read);
    using MemoryMappedViewAccessor part = map.CreateViewAccessor(5_000, 100, MemoryMappedFileAccess.Read);
    Console.WriteLine($"{view.ReadByte()} {view.ReadByte()} {view.CanWrite} {part.ReadByte(1)} {part.Capacity} {part.PointerOffset < Environment.SystemPageSize} {Try(() => part.Write(0, 1))} {Try(() => map.CreateViewAccessor(0, 1 << 20, MemoryMappedFileAccess.Read))}");
}
using (var map = MemoryMappedFile.CreateFromFile(In("map"), FileMode.Open))
{
    using MemoryMappedViewAccessor view = map.CreateViewAccessor();
    view.Write(3, 0x01020304);
}
Console.WriteLine($"written {BitConverter.ToInt32(File.ReadAllBytes(In("map")), 3):x}");
Console.WriteLine($"{Try(() => MemoryMappedFile.CreateFromFile(In("fresh"), FileMode.Open))} {File.Exists(In("fresh"))} {Try(() => MemoryMappedFile.CreateFromFile(In("fresh"), FileMode.CreateNew))} {File.Exists(In("fresh"))} {Try(() => MemoryMappedFile.CreateFromFile(In("map"), FileMode.CreateNew, null, 10))} {Try(() => MemoryMappedFile.CreateFromFile(In("map"), FileMode.Open, null, 10))} {Try(() => MemoryMappedFile.CreateFromFile(In("map"), FileMode.Append))}");
using (MemoryMappedFile.CreateFromFile(In("grown"), FileMode.OpenOrCreate, null, 20_000)) { }
Console.WriteLine($"grown to {new FileInfo(In("grown")).Length}");
Directory.Delete(root, true);
Console.WriteLine(Directory.Exists(root));

static string Try(Action action)
{
    try
    {
        action();
        return "fine";
    }
    catch (Exception e)
    {
        return e.GetType().Name;
    }
}

static async Task<string> TryAsync(Func<Task> action)
{
    try
    {
        await action();
        return "fine";
    }
    catch (Exception e)
    {
        return e.GetType().Name;
    }
}
