// include: row.part
// include: ../told.part
// include: bench.part
// options: generators
// Calls that look their target up, and the three engines of regular expressions. The .NET 7 inventory, part 1.
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.RegularExpressions;
using BenchmarkDotNet.Attributes;

namespace N7a.Calls;

class Example
{
    public static int Calls;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public void GenericNonVirtual<T>() => Calls++;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public virtual void GenericVirtual<T>() => Calls++;
}

interface IStep
{
    int Next(int value);
}

sealed class Increment : IStep
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public int Next(int value) => value + 1;
}

sealed class Double : IStep
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public int Next(int value) => value * 2;
}

sealed class Flip : IStep
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public int Next(int value) => value ^ 0x55;
}

sealed class Halve : IStep
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public int Next(int value) => value >> 1;
}

public class Lookups
{
    readonly Example example = new();
    readonly IStep[] steps = [new Increment(), new Double(), new Flip(), new Halve()];

    // A thousand calls, since one is not to be told from none.
    [Row("B7a-37", "N7a-136")]
    [Benchmark(Baseline = true)]
    public int GenericNonVirtual()
    {
        Example.Calls = 0;
        for (int i = 0; i < 1_000; i++)
            example.GenericNonVirtual<Example>();
        return Example.Calls;
    }

    [Row("B7a-37", "N7a-135", "N7a-136")]
    [Benchmark]
    public int GenericVirtual()
    {
        Example.Calls = 0;
        for (int i = 0; i < 1_000; i++)
            example.GenericVirtual<Example>();
        return Example.Calls;
    }

    // A picture of the laboratory's times in the inventory: calls through an interface with one type and with four at the site.
    [Row("B7a-47", "N7a-055", "N7a-134")]
    [Benchmark]
    [Arguments(1)]
    [Arguments(4)]
    public int DispatchThroughInterface(int types)
    {
        int value = 1;
        for (int i = 0; i < 1_000; i++)
            value = steps[i % types].Next(value);
        return value;
    }
}

public partial class Engines
{
    const string Pattern = "^.*elementary.*$";

    readonly Regex interpreter = new(Pattern, RegexOptions.Multiline), compiled = new(Pattern, RegexOptions.Multiline | RegexOptions.Compiled);
    string text = "";

    [GeneratedRegex(Pattern, RegexOptions.Multiline)]
    private static partial Regex Generated();

    // A text of 60,000 characters made here, where the inventory's benchmark downloads a book ten times as long.
    [GlobalSetup]
    public void Setup()
    {
        string[] words = ["the", "elementary", "window", "of", "a", "detective", "was", "open", "element", "and", "he", "said"];
        var builder = new StringBuilder();
        uint state = 42;
        while (builder.Length < 60_000)
        {
            state = state * 1664525 + 1013904223;
            uint word = state >> 16;
            builder.Append(word % 97 == 0 ? words[1] : words[2 + word % 10]).Append(word % 11 == 0 ? '\n' : ' ');
        }
        text = builder.ToString();
    }

    [Row("B7a-45")]
    [Benchmark(Baseline = true)]
    public int Interpreter() => interpreter.Count(text);

    [Row("B7a-45", "N7a-152")]
    [Benchmark]
    public int Compiled() => compiled.Count(text);

    [Row("B7a-45", "N7a-153", "N7a-045")]
    [Benchmark]
    public int SourceGenerator() => Generated().Count(text);
}
