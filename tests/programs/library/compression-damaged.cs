// Damaged input: every cut and every changed byte of each format, archives with wrong headers, and streams below that fail.
// include: attempts.part
using System.Buffers.Binary;
using System.IO.Compression;
using System.Text;
using static Attempts;

string[] kinds = ["deflate", "gzip", "zlib", "brotli"];
byte[] text = Encoding.UTF8.GetBytes(string.Join(' ', Enumerable.Range(0, 200).Select(i => i * i)));

Cut();
Changed();
Overlong();
Messages();
Archives();
Headers();
await Updates();
await Below();

void Cut()
{
    Console.WriteLine("-- cut");
    foreach (string kind in kinds)
    {
        byte[] packed = Pack(kind, text);
        var ends = new Runs();
        var counts = new List<int>();
        for (int length = 0; length < packed.Length; length++)
        {
            (byte[] got, string end) = Unpack(kind, packed[..length]);
            ends.Add(end + (text.AsSpan().StartsWith(got) ? "" : " wrong bytes"));
            counts.Add(got.Length);
        }
        Console.WriteLine($"{kind}: {ends} growing {counts.Zip(counts.Skip(1)).All(pair => pair.First <= pair.Second)} {counts[^1] == text.Length}");
        // The same by other ways of reading.
        foreach (int length in (int[])[1, 12, packed.Length / 2, packed.Length - 1])
        {
            byte[] part = packed[..length];
            string copied = Try(() => { var to = new MemoryStream(); Open(kind, new MemoryStream(part)).CopyTo(to); return to.Length; });
            string asynchronous = TryAsync(async () => { var to = new MemoryStream(); await Open(kind, new MemoryStream(part)).CopyToAsync(to); return to.Length; }).Result;
            string exactly = Try(() => { Open(kind, new MemoryStream(part)).ReadExactly(new byte[text.Length + 1]); return 0; });
            string slowly = Try(() => Open(kind, new Slow(part)).ReadAtLeast(new byte[text.Length + 1], text.Length + 1, false));
            Console.Write($"{copied} {asynchronous} {exactly} {slowly}; ");
        }
        Console.WriteLine();
    }
}

void Changed()
{
    Console.WriteLine("-- changed");
    foreach (string kind in kinds)
    {
        byte[] packed = Pack(kind, text);
        foreach (byte mask in (byte[])[0x01, 0x80, 0xFF])
        {
            var counts = new SortedDictionary<string, int>(StringComparer.Ordinal);
            uint hash = 2166136261;
            for (int at = 0; at < packed.Length; at++)
            {
                byte[] bad = (byte[])packed.Clone();
                bad[at] ^= mask;
                (byte[] got, string end) = Unpack(kind, bad);
                string what = end == "end" ? (got.AsSpan().SequenceEqual(text) ? "right" : "wrong") : end;
                counts[what] = counts.GetValueOrDefault(what) + 1;
                foreach (byte value in got)
                    hash = (hash ^ value) * 16777619;
            }
            Console.WriteLine($"{kind} {mask:x2}: {string.Join(", ", counts.Select(pair => $"{pair.Key} {pair.Value}"))} {hash:x8}");
        }
    }
    // Bytes that were never compressed.
    foreach (string kind in kinds)
    {
        var ends = new SortedDictionary<string, int>(StringComparer.Ordinal);
        var random = new Random(8);
        for (int i = 0; i < 100; i++)
        {
            byte[] noise = new byte[60];
            random.NextBytes(noise);
            if (kind == "gzip")
                (noise[0], noise[1], noise[2], noise[3]) = (0x1f, 0x8b, 8, 0);
            if (kind == "zlib")
                (noise[0], noise[1]) = (0x78, 0x9c);
            (byte[] got, string end) = Unpack(kind, noise);
            ends[end] = ends.GetValueOrDefault(end) + 1;
        }
        Console.WriteLine($"{kind} noise: {string.Join(", ", ends)}");
    }
}

