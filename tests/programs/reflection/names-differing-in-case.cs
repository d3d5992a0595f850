// Names of types and members that differ in case only.
using System.Reflection;
static class Program
{
    static void Main()
    {
        foreach (string n in new[] { "two", "TWO", "Two", "tWo", "ns.abc", "NS.ABC", "Ns.Abc" })
            Console.WriteLine(n + " " + Type.GetType(n, false, true) + " " + typeof(Two).Assembly.GetType(n, false, true) + " " + typeof(Two).Assembly.GetType(n, false, false));
        foreach (string n in new[] { "outer+in", "OUTER+IN", "Outer+iN", "Outer+IN" }) Console.WriteLine(n + " " + Type.GetType(n, false, true));
        foreach (string n in new[] { "system.string", "SYSTEM.COLLECTIONS.GENERIC.LIST`1[system.int32]", "system.linq.enumerable, SYSTEM.LINQ", "system.text.json.jsonserializer, system.text.json", "xx", "" }) try { Console.WriteLine(n + " " + Type.GetType(n, true, true)); } catch (Exception e) { Console.WriteLine(n + e.GetType() + e.Message); }
        Console.WriteLine(typeof(System.Runtime.GCSettings).Assembly == typeof(object).Assembly);
        Console.WriteLine(Assembly.Load("System.Runtime").GetType("system.STRING", false, true)); // forwarded
        Console.WriteLine(Assembly.Load("System.Runtime").GetType("system.environment+specialfolder", false, true)); // forwarded nested
        Console.WriteLine(Assembly.Load("mscorlib").GetType("SYSTEM.COLLECTIONS.GENERIC.dictionary`2+keycollection", false, true));
        foreach (string n in new[] { "MÉ", "mé", "METHOD", "p", "É" }) foreach (BindingFlags f in new[] { (BindingFlags)28, (BindingFlags)29 }) { try { Console.WriteLine(n + f + " " + typeof(Mem).GetMethod(n, f) + typeof(Mem).GetProperty(n, f) + typeof(Mem).GetField(n, f) + typeof(Mem).GetEvent(n, f) + typeof(Mem).GetNestedType(n, f | BindingFlags.NonPublic) + typeof(Mem).GetInterface(n, true)); } catch (Exception e) { Console.WriteLine(n + f + e.GetType().Name + e.Message); } }
    }
}
class Mem { public static void Mé() { } public static void Method() { } public static void method() { } public static int P { get; } public static int É; }
class Two { } class TWO { } class tWO { }
namespace ns { class ABC { } } namespace NS { class abc { } }
class Outer { public class In { } public class iN { } }
