// include: row.part
// include: ../told.part
// include: bench.part
// Text processing of the .NET 5 inventory: characters, formatting and encodings.
using System.Buffers.Text;
using System.Text;
using System.Text.Encodings.Web;
using BenchmarkDotNet.Attributes;

namespace N5.Text;

public class Characters
{
    [Benchmark, Row("B5-17", "N5-077")]
    public int Trim() => " test ".AsSpan().Trim().Length;

    [Benchmark, Row("B5-18", "N5-078"), Arguments("It's exciting to see great performance!")]
    public int ToUpperInvariant(string s)
    {
        int sum = 0;
        for (int i = 0; i < s.Length; i++)
            sum += char.ToUpperInvariant(s[i]);
        return sum;
    }
}

public class Formatting
{
    // A fixed time; that it is a local one brings the offset of the time zone into the text.
    readonly DateTime time = new(2020, 7, 13, 10, 35, 48, 123, DateTimeKind.Local);
    readonly char[] characters = new char[100];
    readonly byte[] bytes = new byte[100];

    [Benchmark, Row("B5-19", "N5-079")]
    public string ToString12345() => 12345.ToString();

    [Benchmark, Row("B5-19", "N5-080")]
    public string ToString123() => ((byte)123).ToString();

    [Benchmark, Row("B5-20", "N5-081")]
    public int FormatChars()
    {
        time.TryFormat(characters, out int written, "o");
        return characters[18] * 100 + written;
    }

    [Benchmark, Row("B5-20", "N5-081")]
    public int FormatBytes()
    {
        Utf8Formatter.TryFormat(time, bytes, out int written, 'O');
        return bytes[18] * 100 + written;
    }
}

public class Encodings
{
    static readonly Encoding Latin1 = Encoding.GetEncoding("iso-8859-1");
    readonly char[] destination = new char[1000];

    [Benchmark, Row("B5-21", "N5-083", "N5-084")]
    public string RoundtripUtf8()
    {
        byte[] bytes = Encoding.UTF8.GetBytes("this is a test");
        return Encoding.UTF8.GetString(bytes);
    }

    [Benchmark, Row("B5-22", "N5-065", "N5-086")]
    public string RoundtripLatin1()
    {
        byte[] bytes = Latin1.GetBytes("this is a test. this is only a test. did it work?");
        return Latin1.GetString(bytes);
    }

    [Benchmark, Row("B5-23", "N5-065", "N5-087")]
    public int Encode()
    {
        JavaScriptEncoder.Default.Encode("This is a sentence of plain words and spaces only so that nothing in it needs to be escaped",
            destination, out int consumed, out int written);
        return consumed * 1000 + written + destination[90];
    }
}
