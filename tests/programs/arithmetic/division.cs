static class Program
{
    static string Try(Func<object> f)
    {
        try
        {
            return f().ToString()!;
        }
        catch (Exception e)
        {
            return e.GetType().Name;
        }
    }

    static void Main()
    {
        int[] ints = { int.MinValue, -7, -1, 0, 1, 3, 7, int.MaxValue };
        foreach (int a in ints)
            foreach (int b in ints)
                Console.WriteLine($"{a} {b}: {Try(() => a / b)} {Try(() => a % b)} {Try(() => (uint)a / (uint)b)} {Try(() => (uint)a % (uint)b)}");
        long[] longs = { long.MinValue, -10, -1, 0, 1, 3, 1L << 40, long.MaxValue };
        foreach (long a in longs)
            foreach (long b in longs)
                Console.WriteLine($"{a} {b}: {Try(() => a / b)} {Try(() => a % b)} {Try(() => (ulong)a / (ulong)b)} {Try(() => (ulong)a % (ulong)b)}");
    }
}
