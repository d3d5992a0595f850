// rows: N7b-105 N7b-106 N7b-107 N7b-109 N7b-110 N7b-111 N7b-112 N7b-113 N7b-114 N7b-115 N7b-116 N7b-117 N7b-118 N7b-127 N7b-128 N7b-129 N7b-130
// Formatting of numbers, composite formats, all ways into a StringBuilder, pieces of strings.
using System.Data;
using System.Globalization;
using System.Text;

readonly struct Wordy : ISpanFormattable
{
    /// Too long for the room that an insertion has on the stack, which then goes by way of a string.
    public string ToString(string? format, IFormatProvider? provider) => "long " + new string('w', 600);

    public override string ToString() => ToString(null, null);

    public bool TryFormat(Span<char> destination, out int written, ReadOnlySpan<char> format, IFormatProvider? provider)
    {
        string text = ToString(null, provider);
        written = text.TryCopyTo(destination) ? text.Length : 0;
        return written > 0;
    }
}

sealed class Shouting : IFormatProvider, ICustomFormatter
{
    public object? GetFormat(Type? type) => type == typeof(ICustomFormatter) ? this : null;

    public string Format(string? format, object? argument, IFormatProvider? provider) => $"<{format}:{argument}>!";
}

static class Program
{
    static void Main()
    {
        CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
        Integers();
        Formats();
        Appended();
        Inserted();
        Replaced();
        Concatenated();
        Pieces();
    }

    static void Integers()
    {
        long[] values = [0, 9, 10, -1, int.MaxValue, (long)int.MaxValue + 1, uint.MaxValue, 9_999_999_999, 1_000_000_000_000_000_000, long.MaxValue, long.MinValue, -1_234_567_890_123];
        foreach (long value in values)
            Console.Write($"{value} {(ulong)value} {value:D22} {value:X} {(ulong)value:X20} {value:N0} {value:B} {value:E3}; ");
        Console.WriteLine();
    }

    static void Formats()
    {
        var builder = new StringBuilder();
        string padding = new('.', 200);
        builder.AppendFormat(padding + "{0}" + padding, "one").Append(' ').AppendFormat("{0,6}|{0,-6}|{1:X4}|{{{2}}}|{3}", 12, 255, "x", null);
        Console.WriteLine(builder.Length + builder.ToString(195, 10) + builder.ToString(404, builder.Length - 404));
        Console.WriteLine(string.Format(new Shouting(), "{0:abc} {1} {{}} {2,4}", 1, "t", null) + string.Format("{0}{1}{2}{3}", 1, 2, 3, 4) + string.Format("{1,10:F2}{0}", 1.005m, 2.345));
        foreach (string bad in (string[])["{", "}", "{0", "{x}", "{0}{1}", "{0:", "{-1}", "{0,}", "{0,x}", "{ 0}", "{0 ,3 :X}", "{2147483648}", "text } more", "{0:{}"])
        {
            try
            {
                Console.Write(builder.Clear().AppendFormat(bad, 10) + "; ");
            }
            catch (FormatException e)
            {
                Console.Write(e.GetType().Name + " " + builder + "; ");
            }
        }
        Console.WriteLine();
        CompositeFormat parsed = CompositeFormat.Parse("{0}-{1:D3}");
        Console.WriteLine(string.Format(null, parsed, "a", 7) + " " + parsed.MinimumArgumentCount);
    }

    static void Appended()
    {
        var builder = new StringBuilder(4); // small, so that pieces cross chunks
        builder.Append("this".AsSpan()).Append("is".ToCharArray()).Append('a').Append("test", 1, 2).Append(['x', 'y', 'z'], 1, 2).Append(new StringBuilder("inner"), 1, 3).Append("memory".AsMemory());
        builder.Append(true).Append((byte)200).Append(-5L).Append(1.5).Append(2.5f).Append(3.25m).Append(uint.MaxValue).Append((object?)null).Append((string?)null).Append('r', 5).Append('\0').Append(ulong.MaxValue);
        unsafe
        {
            fixed (char* text = "pointer")
                builder.Append(text, 5);
        }
        builder.AppendLine().AppendJoin(", ", 1, 2, 3).Append($"[{12,5}|{1.5:F2}|{"s",-3}]");
        Console.WriteLine(builder.ToString().ReplaceLineEndings("/").Replace("\0", "0"));
        Console.WriteLine(new DateTimeOffset(2022, 8, 31, 17, 4, 59, 123, TimeSpan.FromMinutes(-450)) + " " + new DateTimeOffset(1, 1, 1, 0, 0, 0, TimeSpan.Zero).ToString("o") + " " + new DateTime(2024, 2, 29).ToString("dddd, d MMMM yyyy", CultureInfo.InvariantCulture));
        char[] copied = new char[6];
        builder.CopyTo(3, copied, 6);
        Console.WriteLine(new string(copied) + " " + builder.GetChunks().GetEnumerator().MoveNext());
    }

