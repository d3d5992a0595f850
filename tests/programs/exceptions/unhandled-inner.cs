static class Program
{
    static void Inner() => throw new FormatException("inner message");

    static void Main()
    {
        try
        {
            Inner();
        }
        catch (Exception e)
        {
            throw new ApplicationException("outer message", e);
        }
        finally
        {
            Console.WriteLine("does a finally run?");
        }
    }
}
