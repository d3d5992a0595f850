// include: row.part
// include: ../told.part
// include: bench.part
// include: texts.part
// options: generators
// Regular expressions in part 2 of the .NET 7 inventory.
using System.Text.RegularExpressions;
using BenchmarkDotNet.Attributes;

namespace N7b.RegularExpressions;

public class Compiled
{
    static readonly string story = Texts.Story;
    readonly string letters = new('a', 1_000_000);
    readonly Regex word = new(@"\belementary\b", RegexOptions.Compiled);
    readonly Regex wordInAnyCase = new(@"\belementary\b", RegexOptions.Compiled | RegexOptions.IgnoreCase);
    readonly Regex address = new(@"[\w]+://[^/\s?#]+[^\s?#]+(?:\?[^\s#]*)?(?:#[^\s]*)?", RegexOptions.Compiled);
    readonly Regex atBeginning = new("^abc|^def", RegexOptions.Compiled);
    readonly Regex sameEnd = new("looking|feeling", RegexOptions.Compiled);
    readonly Regex wholeLine = new("^.*elementary.*$", RegexOptions.Compiled | RegexOptions.Multiline);
    readonly Regex absentWord = new(".*stephen", RegexOptions.Compiled);
    readonly Regex anything = new(@"([\s\S]*)", RegexOptions.Compiled);

    [Benchmark, Row("B7b-55", "N7b-151")]
    public int CountWord() => word.Matches(story).Count;

    [Benchmark, Row("B7b-56", "N7b-152")]
    public int CountWordInAnyCase() => wordInAnyCase.Matches(story).Count;

    [Benchmark, Row("B7b-57", "N7b-155")]
    public bool IsMatchOfAddress() => address.IsMatch(story);

    [Benchmark, Row("B7b-58", "N7b-156")]
    public bool IsMatchAtBeginning() => atBeginning.IsMatch(story);

    [Benchmark, Row("B7b-59", "N7b-159")]
    public int CountSameEnd() => sameEnd.Matches(story).Count;

    [Benchmark, Row("B7b-60", "N7b-160")]
    public int CountWholeLines() => wholeLine.Matches(story).Count;

    [Benchmark, Row("B7b-61", "N7b-161")]
    public int CountAbsentWord() => absentWord.Matches(story).Count;

    [Benchmark, Row("B7b-62", "N7b-175")]
    public int MatchAnything() => anything.Match(letters).Length;
}

public partial class Generated
{
    readonly string letters = new string('a', 1000) + "b", story = Texts.Story[..10_000] + " hello";
    readonly string sample = "7x !_.5zQm9cD0éÉω", otherSample = "7x !_.5zQm9cD0éÉo";

    [GeneratedRegex("a*?b")]
    private static partial Regex Lazy { get; }

    [GeneratedRegex("abc(?!)def")]
    private static partial Regex Never { get; }

    [GeneratedRegex("hello")]
    private static partial Regex Literal { get; }

    [GeneratedRegex(@"\d\D\s\S\w\W[0-9][a-z][A-Z][a-zA-Z][a-zA-Z0-9][0-9a-f][0-9A-F][0-9a-fA-F]\p{L}\p{Lu}\p{IsGreek}")]
    private static partial Regex Classes { get; }

    [Benchmark, Row("B7b-63", "N7b-162", "N7b-168")]
    public int LazyLoop() => Lazy.Match(letters).Length;

    [Benchmark, Row("B7b-63", "N7b-163", "N7b-168")]
    public bool NeverMatches() => Never.IsMatch(story);

    [Benchmark, Row("B7b-63", "N7b-168", "N7b-172")]
    public int FindLiteral() => Literal.Match(story).Index;

    [Benchmark, Row("B7b-63", "N7b-168", "N7b-176")]
    public bool ManyClasses() => Classes.IsMatch(sample) && !Classes.IsMatch(otherSample);
}
