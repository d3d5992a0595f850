// rows: N6b-025 N6b-027 N6b-028 N6b-029 N6b-030 N6b-031 N6b-033 N6b-034 N6b-036 N6b-104 N6b-105 N6b-146 N6b-164
// Streams over streams: what they ask of the inner one, and when they answer.
using System.IO.Compression;
using System.IO.Pipelines;
using System.Security.Cryptography;
using System.Text;

/// Gives a few bytes at a time, and writes down what it is asked.
sealed class Asked(byte[] content, int piece) : Stream
{
    public readonly List<string> Log = [];
    int position;
    public override bool CanRead => true;
    public override bool CanSeek => true;
    public override bool CanWrite => false;
    public override long Length => content.Length;
    public override long Position { get => position; set { Log.Add($"position {value}"); position = (int)value; } }
    public override void Flush() { }
    public override void SetLength(long value) => throw new NotSupportedException();
    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin)
    {
        Log.Add($"seek {offset} {origin}");
        return position = (int)(origin == SeekOrigin.Begin ? offset : origin == SeekOrigin.Current ? position + offset : content.Length + offset);
    }

    public override int Read(byte[] buffer, int offset, int count)
    {
        int read = Math.Min(Math.Min(count, piece), content.Length - position);
        Log.Add(count == 0 ? "read of nothing" : $"read {read}");
        Array.Copy(content, position, buffer, offset, read);
        position += read;
        return read;
    }

    public override Task CopyToAsync(Stream destination, int bufferSize, CancellationToken token)
    {
        Log.Add("copy");
        return base.CopyToAsync(destination, bufferSize, token);
    }

    public string Asks()
    {
        string all = string.Join(", ", Log);
        Log.Clear();
        return all;
    }
}

static class Program
{
    static readonly byte[] text = Encoding.ASCII.GetBytes(string.Concat(Enumerable.Repeat("some text, and more ", 20)));

    static async Task Main()
    {
        ZLib();
        await Partial("deflate", stream => new DeflateStream(stream, CompressionLevel.Optimal, true), stream => new DeflateStream(stream, CompressionMode.Decompress));
        await Partial("gzip", stream => new GZipStream(stream, CompressionLevel.Optimal, true), stream => new GZipStream(stream, CompressionMode.Decompress));
        await Partial("zlib", stream => new ZLibStream(stream, CompressionLevel.Optimal, true), stream => new ZLibStream(stream, CompressionMode.Decompress));
        await Partial("brotli", stream => new BrotliStream(stream, CompressionLevel.Optimal, true), stream => new BrotliStream(stream, CompressionMode.Decompress));
        await Encrypted();
        await Writes();
        await Pipelines();
        Buffered();
        await Bases();
        Writers();
    }

    static void ZLib()
    {
        var packed = new MemoryStream();
        using (var stream = new ZLibStream(packed, CompressionLevel.SmallestSize, leaveOpen: true))
            stream.Write(text);
        byte[] bytes = packed.ToArray();
        Console.WriteLine($"zlib {bytes[0]:x} {(bytes[0] * 256 + bytes[1]) % 31} {bytes.Length < text.Length}");
        using (var stream = new ZLibStream(new MemoryStream(bytes), CompressionMode.Decompress))
        using (var unpacked = new MemoryStream())
        {
            stream.CopyTo(unpacked);
            Console.WriteLine($"{unpacked.ToArray().AsSpan().SequenceEqual(text)} {stream.CanRead} {stream.CanWrite} {stream.CanSeek}");
        }
        foreach (int damaged in new[] { 0, bytes.Length - 1 })
        {
            byte[] copy = [.. bytes];
            copy[damaged] ^= 0x55;
            try
            {
                new ZLibStream(new MemoryStream(copy), CompressionMode.Decompress).CopyTo(Stream.Null);
                Console.WriteLine("not noticed");
            }
            catch (InvalidDataException)
            {
                Console.WriteLine(damaged == 0 ? "damaged head" : "damaged sum");
            }
        }
    }

    /// A reader gets what is there as soon as a byte is, and a read of nothing waits for data without a buffer.
    static async Task Partial(string name, Func<Stream, Stream> pack, Func<Stream, Stream> unpack)
    {
        var packed = new MemoryStream();
        Stream packing = pack(packed);
        packing.Write("first "u8);
        packing.Flush();
        long end = packed.Length;
        packing.Write("second"u8);
        packing.Dispose();
        var inner = new Asked(packed.ToArray(), (int)end);
        using Stream stream = unpack(inner);
        var buffer = new byte[100];
        Console.WriteLine($"{name}: nothing {stream.Read([])} ({inner.Asks()})");
        int read = await stream.ReadAsync(buffer);
        Console.WriteLine($"  {Encoding.ASCII.GetString(buffer, 0, read)} ({inner.Asks()})");
        Console.WriteLine($"  nothing {await stream.ReadAsync(Memory<byte>.Empty)} ({inner.Asks()})");
        var rest = new StringBuilder();
        while ((read = stream.Read(buffer)) > 0)
            rest.Append(Encoding.ASCII.GetString(buffer, 0, read));
        Console.WriteLine($"  {rest}, then {stream.Read(buffer)}");
    }

