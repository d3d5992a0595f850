// include: row.part
// include: ../told.part
// include: bench.part
// Uri of the .NET 5 inventory.
using System.Text;
using BenchmarkDotNet.Attributes;

namespace N5.Uris;

public class Parsing
{
    readonly Uri uri = new("http://github.com/dotnet/runtime");

    [Benchmark, Row("B5-38", "N5-116")]
    public Uri Ctor() => new("https://github.com/dotnet/runtime/pull/36915");

    [Benchmark, Row("B5-39", "N5-117")]
    public string PathAndQuery() => uri.PathAndQuery;
}

public class Escaping
{
    string input = "";

    [Params(false, true)] public bool Ascii { get; set; }

    [GlobalSetup]
    public void Setup() => input = Ascii ? new string('s', 20_000) : new StringBuilder().Insert(0, "\uD83D\uDE00", 10_000).ToString();

    [Benchmark, Row("B5-40", "N5-118")]
    public string Escape() => Uri.EscapeDataString(input);
}

public class Unescaping
{
    readonly string input = string.Concat(Enumerable.Repeat("abcdefghijklmnopqrstuvwxyz", 20));

    [Benchmark, Row("B5-41", "N5-119", "N5-120")]
    public string Unescape() => Uri.UnescapeDataString(input);

    [Benchmark, Row("B5-41", "N5-120")]
    public bool IsTheSame() => ReferenceEquals(input, Uri.UnescapeDataString(input)) && ReferenceEquals(input, Uri.EscapeDataString(input));
}

public class Hashing
{
    readonly Uri[] uris = [.. Enumerable.Range(0, 1000).Select(i => new Uri($"/some/relative/path?ID={i}", UriKind.Relative))];

    int expected;

    [GlobalSetup]
    public void Setup() => expected = SumOfHashes();

    /// Hash codes of strings differ between runs: only that the same ones come again is returned.
    [Benchmark, Row("B5-42", "N5-121")]
    public bool Sum() => SumOfHashes() == expected;

    int SumOfHashes()
    {
        int sum = 0;
        foreach (Uri uri in uris)
            sum += uri.GetHashCode();
        return sum;
    }
}
