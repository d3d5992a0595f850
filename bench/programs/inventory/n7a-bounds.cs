// include: row.part
// include: ../told.part
// include: bench.part
// Bounds of arrays, strings and spans, and what moves out of loops. The .NET 7 inventory, part 1.
using System.Runtime.CompilerServices;
using BenchmarkDotNet.Attributes;

namespace N7a.Bounds;

public class Elements
{
    readonly int[][] arrays = [.. Enumerable.Range(0, 1_000).Select(i => new[] { i, i + 1, i + 2 })];
    readonly int[] values = [.. Enumerable.Range(0, 1_000)];
    readonly byte[] bytes = [.. Enumerable.Range(0, 16).Select(i => (byte)(i * 37))];

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Read0thElement(int[] array) => array[0];

    // Only a listing in the inventory, as the next but one; here in a loop.
    [Row("B7a-16", "N7a-066", "N7a-068")]
    [Benchmark]
    public int FirstOfEach()
    {
        int sum = 0;
        foreach (int[] array in arrays)
            sum += Read0thElement(array);
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static ushort[]? Convert(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length != 16)
            return null;
        var result = new ushort[8];
        for (int i = 0; i < result.Length; i++)
            result[i] = (ushort)(bytes[i * 2] * 256 + bytes[i * 2 + 1]);
        return result;
    }

    [Row("B7a-17", "N7a-069", "N7a-070")]
    [Benchmark]
    public int ConvertSixteen()
    {
        ushort[] result = Convert(bytes)!;
        return result[0] ^ result[3] << 4 ^ result[7] << 8;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Get(int[] values, int i) => values[i];

    [Row("B7a-20", "N7a-074")]
    [Benchmark]
    public int GetEach()
    {
        int sum = 0;
        for (int i = 0; i < values.Length; i++)
            sum += Get(values, i);
        return sum;
    }
}

public class Characters
{
    const string Text = "hello";

    [Row("B7a-18", "N7a-071")]
    [Benchmark]
    [Arguments(1)]
    [Arguments(5)]
    [Arguments(-1)]
    public int GetChar(int i)
    {
        // Only a listing in the inventory, as the next; here a thousand times.
        int sum = 0;
        for (int turn = 0; turn < 1_000; turn++)
            sum += CharAt(i + (turn & 1));
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static char CharAt(int i) => (uint)i < Text.Length ? Text[i] : '\0';

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool IsInSet(char c) => c < 128 && ("\0\0\0\u03FF\uFFFE\u87FF\uFFFE\u07FF"[c >> 4] & (1 << (c & 0xF))) != 0;

    [Row("B7a-19", "N7a-072", "N7a-073")]
    [Benchmark]
    [Arguments('a')]
    public int AreInSet(char first)
    {
        int count = 0;
        for (int i = 0; i < 1_000; i++)
            count += IsInSet((char)(first + i)) ? 1 : 0;
        return count;
    }
}

public class TwoDimensions
{
    const int Size = 1000;
    readonly int[,] square = new int[Size, Size];

    [GlobalSetup]
    public void Setup()
    {
        int count = 0;
        for (int i = 0; i < Size; i++)
        {
            for (int j = 0; j < Size; j++)
                square[i, j] = count++;
        }
    }

    [Row("B7a-21", "N7a-075")]
    [Benchmark]
    public int SumKnownSize()
    {
        int[,] square = this.square;
        int sum = 0;
        for (int i = 0; i < Size; i++)
        {
            for (int j = 0; j < Size; j++)
                sum += square[i, j];
        }
        return sum;
    }

    // `<` with upper bounds that belong to the array leaves the last row and column out: so it stands in the inventory.
    [Row("B7a-22", "N7a-076", "N7a-077")]
    [Benchmark]
    public int SumBounds()
    {
        int[,] square = this.square;
        int sum = 0;
        for (int i = square.GetLowerBound(0); i < square.GetUpperBound(0); i++)
        {
            for (int j = square.GetLowerBound(1); j < square.GetUpperBound(1); j++)
                sum += square[i, j];
        }
        return sum;
    }
}

public class Hoisting
{
    static int processed;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Process(int n) => processed += n;

    static int Compose(int thousands, int hundreds, int tens, int ones) => thousands * 1000 + hundreds * 100 + tens * 10 + ones;

    [Row("B7a-23", "N7a-079")]
    [Benchmark]
    public int Compute()
    {
        processed = 0;
        for (int thousands = 0; thousands < 10; thousands++)
        {
            for (int hundreds = 0; hundreds < 10; hundreds++)
            {
                for (int tens = 0; tens < 10; tens++)
                {
                    for (int ones = 0; ones < 10; ones++)
                        Process(Compose(thousands, hundreds, tens, ones));
                }
            }
        }
        return processed;
    }

    readonly int[] values = [.. Enumerable.Range(0, 1_000)];

    [Row("B7a-24", "N7a-081", "N7a-082", "N7a-083")]
    [Benchmark]
    [Arguments(0, 0, 1000)]
    [Arguments(100, 17, 900)]
    public int LastIndexOf(int arg, int offset, int count)
    {
        int[] values = this.values;
        for (int i = offset + count - 1; i >= offset; i--)
        {
            if (values[i] == arg)
                return i;
        }
        return 0;
    }
}
