// rows: N7b-064 N7b-065 N7b-066 N7b-067 N7b-068 N7b-069 N7b-071 N7b-072 N7b-073 N7b-074 N7b-075 N7b-076 N7b-077 N7b-078 N7b-079 N7b-080 N7b-081
// What is searched vector by vector is found as by a plain loop, at each length, place and offset.
using System.Text;

readonly struct Loose(int value) : IEquatable<Loose>
{
    readonly int value = value;

    /// Not what the bits say: a search by vectors would find nothing.
    public bool Equals(Loose other) => value / 10 == other.value / 10;
}

static class Program
{
    static int checks, wrong;

    static void Same(int found, int expected)
    {
        checks++;
        if (found != expected)
            wrong++;
    }

    static void Report(string what)
    {
        Console.WriteLine($"{what}: {checks} checks, {wrong} wrong");
        checks = wrong = 0;
    }

    static void Main()
    {
        Classes();
        Values<byte>(1, 0);
        Values<sbyte>(-1, 0);
        Values('x', 'a');
        Values<short>(-5, 3);
        Values(7, 0);
        Values(1L << 40, 0);
        Values<nuint>(9, 8);
        Values(true, false);
        Values(new Rune('é'), new Rune('a'));
        Values(double.NaN, 0.0);
        Values("x", "y");
        Values(new Loose(42), new Loose(7));
        Console.WriteLine($"{new[] { new Loose(1), new Loose(45) }.AsSpan().IndexOf(new Loose(41))} {new[] { 1.0, -0.0 }.AsSpan().IndexOf(0.0)} {new[] { double.NaN }.AsSpan().IndexOf(double.NaN)}");
        Prefixes();
        Texts();
        AnyCase();
        Lines();
    }

    static void Classes()
    {
        var line = new StringBuilder();
        foreach ((string name, Func<char, bool> test) in (ReadOnlySpan<(string, Func<char, bool>)>)[("Digit", char.IsAsciiDigit), ("HexDigit", char.IsAsciiHexDigit), ("HexDigitLower", char.IsAsciiHexDigitLower),
            ("HexDigitUpper", char.IsAsciiHexDigitUpper), ("Letter", char.IsAsciiLetter), ("LetterLower", char.IsAsciiLetterLower), ("LetterUpper", char.IsAsciiLetterUpper), ("LetterOrDigit", char.IsAsciiLetterOrDigit)])
        {
            var members = new StringBuilder();
            for (int c = 0; c <= char.MaxValue; c++)
            {
                if (test((char)c))
                    members.Append((char)c);
            }
            line.Append(name).Append(' ').Append(members).Append('\n');
        }
        Console.Write(line);
        Console.WriteLine($"{char.IsBetween('f', 'f', 'g')} {char.IsBetween('e', 'f', 'g')} {char.IsBetween('a', 'z', 'b')}");
    }

    /// One `wanted` among others, in spans that begin at each of some offsets, so that all tails and overlaps occur.
    static void Values<T>(T wanted, T other) where T : IEquatable<T>
    {
        var array = new T[160];
        Array.Fill(array, other);
        for (int start = 0; start < 3; start++)
        {
            for (int length = 0; length < 150; length += length < 70 ? 1 : 13)
            {
                Span<T> span = array.AsSpan(start, length);
                Same(span.IndexOf(wanted), -1);
                Same(span.IndexOfAnyExcept(other), -1);
                for (int at = 0; at < length; at += at < 20 ? 1 : 7)
                {
                    span[at] = wanted;
                    Same(span.IndexOf(wanted), at);
                    Same(span.LastIndexOf(wanted), at);
                    Same(span.Contains(wanted) ? 1 : 0, 1);
                    Same(span.IndexOfAnyExcept(other), at);
                    Same(span.LastIndexOfAnyExcept(other), at);
                    Same(span.IndexOfAny(wanted, wanted), at);
                    Same(span.LastIndexOfAny([wanted, wanted, wanted]), at);
                    Same(span.IndexOfAnyExcept(other, other, other), at);
                    span[at] = other;
                }
                Same(span.IndexOfAnyExcept(other, wanted), -1);
                Same(array.AsSpan(start, length).Contains(wanted) ? 1 : 0, 0);
            }
        }
        Report(typeof(T).Name);
    }

