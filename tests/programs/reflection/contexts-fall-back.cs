// options: icu
// What is asked, and in which order, when an assembly is nowhere: the context's Load, then the default context with its
// own event, then the context's event, then AppDomain.AssemblyResolve with the assembly that asked.
using System;
using System.Globalization;
using System.IO;
using System.Reflection;
using System.Runtime.Loader;

class Logging : AssemblyLoadContext
{
    public Logging(string name) : base(name) { Resolving += (c, n) => Log("Resolving", c, n); }
    protected override Assembly Load(AssemblyName name) => Log("Load", this, name);
    static Assembly Log(string what, AssemblyLoadContext context, AssemblyName name)
    {
        Console.WriteLine($"  {what} of {context.Name}: {name}");
        return null;
    }
}

public static class Asker
{
    // Called in whatever context this assembly was loaded into.
    public static string LoadByName(string name)
    {
        try { return Assembly.Load(new AssemblyName(name)).FullName; }
        catch (Exception e) { return e.GetType().Name; }
    }
    public static string TypeByName(string name)
    {
        try { return Type.GetType(name, true).FullName; }
        catch (Exception e) { return e.GetType().Name; }
    }
}

static class Program
{
    static Func<AssemblyName, Assembly> answer = _ => null;

    static void Try(string what, Func<string> action)
    {
        Console.WriteLine(what);
        string said;
        try { said = action(); }
        catch (Exception e) { said = e.GetType().Name + (e.InnerException is { } inner ? " of " + inner.GetType().Name : ""); }
        Console.WriteLine("  = " + said);
    }

    static string Where(Assembly assembly) => assembly.GetName().Name + " in " + AssemblyLoadContext.GetLoadContext(assembly).Name;

    static void Main()
    {
        AssemblyLoadContext.Default.Resolving += (context, name) =>
        {
            Console.WriteLine($"  Resolving of {context.Name}: {name}");
            return answer(name);
        };
        AppDomain.CurrentDomain.AssemblyResolve += (_, e) =>
        {
            Console.WriteLine($"  AssemblyResolve: {e.Name}, asked by {e.RequestingAssembly?.GetName().Name ?? "nobody"} " +
                (e.RequestingAssembly is { } asking ? AssemblyLoadContext.GetLoadContext(asking).Name : ""));
            return null;
        };
        var custom = new Logging("custom");
        string own = typeof(Program).Assembly.Location;
        Type there = custom.LoadFromAssemblyPath(own).GetType("Asker");
        string Ask(string method, string argument) => (string)there.GetMethod(method).Invoke(null, [argument]);

        Try("default, by name", () => Asker.LoadByName("Nowhere1"));
        Try("default, by type", () => Asker.TypeByName("Some.Type, Nowhere2"));
        Try("default, of the context", () => AssemblyLoadContext.Default.LoadFromAssemblyName(new("Nowhere3")).FullName);
        Try("custom, by name", () => Ask("LoadByName", "Nowhere4"));
        Try("custom, by type", () => Ask("TypeByName", "Some.Type, Nowhere5, Version=1.2.3.4"));
        Try("custom, of the context", () => custom.LoadFromAssemblyName(new("Nowhere6")).FullName);
        Try("again", () => custom.LoadFromAssemblyName(new("Nowhere6")).FullName);
        Try("satellite, custom", () => custom.LoadFromAssemblyName(new("Nowhere7.resources") { CultureInfo = new("de") }).FullName);
        Try("satellite, default", () => AssemblyLoadContext.Default.LoadFromAssemblyName(new("Nowhere8.resources") { CultureInfo = new("de-AT") }).FullName);

        answer = name => name.Name!.StartsWith("Answered") ? typeof(Program).Assembly : null;
        Try("answered with another name", () => custom.LoadFromAssemblyName(new("Answered1")).FullName);

        var answering = new AssemblyLoadContext("answering");
        answering.Resolving += (context, name) =>
        {
            Console.WriteLine($"  Resolving of {context.Name}: {name}");
            return context.LoadFromAssemblyPath(own);
        };
        string self = typeof(Program).Assembly.GetName().Name!;
        Try("the program itself, by a context of its own", () => Where(custom.LoadFromAssemblyName(new(self))));
        Try("the default context's answer goes first", () => Where(answering.LoadFromAssemblyName(new(self))));
        Try("the framework's", () => Where(answering.LoadFromAssemblyName(new("System.Xml.XDocument"))));
        Try("a higher version than the program's", () => Where(answering.LoadFromAssemblyName(new(self + ", Version=77.0.0.0"))));
        answer = _ => typeof(Program).Assembly;
        Try("a higher version, the default context answers", () => Where(custom.LoadFromAssemblyName(new(self + ", Version=88.0.0.0"))));
        answer = _ => throw new InvalidOperationException("not today");
        Try("a handler of the default context throws", () => custom.LoadFromAssemblyName(new("Nowhere9")).FullName);
    }
}
