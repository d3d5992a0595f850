// System.Text.Json: reflection serializer with polymorphism, converters, contracts; reader/writer, nodes, documents, streams.
using System.Buffers;
using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Schema;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

[JsonPolymorphic(TypeDiscriminatorPropertyName = "$kind", UnknownDerivedTypeHandling = JsonUnknownDerivedTypeHandling.FallBackToNearestAncestor)]
[JsonDerivedType(typeof(Dog), "dog"), JsonDerivedType(typeof(Cat), 7)]
abstract record Animal(string Name) { public int Legs { get; init; } = 4; }
record Dog(string Name, double Weight) : Animal(Name);
record Puppy(string Name, double Weight) : Dog(Name, Weight) { public bool Cute => true; }
record Cat(string Name, [property: JsonPropertyName("lives_left")] int Lives = 9) : Animal(Name);

[JsonConverter(typeof(JsonStringEnumConverter<Level>))] enum Level { Low = 1, [JsonStringEnumMemberName("mid-dle")] Middle, High }
[Flags] enum Rights { None, Read = 1, Write = 2, All = 3 }

class Everything
{
    public bool B { get; set; } = true; public byte U8 { get; set; } = 255; public sbyte S8 { get; set; } = -128; public short I16 { get; set; } = -5; public ushort U16 { get; set; } = 5; public int I32 { get; set; } = int.MinValue; public uint U32 { get; set; } = uint.MaxValue;
    public long I64 { get; set; } = long.MinValue; public ulong U64 { get; set; } = ulong.MaxValue; public Int128 I128 { get; set; } = Int128.MaxValue; public float F { get; set; } = 0.1f; public double D { get; set; } = 1e-300; public decimal M { get; set; } = 1.50m; public Half H { get; set; } = (Half)1.5;
    public char C { get; set; } = 'é'; public string S { get; set; } = "quote\" <tag> \u2028 \ud83d\ude00 tab\t"; public string? Null { get; set; } public DateTime T { get; set; } = new(2024, 2, 29, 1, 2, 3, 456, DateTimeKind.Utc); public DateTimeOffset O { get; set; } = new(2024, 1, 1, 0, 0, 0, TimeSpan.FromHours(5.5)); public DateOnly Day { get; set; } = new(2020, 12, 31); public TimeOnly Time { get; set; } = new(23, 59, 59, 999); public TimeSpan Span { get; set; } = new(1, 2, 3, 4, 5);
    public Guid G { get; set; } = new("00112233-4455-6677-8899-aabbccddeeff"); public Uri Link { get; set; } = new("http://x.y/z?q=1"); public Version V { get; set; } = new(1, 2, 3); public byte[] Bytes { get; set; } = [1, 2, 253]; public Level Level { get; set; } = Level.Middle; public Rights Rights { get; set; } = Rights.All; public int? N { get; set; } = 3; public int? NN { get; set; }
    public (int, string) Tuple; public KeyValuePair<string, int> Pair { get; set; } = new("k", 1); public object? Any { get; set; } = new[] { 1, 2 }; public JsonElement Element { get; set; } = JsonDocument.Parse("{\"x\":[1]}").RootElement; public JsonNode? Node { get; set; } = new JsonArray(1, "a"); public Memory<byte> Mem { get; set; } = new byte[] { 9 };
}

class Collections
{
    public List<int> List { get; set; } = [1, 2]; public int[][] Jagged { get; set; } = [[1], [2, 3]]; public Dictionary<string, List<int>> Map { get; set; } = new() { ["a"] = [1] }; public Dictionary<int, string> ByInt { get; set; } = new() { [5] = "five" }; public SortedDictionary<Level, int> ByEnum { get; set; } = new() { [Level.High] = 1 };
    public HashSet<string> Set { get; set; } = ["x"]; public Queue<int> Queue { get; set; } = new([1, 2]); public Stack<int> Stack { get; set; } = new([1, 2]); public ImmutableArray<int> IA { get; set; } = [1, 2]; public ImmutableDictionary<string, int> ID { get; set; } = ImmutableDictionary<string, int>.Empty.Add("q", 1); public IEnumerable<int> E { get; set; } = Enumerable.Range(0, 3); public IReadOnlyList<string> RO { get; set; } = ["r"];
    public ObservableCollection<int> OC { get; set; } = [4]; public ConcurrentDictionary<string, int> CD { get; set; } = new() { ["c"] = 1 }; public IDictionary<string, object?> Objects { get; set; } = new Dictionary<string, object?> { ["n"] = null, ["i"] = 5 }; public ArrayList Old { get; set; } = [1, "two"]; public Dictionary<Guid, bool> ByGuid { get; set; } = new() { [Guid.Empty] = true }; public LinkedList<int> LL { get; set; } = new([7]);
}

