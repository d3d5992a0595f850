// rows: N7c-126 N7c-127 N7c-128 N7c-129 N7c-130 N7c-131 N7c-132 N7c-134 N7c-136 N7c-137 N7c-138 N7c-139 N7c-140 N7c-141 N7c-142 N7c-143 N7c-144 N7c-145
// XML: asynchronous reading, HTML output, generated serializers, schemas, durations, traces; and what they stand on.
#define TRACE
using System.Collections;
using System.Diagnostics;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Schema;
using System.Xml.Serialization;
using System.Xml.Xsl;

foreach (int count in (int[])[0, 10, 20_000])
{
    string items = $"<Items>{string.Concat(Enumerable.Range(0, count).Select(i => $"<Item{i} n='{i}'>é&amp;{i}</Item{i}>"))}</Items>";
    using XmlReader reader = XmlReader.Create(new MemoryStream(Encoding.UTF8.GetBytes(items)), new XmlReaderSettings { Async = true });
    var kinds = new SortedDictionary<XmlNodeType, int>();
    int length = 0;
    while (await reader.ReadAsync())
    {
        kinds[reader.NodeType] = kinds.GetValueOrDefault(reader.NodeType) + 1;
        if (reader.NodeType == XmlNodeType.Text)
            length += (await reader.GetValueAsync()).Length;
    }
    Console.WriteLine($"{string.Join(' ', kinds)} {length}");
}
// Objects over 85,000 bytes are as old as they get from the start.
Console.WriteLine($"{GC.GetGeneration(new char[32 * 1024])} {GC.GetGeneration(new char[64 * 1024])} {GC.GetGeneration(new byte[84_900])} {GC.GetGeneration(new byte[85_000])} {new char[64 * 1024].All(c => c == 0)}");

// HTML output looks elements and attributes up in a table that lies in the image.
var transform = new XslCompiledTransform();
transform.Load(XmlReader.Create(new StringReader("""
    <xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:output method="html" indent="no"/>
    <xsl:template match="/"><html><body><br/><IMG src="a b?x=1&amp;y=é"/><p/><script>a &lt; b</script><option selected="selected"/><input checked="checked" disabled="no"/><own/><a href="é"/><td nowrap="nowrap"/></body></html></xsl:template>
    </xsl:stylesheet>
    """)));
var html = new StringWriter();
transform.Transform(XmlReader.Create(new StringReader("<x/>")), null, html);
Console.WriteLine(html);
long before = GC.GetAllocatedBytesForCurrentThread();
int table = Table.Sum();
long bytes = GC.GetAllocatedBytesForCurrentThread() - before;
Console.WriteLine($"data in the image {table} {bytes} {Table.Same()} {Table.Initialized} {Table.Wide[3]:x} {Table.Wide.Length}");

// Texts put together, and with numbers in another culture's form.
int number = -1234;
string? nothing = null;
Console.WriteLine($"{"a" + nothing + 'b' + number}{$"{"x"}{nothing}{"y"}"} {string.Create(CultureInfo.InvariantCulture, $"d{number}p{1.5}")} {string.Create(new CultureInfo("") { NumberFormat = { NegativeSign = "~", NumberDecimalSeparator = "," } }, $"{number}{2.5}")}");
var written = new StringBuilder();
using (XmlWriter writer = XmlWriter.Create(written, new XmlWriterSettings { OmitXmlDeclaration = true }))
{
    writer.WriteStartElement("root");
    for (int i = 0; i < 3; i++)
        writer.WriteAttributeString("a", $"urn:{i}", "v");
    writer.WriteEndElement();
}
Console.WriteLine(written);
var old = new StringWriter();
var textWriter = new XmlTextWriter(old);
textWriter.WriteStartElement("root");
textWriter.WriteAttributeString("a", "urn:1", "v");
textWriter.WriteAttributeString("b", "urn:2", "<&'\">");
textWriter.WriteEndElement();
Console.WriteLine(old);

