// Brotli: encoder and decoder as structs, windows and qualities, small buffers, streams, known bytes.
// include: attempts.part
// include: compression-streams.part
using System.Buffers;
using System.IO.Compression;
using System.Text;
using static Attempts;

byte[] text = Encoding.UTF8.GetBytes(string.Join(' ', Enumerable.Range(0, 2500).Select(i => $"{i * 17 % 97} and")));

Limits();
SmallBuffers();
Decoding();
Known();
Streams();
await Asynchronous();
Flushing();
Misuse();
Together();

void Limits()
{
    Console.WriteLine("-- limits");
    Console.WriteLine(string.Join(' ', new[] { 0, 1, 2, 100, 1 << 14, 1 << 20, int.MaxValue - 515, int.MaxValue, -1 }.Select(length => Try(() => BrotliEncoder.GetMaxCompressedLength(length)))));
    var output = new byte[BrotliEncoder.GetMaxCompressedLength(text.Length)];
    var back = new byte[text.Length];
    foreach (int quality in (int[])[0, 1, 5, 9])
    {
        int right = 0;
        for (int window = 10; window <= 24; window++)
            right += BrotliEncoder.TryCompress(text, output, out int written, quality, window) && BrotliDecoder.TryDecompress(output.AsSpan(0, written), back, out int read) && back.AsSpan(0, read).SequenceEqual(text) ? 1 : 0;
        Console.Write($"{quality}: {right} ");
    }
    Console.WriteLine();
    foreach ((int quality, int window) in ((int, int)[])[(-1, 22), (12, 22), (5, 9), (5, 25), (int.MinValue, 0), (0, 10), (11, 24)])
        Console.Write($"{Try(() => { using var encoder = new BrotliEncoder(quality, window); return "made"; })} {Try(() => BrotliEncoder.TryCompress(default, new byte[100], out _, quality, window))}; ");
    Console.WriteLine();
    Console.WriteLine($"{BrotliEncoder.TryCompress(text, output, out int all)} {all < text.Length} {BrotliEncoder.TryCompress(text, output.AsSpan(0, all), out int again)} {again == all} {BrotliEncoder.TryCompress(text, output.AsSpan(0, 20), out int none)} {none} {BrotliEncoder.TryCompress(default, output, out int empty)} {empty} {BrotliEncoder.TryCompress(text, default, out none)} {none}");
}

// Input and output in pieces of every size; only the status says which of them is missing.
void SmallBuffers()
{
    Console.WriteLine("-- small buffers");
    foreach ((int input, int output) in ((int, int)[])[(1, 1000), (1000, 1), (7, 3), (text.Length, 50), (text.Length, text.Length)])
    {
        using var encoder = new BrotliEncoder(4, 18);
        var packed = new List<byte>();
        var buffer = new byte[output];
        var seen = new SortedSet<OperationStatus>();
        ReadOnlySpan<byte> rest = text;
        OperationStatus status;
        do
        {
            int piece = Math.Min(input, rest.Length);
            bool final = piece == rest.Length;
            status = encoder.Compress(rest[..piece], buffer, out int consumed, out int written, final);
            rest = rest[consumed..];
            packed.AddRange(buffer[..written]);
            seen.Add(status);
            if (status == OperationStatus.Done && !final)
                status = OperationStatus.NeedMoreData;
        }
        while (status is not (OperationStatus.Done or OperationStatus.InvalidData));
        Console.WriteLine($"{input} {output}: {string.Join(' ', seen)} {Unpack([.. packed]).AsSpan().SequenceEqual(text)}");
    }

    // Flushed in pieces, too.
    using var flushed = new BrotliEncoder(6, 20);
    var bytes = new List<byte>();
    var small = new byte[5];
    Console.Write($"{flushed.Flush(small, out int at)} {at} ");
    bytes.AddRange(small[..at]);
    for (int i = 0; i < 3; i++)
    {
        ReadOnlySpan<byte> part = text.AsSpan(i * 1000, 1000);
        while (!part.IsEmpty)
        {
            flushed.Compress(part, small, out int consumed, out int written, isFinalBlock: false);
            part = part[consumed..];
            bytes.AddRange(small[..written]);
        }
        OperationStatus status;
        int flushes = 0;
        do
        {
            status = flushed.Flush(small, out int written);
            bytes.AddRange(small[..written]);
            flushes++;
        }
        while (status == OperationStatus.DestinationTooSmall);
        using var decoder = new BrotliDecoder();
        var target = new byte[4000];
        Console.Write($"{status} {flushes > 1} {decoder.Decompress(bytes.ToArray(), target, out int read, out int got)} {read == bytes.Count} {got} {target.AsSpan(0, got).SequenceEqual(text.AsSpan(0, got))}; ");
    }
    Console.WriteLine();
    var end = new byte[100];
    Console.Write($"{flushed.Compress(default, end, out int c, out int w, true)} {c} {w > 0} {Unpack([.. bytes, .. end[..w]]).Length} ");
    Console.WriteLine($"{flushed.Compress(default, end, out c, out w, true)} {c} {w}");
}

