// Regex in its engines: interpreted, compiled (dynamic methods), not backtracking; all options, replacements, groups, captures, timeouts.
using System.Text;
using System.Text.RegularExpressions;

static class Program
{
    static readonly RegexOptions[] Engines = [RegexOptions.None, RegexOptions.Compiled, RegexOptions.NonBacktracking];

    static void All(string pattern, string text, RegexOptions options = 0)
    {
        string? first = null;
        foreach (var engine in Engines)
        {
            if (engine == RegexOptions.NonBacktracking && (options & RegexOptions.RightToLeft) != 0) continue;
            string result;
            try
            {
                var regex = new Regex(pattern, options | engine);
                var sb = new StringBuilder();
                foreach (Match m in regex.Matches(text))
                {
                    sb.Append($"[{m.Index},{m.Length}");
                    foreach (Group g in m.Groups) sb.Append($" {g.Name}={(g.Success ? $"'{g.Value}'@{g.Index}" : "-")}").Append(g.Captures.Count > 1 ? $"x{g.Captures.Count}:{string.Join("/", g.Captures.Select(c => c.Value))}" : "");
                    sb.Append(']');
                }
                result = sb.ToString();
            }
            catch (NotSupportedException e) { result = "not supported: " + e.Message; }
            catch (ArgumentException e) { result = e.GetType().Name + ": " + e.Message; }
            if (engine == RegexOptions.None) Console.WriteLine($"{pattern} {options}: {first = result}");
            else if (result != first) Console.WriteLine($"   {engine}: {result}");
        }
    }

