// Assemblies: names, resources, contexts with their own copies, resolving events, satellite lookups, partial names, failures.
using System.Reflection;
using System.Resources;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;

public class Shared { public static int Value; public int Get() => ++Value; }

sealed class Plugin : AssemblyLoadContext
{
    readonly bool _throws;
    public Plugin(string name, bool throws) : base(name, true) => _throws = throws;
    public List<string> Asked = new();
    protected override Assembly? Load(AssemblyName name)
    {
        Asked.Add(name.Name!);
        if (_throws && name.Name!.StartsWith("Throw")) throw new InvalidOperationException("load " + name.Name);
        return null;
    }
}

static class Program
{
    static void Try(string what, Action action)
    {
        try { action(); Console.WriteLine(what + ": fine"); }
        catch (Exception e) { Console.WriteLine(what + ": " + e.GetType().Name + " " + e.Message.Split('\n')[0]); }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static WeakReference UseAndUnload()
    {
        var plugin = new Plugin("temporary", false);
        Assembly copy = plugin.LoadFromAssemblyPath(typeof(Shared).Assembly.Location);
        object shared = Activator.CreateInstance(copy.GetType("Shared")!)!;
        Console.WriteLine(shared.GetType().GetMethod("Get")!.Invoke(shared, null) + " " + (shared is Shared));
        plugin.Unloading += c => Console.WriteLine("unloading " + c.Name);
        plugin.Unload();
        Try("load after unload", () => plugin.LoadFromAssemblyPath(typeof(Shared).Assembly.Location));
        return new WeakReference(plugin);
    }

    static void Main()
    {
        Shared.Value = 100;
        UseAndUnload();
        Console.WriteLine(Shared.Value);

        var throwing = new Plugin("throwing", true);
        Try("throwing Load", () => throwing.LoadFromAssemblyName(new AssemblyName("ThrowMe")));
        Try("missing", () => throwing.LoadFromAssemblyName(new AssemblyName("Nowhere, Version=3.1.0.0")));
        Console.WriteLine(string.Join(",", throwing.Asked));
        throwing.Resolving += (context, name) => { Console.WriteLine(context.Name + " resolving " + name); return name.Name == "Alias" ? null : null; };
        Try("resolving", () => throwing.LoadFromAssemblyName(new AssemblyName("Alias")));
        Try("linq through context", () => Console.WriteLine(throwing.LoadFromAssemblyName(new AssemblyName("System.Linq")) == typeof(Enumerable).Assembly));
        AssemblyLoadContext.Default.Resolving += (_, name) => name.Name == "Redirected" ? typeof(Program).Assembly : null;
        Try("redirected", () => Assembly.Load("Redirected"));

        AssemblyName self = typeof(object).Assembly.GetName();
        Console.WriteLine(self.Name + " " + (self.Version >= new Version(10, 0)) + " " + BitConverter.ToString(self.GetPublicKeyToken()!) + " " + self.CultureName + "|" + self.Flags);
        Console.WriteLine(typeof(Program).Assembly.GetManifestResourceNames().Length + " " + (typeof(Program).Assembly.GetManifestResourceStream("none") == null) + " " + (typeof(Program).Assembly.GetManifestResourceInfo("none") == null));
        string[] names = typeof(object).Assembly.GetManifestResourceNames().Order(StringComparer.Ordinal).ToArray();
        Console.WriteLine(names.Contains("System.Private.CoreLib.Strings.resources"));
        using (Stream stream = typeof(object).Assembly.GetManifestResourceStream("System.Private.CoreLib.Strings.resources")!)
        {
            var reader = new ResourceReader(stream);
            Console.WriteLine(reader.Cast<System.Collections.DictionaryEntry>().Any(e => (string)e.Key == "Arg_NullReferenceException"));
        }
        Console.WriteLine(typeof(Program).Assembly.EntryPoint + " " + typeof(Program).Assembly.ImageRuntimeVersion + " " + typeof(Program).Assembly.IsCollectible + typeof(Program).Assembly.IsDynamic + " " + typeof(Program).Assembly.GetModules().Length + " " + typeof(Program).Module.Name);
        Console.WriteLine(string.Join(",", typeof(Program).Assembly.GetTypes().Where(t => !t.Name.Contains('<')).Select(t => t.Name).Order(StringComparer.Ordinal)));
        Console.WriteLine(string.Join(",", typeof(Program).Assembly.ExportedTypes.Select(t => t.Name)));
        Console.WriteLine(typeof(Console).Assembly.GetForwardedTypes().Length + " " + Assembly.Load("System.Runtime").GetForwardedTypes().Contains(typeof(object)));
        Try("bad path", () => Assembly.LoadFile("/no/such/file.dll"));
        Try("relative path", () => Assembly.LoadFile("file.dll"));
        Try("bad name", () => Assembly.Load(""));
        Try("bad type", () => typeof(Program).Assembly.GetType("Nothing", true));
        Try("bad generic", () => Type.GetType("System.Collections.Generic.List`1[[Nothing]]", true));
        Try("bad assembly in type", () => Type.GetType("A.B, NoSuchAssembly", true));
        Console.WriteLine(Type.GetType("Shared")!.Name + " " + Type.GetType("Shared, " + typeof(Shared).Assembly.FullName)!.Name + " " + (Type.GetType("Shared, NoSuchAssembly") == null));
        Console.WriteLine(Type.GetType("X", n => typeof(Program).Assembly, (a, n, ignore) => typeof(Shared)));
        Console.WriteLine(Activator.CreateInstance("System.Runtime", "System.Text.StringBuilder")!.Unwrap()!.GetType());
        Try("no such type", () => Activator.CreateInstance("System.Runtime", "System.No"));
        Try("null text", () => Activator.CreateInstance((Type)null!));
        Try("open type", () => Activator.CreateInstance(typeof(List<>)));
        Try("by ref like", () => Activator.CreateInstance(typeof(Span<int>)));
        Try("abstract", () => Activator.CreateInstance(typeof(Stream)));
        Try("interface", () => Activator.CreateInstance(typeof(IDisposable)));
        Try("array", () => Activator.CreateInstance(typeof(int[])));
        Try("pointer", () => Activator.CreateInstance(typeof(int*)));
        Try("void", () => Activator.CreateInstance(typeof(void)));
        Try("static", () => Activator.CreateInstance(typeof(Math)));
        Try("enum", () => Console.WriteLine(Activator.CreateInstance(typeof(DayOfWeek))));
        Try("nullable", () => Console.WriteLine(Activator.CreateInstance(typeof(int?)) == null));
        Try("arguments", () => Console.WriteLine(Activator.CreateInstance(typeof(string), 'x', 3)));
        Try("array arguments", () => Console.WriteLine(((Array)Activator.CreateInstance(typeof(int[,]), 2, 3)!).Length));
        Try("uninitialized", () => Console.WriteLine(RuntimeHelpers.GetUninitializedObject(typeof(Uri)).GetType()));
        Try("uninitialized string", () => RuntimeHelpers.GetUninitializedObject(typeof(string)));
        Try("uninitialized abstract", () => RuntimeHelpers.GetUninitializedObject(typeof(Stream)));
        Console.WriteLine(AssemblyLoadContext.All.Select(c => c.Name).Where(n => n != null).Order(StringComparer.Ordinal).First());
    }
}
