static class Program
{
    static int depth;

    static IEnumerable<int> Sequence(string name)
    {
        try
        {
            yield return 1;
            try
            {
                yield return 2;
            }
            finally
            {
                Console.WriteLine(name + " inner");
            }
            yield return 3;
        }
        finally
        {
            Console.WriteLine(name + " outer");
        }
    }

    static int ReturnFromLoop(int[] xs)
    {
        foreach (int x in xs)
        {
            try
            {
                if (x > 1)
                    return x;
            }
            finally
            {
                depth++;
            }
        }
        return -1;
    }

    static string Retry(int failures)
    {
        for (int attempt = 1; ; attempt++)
        {
            try
            {
                if (failures-- > 0)
                    throw new TimeoutException("attempt " + attempt);
                return "ok after " + attempt;
            }
            catch (TimeoutException) when (attempt < 4)
            {
            }
        }
    }

    static int Switch(int n)
    {
        try
        {
            switch (n)
            {
                case 0:
                    return 10;
                case 1:
                    goto case 3;
                case 2:
                    throw new InvalidOperationException();
                case 3:
                    break;
            }
            return 20;
        }
        catch (InvalidOperationException)
        {
            return 30;
        }
        finally
        {
            depth += 100;
        }
    }

    static void Main()
    {
        foreach (int x in Sequence("all"))
            Console.Write(x);
        Console.WriteLine();
        foreach (int x in Sequence("first"))
            if (x == 2)
                break;
        try
        {
            foreach (int x in Sequence("throwing"))
                if (x == 1)
                    throw new Exception("stop");
        }
        catch (Exception e)
        {
            Console.WriteLine(e.Message);
        }
        Console.WriteLine(ReturnFromLoop(new[] { 0, 1, 2, 3 }) + " " + depth);
        Console.WriteLine(Retry(2));
        try
        {
            Retry(10);
        }
        catch (TimeoutException e)
        {
            Console.WriteLine(e.Message);
        }
        Console.WriteLine($"{Switch(0)} {Switch(1)} {Switch(2)} {Switch(9)} {depth}");
        using (new Scope("a"))
        using (var b = new Scope("b"))
        {
            Console.WriteLine("body " + b);
        }
        lock (new object())
        {
            try
            {
                throw new Exception();
            }
            catch
            {
                Console.WriteLine("in lock");
            }
        }
    }

    sealed class Scope(string name) : IDisposable
    {
        public void Dispose() => Console.WriteLine("leave " + name);
        public override string ToString() => name;
    }
}
