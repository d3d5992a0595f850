nint a = 100;
nuint b = 7;
Console.WriteLine($"{a * 3} {a / 7} {a % 7} {b << 4} {-a} {~a} {(long)a} {sizeof(long)}");
Console.WriteLine($"{nint.MaxValue} {nint.MinValue} {nuint.MaxValue}");
unsafe
{
    Console.WriteLine(sizeof(nint) + sizeof(int*) + sizeof(char));
    byte* p = (byte*)100;
    Console.WriteLine((long)(p + 5));
    int* q = (int*)p;
    Console.WriteLine((long)(q + 5));
    Console.WriteLine(q + 5 - q);
    Console.WriteLine((long)&q[3]);
}
try
{
    nint big = nint.MaxValue;
    checked
    {
        big++;
    }
    Console.WriteLine(big);
}
catch (OverflowException)
{
    Console.WriteLine("overflow");
}
Console.WriteLine((nint)(-1) < 0);
Console.WriteLine(nint.Parse("-55") + (int)b);
