// rows: N7c-024 N7c-025 N7c-026 N7c-027 N7c-052 N7c-055 N7c-056
// Readers and streams: cancellable reading of text, the empty readers, exact reads, resources, joined paths.
using System.Reflection;
using System.Text;

var cancelled = new CancellationToken(canceled: true);
string file = Path.Combine(Path.GetTempPath(), Guid.NewGuid().ToString("N"));
File.WriteAllText(file, "one\ntwo\r\nthree\rfour\n\nlast");

using (var reader = new StreamReader(file))
{
    Console.WriteLine($"{await reader.ReadLineAsync(default)} {await reader.ReadLineAsync(new CancellationTokenSource().Token)} {await Try(async () => await reader.ReadLineAsync(cancelled))}");
    Console.WriteLine($"{(await reader.ReadToEndAsync(default)).Replace("\r", "\\r").Replace("\n", "\\n")} {await reader.ReadLineAsync(default) ?? "null"} {await Try(() => reader.ReadToEndAsync(cancelled))}");
}
var strings = new StringReader("a\nb\r\nc");
Console.WriteLine($"{await strings.ReadLineAsync(default)} {await Try(async () => await strings.ReadLineAsync(cancelled))} {(await strings.ReadToEndAsync(default)).Length} {await Try(() => strings.ReadToEndAsync(cancelled))}");
var plain = new LetterReader(5);
Console.WriteLine($"base class: {await plain.ReadLineAsync(default)} {await Try(async () => await plain.ReadLineAsync(cancelled))} {await Try(() => plain.ReadToEndAsync(cancelled))}");

// The read is under way when it is cancelled.
var endless = new BlockedStream();
using (var source = new CancellationTokenSource())
using (var blocked = new StreamReader(endless))
{
    ValueTask<string?> line = blocked.ReadLineAsync(source.Token);
    Console.Write($"pending {!line.IsCompleted} ");
    source.Cancel();
    Console.WriteLine(await Try(async () => await line));
}
// The base of all streams looks at the token only before it starts.
using (var source = new CancellationTokenSource())
{
    var old = new OldStream(source);
    Console.WriteLine($"base stream: {await old.ReadAsync(new byte[4].AsMemory(), source.Token)} though cancelled {source.IsCancellationRequested}; {await Try(async () => await old.ReadAsync(new byte[4], source.Token))}");
}

foreach (TextReader nothing in new TextReader[] { TextReader.Null, StreamReader.Null })
{
    Console.WriteLine($"{nothing.Peek()} {nothing.Read()} {nothing.ReadLine() ?? "null"} '{nothing.ReadToEnd()}' {nothing.Read(new char[3], 0, 3)} {nothing.Read(new char[3].AsSpan())} {nothing.ReadBlock(new char[3], 0, 3)} "
        + $"{await nothing.ReadLineAsync(default) ?? "null"} '{await nothing.ReadToEndAsync(default)}' {await nothing.ReadAsync(new char[2], 0, 2)} {await nothing.ReadBlockAsync(new char[2].AsMemory())}");
}
Console.WriteLine($"{StreamReader.Null.EndOfStream} {StreamReader.Null.BaseStream == Stream.Null}");

var lines = new List<string>();
await foreach (string line in File.ReadLinesAsync(file))
    lines.Add(line);
Console.WriteLine($"{string.Join('|', lines)} {lines.SequenceEqual(File.ReadLines(file))}");
Console.WriteLine(await Try(async () =>
{
    var source = new CancellationTokenSource();
    int count = 0;
    await foreach (string line in File.ReadLinesAsync(file).WithCancellation(source.Token))
    {
        if (++count == 2)
            source.Cancel();
    }
    return count;
}));
Console.WriteLine(await Try(async () => { await foreach (string _ in File.ReadLinesAsync(file + "-absent", Encoding.UTF8)) { } return 0; }));
File.Delete(file);

