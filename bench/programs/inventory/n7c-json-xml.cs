// include: row.part
// include: ../told.part
// include: bench.part
// JSON and XML of the .NET 7 inventory, part 3.
#define TRACE // or `Trace.WriteLine` is compiled away
using System.Diagnostics;
using System.Text;
using System.Text.Json;
using System.Xml;
using System.Xml.Serialization;
using BenchmarkDotNet.Attributes;

namespace N7c.JsonXml;

public class MyType
{
    public int Value { get; set; }
}

public class JsonOptions
{
    readonly JsonSerializerOptions options = new();
    readonly MyType instance = new() { Value = 42 };

    [Benchmark(Baseline = true)]
    [Row("B7c-25", "N7c-118")]
    public string ImplicitOptions() => JsonSerializer.Serialize(instance);

    [Benchmark]
    [Row("B7c-25", "N7c-118")]
    public string WithCached() => JsonSerializer.Serialize(instance, options);

    [Benchmark]
    [Row("B7c-25", "N7c-116", "N7c-117")]
    public string WithoutCached() => JsonSerializer.Serialize(instance, new JsonSerializerOptions());
}

[Row("B7c-26", "N7c-121", "N7c-122")]
public class JsonBytes
{
    readonly byte[] data = [1, 2, 3, 4, 5];

    [Benchmark]
    public string SerializeToString() => JsonSerializer.Serialize(data);
}

[Row("B7c-27", "N7c-126", "N7c-127")]
public class XmlReading
{
    readonly XmlReaderSettings settings = new() { Async = true };
    MemoryStream stream = new();

    // A million items take longer than a benchmark may.
    [Params(10, 200_000)] public int ItemCount { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        stream = new MemoryStream();
        using var writer = new StreamWriter(stream, leaveOpen: true);
        writer.Write("<Items>");
        for (int i = 0; i < ItemCount; i++)
            writer.Write($"<Item{i}/>");
        writer.Write("</Items>");
    }

    [Benchmark]
    public async Task<int> XmlReader_ReadAsync()
    {
        stream.Position = 0;
        using XmlReader reader = XmlReader.Create(stream, settings);
        int nodes = 0;
        while (await reader.ReadAsync())
            nodes++;
        return nodes;
    }
}

public class Release
{
    public int Major, Minor, Build, Revision;
}

[Row("B7c-28", "N7c-132", "N7c-134")]
public class XmlDeserializing
{
    readonly XmlSerializer serializer = new(typeof(Release[]));
    readonly string text = MakeText();

    static string MakeText()
    {
        var text = new StringBuilder("<?xml version=\"1.0\"?>\n<ArrayOfRelease xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n");
        for (int i = 0; i < 10; i++)
            text.Append($"  <Release><Major>{i}</Major><Minor>{i * 10}</Minor></Release>\n");
        return text.Append("</ArrayOfRelease>\n").ToString();
    }

    [Benchmark]
    public int DeserializeThousand()
    {
        int total = 0;
        for (int i = 0; i < 1_000; i++)
        {
            var releases = (Release[])serializer.Deserialize(new StringReader(text))!;
            foreach (Release release in releases)
                total += release.Major + release.Minor + release.Build + release.Revision + 1;
        }
        return total;
    }
}

[Row("B7c-29", "N7c-144")]
public class XmlConversion
{
    readonly TimeSpan span = TimeSpan.FromMilliseconds(12345);

    [Benchmark]
    public string XmlConvertToString() => XmlConvert.ToString(span);
}

[Row("B7c-30", "N7c-145")]
public class Tracing
{
    [GlobalSetup]
    public void Setup()
    {
        Trace.Listeners.Clear();
        Trace.Listeners.Add(new XmlWriterTraceListener(Stream.Null));
    }

    [GlobalCleanup]
    public void Cleanup() => Trace.Listeners.Clear();

    [Benchmark]
    public void TraceWrite() => Trace.WriteLine("Something important");
}
