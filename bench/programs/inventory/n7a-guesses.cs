// include: row.part
// include: ../told.part
// include: bench.part
// What profiles are for: guesses about receivers and delegates, clones of loops, type tests. The .NET 7 inventory, part 1.
using System.Runtime.CompilerServices;
using BenchmarkDotNet.Attributes;

namespace N7a.Guesses;

interface IPrinter
{
    void PrintIfTrue(bool condition);
}

sealed class Printer : IPrinter
{
    // Of all calls, so that none can be left out.
    public int Sum;

    public void PrintIfTrue(bool condition)
    {
        Sum = Sum * 31 + (condition ? 1 : 2);
        if (condition)
            Console.Write("");
    }
}

interface IBlankPrinter
{
    void Print(int number);
}

sealed class BlankPrinter : IBlankPrinter
{
    public int Last;

    public void Print(int number)
    {
        Last = number;
        Console.Write("");
    }
}

public class Receivers
{
    readonly Printer printer = new();
    readonly BlankPrinter blank = new();

    static void DoWork(IPrinter printer, int i, int last) => printer.PrintIfTrue(i == last);

    // 10 million turns instead of an endless loop.
    [Row("B7a-09", "N7a-049", "N7a-052", "N7a-053", "N7a-054", "N7a-055", "N7a-056", "N7a-065")]
    [Benchmark]
    public int PrintIfLast()
    {
        IPrinter chosen = printer;
        printer.Sum = 0;
        for (int i = 0; i < 10_000_000; i++)
            DoWork(chosen, i, 9_999_999);
        return printer.Sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void DoWork(IBlankPrinter printer)
    {
        for (int j = 0; j < 123; j++)
            printer.Print(j);
    }

    [Row("B7a-14", "N7a-061")]
    [Benchmark]
    public int PrintBlanks()
    {
        blank.Last = -1;
        DoWork(blank);
        return blank.Last;
    }
}

public class Delegates
{
    static readonly int[] Values = [.. Enumerable.Range(0, 1_000)];

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int SumNotInlined(int[] values, Func<int, int> func)
    {
        int sum = 0;
        foreach (int value in values)
            sum += func(value);
        return sum;
    }

    static int Sum(int[] values, Func<int, int> func)
    {
        int sum = 0;
        foreach (int value in values)
            sum += func(value);
        return sum;
    }

    // 10,000 calls instead of a million.
    [Row("B7a-10", "N7a-057", "N7a-058")]
    [Benchmark]
    public int ManySums()
    {
        int last = 0;
        for (int i = 0; i < 10_000; i++)
            last = last * 31 + SumNotInlined(Values, static i => i * 42) + i;
        return last;
    }

    [Row("B7a-11", "N7a-057")]
    [Benchmark]
    public int DelegatePGO() => Sum(Values, i => i * 42);
}

public class ClonedLoops
{
    // Filled with what the second loop does not find; the first looks for 42.
    readonly int[] array = new int[10_000_000];

    [GlobalSetup]
    public void Setup() => Array.Fill(array, 7);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool Test(int[] array)
    {
        for (int i = 0; i < 0x12345; i++)
        {
            if (array[i] == 42)
                return true;
        }
        return false;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool TestInvariant(int[] array)
    {
        for (int i = 0; i < 0x12345; i++)
        {
            if (array[i] == array.Length - 42)
                return true;
        }
        return false;
    }

    // 500 calls instead of a million, of this and the next.
    [Row("B7a-12", "N7a-059", "N7a-143")]
    [Benchmark]
    public int FindConstant()
    {
        int found = 0;
        for (int i = 0; i < 500; i++)
        {
            array[0x12344] = i % 5 == 0 ? 42 : 7;
            found += Test(array) ? 1 : 0;
        }
        return found;
    }

    [Row("B7a-13", "N7a-060")]
    [Benchmark]
    public int FindInvariant()
    {
        int found = 0;
        for (int i = 0; i < 500; i++)
        {
            array[0x12344] = i % 5 == 0 ? array.Length - 42 : 7;
            found += TestInvariant(array) ? 1 : 0;
        }
        return found;
    }
}

public class TypeTests
{
    [Row("B7a-15", "N7a-062", "N7a-063")]
    [Benchmark]
    [Arguments("", "", "", "")]
    [Arguments("", "", "", 4)]
    public bool AllAreStrings(object o1, object o2, object o3, object o4) =>
        o1 is string && o2 is string && o3 is string && o4 is string;
}
