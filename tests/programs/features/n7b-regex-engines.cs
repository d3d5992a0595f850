// rows: N7b-132 N7b-133 N7b-134 N7b-135 N7b-136 N7b-137 N7b-138 N7b-139 N7b-140 N7b-167
// The engines of regular expressions against each other: interpreted, compiled, and by automata, which never backtracks.
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.RegularExpressions;

static class Program
{
    static readonly RegexOptions[] engines = [RegexOptions.None, RegexOptions.Compiled, RegexOptions.NonBacktracking];

    static void Main()
    {
        Derivatives();
        Alphabets();
        Captures();
        Refused();
        Linear();
        ManyStates();
        Generated();
        var small = new Thread(Deep, 256 * 1024);
        small.Start();
        small.Join();
        Guards();
    }

    static string Matches(Regex regex, string text) =>
        string.Join(" ", regex.Matches(text).Select(match => $"{match.Index}+{match.Length}{string.Concat(match.Groups.Values.Skip(1).Select(group => $"({group.Value})"))}"));

    static void Same(string pattern, RegexOptions options, params string[] texts)
    {
        foreach (string text in texts)
        {
            string[] found = [.. engines.Select(engine => Matches(new Regex(pattern, options | engine), text))];
            bool[] any = [.. engines.Select(engine => new Regex(pattern, options | engine).IsMatch(text))];
            Console.WriteLine($"{pattern}: {found[0]}{(found.Distinct().Count() == 1 ? "" : " but " + string.Join(" | ", found[1..]))} {(any.Distinct().Count() == 1 ? any[0] : "differ")}");
        }
    }

    static void Derivatives()
    {
        Same(".*(the|he)", RegexOptions.None, "the", "then he", "hthehe", "t\nhe", "", "ttttthhhee");
        Same("a{2,4}?b|a*c|(?:ab|ba){2,3}", RegexOptions.None, "aaab aac abba baabab", "c", "aaaaab");
        Same(@"^\s*\w+\b$|\Bx\B|\Az|y\Z", RegexOptions.Multiline, "one\n  two\r\naxbz\ny\n", "z", "xx");
        Same("", RegexOptions.None, "ab");
        Same("(?:a|aa)(?:b|ab)??c?", RegexOptions.None, "aabc aab ac");
    }

    /// Classes of letters on both sides of 0x7F, and those that differ in case only.
    static void Alphabets()
    {
        Same(@"[α-ω]+|\p{Lu}+|[^\x00-\u07FF]", RegexOptions.None, "abc ΑΒΓ αβγ 日本 ÀÉ \uFFFF");
        Same("k+|straße|[à-é]", RegexOptions.IgnoreCase, "KkK\u212A STRASSE Straße ÀÉ çÇ");
        Same(@"\w+[-\s]\d+", RegexOptions.None, "naïve-12 ж 3 \u0660-\u0661 a-b");
    }

    static void Captures()
    {
        Same("(a)(?<name>b)?(c(d))*", RegexOptions.None, "abcdcd a acd");
        Same(@"(\d+)-(?:(\w)|(\s))+", RegexOptions.None, "12-ab c 3-");
        foreach (RegexOptions engine in engines)
        {
            Match match = new Regex("(?:(a)|(b))+", engine).Match("aba");
            Console.WriteLine($"{engine}: {string.Join(",", match.Groups.Values.Select(group => string.Join("/", group.Captures.Select(capture => capture.Value + capture.Index))))}");
        }
    }

    static void Refused()
    {
        foreach (string pattern in (string[])[@"(a)\1", "(?=a)", "(?<!a)", "(?>a)", "(?(a)b|c)", "(?(1)b)(c)", @"\Ga", "(?<a-b>c)(?<b>d)", "a{1000,2000}b{1000}"])
        {
            try
            {
                Console.Write(new Regex(pattern, RegexOptions.NonBacktracking).IsMatch("a") + " ");
            }
            catch (Exception e)
            {
                Console.Write(e.GetType().Name + " ");
            }
        }
        Console.WriteLine();
        try
        {
            _ = new Regex("a", RegexOptions.NonBacktracking | RegexOptions.RightToLeft);
        }
        catch (ArgumentException e)
        {
            Console.WriteLine(e.ParamName);
        }
    }

