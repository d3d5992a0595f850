// The streams of zlib's three formats: every level and strategy, ways of reading and writing, flushing, members one after the other, misuse.
// include: attempts.part
// include: compression-streams.part
using System.Buffers.Binary;
using System.IO.Compression;
using System.Text;
using static Attempts;
using static Checksums;

string[] kinds = ["deflate", "gzip", "zlib"];
byte[] text = Encoding.UTF8.GetBytes(string.Join(' ', Enumerable.Range(0, 3000).Select(i => i * 7 % 311)));
byte[] noise = new byte[5000];
new Random(5).NextBytes(noise);

Levels();
Options();
WaysToWrite();
WaysToRead();
await AsynchronousWays();
Flushing();
Members();
Headers();
Places();
Nested();
Misuse();
await TwoAtOnce();
Together();

void Levels()
{
    Console.WriteLine("-- levels");
    (string Name, byte[] Data)[] inputs = [("nothing", []), ("one", [7]), ("same", new byte[70_000]), ("text", text), ("noise", noise), ("both", [.. text, .. noise, .. text])];
    foreach (string kind in kinds)
    {
        foreach (CompressionLevel level in Enum.GetValues<CompressionLevel>().Order())
        {
            Console.Write($"{kind} {level}:");
            foreach ((string name, byte[] data) in inputs)
            {
                byte[] packed = Pack(kind, data, level);
                Console.Write($" {name} {Unpack(kind, packed).AsSpan().SequenceEqual(data)}{(packed.Length < data.Length ? " smaller" : "")}");
            }
            byte[] empty = Pack(kind, [], level);
            Console.WriteLine($" {(empty.Length == 0 ? "no bytes" : "bytes")}");
        }
        Console.WriteLine($"compressed twice {Unpack(kind, Unpack(kind, Pack(kind, Pack(kind, text)))).AsSpan().SequenceEqual(text)}");
    }
}

void Options()
{
    Console.WriteLine("-- options");
    foreach (ZLibCompressionStrategy strategy in Enum.GetValues<ZLibCompressionStrategy>())
    {
        bool all = true;
        int smallest = int.MaxValue;
        for (int level = 0; level <= 9; level++)
        {
            var options = new ZLibCompressionOptions { CompressionLevel = level, CompressionStrategy = strategy };
            foreach (string kind in kinds)
            {
                var target = new MemoryStream();
                using (Stream stream = kind == "gzip" ? new GZipStream(target, options, true) : kind == "zlib" ? new ZLibStream(target, options, true) : new DeflateStream(target, options, true))
                    stream.Write(text);
                all &= Unpack(kind, target.ToArray()).AsSpan().SequenceEqual(text);
                smallest = Math.Min(smallest, (int)target.Length);
            }
        }
        Console.WriteLine($"{strategy} {all} {smallest < text.Length}");
    }
    var value = new ZLibCompressionOptions();
    Console.WriteLine($"{value.CompressionLevel} {value.CompressionStrategy} {Try(() => value.CompressionLevel = -2)} {Try(() => value.CompressionLevel = -1)} {Try(() => value.CompressionLevel = 10)} {Try(() => value.CompressionStrategy = (ZLibCompressionStrategy)5)} {Try(() => value.CompressionStrategy = (ZLibCompressionStrategy)(-1))}");
    Console.WriteLine($"{Try(() => new GZipStream(new MemoryStream(), (ZLibCompressionOptions)null!))} {Try(() => new DeflateStream(new MemoryStream(), (CompressionLevel)4))} {Try(() => new ZLibStream(new MemoryStream(), (CompressionMode)2))}");
}

void WaysToWrite()
{
    Console.WriteLine("-- ways to write");
    foreach (string kind in kinds)
    {
        (string Name, Action<Stream> Write)[] ways =
        [
            ("bytes", stream => { foreach (byte value in text) stream.WriteByte(value); }),
            ("spans", stream => { for (int i = 0; i < text.Length; i += 13) stream.Write(text.AsSpan(i, Math.Min(13, text.Length - i))); }),
            ("arrays", stream => { for (int i = 0; i < text.Length; i += 501) stream.Write(text, i, Math.Min(501, text.Length - i)); }),
            ("nothing between", stream => { stream.Write([]); stream.Write(text); stream.Write(text, 5, 0); }),
            ("begin and end", stream => stream.EndWrite(stream.BeginWrite(text, 0, text.Length, null, null))),
            ("copied", stream => new MemoryStream(text).CopyTo(stream, 100)),
        ];
        foreach ((string name, Action<Stream> write) in ways)
        {
            var target = new MemoryStream();
            using (Stream stream = Compressor(kind, target))
                write(stream);
            Console.Write($"{name} {Unpack(kind, target.ToArray()).AsSpan().SequenceEqual(text)}, ");
        }
        Console.WriteLine(kind);
    }
}