class Settings : IJsonOnSerializing, IJsonOnDeserialized
{
    [JsonRequired] public string Id { get; set; } = "id"; [JsonIgnore] public string Secret { get; set; } = "s"; [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] public int Zero { get; set; } [JsonInclude, JsonPropertyOrder(-1)] internal int First = 1; public required int Needed { get; init; }
    [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)] public long Big { get; set; } = 1L << 60; [JsonExtensionData] public Dictionary<string, JsonElement>? Extra { get; set; } [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)] public List<int> Populated { get; } = [100];
    [JsonConverter(typeof(Hex))] public int Hexed { get; set; } = 255; public void OnSerializing() => Secret = "serialized"; public void OnDeserialized() => Secret = "deserialized";
}
class Hex : JsonConverter<int>
{
    public override int Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions o) => Convert.ToInt32(reader.GetString(), 16);
    public override void Write(Utf8JsonWriter writer, int value, JsonSerializerOptions o) => writer.WriteStringValue("0x" + value.ToString("X"));
}
class PairFactory : JsonConverterFactory
{
    public override bool CanConvert(Type t) => t.IsGenericType && t.GetGenericTypeDefinition() == typeof(ValueTuple<,>);
    public override JsonConverter CreateConverter(Type t, JsonSerializerOptions o) => (JsonConverter)Activator.CreateInstance(typeof(PairConverter<,>).MakeGenericType(t.GetGenericArguments()))!;
    class PairConverter<A, B> : JsonConverter<(A, B)>
    {
        public override (A, B) Read(ref Utf8JsonReader r, Type t, JsonSerializerOptions o) { r.Read(); var a = JsonSerializer.Deserialize<A>(ref r, o)!; r.Read(); var b = JsonSerializer.Deserialize<B>(ref r, o)!; r.Read(); return (a, b); }
        public override void Write(Utf8JsonWriter w, (A, B) v, JsonSerializerOptions o) { w.WriteStartArray(); JsonSerializer.Serialize(w, v.Item1, o); JsonSerializer.Serialize(w, v.Item2, o); w.WriteEndArray(); }
    }
}
class Node { public string Name { get; set; } = ""; public Node? Next { get; set; } public List<Node> Children { get; set; } = []; }
class Immutable { public int A { get; } public string? B { get; } [JsonConstructor] public Immutable(int a, string? b = "dflt") { A = a; B = b; } }
readonly struct Point3(int x, int y) { public int X { get; } = x; public int Y { get; } = y; }

static class Program
{
    static void Try(string what, Func<object?> f) { try { Console.WriteLine($"{what}: {f()}"); } catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name}: {e.Message}"); } }