    /// What backtracks without end elsewhere.
    static void Linear()
    {
        string text = new string('a', 20_000) + "!";
        Console.WriteLine(new Regex("^(a+)+$", RegexOptions.NonBacktracking).IsMatch(text) + " " + new Regex("^(?:a|a?)+b", RegexOptions.NonBacktracking).IsMatch(text));
        foreach (RegexOptions engine in engines[..2])
        {
            try
            {
                new Regex("^(?:a|aa)+$", engine, TimeSpan.FromMilliseconds(20)).IsMatch(text);
                Console.WriteLine("ended");
            }
            catch (RegexMatchTimeoutException e)
            {
                Console.WriteLine($"{engine} gave up after {e.MatchTimeout.TotalMilliseconds} ms");
            }
        }
    }

    /// So many states that the automaton gives up remembering each and goes on with sets of them; and as often as wanted.
    static void ManyStates()
    {
        var regex = new Regex("(?:a|b)*a(?:a|b){16}c", RegexOptions.NonBacktracking);
        var random = new Random(139);
        string text = string.Concat(Enumerable.Range(0, 10_600).Select(_ => "ab"[random.Next(2)])) + "a" + new string('b', 16) + "c";
        Match match = regex.Match(text);
        Console.WriteLine($"{match.Success} {match.Index} {match.Length} {regex.IsMatch(text[..^1])} {regex.Count(text)}");
    }

    static void Generated()
    {
        int differing = 0;
        var random = new Random(132);
        string[] atoms = ["a", "b", ".", "[ab]", "[^a]", "c?", "(?:a|b)", "a*", "b+?", "(?:ab|c){1,2}", "\\b"];
        for (int round = 0; round < 150; round++)
        {
            string pattern = string.Concat(Enumerable.Range(0, random.Next(1, 5)).Select(_ => atoms[random.Next(atoms.Length)]));
            Regex interpreted = new(pattern), automaton = new(pattern, RegexOptions.NonBacktracking), compiled = new(pattern, round % 5 == 0 ? RegexOptions.Compiled : RegexOptions.None);
            for (int k = 0; k < 5; k++)
            {
                string text = string.Concat(Enumerable.Range(0, random.Next(12)).Select(_ => "abc "[random.Next(4)]));
                string expected = Matches(interpreted, text);
                differing += Matches(automaton, text) == expected && Matches(compiled, text) == expected ? 0 : 1;
            }
        }
        Console.WriteLine("differing " + differing);
    }

    /// Patterns nested so deep that their reading and building goes on in other threads.
    static void Deep()
    {
        foreach (int depth in (int[])[500, 1500])
        {
            string groups = new string('(', depth) + "a" + new string(')', depth);
            string alternations = string.Concat(Enumerable.Repeat("(?:a|b", depth)) + new string(')', depth);
            Console.WriteLine($"{depth}: {new Regex(groups).Match("ba").Index} {new Regex(alternations).Match("c" + new string('a', depth)).Length}");
        }
        string loops = string.Concat(Enumerable.Repeat("(?:", 1000)) + "a" + string.Concat(Enumerable.Repeat("b?)", 1000));
        Console.WriteLine($"{new Regex(loops).Match("xabbb").Length} {new Regex(loops, RegexOptions.Compiled).Match("xabbb").Length}");
    }

    static int Depth(int depth) => RuntimeHelpers.TryEnsureSufficientExecutionStack() ? 1 + Depth(depth + 1) : 0;

    static int Throwing(int depth)
    {
        RuntimeHelpers.EnsureSufficientExecutionStack();
        return 1 + Throwing(depth + 1);
    }

    /// On threads of each size the guard speaks before the stack ends, and a fresh thread can still be started there.
    static void Guards()
    {
        foreach (int size in (int[])[256 * 1024, 1536 * 1024, 8 * 1024 * 1024])
        {
            bool deep = false;
            string thrown = "nothing", other = "";
            var thread = new Thread(() =>
            {
                deep = Depth(0) > 100;
                try
                {
                    Throwing(0);
                }
                catch (InsufficientExecutionStackException e)
                {
                    thrown = e.GetType().Name;
                }
                other = AtTheEnd();
            }, size);
            thread.Start();
            thread.Join();
            Console.WriteLine($"{size / 1024} KB: {deep} {thrown} {other}");
        }

        static string AtTheEnd() => RuntimeHelpers.TryEnsureSufficientExecutionStack() ? AtTheEnd() + "" : Task.Factory.StartNew(() => "another thread", TaskCreationOptions.LongRunning).Result;
    }
}
