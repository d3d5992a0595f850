// include: row.part
// include: ../told.part
// include: bench.part
// Buffers and files of the .NET 6 inventory, part 2.
using System.Buffers;
using System.IO.Compression;
using System.Text;
using BenchmarkDotNet.Attributes;

namespace N6b.Buffering;

[Row("B6b-01", "N6b-002")]
public class LargeRentedArrays
{
    [Benchmark] public int RentReturn_1048576() => RentAndReturn(1024 * 1024);

    [Benchmark] public int RentReturn_1048577() => RentAndReturn(1024 * 1024 + 1);

    static int RentAndReturn(int length)
    {
        byte[] array = ArrayPool<byte>.Shared.Rent(length);
        ArrayPool<byte>.Shared.Return(array);
        return array.Length;
    }
}

[Row("B6b-02", "N6b-003", "N6b-005")]
public class RentedArrays
{
    readonly char[][] arrays = new char[4][];

    [Benchmark]
    public int RentReturn_Single()
    {
        char[] array = ArrayPool<char>.Shared.Rent(4096);
        ArrayPool<char>.Shared.Return(array);
        return array.Length;
    }

    /// The thread keeps one array of a size; the others come from the stacks that the threads share.
    [Benchmark]
    public int RentReturn_Multi()
    {
        char[][] rented = arrays;
        int sum = 0;
        for (int i = 0; i < rented.Length; i++)
            rented[i] = ArrayPool<char>.Shared.Rent(4096);
        for (int i = 0; i < rented.Length; i++)
        {
            sum += rented[i].Length;
            ArrayPool<char>.Shared.Return(rented[i]);
        }
        return sum;
    }
}

[Row("B6b-03", "N6b-008", "N6b-009", "N6b-014", "N6b-017")]
public class FileReading
{
    const int Length = 10_000_000;
    readonly byte[] buffer = new byte[1024];
    string path = "";
    FileStream? file;

    [Params(false, true)] public bool IsAsync { get; set; }
    [Params(1, 4096)] public int BufferSize { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        byte[] content = new byte[Length];
        new Random(42).NextBytes(content);
        path = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
        File.WriteAllBytes(path, content);
        file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, BufferSize, IsAsync);
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        file!.Dispose();
        File.Delete(path);
    }

    [Benchmark]
    public long Read()
    {
        FileStream source = file!;
        source.Position = 0;
        long sum = 0;
        for (int read; (read = source.Read(buffer, 0, buffer.Length)) != 0;)
            sum += read + buffer[0];
        return sum;
    }

    [Benchmark]
    public async Task<long> ReadAsync()
    {
        FileStream source = file!;
        source.Position = 0;
        long sum = 0;
        for (int read; (read = await source.ReadAsync(buffer)) != 0;)
            sum += read + buffer[0];
        return sum;
    }
}

[Row("B6b-04", "N6b-023")]
public class TextWriting
{
    readonly string text = string.Concat(Enumerable.Range(0, 100_000).Select(i => (char)('a' + i % 26)));
    readonly string path = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());

    [GlobalCleanup] public void Cleanup() => File.Delete(path);

    [Benchmark]
    public async Task<long> WriteAllTextAsync()
    {
        await File.WriteAllTextAsync(path, text);
        return new FileInfo(path).Length;
    }
}

[Row("B6b-05", "N6b-026", "N6b-163")]
public class BrotliCompression
{
    readonly MemoryStream destination = new();
    byte[] text = [];

    /// Words of a made-up language: as long as the English book of the original, and about as compressible.
    [GlobalSetup]
    public void Setup()
    {
        var random = new Random(42);
        string[] words = [.. Enumerable.Range(0, 3000).Select(_ => string.Concat(Enumerable.Range(0, random.Next(1, 9)).Select(_ => (char)('a' + random.Next(26)))))];
        var builder = new StringBuilder();
        while (builder.Length < 152_089)
            builder.Append(words[(int)(words.Length * Math.Pow(random.NextDouble(), 3))]).Append(random.Next(12) == 0 ? ".\n" : " ");
        text = Encoding.ASCII.GetBytes(builder.ToString());
    }

    [Benchmark]
    public long Compress()
    {
        destination.Position = 0;
        destination.SetLength(0);
        using (var compressor = new BrotliStream(destination, CompressionLevel.Fastest, leaveOpen: true))
            compressor.Write(text);
        return destination.Length;
    }
}
