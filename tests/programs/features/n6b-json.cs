// rows: N6b-150 N6b-151 N6b-152 N6b-153 N6b-154 N6b-155 N6b-207
// options: generators
// JSON: keys that are values, times, buffers on the stack, metadata by reflection and by the generator; the sample of a blog post.
using System.Collections.Immutable;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

enum Colour { Red, Green }

sealed class BlogPost
{
    public string? Title { get; set; }
    public string? Author { get; set; }
    public int PublicationYear { get; set; }
}

sealed class Nested
{
    public BlogPost? Post { get; set; }
    [JsonPropertyName("list")] public List<int>? Numbers { get; set; }
    [JsonIgnore] public int Ignored { get; set; } = 1;
    public Dictionary<string, DateTime>? Times { get; set; }
    public Colour Colour { get; set; }
}

[JsonSerializable(typeof(BlogPost))]
[JsonSerializable(typeof(Nested))]
partial class Context : JsonSerializerContext;

[JsonSerializable(typeof(BlogPost), GenerationMode = JsonSourceGenerationMode.Serialization)]
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
partial class FastOnly : JsonSerializerContext;

[JsonSerializable(typeof(BlogPost), GenerationMode = JsonSourceGenerationMode.Metadata)]
partial class MetadataOnly : JsonSerializerContext;

