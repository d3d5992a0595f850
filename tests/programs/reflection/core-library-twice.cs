// The core library is loaded once: neither its file, nor a copy of it, nor its bytes can be loaded again.
using System.Reflection;
using System.Runtime.Loader;
string path = typeof(object).Assembly.Location;
string copy = Path.Combine(Path.GetTempPath(), "System.Private.CoreLib.dll");
File.Copy(path, copy, true);
void Try(string what, Func<Assembly> load)
{
    try { Assembly a = load(); Console.WriteLine($"{what}: {a.GetName().Name} {ReferenceEquals(a, typeof(object).Assembly)}"); }
    catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name} {e.Message.Replace(Path.GetTempPath(), "").Replace(Path.GetDirectoryName(path)!, "DIR")} {e.InnerException?.GetType().Name}"); }
}
Try("LoadFrom", () => Assembly.LoadFrom(path));
Try("LoadFile", () => Assembly.LoadFile(path));
Try("LoadFrom copy", () => Assembly.LoadFrom(copy));
Try("LoadFile copy", () => Assembly.LoadFile(copy));
Try("Default", () => AssemblyLoadContext.Default.LoadFromAssemblyPath(path));
Try("own", () => new AssemblyLoadContext("x").LoadFromAssemblyPath(path));
Try("own copy", () => new AssemblyLoadContext("x").LoadFromAssemblyPath(copy));
Try("bytes", () => Assembly.Load(File.ReadAllBytes(path)));
Try("stream", () => new AssemblyLoadContext("x").LoadFromStream(File.OpenRead(path)));
Try("name", () => Assembly.Load("System.Private.CoreLib"));
Try("LoadFrom other", () => Assembly.LoadFrom(Path.Combine(Path.GetDirectoryName(path)!, "System.Linq.dll")));
Try("LoadFile other", () => Assembly.LoadFile(Path.Combine(Path.GetDirectoryName(path)!, "System.Linq.dll")));
File.Delete(copy);