    static void Inserted()
    {
        var builder = new StringBuilder("0123456789", 11);
        builder.Insert(0, 12345).Insert(5, -1.5).Insert(builder.Length, true).Insert(3, 'c').Insert(2, 7m).Insert(1, ulong.MaxValue).Insert(4, "two", 2).Insert(6, ['a', 'b', 'c'], 1, 1).Insert(0, (object)3.5f).Insert(2, "span".AsSpan());
        Console.WriteLine(builder);
        builder.Clear().Append("ends").Insert(2, (object)new Wordy());
        Console.WriteLine($"{builder.Length} {builder.ToString(0, 10)} {builder.ToString(builder.Length - 4, 4)}");
        builder.Clear().Append(new Wordy()).Append($"{new Wordy()}");
        Console.WriteLine(builder.Length);
        try
        {
            builder.Insert(builder.Length + 1, 1);
        }
        catch (ArgumentOutOfRangeException e)
        {
            Console.WriteLine(e.ParamName);
        }
    }

    static void Replaced()
    {
        var builder = new StringBuilder(8);
        for (int i = 0; i < 30; i++)
            builder.Append("ab-").Append(i);
        Console.WriteLine(builder.Replace("ab", "c").Replace("-1", "+eleven+").Replace("c", "").Replace("+", "<>", 10, 60));
        Console.WriteLine(new StringBuilder("aaaa").Replace("aa", "b").ToString() + new StringBuilder("aaa").Replace("a", "aa") + new StringBuilder("x").Replace("x".AsSpan(), "yy".AsSpan()));
    }

    static string Sorting(string name, bool descending) => descending ? $"[{name}] DESC" : $"[{name}]";

    static void Concatenated()
    {
        string name = "Name", explicitly = string.Concat("[", name, "] DESC");
        Console.WriteLine($"{Sorting(name, true)} {Sorting(name, false)} {Sorting(null!, true)} {explicitly == Sorting(name, true)}");
        // A view's order is such a text.
        using var table = new DataTable { Columns = { { "Name", typeof(string) }, { "Age", typeof(int) } } };
        table.Rows.Add("b", 1);
        table.Rows.Add("a", 2);
        var view = new DataView(table) { Sort = "Name DESC, Age" };
        Console.WriteLine($"{view.Sort} {view[0]["Name"]} {string.Concat("a", null, "b", "", "c".AsSpan().ToString())} {"ab" + 'c' + 1 + null}");
    }

    static string Kind(ReadOnlySpan<char> text) => text switch
    {
        "" => "empty",
        "true" or "yes" => "yes",
        "false" => "no",
        ['#', ..] => "comment",
        _ => "other",
    };

    static void Pieces()
    {
        const string text = "0123456789";
        for (int start = -1; start <= 11; start += 4)
        {
            foreach (int length in (int[])[-1, 0, 2, 10, int.MaxValue])
            {
                Console.Write(Piece(() => text.Substring(start, length)) + " ");
                Console.Write(Piece(() => text.AsSpan().Slice(start, length).ToString()) + " ");
            }
            Console.Write(Piece(() => text.Substring(start)) + " " + Piece(() => text.AsSpan(start).ToString()) + "; ");
        }
        Console.WriteLine(ReferenceEquals(text.Substring(0, 10), text) + " " + ReferenceEquals(text.Substring(10), ""));
        foreach (string line in (string[])["  true ", "yes", "", "#x", "False", "false"])
            Console.Write(Kind(line.AsSpan().Trim()) + " ");
        Console.WriteLine();
        Console.WriteLine($"{@"C:\path/x?y#z".IndexOfAny(['/', '?'])} {@"C:\path/x?y#z".AsSpan().IndexOfAny('#', '?', ':')} {@"C:\path/x?y#z".AsSpan().IndexOfAny(":\\/?#")} {string.Join("|", "a;b;;c".Split(';'))} {string.Join("|", "a;b;;c".Split(';', 2))} {" x ".Split(' ').Length}");

        static string Piece(Func<string> make)
        {
            try
            {
                return "'" + make() + "'";
            }
            catch (ArgumentOutOfRangeException e)
            {
                return e.ParamName ?? "out of range";
            }
        }
    }
}
