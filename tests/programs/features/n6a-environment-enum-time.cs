// rows: N6a-154 N6a-155 N6a-156 N6a-165 N6a-166 N6a-167 N6a-169
// env: CELERTEST_EMPTY=
// env: CELERTEST_EQUALS=a=b=c
// env: CELERTEST_TEXT=ünï code
// The environment and the process, enums by type argument, the clock, values that format themselves into a span.
using System.Collections;
using System.Diagnostics;
using System.Globalization;
using System.Text;

[Flags]
enum Access : ushort
{
    None = 0,
    Read = 1,
    Write = 2,
    Both = 3,
    Own = 0x8000,
}

enum Depth : long
{
    Deepest = long.MinValue,
    Deep = -1,
    Surface = 0,
    AlsoSurface = 0,
    Highest = long.MaxValue,
}

readonly struct Money(int cents) : ISpanFormattable
{
    readonly int cents = cents;
    public override string ToString() => ToString(null, null);
    public string ToString(string? format, IFormatProvider? provider) => $"string {format} {cents}";
    public bool TryFormat(Span<char> destination, out int written, ReadOnlySpan<char> format, IFormatProvider? provider) =>
        destination.TryWrite(provider, $"span {format} {cents}", out written);
}

static class Program
{
    static string Try(Func<object?> action)
    {
        try
        {
            return $"{action() ?? "null"}";
        }
        catch (Exception e)
        {
            return $"{e.GetType().Name} {(e as ArgumentException)?.ParamName}";
        }
    }

    static void Environments()
    {
        Environment.SetEnvironmentVariable("CELERTEST_SET", "set here");
        Environment.SetEnvironmentVariable("CELERTEST_GONE", "x");
        Environment.SetEnvironmentVariable("CELERTEST_GONE", null);
        var found = new SortedDictionary<string, string>(StringComparer.Ordinal);
        int others = 0;
        foreach (DictionaryEntry entry in Environment.GetEnvironmentVariables())
        {
            if (((string)entry.Key).StartsWith("CELERTEST_"))
                found[(string)entry.Key] = (string)entry.Value!;
            else
                others += Environment.GetEnvironmentVariable((string)entry.Key) == (string?)entry.Value ? 0 : 1;
        }
        Console.WriteLine($"{string.Join(", ", found)}; others wrong: {others}");
        Console.WriteLine($"{Environment.ProcessId == Process.GetCurrentProcess().Id}");
        Console.WriteLine($"{Environment.ProcessPath == Process.GetCurrentProcess().MainModule!.FileName}");
        Console.WriteLine($"{Path.GetFileName(Environment.ProcessPath)}");
        Console.WriteLine($"{ReferenceEquals(Environment.ProcessPath, Environment.ProcessPath)}");
    }

    static void Enums()
    {
        Console.WriteLine($"{Enum.IsDefined(DayOfWeek.Friday)} {Enum.IsDefined((DayOfWeek)7)} {Enum.IsDefined((DayOfWeek)(-1))} {Enum.IsDefined(Access.Both)}");
        Console.WriteLine($"{Enum.IsDefined(Access.Own | Access.Read)} {Enum.IsDefined(Depth.Deepest)} {Enum.IsDefined((Depth)5)}");
        Console.WriteLine($"{Enum.GetName(DayOfWeek.Friday)} {Enum.GetName((DayOfWeek)7) ?? "null"} {Enum.GetName(Depth.AlsoSurface)}");
        Console.WriteLine($"{Enum.GetName(Access.Own | Access.Read) ?? "null"} {Enum.GetName(Depth.Highest)}");
        Console.WriteLine($"{string.Join(" ", Enum.GetNames<DayOfWeek>())}; {string.Join(" ", Enum.GetNames<Depth>())}");
        Console.WriteLine($"{string.Join(" ", Enum.GetValues<Access>().Select(value => (int)value))}");
        Console.WriteLine($"copies: {!ReferenceEquals(Enum.GetNames<Access>(), Enum.GetNames<Access>())}");
        Console.WriteLine($"{ReferenceEquals(Enum.GetName(Access.Read), Enum.GetName(Access.Read))}");
        int defined = Enum.IsDefined(DayOfWeek.Monday) && Enum.GetName(DayOfWeek.Monday) is not null ? 1 : 0;
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < 1000; i++)
            defined += Enum.IsDefined((DayOfWeek)(i % 10)) && Enum.GetName((DayOfWeek)(i % 7)) is not null ? 1 : 0;
        Console.WriteLine($"{defined}, bytes for each {(GC.GetAllocatedBytesForCurrentThread() - before) / 1000}");
        foreach (string text in new[] { "Friday", " friday ", "5", "-1", "Read, Write", "Own,Read", "", "Fri day", "99999999999", "0x1", "Read,", "+2" })
        {
            Console.WriteLine($"'{text}': {Try(() => Enum.Parse<DayOfWeek>(text.AsSpan(), true))} {Try(() => Enum.Parse<Access>(text.AsSpan()))}");
            Console.WriteLine($"{Enum.TryParse(text.AsSpan(), out DayOfWeek day)} {day} {Enum.TryParse(text.AsSpan(), true, out Access access)} {access}");
        }
    }

    static void Clock()
    {
        bool ordered = true, same = true;
        for (int i = 0; i < 10_000; i++)
        {
            DateTime first = DateTime.UtcNow;
            DateTimeOffset second = DateTimeOffset.UtcNow;
            ordered &= second.UtcDateTime >= first;
            same &= first.Kind == DateTimeKind.Utc && second.Offset == TimeSpan.Zero && second.UtcDateTime.Kind == DateTimeKind.Utc;
        }
        Console.WriteLine($"{ordered} {same} {DateTime.UtcNow - DateTime.UnixEpoch > TimeSpan.FromDays(20_000)}");
        Console.WriteLine($"{Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - (DateTime.UtcNow - DateTime.UnixEpoch).TotalSeconds) < 100}");
    }

    static void Formatting()
    {
        Console.WriteLine(string.Format("{0} {1} {2} {3}", 'a', (Rune)'b', (nint)'c', (nuint)'d'));
        Console.WriteLine(string.Format(CultureInfo.InvariantCulture, "{0,4}|{1,-4}|{2:x8}|{3:N0}|{4:C3}|{5}|{6}",
            'a', new Rune(0x1F600), (nint)(-1), nuint.MaxValue, new Money(7), null, new Money(8)));
        object[] values =
        [
            'x', new Rune('é'), (nint)(-12345), (nuint)12345, 5, 1.5m, new DateTime(2021, 8, 1), TimeSpan.FromSeconds(90), new Version(1, 2), Guid.Empty, new Money(3), (byte)9, Half.One, true,
        ];
        foreach (object value in values)
        {
            if (value is not ISpanFormattable formattable)
            {
                Console.WriteLine($"{value.GetType().Name} does not");
                continue;
            }
            char[] buffer = new char[64];
            bool fits = formattable.TryFormat(buffer, out int written, default, CultureInfo.InvariantCulture), fitsNot = formattable.TryFormat([], out int none, default, null);
            Console.WriteLine($"{value.GetType().Name} {fits} {written} '{new string(buffer, 0, Math.Min(written, 64))}' {fitsNot} {none}");
        }
        Console.WriteLine($"{Try(() => string.Format("{0} {2}", 1, 2))} {Try(() => string.Format("{0", 1))}");
        Console.WriteLine($"{string.Format("{{{0}}}", (nint)5)} {string.Format("{0:D9}", (nint)5)}");
    }

    static void Main()
    {
        Environments();
        Enums();
        Clock();
        Formatting();
    }
}