void WaysToRead()
{
    Console.WriteLine("-- ways to read");
    foreach (string kind in kinds)
    {
        byte[] packed = Pack(kind, text);
        foreach (int atOnce in (int[])[1, 3, 64, int.MaxValue])
        {
            using var bytes = Decompressor(kind, new Slow(packed, atOnce));
            bool same = true;
            int count = 0;
            for (int value; (value = bytes.ReadByte()) >= 0; count++)
                same &= value == text[count];
            Console.Write($"{atOnce}: {count} {same} {bytes.ReadByte()} {bytes.Read(new byte[10])} {bytes.Read([])}; ");
        }
        using (Stream stream = Decompressor(kind, new Slow(packed, 5)))
        {
            var buffer = new byte[text.Length + 100];
            int nothing = stream.Read(buffer, 0, 0), least = stream.ReadAtLeast(buffer, 1000);
            stream.ReadExactly(buffer, least, 500);
            int more = stream.ReadAtLeast(buffer.AsSpan(least + 500), buffer.Length - least - 500, throwOnEndOfStream: false);
            Console.WriteLine($"{nothing} {least >= 1000} {least + 500 + more == text.Length} {buffer.AsSpan(0, text.Length).SequenceEqual(text)} {Try(() => { stream.ReadExactly(buffer, 0, 1); return 0; })}");
        }
        using (Stream stream = Decompressor(kind, new Slow(packed, 9)))
        {
            stream.ReadByte();
            var rest = new MemoryStream();
            stream.CopyTo(rest, 11);
            using var reader = new StreamReader(Decompressor(kind, new MemoryStream(packed)));
            Console.WriteLine($"{rest.Length == text.Length - 1} {reader.ReadToEnd().Split(' ').Length}");
        }
    }
}

async Task AsynchronousWays()
{
    Console.WriteLine("-- asynchronous");
    foreach (string kind in kinds)
    {
        var target = new MemoryStream();
        await using (Stream stream = Compressor(kind, target))
        {
            await stream.WriteAsync(text.AsMemory(0, 3000));
            await stream.WriteAsync(text, 3000, 2000);
            await stream.FlushAsync();
            await Task.Factory.FromAsync(stream.BeginWrite(text, 5000, 1000, null, null), stream.EndWrite);
            await new MemoryStream(text[6000..]).CopyToAsync(stream, 99);
        }
        byte[] packed = target.ToArray();
        await using (Stream stream = Decompressor(kind, new Slow(packed, 21)))
        {
            var buffer = new byte[text.Length];
            await stream.ReadExactlyAsync(buffer.AsMemory(0, 100));
            int count = 100 + await Task.Factory.FromAsync(stream.BeginRead(buffer, 100, 50, null, null), stream.EndRead);
            count += await stream.ReadAsync(buffer, count, 1);
            await stream.ReadExactlyAsync(buffer.AsMemory(count));
            Console.Write($"{buffer.AsSpan().SequenceEqual(text)} {await stream.ReadAsync(new byte[1])} ");
        }
        await using (Stream stream = Decompressor(kind, new Slow(packed, 1000)))
        {
            var copy = new MemoryStream();
            await stream.CopyToAsync(copy);
            Console.Write($"{copy.Length == text.Length} ");
        }
        using var canceled = new CancellationTokenSource();
        canceled.Cancel();
        using Stream into = Compressor(kind, new MemoryStream()), from = Decompressor(kind, new MemoryStream(packed));
        Console.WriteLine($"{await TryAsync(async () => { await into.WriteAsync(text, canceled.Token); return 0; })} {await TryAsync(async () => { await into.FlushAsync(canceled.Token); return 0; })} {await TryAsync(async () => await from.ReadAsync(new byte[5], canceled.Token))} {await TryAsync(async () => { await from.CopyToAsync(new MemoryStream(), canceled.Token); return 0; })} {from.ReadByte() == text[0]}");
    }
}

