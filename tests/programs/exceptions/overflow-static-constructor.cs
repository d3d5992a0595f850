// Stack overflow in a class constructor, and in a finalizer.
// stderr: 1 lines
static class Program
{
    static class Bad { public static readonly int Value = Deep(0); static int Deep(int n) => Deep(n + 1) + 1; }
    static void Main()
    {
        try { Console.WriteLine(Bad.Value); }
        catch (TypeInitializationException) { Console.WriteLine("never"); }
    }
}
