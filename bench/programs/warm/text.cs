// include: ../told.part
// include: ../warm.part
using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;

record Item(int Id, string Name, double Price, string[] Tags);

static class Program
{
    static readonly string text = string.Join(' ', Enumerable.Range(0, 2000).Select(i => i % 7 == 0 ? $"mail{i}@host{i % 13}.org" : "word" + i * 7919 % 997));
    static readonly byte[] utf8 = Encoding.UTF8.GetBytes(text + "äöü€ " + text);
    static readonly Item[] items = Enumerable.Range(0, 100).Select(i => new Item(i, "item " + i, i * 1.25, ["a" + i, "b", "c"])).ToArray();
    static readonly string json = JsonSerializer.Serialize(items);
    static readonly Regex compiled = new(@"\b(\w+)@(\w+)\.org\b", RegexOptions.Compiled);
    static readonly Regex interpreted = new(@"\b(\w+)@(\w+)\.org\b");

    static long Builder()
    {
        var builder = new StringBuilder();
        for (int i = 0; i < 5000; i++)
            builder.Append("item ").Append(i).Append(',').Append(' ');
        return builder.ToString().Length;
    }

    static long BuilderChars()
    {
        var builder = new StringBuilder();
        for (int i = 0; i < 20_000; i++)
            builder.Append((char)('a' + i % 26));
        return builder.ToString().Length;
    }

    static long Interpolated()
    {
        long length = 0;
        for (int i = 0; i < 3000; i++)
            length += $"{i}: {i * 0.5:F2} of {"x"} at {i:X4}".Length;
        return length;
    }

    static long Numbers()
    {
        long sum = 0;
        for (int i = 0; i < 5000; i++)
            sum += int.Parse((i * 7919).ToString(CultureInfo.InvariantCulture), CultureInfo.InvariantCulture);
        return sum;
    }

    static long Doubles()
    {
        double sum = 0;
        for (int i = 0; i < 2000; i++)
            sum += double.Parse((i * 0.37).ToString(CultureInfo.InvariantCulture), CultureInfo.InvariantCulture);
        return (long)sum;
    }

    static long SplitAndJoin()
    {
        string[] words = text.Split(' ');
        return string.Join('-', words).Replace("word", "w").ToUpperInvariant().Length + words.Length;
    }

    static long Characters()
    {
        long letters = 0;
        foreach (char c in text)
        {
            if (char.IsLetter(c))
                letters++;
            else if (c == ' ')
                letters += 100;
        }
        return letters;
    }

    static long Search()
    {
        long sum = 0;
        int at = 0;
        while ((at = text.IndexOf("word9", at, StringComparison.Ordinal)) >= 0)
            sum += at++;
        return sum + text.IndexOfAny(['#', '%']) + (text.Contains("nowhere") ? 1 : 0);
    }

    static long Concatenation()
    {
        long length = 0;
        for (int i = 0; i < 5000; i++)
        {
            string name = "key" + i;
            length += (name + ":" + name.Substring(1)).Length;
        }
        return length;
    }

    static long Matches(Regex regex)
    {
        long sum = 0;
        foreach (Match match in regex.Matches(text))
            sum += match.Groups[1].Length + match.Index;
        return sum;
    }

    static long JsonOut() => JsonSerializer.Serialize(items).Length;

    static long JsonIn() => JsonSerializer.Deserialize<Item[]>(json)!.Length;

    static long JsonDocuments()
    {
        using JsonDocument document = JsonDocument.Parse(json);
        double sum = 0;
        foreach (JsonElement element in document.RootElement.EnumerateArray())
            sum += element.GetProperty("Price").GetDouble() + element.GetProperty("Name").GetString()!.Length;
        return (long)sum;
    }

    static long Utf8()
    {
        string decoded = Encoding.UTF8.GetString(utf8);
        return decoded.Length + Encoding.UTF8.GetBytes(decoded).Length;
    }

    static void Main() => Warm.Run(
        ("string-builder", Builder),
        ("string-builder-chars", BuilderChars),
        ("string-interpolation", Interpolated),
        ("string-concat", Concatenation),
        ("string-split-join", SplitAndJoin),
        ("string-characters", Characters),
        ("string-search", Search),
        ("parse-format-int", Numbers),
        ("parse-format-double", Doubles),
        ("regex-compiled", () => Matches(compiled)),
        ("regex-interpreted", () => Matches(interpreted)),
        ("json-serialize", JsonOut),
        ("json-deserialize", JsonIn),
        ("json-document", JsonDocuments),
        ("utf8", Utf8));
}
