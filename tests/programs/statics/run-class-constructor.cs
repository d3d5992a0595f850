using System.Runtime.CompilerServices;

class Lazy1
{
    static Lazy1() => Console.WriteLine("Lazy1");
}

class Never
{
    static Never() => Console.WriteLine("never printed");
    public const int Constant = 5;
}

static class Program
{
    static void Main()
    {
        Console.WriteLine("start " + Never.Constant + typeof(Never).Name);
        RuntimeHelpers.RunClassConstructor(typeof(Lazy1).TypeHandle);
        RuntimeHelpers.RunClassConstructor(typeof(Lazy1).TypeHandle);
        Console.WriteLine("end");
    }
}