// What was flushed can be read before the stream has its end.
void Flushing()
{
    Console.WriteLine("-- flushing");
    foreach (string kind in kinds)
    {
        var target = new MemoryStream();
        Stream stream = Compressor(kind, target);
        stream.Flush();
        Console.Write($"{kind}: {target.Length}");
        stream.Write(text, 0, 1000);
        for (int i = 1; i <= 5; i++)
        {
            stream.Flush();
            long length = target.Length;
            stream.Flush();
            Stream so = Decompressor(kind, new MemoryStream(target.ToArray()));
            var buffer = new byte[1000 * i];
            Console.Write($" {so.ReadAtLeast(buffer, buffer.Length, throwOnEndOfStream: false)} {buffer.AsSpan().SequenceEqual(text.AsSpan(0, buffer.Length))} {target.Length == length}");
            stream.Write(text, 1000 * i, 1000);
        }
        stream.Dispose();
        Console.WriteLine($" {Unpack(kind, target.ToArray()).Length} {Try(() => { stream.Flush(); return 0; })}");
        Stream reading = Decompressor(kind, new MemoryStream(target.ToArray()));
        Console.WriteLine($"of a reader {Try(() => { reading.Flush(); return 0; })} {TryAsync(async () => { await reading.FlushAsync(); return 0; }).Result}");
    }
}

void Members()
{
    Console.WriteLine("-- members");
    byte[] one = Pack("gzip", "first,"u8.ToArray()), two = Pack("gzip", "second,"u8.ToArray()), none = Pack("gzip", [], flush: true), three = Pack("gzip", text, CompressionLevel.NoCompression);
    (string Name, byte[] Bytes)[] cases =
    [
        ("two", [.. one, .. two]), ("empty between", [.. one, .. none, .. two, .. none]), ("many", [.. Enumerable.Repeat(one, 50).SelectMany(bytes => bytes)]), ("long", [.. three, .. one, .. three]),
        ("zeros after", [.. one, .. new byte[20]]), ("zeros between", [.. one, 0, 0, .. two]), ("garbage after", [.. one, .. "garbage that is not gzip"u8]), ("magic only", [.. one, 0x1f]), ("magic", [.. one, 0x1f, 0x8b]), ("half a member", [.. one, .. two[..^9]]),
        ("other method", [.. one, 0x1f, 0x8b, 7, 0, 0, 0, 0, 0, 0, 0]),
    ];
    foreach ((string name, byte[] bytes) in cases)
    {
        foreach (int atOnce in (int[])[1, 7, int.MaxValue])
            Console.Write($"{name}: {Try(() => { byte[] result = UnpackFrom("gzip", new Slow(bytes, atOnce)); return result.Length > 30 ? result.Length.ToString() : Encoding.ASCII.GetString(result); })} {TryAsync(async () => { var copy = new MemoryStream(); await Decompressor("gzip", new Slow(bytes, atOnce)).CopyToAsync(copy); return copy.Length; }).Result}; ");
        Console.WriteLine();
    }
    // The other formats end at their first end.
    foreach (string kind in (string[])["deflate", "zlib"])
    {
        byte[] both = [.. Pack(kind, "first,"u8.ToArray()), .. Pack(kind, "second,"u8.ToArray())];
        Console.WriteLine($"{kind} {Encoding.ASCII.GetString(Unpack(kind, both))}");
    }
}

