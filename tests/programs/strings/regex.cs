using System.Text.RegularExpressions;

var date = new Regex(@"(?<y>\d{4})-(?<m>\d\d)-(?<d>\d\d)");
foreach (Match m in date.Matches("from 2024-01-15 to 2024-12-31, not 99-1-1"))
    Console.WriteLine($"{m.Value} at {m.Index}: {m.Groups["y"]}/{m.Groups["m"].Value} {m.Groups.Count}");
Console.WriteLine(Regex.Replace("hello world", @"\b(\w)(\w*)", m => m.Groups[1].Value.ToUpperInvariant() + m.Groups[2]));
Console.WriteLine(Regex.Replace("a1b22c333", @"\d+", "<$0>") + date.Replace("2024-01-15", "${d}.${m}.${y}"));
Console.WriteLine(string.Join("|", Regex.Split("one, two;three  four", @"[,;\s]+")));
Console.WriteLine(Regex.IsMatch("aaab", "^a{2,}b$") + " " + Regex.IsMatch("AAAB", "^a+b$", RegexOptions.IgnoreCase) + " " + Regex.IsMatch("x\ny", "^y$", RegexOptions.Multiline));
Console.WriteLine(Regex.Match("<<a><b>>", "<.+?>").Value + Regex.Match("<<a><b>>", "<.+>").Value + Regex.Match("foobar", "foo(?=bar)").Value + Regex.Match("price: 42", @"(?<=: )\d+").Value);
Console.WriteLine(Regex.Match("abcabc", @"(abc)\1").Success + " " + Regex.Match("aabb", @"^(?>a*)b*$").Success + Regex.Match("((a)(b))", @"\((?:[^()]|(?<o>\()|(?<-o>\)))*(?(o)(?!))\)").Value);
Console.WriteLine(Regex.Escape("a.b*c") + Regex.Unescape(@"\t").Length);
var compiled = new Regex(@"^[\w.+-]+@[\w-]+\.[\w.]+$", RegexOptions.Compiled);
foreach (string s in new[] { "user@example.org", "bad@", "a.b+c@d-e.co.uk" })
    Console.Write(compiled.IsMatch(s) + " ");
Console.WriteLine();
var nonBacktracking = new Regex("(a+)+$", RegexOptions.NonBacktracking);
Console.WriteLine(nonBacktracking.IsMatch(new string('a', 1000) + "b") + " " + nonBacktracking.Match("xxaaa").Value);
Console.WriteLine(Regex.Count("the cat the dog the end", @"\bthe\b") + " " + Regex.Match("ÄÖÜ äöü", @"\p{Ll}+").Value + Regex.Match("tel 555-1234", @"(\d{3})-(\d{4})").Groups[2]);
foreach (ValueMatch m in Regex.EnumerateMatches("a1b2c3", @"[a-z]\d"))
    Console.Write(m.Index + ":" + m.Length + " ");
Console.WriteLine();
try
{
    new Regex("(unclosed");
}
catch (RegexParseException e)
{
    Console.WriteLine(e.Message);
}
try
{
    Regex.IsMatch(new string('a', 40) + "!", "^(a+)+$", RegexOptions.None, TimeSpan.FromMilliseconds(20));
    Console.WriteLine("no timeout");
}
catch (RegexMatchTimeoutException)
{
    Console.WriteLine("timeout");
}
