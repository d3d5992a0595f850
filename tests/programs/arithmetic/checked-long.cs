static class Program
{
    static string Try(Func<long> action)
    {
        try
        {
            return action().ToString();
        }
        catch (OverflowException)
        {
            return "overflow";
        }
    }

    static string TryU(Func<ulong> action)
    {
        try
        {
            return action().ToString();
        }
        catch (OverflowException)
        {
            return "overflow";
        }
    }

    static void Main()
    {
        long[] values = { long.MinValue, -1, 0, 1, 3, 1L << 32, long.MaxValue };
        foreach (long a in values)
            foreach (long b in values)
                Console.WriteLine($"{a} {b}: {Try(() => checked(a + b))} {Try(() => checked(a - b))} {Try(() => checked(a * b))}");
        ulong[] unsigned = { 0, 1, 1UL << 33, ulong.MaxValue / 2, ulong.MaxValue };
        foreach (ulong a in unsigned)
            foreach (ulong b in unsigned)
                Console.WriteLine($"{a} {b}: {TryU(() => checked(a + b))} {TryU(() => checked(a - b))} {TryU(() => checked(a * b))}");
    }
}
