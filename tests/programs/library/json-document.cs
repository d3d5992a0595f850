using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;

using var doc = JsonDocument.Parse("""{"name":"x","list":[1,2.5,"s",null,true,{"a":{}}],"n":12345678901234567890,"esc":"\u00e9\n\""}""");
foreach (JsonProperty p in doc.RootElement.EnumerateObject())
    Console.WriteLine($"{p.Name} {p.Value.ValueKind} {p.Value.GetRawText()}");
Console.WriteLine(doc.RootElement.GetProperty("list")[1].GetDouble() + doc.RootElement.GetProperty("esc").GetString()!.Length + doc.RootElement.GetProperty("n").GetUInt64().ToString());
Console.WriteLine(doc.RootElement.TryGetProperty("none", out _));
JsonNode node = JsonNode.Parse("""{"a":[1,2,{"b":3}]}""")!;
node["a"]![2]!["b"] = 30;
node["new"] = new JsonArray(1, "two", null);
((JsonArray)node["a"]!).RemoveAt(0);
Console.WriteLine(node.ToJsonString() + node["a"]!.AsArray().Count + (int)node["a"]![1]!["b"]!);
using var stream = new MemoryStream();
using (var w = new Utf8JsonWriter(stream, new JsonWriterOptions { Indented = true }))
{
    w.WriteStartObject();
    w.WriteString("s", "v<>&");
    w.WriteNumber("n", 1.25);
    w.WriteStartArray("arr");
    w.WriteBooleanValue(true);
    w.WriteNullValue();
    w.WriteEndArray();
    w.WriteEndObject();
}
Console.WriteLine(Encoding.UTF8.GetString(stream.ToArray()));
var r = new Utf8JsonReader("""[1, {"k": "v"}, false]"""u8);
while (r.Read())
    Console.Write(r.TokenType + " ");
Console.WriteLine();
