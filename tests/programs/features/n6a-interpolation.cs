// rows: N6a-005 N6a-060 N6a-184 N6a-185 N6a-186
// Interpolated strings: what the compiler makes of them, and handlers that need not format at all.
using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text;

/// Takes what it is given apart; refuses if the condition is not met.
[InterpolatedStringHandler]
ref struct Parts
{
    readonly StringBuilder? log;

    public Parts(int literals, int holes, bool wanted, out bool goOn)
    {
        goOn = wanted;
        log = wanted ? new StringBuilder($"{literals}/{holes}:") : null;
    }

    public readonly bool AppendLiteral(string text)
    {
        log!.Append($" '{text}'");
        return text != "stop";
    }

    public readonly bool AppendFormatted<T>(T value) => Append($" {typeof(T).Name}={value}");
    public readonly bool AppendFormatted<T>(T value, int alignment, string? format = null) => Append($" {typeof(T).Name}={value} aligned {alignment} {format}");
    public readonly bool AppendFormatted(ReadOnlySpan<char> value) => Append($" span={value}");

    readonly bool Append(string text)
    {
        log!.Append(text);
        return true;
    }

    public override readonly string ToString() => log?.ToString() ?? "nothing";
}

sealed class Custom : IFormatProvider, ICustomFormatter
{
    public object? GetFormat(Type? type) => type == typeof(ICustomFormatter) ? this : null;
    public string Format(string? format, object? value, IFormatProvider? provider) => $"<{format}:{value}>";
}

static class Program
{
    static int evaluations;

    static T Evaluated<T>(T value)
    {
        evaluations++;
        return value;
    }

    static string Show(bool wanted, [InterpolatedStringHandlerArgument(nameof(wanted))] Parts parts) => parts.ToString();

    static string Version(int major, int minor, int build, int revision) => $"{major}.{minor}.{build}.{revision}";

    static long Allocated(Func<string> make)
    {
        int length = make().Length;
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < 1000; i++)
            length += make().Length;
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    static string ByHand(int major, int minor, int build, int revision, IFormatProvider? provider = null)
    {
        var handler = new DefaultInterpolatedStringHandler(3, 4, provider, stackalloc char[5]);
        handler.AppendFormatted(major);
        handler.AppendLiteral(".");
        handler.AppendFormatted(minor);
        handler.AppendLiteral(".");
        handler.AppendFormatted(build, 7, "x");
        handler.AppendLiteral(".");
        handler.AppendFormatted(revision, -7);
        handler.AppendFormatted("text".AsSpan(1));
        handler.AppendFormatted(null, 3);
        handler.AppendFormatted<object?>(null);
        return handler.ToStringAndClear();
    }

    static string Called(MethodInfo method)
    {
        byte[] code = method.GetMethodBody()!.GetILAsByteArray()!;
        var names = new List<string>();
        for (int i = 0; i + 4 < code.Length; i++)
        {
            if (code[i] is 0x28 or 0x6f && Resolve(BitConverter.ToInt32(code, i + 1)) is { } called)
                names.Add(called.Name);
        }
        return string.Join(" ", names);

        MethodBase? Resolve(int token)
        {
            try
            {
                return method.Module.ResolveMethod(token);
            }
            catch (ArgumentException)
            {
                return null;
            }
        }
    }

    static unsafe int Pointers(int? nothing)
    {
        int* numbers = stackalloc int[] { 1, 2, 3 };
        return numbers[2] + (nothing ?? -1) + nameof(Pointers).Length;
    }

    static void Main()
    {
        Console.WriteLine($"{Version(6, 0, 100, 21380)} {ByHand(6, 0, 100, 21380)}| {ByHand(-6, 0, 255, 1, CultureInfo.InvariantCulture)}");
        Console.WriteLine($"{string.Format("{0}.{1}.{2}.{3}", new object[] { 6, 0, 100, 21380 })}");
        Console.WriteLine(Called(typeof(Program).GetMethod("Version", BindingFlags.NonPublic | BindingFlags.Static)!));
        long formatting = Allocated(() => string.Format("{0}.{1}.{2}.{3}", new object[] { 6, 0, 100, 21380 }));
        Console.WriteLine($"allocates less than string.Format: {Allocated(() => Version(6, 0, 100, 21380)) < formatting}");

        Console.WriteLine(Show(true, $"a{1}bc{"text"}{2.5,6:F1}{DayOfWeek.Friday}{'c'}{"span".AsSpan()}"));
        Console.WriteLine(Show(true, $"{Evaluated(1)}stop{Evaluated(2)}{Evaluated(3)}"));
        Console.WriteLine($"{Show(false, $"{Evaluated(1)} {Evaluated(2)}")} {evaluations}");

        // Literals of lengths that a library may treat apart.
        int n = 7;
        string[] lengths =
        [
            $"{n}", $"{n}.", $"{n}ab", $"{n}abc", $"{n}abcd", $"{n}abcde", $"{n}abcdefghijklmnopqrstuvwxyz{n}",
            $"{{{n}}}", $"{n:D5}", $"{n,4}|{n,-4}|", $"{null}{(string?)null}{(int?)null}",
        ];
        Console.WriteLine(string.Join(" ", lengths));
        Console.WriteLine(string.Create(new Custom(), $"{n} {n:abc} {"text",8}|"));
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture, stackalloc char[4], $"{1234567.891:N2} {new DateTime(2021, 8, 1):yyyy-MM-dd} {new string('x', 300).Length}"));

        var builder = new StringBuilder("[");
        builder.Append($"{n}, {n:x4}, {"text",6}, ").Append(CultureInfo.InvariantCulture, $"{1.5}").AppendLine($"{n}]");
        Console.Write(builder);
        char[] small = new char[5];
        Console.WriteLine($"{small.AsSpan().TryWrite($"{n}-{n}", out int written)} {written}");
        Console.WriteLine($"{small.AsSpan().TryWrite($"{n}-{Evaluated("too long")}-{Evaluated(n)}", out int none)} {none} {evaluations}");
        Debug.Assert(n == 7, $"not evaluated {Evaluated(n)}");
        var asserted = new Debug.AssertInterpolatedStringHandler(5, 1, n == 7, out bool format);
        var refused = new Debug.AssertInterpolatedStringHandler(5, 1, n == 8, out bool formatRefused);
        Console.WriteLine($"{format} {formatRefused} {evaluations}");
        FormattableString later = $"{n} and {n + 1:D3}";
        Console.WriteLine($"{later.Format} {later.ArgumentCount} {FormattableString.Invariant(later)} {Pointers(null)} {Pointers(5)}");
    }
}
