using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;

static class First
{
    public static int Count;
    static First() => Console.WriteLine("First..cctor");
    [ModuleInitializer]
    internal static void Start()
    {
        Count++;
        Console.WriteLine("First.Start " + Program.Started);
    }
}

class Program
{
    public static bool Started = Log("Program's field");
    public static readonly int Plain = 7;
    public static bool Fail;

    static Program() => Console.WriteLine("Program..cctor");

    static bool Log(string text)
    {
        Console.WriteLine(text);
        return true;
    }

    [ModuleInitializer]
    internal static void Second()
    {
        Console.WriteLine("Second " + First.Count);
        if (AppContext.GetData("fail") is string)
            throw new InvalidOperationException("initializer of " + AssemblyLoadContext.GetLoadContext(typeof(Program).Assembly)!.Name);
    }

    static void Try(string name, Func<object?> action)
    {
        try
        {
            Console.WriteLine(name + ": " + action());
        }
        catch (Exception exception)
        {
            for (Exception? e = exception; e != null; e = e.InnerException)
                Console.WriteLine($"{name}: {e.GetType().Name} {e.Message}");
        }
    }

    static Type Again(string type, string context) =>
        new AssemblyLoadContext(context).LoadFromAssemblyPath(typeof(Program).Assembly.Location).GetType(type)!;

    static void Main()
    {
        Console.WriteLine("Main " + First.Count);
        // The same assembly in other load contexts: its initializer runs at the first use of any of its code.
        const BindingFlags any = BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;
        Type later = Again("Later", "a");
        Console.WriteLine("loaded");
        Try("method", () => later.GetMethod("Constant", any)!.Invoke(null, null));
        Try("again", () => later.GetMethod("Constant", any)!.Invoke(null, null));
        Type instance = Again("Later", "b");
        Try("instance", () => Activator.CreateInstance(instance));
        Type field = Again("Program", "c");
        Try("field", () => field.GetField("Plain", any)!.GetValue(null));
        Type module = Again("Later", "d");
        Try("run", () => { RuntimeHelpers.RunModuleConstructor(module.Module.ModuleHandle); return "ran"; });
        Try("run again", () => { RuntimeHelpers.RunModuleConstructor(module.Module.ModuleHandle); return "ran"; });
        Type created = Again("Later", "e");
        var function = (Func<int>)created.GetMethod("Constant", any)!.CreateDelegate(typeof(Func<int>));
        Try("delegate", () => function());

        AppDomain.CurrentDomain.SetData("fail", "yes");
        Type failing = Again("Later", "f");
        Try("failing", () => failing.GetMethod("Constant", any)!.Invoke(null, null));
        Try("failing again", () => failing.GetMethod("Constant", any)!.Invoke(null, null));
        Try("failing new", () => Activator.CreateInstance(failing));

        Type slow = Again("Later", "g");
        AppDomain.CurrentDomain.SetData("fail", null);
        var threads = new Thread[4];
        int sum = 0;
        for (int i = 0; i < threads.Length; i++)
        {
            threads[i] = new Thread(() => Interlocked.Add(ref sum, (int)slow.GetMethod("Constant", any)!.Invoke(null, null)!));
            threads[i].Start();
        }
        foreach (var thread in threads)
            thread.Join();
        Console.WriteLine(sum);
    }
}

class Later
{
    public static int Constant() => 5;
}