    static void Objects()
    {
        var o = new JsonSerializerOptions { WriteIndented = true, IncludeFields = true, Converters = { new PairFactory() } };
        string json = JsonSerializer.Serialize(new Everything { Tuple = (3, "t") }, o);
        Console.WriteLine(json);
        Console.WriteLine(JsonSerializer.Serialize(JsonSerializer.Deserialize<Everything>(json, o), o) == json);
        string text = JsonSerializer.Serialize(new Collections());
        Console.WriteLine(text);
        Console.WriteLine(JsonSerializer.Serialize(JsonSerializer.Deserialize<Collections>(text)));
        var animals = new Animal[] { new Dog("rex", 12.5), new Cat("tom"), new Puppy("bit", 1) { Legs = 3 } };
        text = JsonSerializer.Serialize(animals); Console.WriteLine(text);
        Console.WriteLine(string.Join(" ", JsonSerializer.Deserialize<Animal[]>(text)!.Select(a => a.ToString())));
        Try("unknown kind", () => JsonSerializer.Deserialize<Animal>("{\"$kind\":\"bird\",\"Name\":\"x\"}"));
        Try("kind last", () => JsonSerializer.Deserialize<Animal>("{\"Name\":\"x\",\"$kind\":7}", new JsonSerializerOptions { AllowOutOfOrderMetadataProperties = true }));
        text = JsonSerializer.Serialize(new Settings { Needed = 4 }); Console.WriteLine(text);
        var s = JsonSerializer.Deserialize<Settings>("{\"Id\":\"z\",\"Needed\":5,\"Big\":\"77\",\"Unknown\":{\"a\":1},\"Populated\":[1,2],\"Hexed\":\"0x1F\",\"First\":8}")!;
        Console.WriteLine($"{s.Id} {s.Needed} {s.Big} {s.Extra!["Unknown"]} {string.Join(",", s.Populated)} {s.Hexed} {s.First} {s.Secret}");
        Try("required", () => JsonSerializer.Deserialize<Settings>("{\"Id\":\"z\"}"));
        Try("bad", () => JsonSerializer.Deserialize<Collections>("{\"List\":[1,\"x\"]}"));
        Try("overflow", () => JsonSerializer.Deserialize<byte>("300"));
        Try("trailing", () => JsonSerializer.Deserialize<int[]>("[1,2,]"));
        Try("depth", () => JsonSerializer.Deserialize<object>(new string('[', 70) + new string(']', 70)));
        Try("null", () => JsonSerializer.Deserialize<int>("null"));
        Try("unmapped", () => JsonSerializer.Deserialize<Immutable>("{\"A\":1,\"zz\":2}", new JsonSerializerOptions { UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow }));
        Try("lenient", () => JsonSerializer.Deserialize<Immutable>("{/*c*/\"a\":\"1\",\"b\":null,}//x", new JsonSerializerOptions { PropertyNameCaseInsensitive = true, AllowTrailingCommas = true, ReadCommentHandling = JsonCommentHandling.Skip, NumberHandling = JsonNumberHandling.AllowReadingFromString })!.A);
        Try("ctor", () => { var i = JsonSerializer.Deserialize<Immutable>("{\"A\":5}")!; return i.A + i.B; });
        Try("struct", () => JsonSerializer.Serialize(JsonSerializer.Deserialize<Point3>("{\"x\":1,\"y\":2}", JsonSerializerOptions.Web)));
        Try("cycle", () => { var n = new Node { Name = "a" }; n.Next = n; return JsonSerializer.Serialize(n); });
        var root = new Node { Name = "root" }; root.Next = root; root.Children.Add(new Node { Name = "c", Next = root });
        var preserve = new JsonSerializerOptions { ReferenceHandler = ReferenceHandler.Preserve, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull };
        text = JsonSerializer.Serialize(root, preserve); Console.WriteLine(text);
        var back = JsonSerializer.Deserialize<Node>(text, preserve)!; Console.WriteLine(ReferenceEquals(back, back.Next) + " " + ReferenceEquals(back.Children[0].Next, back));
        Console.WriteLine(JsonSerializer.Serialize(root, new JsonSerializerOptions { ReferenceHandler = ReferenceHandler.IgnoreCycles }));
        foreach (var policy in new[] { JsonNamingPolicy.CamelCase, JsonNamingPolicy.SnakeCaseLower, JsonNamingPolicy.SnakeCaseUpper, JsonNamingPolicy.KebabCaseLower, JsonNamingPolicy.KebabCaseUpper })
            Console.WriteLine(JsonSerializer.Serialize(new { FirstName = 1, URLValue = "x", IOStream2 = true, Map = new Dictionary<string, int> { ["KeyName"] = 1 } }, new JsonSerializerOptions { PropertyNamingPolicy = policy, DictionaryKeyPolicy = policy }));
        Console.WriteLine(JsonSerializer.Serialize("é<>&'\u0001😀", new JsonSerializerOptions { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping }));
        Try("nan", () => JsonSerializer.Serialize(double.NaN));
        Try("named", () => JsonSerializer.Serialize(new[] { double.NaN, double.NegativeInfinity }, new JsonSerializerOptions { NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals }));
        var resolver = new DefaultJsonTypeInfoResolver { Modifiers = { info => { if (info.Kind == JsonTypeInfoKind.Object) foreach (var p in info.Properties) { p.Name = "_" + p.Name; if (p.PropertyType == typeof(int)) { var get = p.Get!; p.Get = x => (int)get(x)! * 10; } } } } };
        Try("modified", () => JsonSerializer.Serialize(new Immutable(4, "b"), new JsonSerializerOptions { TypeInfoResolver = resolver }));
        Try("schema", () => JsonSerializerOptions.Default.GetJsonSchemaAsNode(typeof(Settings)).ToJsonString());
    }

