// stderr: 4 lines
using System.Runtime.CompilerServices;

class Program
{
    [ModuleInitializer]
    internal static void Start() => throw new InvalidOperationException("no start");

    static void Main() => Console.WriteLine("never");
}
