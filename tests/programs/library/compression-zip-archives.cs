// Zip archives: creating, reading and updating them, what each mode forbids, names, times, comments, checksums, files.
// include: attempts.part
// include: compression-streams.part
using System.IO.Compression;
using System.Text;
using static Attempts;
using static Checksums;

var time = new DateTimeOffset(2021, 3, 4, 5, 6, 8, TimeSpan.Zero);
byte[] text = Encoding.UTF8.GetBytes(string.Join('\n', Enumerable.Range(0, 400).Select(i => $"line {i * i}")));

Created();
Modes();
Names();
Times();
Updated();
Interleaved();
Many();
await Asynchronous();
await Files();

// Nothing of a stored archive depends on the encoder: all its bytes are compared.
void Created()
{
    Console.WriteLine("-- created");
    var target = new MemoryStream();
    using (var zip = new ZipArchive(target, ZipArchiveMode.Create, leaveOpen: true))
    {
        zip.Comment = "whole";
        ZipArchiveEntry first = zip.CreateEntry("a.txt", CompressionLevel.NoCompression);
        first.LastWriteTime = time;
        first.Comment = "about a";
        first.ExternalAttributes = 0x1234_5678;
        using (Stream stream = first.Open())
        {
            stream.Write("first"u8);
            stream.WriteByte((byte)'!');
            Console.WriteLine($"{stream.CanRead} {stream.CanSeek} {stream.CanWrite} {Try(() => stream.Length)} {Try(() => stream.Position)} {Try(() => stream.ReadByte())} {Try(() => stream.Seek(0, SeekOrigin.Begin))}");
        }
        ZipArchiveEntry folder = zip.CreateEntry("folder/");
        folder.LastWriteTime = time;
        ZipArchiveEntry empty = zip.CreateEntry("folder/empty");
        empty.LastWriteTime = time.AddSeconds(2);
        empty.Open().Dispose();
    }
    byte[] bytes = target.ToArray();
    for (int at = 0; at < bytes.Length; at += 40)
        Console.WriteLine(Convert.ToHexString(bytes.AsSpan(at, Math.Min(40, bytes.Length - at))));
    Show(target);

    // A target that cannot seek: sizes and checksums follow the data.
    var plain = new MemoryStream();
    using (var zip = new ZipArchive(new OneWay(plain), ZipArchiveMode.Create))
    {
        foreach (CompressionLevel level in Enum.GetValues<CompressionLevel>())
        {
            ZipArchiveEntry entry = zip.CreateEntry($"{level}", level);
            entry.LastWriteTime = time;
            using Stream stream = entry.Open();
            stream.Write(text, 0, 1000);
            stream.Flush();
            stream.Write(text, 1000, text.Length - 1000);
        }
    }
    Console.WriteLine($"closed {Try(() => plain.Length)}");
    Show(new MemoryStream(plain.ToArray()));
    using var again = new ZipArchive(new MemoryStream(plain.ToArray()));
    Console.WriteLine(string.Join(' ', again.Entries.Select(entry => $"{entry.CompressedLength < entry.Length} {entry.Crc32 == Crc(text)}")));
}

