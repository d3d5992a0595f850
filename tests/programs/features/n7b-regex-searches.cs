// rows: N7b-149 N7b-150 N7b-151 N7b-152 N7b-153 N7b-154 N7b-155 N7b-156 N7b-157 N7b-158 N7b-159 N7b-160 N7b-161
// rows: N7b-162 N7b-163 N7b-164 N7b-166 N7b-169 N7b-171 N7b-175 N7b-177
// How a match's beginning is searched, loops that give back what they took, and patterns that are rewritten: interpreted and compiled find the same.
using System.Text;
using System.Text.RegularExpressions;

static class Program
{
    static readonly string text = Text();

    static string Text()
    {
        var random = new Random(149);
        string[] words = ["looking", "feeling", "elementary", "Elementary", "ELEMENTARY", "x", "http://a.b/c?d=1#e", "axy", "bxz", "abc", "def", "stephen", "K\u212Ak", "ing", "1234", "a-b_c", "été", "()[]"];
        return string.Concat(Enumerable.Range(0, 300).Select(_ => words[random.Next(words.Length)] + " .,\n\t"[random.Next(5)]));
    }

    static void Find(string pattern, RegexOptions options = RegexOptions.None)
    {
        string first = Described(new Regex(pattern, options));
        string compiled = Described(new Regex(pattern, options | RegexOptions.Compiled));
        Console.WriteLine($"{pattern} {options}: {first}{(first == compiled ? "" : " but compiled " + compiled)}");
    }

    /// How many matches there are, and a sum over where they lie and what they and their groups captured.
    static string Described(Regex regex)
    {
        uint sum = 0;
        int count = 0;
        foreach (string subject in (string[])[text, "", "abc", text[^40..]])
        {
            foreach (Match match in regex.Matches(subject))
            {
                count++;
                foreach (Group group in match.Groups)
                {
                    foreach (Capture capture in group.Captures)
                        sum = sum * 31 + (uint)(capture.Index * 7 + capture.Length);
                }
            }
            sum += regex.IsMatch(subject) ? 1u : 0;
        }
        return $"{count} {sum}";
    }

    static void Main()
    {
        // Where a match may begin: strings, sets at an offset, anchors at both ends, a literal behind a loop or at a distance.
        Find(@"\belementary\b");
        Find(@"\belementary\b", RegexOptions.IgnoreCase);
        Find("[Ee]lem[ae]ntary");
        Find("k", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant);
        Find("é", RegexOptions.IgnoreCase);
        Find(@"[\w]+://[^/\s?#]+[^\s?#]+(?:\?[^\s#]*)?(?:#[^\s]*)?");
        Find("^abc|^def");
        Find("^abc|^def", RegexOptions.Multiline);
        Find(@"\Aabc|\Glooking");
        Find(@"abc$|.{3}\z|\w{2}\Z");
        Find("looking|feeling");
        Find("..ntary");
        Find("[lf](?:oo|ee)[kl]ing");
        Find("(?:a|b)x[yz]|def|1");
        Find("[^a-z ]{2}");
        Find(@"(?=def)\w|(?<=\.)x");
        // Loops, greedy and lazy, and what they give back.
        Find("^.*elementary.*$", RegexOptions.Multiline);
        Find(".*stephen");
        Find(".*?ing", RegexOptions.Singleline);
        Find(@"\w*ing\b");
        Find(@"\w*?e\w*?y");
        Find("[^\n]*abc|[^,]*?,");
        Find(".*abc.*def");
        Find("(?:.*,)?x");
        Find(@"(\w+) \1|(\w)\2");
        Find(@"(a|ab|abc)*?c|(e)(?(2)l|e)");
        Find(@"(?<=(\w)o)o|(?<!\w)\d+(?!\d)");
        Find(@"\w+\s", RegexOptions.RightToLeft);
        Find(".*e|[a-f]+?", RegexOptions.RightToLeft);
        // Rewritten: loops made atomic, nothing and empty removed, prefixes of alternatives taken out.
        Find("a*?b");
        Find("(?>a*)b");
        Find(@"a+b+\s+\w*\b");
        Find("abc(?!)def");
        Find("(?:abc(?!)|)x|(?:)def");
        Find("axy|axz|bxy|bxz");
        Find("(?:looking|looked|lo|look)\\b");
        Find("(?>ab|abc|abcd)d|(?>x|axy)");
        Find("(?:a|b|c|d|[ef]|abc)+");
        // Sets: anything, subtractions, those without and with a table, those of other cases.
        Find(@"([\s\S]*)");
        Find(@"[\d\D][\w\W]");
        Find("[a-z-[aeiou]]+");
        Find(@"[\w-[\d_]]{3,}|[^\x00-\x7F-[é]]");
        Find(@"[\p{L}-[\p{IsBasicLatin}]]+");
        Find(@"[13579bdfhj\[\]]+");
        Find(@"[^\s\d,a-f]+");
        Find("[aabbcA-Cx]|[b-db-c]{2}");
        Cases();
        Classes();
        Console.WriteLine(new Regex(@"([\s\S]*)", RegexOptions.Compiled).Match(new string('a', 1_000_000)).Length);
        Console.WriteLine(new Regex(".*stephen", RegexOptions.Compiled).IsMatch(new string('b', 1_000_000)));
        Console.WriteLine(new Regex("^abc|^def", RegexOptions.Compiled).IsMatch(new string('b', 1_000_000) + "abc"));
    }

    /// The letters that have another case, by what each matches in any case.
    static void Cases()
    {
        int letters = 0, sum = 0;
        for (int c = 0; c <= char.MaxValue; c++)
        {
            if (!char.IsLetter((char)c) || c % 3 != 0 && c > 0x250)
                continue; // a third of those that have no common script
            var regex = new Regex(Regex.Escape(((char)c).ToString()), RegexOptions.IgnoreCase | RegexOptions.CultureInvariant);
            char upper = char.ToUpperInvariant((char)c), lower = char.ToLowerInvariant((char)c);
            int found = (regex.IsMatch(upper.ToString()) ? 1 : 0) + (regex.IsMatch(lower.ToString()) ? 2 : 0) + (regex.IsMatch("k") ? 4 : 0);
            letters++;
            sum = unchecked(sum * 31 + found);
            if (c > 0x600)
                c += 50;
        }
        Console.WriteLine($"cases of {letters} letters: {sum}");
    }

    /// Each class over all characters, in both engines.
    static void Classes()
    {
        string all = string.Concat(Enumerable.Range(0, 0x3000).Select(c => (char)c));
        foreach (string set in (string[])[@"\w", @"\d", @"\s", @"\W", ".", "[a-fA-F0-9]", @"[^\w]", @"\p{Lu}", @"\P{L}", @"[\p{IsGreek}x]", "[a-z-[m-p]]", @"[\w-[a-zé]]", "[aeiouAEIOU]", "[\u0100-\u01FF_]", @"[\s\S]", @"[^\d\D]"])
        {
            int interpreted = new Regex(set, RegexOptions.None).Count(all), compiled = new Regex(set, RegexOptions.Compiled).Count(all);
            int anyCase = new Regex(set, RegexOptions.IgnoreCase | RegexOptions.Compiled).Count(all);
            Console.Write($"{set} {interpreted}{(compiled == interpreted ? "" : "/" + compiled)} {anyCase}; ");
        }
        Console.WriteLine();
    }
}