// Blocks of deflate, written by hand.
void Overlong()
{
    Console.WriteLine("-- blocks");
    foreach ((string name, string hex) in ((string, string)[])[
        ("stored", "010500FAFF68656C6C6F"), ("stored, wrong complement", "010500FAFE68656C6C6F"), ("stored, nothing", "010000FFFF"), ("two stored", "000100FEFF61010100FEFF62"), ("not the last", "000100FEFF61"),
        ("block type 3", "07"), ("fixed, nothing", "0300"), ("fixed", "4B4C4A06004B4C4A0600"), ("distance before the start", "4B04031000"), ("too many codes", "FDFFFFFFFFFF"), ("codes cut", "0580"), ("no end of block code", "05C0810000000000"), ("nothing", "")])
    {
        (byte[] got, string end) = Unpack("deflate", Convert.FromHexString(hex));
        Console.WriteLine($"{name}: {got.Length} {Encoding.Latin1.GetString(got.AsSpan(0, Math.Min(got.Length, 20))).Replace('\0', '0')} {end}");
    }
}

void Messages()
{
    Console.WriteLine("-- messages");
    byte[] gzip = Pack("gzip", text), zlib = Pack("zlib", text), brotli = Pack("brotli", text), deflate = Pack("deflate", text);
    (string Kind, byte[] Bytes)[] cases = [("gzip", [.. gzip[..^4], 1, 2, 3, 4]), ("gzip", [.. gzip[..^8], 1, 2, 3, 4, .. gzip[^4..]]), ("gzip", [.. "not gzip at all"u8]), ("gzip", gzip[..30]), ("zlib", [.. zlib[..^1], (byte)(zlib[^1] ^ 1)]), ("zlib", [.. "not zlib"u8]), ("zlib", zlib[..^2]), ("deflate", [7]), ("deflate", deflate[..20]), ("brotli", brotli[..20]), ("brotli", [0xFF, 0xFF, 0xFF])];
    foreach ((string kind, byte[] bytes) in cases)
    {
        Stream stream = Open(kind, new MemoryStream(bytes));
        var buffer = new byte[10_000];
        string first = Message(() => stream.ReadAtLeast(buffer, buffer.Length, false));
        Console.WriteLine($"{kind}: {first} | again {Message(() => stream.Read(buffer))} | closing {Message(() => { stream.Dispose(); return 0; })}");
    }
}

void Archives()
{
    Console.WriteLine("-- archives");
    byte[] archive = Archive();
    foreach (byte mask in (byte[])[0x01, 0xFF])
    {
        var counts = new SortedDictionary<string, int>(StringComparer.Ordinal);
        var runs = new Runs();
        for (int at = 0; at < archive.Length; at++)
        {
            byte[] bad = (byte[])archive.Clone();
            bad[at] ^= mask;
            string result = ReadAll(bad);
            counts[result] = counts.GetValueOrDefault(result) + 1;
            runs.Add(result[..1] + result[^1]);
        }
        foreach ((string result, int count) in counts)
            Console.WriteLine($"{mask:x2} {count}: {result}");
        Console.WriteLine(runs);
    }
    var ends = new Runs();
    for (int length = 0; length < archive.Length; length++)
        ends.Add(ReadAll(archive[..length]));
    Console.WriteLine($"cut at the end: {ends}");
    ends = new Runs();
    for (int start = 1; start < archive.Length; start++)
        ends.Add(ReadAll(archive[start..]));
    Console.WriteLine($"cut at the start: {ends}");
    Console.WriteLine($"more at the end: {ReadAll([.. archive, 0])} {ReadAll([.. archive, .. new byte[70_000]])} at the start: {ReadAll([0, .. archive])} twice: {ReadAll([.. archive, .. archive])}");
}

