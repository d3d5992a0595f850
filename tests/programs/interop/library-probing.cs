// Where libraries and entry points are looked for, who is asked, and what is said when there is none.
using System.Reflection;
using System.Runtime.InteropServices;
using System.Runtime.Loader;

static class Imports
{
    [DllImport("library-probing")] public static extern int forty_two();
    [DllImport("library-probing.so", EntryPoint = "forty_two")] public static extern int with_suffix();
    [DllImport("liblibrary-probing", EntryPoint = "forty_two")] public static extern int with_prefix();
    [DllImport("liblibrary-probing.so", EntryPoint = "forty_two")] public static extern int with_both();
    [DllImport("library-probing", EntryPoint = "forty_two"), DefaultDllImportSearchPaths(DllImportSearchPath.AssemblyDirectory)] public static extern int in_assembly();
    [DllImport("library-probing", EntryPoint = "forty_two"), DefaultDllImportSearchPaths(DllImportSearchPath.System32)] public static extern int in_system();
    [DllImport("library-probing", EntryPoint = "forty_two"), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories | DllImportSearchPath.AssemblyDirectory)] public static extern int in_both();
    [DllImport("library-probing")] public static extern int no_such_entry();
    [DllImport("library-probing", EntryPoint = "#1")] public static extern int ordinal();
    [DllImport("library-probing", EntryPoint = "Forty_Two")] public static extern int other_case();
    [DllImport("library-probing")] public static extern int add_ansi(int a);
    [DllImport("library-probing", CharSet = CharSet.Unicode)] public static extern int add_wide(int a);
    [DllImport("library-probing", CharSet = CharSet.Unicode, EntryPoint = "add_ansi")] public static extern int add_wide_of_ansi(int a);
    [DllImport("library-probing", ExactSpelling = true, EntryPoint = "add_ansi")] public static extern int exact(int a);
    [DllImport("no-such-library")] public static extern int nothing();
    [DllImport("no-such-library.so")] public static extern int nothing_suffix();
    [DllImport("no-such-library.so.1")] public static extern int nothing_version();
    [DllImport("no.so1.library")] public static extern int nothing_inner();
    [DllImport("sub/no-such-library")] public static extern int nothing_folder();
    [DllImport("./no-such-library")] public static extern int nothing_here();
    [DllImport("/no/such/library")] public static extern int nothing_absolute();
    [DllImport("/no/such/library.so")] public static extern int nothing_absolute_suffix();
    [DllImport("no-such-library"), DefaultDllImportSearchPaths(DllImportSearchPath.AssemblyDirectory)] public static extern int nothing_in_assembly();
    [DllImport("no-such-library"), DefaultDllImportSearchPaths(DllImportSearchPath.System32)] public static extern int nothing_in_system();
    [DllImport("/proc/self/maps")] public static extern int not_a_library();
    [DllImport("resolved-1", EntryPoint = "forty_two")] public static extern int resolved_first();
    [DllImport("resolved-1", EntryPoint = "forty_two")] public static extern int resolved_second();
    [DllImport("resolved-bad")] public static extern int resolved_bad();
    [DllImport("resolved-throws")] public static extern int resolved_throws();
    [DllImport("event-1", EntryPoint = "forty_two")] public static extern int event_first();
    [DllImport("event-1", EntryPoint = "forty_two")] public static extern int event_second();

}

class Context : AssemblyLoadContext
{
    protected override nint LoadUnmanagedDll(string name)
    {
        Console.WriteLine($"LoadUnmanagedDll {name}");
        if (name == "throws") throw new InvalidOperationException("from the context");
        return name == "mine" ? LoadUnmanagedDllFromPath(Path.Combine(AppContext.BaseDirectory, "liblibrary-probing.so")) : 0;
    }
    public nint FromPath(string path) => LoadUnmanagedDllFromPath(path);
}

static class Program
{
    static string Clean(string text) => text.Replace(AppContext.BaseDirectory, "$BASE/").Replace(Path.GetDirectoryName(typeof(object).Assembly.Location)!, "$FRAMEWORK");

    // Every directory of the framework may have a path of its own in messages.
    static void Try(string what, Func<object?> action)
    {
        try { Console.WriteLine($"{what}: {action()}"); }
        catch (Exception e)
        {
            Console.WriteLine($"{what}: {e.GetType().Name} {e.HResult:x} {Clean(e.Message)}");
            if (e.InnerException != null) Console.WriteLine($"    inner {e.InnerException.GetType().Name} {Clean(e.InnerException.Message)}");
        }
    }

