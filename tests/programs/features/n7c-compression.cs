// rows: N7c-057 N7c-058 N7c-059 N7c-060 N7c-062
// Compression: the levels of Brotli and which one each name stands for, zlib's formats, archives with extra fields.
using System.Buffers;
using System.Buffers.Binary;
using System.IO.Compression;
using System.Text;

var random = new Random(12);
byte[] data = Encoding.UTF8.GetBytes(string.Join(' ', Enumerable.Range(0, 6_000).Select(_ => $"word{random.Next(300)}")));

// Sizes and bytes come from the native encoder: each level has its own.
var sizes = new Dictionary<int, int>();
for (int quality = 0; quality <= 11; quality++)
{
    var output = new byte[BrotliEncoder.GetMaxCompressedLength(data.Length)];
    bool done = BrotliEncoder.TryCompress(data, output, out int written, quality, 22);
    sizes[quality] = written;
    var back = new byte[data.Length];
    Console.WriteLine($"quality {quality}: {done} {written} {BrotliDecoder.TryDecompress(output.AsSpan(0, written), back, out int read)} {read} {back.AsSpan().SequenceEqual(data)}");
}
Console.WriteLine($"{BrotliEncoder.TryCompress(data, new byte[10], out int too, 5, 22)} {too} {Throws(() => new BrotliEncoder(12, 22))} {Throws(() => new BrotliEncoder(5, 9))}");
Console.WriteLine($"mode Compress is quality 4: {Brotli(s => new BrotliStream(s, CompressionMode.Compress, true)).Length == BrotliQuality(4)} {Brotli(s => new BrotliStream(s, CompressionLevel.Optimal, true)).Length == BrotliQuality(4)}");
Console.WriteLine($"fastest {Brotli(s => new BrotliStream(s, CompressionLevel.Fastest, true)).Length == BrotliQuality(1)} smallest {Brotli(s => new BrotliStream(s, CompressionLevel.SmallestSize, true)).Length == BrotliQuality(11)} none {Brotli(s => new BrotliStream(s, CompressionLevel.NoCompression, true)).Length == BrotliQuality(0)}");

// The decoder by hand, a few bytes at a time, and damaged input.
byte[] packed = Brotli(s => new BrotliStream(s, CompressionMode.Compress, true));
using (var decoder = new BrotliDecoder())
{
    var small = new byte[100];
    var seen = new Dictionary<OperationStatus, int>();
    ReadOnlySpan<byte> rest = packed;
    int total = 0;
    OperationStatus status;
    do
    {
        ReadOnlySpan<byte> piece = rest[..Math.Min(7, rest.Length)];
        status = decoder.Decompress(piece, small, out int consumed, out int written);
        seen[status] = seen.GetValueOrDefault(status) + 1;
        rest = rest[consumed..];
        total += written;
    }
    while (status is OperationStatus.NeedMoreData or OperationStatus.DestinationTooSmall);
    Console.WriteLine($"{status} {total == data.Length} {string.Join(' ', seen.Keys.Order())} {rest.Length}");
}
byte[] damaged = (byte[])packed.Clone();
damaged[20] ^= 0x55;
Console.WriteLine($"{Throws(() => Read(new BrotliStream(new MemoryStream(damaged), CompressionMode.Decompress)))} {Throws(() => Read(new BrotliStream(new MemoryStream(packed[..50]), CompressionMode.Decompress)))}");

// zlib in its three forms: what was packed comes back, and the checks of the formats are right.
foreach (CompressionLevel level in Enum.GetValues<CompressionLevel>().Order())
{
    byte[] deflate = Pack(s => new DeflateStream(s, level, true)), gzip = Pack(s => new GZipStream(s, level, true)), zlib = Pack(s => new ZLibStream(s, level, true));
    bool back = Read(new DeflateStream(new MemoryStream(deflate), CompressionMode.Decompress)).AsSpan().SequenceEqual(data)
        && Read(new GZipStream(new MemoryStream(gzip), CompressionMode.Decompress)).AsSpan().SequenceEqual(data)
        && Read(new ZLibStream(new MemoryStream(zlib), CompressionMode.Decompress)).AsSpan().SequenceEqual(data);
    Console.WriteLine($"{level}: {back} {deflate.Length} {gzip.Length - deflate.Length} {zlib.Length - deflate.Length} {BinaryPrimitives.ReadInt32LittleEndian(gzip.AsSpan(gzip.Length - 4)) == data.Length} {Adler(data) == BinaryPrimitives.ReadUInt32BigEndian(zlib.AsSpan(zlib.Length - 4))}");
}
byte[] bad = Pack(s => new GZipStream(s, CompressionLevel.Optimal, true));
bad[^6] ^= 1;
Console.WriteLine(Throws(() => Read(new GZipStream(new MemoryStream(bad), CompressionMode.Decompress))));

