// For tests/hosts.py, which puts a deps.json beside it that names Absent.Library.dll; there is no such file.
using System.Reflection;
using System.Runtime.Loader;

bool answers = args.Length != 0;
AssemblyLoadContext.Default.Resolving += (context, name) =>
{
    Console.WriteLine($"Resolving of {context.Name}: {name}");
    return answers ? context.LoadFromAssemblyPath(Path.Combine(AppContext.BaseDirectory, "hello.dll")) : null;
};
AppDomain.CurrentDomain.AssemblyResolve += (_, e) =>
{
    Console.WriteLine($"AssemblyResolve: {e.Name}, asked by {e.RequestingAssembly?.GetName().Name}");
    return null;
};
foreach (string name in new[] { "Absent.Library", "hello", "System.Xml.XDocument" })
{
    try { Console.WriteLine(Assembly.Load(name).GetName().Name); }
    catch (Exception e) { Console.WriteLine($"{e.GetType()}: {e.Message}"); }
}
