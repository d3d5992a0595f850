static class Program
{
    static int depth;

    static void Recurse(int n)
    {
        try
        {
            if (n == 0)
                throw new Exception("bottom");
            Recurse(n - 1);
        }
        catch (Exception e) when (n % 3 == 0 && n > 0)
        {
            Console.WriteLine($"caught at {n}: {e.Message}");
            if (n < 6)
                throw new Exception($"again from {n}", e);
        }
        finally
        {
            depth++;
        }
    }

    static void InCatch()
    {
        try
        {
            throw new Exception("1");
        }
        catch (Exception a)
        {
            try
            {
                throw new Exception("2");
            }
            catch (Exception b)
            {
                try
                {
                    throw new Exception("3");
                }
                catch (Exception c)
                {
                    Console.WriteLine(a.Message + b.Message + c.Message);
                }
                Console.WriteLine(a.Message + b.Message);
            }
            Console.WriteLine(a.Message);
        }
    }

    static int Count(int n)
    {
        int caught = 0;
        for (int i = 0; i < n; i++)
        {
            try
            {
                if (i % 2 == 0)
                    throw new InvalidOperationException();
                object o = i;
                string s = (string)o;
            }
            catch (InvalidOperationException)
            {
                caught++;
            }
            catch (InvalidCastException)
            {
                caught += 1000;
            }
        }
        return caught;
    }

    static void Main()
    {
        Recurse(10);
        Console.WriteLine(depth);
        InCatch();
        Console.WriteLine(Count(200));
    }
}