// An archive whose entries have long extra fields, between which the reader has to skip.
var archive = new MemoryStream();
using (var zip = new ZipArchive(archive, ZipArchiveMode.Create, leaveOpen: true))
{
    for (int i = 0; i < 5; i++)
    {
        using Stream entry = zip.CreateEntry($"folder/{i}.txt", i % 2 == 0 ? CompressionLevel.NoCompression : CompressionLevel.SmallestSize).Open();
        entry.Write(data, 0, i * 1_000);
    }
}
byte[] extended = WithExtraFields(archive.ToArray(), 9_000);
foreach (Stream stream in new Stream[] { new MemoryStream(archive.ToArray()), new MemoryStream(extended), new Unseekable(extended) })
{
    using var zip = new ZipArchive(stream, ZipArchiveMode.Read);
    Console.WriteLine(string.Join(", ", zip.Entries.Select(entry => $"{entry.FullName} {entry.Length} {entry.Crc32:x8} {Read(entry.Open()).AsSpan().SequenceEqual(data.AsSpan(0, (int)entry.Length))}")));
}
var updated = new MemoryStream();
updated.Write(extended);
using (var zip = new ZipArchive(updated, ZipArchiveMode.Update, leaveOpen: true))
{
    zip.GetEntry("folder/3.txt")!.Delete();
    using var writer = new StreamWriter(zip.CreateEntry("new.txt").Open());
    writer.Write("added");
}
using (var zip = new ZipArchive(updated, ZipArchiveMode.Read))
    Console.WriteLine($"{string.Join(' ', zip.Entries.Select(entry => entry.Name))} {Encoding.UTF8.GetString(Read(zip.GetEntry("new.txt")!.Open()))}");
Console.WriteLine($"{Throws(() => new ZipArchive(new MemoryStream(extended[..^30])))} {Throws(() => new ZipArchive(new MemoryStream(new byte[100])))}");

byte[] Pack(Func<Stream, Stream> make)
{
    var target = new MemoryStream();
    using (Stream stream = make(target))
        stream.Write(data);
    return target.ToArray();
}

byte[] Brotli(Func<Stream, Stream> make) => Pack(make);

// A stream flushes its blocks as one call of the encoder does not, so the sizes are taken from a stream of that quality.
int BrotliQuality(int quality) => Pack(s => new BrotliStream(s, new BrotliCompressionOptions { Quality = quality }, true)).Length;

static byte[] Read(Stream stream)
{
    using (stream)
    {
        var target = new MemoryStream();
        stream.CopyTo(target);
        return target.ToArray();
    }
}

static uint Adler(byte[] bytes)
{
    uint a = 1, b = 0;
    foreach (byte value in bytes)
    {
        a = (a + value) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

/// Adds an extra field of an unknown kind to each header of the central directory.
static byte[] WithExtraFields(byte[] zip, int length)
{
    int end = zip.Length - 22, start = BinaryPrimitives.ReadInt32LittleEndian(zip.AsSpan(end + 16)), count = BinaryPrimitives.ReadUInt16LittleEndian(zip.AsSpan(end + 10));
    var result = new List<byte>(zip[..start]);
    int at = start;
    byte[] field = new byte[length];
    BinaryPrimitives.WriteUInt16LittleEndian(field, 0x7777);
    BinaryPrimitives.WriteUInt16LittleEndian(field.AsSpan(2), (ushort)(length - 4));
    for (int i = 0; i < count; i++)
    {
        int name = BinaryPrimitives.ReadUInt16LittleEndian(zip.AsSpan(at + 28)), extra = BinaryPrimitives.ReadUInt16LittleEndian(zip.AsSpan(at + 30));
        byte[] header = zip[at..(at + 46 + name)];
        BinaryPrimitives.WriteUInt16LittleEndian(header.AsSpan(30), (ushort)length);
        result.AddRange(header);
        result.AddRange(field);
        at += 46 + name + extra;
    }
    byte[] tail = zip[end..];
    BinaryPrimitives.WriteInt32LittleEndian(tail.AsSpan(12), result.Count - start);
    return [.. result, .. tail];
}

static string Throws(Action action)
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

class Unseekable(byte[] bytes) : MemoryStream(bytes)
{
    public override bool CanSeek => false;
}