    static void Low()
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var w = new Utf8JsonWriter(buffer, new JsonWriterOptions { Indented = true, IndentCharacter = '\t', IndentSize = 1, NewLine = "\n" }))
        {
            w.WriteStartObject(); w.WriteNumber("n", 1.25m); w.WriteString("s", "x\u0000y"); w.WriteCommentValue("note"); w.WriteStartArray("a"); w.WriteNumberValue(ulong.MaxValue); w.WriteBooleanValue(false); w.WriteNullValue(); w.WriteRawValue("{\"raw\":true}"); w.WriteBase64StringValue([1, 2, 3]); w.WriteEndArray(); w.WritePropertyName("date"); w.WriteStringValue(DateTime.UnixEpoch);
            Try("misuse", () => { w.WriteNumberValue(5); return ""; });
            w.WriteEndObject();
        }
        string text = Encoding.UTF8.GetString(buffer.WrittenSpan); Console.WriteLine(text);
        // the reader over a sequence of one-byte segments, in chunks
        byte[] data = Encoding.UTF8.GetBytes("{\"name\":\"J\\u00f6rg \\ud83d\\ude00\",\"list\":[1,-2.5e3,true,null,\"\\n\"],\"deep\":{\"k\":{}}}");
        for (int chunk = 1; chunk <= data.Length; chunk += 13)
        {
            var state = new JsonReaderState(); int consumed = 0, available = 0; var sb = new StringBuilder();
            while (consumed < data.Length)
            {
                available = Math.Min(available + chunk, data.Length);
                var r = new Utf8JsonReader(data.AsSpan(consumed, available - consumed), available == data.Length, state);
                while (r.Read()) sb.Append(r.TokenType switch { JsonTokenType.PropertyName => r.GetString() + "=", JsonTokenType.String => "'" + r.GetString()!.Length + "'", JsonTokenType.Number => r.TryGetInt32(out int i) ? i.ToString() : r.GetDouble().ToString(), _ => r.TokenType.ToString() }).Append(r.CurrentDepth).Append(' ');
                consumed += (int)r.BytesConsumed; state = r.CurrentState;
            }
            if (chunk == 1) Console.WriteLine(sb);
            else if (chunk > 60) Console.WriteLine(sb.Length);
        }
        foreach (string bad in new[] { "{", "[1 2]", "{\"a\" 1}", "tru", "01", "-", "\"\\x\"", "\"abc", "[1]]", "{\"a\":1,}", "\u0001", "1.e5", "\"\\ud800\"" })
            Try(bad.Replace("\u0001", "^A"), () => { var r = new Utf8JsonReader(Encoding.UTF8.GetBytes(bad)); string? s = ""; while (r.Read()) if (r.TokenType == JsonTokenType.String) s = r.GetString(); return "ok " + s; });
    }

    static async Task Nodes()
    {
        JsonNode n = JsonNode.Parse("{\"a\":[1,2,{\"b\":\"x\"}],\"c\":1.50,\"d\":null}")!;
        n["a"]![2]!["b"] = 5; n["a"]!.AsArray().Add(JsonValue.Create("new")); n["e"] = new JsonObject { ["f"] = true }; ((JsonObject)n).Remove("d");
        Console.WriteLine(n.ToJsonString() + " " + n["a"]![2]!["b"]!.GetPath() + " " + (int)n["a"]![0]! + " " + n["c"]!.GetValue<decimal>() + " " + n["c"]!.GetValueKind() + " " + JsonNode.DeepEquals(n, n.DeepClone()));
        Try("convert", () => n["c"]!.GetValue<string>()); Try("parent", () => { n["x"] = n["e"]; return 0; });
        using var doc = JsonDocument.Parse("[{\"id\":1,\"v\":\"a\"},{\"id\":2,\"v\":\"\\u0062\"}]");
        Console.WriteLine(string.Join(",", doc.RootElement.EnumerateArray().Select(e => e.GetProperty("id").GetInt32() + e.GetProperty("v").GetString() + e.GetProperty("v").ValueEquals("b"))) + doc.RootElement[1].GetRawText() + doc.RootElement.GetArrayLength());
        using var stream = new MemoryStream();
        await JsonSerializer.SerializeAsync(stream, Produce()); stream.Position = 0;
        Console.WriteLine(Encoding.UTF8.GetString(stream.ToArray()));
        int sum = 0; await foreach (int i in JsonSerializer.DeserializeAsyncEnumerable<int>(stream)) sum += i; Console.WriteLine(sum);
        var big = Enumerable.Range(0, 3000).Select(i => new Node { Name = "node " + i, Children = [new Node { Name = "é" + i }] }).ToList();
        using var s2 = new MemoryStream(); await JsonSerializer.SerializeAsync(s2, big); s2.Position = 0;
        var list = await JsonSerializer.DeserializeAsync<List<Node>>(s2); Console.WriteLine(list!.Count + list[2999].Children[0].Name + s2.Length);
    }
    static async IAsyncEnumerable<int> Produce() { for (int i = 0; i < 5; i++) { await Task.Yield(); yield return i; } }

    static async Task Main() { Objects(); Low(); await Nodes(); }
}