void Modes()
{
    Console.WriteLine("-- modes");
    var target = new MemoryStream();
    using (var zip = new ZipArchive(target, ZipArchiveMode.Create, leaveOpen: true))
    {
        Console.WriteLine($"{zip.Mode} {Try(() => zip.Entries)} {Try(() => zip.GetEntry("a"))} {Try(() => zip.CreateEntry(""))} {Try(() => zip.CreateEntry(null!))}");
        ZipArchiveEntry skipped = zip.CreateEntry("skipped"), a = zip.CreateEntry("a");
        Stream stream = a.Open();
        stream.WriteByte(1);
        string within = Try(() => zip.CreateEntry("b"));
        Console.WriteLine($"{within} {Try(() => skipped.Open())}");
        Console.WriteLine($"open: {Try(() => a.Open())} {Try(() => a.Length)} {Try(() => a.CompressedLength)} {Try(() => { a.Delete(); return 0; })} {Try(() => { a.LastWriteTime = time; return 0; })} {Try(() => { a.ExternalAttributes = 1; return 0; })}");
        stream.Dispose();
        stream.Dispose();
        Console.WriteLine($"after: {Try(() => { stream.WriteByte(2); return 0; })} {Try(() => a.Open())} {Try(() => a.Length)} {a} {ReferenceEquals(a.Archive, zip)}");
        using Stream other = zip.CreateEntry("c").Open();
        other.Write(text);
    }
    using (var zip = new ZipArchive(target, ZipArchiveMode.Read, leaveOpen: true))
    {
        ZipArchiveEntry a = zip.GetEntry("a")!;
        Console.WriteLine($"{zip.Mode} {zip.GetEntry("none") is null} {Try(() => zip.GetEntry(null!))} {Try(() => zip.CreateEntry("d"))} {Try(() => { a.Delete(); return 0; })} {Try(() => { a.LastWriteTime = time; return 0; })} {Try(() => ((ICollection<ZipArchiveEntry>)zip.Entries).Remove(a))}");
        using Stream stream = zip.GetEntry("c")!.Open();
        Console.WriteLine($"{stream.CanRead} {stream.CanWrite} {Try(() => { stream.WriteByte(1); return 0; })} {Try(() => { stream.SetLength(1); return 0; })} {stream.ReadByte()} {Try(() => stream.Read(new byte[2], 1, 2))} {stream.Read([])}");
        zip.Dispose();
        Console.WriteLine($"disposed: {Try(() => zip.Entries)} {Try(() => zip.GetEntry("a"))} {Try(() => a.Open())} {a.FullName} {a.Length}");
    }
    Console.WriteLine($"{Try(() => new ZipArchive(null!))} {Try(() => new ZipArchive(target, (ZipArchiveMode)9))} {Try(() => new ZipArchive(new OneWay(new MemoryStream()), ZipArchiveMode.Read))} {Try(() => new ZipArchive(new OneWay(new MemoryStream()), ZipArchiveMode.Update))} {Try(() => new ZipArchive(new MemoryStream([], writable: false), ZipArchiveMode.Create))}");
    Console.WriteLine($"encoding: {Try(() => new ZipArchive(new MemoryStream(), ZipArchiveMode.Create, true, Encoding.Unicode))} {Try(() => new ZipArchive(new MemoryStream(), ZipArchiveMode.Create, true, Encoding.UTF32))}");

    // An archive without entries is its end record only; the stream is closed unless it is to stay open.
    var nothing = new MemoryStream();
    new ZipArchive(nothing, ZipArchiveMode.Create).Dispose();
    Console.WriteLine($"{Convert.ToHexString(nothing.ToArray())} {nothing.CanRead} {new ZipArchive(new MemoryStream(nothing.ToArray())).Entries.Count}");
    var fresh = new MemoryStream();
    using (var zip = new ZipArchive(fresh, ZipArchiveMode.Update, leaveOpen: true))
        Console.WriteLine($"{zip.Entries.Count} {zip.Comment.Length}");
    Console.WriteLine($"{fresh.Length} {fresh.CanRead}");
}

void Names()
{
    Console.WriteLine("-- names");
    string[] names = ["plain", "dir/inner/deep.txt", "back\\slash", "größe.txt", "日本/語", "😀", "a b", "../up", "/root", "dot.", "same", "same", "trailing/", "c:\\x", new string('n', 300)];
    foreach (Encoding? encoding in (Encoding?[])[null, Encoding.UTF8, Encoding.Latin1])
    {
        var target = new MemoryStream();
        using (var zip = new ZipArchive(target, ZipArchiveMode.Create, true, encoding))
            foreach (string name in names)
                zip.CreateEntry(name).Comment = "for " + name;
        using var read = new ZipArchive(target, ZipArchiveMode.Read, true, encoding);
        Console.WriteLine(string.Join(' ', read.Entries.Select(entry => $"{(entry.FullName.Length > 100 ? entry.FullName.Length : entry.FullName)}[{(entry.Name.Length > 100 ? entry.Name.Length : entry.Name)}]{entry.Comment == "for " + entry.FullName}")));
        Console.WriteLine($"{ReferenceEquals(read.GetEntry("same"), read.Entries[10])} {ReferenceEquals(read.GetEntry("same"), read.Entries[11])} {read.GetEntry("PLAIN") is null}");
        using var other = new ZipArchive(target, ZipArchiveMode.Read, true, encoding is null ? Encoding.Latin1 : null);
        Console.WriteLine(string.Join(' ', other.Entries.Skip(3).Take(3).Select(entry => string.Join('.', entry.FullName.Select(c => ((int)c).ToString("x"))))));
    }
    using var full = new ZipArchive(new MemoryStream(), ZipArchiveMode.Create);
    Console.WriteLine(Try(() => full.CreateEntry(new string('x', 70_000))));
    full.Comment = new string('c', 70_000);
    Console.WriteLine(full.Comment.Length);
    full.Comment = null;
    Console.WriteLine(full.Comment == "");
}

