// options: icu
// rows: N5-082 N5-090 N5-091 N5-196 N5-236
// Text under a culture's rules, by the library ICU.
using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

string[] names = ["", "en-US", "de-DE", "tr-TR", "sv-SE"];
foreach (string name in names)
{
    CultureInfo culture = CultureInfo.CurrentCulture = new CultureInfo(name);
    Console.WriteLine($"[{name}] starts: {"Straße".StartsWith("STRASSE", true, culture)} {"e\u0301cole".StartsWith("é")} {"hello world".StartsWith("hello")} {"co-op".StartsWith("coop")} {"abc".StartsWith("")}");
    Console.WriteLine($"ends: {"caf\u00E9".EndsWith("e\u0301")} {"hello world".EndsWith("world")} {"INFILE".EndsWith("file", true, culture)} {"a\0".EndsWith("a")}");
    Console.WriteLine($"order: {string.Join(" ", new[] { "z", "ö", "o", "Ä", "a", "å", "i", "I", "ı" }.Order(StringComparer.CurrentCulture))} {Math.Sign(string.Compare("i", "I", true))} {Math.Sign(string.Compare("a", "B"))}");
    Console.WriteLine($"cases: {"iıIİ".ToUpper()} {"iıIİ".ToLower()} {culture.CompareInfo.IndexOf("xÉy", "é", CompareOptions.IgnoreCase)} {1234.5.ToString("N1")}");
    foreach (RegexOptions options in (RegexOptions[])[RegexOptions.None, RegexOptions.Compiled, RegexOptions.CultureInvariant])
    {
        var regex = new Regex(@"hello.*world|\bFILE\b|ß", options | RegexOptions.IgnoreCase);
        Console.WriteLine($"regex: {regex.IsMatch("abcdHELLO" + new string('a', 128) + "WORLD123")} {regex.IsMatch("a file")} {regex.IsMatch("a fıle")} {regex.IsMatch("a fİle")} {regex.IsMatch("ẞ")} {regex.Matches("Hello World, fIlE").Count}");
    }
}

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
foreach (string text in (string[])["plain", "e\u0301", "\u00E9", "ﬁ①", "\u1E9B\u0323", "각", new string('é', 600)])
{
    foreach (NormalizationForm form in Enum.GetValues<NormalizationForm>())
    {
        string normal = text.Normalize(form);
        Console.Write($"{form} {normal.Length} {normal.Aggregate(0, (sum, c) => unchecked(sum * 31 + c)):X} {text.IsNormalized(form)}, ");
    }
    Console.WriteLine();
}
try
{
    "\uD800".Normalize();
}
catch (ArgumentException e)
{
    Console.WriteLine(e.GetType().Name);
}
