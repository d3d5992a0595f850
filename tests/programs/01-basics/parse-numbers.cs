Console.WriteLine(int.Parse("-123"));
Console.WriteLine(long.Parse("9223372036854775807"));
Console.WriteLine(double.Parse("3.25e-3"));
Console.WriteLine(int.TryParse("12x", out int n) + " " + n);
Console.WriteLine(Convert.ToInt32("ff", 16));
Console.WriteLine(byte.TryParse("256", out _));
Console.WriteLine(decimal.Parse("12.500"));
Console.WriteLine(bool.Parse("True"));
try
{
    int.Parse("abc");
}
catch (FormatException e)
{
    Console.WriteLine(e.Message);
}
try
{
    int.Parse("99999999999");
}
catch (OverflowException e)
{
    Console.WriteLine(e.Message);
}
