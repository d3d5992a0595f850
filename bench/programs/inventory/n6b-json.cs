// include: row.part
// include: ../told.part
// include: bench.part
// options: generators
// JSON of the .NET 6 inventory, part 2.
using System.Text.Json;
using System.Text.Json.Serialization;
using BenchmarkDotNet.Attributes;

namespace N6b.Json;

public sealed class BlogPost
{
    public string? Title { get; set; }
    public string? Author { get; set; }
    public int PublicationYear { get; set; }
}

[JsonSerializable(typeof(BlogPost))]
partial class BlogContext : JsonSerializerContext;

public class Serialization
{
    readonly Utf8JsonWriter writer = new(Stream.Null);
    readonly BlogPost post = new() { Title = ".NET 6 Performance", Author = "Me", PublicationYear = 2021 };

    [Benchmark(Baseline = true)]
    [Row("B6b-47", "N6b-153")]
    public long JsonSerializerWithoutFastPath()
    {
        writer.Reset();
        JsonSerializer.Serialize(writer, post);
        writer.Flush();
        return writer.BytesCommitted;
    }

    [Benchmark]
    [Row("B6b-47", "N6b-154", "N6b-155")]
    public long JsonSerializerWithFastPath()
    {
        writer.Reset();
        JsonSerializer.Serialize(writer, post, BlogContext.Default.BlogPost);
        writer.Flush();
        return writer.BytesCommitted;
    }

    [Benchmark]
    [Row("B6b-47", "N6b-155")]
    public long DirectFastPath()
    {
        writer.Reset();
        BlogContext.Default.BlogPost.SerializeHandler!(writer, post);
        writer.Flush();
        return writer.BytesCommitted;
    }
}
