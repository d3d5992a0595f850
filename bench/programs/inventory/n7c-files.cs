// include: row.part
// include: ../told.part
// include: bench.part
// include: texts.part
// File I/O of the .NET 7 inventory, part 3.
using System.IO.MemoryMappedFiles;
using System.IO.Pipes;
using BenchmarkDotNet.Attributes;

namespace N7c.Files;

[Row("B7c-10", "N7c-034", "N7c-028")]
public class Pipes
{
    const int Operations = 1_000;
    readonly CancellationTokenSource cancellation = new();
    readonly byte[] buffer = new byte[1];
    Stream server = null!, client = null!;

    [Params(false, true)] public bool Named { get; set; }
    [Params(false, true)] public bool Cancelable { get; set; }

    [GlobalSetup]
    public async Task Setup()
    {
        if (Named)
        {
            string name = Guid.NewGuid().ToString("N");
            var named = new NamedPipeServerStream(name, PipeDirection.Out);
            var reader = new NamedPipeClientStream(".", name, PipeDirection.In);
            await Task.WhenAll(named.WaitForConnectionAsync(), reader.ConnectAsync());
            (server, client) = (named, reader);
        }
        else
        {
            var anonymous = new AnonymousPipeServerStream(PipeDirection.Out);
            (server, client) = (anonymous, new AnonymousPipeClientStream(PipeDirection.In, anonymous.ClientSafePipeHandle));
        }
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        server.Dispose();
        client.Dispose();
    }

    [Benchmark(OperationsPerInvoke = Operations)]
    public async Task<int> ReadWriteAsync()
    {
        CancellationToken token = Cancelable ? cancellation.Token : default;
        int total = 0;
        for (int i = 0; i < Operations; i++)
        {
            ValueTask<int> read = client.ReadAsync(buffer, token);
            await server.WriteAsync(buffer, token);
            total += await read;
        }
        return total;
    }
}

[Row("B7c-11", "N7c-043")]
public class DirectoryMove
{
    string first = "", second = "";

    [GlobalSetup]
    public void Setup()
    {
        first = Path.Combine(Path.GetTempPath(), Guid.NewGuid().ToString("N"));
        second = first + "-moved";
        Directory.CreateDirectory(first);
    }

    [GlobalCleanup]
    public void Cleanup() => Directory.Delete(first); // throws if it did not come back

    [Benchmark]
    public void Move()
    {
        Directory.Move(first, second);
        Directory.Move(second, first);
    }
}

[Row("B7c-12", "N7c-045", "N7c-046", "N7c-047", "N7c-048")]
public class MappedFile
{
    const int Size = 10_000_000;
    readonly string path = Path.Combine(Path.GetTempPath(), Guid.NewGuid().ToString("N"));

    [GlobalSetup]
    public void Setup()
    {
        var bytes = new byte[Size];
        for (int i = 0; i < Size; i++)
            bytes[i] = (byte)i;
        File.WriteAllBytes(path, bytes);
    }

    [GlobalCleanup]
    public void Cleanup() => File.Delete(path);

    [Benchmark]
    public bool MMF()
    {
        using var file = MemoryMappedFile.CreateFromFile(path, FileMode.Open, null);
        using MemoryMappedViewStream view = file.CreateViewStream(0, Size, MemoryMappedFileAccess.Read);
        return view.Length >= Size;
    }
}

[Row("B7c-13", "N7c-049", "N7c-039")]
public class WritingText
{
    readonly string path = Path.Combine(Path.GetTempPath(), Guid.NewGuid().ToString("N"));

    [GlobalCleanup]
    public void Cleanup()
    {
        string written = File.ReadAllText(path);
        File.Delete(path);
        if (written != Texts.Sonnet)
            throw new InvalidDataException("what was written is not the sonnet");
    }

    [Benchmark]
    public void WriteAllText() => File.WriteAllText(path, Texts.Sonnet);
}
