// XML: readers and writers, LINQ to XML, XPath, XSLT, schemas, XmlSerializer (generated code), DataContractSerializer.
using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using System.Xml.Linq;
using System.Xml.Schema;
using System.Xml.Serialization;
using System.Xml.XPath;
using System.Xml.Xsl;

public enum Size { [XmlEnum("S")] Small, Large }
[XmlInclude(typeof(SpecialItem))]
public class Item { [XmlAttribute("id")] public int Id; [XmlElement(IsNullable = true)] public string? Name; public decimal Price { get; set; } [XmlIgnore] public bool Hidden; public Size Size; [XmlElement("tag")] public List<string> Tags = []; public DateTime When = new(2024, 1, 2, 3, 4, 5, DateTimeKind.Utc); public int? Maybe; }
public class SpecialItem : Item { public double Bonus = 1.5; public byte[] Data = [1, 2, 3]; }
[XmlRoot("order", Namespace = "urn:orders")]
public class Order { [XmlArray("items"), XmlArrayItem("item", typeof(Item)), XmlArrayItem("special", typeof(SpecialItem))] public Item[] Items = []; [XmlElement("note", typeof(string)), XmlElement("number", typeof(int))] public object? Choice; [XmlAnyElement] public XmlElement[]? Rest; [XmlText] public string? Text; public Guid Key; public char Letter = 'x'; [XmlElement(DataType = "date")] public DateTime Day = new(2020, 5, 6); public XmlQualifiedName Q = new("local", "urn:q"); }
public class Custom : IXmlSerializable { public string Value = ""; public XmlSchema? GetSchema() => null; public void ReadXml(XmlReader r) { Value = r.GetAttribute("v") ?? "?"; r.Skip(); } public void WriteXml(XmlWriter w) => w.WriteAttributeString("v", Value); }

[DataContract(Name = "person", Namespace = "urn:p"), KnownType(typeof(Boss))]
public class Person { [DataMember(Order = 2)] public string Name = ""; [DataMember(Order = 1, EmitDefaultValue = false)] public int Age; [DataMember] public Dictionary<string, int[]> Map = []; [DataMember] public Person? Friend; [OnDeserialized] void Done(StreamingContext c) => Name += "*"; public int NotThere = 5; }
[DataContract] public class Boss : Person { [DataMember] public List<Person> Team = []; [DataMember] public Size Size; }

static class Program
{
    static void Try(string what, Func<object?> f) { try { Console.WriteLine($"{what}: {f()}"); } catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name}: {e.Message} {e.InnerException?.Message}"); } }

    const string Text = "<?xml version='1.0'?><!DOCTYPE r [<!ENTITY e 'entity'>]><r xmlns='urn:a' xmlns:b='urn:b' a='1' b:c='&lt;2&#x41;'><!--c--><x>t&e;t</x><b:y/><![CDATA[<raw>]]> <z xml:space='preserve'> </z><?pi data?></r>";

    static void Readers()
    {
        using var r = XmlReader.Create(new StringReader(Text), new XmlReaderSettings { DtdProcessing = DtdProcessing.Parse });
        while (r.Read())
        {
            Console.Write($"{r.Depth} {r.NodeType} {r.Name} '{r.Value}' {r.NamespaceURI} {(r.IsEmptyElement ? "empty" : "")}");
            for (bool more = r.MoveToFirstAttribute(); more; more = r.MoveToNextAttribute()) Console.Write($" @{r.LocalName}[{r.NamespaceURI}]={r.Value}");
            Console.WriteLine();
        }
        foreach (string bad in new[] { "<a>", "<a></b>", "<a b=1/>", "<a b='1' b='2'/>", "<a>&x;</a>", "", "<1/>", "<a/><b/>", "<a>\u0001</a>", "<a:b/>", "<!DOCTYPE a><a/>", "<a><![CDATA[</a>" })
            Try(bad.Replace("\u0001", "^A"), () => { using var x = XmlReader.Create(new StringReader(bad)); while (x.Read()) { } return "ok"; });
        var sb = new StringBuilder();
        using (var w = XmlWriter.Create(sb, new XmlWriterSettings { Indent = true, NewLineOnAttributes = true, OmitXmlDeclaration = false }))
        {
            w.WriteStartElement("p", "root", "urn:x"); w.WriteAttributeString("a", "v\"<\n"); w.WriteElementString("child", "urn:y", "text & more"); w.WriteCData("x"); w.WriteComment("hi"); w.WriteStartElement("n"); w.WriteValue(1.5); w.WriteValue(true); w.WriteBase64([1, 2, 3], 0, 3); w.WriteEndElement(); w.WriteProcessingInstruction("pi", "d"); w.WriteRaw("<raw/>"); w.WriteEndElement();
        }
        Console.WriteLine(sb);
        Try("writer", () => { using var w = XmlWriter.Create(new StringBuilder()); w.WriteStartElement("a"); w.WriteEndElement(); w.WriteStartElement("b"); return 0; });
    }