    static void Main()
    {
        foreach (MethodInfo method in typeof(Imports).GetMethods(BindingFlags.Public | BindingFlags.Static))
        {
            if (method.Name.StartsWith("resolved") || method.Name.StartsWith("event")) continue;
            object[] arguments = method.GetParameters().Length == 0 ? [] : [1];
            Try(method.Name, () => { try { return method.Invoke(null, arguments); } catch (TargetInvocationException e) { throw e.InnerException!; } });
        }
        Assembly own = typeof(Program).Assembly;
        string path = Path.Combine(AppContext.BaseDirectory, "liblibrary-probing.so");
        Try("load path", () => NativeLibrary.Load(path) != 0);
        Try("load missing path", () => NativeLibrary.Load("/no/such/file.so"));
        Try("load short name", () => NativeLibrary.Load("library-probing"));
        Try("load null", () => NativeLibrary.Load(null!));
        Try("load empty", () => NativeLibrary.Load(""));
        foreach (DllImportSearchPath? search in new DllImportSearchPath?[] { null, DllImportSearchPath.AssemblyDirectory, DllImportSearchPath.System32, DllImportSearchPath.LegacyBehavior, (DllImportSearchPath)0x102 })
        {
            Try($"load by name {search}", () => NativeLibrary.Load("library-probing", own, search) != 0);
            Try($"load missing {search}", () => NativeLibrary.Load("no-such-library", own, search) != 0);
            Try($"load for CoreLib {search}", () => NativeLibrary.TryLoad("library-probing", typeof(object).Assembly, search, out _));
        }
        Try("null assembly", () => NativeLibrary.Load("x", null!, null));
        nint library = NativeLibrary.Load(path);
        Try("export", () => NativeLibrary.GetExport(library, "forty_two") != 0);
        Try("no export", () => NativeLibrary.GetExport(library, "no_such_entry"));
        Try("null export", () => NativeLibrary.GetExport(library, null!));
        Try("empty export", () => NativeLibrary.GetExport(library, ""));
        Try("null library", () => NativeLibrary.GetExport(0, "x"));
        Try("try export", () => NativeLibrary.TryGetExport(library, "x", out _));
        Try("free", () => { NativeLibrary.Free(library); NativeLibrary.Free(0); return 0; });
        Try("main program", () => NativeLibrary.GetMainProgramHandle() != 0);

        NativeLibrary.SetDllImportResolver(own, (name, assembly, search) =>
        {
            Console.WriteLine($"resolver {name} {assembly.GetName().Name} {search}");
            if (name == "resolved-throws") throw new InvalidOperationException("from the resolver");
            return name.StartsWith("resolved-1") ? NativeLibrary.Load(path) : 0;
        });
        AssemblyLoadContext.Default.ResolvingUnmanagedDll += (assembly, name) =>
        {
            Console.WriteLine($"event {name} {assembly.GetName().Name}");
            return name.StartsWith("event") ? NativeLibrary.Load(path) : 0;
        };
        Try("resolved", () => Imports.resolved_first());
        Try("resolved again", () => Imports.resolved_second());
        Try("resolved bad", () => Imports.resolved_bad());
        Try("resolver throws", () => Imports.resolved_throws());
        Try("event", () => Imports.event_first());
        Try("event again", () => Imports.event_second());
        Try("by name with event", () => NativeLibrary.Load("event-2", own, null) != 0);
        Try("by name with resolver", () => NativeLibrary.Load("resolved-1", own, null) != 0);
        Try("second resolver", () => { NativeLibrary.SetDllImportResolver(own, (_, _, _) => 0); return 0; });
        Try("null resolver", () => { NativeLibrary.SetDllImportResolver(own, null!); return 0; });

        var context = new Context();
        Assembly copy = context.LoadFromAssemblyPath(own.Location);
        context.ResolvingUnmanagedDll += (assembly, name) => { Console.WriteLine($"context event {name}"); return 0; };
        foreach (string name in new[] { "mine", "throws", "library-probing", "no-such-library" })
            Try($"context {name}", () => NativeLibrary.Load(name, copy, null) != 0);
        Type imports = copy.GetType("Imports")!;
        foreach (string name in new[] { "forty_two", "nothing" })
            Try($"copy {name}", () => { try { return imports.GetMethod(name)!.Invoke(null, null); } catch (TargetInvocationException e) { throw e.InnerException!; } });
        Try("from relative path", () => context.FromPath("library-probing"));
        Try("from missing path", () => context.FromPath("/no/such/file.so"));
        Try("from null path", () => context.FromPath(null!));
    }
}
