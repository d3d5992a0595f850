// AppDomain.AssemblyLoad for assemblies that the program loads itself.
using System.Reflection;
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
