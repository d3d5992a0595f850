string name = "Celer";
int n = 42;
Console.WriteLine($"{name} has {n} and {n:X4} and {n,6}|{n,-6}|");
Console.WriteLine($"{{braces}} {1 + 2} {(n > 40 ? "big" : "small")}");
Console.WriteLine($"{name.Length}{name[0]}{name[^1]}");