    static void Linq()
    {
        XNamespace ns = "urn:z";
        var doc = new XDocument(new XElement(ns + "root", new XAttribute(XNamespace.Xmlns + "z", ns), Enumerable.Range(1, 4).Select(i => new XElement(ns + "e", new XAttribute("i", i), new XElement("v", i * i))), new XComment("end")));
        Console.WriteLine(doc);
        Console.WriteLine(doc.Descendants("v").Sum(v => (int)v) + " " + doc.Root!.Elements().First(e => (int)e.Attribute("i")! == 3).ElementsAfterSelf().Count());
        doc.Root.Changed += (s, e) => Console.Write(e.ObjectChange + ";");
        doc.Root.Elements().Where(e => (int)e.Attribute("i")! % 2 == 0).Remove(); doc.Root.Add(new XElement("added", "t")); doc.Root.Element("added")!.SetAttributeValue("q", 1.5m); doc.Root.LastNode!.ReplaceWith(new XText("replaced"));
        Console.WriteLine("\n" + doc.ToString(SaveOptions.DisableFormatting) + XNode.DeepEquals(doc, new XDocument(doc)));
        var people = XElement.Parse("<people><p n='a' age='3'/><p n='b' age='5'><k>1</k><k>2</k></p><p n='c' age='3'/></people>");
        foreach (var g in people.Elements("p").GroupBy(p => (int)p.Attribute("age")!)) Console.WriteLine(g.Key + ":" + string.Join(",", g.Select(p => p.Attribute("n")!.Value)));
        foreach (string path in new[] { "p[@age>3]/@n", "count(//k)", "p[last()]/@n", "string(p[2]/k[2])", "sum(//@age)", "//p[k=2 or @n='a']/@n", "p[position()<3 and contains('abc',@n)]/@n", "concat(name(*[1]),'-',string-length('xyz'))", "translate('abc','ab','XY')", "p[", "boolean(//zz)", "//p/following-sibling::p[1]/@n", "substring-before('a-b','-')", "round(2.5) + floor(-1.5) mod 2" })
            Try(path, () => people.XPathEvaluate(path) is System.Collections.IEnumerable e and not string ? string.Join(",", e.Cast<XAttribute>().Select(a => a.Value)) : people.XPathEvaluate(path));
        var d = new XmlDocument(); d.LoadXml("<a xmlns:k='urn:k'><k:b i='1'>x</k:b><k:b i='2'>y</k:b></a>"); var m = new XmlNamespaceManager(d.NameTable); m.AddNamespace("q", "urn:k");
        foreach (XmlNode n in d.SelectNodes("//q:b[@i='2']", m)!) { n.InnerText += "!"; n.ParentNode!.PrependChild(d.CreateElement("first")); }
        d.DocumentElement!.SetAttribute("z", "1"); Console.WriteLine(d.OuterXml);
        var nav = d.CreateNavigator()!; var it = nav.Select("//*"); while (it.MoveNext()) Console.Write(it.Current!.Name + it.CurrentPosition + " "); Console.WriteLine();
    }

