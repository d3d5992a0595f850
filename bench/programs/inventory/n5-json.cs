// include: row.part
// include: ../told.part
// include: bench.part
// JSON of the .NET 5 inventory.
using System.Text.Json;
using BenchmarkDotNet.Attributes;

namespace N5.Json;

public struct MyAwesomeType
{
    public string SomeString { get; set; }
    public int SomeInt { get; set; }
    public double SomeDouble { get; set; }
    public byte SomeByte { get; set; }
}

public class Serializing
{
    readonly MemoryStream stream = new();
    readonly JsonSerializerOptions options = new();
    readonly DateTime[] times = [.. Enumerable.Range(0, 1000).Select(i => new DateTime(2020, 7, 1, 0, 0, 0, DateTimeKind.Utc).AddMinutes(i))];
    readonly Dictionary<string, int> dictionary = new()
    {
        ["One"] = 1, ["Two"] = 2, ["Three"] = 3, ["Four"] = 4, ["Five"] = 5, ["Six"] = 6, ["Seven"] = 7, ["Eight"] = 8, ["Nine"] = 9, ["Ten"] = 10,
    };
    readonly MyAwesomeType simple = new() { SomeString = "hello", SomeInt = 42, SomeByte = 1, SomeDouble = 1.234 };

    [Benchmark, Row("B5-49", "N5-148", "N5-149")]
    public async Task<long> LargeArray()
    {
        stream.Position = 0;
        await JsonSerializer.SerializeAsync(stream, times);
        return stream.Position;
    }

    [Benchmark, Row("B5-50", "N5-149")]
    public async Task<string> Dictionary()
    {
        stream.Position = 0;
        await JsonSerializer.SerializeAsync(stream, dictionary, options);
        return Last(12);
    }

    [Benchmark, Row("B5-51", "N5-150")]
    public async Task<string> SimpleType()
    {
        stream.Position = 0;
        await JsonSerializer.SerializeAsync(stream, simple, options);
        return Last(33);
    }

    string Last(int count) => System.Text.Encoding.ASCII.GetString(stream.GetBuffer().AsSpan((int)stream.Position - count, count));
}
