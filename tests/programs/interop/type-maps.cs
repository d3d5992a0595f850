// TypeMapping: maps of types that attributes of assemblies make up.
using System.Runtime.InteropServices;

[assembly: TypeMap<Group>("one", typeof(int))]
[assembly: TypeMap<Group>("two", typeof(List<string>), typeof(Program))]
[assembly: TypeMap<Group>("é", typeof(Outer.Inner))]
[assembly: TypeMap<Group>("", typeof(int[]))]
[assembly: TypeMap<Other>("one", typeof(string))]
[assembly: TypeMap<Twice>("same", typeof(string))]
[assembly: TypeMap<Twice>("same", typeof(int))]
[assembly: TypeMapAssociation<Group>(typeof(int), typeof(string))]
[assembly: TypeMapAssociation<Group>(typeof(Outer.Inner), typeof(Outer))]
[assembly: TypeMapAssociation<Group>(typeof(Generic<int>), typeof(Generic<string>))]
[assembly: TypeMapAssociation<Group>(typeof(Generic<>), typeof(Generic<long>))]
[assembly: TypeMapAssociation<Group>(typeof(Dictionary<string, List<Outer.Inner>>), typeof(double))]
[assembly: TypeMapAssociation<Group>(typeof(int[]), typeof(char))]
[assembly: TypeMapAssociation<Group>(typeof(int[,]), typeof(bool))]
[assembly: TypeMapAssociation<Group>(typeof(int*), typeof(byte))]
[assembly: TypeMapAssociation<Group>(typeof(Generic<int>.Nested<string>), typeof(short))]
[assembly: TypeMapAssociation<Group>(typeof(Ünï.Cödé), typeof(float))]
[assembly: TypeMapAssemblyTarget<Group>("System.Runtime")]
[assembly: TypeMapAssemblyTarget<Group>("System.Linq")]
[assembly: TypeMapAssemblyTarget<Missing>("NoSuchAssembly")]
[assembly: TypeMapAssemblyTarget<BadName>("NoSuch, Version=x")]
[assembly: TypeMapAssociation<Twice>(typeof(int), typeof(string))]
[assembly: TypeMapAssociation<Twice>(typeof(int), typeof(long))]

class Group;
class Other;
class Empty;
class Twice;
class Missing;
class BadName;
class GenericGroup<T>;
class Outer { public class Inner; }
class Generic<T> { public class Nested<U>; }
namespace Ünï { class Cödé; }

static class Program
{
    static void Try(string what, Func<object?> action)
    {
        try { Console.WriteLine($"{what}: {action()}"); }
        catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name} {e.Message}"); }
    }

    static void Main()
    {
        var external = TypeMapping.GetOrCreateExternalTypeMapping<Group>();
        foreach (string key in new[] { "one", "two", "é", "", "three", "ONE" })
            Try($"external '{key}'", () => external.TryGetValue(key, out Type? type) ? type : "none");
        Try("missing key", () => external["three"]);
        Try("present key", () => external["one"]);
        Try("null key", () => external[null!]);
        Try("count", () => external.Count);
        Try("keys", () => external.Keys);
        Try("contains", () => external.ContainsKey("one"));
        Try("other", () => TypeMapping.GetOrCreateExternalTypeMapping<Other>()["one"]);
        Try("empty", () => TypeMapping.GetOrCreateExternalTypeMapping<Empty>().TryGetValue("one", out _));
        Try("empty proxies", () => TypeMapping.GetOrCreateProxyTypeMapping<Empty>().TryGetValue(typeof(int), out _));
        Try("generic group", () => TypeMapping.GetOrCreateExternalTypeMapping<GenericGroup<int>>().TryGetValue("one", out _));
        Try("twice", () => TypeMapping.GetOrCreateExternalTypeMapping<Twice>());
        Try("twice a proxy", () => TypeMapping.GetOrCreateProxyTypeMapping<Twice>()[typeof(int)]);
        Try("assembly that is missing", () => TypeMapping.GetOrCreateExternalTypeMapping<Missing>());
        Try("bad name", () => TypeMapping.GetOrCreateExternalTypeMapping<BadName>());
        var proxies = TypeMapping.GetOrCreateProxyTypeMapping<Group>();
        foreach (Type type in new[] { typeof(int), typeof(Outer.Inner), typeof(Outer), typeof(Generic<int>), typeof(Generic<>), typeof(Generic<object>), typeof(Dictionary<string, List<Outer.Inner>>), typeof(int[]), typeof(int[,]), typeof(int*), typeof(Generic<int>.Nested<string>), typeof(Ünï.Cödé), typeof(int).MakeByRefType(), typeof(Generic<>).GetGenericArguments()[0], typeof(delegate*<void>) })
            Try($"proxy {type}", () => proxies.TryGetValue(type, out Type? found) ? found : "none");
        Try("missing type", () => proxies[typeof(long)]);
        Try("null type", () => proxies[null!]);
        Console.WriteLine(ReferenceEquals(external, TypeMapping.GetOrCreateExternalTypeMapping<Group>()));
    }
}
