// What of a collectible load context calls itself collectible: assemblies, types, what is made over such types, methods.
using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.Loader;

public class Marker { public static T Same<T>(T value) => value; }
public struct MarkerValue { public int Value; }

static class Program
{
    static void Show(string what, Type type)
    {
        Console.WriteLine($"{what}: {type.IsCollectible}, array {type.MakeArrayType().IsCollectible}, matrix {type.MakeArrayType(2).IsCollectible}, " +
            $"list {typeof(List<>).MakeGenericType(type).IsCollectible}, " +
            $"nested {typeof(Dictionary<,>).MakeGenericType(typeof(string), typeof(List<>).MakeGenericType(type)).IsCollectible}, " +
            $"array of lists {typeof(List<>).MakeGenericType(type).MakeArrayType().IsCollectible}, pointer {type.MakePointerType().IsCollectible}, byref {type.MakeByRefType().IsCollectible}");
    }

    static void ShowAll(string what, Assembly assembly)
    {
        Console.WriteLine($"{what}: {assembly.IsCollectible}, context {AssemblyLoadContext.GetLoadContext(assembly)!.IsCollectible}");
        Show("    class", assembly.GetType("Marker")!);
        Show("    struct", assembly.GetType("MarkerValue")!);
        MethodInfo same = assembly.GetType("Marker")!.GetMethod("Same")!;
        Console.WriteLine($"    method {same.IsCollectible}, instance {same.MakeGenericMethod(typeof(int)).IsCollectible}");
        MethodInfo own = typeof(Marker).GetMethod("Same")!.MakeGenericMethod(assembly.GetType("Marker")!);
        Console.WriteLine($"    our method over its class {own.IsCollectible}");
    }

    static void Main()
    {
        ShowAll("default", typeof(Program).Assembly);
        string path = typeof(Program).Assembly.Location;
        var collectible = new AssemblyLoadContext("collectible", isCollectible: true);
        ShowAll("collectible", collectible.LoadFromAssemblyPath(path));
        var plain = new AssemblyLoadContext("plain", isCollectible: false);
        ShowAll("plain", plain.LoadFromAssemblyPath(path));
        var streamed = new AssemblyLoadContext("streamed", isCollectible: true);
        using (var stream = File.OpenRead(path)) ShowAll("from a stream", streamed.LoadFromStream(stream));

        foreach (AssemblyBuilderAccess access in new[] { AssemblyBuilderAccess.Run, AssemblyBuilderAccess.RunAndCollect })
        {
            var assembly = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("Made"), access);
            Type type = assembly.DefineDynamicModule("Made").DefineType("Marker", TypeAttributes.Public).CreateType();
            Console.WriteLine($"{access}: {assembly.IsCollectible}");
            Show("    class", type);
        }
        collectible.Unload();
        try { collectible.LoadFromAssemblyPath(path); }
        catch (Exception e) { Console.WriteLine($"{e.GetType().Name}: {e.Message}"); }
        try { plain.Unload(); }
        catch (Exception e) { Console.WriteLine($"{e.GetType().Name}: {e.Message}"); }
    }
}
