static class Program
{
    static void Try(string what, Func<object> action)
    {
        try
        {
            Console.WriteLine($"{what} = {action()}");
        }
        catch (OverflowException e)
        {
            Console.WriteLine($"{what}: {e.Message}");
        }
    }

    static void Main()
    {
        foreach (int a in new[] { int.MinValue, -1, 0, 1, int.MaxValue })
        {
            foreach (int b in new[] { int.MinValue, -1, 1, int.MaxValue })
            {
                Try($"{a}+{b}", () => checked(a + b));
                Try($"{a}-{b}", () => checked(a - b));
                Try($"{a}*{b}", () => checked(a * b));
                Try($"u {a}+{b}", () => checked((uint)(a & 0x7fffffff) + (uint)(b & 0x7fffffff) * 2));
            }
        }
        Try("-min", () => { int m = int.MinValue; return checked(-m); });
    }
}
