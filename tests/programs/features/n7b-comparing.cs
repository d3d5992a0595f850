// rows: N7b-082 N7b-083 N7b-084 N7b-086 N7b-087 N7b-088 N7b-089 N7b-090 N7b-091 N7b-092 N7b-093 N7b-094
// Comparisons with constants, which a compiler may spell out as wide loads, against the library's own of a value it does not know; and what lies behind a string.
using System.Reflection.Emit;
using System.Runtime.CompilerServices;
using System.Text;

static class Program
{
    static readonly string[] texts = ["", "a", "\0", "https://", "https://a", "HTTPS://", "hTtPs://x", "https:/", "http\u017F://", "https:\u000F/", "ab", "AB", "aB", "abc", "abcdefgh", "ABCDEFGH", "abcdefghi", "ABCDEFGHIJKLMNOP",
        "abcdefghijklmnop", "@[`{", "@[`{x", "`{@[", "\u212A", "k", "K", "é", "É", "1-2", "1\r2", "!2", "a\0", "xab"];

    static void Main()
    {
        Constants();
        Emitted();
        Layout();
        Rounded();
        Ends();
        Sequences();
        Reversed();
        Splits();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static string Unknown(string value) => value;

    /// A letter for each answer: equal, begins, begins in any case, equal in any case, equal spans, begins as span.
    static string Answers(string text)
    {
        var answers = new StringBuilder();
        void Add(bool constant, bool library) => answers.Append(constant ? '1' : '0').Append(constant == library ? "" : "!");
        Add(text == "https://", string.Equals(text, Unknown("https://")));
        Add(text.StartsWith("https://", StringComparison.Ordinal), text.StartsWith(Unknown("https://"), StringComparison.Ordinal));
        Add(text.StartsWith("https://", StringComparison.OrdinalIgnoreCase), text.StartsWith(Unknown("https://"), StringComparison.OrdinalIgnoreCase));
        Add(text.Equals("ab", StringComparison.OrdinalIgnoreCase), text.Equals(Unknown("ab"), StringComparison.OrdinalIgnoreCase));
        Add(text.AsSpan().SequenceEqual("abcdefgh"), text.AsSpan().SequenceEqual(Unknown("abcdefgh")));
        Add(text.AsSpan().StartsWith("abc"), text.AsSpan().StartsWith(Unknown("abc")));
        Add(text.AsSpan().StartsWith("abcdefghi", StringComparison.OrdinalIgnoreCase), text.AsSpan().StartsWith(Unknown("abcdefghi"), StringComparison.OrdinalIgnoreCase));
        Add(text.Equals("@[`{", StringComparison.OrdinalIgnoreCase), text.Equals(Unknown("@[`{"), StringComparison.OrdinalIgnoreCase));
        Add(text.Equals("k", StringComparison.OrdinalIgnoreCase), text.Equals(Unknown("k"), StringComparison.OrdinalIgnoreCase));
        Add(text.Equals("é", StringComparison.OrdinalIgnoreCase), text.Equals(Unknown("é"), StringComparison.OrdinalIgnoreCase));
        Add(text.Equals("1-2", StringComparison.OrdinalIgnoreCase), text.Equals(Unknown("1-2"), StringComparison.OrdinalIgnoreCase));
        Add(text == "", text.Length == 0);
        Add(text.StartsWith('a'), text.Length > 0 && text[0] == 'a');
        Add(text.StartsWith('\0'), text.Length > 0 && text[0] == '\0');
        Add(text.EndsWith('b'), text.Length > 0 && text[^1] == 'b');
        Add(text.EndsWith('\0'), text.Length > 0 && text[^1] == '\0');
        Add(text.EndsWith("hi", StringComparison.Ordinal), text.EndsWith(Unknown("hi"), StringComparison.Ordinal));
        return answers.ToString();
    }

    static void Constants()
    {
        foreach (string text in texts)
            Console.Write(Answers(text) + " ");
        Console.WriteLine();
        string? none = null;
        Console.WriteLine($"{none == "ab"} {string.Equals(none, "ab", StringComparison.OrdinalIgnoreCase)}");
        try
        {
            none!.StartsWith('a');
        }
        catch (NullReferenceException)
        {
            Console.WriteLine("null has no first letter");
        }
    }

    /// The constant lies in code made at run time, as in compiled regular expressions.
    static void Emitted()
    {
        var method = new DynamicMethod("IsHttps", typeof(bool), [typeof(string)]);
        ILGenerator il = method.GetILGenerator();
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldstr, "https://");
        il.Emit(OpCodes.Ldc_I4, (int)StringComparison.OrdinalIgnoreCase);
        il.Emit(OpCodes.Callvirt, typeof(string).GetMethod("StartsWith", [typeof(string), typeof(StringComparison)])!);
        il.Emit(OpCodes.Ret);
        var isHttps = method.CreateDelegate<Func<string, bool>>();
        Console.WriteLine(string.Concat(texts.Select(text => isHttps(text) == text.StartsWith(Unknown("https://"), StringComparison.OrdinalIgnoreCase) ? isHttps(text) ? "1" : "0" : "!")));
    }