void Times()
{
    Console.WriteLine("-- times");
    var target = new MemoryStream();
    DateTime[] times = [new(1980, 1, 1), new(1980, 1, 1, 0, 0, 3), new(1999, 12, 31, 23, 59, 59), new(2024, 2, 29, 12, 30, 31), new(2107, 12, 31, 23, 59, 58)];
    using (var zip = new ZipArchive(target, ZipArchiveMode.Create, true))
    {
        foreach (DateTime each in times)
            zip.CreateEntry($"{each:yyyy-MM-dd}").LastWriteTime = new DateTimeOffset(each, TimeSpan.Zero);
        ZipArchiveEntry entry = zip.CreateEntry("z");
        entry.LastWriteTime = time;
        foreach (int year in (int[])[1979, 2108])
            Console.WriteLine($"{year} {Try(() => { entry.LastWriteTime = new DateTimeOffset(year, 1, 1, 0, 0, 0, TimeSpan.Zero); return 0; })}");
    }
    using (var zip = new ZipArchive(target, ZipArchiveMode.Read, true))
        Console.WriteLine(string.Join(" | ", zip.Entries.Select(entry => $"{entry.LastWriteTime.DateTime:yyyy-MM-dd HH:mm:ss}")));

    // A month of 15 and a day of 0 are no date; then it is the earliest one.
    byte[] bytes = target.ToArray();
    int header = bytes.AsSpan().IndexOf("PK\x1\x2"u8);
    bytes[header + 14] = 0xE0;
    bytes[header + 15] = 0x01;
    using (var zip = new ZipArchive(new MemoryStream(bytes)))
        Console.WriteLine($"{zip.Entries[0].LastWriteTime.DateTime:yyyy-MM-dd HH:mm:ss}");
}

void Updated()
{
    Console.WriteLine("-- updated");
    var target = new MemoryStream();
    using (var zip = new ZipArchive(target, ZipArchiveMode.Create, true))
    {
        foreach (string name in (string[])["keep", "shorten", "lengthen", "rewrite", "delete", "touch"])
        {
            ZipArchiveEntry entry = zip.CreateEntry(name);
            entry.LastWriteTime = time;
            using Stream stream = entry.Open();
            stream.Write(text, 0, 2000);
        }
    }
    byte[] before = target.ToArray();
    using (var zip = new ZipArchive(target, ZipArchiveMode.Update, true))
        Console.WriteLine($"{zip.Entries.Count} {zip.GetEntry("keep")!.Length}");
    Console.WriteLine($"unchanged {target.ToArray().AsSpan().SequenceEqual(before)}");
    using (var zip = new ZipArchive(target, ZipArchiveMode.Update, true))
    {
        zip.Comment = "now with a comment";
        using (Stream stream = zip.GetEntry("shorten")!.Open())
        {
            Console.WriteLine($"{stream.CanRead} {stream.CanSeek} {stream.CanWrite} {stream.Length} {stream.Position}");
            stream.SetLength(10);
        }
        using (Stream stream = zip.GetEntry("lengthen")!.Open())
        {
            stream.Seek(0, SeekOrigin.End);
            stream.Write("and more"u8);
            stream.Position = 3;
            stream.WriteByte((byte)'#');
            stream.Position = 0;
            Console.WriteLine($"{stream.ReadByte()} {stream.Length}");
        }
        ZipArchiveEntry rewrite = zip.GetEntry("rewrite")!;
        using (var writer = new StreamWriter(rewrite.Open()))
        {
            writer.BaseStream.SetLength(0);
            writer.Write("all new");
            Console.WriteLine($"open: {Try(() => rewrite.Open())} {Try(() => { rewrite.Delete(); return 0; })} {Try(() => rewrite.Length)} {Try(() => rewrite.CompressedLength)}");
        }
        using (Stream stream = rewrite.Open())
            Console.WriteLine($"again: {new StreamReader(stream).ReadToEnd()} {Try(() => rewrite.Length)}");
        ZipArchiveEntry delete = zip.GetEntry("delete")!;
        delete.Delete();
        delete.Delete();
        Console.WriteLine($"deleted: {Try(() => delete.Open())} {delete.Archive is null} {delete.FullName} {zip.GetEntry("delete") is null} {zip.Entries.Count}");
        ZipArchiveEntry touch = zip.GetEntry("touch")!;
        touch.LastWriteTime = time.AddDays(1);
        touch.Comment = "touched";
        ZipArchiveEntry added = zip.CreateEntry("delete", CompressionLevel.SmallestSize);
        added.LastWriteTime = time;
        using Stream more = added.Open();
        more.Write(text);
    }
    Show(target);
    using (var zip = new ZipArchive(target, ZipArchiveMode.Update, true))
        foreach (ZipArchiveEntry entry in zip.Entries.ToArray())
            entry.Delete();
    Console.WriteLine($"all deleted: {target.Length} {new ZipArchive(target).Entries.Count}");
}

