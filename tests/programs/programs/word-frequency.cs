// stdin: the cat sat on the mat; The dog sat on the log. A cat and a dog, ON a mat!\nthe end
using System.Text;
using System.Text.RegularExpressions;

string text = Console.In.ReadToEnd();
var counts = new SortedDictionary<string, int>(StringComparer.Ordinal);
foreach (Match m in Regex.Matches(text.ToLowerInvariant(), "[a-z]+"))
    counts[m.Value] = counts.GetValueOrDefault(m.Value) + 1;
var sb = new StringBuilder();
foreach (var (word, n) in counts.OrderByDescending(p => p.Value).ThenBy(p => p.Key, StringComparer.Ordinal))
    sb.AppendLine($"{word,-6}{new string('*', n)} {n * 100.0 / counts.Values.Sum():F1}%");
Console.Write(sb);
Console.WriteLine(counts.Keys.GroupBy(k => k.Length).Select(g => $"{g.Key}:{g.Count()}").Aggregate((a, b) => a + " " + b));
