using System.Text.Json;
using System.Text.RegularExpressions;

// A small command-line tool, as a start-up: reads options, counts the words of a text by a regular expression, prints the most frequent as JSON.
static class Program
{
    const string Text = "the quick brown fox jumps over the lazy dog while the other dog sleeps and the fox runs over the hill to the other side";

    static int Main(string[] arguments)
    {
        var options = new Dictionary<string, string> { ["count"] = "5", ["text"] = Text };
        foreach (string[] pair in arguments.Select(argument => argument.TrimStart('-').Split('=', 2)))
            options[pair[0]] = pair.Length > 1 ? pair[1] : "";
        var words = Regex.Matches(options["text"], @"\w+").GroupBy(match => match.Value.ToUpperInvariant())
            .Select(group => new Count(group.Key, group.Count())).OrderByDescending(word => word.Times).ThenBy(word => word.Word, StringComparer.Ordinal);
        Console.WriteLine(JsonSerializer.Serialize(words.Take(int.Parse(options["count"]))));
        return 0;
    }

    record Count(string Word, int Times);
}
