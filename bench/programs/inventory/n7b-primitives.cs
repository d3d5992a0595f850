// include: row.part
// include: ../told.part
// include: bench.part
// Primitive types and numerics in part 2 of the .NET 7 inventory.
using System.Globalization;
using System.Numerics;
using BenchmarkDotNet.Attributes;

namespace N7b.Primitives;

public class Coordinates
{
    string[] numbers = [];

    /// As many coordinates, written with as many digits, as the map of Canada has that the text parses.
    [GlobalSetup]
    public void Setup()
    {
        var random = new Random(43);
        string text = string.Join('\n', Enumerable.Range(0, 111_126).Select(i =>
            (i % 2 == 0 ? -141 + 88 * random.NextDouble() : 42 + 41 * random.NextDouble()).ToString("F15", CultureInfo.InvariantCulture)));
        var lines = new List<string>();
        foreach (ReadOnlySpan<char> line in text.AsSpan().EnumerateLines())
        {
            if (line.Trim() is { Length: > 0 } trimmed)
                lines.Add(trimmed.ToString());
        }
        numbers = [.. lines];
    }

    [Benchmark, Row("B7b-12", "N7b-042")]
    public double ParseAll()
    {
        double sum = 0;
        foreach (string number in numbers)
            sum += double.Parse(number, CultureInfo.InvariantCulture);
        return sum;
    }
}

public class Booleans
{
    readonly char[] text = ['T', 'r', 'u', 'e'], written = new char[4];
    bool value = true;

    [Benchmark, Row("B7b-13", "N7b-043")]
    public bool ParseTrue() => bool.TryParse(text, out bool parsed) && parsed;

    [Benchmark, Row("B7b-14", "N7b-043")]
    public int FormatTrue() => value.TryFormat(written, out int count) ? count + written[3] : -1;
}

public class Enumerations
{
    readonly DayOfWeek[] days = Enum.GetValues<DayOfWeek>();
    readonly DayOfWeek?[] maybeDays = [.. Enum.GetValues<DayOfWeek>()];

    [Benchmark, Row("B7b-15", "N7b-044")]
    public bool AllDefined()
    {
        foreach (DayOfWeek day in days)
        {
            if (!Enum.IsDefined(day))
                return false;
        }
        return true;
    }

    [Benchmark, Row("B7b-16", "N7b-045")]
    public int FindEnum() => IndexOf(maybeDays, DayOfWeek.Saturday);

    static int IndexOf<T>(T[] values, T wanted)
    {
        for (int i = 0; i < values.Length; i++)
        {
            if (EqualityComparer<T>.Default.Equals(values[i], wanted))
                return i;
        }
        return -1;
    }
}

public class Structures
{
    Guid one = new("0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9"), same = new("0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9");
    DateTime moment = new(2022, 8, 31, 17, 4, 59, 123, DateTimeKind.Utc), local = new(2022, 8, 31, 17, 4, 59, 123, DateTimeKind.Local);
    readonly char[] written = new char[100];

    [Benchmark, Row("B7b-17", "N7b-046")]
    public bool GuidEquals() => one == same;

    [Benchmark, Row("B7b-18", "N7b-047")]
    public bool DateTimeEquals() => moment == local;

    [Benchmark, Row("B7b-19", "N7b-048")]
    public int Day() => moment.Day;

    [Benchmark, Row("B7b-20", "N7b-048")]
    public int Month() => moment.Month;

    [Benchmark, Row("B7b-21", "N7b-048")]
    public int Year() => moment.Year;

    [Benchmark, Row("B7b-22", "N7b-048")]
    public int TryFormat() => moment.TryFormat(written, out int count, "r") ? count + written[5] + written[10] : -1;
}

public class Numbers
{
    readonly string digits = string.Concat(Enumerable.Repeat("1234567890", 20_000)); // a fifth of what the text measures, for the time
    readonly BigInteger factor = BigInteger.Parse(string.Concat(Enumerable.Repeat("9876543210", 100)));
    readonly BigInteger exponent = BigInteger.Parse(string.Concat(Enumerable.Repeat("1234567890", 100)));
    readonly BigInteger modulus = BigInteger.Parse(string.Concat(Enumerable.Repeat("12345", 10)));

    [Benchmark, Arguments(12345.6789), Row("B7b-23", "N7b-058")]
    public int ILogB(double value) => Math.ILogB(value);

    [Benchmark, Row("B7b-24", "N7b-062")]
    public int Parse() => BigInteger.Parse(digits).GetByteCount();

    [Benchmark, Row("B7b-25", "N7b-063")]
    public BigInteger ModPow() => BigInteger.ModPow(factor, exponent, modulus);
}
