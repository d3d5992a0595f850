// include: row.part
// include: ../told.part
// include: bench.part
// include: n7c-text.part
// Compression of the .NET 7 inventory, part 3. The sizes are the native encoder's, so they are equal only if every byte is.
using System.Buffers;
using System.IO.Compression;
using System.Text;
using BenchmarkDotNet.Attributes;

namespace N7c.Compression;

[Row("B7c-14", "N7c-057", "N7c-058")]
public class BrotliLevels
{
    const int Window = 22;

    // The highest levels take seconds for a whole book.
    readonly byte[] source = Encoding.UTF8.GetBytes(GeneratedText.Make(64 * 1024, 100));

    [Params(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)] public int Quality { get; set; }

    [Benchmark]
    public int Encode()
    {
        byte[] chunk = ArrayPool<byte>.Shared.Rent(4096);
        using var encoder = new BrotliEncoder(Quality, Window);
        ReadOnlySpan<byte> rest = source;
        int total = 0;
        while (true)
        {
            OperationStatus status = encoder.Compress(rest, chunk, out int consumed, out int written, isFinalBlock: false);
            rest = rest[consumed..];
            total += written;
            if (status != OperationStatus.DestinationTooSmall)
                break;
        }
        while (true)
        {
            OperationStatus status = encoder.Compress([], chunk, out _, out int written, isFinalBlock: true);
            total += written;
            if (status != OperationStatus.DestinationTooSmall)
                break;
        }
        ArrayPool<byte>.Shared.Return(chunk);
        return total;
    }
}

[Row("B7c-15", "N7c-059", "N7c-057")]
public class BrotliDefault
{
    readonly byte[] source = Encoding.UTF8.GetBytes(GeneratedText.Make(5_500_000, 100));
    readonly MemoryStream destination = new();

    [Benchmark]
    public long Compress()
    {
        destination.Position = 0;
        destination.SetLength(0);
        using (var brotli = new BrotliStream(destination, CompressionMode.Compress, leaveOpen: true))
            brotli.Write(source);
        return destination.Length;
    }
}
