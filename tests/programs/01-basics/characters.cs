foreach (char c in "aZ5 _é\u4e2d\t")
    Console.WriteLine($"{(int)c} {char.IsLetter(c)} {char.IsDigit(c)} {char.IsWhiteSpace(c)} {char.IsUpper(c)} {char.ToUpperInvariant(c)}");
Console.WriteLine((char)('a' + 3));
Console.WriteLine('a' + 3);
char d = 'a';
d++;
Console.WriteLine(d);
