// textstats FILE: reads a text of some megabytes and prints statistics about it as JSON.
//
// One reader task sends blocks of lines through a channel to several worker threads; each worker counts on its own, the
// counts are merged at the end. The output depends on the text alone, not on the order in which the workers finish.
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.RegularExpressions;
using System.Threading.Channels;

if (args.Length != 1)
{
    Console.Error.WriteLine("usage: textstats FILE");
    return 2;
}
var blocks = Channel.CreateBounded<string[]>(8);
var tallies = Enumerable.Range(0, 4).Select(_ => new Tally()).ToArray();
var workers = tallies.Select(tally => StartWorker(tally, blocks.Reader)).ToArray();
long characters = await ReadBlocks(args[0], blocks.Writer);
foreach (Thread worker in workers)
    worker.Join();
Tally total = tallies.Aggregate((a, b) => a.Merge(b));
await using (Stream output = Console.OpenStandardOutput())
    await JsonSerializer.SerializeAsync(output, Report.Of(total, characters), Report.Json);
Console.WriteLine();
return 0;

static async Task<long> ReadBlocks(string path, ChannelWriter<string[]> target)
{
    const int linesPerBlock = 512;
    await using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, 1 << 16, FileOptions.Asynchronous);
    using var reader = new StreamReader(file);
    var block = new List<string>(linesPerBlock);
    long characters = 0;
    while (await reader.ReadLineAsync() is { } line)
    {
        characters += line.Length + 1;
        block.Add(line);
        if (block.Count == linesPerBlock)
        {
            await target.WriteAsync(block.ToArray());
            block.Clear();
        }
    }
    await target.WriteAsync(block.ToArray());
    target.Complete();
    return characters;
}

static Thread StartWorker(Tally tally, ChannelReader<string[]> source)
{
    var thread = new Thread(() =>
    {
        while (source.WaitToReadAsync().AsTask().GetAwaiter().GetResult())
        {
            while (source.TryRead(out string[]? block))
            {
                foreach (string line in block)
                    tally.Count(line);
            }
        }
    });
    thread.Start();
    return thread;
}

/// What one worker has counted.
sealed class Tally
{
    static readonly Regex Markup = new("<(?<tag>[a-z]+)[^>]*>", RegexOptions.CultureInvariant);
    static readonly Regex Year = new(@"\b(?:19|20)\d\d\b", RegexOptions.CultureInvariant);
    static readonly Regex Reference = new("cref=\"(?<kind>[A-Z]):(?<name>[^\"(`]+)", RegexOptions.CultureInvariant);

    readonly Dictionary<string, int> words = new();
    readonly Dictionary<string, int> tags = new();
    readonly Dictionary<string, int> namespaces = new();
    readonly SortedDictionary<int, int> years = new();
    readonly int[] letters = new int[26];

    public int Lines { get; private set; }
    public string LongestLine { get; private set; } = "";
    public IReadOnlyDictionary<string, int> Words => words;
    public IReadOnlyDictionary<string, int> Tags => tags;
    public IReadOnlyDictionary<string, int> Namespaces => namespaces;
    public IReadOnlyDictionary<int, int> Years => years;
    public IReadOnlyList<int> Letters => letters;

    public void Count(string line)
    {
        Lines++;
        if (IsLonger(line, LongestLine))
            LongestLine = line;
        CountWords(line);
        foreach (Match match in Year.Matches(line))
            Add(years, int.Parse(match.ValueSpan), 1);
        if (!line.Contains('<'))
            return;
        foreach (Match match in Markup.Matches(line))
            Add(tags, match.Groups["tag"].Value, 1);
        foreach (Match match in Reference.Matches(line))
            Add(namespaces, match.Groups["kind"].Value + ":" + match.Groups["name"].Value.Split('.')[0], 1);
    }

    void CountWords(ReadOnlySpan<char> line)
    {
        var lookup = words.GetAlternateLookup<ReadOnlySpan<char>>();
        Span<char> lower = stackalloc char[32];
        int length = 0;
        for (int i = 0; i <= line.Length; i++)
        {
            char c = i < line.Length ? char.ToLowerInvariant(line[i]) : ' ';
            if (char.IsAsciiLetterLower(c))
                letters[c - 'a']++;
            if (char.IsLetter(c) && length < lower.Length)
            {
                lower[length++] = c;
            }
            else if (length > 0)
            {
                lookup.TryGetValue(lower[..length], out int count);
                lookup[lower[..length]] = count + 1;
                length = 0;
            }
        }
    }

