using System.Text.Json;
using System.Text.Json.Serialization;

class Person
{
    public string Name { get; set; } = "";
    public int Age { get; set; }
    public double? Score { get; set; }
    public List<string> Tags { get; set; } = new();
    public Dictionary<string, int> Map { get; set; } = new();
    public Person? Friend { get; set; }
    public DateTime Born { get; set; }
    [JsonPropertyName("kind_of")] public Kind Kind { get; set; }
    [JsonIgnore] public string Secret { get; set; } = "hidden";
    public int[] Numbers { get; set; } = { 1, 2 };
}

[JsonConverter(typeof(JsonStringEnumConverter<Kind>))]
enum Kind { Plain, Special }

record Point(int X, int Y);

[JsonDerivedType(typeof(Circle), "circle")]
[JsonDerivedType(typeof(Square), "square")]
abstract class Shape
{
    public string? Label { get; set; }
}

class Circle : Shape
{
    public double R { get; set; }
}

class Square : Shape
{
    public double Side { get; set; }
}

class HexConverter : JsonConverter<int>
{
    public override int Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) => Convert.ToInt32(reader.GetString(), 16);
    public override void Write(Utf8JsonWriter writer, int value, JsonSerializerOptions options) => writer.WriteStringValue(value.ToString("x"));
}

static class Program
{
    static void Main()
    {
        var p = new Person { Name = "Ann \"A\" ü", Age = 3, Tags = { "x", "y" }, Map = { ["k"] = 1 }, Friend = new Person { Name = "Bob", Score = 1.5 }, Born = new DateTime(2000, 1, 2), Kind = Kind.Special };
        string json = JsonSerializer.Serialize(p);
        Console.WriteLine(json);
        var back = JsonSerializer.Deserialize<Person>(json)!;
        Console.WriteLine($"{back.Name} {back.Age} {back.Tags[1]} {back.Map["k"]} {back.Friend!.Score} {back.Born:d} {back.Kind} {back.Secret}");
        var options = new JsonSerializerOptions { WriteIndented = true, PropertyNamingPolicy = JsonNamingPolicy.CamelCase, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull };
        Console.WriteLine(JsonSerializer.Serialize(p.Friend, options));
        Console.WriteLine(JsonSerializer.Serialize(new Point(1, 2)) + JsonSerializer.Deserialize<Point>("""{"X":5,"Y":6}"""));
        Shape[] shapes = { new Circle { R = 1, Label = "c" }, new Square { Side = 2 } };
        string polymorphic = JsonSerializer.Serialize(shapes);
        Console.WriteLine(polymorphic);
        Console.WriteLine(string.Join(",", JsonSerializer.Deserialize<Shape[]>(polymorphic)!.Select(s => s.GetType().Name)));
        Console.WriteLine(JsonSerializer.Serialize(new object?[] { 1, "two", 3.5, null, true, new { A = 1 }, new[] { 1, 2 }, (byte)5, 'c', 1.10m, Guid.Empty, TimeSpan.FromHours(1) }));
        Console.WriteLine(JsonSerializer.Serialize(new Dictionary<int, (int, int)[]> { [5] = new[] { (1, 2) } }, new JsonSerializerOptions { IncludeFields = true }));
        var hex = new JsonSerializerOptions { Converters = { new HexConverter() } };
        Console.WriteLine(JsonSerializer.Serialize(new[] { 255, 16 }, hex) + JsonSerializer.Deserialize<int[]>("""["ff","10"]""", hex)![0]);
        foreach (string bad in new[] { "{", "[1,2", "{\"Age\":\"x\"}", "nul", "{\"Kind\":1}trailing" })
        {
            try
            {
                JsonSerializer.Deserialize<Person>(bad);
                Console.WriteLine("parsed");
            }
            catch (JsonException e)
            {
                Console.WriteLine(e.Message);
            }
        }
    }
}
