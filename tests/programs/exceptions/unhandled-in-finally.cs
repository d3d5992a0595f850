// The first exception is unhandled; what its finally handler throws is not reported any more.
static class Program
{
    static void Main()
    {
        try
        {
            throw new InvalidOperationException("first");
        }
        finally
        {
            Console.Error.WriteLine("finally");
            throw new Exception("second");
        }
    }
}
