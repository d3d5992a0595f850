class Bad
{
    static readonly int value = Compute(0);
    static int Compute(int n) => n == 0 ? throw new FormatException("in the initializer") : n;
    public static int Get() => value;
}

static class Program
{
    static void Main() => Console.WriteLine(Bad.Get());
}