    static void Transform()
    {
        var xslt = new XslCompiledTransform();
        xslt.Load(XmlReader.Create(new StringReader("""
            <xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform' xmlns:x='urn:ext' exclude-result-prefixes='x'>
              <xsl:output method='xml' indent='yes' omit-xml-declaration='yes'/><xsl:param name='p' select="'dflt'"/><xsl:key name='k' match='i' use='@g'/><xsl:variable name='total' select='sum(//i/@v)'/>
              <xsl:template match='/'><out p='{$p}' total='{$total}'><xsl:for-each select='//i'><xsl:sort select='@v' data-type='number' order='descending'/><xsl:apply-templates select='.'/></xsl:for-each><xsl:call-template name='rec'><xsl:with-param name='n' select='5'/></xsl:call-template><k><xsl:value-of select="count(key('k','a'))"/></k><e><xsl:value-of select="x:Twice(21)"/></e></out></xsl:template>
              <xsl:template match='i[@v &gt; 2]' priority='2'><big n='{position()}'><xsl:copy-of select='@*'/><xsl:number value='@v' format='i'/></big></xsl:template>
              <xsl:template match='i'><xsl:choose><xsl:when test="@g='a'">A</xsl:when><xsl:otherwise><xsl:value-of select="format-number(@v*1234.5,'#,##0.00')"/></xsl:otherwise></xsl:choose></xsl:template>
              <xsl:template name='rec'><xsl:param name='n'/><xsl:if test='$n &gt; 0'><r><xsl:value-of select='$n'/></r><xsl:call-template name='rec'><xsl:with-param name='n' select='$n - 1'/></xsl:call-template></xsl:if></xsl:template>
            </xsl:stylesheet>
            """)));
        var args = new XsltArgumentList(); args.AddParam("p", "", "given"); args.AddExtensionObject("urn:ext", new Extension());
        var sw = new StringWriter(); xslt.Transform(XmlReader.Create(new StringReader("<l><i g='a' v='1'/><i g='b' v='2'/><i g='a' v='3'/><i g='c' v='9'/></l>")), args, sw); Console.WriteLine(sw);
        Try("bad xslt", () => { new XslCompiledTransform().Load(XmlReader.Create(new StringReader("<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'><xsl:template match='['/></xsl:stylesheet>"))); return 0; });
        var schemas = new XmlSchemaSet(); schemas.Add("", XmlReader.Create(new StringReader("<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:element name='a'><xs:complexType><xs:sequence><xs:element name='n' type='xs:int' maxOccurs='2'/><xs:element name='d' type='T' minOccurs='0'/></xs:sequence><xs:attribute name='q' use='required' type='xs:boolean'/></xs:complexType></xs:element><xs:simpleType name='T'><xs:restriction base='xs:string'><xs:pattern value='[a-c]+'/><xs:maxLength value='3'/></xs:restriction></xs:simpleType></xs:schema>")));
        foreach (string x in new[] { "<a q='true'><n>1</n><d>abc</d></a>", "<a><n>x</n></a>", "<a q='1'><n>1</n><n>2</n><n>3</n><d>zzzz</d></a>", "<b/>" })
            Try(x, () => { XDocument.Parse(x).Validate(schemas, (s, e) => Console.WriteLine($"  {e.Severity} {e.Message}")); return "validated"; });
    }
    public class Extension { public double Twice(double d) => d * 2; }

