using System.Xml;
using System.Xml.Linq;

var doc = XDocument.Parse("<root a='1'><item id='x'>text &amp; more</item><item id='y'/><!-- c --><n:z xmlns:n='urn:n'>5</n:z></root>");
Console.WriteLine(doc.Root!.Name + doc.Root.Attribute("a")!.Value + doc.Descendants("item").Count() + (string)doc.Root.Element("item")! + (int)doc.Root.Element(XName.Get("z", "urn:n"))!);
doc.Root.Add(new XElement("added", new XAttribute("k", 1.5), "v", new XElement("child")));
doc.Root.Element("item")!.Remove();
Console.WriteLine(doc);
var query = from e in doc.Root.Elements() where e.HasAttributes select e.Name.LocalName;
Console.WriteLine(string.Join(",", query));
var sb = new StringWriter();
using (XmlWriter w = XmlWriter.Create(sb, new XmlWriterSettings { Indent = true, OmitXmlDeclaration = true }))
{
    w.WriteStartElement("a");
    w.WriteAttributeString("b", "<c>");
    w.WriteElementString("d", "e & f");
    w.WriteCData("raw <>");
    w.WriteEndElement();
}
Console.WriteLine(sb);
using XmlReader reader = XmlReader.Create(new StringReader("<r><a x='1'/><b>t</b></r>"));
while (reader.Read())
    Console.Write($"{reader.NodeType}:{reader.Name}{reader.Value} ");
Console.WriteLine();
var old = new XmlDocument();
old.LoadXml("<r><p n='1'/><p n='2'/></r>");
Console.WriteLine(old.SelectNodes("//p[@n>1]")!.Count + old.SelectSingleNode("/r/p/@n")!.Value + old.OuterXml);
try
{
    XDocument.Parse("<a><b></a>");
}
catch (XmlException e)
{
    Console.WriteLine(e.Message);
}
