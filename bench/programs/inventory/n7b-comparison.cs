// include: row.part
// include: ../told.part
// include: bench.part
// include: texts.part
// Comparison and encoding of strings in part 2 of the .NET 7 inventory.
using System.Text;
using BenchmarkDotNet.Attributes;

namespace N7b.Comparison;

public class Constants
{
    string address = "https://dot.net";

    [Benchmark, Row("B7b-36", "N7b-082")]
    public bool IsHttps_Ordinal() => address.StartsWith("https://", StringComparison.Ordinal);

    [Benchmark, Row("B7b-37", "N7b-083")]
    public bool IsHttps_OrdinalIgnoreCase() => address.StartsWith("https://", StringComparison.OrdinalIgnoreCase);

    [Benchmark, Row("B7b-38", "N7b-087", "N7b-088")]
    public bool StartsWith() =>
        address.StartsWith('a') || address.StartsWith('b') || address.StartsWith('c') || address.StartsWith('d') || address.StartsWith('e') ||
        address.StartsWith('f') || address.StartsWith('g') || address.StartsWith('i') || address.StartsWith('j') || address.StartsWith('k') ||
        address.StartsWith('l') || address.StartsWith('m') || address.StartsWith('n') || address.StartsWith('o') || address.StartsWith('p');

    [Benchmark, Arguments("System.Private.CoreLib.dll", ".DLL"), Row("B7b-39", "N7b-091")]
    public bool EndsWith(string text, string end) => text.EndsWith(end, StringComparison.OrdinalIgnoreCase);
}

public class Reversal
{
    readonly char[] text = "One engine runs every program of the platform;\nit is measured beside the other one.".ToCharArray();

    /// Twice, so that each call finds the same text.
    [Benchmark(OperationsPerInvoke = 2), Row("B7b-40", "N7b-093")]
    public int Reverse()
    {
        Array.Reverse(text);
        int reversed = text[0] * 1000 + text[^1];
        Array.Reverse(text);
        return reversed;
    }
}

public class Encodings
{
    readonly byte[] bytes = Encoding.UTF8.GetBytes(Texts.Sonnet);
    readonly char[] chars = new char[1000];

    static ReadOnlySpan<byte> Text => "hello"u8;

    [Benchmark, Row("B7b-41", "N7b-096")]
    public int TryToBase64Chars() => Convert.TryToBase64Chars(bytes, chars, out int written) ? written + chars[written - 1] : -1;

    [Benchmark, Row("B7b-42", "N7b-100")]
    public int GetMaxByteCount() => Encoding.UTF8.GetMaxByteCount(Texts.Sonnet.Length);

    [Benchmark, Row("B7b-43", "N7b-103")]
    public int TextLength() => Text.Length;

    [Benchmark(Baseline = true), Row("B7b-44", "N7b-101")]
    public int WithEncoding()
    {
        ReadOnlySpan<byte> test = Encoding.UTF8.GetBytes("test");
        return test.Length + test[3];
    }

    [Benchmark, Row("B7b-44", "N7b-101", "N7b-102")]
    public int Withu8()
    {
        ReadOnlySpan<byte> test = "test"u8;
        return test.Length + test[3];
    }
}