// Serializers made at run time for each type: few members, more than 32, and those that need escaped names.
var serializer = new XmlSerializer(typeof(Release[]));
string releases = Releases(10);
var read = (Release[])serializer.Deserialize(new StringReader(releases))!;
Console.WriteLine($"{read.Length} {read.Sum(r => r.Major + r.Minor + r.Build)} bytes for ten more: {DeserializingBytes(20) - DeserializingBytes(10)}");
var many = (Many)new XmlSerializer(typeof(Many)).Deserialize(new StringReader($"<Many>{string.Concat(Enumerable.Range(1, 40).Reverse().Select(i => $"<M{i:00}>{i}</M{i:00}>"))}<M01>99</M01></Many>"))!;
Console.WriteLine($"{many.M01} {many.M20} {many.M33} {many.M40}");
var output = new StringWriter();
var other = new XmlSerializer(typeof(Named), new XmlRootAttribute("odd-name") { Namespace = "urn:\\x" });
other.Serialize(output, new Named { Text = "a\"\\\n", Kinds = [Kind.First | Kind.Third, Kind.None], Bytes = [1, 254], Binary = [1, 254], List = "p q r".Split(' '), Name = new XmlQualifiedName("local", "urn:q"), When = new TimeSpan(1, 2, 3, 4, 5) });
Console.WriteLine(output.ToString().ReplaceLineEndings("~"));
var back = (Named)other.Deserialize(new StringReader(output.ToString()))!;
Console.WriteLine($"{back.Text == "a\"\\\n"} {back.Kinds![0]} {back.Binary![1]} {back.List![2]} {back.Name} {back.When} {Try(() => serializer.Deserialize(new StringReader("<Wrong/>"))!)} {Try(() => serializer.Deserialize(new StringReader("<ArrayOfRelease><Release><Major>x</Major></Release></ArrayOfRelease>"))!)} {Try(() => new XmlSerializer(typeof(IDictionary)))}");
Console.WriteLine($"serializers again: {string.Join(' ', Enumerable.Range(0, 3).Select(_ => ((Release[])new XmlSerializer(typeof(Release[])).Deserialize(new StringReader(releases))!)[9].Minor))}");

// Schemas, whose tables no longer box what they count.
var schemas = new XmlSchemaSet();
schemas.Add("", XmlReader.Create(new StringReader("""
    <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="list"><xs:complexType><xs:choice maxOccurs="unbounded"><xs:element name="day" type="xs:date"/><xs:element name="span" type="xs:duration"/>
    <xs:element name="n" minOccurs="0"><xs:simpleType><xs:restriction base="xs:int"><xs:minInclusive value="3"/><xs:enumeration value="4"/><xs:enumeration value="7"/></xs:restriction></xs:simpleType></xs:element></xs:choice><xs:attribute name="id" type="xs:ID" use="required"/></xs:complexType>
    <xs:key name="k"><xs:selector xpath="n"/><xs:field xpath="."/></xs:key></xs:element></xs:schema>
    """)));
schemas.Compile();
foreach (string text in (string[])["<list id='a'><day>2022-11-08</day><span>P1DT2H</span><n>7</n></list>", "<list><n>4</n></list>", "<list id='a'><n>5</n></list>", "<list id='1'><n>4</n><n>4</n></list>", "<list id='a'><day>2022-13-01</day></list>", "<list id='a'><span>1D</span><other/></list>"])
{
    int errors = 0;
    var settings = new XmlReaderSettings { ValidationType = ValidationType.Schema, Schemas = schemas };
    settings.ValidationEventHandler += (_, _) => errors++;
    using XmlReader reader = XmlReader.Create(new StringReader(text), settings);
    while (reader.Read())
    {
    }
    Console.Write($"{errors} ");
}
Console.WriteLine();

// The two kinds of tables: what is absent, and readers beside a writer.
var hashtable = new Hashtable { ["a"] = 1 };
var dictionary = new Dictionary<string, int> { ["a"] = 1 };
Console.WriteLine($"{hashtable["b"] ?? "null"} {Try(() => dictionary["b"])} {Try(() => { hashtable.Add("a", 2); return 0; })}");
var concurrent = new Hashtable();
int lost = 0;
bool writing = true;
Thread[] readers = [.. Enumerable.Range(0, 3).Select(_ => new Thread(() =>
{
    while (Volatile.Read(ref writing))
    {
        for (int i = 0; i < 100; i++)
        {
            if (concurrent[i] is int found && found != i * 2)
                Interlocked.Increment(ref lost);
        }
    }
}))];
foreach (Thread thread in readers)
    thread.Start();