    static void Main()
    {
        string log = "2024-03-05 12:30:45 ERROR [main] com.example.App - Failed: code=42, user='bob'\n2024-03-06 01:02:03 WARN [pool-1] x.Y - slow 3.5s\r\nnot a line\n2023-12-31 23:59:59 INFO [main] a.b - ok";
        All(@"^(?<date>\d{4}-\d\d-\d\d) (?<time>[\d:]+) (?<level>\w+)\s+\[(?<thread>[^\]]+)\] (?<class>[\w.]+) - (?<msg>.*?)\r?$", log, RegexOptions.Multiline);
        All(@"(\w+)=('?)(\w+)\2", log);
        All(@"(?:(\d+)([a-z])?)+", "12a34 56b78c 9");
        All(@"(a+)+b", "aaaaaab aab b");
        All(@"(?i)HELLO|w(?-i)ORLD", "hello wORLD World WORLD HeLLo");
        All(@"\b[A-Z]\w*\b", "The Quick brown Fox _Under Ünder 9Nine");
        All(@"(?<=\$)\d+(\.\d\d)?(?!\d)", "$12.50 $7 €9 $100.123");
        All(@"(?<!not )found", "found not found it's found");
        All(@"(?=(\w{3}))", "abcde");
        All(@"^\s*(?<k>\w+)\s*(?#comment):\s*(?<v>.+?)\s*$ # trailing", "a : 1\n  key:value with space  \n:none", RegexOptions.Multiline | RegexOptions.IgnorePatternWhitespace);
        All(@"(?<open>\()[^()]*(?<close-open>\))", "f(a) g(b(c)) (d");
        All(@"^(?:[^()]|(?<o>\()|(?<-o>\)))*(?(o)(?!))$", "(a(b)c)(d)");
        All(@"(?(?=\d)\d{2}|\w{3})", "12abc3de45");
        All(@"(x)?(?(1)y|z)", "xy z xz y");
        All(@"(?>a*)ab|a+b", "aaab ab");
        All(@"\p{Lu}\p{Ll}+|\p{IsGreek}+|[\p{Nd}-[5-9]]+", "Hello ΑΒΓ αβγ 123456789 Ж Жи ٣٤");
        All(@"[a-z-[aeiou]]+", "programming language");
        All(@"\d+", "a1b22c333", RegexOptions.RightToLeft);
        All(@"(\w)(\w)(\w)", "abcdefgh", RegexOptions.RightToLeft);
        All(@"(a)(b)?", "ab a", RegexOptions.ExplicitCapture);
        All(@"(?n:(a)(?<q>b))", "ab");
        All(@"a.c", "a\nc abc a\rc", RegexOptions.Singleline);
        All(@"a.c", "a\nc abc a\rc");
        All(@"\w+", "naïve café 日本語 a_b", RegexOptions.ECMAScript);
        All(@"[^\W\d_]+", "naïve 1_a");
        All(@"\u0041\x42\cA?\t\e?\0?|\101", "AB\t A");
        All(@"I|ı|i", "IİıiK\u212A", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant);
        All(@"k+", "kK\u212Ak", RegexOptions.IgnoreCase);
        All(@"\Aab|ab\z|ab\Z|\Gab", "ababab\nab\n");
        All(@"(?s-i:.)+?X|q{2,4}?|w{3}|v{2,}", "ab\nX qqqqq wwww vvvvv v");
        All(@"", "ab");
        All(@"(?<n>a)|(?<n>b)", "ab");
        All(@"(?<2>a)(?<1>b)(c)(?<name>d)", "abcd");
        All(@"(cat|dog|catalog|do|cats?|cow)+", "catalogdogscowcats do");
        All(@"(?:https?|ftp)://(?<host>[^/\s:]+)(?::(?<port>\d+))?(?<path>/[^\s?#]*)?(?:\?(?<query>[^\s#]*))?", "see http://a.b.c:8080/x/y?z=1#f and ftp://h https://example.com/");
        All(@"[\w.+-]+@[\w-]+\.[\w.-]+", "mail bob.smith+tag@mail.example.co.uk, a@b.c; @no x@y");
        All(@"(\d{1,3})(?=(\d{3})+$)", "1234567");
        foreach (string bad in new[] { "(", "a)", "[a", "*a", "a{2,1}", @"\", "(?<a", "[b-a]", @"\p{Foo}", "(?<-x>a)", @"\k<y>", "(?(1)a|b|c)", "a**", @"\u12", "(?z)" })
            All(bad, "a");
        Replacements();
        Spans();
        Limits();
    }

    static void Replacements()
    {
        foreach (var engine in Engines)
        {
            Console.WriteLine(Regex.Replace("2024-03-05 and 2023-12-31", @"(?<y>\d+)-(?<m>\d+)-(?<d>\d+)", "${d}/$2/${y}|$0|$&|$$|$9|$`".Replace("$`", ""), engine));
            Console.WriteLine(Regex.Replace("abc", "b", "[$`|$'|$_|$+]", engine));
            Console.WriteLine(new Regex(@"\w+", engine).Replace("one two three four", m => m.Value.ToUpper() + m.Index, 2, 4));
            Console.WriteLine(string.Join("|", new Regex(@"\s*[,;]\s*", engine).Split("a , b;c ;;d")));
            Console.WriteLine(string.Join("|", new Regex(@"(-)|(\+)", engine).Split("1-2+3-4", 3)));
            Console.WriteLine(new Regex("a", engine).Count("banana") + " " + new Regex("an", engine).IsMatch("banana", 4));
            var m = new Regex(@"(\w)(\d)?", engine).Match("a1b");
            while (m.Success) { Console.Write(m.Result("<$1:$2>") + " "); m = m.NextMatch(); }
            Console.WriteLine();
        }
        var r = new Regex(@"(?<first>\w)(\d)(?<last>z)");
        Console.WriteLine(string.Join(",", r.GetGroupNames()) + " " + string.Join(",", r.GetGroupNumbers()) + " " + r.GroupNumberFromName("last") + " " + r.GroupNameFromNumber(1) + " " + r.Options + " " + r);
        Console.WriteLine(Regex.Escape("a.b*c[d] #e\n") + " " + Regex.Unescape(@"\t\x41\.\u0042"));
    }

    static void Spans()
    {
        foreach (var engine in Engines)
        {
            var r = new Regex(@"\b\w{4}\b", engine);
            foreach (ValueMatch m in r.EnumerateMatches("this is some text with four char word".AsSpan())) Console.Write($"{m.Index}+{m.Length} ");
            foreach (Range x in new Regex(@",\s*", engine).EnumerateSplits("a, b,c,   d")) Console.Write(x + " ");
            Console.WriteLine(r.IsMatch("abcd") + " " + r.Count("abcd efgh".AsSpan()));
        }
    }

    static void Limits()
    {
        foreach (var engine in new[] { RegexOptions.None, RegexOptions.Compiled })
        {
            try { new Regex("^(a+)+$", engine, TimeSpan.FromMilliseconds(60)).IsMatch(new string('a', 40) + "!"); Console.WriteLine("matched"); }
            catch (RegexMatchTimeoutException e) { Console.WriteLine($"timeout {e.Pattern} {e.Input.Length} {e.MatchTimeout.TotalMilliseconds}"); }
        }
        Console.WriteLine(new Regex("^(a+)+$", RegexOptions.NonBacktracking).IsMatch(new string('a', 5000) + "!"));
        var sb = new StringBuilder();
        for (int i = 0; i < 400; i++) sb.Append($"item{i}: value {i * i % 97}; ");
        foreach (var engine in Engines)
        {
            long sum = 0; int count = 0;
            foreach (Match m in new Regex(@"item(?<i>\d+): value (?<v>\d+)", engine).Matches(sb.ToString())) { sum += int.Parse(m.Groups["v"].ValueSpan); count += m.Groups["i"].Length; }
            Console.WriteLine(sum + " " + count);
        }
        // many alternations and sets: search values, tries, jump tables in the compiled code
        string words = string.Join("|", Enumerable.Range(0, 60).Select(i => "w" + (i * 7919 % 1000)));
        foreach (var engine in Engines)
            Console.WriteLine(new Regex($@"\b(?:{words})\b", engine).Count(string.Join(" ", Enumerable.Range(0, 1000).Select(i => "w" + i))) + " " + new Regex("[aeiouxyz0-9]{2,3}", engine | RegexOptions.IgnoreCase).Count(sb.ToString()));
    }
}
