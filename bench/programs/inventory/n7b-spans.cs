// include: row.part
// include: ../told.part
// include: bench.part
// Spans and references in part 2 of the .NET 7 inventory.
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using BenchmarkDotNet.Attributes;

namespace N7b.Spans;

public class Hashing
{
    readonly byte[] bytes = [.. Enumerable.Range(0, 256).Select(i => (byte)i)];

    int expected;

    /// Hashes are seeded per process; of four bytes at once, added one after the other, the hash is the same.
    [GlobalSetup]
    public void Setup()
    {
        HashCode hash = default;
        foreach (int four in MemoryMarshal.Cast<byte, int>(bytes))
            hash.Add(four);
        expected = hash.ToHashCode();
    }

    [Benchmark, Row("B7b-51", "N7b-125")]
    public bool AddBytes()
    {
        HashCode hash = default;
        hash.AddBytes(bytes);
        return hash.ToHashCode() == expected;
    }
}

public class Delimiters
{
    static readonly string text = "abcdefghijklmnopqrstuvwxyz";
    static readonly char[] delimiters = [':', '\\', '/', '?', '#'];

    [Benchmark(Baseline = true), Row("B7b-52", "N7b-127")]
    public int WithArray() => text.IndexOfAny(delimiters);

    [Benchmark, Row("B7b-52", "N7b-127")]
    public int WithString() => text.AsSpan().IndexOfAny(":\\/?#");
}

public class Loops
{
    int sum;

    [Benchmark, Arguments("abc", 0, 3), Row("B7b-53")]
    public int ScanString(string text, int begin, int length)
    {
        sum = 0;
        for (int i = begin; i < length; i++)
            Visit(text[i]);
        return sum;
    }

    [Benchmark, Arguments("abc"), Row("B7b-53", "N7b-142")]
    public int ScanSpan(string text)
    {
        sum = 0;
        ScanSpan(text.AsSpan());
        return sum;
    }

    void ScanSpan(ReadOnlySpan<char> text)
    {
        for (int i = 0; i < text.Length; i++)
            Visit(text[i]);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    void Visit(char visited) => sum += visited;
}

public class Boundaries
{
    readonly string text = "one two";

    [Benchmark, Arguments(0), Arguments(2), Arguments(3), Arguments(7), Row("B7b-54")]
    public bool IsBoundaryString(int index) => IsBoundary(index, 0, text.Length);

    [Benchmark, Arguments(0), Arguments(2), Arguments(3), Arguments(7), Row("B7b-54", "N7b-143")]
    public bool IsBoundarySpan(int index) => IsBoundary(text, index);

    [MethodImpl(MethodImplOptions.NoInlining)]
    bool IsBoundary(int index, int start, int end) =>
        (index > start && IsBoundaryWordChar(text[index - 1])) != (index < end && IsBoundaryWordChar(text[index]));

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool IsBoundary(ReadOnlySpan<char> text, int index)
    {
        int before = index - 1;
        return ((uint)before < (uint)text.Length && IsBoundaryWordChar(text[before])) !=
            ((uint)index < (uint)text.Length && IsBoundaryWordChar(text[index]));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool IsBoundaryWordChar(char c) => char.IsLetterOrDigit(c) || c == '_';
}