// Exact and minimal reads of a stream that gives three bytes at a time.
byte[] buffer = new byte[10];
var slow = new Trickle(20);
slow.ReadExactly(buffer);
Console.WriteLine($"{string.Join(' ', buffer)}; {slow.ReadAtLeast(buffer, 4)} {slow.ReadAtLeast(buffer, 0)} {slow.ReadAtLeast(buffer, 9, throwOnEndOfStream: false)} {slow.ReadAtLeast(buffer, 1, throwOnEndOfStream: false)}");
Console.WriteLine($"{Throws(() => new Trickle(5).ReadExactly(buffer, 0, 6))} {Throws(() => new Trickle(5).ReadExactly([]))} {Throws(() => new Trickle(5).ReadAtLeast(buffer, 11))} {Throws(() => new Trickle(5).ReadAtLeast(buffer, -1))} {Throws(() => new Trickle(5).ReadExactly(buffer, 8, 3))} {Throws(() => new Trickle(5).ReadAtLeast(buffer, 6))}");
slow = new Trickle(20);
await slow.ReadExactlyAsync(buffer.AsMemory(0, 7));
await slow.ReadExactlyAsync(buffer, 7, 3);
Console.WriteLine($"{buffer.Sum(b => b)} {await slow.ReadAtLeastAsync(buffer, 5)} {await Try(async () => await slow.ReadAtLeastAsync(buffer, 9))} {await Try(async () => { await slow.ReadExactlyAsync(buffer, 0, 1, cancelled); return 0; })}");

Console.WriteLine($"{Path.Join("a", "b")} {Path.Join("a/", "b")} {Path.Join("a", "/b")} {Path.Join("", "b", null)} {Path.Join(null, null)}. {Path.Join("a", "", "c", null)} {Path.Join("/", "x", "y", "z")} {Path.Join(["p", null, "q", "", "r/", "s"])}");
string alone = new('k', 3);
Console.WriteLine($"{ReferenceEquals(Path.Join(alone, null), alone)} {ReferenceEquals(Path.Join("", alone, ""), alone)} {ReferenceEquals(Path.Join(null, "", alone, null), alone)}");

// A resource is read from where its assembly lies in memory.
Assembly library = typeof(System.Linq.Expressions.Expression).Assembly;
string name = library.GetManifestResourceNames().Order(StringComparer.Ordinal).First();
using (Stream resource = library.GetManifestResourceStream(name)!)
{
    var bytes = new byte[resource.Length];
    int first = resource.Read(bytes.AsSpan(0, 100)), single = resource.ReadByte();
    bytes[100] = (byte)single;
    int rest = resource.Read(bytes.AsSpan(101)), none = resource.Read(bytes.AsSpan());
    resource.Position = 0;
    var again = new MemoryStream();
    resource.CopyTo(again);
    Console.WriteLine($"{name} {resource.GetType().Name} {first} {rest == bytes.Length - 101} {none} {again.ToArray().AsSpan().SequenceEqual(bytes)} {BitConverter.ToUInt32(bytes):x} {resource.CanWrite} {Throws(() => resource.WriteByte(1))} {Throws(() => resource.Seek(-1, SeekOrigin.Begin))}");
    Console.WriteLine($"{resource.Seek(-2, SeekOrigin.End) == bytes.Length - 2} {resource.Read(new byte[9])} {library.GetManifestResourceStream("absent") is null}");
}

static async Task<string> Try<T>(Func<Task<T>> action)
{
    try
    {
        return $"{await action()}";
    }
    catch (Exception e)
    {
        return e.GetType().Name;
    }
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

class LetterReader(int count) : TextReader
{
    public override int Read() => count-- > 0 ? 'a' + count : -1;
}

class Trickle(int length) : MemoryStream([.. Enumerable.Range(1, length).Select(i => (byte)i)])
{
    public override int Read(byte[] buffer, int offset, int count) => base.Read(buffer, offset, Math.Min(count, 3));
    public override int Read(Span<byte> buffer) => base.Read(buffer.Length > 3 ? buffer[..3] : buffer);
    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken token) => base.ReadAsync(buffer.Length > 3 ? buffer[..3] : buffer, token);
}

class BlockedStream : MemoryStream
{
    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken token)
    {
        await Task.Delay(Timeout.Infinite, token);
        return 0;
    }
}

/// Overrides only what is synchronous, and is cancelled while it reads.
class OldStream(CancellationTokenSource source) : Stream
{
    public override int Read(byte[] buffer, int offset, int count)
    {
        source.Cancel();
        return count;
    }

    public override bool CanRead => true;
    public override bool CanSeek => false;
    public override bool CanWrite => false;
    public override long Length => throw new NotSupportedException();
    public override long Position { get => 0; set => throw new NotSupportedException(); }
    public override void Flush() { }
    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();
    public override void SetLength(long value) => throw new NotSupportedException();
    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}