// The entries of one archive are read in turns, each at its own place.
void Interleaved()
{
    Console.WriteLine("-- interleaved");
    var target = new MemoryStream();
    using (var zip = new ZipArchive(target, ZipArchiveMode.Create, true))
    {
        for (int i = 0; i < 4; i++)
        {
            using Stream stream = zip.CreateEntry($"{i}", i % 2 == 0 ? CompressionLevel.NoCompression : CompressionLevel.Optimal).Open();
            for (int j = 0; j < 3000; j++)
                stream.WriteByte((byte)(j * (i + 1)));
        }
    }
    using (var zip = new ZipArchive(target, ZipArchiveMode.Read, true))
    {
        Stream[] streams = [.. zip.Entries.Select(entry => entry.Open())];
        int[] places = new int[4], wrong = new int[4];
        var random = new Random(3);
        byte[] buffer = new byte[100];
        while (places.Any(place => place < 3000))
        {
            int which = random.Next(4), got = streams[which].Read(buffer, 0, random.Next(1, 100));
            for (int k = 0; k < got; k++, places[which]++)
                wrong[which] += buffer[k] == (byte)(places[which] * (which + 1)) ? 0 : 1;
        }
        Console.WriteLine($"{string.Join(' ', places)} {string.Join(' ', wrong)} {string.Join(' ', streams.Select(stream => stream.ReadByte()))}");

        // The same entry twice at once.
        using Stream one = zip.Entries[1].Open(), two = zip.Entries[1].Open();
        one.ReadExactly(buffer, 0, 50);
        Console.WriteLine($"{one.ReadByte()} {two.ReadByte()} {one.ReadByte()} {two.ReadByte()}");
    }
}

void Many()
{
    Console.WriteLine("-- many");
    var target = new MemoryStream();
    using (var zip = new ZipArchive(target, ZipArchiveMode.Create, true))
        for (int i = 0; i < 500; i++)
            using (Stream stream = zip.CreateEntry($"{i % 7}/{i}", CompressionLevel.Fastest).Open())
                stream.Write(text, 0, i);
    using (var zip = new ZipArchive(target, ZipArchiveMode.Read, true))
    {
        long lengths = 0, bad = 0;
        foreach (ZipArchiveEntry entry in zip.Entries)
        {
            byte[] content = Read(entry.Open());
            lengths += content.Length;
            bad += entry.Crc32 == Crc(text.AsSpan(0, content.Length)) && text.AsSpan(0, content.Length).SequenceEqual(content) ? 0 : 1;
        }
        Console.WriteLine($"{zip.Entries.Count} {lengths} {bad} {zip.GetEntry("3/402")!.Length}");
    }
    using (var zip = new ZipArchive(target, ZipArchiveMode.Update, true))
        foreach (ZipArchiveEntry entry in zip.Entries.Where(entry => entry.FullName[0] != '5').ToArray())
            entry.Delete();
    using (var zip = new ZipArchive(target, ZipArchiveMode.Read, true))
        Console.WriteLine($"{zip.Entries.Count} {zip.Entries.All(entry => Read(entry.Open()).Length == entry.Length)}");
}