    /// Length, characters, and a zero behind them.
    static unsafe void Layout()
    {
        int good = 0;
        for (int length = 0; length <= 64; length++)
        {
            string text = new('x', length);
            fixed (char* first = text)
                good += first[length] == 0 && *((int*)first - 1) == length && (length == 0 || first[length - 1] == 'x') ? 1 : 0;
        }
        Console.WriteLine(good);
    }

    static void Rounded()
    {
        foreach (double x in (double[])[0.5, 1.5, -0.5, -1.5, 2.4999999999999996, 4503599627370495.5, -0.0, double.NaN, double.PositiveInfinity, 0.49999999999999994])
        {
            Console.Write($"{Math.Round(x, MidpointRounding.AwayFromZero)} {Math.Round(x, MidpointRounding.ToEven)} {Math.Round(x, MidpointRounding.ToZero)} {Math.Round(x, MidpointRounding.ToNegativeInfinity)} {Math.Round(x, MidpointRounding.ToPositiveInfinity)} "
                + $"{MathF.Round((float)x, MidpointRounding.AwayFromZero)}; ");
        }
        Console.WriteLine();
    }

    static void Ends()
    {
        foreach ((string text, string end) in (ReadOnlySpan<(string, string)>)[("System.Private.CoreLib.dll", ".DLL"), ("x.dl", ".DLL"), ("", ""), ("abc", ""), ("STRASSE", "ße"), ("x\u212A", "K"), ("é", "É"), (".dll", "x.dll")])
            Console.Write($"{text.EndsWith(end, StringComparison.OrdinalIgnoreCase)} {text.EndsWith(end, StringComparison.Ordinal)} ");
        Console.WriteLine();
    }

    static void Sequences()
    {
        int wrong = 0;
        for (int length = 0; length < 100; length++)
        {
            char[] one = [.. Enumerable.Range(0, length).Select(i => (char)(i * 600))];
            for (int at = 0; at < length; at++)
            {
                char[] other = (char[])one.Clone();
                other[at]++;
                wrong += one.AsSpan().SequenceEqual(other) || one.AsSpan().SequenceCompareTo(other) >= 0 || other.AsSpan().SequenceCompareTo(one) <= 0 ? 1 : 0;
                wrong += one.AsSpan().SequenceEqual((char[])one.Clone()) && one.AsSpan(0, at).SequenceCompareTo(one) < 0 ? 0 : 1;
            }
        }
        Console.WriteLine($"sequences wrong {wrong} {new[] { 1, 9 }.AsSpan().SequenceCompareTo(new[] { 1, 10 }) < 0} {new byte[] { 200 }.AsSpan().SequenceCompareTo(new byte[] { 100 }) > 0} {new sbyte[] { -1 }.AsSpan().SequenceCompareTo(new sbyte[] { 1 }) < 0}");
    }

    static void Reversed()
    {
        int wrong = Wrong(i => (byte)i) + Wrong(i => (char)i) + Wrong(i => i) + Wrong(i => (long)i) + Wrong(i => i.ToString()) + Wrong(i => (i, (byte)i)) + Wrong(i => i * 0.5);
        int[] part = [1, 2, 3, 4, 5, 6];
        Array.Reverse(part, 1, 4);
        Console.WriteLine($"reversed wrong {wrong} {string.Join("", part)}");

        static int Wrong<T>(Func<int, T> make)
        {
            int wrong = 0;
            for (int length = 0; length < 150; length++)
            {
                T[] one = [.. Enumerable.Range(0, length).Select(make)], other = (T[])one.Clone();
                Array.Reverse(one);
                other.AsSpan().Reverse();
                for (int i = 0; i < length; i++)
                    wrong += Equals(one[i], make(length - 1 - i)) && Equals(one[i], other[i]) ? 0 : 1;
            }
            return wrong;
        }
    }

    static void Splits()
    {
        string text = string.Concat(Enumerable.Range(0, 60).Select(i => i % 7 == 0 ? ",," : i % 5 == 0 ? " ; " : "w" + i + "-"));
        Console.WriteLine($"{text.Split(',').Length} {text.Split([',', ';', '-']).Length} {text.Split([',', ';', '-', 'w'], StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).Length} {text.Split("; ").Length} {text.Split([",,", ";"], 5, StringSplitOptions.None)[^1].Length}");
        Console.WriteLine(string.Join("|", "a,b;;c,\u012C,d".Split(',', ';')) + " " + "".Split(',').Length + " " + ",".Split(',', StringSplitOptions.RemoveEmptyEntries).Length);
    }
}
