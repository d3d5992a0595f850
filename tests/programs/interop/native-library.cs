using System.Reflection;
using System.Runtime.InteropServices;
using System.Runtime.Loader;

static class Program
{
    [DllImport("invented-name", EntryPoint = "abs")] static extern int Absolute(int x);
    [DllImport("another-invented-name", EntryPoint = "labs")] static extern long LongAbsolute(long x);
    [DllImport("missing-library")] static extern int nothing();
    [DllImport("libc", EntryPoint = "object_parameter")] static extern int TakesObject(object o);
    [DllImport("libc", EntryPoint = "abs", PreserveSig = false)] static extern void Status(int x);

    static void Try(string what, Action action)
    {
        try
        {
            action();
            Console.WriteLine(what + ": fine");
        }
        catch (Exception e)
        {
            Console.WriteLine($"{what}: {e.GetType().Name}");
        }
    }

    static void Main()
    {
        int asked = 0;
        NativeLibrary.SetDllImportResolver(typeof(Program).Assembly, (name, assembly, path) =>
        {
            asked++;
            Console.WriteLine($"asked for {name} {assembly.GetName().Name} {path}");
            return name == "invented-name" ? NativeLibrary.Load("libc.so.6") : 0;
        });
        AssemblyLoadContext.Default.ResolvingUnmanagedDll += (assembly, name) =>
        {
            Console.WriteLine($"resolving {name}");
            return name == "another-invented-name" ? NativeLibrary.Load("libc.so.6") : 0;
        };
        Console.WriteLine(Absolute(-4) + Absolute(-5));
        Console.WriteLine(LongAbsolute(-6));
        Try("missing", () => nothing());
        Try("object", () => TakesObject("x"));
        Try("status", () => Status(1));
        Try("second resolver", () => NativeLibrary.SetDllImportResolver(typeof(Program).Assembly, (_, _, _) => 0));
        Console.WriteLine(asked);

        nint library = NativeLibrary.Load("libc.so.6", typeof(Program).Assembly, null);
        Console.WriteLine(library == NativeLibrary.Load("libc.so.6"));
        Try("export", () => NativeLibrary.GetExport(library, "abs"));
        Try("no export", () => NativeLibrary.GetExport(library, "no_such_export"));
        Try("no library", () => NativeLibrary.Load("no-such-library"));
        Console.WriteLine(NativeLibrary.TryLoad("no-such-library", typeof(Program).Assembly, DllImportSearchPath.SafeDirectories, out _));
        Console.WriteLine(NativeLibrary.TryGetExport(NativeLibrary.GetMainProgramHandle(), "malloc", out nint malloc) + " " + (malloc != 0));
        NativeLibrary.Free(library);
        foreach (uint result in new uint[] { 0x80004001, 0x80004002, 0x80004003, 0x80070005, 0x8007000e, 0x80070057, 0x80131509, 0x80131515, 0x80131516, 0x80131537, 0x80131620, 0x8001FFFF, 0x80070002, 0x80004005 })
        {
            Exception e = Marshal.GetExceptionForHR((int)result)!;
            Console.WriteLine($"{result:x} {e.GetType()} {e.HResult:x} {e.Message}");
        }
        Console.WriteLine(Marshal.GetExceptionForHR(0) == null);
        Try("throw", () => Marshal.ThrowExceptionForHR(unchecked((int)0x80131509)));
    }
}