void Decoding()
{
    Console.WriteLine("-- decoding");
    byte[] packed = Pack(text);
    foreach (int output in (int[])[0, 1, 10, text.Length - 1, text.Length, text.Length + 1])
    {
        using var decoder = new BrotliDecoder();
        OperationStatus status = decoder.Decompress(packed, new byte[output], out int consumed, out int written);
        Console.Write($"{output}: {status} {written} {consumed == packed.Length} {BrotliDecoder.TryDecompress(packed, new byte[output], out int all)} {all}; ");
    }
    Console.WriteLine();
    // What follows the end is not consumed; after the end the decoder says so again.
    using (var decoder = new BrotliDecoder())
    {
        byte[] more = [.. packed, 1, 2, 3];
        var target = new byte[text.Length + 10];
        Console.Write($"{decoder.Decompress(more, target, out int consumed, out int written)} {more.Length - consumed} {written == text.Length} ");
        Console.Write($"{decoder.Decompress(packed, target, out consumed, out written)} {consumed} {written} ");
        Console.WriteLine($"{BrotliDecoder.TryDecompress(more, target, out written)} {written == text.Length} {BrotliDecoder.TryDecompress(packed.AsSpan(0, packed.Length - 1), target, out written)} {BrotliDecoder.TryDecompress(default, target, out written)} {written}");
    }
    using (var decoder = new BrotliDecoder())
    {
        var target = new byte[10];
        Console.Write($"{decoder.Decompress(default, target, out int consumed, out int written)} {consumed} {written} ");
        Console.Write($"{decoder.Decompress([0xFF, 0xFF, 0xFF, 0xFF], target, out consumed, out written)} {written} ");
        Console.WriteLine($"{decoder.Decompress(packed, target, out consumed, out written)} {consumed} {written}");
    }
    var late = new BrotliDecoder();
    late.Decompress(packed, new byte[5], out _, out _);
    late.Dispose();
    late.Dispose();
    Console.WriteLine($"{Try(() => late.Decompress(packed, new byte[5], out _, out _))}");
    var unused = new BrotliEncoder(1, 10);
    unused.Dispose();
    unused.Dispose();
    Console.WriteLine($"{Try(() => unused.Compress(default, new byte[5], out _, out _, true))} {Try(() => unused.Flush(new byte[5], out _))}");
    BrotliEncoder zero = default;
    Console.WriteLine($"{Try(() => zero.Compress("abc"u8, new byte[50], out _, out int count, true) + (count > 0 ? " some" : " none"))}");
    zero.Dispose();
}

// Bytes that other encoders have made.
void Known()
{
    Console.WriteLine("-- known bytes");
    foreach (string hex in (string[])["06", "3B", "0B028068656C6C6F03", "1B0300F8A5", "0F", "", "A1"])
    {
        byte[] bytes = Convert.FromHexString(hex);
        var target = new byte[50];
        using var decoder = new BrotliDecoder();
        OperationStatus status = decoder.Decompress(bytes, target, out int consumed, out int written);
        Console.WriteLine($"{hex}: {status} {consumed} {Encoding.ASCII.GetString(target, 0, written)} {Try(() => Encoding.ASCII.GetString(Unpack(bytes)))}");
    }
}