// Headers of gzip with all their optional parts.
void Headers()
{
    Console.WriteLine("-- headers");
    byte[] packed = Pack("gzip", "the content"u8.ToArray()), body = packed[10..];
    Console.WriteLine($"{Convert.ToHexString(packed[..4])} {BinaryPrimitives.ReadUInt32LittleEndian(packed.AsSpan(packed.Length - 4))} {BinaryPrimitives.ReadUInt32LittleEndian(packed.AsSpan(packed.Length - 8)):x8}");
    for (int flags = 0; flags < 64; flags++)
    {
        var bytes = new List<byte> { 0x1f, 0x8b, 8, (byte)flags, 1, 2, 3, 4, 2, 3 };
        if ((flags & 4) != 0)
            bytes.AddRange([5, 0, 1, 2, 3, 4, 5]);
        if ((flags & 8) != 0)
            bytes.AddRange("name\0"u8);
        if ((flags & 16) != 0)
            bytes.AddRange("a comment\0"u8);
        if ((flags & 2) != 0)
            bytes.AddRange([(byte)Crc([.. bytes]), (byte)(Crc([.. bytes]) >> 8)]);
        bytes.AddRange(body);
        Console.Write($"{flags}:{Try(() => Encoding.ASCII.GetString(UnpackFrom("gzip", new Slow([.. bytes], 4))))}{(flags % 8 == 7 ? "\n" : " ")}");
    }
    foreach (CompressionLevel level in Enum.GetValues<CompressionLevel>().Order())
    {
        byte[] zlib = Pack("zlib", text, level);
        Console.Write($"{level} {zlib[0] & 15} {zlib[0] >> 4} {(zlib[0] << 8 | zlib[1]) % 31} {zlib[1] >> 5 & 1}; ");
    }
    Console.WriteLine();
    // All pairs of two bytes that zlib takes as a header.
    byte[] rest = Pack("zlib", "the content"u8.ToArray())[2..];
    var accepted = new List<string>();
    for (int header = 0; header < 65536; header += header % 31 == 0 ? 31 : 1)
        if ((header >> 8 & 15) == 8 && Try(() => Encoding.ASCII.GetString(Unpack("zlib", [(byte)(header >> 8), (byte)header, .. rest]))) is var result && result != "InvalidDataException")
            accepted.Add($"{header:x4} {result}");
    Console.WriteLine(string.Join(' ', accepted));
}

// Where the stream below is left once a reader has met its end.
void Places()
{
    Console.WriteLine("-- places");
    foreach (string kind in kinds)
    {
        var source = new MemoryStream([.. Pack(kind, text), .. "what follows is not compressed at all"u8]);
        long end = source.Length - 37;
        Stream stream = kind == "gzip" ? new GZipStream(source, CompressionMode.Decompress, true) : kind == "zlib" ? new ZLibStream(source, CompressionMode.Decompress, true) : new DeflateStream(source, CompressionMode.Decompress, true);
        stream.ReadExactly(new byte[text.Length]);
        Console.Write($"{kind}: {Try(() => stream.ReadByte())} {source.Position - end} ");
        stream.Dispose();
        Console.WriteLine($"{source.Position - end} {source.CanRead} {Try(() => stream.ReadByte())}");
        source.Position = 0;
        Decompressor(kind, source).Dispose();
        Console.WriteLine($"closed {source.CanRead}");
    }
}

void Nested()
{
    Console.WriteLine("-- nested");
    var target = new MemoryStream();
    using (Stream inner = Compressor("gzip", target))
    using (Stream middle = Compressor("zlib", inner))
    using (Stream outer = Compressor("deflate", middle))
        for (int i = 0; i < text.Length; i += 100)
        {
            outer.Write(text, i, Math.Min(100, text.Length - i));
            if (i % 1000 == 0)
                outer.Flush();
        }
    using Stream back = Decompressor("deflate", Decompressor("zlib", Decompressor("gzip", new Slow(target.ToArray(), 17))));
    var copy = new MemoryStream();
    back.CopyTo(copy);
    Console.WriteLine(copy.ToArray().AsSpan().SequenceEqual(text));
}

