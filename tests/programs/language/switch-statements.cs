static class Program
{
    static string Ints(int n)
    {
        switch (n)
        {
            case 1: return "one";
            case 2:
            case 3: return "two or three";
            case 100: return "hundred";
            case 1000: return "thousand";
            case int.MinValue: return "min";
            case > 50 and < 60: return "fifties";
            default: return "other";
        }
    }

    static string Strings(string? s)
    {
        switch (s)
        {
            case null: return "null";
            case "": return "empty";
            case "a": return "A";
            case "bb": return "BB";
            case "ccc": return "CCC";
            case "dddd": return "DDDD";
            case "eeeee": return "E";
            case "ffffff": return "F";
            case "ggggggg": return "G";
            case "other": return "O";
            default: return "?" + s;
        }
    }

    static int Longs(long n) => n switch
    {
        5_000_000_000 => 1,
        5_000_000_001 => 2,
        -1 => 3,
        < 0 => 4,
        _ => 5,
    };

    static char Chars(char c) => c switch
    {
        >= 'a' and <= 'z' => 'l',
        >= 'A' and <= 'Z' => 'u',
        >= '0' and <= '9' => 'd',
        ' ' or '\t' or '\n' => 's',
        _ => '?',
    };

    static void Main()
    {
        foreach (int n in new[] { 0, 1, 2, 3, 4, 55, 60, 100, 1000, int.MinValue })
            Console.WriteLine(Ints(n));
        foreach (string? s in new[] { null, "", "a", "bb", "ccc", "dddd", "eeeee", "ffffff", "ggggggg", "other", "x" })
            Console.WriteLine(Strings(s));
        foreach (long n in new[] { 5_000_000_000, 5_000_000_001, -1, -2, 7 })
            Console.WriteLine(Longs(n));
        foreach (char c in "aZ5 \n!")
            Console.Write(Chars(c));
        Console.WriteLine();
    }
}