void Streams()
{
    Console.WriteLine("-- streams");
    foreach (CompressionLevel level in Enum.GetValues<CompressionLevel>().Order())
    {
        foreach (int length in (int[])[0, 1, 1000, text.Length])
        {
            var target = new MemoryStream();
            using (var stream = new BrotliStream(target, level, leaveOpen: true))
                stream.Write(text, 0, length);
            Console.Write($"{level} {length} {Unpack(target.ToArray()).AsSpan().SequenceEqual(text.AsSpan(0, length))} {(target.Length == 0 ? "no bytes" : "bytes")}; ");
        }
        Console.WriteLine();
    }
    for (int quality = 0; quality <= 9; quality++)
    {
        var target = new MemoryStream();
        using (var stream = new BrotliStream(target, new BrotliCompressionOptions { Quality = quality }, leaveOpen: true))
            for (int i = 0; i < 3000; i++)
                stream.WriteByte(text[i]);
        Console.Write($"{quality} {Unpack(target.ToArray()).AsSpan().SequenceEqual(text.AsSpan(0, 3000))} ");
    }
    var options = new BrotliCompressionOptions();
    Console.WriteLine($"{options.Quality} {Try(() => options.Quality = 12)} {Try(() => options.Quality = -1)} {Try(() => new BrotliStream(new MemoryStream(), (BrotliCompressionOptions)null!))} {Try(() => new BrotliStream(new MemoryStream(), (CompressionLevel)7))} {Try(() => new BrotliStream(new MemoryStream(), (CompressionMode)7))}");

    byte[] packed = Pack(text);
    foreach (int atOnce in (int[])[1, 2, 100, int.MaxValue])
    {
        using var stream = new BrotliStream(new Slow(packed, atOnce), CompressionMode.Decompress);
        var buffer = new byte[text.Length];
        int first = stream.ReadByte(), nothing = stream.Read([]);
        buffer[0] = (byte)first;
        stream.ReadExactly(buffer, 1, 99);
        stream.ReadExactly(buffer.AsSpan(100));
        Console.Write($"{atOnce}: {nothing} {buffer.AsSpan().SequenceEqual(text)} {stream.ReadByte()} {stream.Read(buffer)}; ");
    }
    Console.WriteLine();

    // What follows the end: nothing more is given, and the stream below stays where reading has brought it.
    foreach (byte[] after in (byte[][])[[], [0], [.. "garbage"u8], packed])
    {
        var source = new MemoryStream([.. packed, .. after]);
        using var stream = new BrotliStream(source, CompressionMode.Decompress, leaveOpen: true);
        Console.Write($"{after.Length > 100} {Try(() => Read(stream).Length == text.Length)} {source.Length - source.Position}; ");
    }
    Console.WriteLine();
}

async Task Asynchronous()
{
    Console.WriteLine("-- asynchronous");
    var target = new MemoryStream();
    await using (var stream = new BrotliStream(target, CompressionLevel.Fastest, leaveOpen: true))
    {
        await stream.WriteAsync(text.AsMemory(0, 4000));
        await stream.FlushAsync();
        await stream.WriteAsync(text, 4000, 1000);
        await Task.Factory.FromAsync(stream.BeginWrite(text, 5000, text.Length - 5000, null, null), stream.EndWrite);
    }
    byte[] packed = target.ToArray();
    await using (var stream = new BrotliStream(new Slow(packed, 33), CompressionMode.Decompress))
    {
        var buffer = new byte[text.Length];
        await stream.ReadExactlyAsync(buffer.AsMemory(0, 10));
        int count = 10 + await Task.Factory.FromAsync(stream.BeginRead(buffer, 10, 5, null, null), stream.EndRead);
        await stream.ReadExactlyAsync(buffer.AsMemory(count));
        Console.WriteLine($"{buffer.AsSpan().SequenceEqual(text)} {await stream.ReadAsync(buffer, 0, 10)}");
    }
    using var canceled = new CancellationTokenSource();
    canceled.Cancel();
    using BrotliStream into = new(new MemoryStream(), CompressionMode.Compress), from = new(new MemoryStream(packed), CompressionMode.Decompress);
    Console.WriteLine($"{await TryAsync(async () => { await into.WriteAsync(text, canceled.Token); return 0; })} {await TryAsync(async () => { await into.FlushAsync(canceled.Token); return 0; })} {await TryAsync(async () => await from.ReadAsync(new byte[5], canceled.Token))} {from.ReadByte() == text[0]}");

    var gate = new Gate(packed);
    var waiting = new BrotliStream(gate, CompressionMode.Decompress);
    Task<int> first = waiting.ReadAsync(new byte[10]).AsTask();
    Console.Write($"{first.IsCompleted} {await TryAsync(async () => await waiting.ReadAsync(new byte[5]))} ");
    gate.Open();
    Console.WriteLine(await first);
}