    static async Task Encrypted()
    {
        using var aes = Aes.Create();
        aes.Key = new byte[16];
        aes.IV = new byte[16];
        var packed = new MemoryStream();
        await using (var stream = new CryptoStream(packed, aes.CreateEncryptor(), CryptoStreamMode.Write, leaveOpen: true))
        {
            await stream.WriteAsync(text.AsMemory(0, 150));
            await stream.WriteAsync(text, 150, text.Length - 150);
            await stream.FlushFinalBlockAsync();
            Console.WriteLine($"encrypted {packed.Length} {stream.HasFlushedFinalBlock}");
        }
        var inner = new Asked(packed.ToArray(), 48);
        await using var reader = new CryptoStream(inner, aes.CreateDecryptor(), CryptoStreamMode.Read);
        var buffer = new byte[1000];
        Console.WriteLine($"nothing {await reader.ReadAsync(Memory<byte>.Empty)} ({inner.Asks()})");
        var decrypted = new MemoryStream();
        for (int read; (read = await reader.ReadAsync(buffer.AsMemory())) > 0;)
        {
            Console.Write($"{read} ");
            decrypted.Write(buffer, 0, read);
        }
        Console.WriteLine(decrypted.ToArray().AsSpan().SequenceEqual(text));
        Console.WriteLine($"asked {inner.Asks()}");
    }

    static async Task Writes()
    {
        var packed = new MemoryStream();
        await using (var stream = new DeflateStream(packed, CompressionLevel.Fastest, leaveOpen: true))
        {
            await stream.WriteAsync(text.AsMemory(0, 100));
            await stream.WriteAsync(text, 100, 100);
            stream.EndWrite(stream.BeginWrite(text, 200, 100, null, null));
            stream.WriteByte(text[300]);
            await stream.WriteAsync(text.AsMemory(301));
            Task canceled = stream.WriteAsync(text, new CancellationToken(true)).AsTask();
            Console.WriteLine(canceled.Status);
        }
        packed.Position = 0;
        using var unpacked = new MemoryStream();
        await new DeflateStream(packed, CompressionMode.Decompress).CopyToAsync(unpacked);
        Console.WriteLine($"deflated in parts {unpacked.ToArray().AsSpan().SequenceEqual(text)}");
    }

    static async Task Pipelines()
    {
        var pipe = new Pipe();
        using (Stream writing = pipe.Writer.AsStream())
        {
            foreach (byte b in "bytes"u8.ToArray())
                writing.WriteByte(b);
            await writing.FlushAsync();
        }
        using Stream reading = pipe.Reader.AsStream();
        var got = new StringBuilder();
        for (int b; (b = reading.ReadByte()) >= 0;)
            got.Append((char)b);
        Console.WriteLine($"pipe: {got} {reading.ReadByte()}");
        var inner = new Asked(text, 64);
        PipeReader reader = PipeReader.Create(inner, new StreamPipeReaderOptions(bufferSize: 64, leaveOpen: true));
        ReadResult first = await reader.ReadAsync();
        reader.AdvanceTo(first.Buffer.GetPosition(10), first.Buffer.End);
        inner.Log.Clear();
        var copied = new MemoryStream();
        await reader.CopyToAsync(copied);
        Console.WriteLine($"copied {copied.ToArray().AsSpan().SequenceEqual(text.AsSpan(10))}: {inner.Asks().Split(',')[0]}");
    }

    static void Buffered()
    {
        var inner = new Asked(text, 1000);
        using var stream = new BufferedStream(inner, 64);
        stream.ReadByte();
        Console.WriteLine($"filled: {inner.Asks()}");
        foreach (long position in new long[] { 40, 0, 63, 64, 200, 190, 3 })
        {
            stream.Position = position;
            Console.WriteLine($"at {position}: {(char)stream.ReadByte()} {stream.Position} ({inner.Asks()})");
        }
    }

    static async Task Bases()
    {
        foreach ((byte[]? buffer, int offset, int count) in new (byte[]?, int, int)[] { (null, 0, 0), (new byte[4], -1, 0), (new byte[4], 0, 5), (new byte[4], 3, 2), (new byte[4], 4, 0) })
        {
            foreach (Stream stream in new Stream[] { new MemoryStream(), new BufferedStream(new MemoryStream()), new DeflateStream(new MemoryStream(), CompressionMode.Compress) })
            {
                try
                {
                    stream.Write(buffer!, offset, count);
                    Console.Write("written ");
                }
                catch (ArgumentException e)
                {
                    Console.Write($"{e.GetType().Name} {e.ParamName} ");
                }
            }
            Console.WriteLine();
        }
        foreach ((Stream? to, int size) in new (Stream?, int)[] { (null, 1), (Stream.Null, 0), (new MemoryStream([], writable: false), 1) })
        {
            try
            {
                new Asked(text, 1).CopyTo(to!, size);
            }
            catch (Exception e)
            {
                Console.WriteLine($"{e.GetType().Name} {(e as ArgumentException)?.ParamName}");
            }
        }
        var plain = new Asked(text, 7); // has only the synchronous read of its own
        var buffer2 = new byte[10];
        Console.WriteLine($"{plain.EndRead(plain.BeginRead(buffer2, 0, 10, null, null))} {await plain.ReadAsync(buffer2, 0, 3)} {await plain.ReadAsync(buffer2.AsMemory(2))} {plain.Read(buffer2.AsSpan())} {plain.ReadByte()}");
        Console.WriteLine($"{await plain.ReadAtLeastAsync(buffer2, 9)} {plain.Position}");
    }

    /// The bytes of a writer's text are made room for at the first flush only.
    static void Writers()
    {
        const int Size = 100_000;
        var warm = new StreamWriter(Stream.Null, Encoding.UTF8, Size);
        warm.Write("warm");
        warm.Flush();
        long before = GC.GetAllocatedBytesForCurrentThread();
        var writer = new StreamWriter(Stream.Null, Encoding.UTF8, Size);
        long created = GC.GetAllocatedBytesForCurrentThread();
        writer.Write(new string('x', Size / 2));
        writer.Flush();
        long flushed = GC.GetAllocatedBytesForCurrentThread();
        Console.WriteLine($"characters at once {created - before is >= 2 * Size and < 3 * Size}, bytes later {flushed - created >= Size + Size}");
    }
}
