static class Program
{
    static long Constants(int i) => i switch
    {
        0 => 0, 1 => -1, 2 => 127, 3 => 128, 4 => -128, 5 => -129, 6 => 32767, 7 => 32768, 8 => 65535, 9 => 65536, 10 => int.MaxValue, 11 => int.MinValue,
        12 => uint.MaxValue, 13 => 1L << 32, 14 => long.MaxValue, 15 => long.MinValue, 16 => -1L << 33, 17 => 0x7fffffff00000000, 18 => unchecked((long)0xdeadbeefcafebabe),
        _ => 42,
    };

    static double Floats(int i) => i switch
    {
        0 => 0.0, 1 => -0.0, 2 => 1.0, 3 => 0.1, 4 => 1e308, 5 => double.Epsilon, 6 => double.NaN, 7 => double.PositiveInfinity, 8 => 0.1f, 9 => float.MaxValue, 10 => Math.PI,
        _ => -1.5,
    };

    static string Sparse(int i) => i switch
    {
        -1000 => "a", -5 => "b", 0 => "c", 1 => "d", 2 => "e", 3 => "f", 99 => "g", 100 => "h", 101 => "i", 102 => "j", 5000 => "k", 1_000_000 => "l", _ => ".",
    };

    static int Unsigned(uint u) => u switch
    {
        0 => 1, 1 => 2, 0x7fffffff => 3, 0x80000000 => 4, 0xffffffff => 5, _ => 6,
    };

    static int Enums(DayOfWeek d)
    {
        switch (d)
        {
            case DayOfWeek.Saturday:
            case DayOfWeek.Sunday:
                return 0;
            case DayOfWeek.Friday:
                return 5;
            default:
                return (int)d;
        }
    }

    static void Main()
    {
        for (int i = 0; i < 20; i++)
            Console.Write(Constants(i) + " ");
        Console.WriteLine();
        for (int i = 0; i < 12; i++)
            Console.Write(Floats(i) + " ");
        Console.WriteLine();
        foreach (int i in new[] { -1001, -1000, -5, -1, 0, 1, 2, 3, 4, 98, 99, 100, 101, 102, 103, 5000, 1_000_000, int.MaxValue, int.MinValue })
            Console.Write(Sparse(i));
        Console.WriteLine();
        foreach (uint u in new uint[] { 0, 1, 2, 0x7fffffff, 0x80000000, 0xffffffff })
            Console.Write(Unsigned(u));
        Console.WriteLine();
        Console.WriteLine(string.Concat(Enum.GetValues<DayOfWeek>().Select(Enums)) + Enums((DayOfWeek)77));
    }
}