for (int i = 0; i < 30_000; i++)
{
    concurrent[i] = i * 2;
    if (i % 3 == 0)
        concurrent.Remove(i / 2);
}
Volatile.Write(ref writing, false);
foreach (Thread thread in readers)
    thread.Join();
Console.WriteLine($"read wrongly {lost}, left {concurrent.Count}");

Console.WriteLine(string.Join(' ', new[] { 12345.0, 0, -1, 86_400_000, 1e12, 0.5 }.Select(ms => XmlConvert.ToString(TimeSpan.FromMilliseconds(ms)))));
Console.WriteLine($"{XmlConvert.ToTimeSpan("P1Y2M3DT4H5M6.7S")} {XmlConvert.ToString(TimeSpan.MinValue)} {XmlConvert.ToString(new DateTime(2022, 11, 8, 1, 2, 3, 40, DateTimeKind.Utc), XmlDateTimeSerializationMode.RoundtripKind)} {XmlConvert.ToDateTime("2022-11-08T23:59:59.5+02:00", XmlDateTimeSerializationMode.Utc):o} {Try(() => XmlConvert.ToDateTime("2022-11-08T24:00:00Z", XmlDateTimeSerializationMode.Utc))} {Try(() => XmlConvert.ToTimeSpan("P"))} {XmlConvert.ToString(new DateTimeOffset(1, 1, 1, 0, 0, 0, TimeSpan.FromHours(-14)))} {XmlConvert.EncodeName("a b:é")}");

// A trace, of which the process, thread and time differ in each run.
var traced = new StringWriter();
Trace.Listeners.Clear();
Trace.Listeners.Add(new XmlWriterTraceListener(traced));
Trace.WriteLine("Something <important>");
Trace.TraceError("code {0}", 42);
Trace.Flush();
Console.WriteLine(Regex.Replace(traced.ToString(), "\\d+|SystemTime=\"[^\"]*\"|Computer>[^<]*<", "#"));

static string Releases(int count) => $"<ArrayOfRelease>{string.Concat(Enumerable.Range(0, count).Select(i => $"<Release><Major>{i % 10}</Major><Minor>{i % 10 * 10}</Minor></Release>"))}</ArrayOfRelease>";

long DeserializingBytes(int count)
{
    string text = Releases(count);
    long bytes = 0;
    for (int i = 0; i < 20; i++) // the first rounds compile
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        serializer.Deserialize(new StringReader(text));
        bytes = GC.GetAllocatedBytesForCurrentThread() - before;
    }
    return bytes;
}

static string Try<T>(Func<T> action)
{
    try
    {
        return $"{action()}";
    }
    catch (Exception e)
    {
        return e.GetType().Name + (e.InnerException is { } inner ? $"({inner.GetType().Name})" : "");
    }
}

static class Table
{
    public static bool Initialized = MakeInitialized();
    static ReadOnlySpan<byte> Data => [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3];
    public static ReadOnlySpan<ulong> Wide => [1, 2, 3, 0x123456789abcdef];

    static bool MakeInitialized() => true;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Sum()
    {
        int sum = 0;
        foreach (byte value in Data)
            sum = sum * 3 + value;
        return sum;
    }

    public static unsafe bool Same() => Unsafe.AreSame(ref MemoryMarshal.GetReference(Data), ref MemoryMarshal.GetReference(Data))
        && (nuint)Unsafe.AsPointer(ref MemoryMarshal.GetReference(Wide)) % 8 == 0;
}

public class Release
{
    public int Major, Minor, Build, Revision;
}

[Flags]
public enum Kind { None = 0, First = 1, Second = 2, Third = 4 }

public class Named
{
    [XmlAttribute("a-b")] public string? Text;
    [XmlArrayItem("kind")] public Kind[]? Kinds;
    public byte[]? Bytes;
    [XmlElement(DataType = "hexBinary")] public byte[]? Binary;
    [XmlAttribute] public string[]? List;
    public XmlQualifiedName? Name;
    public TimeSpan When;
}

public class Many
{
    public int M01, M02, M03, M04, M05, M06, M07, M08, M09, M10, M11, M12, M13, M14, M15, M16, M17, M18, M19, M20;
    public int M21, M22, M23, M24, M25, M26, M27, M28, M29, M30, M31, M32, M33, M34, M35, M36, M37, M38, M39, M40;
}
