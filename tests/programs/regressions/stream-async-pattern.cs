// Stream.WriteAsync asks whether the type overrides the Begin/End pattern.
using System;
using System.IO;
using System.Threading.Tasks;

class Plain : Stream {
    public override bool CanRead => true;
    public override bool CanSeek => false;
    public override bool CanWrite => true;
    public override long Length => 0;
    public override long Position { get; set; }
    public override void Flush() { }
    public override int Read(byte[] buffer, int offset, int count) { Console.WriteLine("Read " + count); return 0; }
    public override long Seek(long offset, SeekOrigin origin) => 0;
    public override void SetLength(long value) { }
    public override void Write(byte[] buffer, int offset, int count) => Console.WriteLine("Write " + count);
}

class Overriding : Plain {
    public override IAsyncResult BeginWrite(byte[] buffer, int offset, int count, AsyncCallback callback, object state) {
        Console.WriteLine("BeginWrite " + count);
        return base.BeginWrite(buffer, offset, count, callback, state);
    }
}

class Program {
    static async Task Main() {
        foreach (Stream stream in new Stream[] { new Plain(), new Overriding(), new Plain() }) {
            await stream.WriteAsync(new byte[3], 0, 3);
            await stream.WriteAsync(new byte[4].AsMemory());
            Console.WriteLine(await stream.ReadAsync(new byte[5], 0, 5));
        }
    }
}
