// include: row.part
// include: ../told.part
// include: bench.part
// Regular expressions of the .NET 5 inventory. The texts are made here, of words in a fixed random order, in the place of downloads.
using System.Text;
using System.Text.RegularExpressions;
using BenchmarkDotNet.Attributes;

namespace N5.RegularExpressions;

static class Texts
{
    static readonly string[] Words =
        ["the", "night", "and", "love", "lovely", "sweet", "sorrow", "is", "such", "parting", "light", "window", "a", "rose", "by", "name", "that", "doth"];

    /// Lines like those of a play; one word in eighteen is "love".
    public static string Play(int lines)
    {
        var random = new Random(42);
        var text = new StringBuilder();
        for (int i = 0; i < lines; i++)
        {
            int words = random.Next(0, 12);
            for (int w = 0; w < words; w++)
                text.Append(w == 0 ? "" : " ").Append(Words[random.Next(Words.Length)]);
            text.Append('\n');
        }
        return text.ToString();
    }

    /// Words among which addresses of all three kinds stand, about one in a hundred words each.
    public static string Mixed(int words)
    {
        var random = new Random(42);
        var text = new StringBuilder();
        for (int i = 0; i < words; i++)
        {
            string word = Words[random.Next(Words.Length)];
            text.Append(random.Next(100) switch
            {
                0 => $"{word}.{i}@{Words[random.Next(Words.Length)]}.example.org",
                1 => $"https://{word}.example.org/{i}/{word}?q={i}#{word}",
                2 => $"{random.Next(300)}.{random.Next(300)}.{random.Next(300)}.{random.Next(300)}",
                _ => word,
            });
            text.Append(random.Next(12) == 0 ? ".\n" : " ");
        }
        return text.ToString();
    }
}

public class LinesWithLove
{
    string input = "";
    Regex regex = new("");

    [Params(RegexOptions.None, RegexOptions.Compiled)] public RegexOptions Options { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        input = Texts.Play(5000);
        regex = new Regex(@"^.*\blove\b.*$", RegexOptions.Multiline | Options);
    }

    [Benchmark, Row("B5-24", "N5-088", "N5-089", "N5-093")]
    public int Count() => regex.Matches(input).Count;
}

public class IgnoringCase
{
    readonly Regex words = new("hello.*world", RegexOptions.Compiled | RegexOptions.IgnoreCase);
    readonly Regex sentence = new(@"Hello, \w+.", RegexOptions.Compiled | RegexOptions.IgnoreCase);
    readonly string input = "abcdHELLO" + new string('a', 128) + "WORLD123";

    [Benchmark, Row("B5-25", "N5-090", "N5-093")]
    public bool IsMatch1() => words.IsMatch(input);

    [Benchmark, Row("B5-26", "N5-091", "N5-093")]
    public bool IsMatch2() => sentence.IsMatch("This is a test to see how well this does.  Hello, world.");
}

public class AtomicLoops
{
    readonly Regex email = new(@"[\w\.+-]+@[\w\.-]+\.[\w\.-]+", RegexOptions.Compiled);
    readonly Regex uri = new(@"[\w]+://[^/\s?#]+[^\s?#]+(?:\?[^\s#]*)?(?:#[^\s]*)?", RegexOptions.Compiled);
    readonly Regex ip = new(@"(?:(?:25[0-5]|2[0-4][0-9]|[01]?[0-9][0-9])\.){3}(?:25[0-5]|2[0-4][0-9]|[01]?[0-9][0-9])", RegexOptions.Compiled);
    string input = "";

    // About 300 KB; the file of the suite that these patterns come from has 6 MB.
    [GlobalSetup]
    public void Setup() => input = Texts.Mixed(60_000);

    [Benchmark, Row("B5-27", "N5-092", "N5-093")]
    public int Email() => email.Matches(input).Count;

    [Benchmark, Row("B5-27", "N5-092", "N5-093")]
    public int Uri() => uri.Matches(input).Count;

    [Benchmark, Row("B5-27", "N5-092", "N5-093")]
    public int Ip() => ip.Matches(input).Count;
}
