using System.IO.Pipes;
using System.Text;

var memory = new MemoryStream();
using (var writer = new StreamWriter(memory, new UTF8Encoding(false), leaveOpen: true))
{
    writer.NewLine = "\n";
    writer.WriteLine("first");
    writer.Write("{0}-{1}", 1, 2);
}
Console.WriteLine(Encoding.UTF8.GetString(memory.ToArray()));
memory.Position = 0;
using var reader = new StreamReader(memory);
Console.WriteLine(reader.Peek() + reader.ReadLine() + reader.ReadToEnd() + reader.EndOfStream);
var buffered = new BufferedStream(new MemoryStream(), 16);
for (int i = 0; i < 100; i++)
    buffered.WriteByte((byte)i);
buffered.Flush();
buffered.Position = 50;
Console.WriteLine(buffered.ReadByte() + " " + buffered.Length);
var upper = new Upper(new MemoryStream(Encoding.ASCII.GetBytes("lower case text")));
Console.WriteLine(new StreamReader(upper).ReadToEnd());
using (var server = new AnonymousPipeServerStream(PipeDirection.Out))
using (var client = new AnonymousPipeClientStream(PipeDirection.In, server.ClientSafePipeHandle))
{
    server.Write("through a pipe"u8);
    byte[] b = new byte[14];
    client.ReadExactly(b);
    Console.WriteLine(Encoding.ASCII.GetString(b));
}
var target = new MemoryStream();
await new MemoryStream(new byte[100_000]).CopyToAsync(target);
Console.WriteLine(target.Length);
try
{
    new MemoryStream(new byte[3]).ReadExactly(new byte[4]);
}
catch (EndOfStreamException e)
{
    Console.WriteLine(e.Message);
}
memory.Dispose();
try
{
    memory.WriteByte(1);
}
catch (ObjectDisposedException e)
{
    Console.WriteLine(e.Message);
}
using var input = Console.OpenStandardInput();
Console.WriteLine(input.ReadByte());

class Upper(Stream inner) : Stream
{
    public override bool CanRead => true;
    public override bool CanSeek => false;
    public override bool CanWrite => false;
    public override long Length => throw new NotSupportedException();
    public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }
    public override void Flush()
    {
    }
    public override int Read(byte[] buffer, int offset, int count)
    {
        int n = inner.Read(buffer, offset, Math.Min(count, 5));
        for (int i = 0; i < n; i++)
            buffer[offset + i] = (byte)char.ToUpperInvariant((char)buffer[offset + i]);
        return n;
    }
    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();
    public override void SetLength(long value) => throw new NotSupportedException();
    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}