// One field wrong at a time, and what is said about it.
void Headers()
{
    Console.WriteLine("-- headers");
    byte[] archive = Archive();
    int end = archive.AsSpan().LastIndexOf("PK\x5\x6"u8), central = archive.AsSpan().IndexOf("PK\x1\x2"u8);
    (string What, int At, int Size, uint Value)[] fields =
    [
        ("this disk", end + 4, 2, 1), ("disk of the directory", end + 6, 2, 1), ("entries here", end + 8, 2, 1), ("entries in all", end + 10, 2, 1), ("both", end + 8, 4, 0x0003_0003), ("directory size", end + 12, 4, 5), ("directory offset", end + 16, 4, 3), ("offset beyond", end + 16, 4, 0x7FFF_FFFF),
        ("zip64 offset without its record", end + 16, 4, 0xFFFF_FFFF), ("zip64 entries", end + 10, 2, 0xFFFF), ("comment length", end + 20, 2, 9), ("signature of the directory", central, 4, 0), ("version", central + 6, 2, 99), ("encrypted", central + 8, 2, 1), ("bzip2", central + 10, 2, 12), ("deflate64", central + 10, 2, 9), ("method 99", central + 10, 2, 99),
        ("stored", central + 10, 2, 0), ("checksum", central + 16, 4, 0x1234_5678), ("packed size", central + 20, 4, 3), ("packed size beyond", central + 20, 4, 0x00FF_FFFF), ("size smaller", central + 24, 4, 5), ("size larger", central + 24, 4, 5000), ("sizes of zip64", central + 20, 4, 0xFFFF_FFFF),
        ("name length", central + 28, 2, 0), ("name too long", central + 28, 2, 60_000), ("extra length", central + 30, 2, 60_000), ("comment", central + 32, 2, 60_000), ("disk", central + 34, 2, 7), ("local header", central + 42, 4, 2), ("local header beyond", central + 42, 4, 0x7FFF_FFFF), ("local header of zip64", central + 42, 4, 0xFFFF_FFFF),
        ("signature of the local header", 0, 4, 0), ("method of the local header", 8, 2, 12), ("name length there", 26, 2, 60_000), ("extra length there", 28, 2, 300),
    ];
    foreach ((string what, int at, int size, uint value) in fields)
    {
        byte[] bad = (byte[])archive.Clone();
        if (size == 2)
            BinaryPrimitives.WriteUInt16LittleEndian(bad.AsSpan(at), (ushort)value);
        else
            BinaryPrimitives.WriteUInt32LittleEndian(bad.AsSpan(at), value);
        Console.WriteLine($"{what}: {Message(() => First(bad))}");
    }
    static string First(byte[] bytes)
    {
        using var zip = new ZipArchive(new MemoryStream(bytes));
        ZipArchiveEntry entry = zip.Entries[0];
        using Stream stream = entry.Open();
        var to = new MemoryStream();
        stream.CopyTo(to);
        return $"{zip.Entries.Count} \"{entry.FullName}\" {entry.Length} {to.Length} {entry.IsEncrypted}";
    }
}

// An archive that is to be updated reads all its headers at once, and leaves the stream alone when it cannot.
async Task Updates()
{
    Console.WriteLine("-- updates");
    byte[] archive = Archive();
    int central = archive.AsSpan().IndexOf("PK\x1\x2"u8), end = archive.AsSpan().LastIndexOf("PK\x5\x6"u8);
    foreach ((int at, byte value) in ((int, byte)[])[(0, 0), (26, 200), (central + 1, 0), (central + 10, 12), (central + 44, 1), (end + 10, 9), (45, 0xFF), (45, 0x07)])
    {
        var stream = new MemoryStream();
        stream.Write(archive);
        stream.GetBuffer()[at] = value;
        byte[] before = stream.ToArray();
        string result = Message(() =>
        {
            using var zip = new ZipArchive(stream, ZipArchiveMode.Update, true);
            using Stream entry = zip.Entries[0].Open();
            return $"{zip.Entries.Count} {entry.Length}";
        });
        string later = await TryAsync(async () =>
        {
            await using ZipArchive zip = await ZipArchive.CreateAsync(new MemoryStream(before), ZipArchiveMode.Read, false, null);
            await using Stream entry = await zip.Entries[0].OpenAsync();
            var to = new MemoryStream();
            await entry.CopyToAsync(to);
            return to.Length;
        });
        Console.WriteLine($"{at - (at >= end ? end : at >= central ? central : 0)} {result} {stream.ToArray().AsSpan().SequenceEqual(before)} asynchronously {later}");
    }
}

