// options: debug
// A failed assertion ends the process with its message and the stack of the program.
#define DEBUG
using System.Diagnostics;

static class Program
{
    static void Check(int value) => Debug.Assert(value < 3, "value is " + value, "some detail");

    static void Main()
    {
        Check(1);
        Console.WriteLine("fine");
        Check(5);
        Console.WriteLine("not reached");
    }
}
