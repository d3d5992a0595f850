// include: row.part
// include: ../told.part
// include: bench.part
// What tiers, on-stack replacement and static readonly fields are for: the .NET 7 inventory, part 1.
using System.Diagnostics;
using System.Runtime.CompilerServices;
using BenchmarkDotNet.Attributes;

namespace N7a.Tiering;

public class Minimum
{
    int first = 42, second = 84;

    [Row("B7a-01", "N7a-005")]
    [Benchmark]
    public int Min() => Math.Min(first, second);
}

public class LoopsThatRunOnce
{
    static bool IsAsciiDigit(char c) => (uint)(c - '0') <= 9;

    // 1,000 trials instead of 10,000, and the sum of all rather than an endless repetition.
    [Row("B7a-05", "N7a-025", "N7a-026", "N7a-029", "N7a-030", "N7a-038", "N7a-039")]
    [Benchmark]
    public int DigitsOfAllCharacters()
    {
        int count = 0;
        var watch = new Stopwatch();
        watch.Restart();
        for (int trial = 0; trial < 1_000; trial++)
        {
            for (int i = 0; i < char.MaxValue; i++)
            {
                if (IsAsciiDigit((char)i))
                    count++;
            }
        }
        return watch.Elapsed.Ticks >= 0 ? count : -1;
    }

    // 100 million turns instead of a thousand million.
    [Row("B7a-06", "N7a-032", "N7a-033", "N7a-035", "N7a-040", "N7a-041")]
    [Benchmark]
    public int DigitsInOneLoop()
    {
        int count = 0;
        var watch = new Stopwatch();
        watch.Restart();
        for (int i = 0; i < 100_000_000; i++)
        {
            if (IsAsciiDigit((char)i))
                count++;
        }
        return watch.ElapsedMilliseconds >= 0 ? count : -1;
    }
}

public class ReadonlyStatics
{
    static readonly bool Is64Bit = Environment.Is64BitProcess;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool Test() => Is64Bit;

    // 30 million calls instead of a thousand million.
    [Row("B7a-07", "N7a-042", "N7a-043", "N7a-046")]
    [Benchmark]
    public int CountTrues()
    {
        int count = 0;
        for (int i = 0; i < 30_000_000; i++)
        {
            if (Test())
                count++;
        }
        return count;
    }
}

/// What the generator of regular expressions writes into each program.
static class Timeouts
{
    static readonly TimeSpan Default = AppContext.GetData("REGEX_DEFAULT_MATCH_TIMEOUT") is TimeSpan timeout ? timeout : Timeout.InfiniteTimeSpan;
    static readonly bool HasTimeout = Default != Timeout.InfiniteTimeSpan;

    public static int Walk(ReadOnlySpan<char> text)
    {
        int checks = 0, words = 0;
        for (int i = 0; i < text.Length; i++)
        {
            if (HasTimeout)
                CheckTimeout(ref checks);
            if (text[i] == ' ')
                words++;
        }
        return words * 1000 + checks;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void CheckTimeout(ref int checks) => checks++;
}

public class SwitchesOfFeatures
{
    readonly string text = string.Concat(Enumerable.Repeat("one two three ", 100));

    [Row("B7a-08", "N7a-044", "N7a-045")]
    [Benchmark]
    public int WalkWithoutTimeout() => Timeouts.Walk(text);
}