static class Program
{
    static void Try(string what, Func<object?> action)
    {
        try { Console.WriteLine($"{what}: {action() ?? "null"}"); }
        catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name}"); }
    }

    static void Main()
    {
        Sample();
        Keys();
        Times();
        Lengths();
        Both();
    }

    /// To standard output, with the generated routine and by hand.
    static void Sample()
    {
        var post = new BlogPost { Title = ".NET 6 Performance", Author = "Me", PublicationYear = 2021 };
        using Stream output = Console.OpenStandardOutput();
        JsonSerializer.Serialize(output, post, Context.Default.BlogPost);
        output.WriteByte((byte)'\n');
        using var writer = new Utf8JsonWriter(output);
        writer.WriteStartObject();
        writer.WriteString("Title"u8, post.Title);
        writer.WriteString(JsonEncodedText.Encode("Author"), post.Author);
        writer.WriteNumber("PublicationYear"u8, post.PublicationYear);
        writer.WriteEndObject();
        writer.Flush();
        output.WriteByte((byte)'\n');
        using var direct = new Utf8JsonWriter(output);
        Context.Default.BlogPost.SerializeHandler!(direct, post);
        direct.Flush();
        output.WriteByte((byte)'\n');
        output.Flush();
    }

    static void Keys()
    {
        Console.WriteLine(JsonSerializer.Serialize(new Dictionary<int, string> { [1] = "a", [-5] = "b" }));
        Console.WriteLine(JsonSerializer.Serialize(new Dictionary<Guid, int> { [new Guid("00112233-4455-6677-8899-aabbccddeeff")] = 1 }));
        Console.WriteLine(JsonSerializer.Serialize(new Dictionary<DateTime, int> { [new DateTime(2021, 8, 17, 1, 2, 3, DateTimeKind.Utc)] = 1 }));
        Console.WriteLine(JsonSerializer.Serialize(new Dictionary<Colour, bool> { [Colour.Green] = true, [(Colour)7] = false }));
        Console.WriteLine(JsonSerializer.Serialize(new SortedDictionary<double, decimal> { [1.5] = 0.10m }));
        Console.WriteLine(string.Join(" ", JsonSerializer.Deserialize<Dictionary<long, Colour>>("""{"5":1,"-9223372036854775808":0}""")!));
        Try("no key", () => JsonSerializer.Serialize(new Dictionary<BlogPost, int> { [new()] = 1 }));
        Try("not a number", () => JsonSerializer.Deserialize<Dictionary<int, int>>("""{"x":1}"""));
        Console.WriteLine(JsonSerializer.Serialize(ImmutableList.Create(1, 2)) + string.Join(",", JsonSerializer.Deserialize<ImmutableArray<int>>("[3,4]")));
    }

    static void Times()
    {
        foreach (long ticks in new[] { 0, 1, 10, 1_000, 1_234_567, 9_000_000, 9_999_999, 1_000_000, 100 })
        {
            var time = new DateTime(2021, 8, 17, 10, 20, 30, DateTimeKind.Utc).AddTicks(ticks);
            string text = JsonSerializer.Serialize(time);
            Console.WriteLine($"{text} {JsonSerializer.Serialize(DateTime.SpecifyKind(time, DateTimeKind.Unspecified))} {JsonSerializer.Serialize(new DateTimeOffset(time).ToOffset(TimeSpan.FromMinutes(-90)))} {JsonSerializer.Deserialize<DateTime>(text) == time}");
        }
        Console.WriteLine($"{JsonSerializer.Serialize(DateTime.MaxValue)} {JsonSerializer.Serialize(DateTime.MinValue)} {JsonSerializer.Serialize(new TimeOnly(1, 2, 3, 40))} {JsonSerializer.Serialize(TimeSpan.FromTicks(-1))}");
    }

    /// Names and texts below and above what has room on the stack.
    static void Lengths()
    {
        foreach (int length in new[] { 0, 1, 127, 128, 255, 256, 257, 1000, 100_000 })
        {
            string text = string.Concat(Enumerable.Range(0, length).Select(i => (char)(i % 50 == 49 ? 'é' : 'a' + i % 26)));
            string json = JsonSerializer.Serialize(new Dictionary<string, string> { [text] = text });
            Dictionary<string, string> back = JsonSerializer.Deserialize<Dictionary<string, string>>(json)!;
            using JsonDocument document = JsonDocument.Parse(json);
            Console.WriteLine($"{length}: {json.Length} {back[text] == text} {document.RootElement.TryGetProperty(text, out JsonElement value)} {value.ValueEquals(text)}");
        }
    }

    static void Both()
    {
        var nested = new Nested { Post = new() { Title = "a \"b\" <é>", PublicationYear = -1 }, Numbers = [1, 2], Times = new() { ["x"] = new(2021, 1, 1) }, Colour = Colour.Green };
        string reflected = JsonSerializer.Serialize(nested), generated = JsonSerializer.Serialize(nested, Context.Default.Nested);
        Console.WriteLine($"{generated} {reflected == generated}");
        Nested back = JsonSerializer.Deserialize(generated, Context.Default.Nested)!;
        Console.WriteLine($"{back.Post!.Title} {back.Post.Author ?? "null"} {back.Numbers!.Count} {back.Ignored} {JsonSerializer.Serialize(back) == reflected}");
        Console.WriteLine(JsonSerializer.Serialize(nested.Post, FastOnly.Default.BlogPost));
        Try("only written", () => JsonSerializer.Deserialize("""{"title":"x"}""", FastOnly.Default.BlogPost));
        Console.WriteLine($"{MetadataOnly.Default.BlogPost.SerializeHandler is null} {JsonSerializer.Serialize(nested.Post, MetadataOnly.Default.BlogPost)} {JsonSerializer.Deserialize("""{"Title":"x"}""", MetadataOnly.Default.BlogPost)!.Title}");
        Console.WriteLine($"{Context.Default.BlogPost.Properties.Count} {string.Join(" ", Context.Default.BlogPost.Properties.Select(property => $"{property.Name}:{property.PropertyType.Name}"))} {Context.Default.GetTypeInfo(typeof(Version)) is null} {ReferenceEquals(Context.Default.BlogPost, Context.Default.BlogPost)}");
        var options = new JsonSerializerOptions { TypeInfoResolver = JsonTypeInfoResolver.Combine(Context.Default, new DefaultJsonTypeInfoResolver()), WriteIndented = true };
        Console.WriteLine(JsonSerializer.Serialize(nested.Post, options));
        Console.WriteLine(JsonSerializer.Serialize(new { Anonymous = 1 }, options));
        Try("unknown type", () => JsonSerializer.Serialize(new Version(1, 2), typeof(Version), Context.Default));
        Try("reflected, malformed", () => JsonSerializer.Deserialize<BlogPost>("""{"PublicationYear":"x"}"""));
        Try("generated, malformed", () => JsonSerializer.Deserialize("""{"PublicationYear":"x"}""", Context.Default.BlogPost));
    }
}