    static void Prefixes()
    {
        for (int length = 0; length < 80; length++)
        {
            char[] chars = [.. Enumerable.Range(0, length).Select(i => (char)('a' + i % 26))];
            int[] ints = [.. chars.Select(c => (int)c)];
            for (int at = 0; at < length; at++)
            {
                char[] other = (char[])chars.Clone();
                other[at] = (char)(other[at] + 256); // differs in the upper byte alone
                Same(chars.AsSpan().CommonPrefixLength(other), at);
                Same(ints.AsSpan().CommonPrefixLength([.. other.Select(c => (int)c)]), at);
                Same(chars.AsSpan().CommonPrefixLength(chars.AsSpan(0, at)), at);
            }
        }
        Report("prefixes");
        ReadOnlySpan<string> one = ["A", "b", "C"], two = ["a", "B", "x"];
        Console.WriteLine($"{one.CommonPrefixLength(two)} {one.CommonPrefixLength(two, StringComparer.OrdinalIgnoreCase)} {one.CommonPrefixLength([])}");
    }

    static int Plain(string text, string value, Func<char, char> fold, bool last)
    {
        int found = -1;
        for (int i = 0; i + value.Length <= text.Length && (last || found < 0); i++)
        {
            int k = 0;
            while (k < value.Length && fold(text[i + k]) == fold(value[k]))
                k++;
            if (k == value.Length)
                found = i;
        }
        return found;
    }

    static void Texts()
    {
        var random = new Random(71);
        for (int round = 0; round < 3000; round++)
        {
            // Few letters, so that first and last letters meet often without a match.
            string text = string.Concat(Enumerable.Range(0, random.Next(120)).Select(_ => (char)('a' + random.Next(3))));
            string value = string.Concat(Enumerable.Range(0, random.Next(1, 7)).Select(_ => (char)('a' + random.Next(3))));
            Same(text.AsSpan().IndexOf(value), Plain(text, value, c => c, false));
            Same(text.AsSpan().LastIndexOf(value), Plain(text, value, c => c, true));
            byte[] bytes = Encoding.ASCII.GetBytes(text), wanted = Encoding.ASCII.GetBytes(value);
            Same(bytes.AsSpan().IndexOf(wanted), Plain(text, value, c => c, false));
            Same(bytes.AsSpan().LastIndexOf(wanted), Plain(text, value, c => c, true));
        }
        Report("texts");
        Console.WriteLine($"{"abc".AsSpan().IndexOf("")} {"abc".AsSpan().LastIndexOf("")} {"".AsSpan().IndexOf("a")} {"abc".Contains("")}");
    }

    static void AnyCase()
    {
        var random = new Random(72);
        const string letters = "aAbBkK-\u212AéÉß1ı";
        static char Fold(char c) => c == '\u0131' ? c : char.ToUpperInvariant(c);
        for (int round = 0; round < 3000; round++)
        {
            string text = string.Concat(Enumerable.Range(0, random.Next(90)).Select(_ => letters[random.Next(letters.Length)]));
            string value = string.Concat(Enumerable.Range(0, random.Next(1, 4)).Select(_ => letters[random.Next(letters.Length)]));
            Same(text.AsSpan().IndexOf(value, StringComparison.OrdinalIgnoreCase), Plain(text, value, Fold, false));
            Same(text.LastIndexOf(value, StringComparison.OrdinalIgnoreCase), Plain(text, value, Fold, true));
            Same(text.IndexOf(value[0], StringComparison.OrdinalIgnoreCase), Plain(text, value[..1], Fold, false));
            Same(text.Contains(value[0], StringComparison.OrdinalIgnoreCase) ? 1 : 0, Plain(text, value[..1], Fold, false) >= 0 ? 1 : 0);
            char[] any = value.Concat("#~?!").Take(random.Next(1, 8)).ToArray(); // up to six and more: the map that is asked first
            Same(text.IndexOfAny(any), Enumerable.Range(0, text.Length).FirstOrDefault(i => any.Contains(text[i]), -1));
            Same(text.LastIndexOfAny(any), Enumerable.Range(0, text.Length).LastOrDefault(i => any.Contains(text[i]), -1));
            Same(text.AsSpan().IndexOfAnyExcept(any), Enumerable.Range(0, text.Length).FirstOrDefault(i => !any.Contains(text[i]), -1));
        }
        Report("any case and any of many");
    }

    static void Lines()
    {
        const string text = "one\r\ntwo\n\nthree\rfour\u2028five\u0085six\fseven\u2029\r\n";
        foreach (ReadOnlySpan<char> line in text.AsSpan().EnumerateLines())
            Console.Write($"[{line}]");
        Console.WriteLine();
        var reader = new StringReader(text);
        while (reader.ReadLine() is { } line)
            Console.Write($"<{line.Length} {line[^Math.Min(1, line.Length)..]}>");
        Console.WriteLine($"{reader.Peek()} {new StringReader("").ReadLine() ?? "null"}");
        var builder = new StringBuilder(16);
        for (int i = 0; i < 50; i++)
            builder.Append("a.b.c;"); // several chunks
        Console.WriteLine(builder.Replace('.', ',').Replace('a', '.', 6, 12).ToString(0, 30) + " " + builder.Replace(';', ';').ToString().Count(c => c == ','));
    }
}
