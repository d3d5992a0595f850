// options: debug
static class Program
{
    static void Fail(int n)
    {
        if (n > 0)
        {
            Fail(n - 1);
            return;
        }
        throw new InvalidOperationException("with lines");
    }

    static void Main()
    {
        try
        {
            Fail(2);
        }
        catch (Exception e)
        {
            Console.WriteLine(e);
        }
        int[] a = new int[1];
        int i = 1;
        try
        {
            a[0] = 5;
            a[i] = 6;
        }
        catch (Exception e)
        {
            Console.WriteLine(e.StackTrace);
        }
        string? s = null;
        try
        {
            Console.WriteLine(
                s!.Length);
        }
        catch (Exception e)
        {
            Console.WriteLine(e.StackTrace);
        }
    }
}
