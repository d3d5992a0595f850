// options: generators
// rows: N7c-110 N7c-111 N7c-112 N7c-113 N7c-114 N7c-115 N7c-116 N7c-117 N7c-118 N7c-119 N7c-120 N7c-121 N7c-122 N7c-123 N7c-124 N7c-125
// JSON: contracts changed by the user, polymorphism, required members, dates, generated serializers, options and their caches, reader and writer.
using System.Buffers;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

// Contracts: a member renamed, one left out, one added, a constructor replaced.
var resolver = new DefaultJsonTypeInfoResolver();
resolver.Modifiers.Add(info =>
{
    if (info.Type != typeof(Person))
        return;
    info.Properties.Single(property => property.Name == "Name").Name = "called";
    info.Properties.Single(property => property.Name == "Secret").ShouldSerialize = (_, value) => value is not null and not "";
    JsonPropertyInfo added = info.CreateJsonPropertyInfo(typeof(int), "letters");
    added.Get = person => ((Person)person).Name.Length;
    info.Properties.Add(added);
    info.CreateObject = () => new Person { Name = "made by the contract" };
    info.OnDeserialized = person => ((Person)person).Secret += "!";
});
var custom = new JsonSerializerOptions { TypeInfoResolver = resolver };
Console.WriteLine($"{JsonSerializer.Serialize(new Person { Name = "Ada" }, custom)} {JsonSerializer.Serialize(new Person { Name = "Bob", Secret = "s" }, custom)} {JsonSerializer.Deserialize<Person>("{}", custom)} {JsonSerializer.Deserialize<Person>("""{"called":"Eve","Secret":"q"}""", custom)}");

// Derived types with a discriminator.
Shape[] shapes = [new Circle { Radius = 2 }, new Square { Side = 3 }, new Shape { Label = "plain" }];
string json = JsonSerializer.Serialize(shapes);
Console.WriteLine($"{json} {string.Join(' ', JsonSerializer.Deserialize<Shape[]>(json)!.Select(shape => shape.GetType().Name))} {Throws(() => JsonSerializer.Deserialize<Shape>("""{"kind":"unknown"}"""))} {Throws(() => JsonSerializer.Serialize<Shape>(new Unlisted()))}");

// Required members.
Console.WriteLine($"{JsonSerializer.Deserialize<Needs>("""{"Id":1,"Name":null}""")} {Throws(() => JsonSerializer.Deserialize<Needs>("""{"Id":1}"""))} {Throws(() => JsonSerializer.Deserialize<Needs>("{}"))} {JsonSerializerOptions.Default.GetTypeInfo(typeof(Needs)).Properties.Count(property => property.IsRequired)}");

// Days and times.
Console.WriteLine($"{JsonSerializer.Serialize(new DateOnly(2022, 11, 8))} {JsonSerializer.Serialize(new TimeOnly(9, 5, 1, 230))} {JsonSerializer.Deserialize<DateOnly>("\"2024-02-29\""):yyyyMMdd} {JsonSerializer.Deserialize<TimeOnly>("\"23:59:59.9999999\"").Ticks} {Throws(() => JsonSerializer.Deserialize<DateOnly>("\"2023-02-29\""))} {Throws(() => JsonSerializer.Deserialize<TimeOnly>("\"24:00\""))} {JsonSerializer.Serialize(new Dictionary<DateOnly, TimeOnly?> { [new(1, 1, 1)] = null })}");

// Generated serializers, also of asynchronous sequences and documents.
var context = Generated.Default;
var made = new Container { Numbers = Count(4), Document = JsonDocument.Parse("""{"deep":[1,{"x":null}]}"""), Days = [new(2020, 1, 1)], Best = new Circle { Radius = 1 } };
var stream = new MemoryStream();
await JsonSerializer.SerializeAsync(stream, made, context.Container);
Console.WriteLine(Encoding.UTF8.GetString(stream.ToArray()));
Container read = (await JsonSerializer.DeserializeAsync("""{"numbers":[5,6],"document":{"a":[true]},"days":["2021-02-03"],"best":{"kind":"square","side":2}}"""u8.ToArray().AsStream(), context.Container))!;
int summed = 0;
await foreach (int number in read.Numbers!)
    summed += number;
Console.WriteLine($"{summed} {read.Document!.RootElement.GetProperty("a")[0].ValueKind} {read.Days![0].Year} {((Square)read.Best!).Side} {context.Container.Kind} {context.GetTypeInfo(typeof(string)) is null} {Throws(() => JsonSerializer.Serialize(new Person(), typeof(Person), context))}");
Console.WriteLine($"{JsonSerializer.Serialize(new Point(1, 2), context.Point)} {JsonSerializer.Deserialize("""{"y":7,"x":6}""", context.Point)} {context.Point.SerializeHandler is { Target: not null }} {context.Options.PropertyNamingPolicy == JsonNamingPolicy.CamelCase}");
await foreach (int number in JsonSerializer.DeserializeAsyncEnumerable<int>("[1,2,3]"u8.ToArray().AsStream()))
    Console.Write($"{number} ");
Console.WriteLine();

// Accessors are made at run time; equal options made again share them, and the results are the same.
var texts = new HashSet<string>();
for (int i = 0; i < 200; i++)
    texts.Add(JsonSerializer.Serialize(new Holder(i % 3) { Letter = 'x', Inner = new() { ["k"] = [i % 3] } }, new JsonSerializerOptions()));
Console.WriteLine(string.Join(' ', texts));
var camel = new JsonSerializerOptions { PropertyNamingPolicy = JsonNamingPolicy.CamelCase, IncludeFields = true };
Console.WriteLine($"{JsonSerializer.Serialize(new Holder(8), camel)} {JsonSerializer.Serialize(new Holder(8))} {JsonSerializer.Deserialize<Holder>("""{"value":3,"letter":"q","field":-1}""", camel)!.Field} {camel.IsReadOnly} {Throws(() => { camel.WriteIndented = true; return 0; })}");
Console.WriteLine($"{JsonSerializerOptions.Default.IsReadOnly} {ReferenceEquals(JsonSerializerOptions.Default, JsonSerializerOptions.Default)} {JsonSerializerOptions.Default.TypeInfoResolver!.GetType().Name} {Throws(() => { JsonSerializerOptions.Default.MaxDepth = 3; return 0; })} {JsonSerializer.Serialize("é<", JsonSerializerOptions.Default)} {JsonSerializerOptions.Web.PropertyNameCaseInsensitive}");

// The writer of a thread is used again, yet not while it is in use.
byte[] five = [1, 2, 3, 4, 5];
for (int i = 0; i < 50; i++)
    JsonSerializer.Serialize(five);
long before = GC.GetAllocatedBytesForCurrentThread();
string last = JsonSerializer.Serialize(five);
long bytes = GC.GetAllocatedBytesForCurrentThread() - before;
Console.WriteLine($"{last} {bytes}");
var nested = new JsonSerializerOptions { Converters = { new Nesting() } };
Console.WriteLine(JsonSerializer.Serialize(new Person { Name = "outer" }, nested));
var results = new string[8];
Parallel.For(0, 8, i => results[i] = string.Concat(Enumerable.Range(0, 200).Select(k => JsonSerializer.Serialize(new { i = i % 2, k = k % 10 }))));
Console.WriteLine($"{results.Distinct().Count()} {results[1].Length} {results[1][..30]}");

// The reader tells whether a string is escaped and copies it without making one.
var reader = new Utf8JsonReader("""{"plain":"text","with\u0041":"a\n\"\ud83d\ude00\u00e9","empty":"","number":12}"""u8);
Span<char> characters = stackalloc char[64];
Span<byte> utf8 = stackalloc byte[64];
while (reader.Read())
{
    if (reader.TokenType is JsonTokenType.String or JsonTokenType.PropertyName)
        Console.Write($"{reader.TokenType} {reader.ValueIsEscaped} {characters[..reader.CopyString(characters)].ToString().Replace("\n", "\\n")} {reader.CopyString(utf8)}; ");
}
Console.WriteLine();
Console.WriteLine($"{Throws(() => { var r = new Utf8JsonReader("\"long text\""u8); r.Read(); return r.CopyString(new char[4]); })} {Throws(() => { var r = new Utf8JsonReader("5"u8); r.Read(); return r.CopyString(new char[4]); })} {Throws(() => { var r = new Utf8JsonReader(Split("\"te", "xt\\u0041", "z\""), true, default); r.Read(); var c = new char[9]; return $"{r.HasValueSequence} {r.ValueIsEscaped} {new string(c, 0, r.CopyString(c))}"; })}");

// How deep a writer may go, and other misuse that it notices.
Console.WriteLine(string.Join(' ', new[] { 0, 1, 2, 999, 1000, 1001 }.Select(depth => Throws(() => Nest(new JsonWriterOptions(), depth)))));
Console.WriteLine(string.Join(' ', new[] { 1, 2, 3, 4 }.Select(depth => Throws(() => Nest(new JsonWriterOptions { MaxDepth = 3 }, depth)))));
Console.WriteLine($"{Nest(new JsonWriterOptions { MaxDepth = 2000 }, 1500)} {Throws(() => new JsonWriterOptions { MaxDepth = -1 })} {Throws(() => { using var w = new Utf8JsonWriter(new MemoryStream()); w.WriteEndArray(); return 0; })} {Throws(() => { using var w = new Utf8JsonWriter(new MemoryStream()); w.WriteStartObject(); w.WriteNumberValue(1); return 0; })} {Throws(() => { using var w = new Utf8JsonWriter(new MemoryStream(), new() { SkipValidation = true }); w.WriteStartObject(); w.WriteNumberValue(1); w.Flush(); return w.BytesCommitted; })}");
foreach (string bad in (string[])["", "{", "[1,]", "01", "tru", "\"\\x\"", "{\"a\" 1}", "[1] 2", "\"\n\"", "-", "1e", "nul", "[" + new string('[', 70)])
    Console.Write($"{Throws(() => JsonNode.Parse(bad)?.ToJsonString() ?? "null")} ");
Console.WriteLine();

static long Nest(JsonWriterOptions options, int depth)
{
    var target = new ArrayBufferWriter<byte>();
    using var writer = new Utf8JsonWriter(target, options);
    for (int i = 0; i < depth; i++)
        writer.WriteStartArray();
    for (int i = 0; i < depth; i++)
        writer.WriteEndArray();
    writer.Flush();
    return writer.BytesCommitted;
}

static ReadOnlySequence<byte> Split(params string[] parts)
{
    Segment first = new(Encoding.UTF8.GetBytes(parts[0]), 0), last = first;
    foreach (string part in parts[1..])
        last = last.Append(Encoding.UTF8.GetBytes(part));
    return new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
}

static async IAsyncEnumerable<int> Count(int count)
{
    for (int i = 0; i < count; i++)
    {
        await Task.Yield();
        yield return i;
    }
}

static string Throws<T>(Func<T> action)
{
    try
    {
        return $"{action()}";
    }
    catch (Exception e)
    {
        return e.GetType().Name;
    }
}

static class Streams
{
    public static Stream AsStream(this byte[] bytes) => new MemoryStream(bytes);
}

class Segment : ReadOnlySequenceSegment<byte>
{
    public Segment(byte[] bytes, long index) => (Memory, RunningIndex) = (bytes, index);
    public Segment Append(byte[] bytes)
    {
        var next = new Segment(bytes, RunningIndex + Memory.Length);
        Next = next;
        return next;
    }
}

class Person
{
    public string Name { get; set; } = "";
    public string Secret { get; set; } = "";
    public override string ToString() => $"{Name}:{Secret}";
}

[JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
[JsonDerivedType(typeof(Circle), "circle")]
[JsonDerivedType(typeof(Square), "square")]
class Shape { public string? Label { get; set; } }
class Circle : Shape { public int Radius { get; set; } }
class Square : Shape { public int Side { get; set; } }
class Unlisted : Shape;

record Needs
{
    public required int Id { get; init; }
    [JsonRequired] public string? Name { get; set; }
}

record struct Point(int X, int Y);

class Container
{
    public IAsyncEnumerable<int>? Numbers { get; set; }
    public JsonDocument? Document { get; set; }
    public List<DateOnly>? Days { get; set; }
    public Shape? Best { get; set; }
}

[JsonSerializable(typeof(Container))]
[JsonSerializable(typeof(Point))]
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
partial class Generated : JsonSerializerContext;

class Holder(int value)
{
    public int Field = 5;
    public int Value { get; } = value;
    public char Letter { get; set; } = 'a';
    public Dictionary<string, List<int>>? Inner { get; set; }
}

/// Serializes on the same thread while it is asked to write.
class Nesting : JsonConverter<Person>
{
    public override Person Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) => throw new NotSupportedException();
    public override void Write(Utf8JsonWriter writer, Person value, JsonSerializerOptions options) =>
        writer.WriteStringValue($"{value.Name} {JsonSerializer.Serialize(new Shape { Label = JsonSerializer.Serialize(value) })}");
}
