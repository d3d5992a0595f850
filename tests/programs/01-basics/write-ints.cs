for (int i = -3; i <= 3; i++)
    Console.WriteLine(i);
Console.WriteLine(int.MaxValue);
Console.WriteLine(int.MinValue);
Console.WriteLine(long.MinValue);
Console.WriteLine(ulong.MaxValue);
Console.WriteLine(true);
Console.WriteLine('x');