    static void Serializers()
    {
        var order = new Order { Items = [new Item { Id = 1, Name = null, Price = 2.50m, Tags = ["a", "b"], Maybe = 3 }, new SpecialItem { Id = 2, Name = "sp", Size = Size.Large }], Choice = 42, Text = "body", Key = new Guid("00112233-4455-6677-8899-aabbccddeeff") };
        var x = new XmlSerializer(typeof(Order)); var sw = new StringWriter(); var names = new XmlSerializerNamespaces(); names.Add("o", "urn:orders");
        x.Serialize(sw, order, names); Console.WriteLine(sw);
        x.UnknownAttribute += (s, e) => Console.WriteLine("unknown attribute " + e.Attr.Name); x.UnknownNode += (s, e) => Console.WriteLine("unknown node " + e.Name);
        var back = (Order)x.Deserialize(new StringReader(sw.ToString().Replace("<o:items>", "<o:items zz='1'>").Replace("</o:order>", "<extra q='1'>e</extra></o:order>")))!;
        Console.WriteLine($"{back.Items.Length} {back.Items[1].GetType().Name} {((SpecialItem)back.Items[1]).Data[2]} {back.Choice} {back.Text} {back.Rest?.Length} {back.Key} {back.Items[0].Name ?? "nil"} {back.Items[0].Maybe} {back.Letter} {back.Day:d} {back.Q}");
        Try("bad", () => x.Deserialize(new StringReader("<order xmlns='urn:orders'><items><item id='x'/></items></order>")));
        Try("list", () => { var s = new XmlSerializer(typeof(List<Custom>)); var w = new StringWriter(); s.Serialize(w, new List<Custom> { new() { Value = "1" }, new() { Value = "2" } }); return ((List<Custom>)s.Deserialize(new StringReader(w.ToString()))!)[1].Value + w.ToString().Length; });
        Try("interface", () => new XmlSerializer(typeof(IDictionary<string, int>)));
        Try("overrides", () => { var o = new XmlAttributeOverrides(); o.Add(typeof(Item), "Name", new XmlAttributes { XmlAttribute = new("nm") }); var w = new StringWriter(); new XmlSerializer(typeof(Item), o).Serialize(w, new Item { Name = "n" }); return w; });
        var boss = new Boss { Name = "b", Age = 50, Size = Size.Large, Map = { ["k"] = [1, 2] } }; boss.Team.Add(new Person { Name = "w", Friend = boss });
        foreach (bool preserve in new[] { true, false })
            Try("data contract", () => { var s = new DataContractSerializer(typeof(Person), new DataContractSerializerSettings { PreserveObjectReferences = preserve }); var m = new MemoryStream(); s.WriteObject(m, boss); string t = Encoding.UTF8.GetString(m.ToArray()); m.Position = 0; var p = (Boss)s.ReadObject(m)!; return t + p.Name + p.Team[0].Name + ReferenceEquals(p.Team[0].Friend, p) + p.NotThere + p.Map["k"][1]; });
        boss.Team.Clear();
        Try("json contract", () => { var s = new System.Runtime.Serialization.Json.DataContractJsonSerializer(typeof(Person)); var m = new MemoryStream(); s.WriteObject(m, boss); string t = Encoding.UTF8.GetString(m.ToArray()); m.Position = 0; return t + ((Boss)s.ReadObject(m)!).Age; });
        Try("binary xml", () => { var m = new MemoryStream(); using (var w = XmlDictionaryWriter.CreateBinaryWriter(m, null, null, false)) new DataContractSerializer(typeof(Person)).WriteObject(w, boss); m.Position = 0; using var r = XmlDictionaryReader.CreateBinaryReader(m, XmlDictionaryReaderQuotas.Max); return m.Length + ((Person)new DataContractSerializer(typeof(Person)).ReadObject(r)!).Name; });
        var conv = new[] { XmlConvert.ToString(1.5), XmlConvert.ToString(TimeSpan.FromMinutes(90)), XmlConvert.ToString(DateTime.UnixEpoch, XmlDateTimeSerializationMode.Utc), XmlConvert.EncodeName("a b:c"), XmlConvert.DecodeName("a_x0020_b"), XmlConvert.ToTimeSpan("P1DT2H").ToString() }; Console.WriteLine(string.Join(" ", conv));
    }

    static async Task Main()
    {
        Readers(); Linq(); Transform(); Serializers();
        using var r = XmlReader.Create(new MemoryStream(Encoding.UTF8.GetBytes(Text)), new XmlReaderSettings { Async = true, DtdProcessing = DtdProcessing.Ignore });
        int n = 0; Try("async", () => 0); try { while (await r.ReadAsync()) n++; } catch (XmlException e) { Console.WriteLine(e.Message); }
        Console.WriteLine(n + " " + (await XDocument.LoadAsync(new StringReader("<a><b/></a>"), LoadOptions.SetLineInfo, default)).Root!.FirstNode);
    }
}
