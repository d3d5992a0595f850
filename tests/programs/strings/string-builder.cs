using System.Text;

var sb = new StringBuilder();
for (int i = 0; i < 100; i++)
    sb.Append(i).Append(',');
Console.WriteLine(sb.Length + " " + sb.ToString(0, 20));
sb.Insert(0, "start:").Replace(",", ";").Remove(10, 5);
Console.WriteLine(sb.ToString()[..40]);
sb.Clear().AppendLine("line").AppendFormat("{0:D3}-{1}", 7, "x").AppendJoin('/', 1, 2, 3).Append('c', 3).Append(1.5).Append(true).Append(null as string).Append(new[] { 'a', 'b' });
Console.WriteLine(sb);
sb[0] = 'L';
Console.WriteLine(sb[0] + " " + sb.Capacity / sb.Capacity);
sb.Length = 4;
Console.WriteLine(sb + "|" + sb.Equals(new StringBuilder("Line")));
int n = 5;
sb.Append($" interpolated {n:X2} {n,4}");
Console.WriteLine(sb);
var chunks = new StringBuilder();
for (int i = 0; i < 5000; i++)
    chunks.Append("chunk").Append(i);
int total = 0;
foreach (ReadOnlyMemory<char> c in chunks.GetChunks())
    total += c.Length;
Console.WriteLine(total == chunks.Length);
Console.WriteLine(chunks.ToString().Length);
using var writer = new StringWriter();
writer.WriteLine("written {0}", 5);
writer.Write('c');
Console.WriteLine(writer);
using var reader = new StringReader("a\nb\r\nc");
while (reader.ReadLine() is { } line)
    Console.Write(line + ";");
Console.WriteLine();
