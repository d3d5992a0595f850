// What a published program sees of the way it was published: a folder, or a single file with everything in it.
using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Runtime.Loader;

static class Program
{
    [DllImport("bundled")] static extern int bundled_answer();

    static string Place(string path) => path.Length == 0 ? "nowhere" : Path.GetRelativePath(AppContext.BaseDirectory, path);

    static string Listed(string property, char separator, Func<string?, bool> wanted) =>
        string.Join(" ", ((string)AppContext.GetData(property)!).Split(separator).Select(Path.GetFileName).Where(wanted).Order());

    static void Try(string what, Func<object?> action)
    {
        try { Console.WriteLine($"{what}: {action()}"); }
        catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name}"); }
    }

    static void Main(string[] args)
    {
        // Read by tests/real.py, and not compared.
        Console.WriteLine("engine: " + File.ReadLines("/proc/self/maps").First(line => line.EndsWith("libcoreclr.so")).Split(' ')[^1]);
        Console.WriteLine(string.Join("|", args) + " " + Path.GetFileName(Environment.GetCommandLineArgs()[0]));
        Assembly own = typeof(Program).Assembly, library = typeof(Bundled.Library).Assembly;
        foreach (Assembly assembly in new[] { own, library, Assembly.Load("library"), Assembly.GetEntryAssembly()! })
        {
            Try("location", () => Place(assembly.Location));
            Try("file", () => assembly.GetFile("x")?.Name ?? "none");
            Try("code base", () => assembly.GetName().CodeBase is { } codeBase ? Path.GetFileName(codeBase) : "none");
            Module module = assembly.ManifestModule;
            Console.WriteLine($"{assembly.FullName} {Path.GetFileName(module.FullyQualifiedName)} {module.Name} {AssemblyLoadContext.GetLoadContext(assembly)!.Name}");
        }
        Console.WriteLine(string.Join("|", library.GetManifestResourceNames()));
        foreach (string culture in new[] { "en", "de-AT", "fr" })
        {
            CultureInfo.CurrentUICulture = new(culture);
            Console.WriteLine(Bundled.Library.Text("greeting"));
        }
        Try("satellite", () => Place(library.GetSatelliteAssembly(new("de")).Location));
        Try("no satellite", () => library.GetSatelliteAssembly(new("fr")));
        string path = Path.Combine(AppContext.BaseDirectory, "library.dll");
        Try("by path", () => AssemblyLoadContext.Default.LoadFromAssemblyPath(path).FullName);
        Try("by path in a context", () => Place(new AssemblyLoadContext("own").LoadFromAssemblyPath(path).Location));
        Try("absent", () => Assembly.Load("absent"));
        Try("content", () => File.Exists(Path.Combine(AppContext.BaseDirectory, "content.txt")));
        Try("native", () => bundled_answer());
        Try("native by name", () => NativeLibrary.TryLoad("bundled", own, null, out _));
        Try("process", () => Path.GetFileName(Environment.ProcessPath));
        Try("dependencies", () => Listed("APP_CONTEXT_DEPS_FILES", ';', name => name == "bundle.deps.json"));
        Try("trusted", () => Listed("TRUSTED_PLATFORM_ASSEMBLIES", ':', name => name is "bundle.dll" or "library.dll"));
        Try("switches", () => AppContext.GetData("System.Globalization.Invariant"));
        try { Bundled.Library.Fail(); }
        catch (Exception e) { Console.WriteLine(e.Message + " " + string.Join("|", new StackTrace(e, true).GetFrames().Select(frame =>
            $"{frame.GetMethod()!.Name} {Path.GetFileName(frame.GetFileName())}:{frame.GetFileLineNumber()}"))); }
    }
}