void Flushing()
{
    Console.WriteLine("-- flushing");
    var target = new MemoryStream();
    var stream = new BrotliStream(target, CompressionLevel.Fastest, leaveOpen: true);
    stream.Flush();
    for (int i = 1; i <= 4; i++)
    {
        stream.Write(text, (i - 1) * 500, 500);
        stream.Flush();
        long length = target.Length;
        stream.Flush();
        var buffer = new byte[i * 500];
        int got = new BrotliStream(new MemoryStream(target.ToArray()), CompressionMode.Decompress).ReadAtLeast(buffer, buffer.Length, false);
        Console.Write($"{got} {buffer.AsSpan().SequenceEqual(text.AsSpan(0, got))} {target.Length == length}; ");
    }
    stream.Dispose();
    Console.WriteLine($"{Unpack(target.ToArray()).Length} {Try(() => { stream.Flush(); return 0; })} {Try(() => { new BrotliStream(target, CompressionMode.Decompress).Flush(); return 0; })}");
}

void Misuse()
{
    Console.WriteLine("-- misuse");
    var below = new MemoryStream();
    BrotliStream into = new(below, CompressionMode.Compress), from = new(new MemoryStream(Pack(text)), CompressionMode.Decompress);
    foreach (BrotliStream stream in (BrotliStream[])[into, from])
        Console.WriteLine($"{stream.CanRead} {stream.CanWrite} {stream.CanSeek} {Try(() => stream.Length)} {Try(() => stream.Position)} {Try(() => stream.Position = 1)} {Try(() => stream.Seek(0, SeekOrigin.Begin))} {Try(() => { stream.SetLength(1); return 0; })} {Try(() => stream.Read(new byte[3], 2, 2))} {Try(() => stream.Read(null!, 0, 0))} {Try(() => { stream.Write(new byte[3], -1, 2); return 0; })} {Try(() => { stream.Write(null!, 0, 0); return 0; })}");
    Console.WriteLine($"{Try(() => into.ReadByte())} {Try(() => into.Read(new byte[5]))} {Try(() => { from.WriteByte(1); return 0; })} {Try(() => { from.Write("abc"u8); return 0; })} {ReferenceEquals(into.BaseStream, below)}");
    into.Dispose();
    into.Dispose();
    from.Dispose();
    Console.WriteLine($"{into.CanWrite} {from.CanRead} {below.CanWrite} {Try(() => { into.WriteByte(1); return 0; })} {Try(() => from.ReadByte())} {Try(() => from.BaseStream is null)} {Try(() => new BrotliStream(null!, CompressionMode.Compress))} {Try(() => new BrotliStream(below, CompressionMode.Compress))} {Try(() => new BrotliStream(below, CompressionMode.Decompress))} {Try(() => new BrotliStream(new MemoryStream([], false), CompressionMode.Compress))}");
    Console.WriteLine($"nothing {Try(() => Unpack([]).Length)}");
}

void Together()
{
    Console.WriteLine("-- together");
    var right = new bool[10];
    Parallel.For(0, right.Length, i => right[i] = Unpack(Pack(text[(i * 50)..])).AsSpan().SequenceEqual(text.AsSpan(i * 50)));
    Console.WriteLine(right.All(each => each));
}

static byte[] Pack(byte[] data)
{
    var target = new byte[BrotliEncoder.GetMaxCompressedLength(data.Length)];
    BrotliEncoder.TryCompress(data, target, out int written, 5, 20);
    return target[..written];
}

static byte[] Unpack(byte[] packed) => Read(new BrotliStream(new MemoryStream(packed), CompressionMode.Decompress));

static byte[] Read(Stream stream)
{
    var target = new MemoryStream();
    stream.CopyTo(target);
    return target.ToArray();
}
