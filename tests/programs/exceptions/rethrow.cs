static class Program
{
    static void A() => throw new InvalidOperationException("from A");

    static void Rethrow()
    {
        try
        {
            A();
        }
        catch (Exception)
        {
            Console.WriteLine("rethrowing");
            throw;
        }
    }

    static void ThrowSame()
    {
        try
        {
            A();
        }
        catch (Exception e)
        {
            throw e;
        }
    }

    static void Wrap()
    {
        try
        {
            A();
        }
        catch (Exception e)
        {
            throw new ApplicationException("wrapped", e);
        }
    }

    static void Dispatch()
    {
        System.Runtime.ExceptionServices.ExceptionDispatchInfo? info = null;
        try
        {
            A();
        }
        catch (Exception e)
        {
            info = System.Runtime.ExceptionServices.ExceptionDispatchInfo.Capture(e);
        }
        info!.Throw();
    }

    static void NestedRethrow()
    {
        try
        {
            try
            {
                A();
            }
            catch (InvalidOperationException)
            {
                try
                {
                    throw new FormatException("nested");
                }
                catch (FormatException)
                {
                    Console.WriteLine("nested handled");
                }
                throw;
            }
        }
        finally
        {
            Console.WriteLine("finally of nested");
        }
    }

    static void Main()
    {
        foreach (Action action in new Action[] { Rethrow, ThrowSame, Wrap, Dispatch, NestedRethrow })
        {
            try
            {
                action();
            }
            catch (Exception e)
            {
                Console.WriteLine(e);
                Console.WriteLine();
            }
        }
    }
}
