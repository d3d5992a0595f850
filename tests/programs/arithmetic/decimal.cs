decimal a = 79228162514264337593543950335m, b = 0.1m;
Console.WriteLine(b + 0.2m == 0.3m);
Console.WriteLine(1m / 3);
Console.WriteLine(2m / 3);
Console.WriteLine(10m * 0.12345678901234567890m);
Console.WriteLine(decimal.Round(2.5m) + " " + decimal.Round(3.5m) + " " + decimal.Round(2.345m, 2, MidpointRounding.AwayFromZero));
Console.WriteLine(decimal.Truncate(-7.9m) + " " + decimal.Floor(-7.9m) + " " + decimal.Ceiling(-7.9m));
Console.WriteLine(7.5m % 2);
Console.WriteLine(-7.5m % 2);
Console.WriteLine(1.10m + 2.20m);
Console.WriteLine((double)1.1m);
Console.WriteLine((decimal)0.1);
Console.WriteLine((decimal)1e20);
Console.WriteLine((int)123.99m);
Console.WriteLine(string.Join(",", decimal.GetBits(-1.5m)));
try
{
    Console.WriteLine(a + 1);
}
catch (OverflowException e)
{
    Console.WriteLine(e.Message);
}
try
{
    Console.WriteLine(1 / (b - b));
}
catch (DivideByZeroException e)
{
    Console.WriteLine(e.Message);
}
Console.WriteLine(decimal.Compare(1.0m, 1.00m) + " " + 1.0m.Equals(1.00m) + " " + (1.0m.GetHashCode() == 1.00m.GetHashCode()));