// The stream below fails, or does not keep to its contract.
async Task Below()
{
    Console.WriteLine("-- below");
    foreach (string kind in kinds)
    {
        byte[] packed = Pack(kind, text);
        foreach (Fault fault in Enum.GetValues<Fault>())
        {
            Stream stream = Open(kind, new Faulty(packed, fault));
            Console.Write($"{fault}: {Try(() => stream.ReadAtLeast(new byte[10_000], 10_000, false))} {Try(() => { stream.CopyTo(Stream.Null); return 0; })} {await TryAsync(async () => await Open(kind, new Faulty(packed, fault)).ReadAtLeastAsync(new byte[10_000], 10_000, false))} {await TryAsync(async () => { await Open(kind, new Faulty(packed, fault)).CopyToAsync(Stream.Null); return 0; })}; ");
        }
        Console.WriteLine(kind);

        // A target that takes nothing: the writer fails at once or at its end, and is closed then.
        var full = new Full();
        Stream writer = Writer(kind, full);
        string written = Try(() => { writer.Write(new byte[10]); return "kept"; }), flushed = Try(() => { writer.Flush(); return 0; }), closed = Try(() => { writer.Dispose(); return 0; }), twice = Try(() => { writer.Dispose(); return 0; });
        Console.WriteLine($"{written} {flushed} {closed} {twice} {Try(() => { writer.WriteByte(1); return 0; })} target closed {full.Closed}");
        Stream other = Writer(kind, full = new Full());
        Console.WriteLine($"{await TryAsync(async () => { await other.WriteAsync(new byte[10]); await other.FlushAsync(); return 0; })} {await TryAsync(async () => { await other.DisposeAsync(); return 0; })} {full.Closed}");
        Stream source = Open(kind, new MemoryStream(packed));
        Console.WriteLine($"copied to it {Try(() => { source.CopyTo(new Full()); return 0; })} {await TryAsync(async () => { await Open(kind, new MemoryStream(packed)).CopyToAsync(new Full()); return 0; })}");
    }
}

static byte[] Archive()
{
    var target = new MemoryStream();
    using (var zip = new ZipArchive(target, ZipArchiveMode.Create, true))
    {
        zip.Comment = "comment";
        foreach ((string name, string content) in ((string, string)[])[("a.txt", "aaaaaaaaaabbbbbbbbbbaaaaaaaaaabbbbbbbbbb"), ("b/c", "stored")])
        {
            ZipArchiveEntry entry = zip.CreateEntry(name, name == "b/c" ? CompressionLevel.NoCompression : CompressionLevel.Optimal);
            entry.LastWriteTime = new DateTimeOffset(2020, 1, 1, 0, 0, 0, TimeSpan.Zero);
            using Stream stream = entry.Open();
            stream.Write(Encoding.ASCII.GetBytes(content));
        }
    }
    return target.ToArray();
}

/// The names and lengths of all entries, or how the first one that cannot be read fails.
static string ReadAll(byte[] bytes)
{
    try
    {
        using var zip = new ZipArchive(new MemoryStream(bytes));
        int count = zip.Entries.Count;
        string result = "";
        foreach (ZipArchiveEntry entry in zip.Entries)
        {
            try
            {
                using Stream stream = entry.Open();
                var to = new MemoryStream();
                stream.CopyTo(to);
                result += to.Length == entry.Length ? " fine" : " other length";
            }
            catch (Exception e)
            {
                result += $" {e.GetType().Name}";
            }
        }
        return $"{count}{result}";
    }
    catch (Exception e)
    {
        return e.GetType().Name;
    }
}

