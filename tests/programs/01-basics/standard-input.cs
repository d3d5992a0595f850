// stdin: first line\nsecond\n\n4
string? line;
int count = 0;
while ((line = Console.ReadLine()) != null)
    Console.WriteLine($"{++count}: {line} ({line.Length})");
