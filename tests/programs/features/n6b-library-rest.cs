// rows: N6b-138 N6b-140 N6b-141 N6b-147 N6b-165 N6b-215 N6b-221 N6b-224
// The rest of the library's small things: validation, replacements with state, processes, XML; and threads that nobody can abort.
using System.ComponentModel.DataAnnotations;
using System.Diagnostics;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;
using System.Xml.Schema;
using System.Xml.Serialization;
using System.Xml.XPath;

public sealed class Person
{
    [Required] [StringLength(10, MinimumLength = 2)] public string? Name { get; set; }
    [Range(0, 150)] [XmlAttribute] public int Age { get; set; }
    [RegularExpression("[a-z]+@[a-z]+")] public string? Mail { get; set; }
    [Compare(nameof(Mail))] [XmlIgnore] public string? Again { get; set; }
    public List<string> Tags { get; set; } = [];
}

static class Program
{
    static void Try(string what, Func<object?> action)
    {
        try { Console.WriteLine($"{what}: {action() ?? "null"}"); }
        catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name}"); }
    }

    static async Task Main()
    {
        Validation();
        Replacement();
        await Processes();
        Aborting();
        Xml();
    }

    static void Validation()
    {
        foreach (Person person in new[] { new Person(), new Person { Name = "Ada", Age = 36, Mail = "a@b", Again = "a@b" }, new Person { Name = "x", Age = -1, Mail = "?", Again = "!" } })
        {
            var results = new List<ValidationResult>();
            bool valid = Validator.TryValidateObject(person, new ValidationContext(person), results, validateAllProperties: true);
            Console.WriteLine($"{valid} {string.Join(" | ", results.Select(result => $"{string.Join(",", result.MemberNames)}: {result.ErrorMessage}").Order(StringComparer.Ordinal))}");
        }
        Try("thrown", () => { Validator.ValidateProperty(200, new ValidationContext(new Person()) { MemberName = "Age" }); return "valid"; });
    }

    static void Replacement()
    {
        int calls = 0;
        Console.WriteLine(Regex.Replace("a1b22c333", @"\d+", match => { calls++; return $"<{match.Value.Length}{match.Index}>"; }) + calls);
        Console.WriteLine(new Regex(@"(?<x>\w)(\d)").Replace("a1 b2 c3", "${x}-$2$1 $$ $& $` $'", 2));
        Console.WriteLine(new Regex("b", RegexOptions.RightToLeft).Replace("abbb", match => match.Index.ToString(), 2));
        Console.WriteLine(string.Join("|", Regex.Split("one, two;three", "[,;] ?")));
    }

    static async Task Processes()
    {
        using (var process = Process.Start(new ProcessStartInfo("/bin/sh", ["-c", "read line; echo got $line $NAME; echo error >&2; exit 3"]) { RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true, Environment = { ["NAME"] = "value" } })!)
        {
            var errors = new StringBuilder();
            process.ErrorDataReceived += (_, e) => errors.Append(e.Data);
            process.BeginErrorReadLine();
            process.StandardInput.WriteLine("input");
            string output = await process.StandardOutput.ReadToEndAsync();
            await process.WaitForExitAsync();
            Console.WriteLine($"{output.Trim()} {errors} {process.ExitCode} {process.HasExited}");
        }
        using (var sleeping = Process.Start("/bin/sleep", "100"))
        {
            Console.WriteLine($"{sleeping.HasExited} {sleeping.WaitForExit(10)} {sleeping.ProcessName} {Process.GetProcessById(sleeping.Id).Id == sleeping.Id}");
            sleeping.Kill(entireProcessTree: true);
            Console.WriteLine($"{sleeping.WaitForExit(20_000)} {sleeping.ExitCode}");
        }
        Try("no program", () => Process.Start("/no/such/program"));
        using Process self = Process.GetCurrentProcess();
        Console.WriteLine($"{self.Threads.Count > 0} {self.Modules.Count > 0} {self.TotalProcessorTime > TimeSpan.Zero} {self.WorkingSet64 > 1000} {Environment.ProcessId == self.Id} {Enum.IsDefined(self.PriorityClass)}");
    }

    static void Aborting()
    {
        int reached = 0;
        var thread = new Thread(() =>
        {
            try
            {
                try { reached++; }
                finally { reached += 10; }
            }
            finally { reached += 100; }
        });
        thread.Start();
        thread.Join();
#pragma warning disable SYSLIB0006 // that it refuses is the point
        Try("abort", () => { thread.Abort(); return "aborted"; });
        Try("reset", () => { Thread.ResetAbort(); return "reset"; });
#pragma warning restore SYSLIB0006
        Console.WriteLine(reached);
    }

    static void Xml()
    {
        var settings = new XmlWriterSettings { Indent = true, OmitXmlDeclaration = true };
        var text = new StringBuilder();
        using (XmlWriter writer = XmlWriter.Create(text, settings))
        {
            writer.WriteStartElement("p", "root", "urn:x");
            writer.WriteAttributeString("a", "1 < 2 & \"3\"\n");
            writer.WriteElementString("child", "text ]]> é😀");
            writer.WriteCData("<raw>");
            writer.WriteComment("note");
            writer.WriteStartElement("numbers");
            writer.WriteValue(1.5);
            writer.WriteString(" ");
            writer.WriteValue(new DateTime(2021, 8, 17, 1, 2, 3, DateTimeKind.Utc));
            writer.WriteEndElement();
            writer.WriteEndElement();
        }
        Console.WriteLine(text);
        using (XmlReader reader = XmlReader.Create(new StringReader(text.ToString()), new XmlReaderSettings { IgnoreWhitespace = true }))
            while (reader.Read())
                Console.Write($"{reader.NodeType}:{reader.Name}:{reader.Value.Replace("\n", "\\n")}:{reader.AttributeCount} ");
        Console.WriteLine();
        XElement root = XElement.Parse("<r><i n='2'>b</i><i n='1'>a</i><o/></r>");
        Console.WriteLine($"{string.Concat(root.Elements("i").OrderBy(i => (int)i.Attribute("n")!).Select(i => i.Value))} {root.XPathSelectElement("i[@n=1]")!.Value} {root.XPathEvaluate("sum(i/@n)")} {root.ToString(SaveOptions.DisableFormatting)}");
        var serializer = new XmlSerializer(typeof(Person));
        var serialized = new StringWriter();
        using (XmlWriter writer = XmlWriter.Create(serialized, new XmlWriterSettings { OmitXmlDeclaration = true }))
            serializer.Serialize(writer, new Person { Name = "Ada", Age = 36, Tags = ["a", "b"] });
        var back = (Person)serializer.Deserialize(new StringReader(serialized.ToString()))!;
        Console.WriteLine($"{back.Name} {back.Age} {string.Join(",", back.Tags)} {serialized.ToString().Contains("Age=\"36\"")}");
        var schemas = new XmlSchemaSet();
        schemas.Add("", XmlReader.Create(new StringReader("<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:element name='n' type='xs:int'/></xs:schema>")));
        foreach (string document in new[] { "<n>5</n>", "<n>five</n>", "<m/>" })
        {
            int errors = 0;
            XDocument.Parse(document).Validate(schemas, (_, _) => errors++);
            Console.Write($"{document} {errors}; ");
        }
        Console.WriteLine();
        foreach (string broken in new[] { "<a>", "<a b='1' b='2'/>", "<a>&x;</a>", "", "<a></b>" })
            Try(broken, () => XDocument.Parse(broken));
    }
}