    public Tally Merge(Tally other)
    {
        Lines += other.Lines;
        if (IsLonger(other.LongestLine, LongestLine))
            LongestLine = other.LongestLine;
        foreach (var (word, count) in other.words)
            Add(words, word, count);
        foreach (var (tag, count) in other.tags)
            Add(tags, tag, count);
        foreach (var (name, count) in other.namespaces)
            Add(namespaces, name, count);
        foreach (var (year, count) in other.years)
            Add(years, year, count);
        for (int i = 0; i < letters.Length; i++)
            letters[i] += other.letters[i];
        return this;
    }

    static void Add<TKey>(IDictionary<TKey, int> counts, TKey key, int count)
    {
        counts.TryGetValue(key, out int before);
        counts[key] = before + count;
    }

    static bool IsLonger(string a, string b) => a.Length > b.Length || a.Length == b.Length && string.CompareOrdinal(a, b) < 0;
}

record Counted(string Name, int Count, double Percent);

/// The statistics in the order in which they are printed.
sealed record Report(long Characters, int Lines, int Words, int DistinctWords, double AverageWordLength, double Entropy,
                     List<Counted> CommonWords, List<Counted> CommonLongWords, List<Counted> Tags, List<Counted> Namespaces,
                     Dictionary<string, int> Decades, SortedDictionary<int, int> WordLengths, string LetterOrder,
                     List<string> Palindromes, List<string> AnagramGroups, string LongestLineStart)
{
    public static readonly JsonSerializerOptions Json = new()
    {
        WriteIndented = true,
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        NumberHandling = JsonNumberHandling.Strict,
    };

    public static Report Of(Tally tally, long characters)
    {
        int total = tally.Words.Values.Sum();
        long lengths = tally.Words.Sum(pair => (long)pair.Key.Length * pair.Value);
        return new Report(characters, tally.Lines, total, tally.Words.Count, Math.Round((double)lengths / total, 4), EntropyOf(tally.Letters),
            Top(tally.Words, total, 15),
            Top(tally.Words.Where(pair => pair.Key.Length >= 10), total, 10),
            Top(tally.Tags, tally.Tags.Values.Sum(), 8),
            Top(tally.Namespaces, tally.Namespaces.Values.Sum(), 8),
            tally.Years.GroupBy(pair => pair.Key / 10 * 10).OrderBy(g => g.Key).ToDictionary(g => g.Key + "s", g => g.Sum(pair => pair.Value)),
            new SortedDictionary<int, int>(tally.Words.GroupBy(pair => pair.Key.Length).ToDictionary(g => g.Key, g => g.Sum(pair => pair.Value))),
            string.Concat(tally.Letters.Select((count, i) => (Letter: (char)('a' + i), count)).OrderByDescending(x => x.count).ThenBy(x => x.Letter).Select(x => x.Letter)),
            FindPalindromes(tally), FindAnagrams(tally),
            tally.LongestLine.Trim() is var line && line.Length > 80 ? line[..80] : tally.LongestLine.Trim());
    }

    static List<Counted> Top(IEnumerable<KeyValuePair<string, int>> counts, int total, int n) =>
        counts.OrderByDescending(pair => pair.Value).ThenBy(pair => pair.Key, StringComparer.Ordinal).Take(n)
            .Select(pair => new Counted(pair.Key, pair.Value, Math.Round(100.0 * pair.Value / Math.Max(total, 1), 3))).ToList();

    static List<string> FindPalindromes(Tally tally) =>
        (from word in tally.Words.Keys
         where word.Length >= 4 && word.Distinct().Count() > 1 && word.SequenceEqual(word.Reverse())
         orderby word.Length descending, word
         select word).Take(10).ToList();

    static List<string> FindAnagrams(Tally tally) =>
        tally.Words.Keys.Where(word => word.Length >= 5).GroupBy(word => string.Concat(word.Order()))
            .Where(group => group.Count() > 2).OrderByDescending(group => group.Key.Length).ThenBy(group => group.Key, StringComparer.Ordinal)
            .Take(8).Select(group => string.Join(' ', group.Order(StringComparer.Ordinal))).ToList();

    static double EntropyOf(IReadOnlyList<int> letters)
    {
        double total = letters.Sum();
        return Math.Round(-letters.Where(count => count > 0).Sum(count => count / total * Math.Log2(count / total)), 4);
    }
}
