// Long searches, so that vectorised paths of the library run over several blocks and tails.
string text = string.Concat(Enumerable.Range(0, 500).Select(i => (char)('a' + i * 7 % 26)));
for (int length = 1; length < 70; length += 7)
{
    string part = text.Substring(131, length);
    Console.Write(text.IndexOf(part, StringComparison.Ordinal) + " " + text.LastIndexOf(part, StringComparison.Ordinal) + " ");
}
Console.WriteLine();
for (int i = 0; i < 70; i += 3)
{
    var chars = new char[i + 1];
    Array.Fill(chars, 'x');
    chars[i] = 'y';
    byte[] bytes = new byte[i + 1];
    bytes[i] = 200;
    int[] ints = new int[i + 1];
    ints[i] = -5;
    Console.Write($"{Array.IndexOf(chars, 'y')} {Array.IndexOf(bytes, (byte)200)} {ints.AsSpan().IndexOf(-5)} {chars.AsSpan().IndexOfAnyExcept('x')} {new string(chars).IndexOf("xy", StringComparison.Ordinal)} ");
}
Console.WriteLine();
string upper = text.ToUpperInvariant();
Console.WriteLine(upper.ToLowerInvariant() == text);
Console.WriteLine(string.Equals(upper, text, StringComparison.OrdinalIgnoreCase));
Console.WriteLine(text.Replace('a', 'A').Count(c => c == 'A') + text.Split('z').Length);
byte[] data = new byte[1000];
for (int i = 0; i < data.Length; i++)
    data[i] = (byte)(i * 31);
byte[] copy = (byte[])data.Clone();
Console.WriteLine(data.AsSpan().SequenceEqual(copy));
copy[777]++;
Console.WriteLine(data.AsSpan().SequenceEqual(copy) + " " + data.AsSpan().CommonPrefixLength(copy) + " " + data.AsSpan().SequenceCompareTo(copy));
Console.WriteLine(Convert.ToHexString(data.AsSpan(0, 40)) + Convert.ToBase64String(data.AsSpan(100, 50)));
Console.WriteLine(Convert.FromBase64String(Convert.ToBase64String(data)).AsSpan().SequenceEqual(data));
Console.WriteLine(System.Text.Ascii.IsValid(text) + " " + System.Text.Ascii.IsValid(data));
data.AsSpan().Reverse();
Console.WriteLine(data[0] + " " + data[999] + " " + data.Max() + " " + data.Select(b => (int)b).Sum());
