static class Program
{
    static bool Filter(string name, bool result)
    {
        Console.WriteLine($"filter {name}");
        return result;
    }

    static void Thrower(string s)
    {
        try
        {
            Console.WriteLine("throwing " + s);
            throw new InvalidOperationException(s);
        }
        finally
        {
            Console.WriteLine("thrower finally");
        }
    }

    static void Middle(string s)
    {
        try
        {
            Thrower(s);
        }
        catch (Exception e) when (Filter("middle", e.Message == "m"))
        {
            Console.WriteLine("middle handler");
        }
        finally
        {
            Console.WriteLine("middle finally");
        }
    }

    static bool ThrowingFilter(Exception e) => throw e;

    static bool ThrowingFilter() => throw new Exception("inside filter");

    static void Main()
    {
        foreach (string s in new[] { "m", "o", "x" })
        {
            try
            {
                Middle(s);
            }
            catch (ArgumentException) when (Filter("never", true))
            {
            }
            catch (InvalidOperationException e) when (Filter("outer 1", e.Message == "o"))
            {
                Console.WriteLine("outer 1 handler");
            }
            catch (Exception) when (Filter("outer 2", true))
            {
                Console.WriteLine("outer 2 handler");
            }
        }
        try
        {
            throw new Exception("original");
        }
        catch (Exception) when (ThrowingFilter())
        {
            Console.WriteLine("not reached");
        }
        catch (Exception e)
        {
            Console.WriteLine("after throwing filter: " + e.Message);
        }
        int rounds = 0;
        try
        {
            try
            {
                try
                {
                    throw new Exception("original");
                }
                catch (Exception) when (ThrowingFilter(new ArgumentException()))
                {
                    Console.WriteLine("not reached");
                }
            }
            catch (ArgumentException)
            {
                Console.WriteLine("what a filter throws is not for the tries around it");
            }
            finally
            {
                Console.WriteLine("finally around a throwing filter, round " + ++rounds);
            }
        }
        catch (Exception e)
        {
            Console.WriteLine(e.Message + " " + rounds);
        }
        int local = 1;
        try
        {
            local = 2;
            throw new Exception();
        }
        catch when (local++ == 2)
        {
            Console.WriteLine("local " + local);
        }
        try
        {
            try
            {
                throw new Exception("a");
            }
            catch (Exception e) when (Nested(e))
            {
                Console.WriteLine("nested filter handled");
            }
        }
        finally
        {
            Console.WriteLine("done");
        }
    }

    static bool Nested(Exception e)
    {
        try
        {
            throw new Exception("in filter of " + e.Message);
        }
        catch (Exception x) when (Filter("inner " + x.Message, true))
        {
            return true;
        }
    }
}
