using System.Reflection;

class Plain
{
    public int N = 3;
}

class WithArguments
{
    public string S;
    public WithArguments(string s, int n) => S = s + n;
    private WithArguments() => S = "private";
}

abstract class Abstract
{
}

struct NoConstructor
{
    public int X;
}

struct WithConstructor
{
    public int X;
    public WithConstructor() => X = 9;
}

class Throws
{
    public Throws() => throw new FormatException("ctor");
}

static class Program
{
    static T Make<T>() where T : new() => new();

    static void Try(Func<object?> f)
    {
        try
        {
            Console.WriteLine(f() ?? "null");
        }
        catch (Exception e)
        {
            Console.WriteLine($"{e.GetType().Name}: {e.Message}{(e.InnerException == null ? "" : " / " + e.InnerException.Message)}");
        }
    }

    static void Main()
    {
        Try(() => ((Plain)Activator.CreateInstance(typeof(Plain))!).N);
        Try(() => Activator.CreateInstance<Plain>().N);
        Try(() => ((WithArguments)Activator.CreateInstance(typeof(WithArguments), "s", 5)!).S);
        Try(() => ((WithArguments)Activator.CreateInstance(typeof(WithArguments), true)!).S);
        Try(() => ((NoConstructor)Activator.CreateInstance(typeof(NoConstructor))!).X);
        Try(() => ((WithConstructor)Activator.CreateInstance(typeof(WithConstructor))!).X + Make<WithConstructor>().X + default(WithConstructor).X + (new WithConstructor[1])[0].X);
        Try(() => Activator.CreateInstance(typeof(int?)));
        Try(() => Activator.CreateInstance(typeof(int)));
        Try(() => Activator.CreateInstance(typeof(Abstract)));
        Try(() => Activator.CreateInstance(typeof(IDisposable)));
        Try(() => Activator.CreateInstance(typeof(List<>)));
        Try(() => Activator.CreateInstance(typeof(string)));
        Try(() => Activator.CreateInstance(typeof(WithArguments), 1, 2, 3));
        Try(() => Activator.CreateInstance(typeof(Throws)));
        Try(() => Make<Throws>());
        Try(() => Activator.CreateInstance(typeof(List<>).MakeGenericType(typeof(int)))!.GetType());
        Try(() => ((Array)Activator.CreateInstance(typeof(int[]), 5)!).Length);
        Try(() => Activator.CreateInstance(typeof(string), 'x', 3));
        Try(() => Activator.CreateInstance("System.Private.CoreLib", "System.Text.StringBuilder")!.Unwrap()!.GetType());
        Try(() => Make<List<string>>().Count + Make<int>() + Make<Plain>().N);
        Try(() => System.Runtime.CompilerServices.RuntimeHelpers.GetUninitializedObject(typeof(Plain)) is Plain p ? p.N : -1);
        Try(() => Array.CreateInstance(typeof(string), 2, 3).Length);
        Try(() => typeof(Dictionary<,>).MakeGenericType(typeof(string), typeof(int)).GetConstructor(Type.EmptyTypes)!.Invoke(null).GetType());
    }
}