async Task Asynchronous()
{
    Console.WriteLine("-- asynchronous");
    var target = new MemoryStream();
    await using (ZipArchive zip = await ZipArchive.CreateAsync(target, ZipArchiveMode.Create, leaveOpen: true, entryNameEncoding: null))
    {
        for (int i = 0; i < 3; i++)
        {
            ZipArchiveEntry entry = zip.CreateEntry($"{i}.txt");
            entry.LastWriteTime = time;
            await using Stream stream = await entry.OpenAsync();
            await stream.WriteAsync(text.AsMemory(0, 500 * i));
            await stream.FlushAsync();
            await stream.WriteAsync("end"u8.ToArray());
        }
    }
    await using (ZipArchive zip = await ZipArchive.CreateAsync(target, ZipArchiveMode.Update, leaveOpen: true, entryNameEncoding: null))
    {
        await using (Stream stream = await zip.GetEntry("1.txt")!.OpenAsync())
        {
            stream.Position = stream.Length;
            await stream.WriteAsync("!"u8.ToArray());
        }
        zip.GetEntry("0.txt")!.Delete();
    }
    await using (ZipArchive zip = await ZipArchive.CreateAsync(target, ZipArchiveMode.Read, leaveOpen: true, entryNameEncoding: null))
    {
        foreach (ZipArchiveEntry entry in zip.Entries)
        {
            await using Stream stream = await entry.OpenAsync();
            var copy = new MemoryStream();
            await stream.CopyToAsync(copy, 77);
            Console.WriteLine($"{entry.FullName} {copy.Length} {Encoding.UTF8.GetString(copy.ToArray()[^4..])}");
        }
        using var canceled = new CancellationTokenSource();
        canceled.Cancel();
        Console.WriteLine($"{await TryAsync(async () => await zip.Entries[0].OpenAsync(canceled.Token))} {await TryAsync(async () => await ZipArchive.CreateAsync(target, ZipArchiveMode.Read, true, null, canceled.Token))}");
        await using Stream open = await zip.Entries[0].OpenAsync();
        Console.WriteLine($"{await TryAsync(async () => await open.ReadAsync(new byte[5], canceled.Token))} {await open.ReadAsync(new byte[5])}");
    }
    Console.WriteLine(await TryAsync(async () => await ZipArchive.CreateAsync(new MemoryStream(new byte[50]), ZipArchiveMode.Read, true, null)));
}

