// Corners of reflection: unnamed and oddly named dynamic assemblies, kinds of modules, updates of code, casts to integers.
using System.Reflection;
using System.Reflection.Emit;
using System.Reflection.Metadata;

static class Program
{
    static void Try(string what, Func<object?> f)
    {
        try { Console.WriteLine($"{what}: {f()}"); }
        catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name}: {e.Message}"); }
    }

    static string Define(AssemblyName name) => AssemblyBuilder.DefineDynamicAssembly(name, AssemblyBuilderAccess.Run).FullName!;

    static void Main()
    {
        Try("no name", () => Define(new AssemblyName()));
        Try("only a version", () => Define(new AssemblyName { Version = new(1, 2) }));
        foreach (string name in new[] { "plain", " lead", "trail ", "in side", "a,b", "a=b", "a\\b", "a'b", "a\"b", "'both\"", "tab\tx", "slash/x" })
            Try(name.Replace('\t', '|'), () => Define(new AssemblyName { Name = name }));
        Try("update", () => { MetadataUpdater.ApplyUpdate(typeof(Program).Assembly, [1], [2], [3]); return MetadataUpdater.IsSupported; });
        foreach (Type type in new[] { typeof(object), typeof(Enumerable), typeof(Program) })
        {
            type.Module.GetPEKind(out var kind, out var machine);
            Console.WriteLine($"{type.Name}: {kind} {machine}");
        }
        foreach (float value in new[] { -1f, -1.9f, 300f, 1e20f, -1e20f, float.NaN, float.PositiveInfinity, 70000f, 3e9f })
            Console.WriteLine($"{float.ConvertToInteger<byte>(value)} {float.ConvertToInteger<sbyte>(value)} {double.ConvertToInteger<short>(value)} {double.ConvertToInteger<ushort>(value)} {float.ConvertToInteger<int>(value)} {double.ConvertToInteger<uint>(value)} {float.ConvertToInteger<long>(value)} {double.ConvertToInteger<ulong>(value)} {double.ConvertToInteger<Int128>(value)}");
    }
}
