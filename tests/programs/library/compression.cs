using System.IO.Compression;
using System.Text;

byte[] data = Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat("the same text again and again, ", 500)));
foreach (string kind in new[] { "gzip", "deflate", "zlib", "brotli" })
{
    var target = new MemoryStream();
    Stream Wrap(Stream s, bool compress) => (kind, compress) switch
    {
        ("gzip", true) => new GZipStream(s, CompressionLevel.Optimal, true),
        ("gzip", false) => new GZipStream(s, CompressionMode.Decompress),
        ("deflate", true) => new DeflateStream(s, CompressionLevel.Fastest, true),
        ("deflate", false) => new DeflateStream(s, CompressionMode.Decompress),
        ("zlib", true) => new ZLibStream(s, CompressionLevel.SmallestSize, true),
        ("zlib", false) => new ZLibStream(s, CompressionMode.Decompress),
        (_, true) => new BrotliStream(s, CompressionLevel.Fastest, true),
        _ => new BrotliStream(s, CompressionMode.Decompress),
    };
    using (Stream c = Wrap(target, true))
        c.Write(data);
    long size = target.Length;
    target.Position = 0;
    var back = new MemoryStream();
    using (Stream d = Wrap(target, false))
        d.CopyTo(back);
    Console.WriteLine($"{kind} {size < data.Length / 10} {back.ToArray().AsSpan().SequenceEqual(data)}");
    target.Dispose();
}
var zip = new MemoryStream();
using (var archive = new ZipArchive(zip, ZipArchiveMode.Create, true))
{
    foreach (string name in new[] { "a.txt", "dir/b.txt" })
    {
        using var w = new StreamWriter(archive.CreateEntry(name).Open());
        w.Write("content of " + name);
    }
}
using (var archive = new ZipArchive(zip, ZipArchiveMode.Read))
    foreach (ZipArchiveEntry e in archive.Entries)
        Console.WriteLine(e.FullName + " " + e.Length + " " + new StreamReader(e.Open()).ReadToEnd());
try
{
    new GZipStream(new MemoryStream(new byte[] { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 }), CompressionMode.Decompress).ReadByte();
}
catch (InvalidDataException e)
{
    Console.WriteLine(e.Message);
}