async Task Files()
{
    Console.WriteLine("-- files");
    string root = Directory.CreateTempSubdirectory("zip").FullName, from = Path.Combine(root, "from"), file = Path.Combine(root, "a.zip");
    try
    {
        Directory.CreateDirectory(Path.Combine(from, "sub", "nothing"));
        File.WriteAllBytes(Path.Combine(from, "text"), text);
        File.WriteAllText(Path.Combine(from, "sub", "é.txt"), "accented");
        File.WriteAllText(Path.Combine(from, "sub", "empty"), "");
        File.SetLastWriteTimeUtc(Path.Combine(from, "text"), time.UtcDateTime);
        foreach (bool whole in (bool[])[false, true])
        {
            File.Delete(file);
            ZipFile.CreateFromDirectory(from, file, CompressionLevel.Fastest, whole);
            using ZipArchive zip = ZipFile.OpenRead(file);
            Console.WriteLine(string.Join(' ', zip.Entries.Select(entry => $"{entry.FullName}:{entry.Length}").Order(StringComparer.Ordinal)));
        }
        Console.WriteLine($"exists {Try(() => { ZipFile.CreateFromDirectory(from, file); return 0; })} {Try(() => ZipFile.OpenRead(Path.Combine(root, "none")))}");
        string to = Path.Combine(root, "to");
        ZipFile.ExtractToDirectory(file, to);
        string[] extracted = [.. Directory.EnumerateFileSystemEntries(to, "*", SearchOption.AllDirectories).Select(path => Path.GetRelativePath(to, path)).Order(StringComparer.Ordinal)];
        Console.WriteLine($"{string.Join(' ', extracted)} {File.ReadAllBytes(Path.Combine(to, "from", "text")).AsSpan().SequenceEqual(text)} {File.GetLastWriteTimeUtc(Path.Combine(to, "from", "text")):O}");
        Console.WriteLine($"again {Try(() => { ZipFile.ExtractToDirectory(file, to); return 0; })} {Try(() => { ZipFile.ExtractToDirectory(file, to, overwriteFiles: true); return 0; })}");

        // From and to streams, and asynchronously.
        var stream = new MemoryStream();
        await ZipFile.CreateFromDirectoryAsync(from, stream, CompressionLevel.NoCompression, false);
        stream.Position = 0;
        await ZipFile.ExtractToDirectoryAsync(stream, Path.Combine(root, "async"), overwriteFiles: false);
        Console.WriteLine($"{File.ReadAllText(Path.Combine(root, "async", "sub", "é.txt"))} {Directory.Exists(Path.Combine(root, "async", "sub", "nothing"))}");

        // One file, and names that lead out of the folder.
        using (ZipArchive zip = ZipFile.Open(file, ZipArchiveMode.Update))
        {
            ZipArchiveEntry entry = zip.CreateEntryFromFile(Path.Combine(from, "text"), "../outside", CompressionLevel.Optimal);
            Console.WriteLine($"{entry.FullName} {entry.LastWriteTime.DateTime:yyyy-MM-dd HH:mm:ss}");
            zip.CreateEntry("bad/").Open().Dispose();
        }
        using (ZipArchive zip = ZipFile.OpenRead(file))
        {
            Console.WriteLine($"{Try(() => { zip.ExtractToDirectory(Path.Combine(root, "other")); return 0; })} {File.Exists(Path.Combine(root, "outside"))}");
            string one = Path.Combine(root, "one");
            zip.GetEntry("../outside")!.ExtractToFile(one);
            Console.WriteLine($"{new FileInfo(one).Length == text.Length} {Try(() => { zip.GetEntry("from/text")!.ExtractToFile(one); return 0; })} {Try(() => { zip.GetEntry("from/sub/é.txt")!.ExtractToFile(one, true); return 0; })} {File.ReadAllText(one)}");
        }
        using (var data = new FileStream(Path.Combine(root, "dir.zip"), FileMode.Create))
        using (var zip = new ZipArchive(data, ZipArchiveMode.Create))
        using (Stream entry = zip.CreateEntry("folder/").Open())
            entry.WriteByte(1);
        Console.WriteLine(Try(() => { ZipFile.ExtractToDirectory(Path.Combine(root, "dir.zip"), Path.Combine(root, "dir")); return 0; }));
    }
    finally
    {
        Directory.Delete(root, recursive: true);
    }
}

static void Show(Stream stream)
{
    using var zip = new ZipArchive(stream, ZipArchiveMode.Read, leaveOpen: true);
    Console.WriteLine($"{zip.Entries.Count} entries, comment \"{zip.Comment}\"");
    foreach (ZipArchiveEntry entry in zip.Entries)
    {
        byte[] content = Read(entry.Open());
        Console.WriteLine($"  {entry.FullName} {entry.Name} {entry.Length} {content.Length} {entry.Crc32:x8} {Crc(content):x8} {entry.LastWriteTime.DateTime:yyyy-MM-dd HH:mm:ss} \"{entry.Comment}\" {entry.ExternalAttributes:x} {entry.IsEncrypted}");
    }
}

static byte[] Read(Stream stream)
{
    using (stream)
    {
        var target = new MemoryStream();
        stream.CopyTo(target);
        return target.ToArray();
    }
}

/// Takes bytes and can do nothing else.
class OneWay(Stream inner) : Stream
{
    public override bool CanRead => false;
    public override bool CanSeek => false;
    public override bool CanWrite => true;
    public override long Length => throw new NotSupportedException();
    public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }
    public override void Flush() => inner.Flush();
    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();
    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();
    public override void SetLength(long value) => throw new NotSupportedException();
    public override void Write(byte[] buffer, int offset, int count) => inner.Write(buffer, offset, count);
    protected override void Dispose(bool disposing) => inner.Dispose();
}
