// stderr: 1 lines
static class Program
{
    static int Forever(int n) => Forever(n + 1) + 1;

    static void Main()
    {
        Console.WriteLine("before");
        try
        {
            Console.WriteLine(Forever(0));
        }
        catch (Exception)
        {
            Console.WriteLine("never caught");
        }
    }
}
