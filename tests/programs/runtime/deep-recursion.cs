static class Program
{
    static int Count(int n) => n == 0 ? 0 : 1 + Count(n - 1);

    static long Wide(int n, long a, double b, string c, object d)
    {
        long local1 = a * 3, local2 = local1 ^ n;
        if (n == 0)
            return local1 + c.Length + (int)d;
        return Wide(n - 1, local2, b + 1, c, d) + local1 % 7;
    }

    static int Through(Func<int, int> f, int n) => n == 0 ? 0 : f(n - 1) + 1;

    static bool IsEven(int n) => n == 0 || IsOdd(n - 1);
    static bool IsOdd(int n) => n != 0 && IsEven(n - 1);

    static int Catching(int n)
    {
        try
        {
            if (n == 0)
                throw new InvalidOperationException();
            return Catching(n - 1);
        }
        finally
        {
            total++;
        }
    }

    static int total;

    static void Main()
    {
        Console.WriteLine(Count(20000));
        Console.WriteLine(Wide(5000, 1, 2, "three", 4));
        Func<int, int> f = null!;
        f = n => Through(f, n);
        Console.WriteLine(f(3000));
        Console.WriteLine(IsEven(10001));
        try
        {
            Catching(1000);
        }
        catch (InvalidOperationException)
        {
            Console.WriteLine(total);
        }
        var t = new Thread(() => Console.WriteLine(Count(100_000)), 64 * 1024 * 1024);
        t.Start();
        t.Join();
    }
}
