// rows: N7b-141 N7b-144 N7b-145 N7b-146 N7b-147 N7b-148 N7b-179
// Regular expressions over spans: IsMatch, Count, EnumerateMatches, and runners written by hand in the old and in the new form.
using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;

sealed class OldRunner : RegexRunner
{
    protected override bool FindFirstChar()
    {
        while (runtextpos < runtextend && !char.IsAsciiDigit(runtext![runtextpos]))
            runtextpos++;
        return runtextpos < runtextend;
    }

    protected override void Go()
    {
        int start = runtextpos;
        while (runtextpos < runtextend && char.IsAsciiDigit(runtext![runtextpos]))
            runtextpos++;
        Capture(0, start, runtextpos);
    }

    protected override void InitTrackCount() => runtrackcount = 4;
}

sealed class NewRunner : RegexRunner
{
    protected override void Scan(ReadOnlySpan<char> text)
    {
        int found = text[runtextpos..].IndexOfAnyInRange('0', '9');
        if (found < 0)
        {
            runtextpos = text.Length;
            return;
        }
        int start = runtextpos + found, length = text[start..].IndexOfAnyExceptInRange('0', '9');
        runtextpos = length < 0 ? text.Length : start + length;
        Capture(0, start, runtextpos);
    }
}

sealed class Factory(Func<RegexRunner> create) : RegexRunnerFactory
{
    protected override RegexRunner CreateInstance() => create();
}

sealed class HandWritten : Regex
{
    public HandWritten(Func<RegexRunner> create)
    {
        pattern = "[0-9]+";
        roptions = RegexOptions.None;
        internalMatchTimeout = InfiniteMatchTimeout;
        factory = new Factory(create);
        capsize = 1;
    }
}

static class Program
{
    static void Main()
    {
        const string text = "12 ab 345 6";
        foreach (Regex regex in (Regex[])[new("[0-9]+"), new("[0-9]+", RegexOptions.Compiled), new("[0-9]+", RegexOptions.NonBacktracking), new HandWritten(() => new NewRunner()), new HandWritten(() => new OldRunner())])
        {
            Console.WriteLine(regex.GetType().Name + " " + regex.Options);
            Tell(() => $"{regex.IsMatch(text)} {regex.IsMatch("none")} {regex.Match(text, 3).Value} {regex.Match(text, 4, 4).Value} {string.Join(",", regex.Matches(text).Select(match => match.Value))}");
            Tell(() => $"{regex.Replace(text, "#")} {string.Join("|", regex.Split(text))} {regex.Count(text)} {regex.Count(text, 7)}");
            Tell(() => $"{regex.IsMatch(text.AsSpan())} {regex.IsMatch(text.AsSpan(3, 3))} {regex.IsMatch(text.AsSpan(3), 2)} {regex.Count(text.AsSpan(1))} {Enumerated(regex, text.AsSpan(1))} {Enumerated(regex, "")}");
        }
        Corners();
        Allocations();
    }

    static void Tell(Func<string> tell)
    {
        try
        {
            Console.WriteLine("  " + tell());
        }
        catch (Exception e)
        {
            Console.WriteLine("  " + e.GetType().Name);
        }
    }

    static string Enumerated(Regex regex, ReadOnlySpan<char> text)
    {
        string found = "";
        foreach (ValueMatch match in regex.EnumerateMatches(text))
            found += $"{match.Index}+{match.Length};";
        return found;
    }

    /// Anchors, lookarounds and boundaries see the slice, not what lies around it.
    static void Corners()
    {
        foreach (RegexOptions engine in (RegexOptions[])[RegexOptions.None, RegexOptions.Compiled])
        {
            const string text = "xabcx";
            ReadOnlySpan<char> slice = text.AsSpan(1, 3);
            Console.WriteLine($"{new Regex("^abc$", engine).IsMatch(slice)} {new Regex("(?<=x)a", engine).IsMatch(slice)} {new Regex(@"\babc\b", engine).Count(slice)} {new Regex("c(?!x)", engine).Count(slice)} {new Regex(@"\G.", engine).Count(slice, 1)}");
            Console.WriteLine($"{Enumerated(new Regex("", engine), slice)} {Enumerated(new Regex("b*", engine), slice)} {Enumerated(new Regex("(a)(b)?", engine | RegexOptions.RightToLeft), "abaab")} {new Regex("a|b", engine | RegexOptions.RightToLeft).Count("abcab", 3)}");
            Console.WriteLine($"{new Regex("(?<=x)a", engine).IsMatch(text, 1)} {new Regex("^a", engine).IsMatch(text, 1)} {new Regex("^a", engine).Match(text, 1, 3).Success} {Regex.Count("a1b2", @"\d", engine)} {Regex.IsMatch("A", "a", engine | RegexOptions.IgnoreCase)}");
        }
        int splits = 0;
        foreach (Range range in new Regex(@"\s*,\s*").EnumerateSplits("a , b,c"))
            splits = splits * 100 + range.Start.Value * 10 + range.End.Value;
        Console.WriteLine(splits);
    }

    static void Allocations()
    {
        string text = string.Concat(Enumerable.Repeat("word 12 ", 200));
        foreach (RegexOptions engine in (RegexOptions[])[RegexOptions.None, RegexOptions.Compiled, RegexOptions.NonBacktracking])
        {
            var regex = new Regex(@"\d+", engine);
            long least = long.MaxValue;
            int count = 0;
            for (int round = 0; round < 20; round++)
            {
                long before = GC.GetAllocatedBytesForCurrentThread();
                count = Work(regex, text);
                least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
            }
            Console.WriteLine($"{engine}: {count} found, allocated {least}");
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Work(Regex regex, string text)
    {
        int count = regex.Count(text) + (regex.IsMatch(text.AsSpan(5)) ? 1 : 0);
        foreach (ValueMatch match in regex.EnumerateMatches(text))
            count += match.Length;
        return count;
    }
}
