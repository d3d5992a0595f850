// options: generators
// rows: N7b-085 N7b-165 N7b-168 N7b-170 N7b-172 N7b-173 N7b-174 N7b-176
// Regular expressions whose code the SDK generates, against the interpreted ones of the same pattern.
using System.Reflection;
using System.Text;
using System.Text.RegularExpressions;

static partial class Patterns
{
    [GeneratedRegex("a*?b")] public static partial Regex LazyLoop();
    [GeneratedRegex("abc(?!)def")] public static partial Regex Never();
    [GeneratedRegex("hello")] public static partial Regex Literal();
    [GeneratedRegex("hello")] public static partial Regex SameLiteral();
    [GeneratedRegex("hello", RegexOptions.IgnoreCase)] public static partial Regex LiteralInAnyCase();
    [GeneratedRegex(@"\d\D\s\S\w\W[0-9][a-z][A-Z][a-zA-Z][a-zA-Z0-9][0-9a-f][0-9A-F][0-9a-fA-F]\p{L}\p{Lu}\p{IsGreek}")] public static partial Regex Classes { get; }
    [GeneratedRegex("(?>january|february|march|april|may|june|july)|(?>x1|y2|z3)")] public static partial Regex Months { get; }
    [GeneratedRegex(@"^https://(?<host>[\w.]+)(?::(?<port>\d{1,5}))?(/\S*)?$", RegexOptions.ExplicitCapture)] public static partial Regex Address { get; }
    [GeneratedRegex(@"(\w)(?:\1|(-))+?(?(2)x|y)")] public static partial Regex BackReference { get; }
    [GeneratedRegex(@"(?<=a|bb)c(?!d)|\b\w{3}\b", RegexOptions.RightToLeft)] public static partial Regex FromTheRight { get; }
    [GeneratedRegex("(?:ab+?)*c|[^,\n]*,|.+\n", RegexOptions.Multiline)] public static partial Regex Loops { get; }
    [GeneratedRegex("[a-z-[aeiou]]{2,}|[é-ü]", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant)] public static partial Regex Subtraction { get; }
    [GeneratedRegex(@"^(?:a|aa)+$", RegexOptions.None, 20)] public static partial Regex Exponential { get; }
    [GeneratedRegex(@"^(\((?<d>)|\)(?<-d>)|[^()])*(?(d)(?!))$")] public static partial Regex Balanced { get; }
}

static class Program
{
    static readonly string[] texts = ["", "aaab", "b", "abcdef", "say hello, HELLO hellohello", "7x !_.5zQm9cD0éÉω", "7x !_.5zQm9cD0éÉo", "may june x1 y3 z3 jul july", "https://a.b.c:8080/x?y#z", "https://:80", "aa-x a-y bb-bx aaay",
        "ac bbcd abbc cat do", "ababc abb,x,\nlast\n", "xyz ÀÉ bcd aeiou", "(a(b)c)", "(a(b c)", "tab\t\0end"];

    static void Main()
    {
        foreach (Regex regex in (Regex[])[Patterns.LazyLoop(), Patterns.Never(), Patterns.Literal(), Patterns.LiteralInAnyCase(), Patterns.Classes, Patterns.Months, Patterns.Address, Patterns.BackReference, Patterns.FromTheRight, Patterns.Loops, Patterns.Subtraction, Patterns.Balanced])
        {
            var interpreted = new Regex(regex.ToString(), regex.Options & ~RegexOptions.Compiled);
            var all = new StringBuilder();
            int differing = 0;
            foreach (string text in texts)
            {
                string found = Matches(regex, text);
                differing += found == Matches(interpreted, text) && regex.IsMatch(text) == interpreted.IsMatch(text) && regex.Count(text.AsSpan()) == interpreted.Count(text) ? 0 : 1;
                all.Append(found.Length > 0 ? found + "/" : "");
            }
            Console.WriteLine($"{regex}: differing {differing}, {all}");
        }
        Emitted();
        Constants();
        try
        {
            Console.WriteLine(Patterns.Exponential.IsMatch(new string('a', 100) + "!"));
        }
        catch (RegexMatchTimeoutException e)
        {
            Console.WriteLine($"gave up after {e.MatchTimeout.TotalMilliseconds} ms");
        }
    }

    static string Matches(Regex regex, string text) =>
        string.Join(" ", regex.Matches(text).Select(match => $"{match.Index}+{match.Length}{string.Concat(match.Groups.Values.Skip(1).Select(group => $"({group.Name}:{group.Value})"))}"));

    /// What the generator wrote: one class for the pattern that occurs twice, names that no other file can use, locals that are not cleared.
    static void Emitted()
    {
        Console.WriteLine($"{ReferenceEquals(Patterns.Literal(), Patterns.SameLiteral())} {ReferenceEquals(Patterns.Literal(), Patterns.Literal())} {Patterns.Literal().GetType() == typeof(Regex)} {Patterns.Literal().GetType().IsSubclassOf(typeof(Regex))}");
        Type[] generated = [.. typeof(Program).Assembly.GetTypes().Where(type => type.Namespace == "System.Text.RegularExpressions.Generated")];
        Console.WriteLine($"{generated.Count(type => type.BaseType == typeof(Regex))} patterns, file-local {generated.All(type => type.Name.StartsWith('<') || type.IsNested)}");
        MethodInfo[] matching = [.. generated.SelectMany(type => type.GetNestedTypes(BindingFlags.NonPublic)).SelectMany(type => type.GetNestedTypes(BindingFlags.NonPublic)).Where(type => type.BaseType == typeof(RegexRunner))
            .SelectMany(type => type.GetMethods(BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly))];
        Console.WriteLine($"{matching.Count(method => method.Name == "Scan")} scans, {matching.Count(method => method.Name == "TryMatchAtCurrentPosition")} with a loop, {matching.Count(method => !method.GetMethodBody()!.InitLocals)} do not clear locals");
    }

    /// The generated and the compiled code compare many characters at once, by StartsWith of a constant.
    static void Constants()
    {
        var compiled = new Regex(@"^https://(?<host>[\w.]+)", RegexOptions.Compiled);
        foreach (string text in (string[])["https://a", "https:/", "https:/a/", "HTTPS://a", "xhttps://a", "https\0//a", "\u0168ttps://a"])
            Console.Write($"{Patterns.Address.IsMatch(text)} {compiled.IsMatch(text)} {compiled.IsMatch(text.AsSpan(1))} ");
        Console.WriteLine();
    }
}
