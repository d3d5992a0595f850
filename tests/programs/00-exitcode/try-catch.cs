using System;

static class Program
{
    static int Throw(int n)
    {
        if (n > 2)
            throw new InvalidOperationException();
        return n;
    }

    static int Main()
    {
        int result = 0;
        try
        {
            result += Throw(1);
            result += Throw(5);
            result += 100;
        }
        catch (InvalidOperationException)
        {
            result += 40;
        }
        finally
        {
            result += 5;
        }
        return result;
    }
}
