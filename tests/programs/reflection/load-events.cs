// AppDomain.AssemblyLoad for assemblies that the program loads itself, and for those that compiled code needs.
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;

var seen = new List<string>();
AppDomain.CurrentDomain.AssemblyLoad += (_, e) => seen.Add(e.LoadedAssembly.GetName().Name + "/" + AssemblyLoadContext.GetLoadContext(e.LoadedAssembly)!.Name);
var context = new AssemblyLoadContext("mine");
context.LoadFromAssemblyPath(Assembly.GetExecutingAssembly().Location);
context.LoadFromAssemblyPath(Assembly.GetExecutingAssembly().Location);
context.LoadFromStream(new MemoryStream(File.ReadAllBytes(Assembly.GetExecutingAssembly().Location)));
Console.WriteLine(string.Join(",", seen.Where(s => s.EndsWith("/mine"))));
seen.Clear();
Assembly.Load("System.Xml.XPath");
Console.WriteLine(seen.Contains("System.Xml.XPath/Default"));

// Once per assembly, when the first method is compiled that needs it; what handlers throw is lost.
seen.Clear();
AppDomain.CurrentDomain.AssemblyLoad += (_, _) => throw new InvalidOperationException();
Console.WriteLine(UsesXml());
Console.WriteLine(UsesXml());
Console.WriteLine(string.Join(",", seen.Where(s => s.StartsWith("System.Private.Xml/"))));
AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("dynamic"), AssemblyBuilderAccess.Run);
Console.WriteLine(seen[^1]);

// A type that names another assembly, and one that the other assembly names in its turn.
seen.Clear();
Console.WriteLine(Type.GetType("System.Xml.Linq.XDocument, System.Xml.XDocument")!.BaseType);
Console.WriteLine(string.Join(",", seen.Where(s => s.Contains("Xml"))));

[MethodImpl(MethodImplOptions.NoInlining)]
static string UsesXml() => new System.Xml.XmlDocument().OuterXml + "empty";
