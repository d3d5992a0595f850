using System.Text;

string s = "Aé€👋\u0000z";
foreach (Encoding e in new Encoding[] { Encoding.UTF8, Encoding.Unicode, Encoding.BigEndianUnicode, Encoding.UTF32, Encoding.ASCII, Encoding.Latin1 })
{
    byte[] b = e.GetBytes(s);
    Console.WriteLine($"{e.WebName} {b.Length} {Convert.ToHexString(b)} {e.GetString(b) == s} {e.GetByteCount(s)} {e.GetMaxByteCount(3)} {Convert.ToHexString(e.GetPreamble())}");
}
Console.WriteLine(Encoding.UTF8.GetString(new byte[] { 0x41, 0xff, 0xc3, 0x28, 0xe2, 0x82, 0x42 }));
try
{
    new UTF8Encoding(false, true).GetString(new byte[] { 0xff });
}
catch (DecoderFallbackException e)
{
    Console.WriteLine(e.GetType().Name + e.Index);
}
Console.WriteLine(Encoding.ASCII.GetString(Encoding.ASCII.GetBytes("naïve")));
var decoder = Encoding.UTF8.GetDecoder();
char[] chars = new char[10];
int n = decoder.GetChars(new byte[] { 0xe2, 0x82 }, chars, false);
n += decoder.GetChars(new byte[] { 0xac, 0x21 }, chars.AsSpan(n), true);
Console.WriteLine(n + new string(chars, 0, n));
Console.WriteLine(Encoding.GetEncoding("utf-16").GetBytes("a").Length);
string longText = string.Concat(Enumerable.Repeat("häß 漢字 text ", 200));
Console.WriteLine(Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(longText)) == longText);
Console.WriteLine(Encoding.UTF8.GetByteCount(longText) + " " + Encoding.Unicode.GetByteCount(longText));
Console.WriteLine(System.Text.Unicode.Utf8.IsValid(Encoding.UTF8.GetBytes(longText)));
Console.WriteLine(Rune.GetUnicodeCategory(new Rune('é')) + " " + char.IsSurrogatePair("👋", 0) + " " + char.ConvertToUtf32("👋", 0).ToString("x") + char.ConvertFromUtf32(0x1F600).Length);
Console.WriteLine(Uri.EscapeDataString("a b/ü?&") + Uri.UnescapeDataString("%41%20b") + System.Net.WebUtility.HtmlEncode("<a & \"b\">") + System.Net.WebUtility.UrlEncode("x y&z"));
