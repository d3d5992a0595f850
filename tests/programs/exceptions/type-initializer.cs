class Bad
{
    public static int Value = Compute();
    static int Compute()
    {
        Console.WriteLine("computing");
        throw new InvalidOperationException("in cctor");
    }
    public static void Touch()
    {
    }
}

class Precise
{
    public static int N;
    static Precise()
    {
        Console.WriteLine("precise");
        N = int.Parse("not a number");
    }
    public int Instance => N;
}

class Outer
{
    public static int V;
    static Outer()
    {
        V = Precise.N;
    }
}

class Generic<T>
{
    public static T Value = (T)(object)"text";
}

static class Program
{
    static void Try(Action action)
    {
        try
        {
            action();
            Console.WriteLine("ok");
        }
        catch (TypeInitializationException e)
        {
            Console.WriteLine($"{e.TypeName}: {e.Message}");
            for (Exception? i = e.InnerException; i != null; i = i.InnerException)
                Console.WriteLine($"  {i.GetType().Name}: {i.Message}");
        }
    }

    static void Main()
    {
        Try(() => Console.WriteLine(Bad.Value));
        Try(() => Console.WriteLine(Bad.Value));
        Try(() => new Precise());
        Try(() => Precise.N = 5);
        Try(() => Console.WriteLine(Outer.V));
        Try(() => Console.WriteLine(Generic<string>.Value));
        Try(() => Console.WriteLine(Generic<int>.Value));
        Exception? first = null, second = null;
        try { Precise.N++; } catch (Exception e) { first = e; }
        try { Precise.N++; } catch (Exception e) { second = e; }
        Console.WriteLine(ReferenceEquals(first, second));
    }
}