static byte[] Pack(string kind, byte[] data)
{
    var target = new MemoryStream();
    using (Stream stream = Writer(kind, target))
        stream.Write(data);
    return target.ToArray();
}

static Stream Writer(string kind, Stream below) => kind switch
{
    "gzip" => new GZipStream(below, CompressionLevel.Optimal),
    "zlib" => new ZLibStream(below, CompressionLevel.Optimal),
    "brotli" => new BrotliStream(below, CompressionLevel.Optimal),
    _ => new DeflateStream(below, CompressionLevel.Optimal),
};

static Stream Open(string kind, Stream below) => kind switch
{
    "gzip" => new GZipStream(below, CompressionMode.Decompress),
    "zlib" => new ZLibStream(below, CompressionMode.Decompress),
    "brotli" => new BrotliStream(below, CompressionMode.Decompress),
    _ => new DeflateStream(below, CompressionMode.Decompress),
};

/// What could be read, and what ended it.
static (byte[] Got, string End) Unpack(string kind, byte[] packed)
{
    var got = new MemoryStream();
    using Stream stream = Open(kind, new MemoryStream(packed));
    try
    {
        Span<byte> buffer = stackalloc byte[200];
        for (int count; (count = stream.Read(buffer)) > 0 && got.Length < 100_000;)
            got.Write(buffer[..count]);
        return (got.ToArray(), "end");
    }
    catch (Exception e)
    {
        return (got.ToArray(), e.GetType().Name);
    }
}

static string Message<T>(Func<T> action)
{
    try
    {
        return $"{action()}";
    }
    catch (Exception e)
    {
        return $"{e.GetType().Name} {e.Message}{(e.InnerException is { } inner ? $" ({inner.GetType().Name})" : "")}";
    }
}

enum Fault
{
    AtOnce,
    InTheMiddle,
    TooMany,
}

/// Texts, where equal ones that follow each other are counted.
class Runs
{
    readonly List<(string Text, int Count)> all = [];

    public void Add(string text)
    {
        if (all.Count > 0 && all[^1].Text == text)
            all[^1] = (text, all[^1].Count + 1);
        else
            all.Add((text, 1));
    }

    public override string ToString() => string.Join(", ", all.Select(run => $"{run.Count} {run.Text}"));
}

/// Gives one byte at a time.
class Slow(byte[] bytes) : MemoryStream(bytes)
{
    public override bool CanSeek => false;
    public override int Read(byte[] buffer, int offset, int count) => base.Read(buffer, offset, Math.Min(count, 1));
    public override int Read(Span<byte> buffer) => base.Read(buffer[..Math.Min(buffer.Length, 1)]);
}

/// Fails, or says that it has read what it cannot have read.
class Faulty(byte[] bytes, Fault fault) : Stream
{
    int place;
    public override bool CanRead => true;
    public override bool CanSeek => false;
    public override bool CanWrite => false;
    public override long Length => throw new NotSupportedException();
    public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }
    public override void Flush() { }
    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();
    public override void SetLength(long value) => throw new NotSupportedException();
    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override int Read(byte[] buffer, int offset, int count)
    {
        switch (fault)
        {
            case Fault.TooMany: return count + 1;
            case Fault.AtOnce: throw new TimeoutException();
        }
        if (place > 50)
            throw new EndOfStreamException();
        int got = Math.Min(Math.Min(count, 10), bytes.Length - place);
        bytes.AsSpan(place, got).CopyTo(buffer.AsSpan(offset));
        place += got;
        return got;
    }
}

/// Takes nothing.
class Full : Stream
{
    public bool Closed;
    public override bool CanRead => false;
    public override bool CanSeek => false;
    public override bool CanWrite => true;
    public override long Length => throw new NotSupportedException();
    public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }
    public override void Flush() => throw new IOException("cannot flush");
    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();
    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();
    public override void SetLength(long value) => throw new NotSupportedException();
    public override void Write(byte[] buffer, int offset, int count) => throw new IOException("full");
    protected override void Dispose(bool disposing) => Closed = true;
}
