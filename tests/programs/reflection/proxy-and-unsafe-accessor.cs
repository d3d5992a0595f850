using System.Reflection;
using System.Runtime.CompilerServices;

interface ICalculator
{
    int Add(int a, int b);
    string Name { get; set; }
    T Generic<T>(T x);
}

class Logger : DispatchProxy
{
    readonly List<string> log = new();
    protected override object? Invoke(MethodInfo? method, object?[]? args)
    {
        log.Add(method!.Name + "(" + string.Join(",", args!) + ")");
        Console.WriteLine(log[^1]);
        return method.Name switch { "Add" => (int)args![0]! + (int)args[1]!, "get_Name" => "proxy", "Generic" => args![0], _ => null };
    }
}

class Hidden
{
    int field = 5;
    static string text = "static";
    Hidden(int n) => field = n;
    public Hidden()
    {
    }
    int Method(int x) => x + field;
    static int StaticMethod(string s) => s.Length;
}

static class Program
{
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "field")] static extern ref int Field(Hidden h);
    [UnsafeAccessor(UnsafeAccessorKind.StaticField, Name = "text")] static extern ref string Text(Hidden? h);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Method")] static extern int Method(Hidden h, int x);
    [UnsafeAccessor(UnsafeAccessorKind.StaticMethod, Name = "StaticMethod")] static extern int StaticMethod(Hidden? h, string s);
    [UnsafeAccessor(UnsafeAccessorKind.Constructor)] static extern Hidden Create(int n);
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Missing")] static extern void Missing(Hidden h);

    static void Main()
    {
        var h = new Hidden();
        Field(h) = 40;
        Console.WriteLine(Method(h, 2));
        Text(null) += "!";
        Console.WriteLine(Text(null) + StaticMethod(null, "four") + Field(Create(77)));
        try
        {
            Missing(h);
        }
        catch (MissingMethodException e)
        {
            Console.WriteLine(e.GetType().Name);
        }
        ICalculator c = DispatchProxy.Create<ICalculator, Logger>();
        Console.WriteLine(c.Add(2, 3));
        c.Name = "set";
        Console.WriteLine(c.Name + c.Generic("g"));
    }
}
