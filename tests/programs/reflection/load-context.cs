using System.Reflection;
using System.Runtime.Loader;

class Context() : AssemblyLoadContext("mine", isCollectible: true)
{
    protected override Assembly? Load(AssemblyName name)
    {
        Console.WriteLine("asked for " + name.Name);
        return null;
    }
}

public class Marker
{
    public static int Counter;
    public static string Bump() => (++Counter).ToString();
}

static class Program
{
    static void Main()
    {
        Marker.Bump();
        Marker.Bump();
        var context = new Context();
        Assembly copy = context.LoadFromAssemblyPath(typeof(Program).Assembly.Location);
        Console.WriteLine(ReferenceEquals(copy, typeof(Program).Assembly));
        Type other = copy.GetType("Marker")!;
        Console.WriteLine((other == typeof(Marker)) + " " + other.FullName);
        Console.WriteLine(other.GetMethod("Bump")!.Invoke(null, null) + " " + Marker.Bump());
        Console.WriteLine(AssemblyLoadContext.GetLoadContext(copy)!.Name + " " + AssemblyLoadContext.Default.Name + " " + AssemblyLoadContext.GetLoadContext(typeof(object).Assembly)!.Name);
        context.Unload();
        Console.WriteLine(AppDomain.CurrentDomain.GetAssemblies().Any(a => a.GetName().Name == "System.Private.CoreLib"));
        AppDomain.CurrentDomain.AssemblyResolve += (_, e) =>
        {
            Console.WriteLine("resolve " + new AssemblyName(e.Name).Name);
            return null;
        };
        try
        {
            Assembly.Load("Does.Not.Exist");
        }
        catch (FileNotFoundException e)
        {
            Console.WriteLine(e.Message.Split('.')[0] + e.FileName);
        }
        try
        {
            Assembly.Load(new byte[] { 1, 2, 3 });
        }
        catch (BadImageFormatException e)
        {
            Console.WriteLine(e.GetType().Name);
        }
        Assembly fromBytes = Assembly.Load(File.ReadAllBytes(typeof(Program).Assembly.Location));
        Console.WriteLine(fromBytes.Location.Length + " " + fromBytes.GetTypes().Length + " " + fromBytes.EntryPoint!.Name);
        Console.WriteLine(Assembly.GetExecutingAssembly() == Assembly.GetEntryAssembly());
        Console.WriteLine(string.Join(",", typeof(Program).Assembly.GetReferencedAssemblies().Select(a => a.Name).Order(StringComparer.Ordinal)));
    }
}
