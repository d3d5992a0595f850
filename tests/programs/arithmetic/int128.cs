Int128 a = Int128.Parse("123456789012345678901234567890");
Int128 b = -987654321;
Console.WriteLine(a + b);
Console.WriteLine(a * b);
Console.WriteLine(a / b);
Console.WriteLine(a % b);
Console.WriteLine(a >> 17);
Console.WriteLine(a << 20);
Console.WriteLine((UInt128)a * 7);
Console.WriteLine(UInt128.MaxValue);
Console.WriteLine(Int128.MinValue);
Console.WriteLine((double)a);
Console.WriteLine((long)(a % 1000000));
try
{
    Console.WriteLine(checked(Int128.MaxValue + Int128.Parse("1")));
}
catch (OverflowException)
{
    Console.WriteLine("overflow");
}
Console.WriteLine(Math.BigMul(long.MaxValue, long.MinValue));
