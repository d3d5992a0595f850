// include: row.part
// include: ../told.part
// include: bench.part
// The system types of the .NET 6 inventory: Guid, Version, Random, Environment, Enum, DateTime, string.Format.
using System.Collections;
using System.Diagnostics;
using System.Text;
using BenchmarkDotNet.Attributes;

namespace N6a.SystemTypes;

public class Guids
{
    readonly string text = "7d7c9d6b-3a34-4a0f-8d3c-0f5f2a4b9c1e";

    [Benchmark]
    [Row("B6a-38", "N6a-143", "N6a-144")]
    public Guid Parse() => Guid.Parse(text);

    // What is random is not printed, only that it is a value of version 4.
    [Benchmark]
    [Row("B6a-39", "N6a-145")]
    public int NewGuid() => Guid.NewGuid().Version;
}

public class Versions
{
    readonly Version version = new(6, 1, 21412, 16);

    [Benchmark]
    [Row("B6a-40", "N6a-146", "N6a-147")]
    public string VersionToString() => version.ToString();
}

/// The values are random; what is printed is that they lie where they must.
public class Randoms
{
    readonly Random random = new();
    readonly byte[] buffer = new byte[10_000_000];

    [Benchmark]
    [Row("B6a-41", "N6a-148")]
    public Random Ctor() => new();

    [Benchmark]
    [Row("B6a-42", "N6a-093", "N6a-148")]
    public bool Next() => random.Next() is >= 0 and < int.MaxValue;

    [Benchmark]
    [Row("B6a-43", "N6a-148")]
    public bool NextMax() => random.Next(64) is >= 0 and < 64;

    [Benchmark]
    [Row("B6a-44", "N6a-148")]
    public bool NextMinMax() => random.Next(0, 64) is >= 0 and < 64;

    [Benchmark]
    [Row("B6a-45", "N6a-148")]
    public bool NextDouble() => random.NextDouble() is >= 0 and < 1;

    [Benchmark]
    [Row("B6a-46", "N6a-148", "N6a-150")]
    public bool NextBytesArray()
    {
        random.NextBytes(buffer);
        return buffer.AsSpan(buffer.Length - 64).ContainsAnyExcept((byte)0);
    }

    [Benchmark]
    [Row("B6a-47", "N6a-148", "N6a-150")]
    public bool NextBytesSpan()
    {
        random.NextBytes((Span<byte>)buffer);
        return buffer.AsSpan(buffer.Length - 64).ContainsAnyExcept((byte)0);
    }
}

public class RandomOnce
{
    [Benchmark(Baseline = true)]
    [Row("B6a-48", "N6a-148")]
    public bool NewNext() => new Random().Next() >= 0;

    [Benchmark]
    [Row("B6a-49", "N6a-153")]
    public bool SharedNext() => Random.Shared.Next() >= 0;
}

public class Environments
{
    [Benchmark]
    [Row("B6a-50", "N6a-154")]
    public bool GetEnvironmentVariables()
    {
        IDictionary variables = Environment.GetEnvironmentVariables();
        return variables.Count > 0 && variables.Contains("PATH");
    }

    [Benchmark(Baseline = true)]
    [Row("B6a-51", "N6a-156")]
    public bool GetPathViaProcess() => Process.GetCurrentProcess().MainModule!.FileName is { Length: > 0 };

    [Benchmark]
    [Row("B6a-52", "N6a-156")]
    public bool GetPathViaEnvironment() => Environment.ProcessPath is { Length: > 0 };
}

public class Enums
{
    readonly DayOfWeek day = DayOfWeek.Friday;

    [Benchmark]
    [Row("B6a-53", "N6a-165")]
    public bool IsDefined() => Enum.IsDefined(day);

    [Benchmark]
    [Row("B6a-54", "N6a-165")]
    public string? GetName() => Enum.GetName(day);

    [Benchmark]
    [Row("B6a-55", "N6a-165")]
    public string[] GetNames() => Enum.GetNames<DayOfWeek>();
}

public class Clock
{
    [Benchmark]
    [Row("B6a-56", "N6a-167")]
    public bool UtcNow() => DateTime.UtcNow > DateTime.UnixEpoch;
}

public class SpanFormattables
{
    readonly char character = 'a';
    readonly Rune rune = new('b');
    readonly nint signed = 'c';
    readonly nuint unsigned = 'd';

    [Benchmark]
    [Row("B6a-57", "N6a-169")]
    public string Format() => string.Format("{0} {1} {2} {3}", character, rune, signed, unsigned);
}
