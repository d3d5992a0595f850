double[] a = { 5.5, -5.5, 1e20, 0.3, -0.0, 7 };
double[] b = { 2, -2, 0.1, 3, 1e-5, double.PositiveInfinity, 0 };
foreach (double x in a)
    foreach (double y in b)
        Console.WriteLine($"{x} % {y} = {x % y} {(float)x % (float)y} {Math.IEEERemainder(x, y)}");
