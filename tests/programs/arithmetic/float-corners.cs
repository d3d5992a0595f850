static class Program
{
    static void Compare(double a, double b)
    {
        Console.WriteLine($"{a} {b}: {a < b} {a <= b} {a > b} {a >= b} {a == b} {a != b} {!(a < b)} {!(a > b)} {a.Equals(b)} {a.CompareTo(b)}");
        float x = (float)a, y = (float)b;
        int branch = 0;
        if (x < y) branch |= 1;
        if (x <= y) branch |= 2;
        if (x > y) branch |= 4;
        if (x >= y) branch |= 8;
        if (x == y) branch |= 16;
        if (x != y) branch |= 32;
        Console.WriteLine(branch);
    }

    static void Main()
    {
        double[] values = { 0.0, -0.0, 1.5, -1.5, double.NaN, double.PositiveInfinity, double.NegativeInfinity, double.Epsilon, double.MaxValue };
        foreach (double a in values)
        {
            foreach (double b in values)
            {
                Compare(a, b);
                Console.WriteLine($"  {a + b} {a - b} {a * b} {a / b} {a % b} {Math.Min(a, b)} {Math.Max(a, b)}");
            }
        }
        Console.WriteLine(BitConverter.DoubleToInt64Bits(-0.0).ToString("x"));
        Console.WriteLine(BitConverter.DoubleToInt64Bits(0.0 * -1).ToString("x"));
        Console.WriteLine(1 / (0.0 * -1));
        float f = 16777216f;
        Console.WriteLine(f + 1 == f);
        Console.WriteLine((double)0.1f);
        Console.WriteLine((float)0.1 == 0.1);
        float third = 1f / 3;
        Console.WriteLine((double)(third * 3 - 1));
    }
}