void Misuse()
{
    Console.WriteLine("-- misuse");
    foreach (string kind in kinds)
    {
        var below = new MemoryStream();
        Stream into = Compressor(kind, below), from = Decompressor(kind, new MemoryStream(Pack(kind, text)));
        foreach (Stream stream in (Stream[])[into, from])
            Console.WriteLine($"{kind} {stream.CanRead} {stream.CanWrite} {stream.CanSeek} {stream.CanTimeout} {Try(() => stream.Length)} {Try(() => stream.Position)} {Try(() => stream.Position = 1)} {Try(() => stream.Seek(0, SeekOrigin.Begin))} {Try(() => { stream.SetLength(1); return 0; })} {Try(() => stream.ReadTimeout)} {Try(() => stream.Read(new byte[3], 2, 2))} {Try(() => stream.Read(null!, 0, 0))} {Try(() => { stream.Write(new byte[3], -1, 2); return 0; })} {Try(() => { stream.Write(null!, 0, 0); return 0; })}");
        Console.WriteLine($"{Try(() => into.ReadByte())} {Try(() => into.Read(new byte[5]))} {Try(() => { into.CopyTo(new MemoryStream()); return 0; })} {Try(() => { from.WriteByte(1); return 0; })} {Try(() => { from.Write("abc"u8); return 0; })} {Try(() => { from.CopyTo(null!); return 0; })} {Try(() => { from.CopyTo(into, 0); return 0; })} {Try(() => { from.CopyTo(from); return 0; })}");
        Console.WriteLine($"below {ReferenceEquals(Below(into), below)}");
        into.Dispose();
        from.Dispose();
        from.Dispose();
        Console.WriteLine($"{into.CanRead} {into.CanWrite} {from.CanRead} {below.CanWrite} {Try(() => Below(into))} {Try(() => { into.WriteByte(1); return 0; })} {Try(() => { into.Write([]); return 0; })} {Try(() => from.ReadByte())} {Try(() => from.Read([]))} {Try(() => from.Length)} {TryAsync(async () => await from.ReadAsync(new byte[1])).Result} {Try(() => { from.CopyTo(new MemoryStream()); return 0; })}");
        Console.WriteLine($"{Try(() => Compressor(kind, null!))} {Try(() => Decompressor(kind, null!))} {Try(() => Compressor(kind, new MemoryStream([], false)))} {Try(() => Decompressor(kind, into))} {Try(() => Decompressor(kind, below))}");
        // Empty input is the end at once.
        Console.WriteLine($"nothing {Try(() => Unpack(kind, []).Length)}");
    }
}

// While one asynchronous call is under way, another one is refused.
async Task TwoAtOnce()
{
    Console.WriteLine("-- two at once");
    foreach (string kind in kinds)
    {
        var gate = new Gate(Pack(kind, text));
        Stream from = Decompressor(kind, gate);
        Task<int> first = from.ReadAsync(new byte[10]).AsTask();
        Console.Write($"{kind} {first.IsCompleted} {await TryAsync(async () => await from.ReadAsync(new byte[5]))} {await TryAsync(async () => { await from.CopyToAsync(new MemoryStream()); return 0; })} ");
        gate.Open();
        Console.WriteLine($"{await first} {from.ReadByte() == text[10]}");
    }
}

// Many streams on many threads.
void Together()
{
    Console.WriteLine("-- together");
    var right = new bool[12];
    Parallel.For(0, right.Length, i =>
    {
        byte[] mine = [.. text[(i * 100)..], .. noise];
        right[i] = Unpack(kinds[i % 3], Pack(kinds[i % 3], mine)).AsSpan().SequenceEqual(mine);
    });
    Console.WriteLine(right.All(each => each));
}

static Stream Compressor(string kind, Stream below, CompressionLevel? level = null) => (kind, level) switch
{
    ("gzip", null) => new GZipStream(below, CompressionMode.Compress, below is MemoryStream),
    ("zlib", null) => new ZLibStream(below, CompressionMode.Compress, below is MemoryStream),
    (_, null) => new DeflateStream(below, CompressionMode.Compress, below is MemoryStream),
    ("gzip", { } chosen) => new GZipStream(below, chosen, true),
    ("zlib", { } chosen) => new ZLibStream(below, chosen, true),
    (_, { } chosen) => new DeflateStream(below, chosen, true),
};

static Stream Decompressor(string kind, Stream below) => kind switch
{
    "gzip" => new GZipStream(below, CompressionMode.Decompress),
    "zlib" => new ZLibStream(below, CompressionMode.Decompress),
    _ => new DeflateStream(below, CompressionMode.Decompress),
};

static Stream? Below(Stream stream) => stream switch
{
    GZipStream gzip => gzip.BaseStream,
    ZLibStream zlib => zlib.BaseStream,
    _ => ((DeflateStream)stream).BaseStream,
};

static byte[] Pack(string kind, byte[] data, CompressionLevel? level = null, bool flush = false)
{
    var target = new MemoryStream();
    using (Stream stream = Compressor(kind, target, level))
    {
        stream.Write(data);
        if (flush)
            stream.Flush();
    }
    return target.ToArray();
}

static byte[] Unpack(string kind, byte[] packed) => UnpackFrom(kind, new MemoryStream(packed));

static byte[] UnpackFrom(string kind, Stream source)
{
    using Stream stream = Decompressor(kind, source);
    var target = new MemoryStream();
    stream.CopyTo(target);
    return target.ToArray();
}
