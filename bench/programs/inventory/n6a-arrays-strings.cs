// include: row.part
// include: ../told.part
// include: bench.part
// Arrays, strings and spans of the .NET 6 inventory.
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Encodings.Web;
using BenchmarkDotNet.Attributes;

namespace N6a.ArraysAndStrings;

public class Clearing
{
    readonly int[] array = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

    [Benchmark(Baseline = true)]
    [Row("B6a-58", "N6a-170")]
    public int Old()
    {
        Array.Clear(array, 0, array.Length);
        return array[9];
    }

    [Benchmark]
    [Row("B6a-59", "N6a-170")]
    public int New()
    {
        Array.Clear(array);
        return array[9];
    }
}

public class Filling
{
    readonly char[] array = new char[128];

    [Benchmark]
    [Row("B6a-60", "N6a-171")]
    public char SpanFill()
    {
        array.AsSpan().Fill('c');
        return array[127];
    }

    [Benchmark]
    [Row("B6a-61", "N6a-172")]
    public char ArrayFill()
    {
        Array.Fill(array, 'd');
        return array[127];
    }
}

public class Hexadecimal
{
    readonly byte[] bytes = new byte[64];

    [GlobalSetup]
    public void Setup() => new Random(42).NextBytes(bytes);

    [Benchmark]
    [Row("B6a-62", "N6a-177")]
    public string ToHexString() => Convert.ToHexString(bytes);
}

/// A stand-in for the text's book of 16 million characters: lines of random words and punctuation, each ended by \r\n.
static class Book
{
    const int Characters = 16_000_000;
    static readonly Lazy<string> text = new(Make);

    public static string Text => text.Value;

    static string Make()
    {
        var random = new Random(3200);
        var chapter = new StringBuilder("A book of words that mean nothing but have the lengths of words");
        string[] marks = [" ", " ", " ", " ", " ", " ", " ", ", ", ", ", "; ", ". ", "! ", "--", "'s ", ".\" \"", "\r\n"];
        for (int column = 0, length = chapter.Length; chapter.Length < 100_000; column += chapter.Length - length, length = chapter.Length)
        {
            if (column > 65)
            {
                chapter.Append("\r\n");
                column = 0;
            }
            else
                chapter.Append(marks[random.Next(marks.Length)]);
            for (int letters = random.Next(1, 9); letters > 0; letters--)
                chapter.Append((char)random.Next('a', 'z' + 1));
        }
        return new StringBuilder().Insert(0, chapter.ToString(), Characters / chapter.Length).ToString();
    }
}

public class Replacing
{
    string text = "";

    [GlobalSetup]
    public void Setup() => text = Book.Text;

    [Benchmark]
    [Row("B6a-63", "N6a-178")]
    public string Yell() => text.Replace(".", "!");

    [Benchmark]
    [Row("B6a-64", "N6a-179")]
    public string ConcatLines() => text.Replace("\n", "");

    [Benchmark]
    [Row("B6a-65", "N6a-180")]
    public string NormalizeEndings() => text.Replace("\r\n", "\n");
}

public class Encoding
{
    string text = "";
    TextEncoder encoder = HtmlEncoder.Default;

    [Params("HTML", "URL", "JSON")] public string Kind = "";

    [GlobalSetup]
    public void Setup()
    {
        text = Book.Text;
        encoder = Kind switch { "HTML" => HtmlEncoder.Default, "URL" => UrlEncoder.Default, _ => JavaScriptEncoder.Default };
    }

    [Benchmark]
    [Row("B6a-66", "N6a-182")]
    public string Encode() => encoder.Encode(text);
}

public class Joining
{
    readonly List<string> words = ["Hi", "How", "are", "you", "today"];

    [Benchmark]
    [Row("B6a-67", "N6a-183")]
    public string Join() => string.Join(", ", words);
}

public class Interpolating
{
    readonly int major = 6, minor = 0, build = 100, revision = 21380;

    [Benchmark(Baseline = true)]
    [Row("B6a-68", "N6a-184")]
    public string Old()
    {
        object[] values = [major, minor, build, revision];
        return string.Format("{0}.{1}.{2}.{3}", values);
    }

    [Benchmark]
    [Row("B6a-69", "N6a-184", "N6a-185")]
    public string New()
    {
        var handler = new DefaultInterpolatedStringHandler(3, 4);
        handler.AppendFormatted(major);
        handler.AppendLiteral(".");
        handler.AppendFormatted(minor);
        handler.AppendLiteral(".");
        handler.AppendFormatted(build);
        handler.AppendLiteral(".");
        handler.AppendFormatted(revision);
        return handler.ToStringAndClear();
    }
}
