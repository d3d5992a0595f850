// options: checked
int big = int.MaxValue;
try
{
    big++;
    Console.WriteLine(big);
}
catch (OverflowException e)
{
    Console.WriteLine(e.Message);
}
try
{
    int negative = -1;
    Console.WriteLine(new byte[negative].Length);
}
catch (OverflowException e)
{
    Console.WriteLine(e.Message);
}
Console.WriteLine(unchecked(big + 1));
uint u = 0;
try
{
    u--;
}
catch (OverflowException)
{
    Console.WriteLine("u");
}
nuint size = 5;
try
{
    size -= 6;
}
catch (OverflowException)
{
    Console.WriteLine("size");
}
