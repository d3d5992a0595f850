// rows: N6a-170 N6a-171 N6a-172 N6a-173 N6a-174 N6a-175 N6a-176 N6a-177 N6a-178 N6a-179 N6a-180 N6a-182 N6a-183
// Clearing, filling, covariance, hexadecimal text, replacing, encoding, joining: of all lengths around the widths of vectors.
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Unicode;

class A;
sealed class B : A;

struct Triple
{
    public byte X;
    public short Y;
    public object? Z;
}

static class Program
{
    static uint hash;

    static void Mix(ReadOnlySpan<char> text)
    {
        foreach (char c in text)
            hash = unchecked((hash ^ c) * 16777619);
        hash = unchecked((hash ^ 0x10000) * 16777619);
    }

    static string Try(Func<object?> action)
    {
        try
        {
            return $"{action() ?? "null"}";
        }
        catch (Exception e)
        {
            return $"{e.GetType().Name} {(e as ArgumentException)?.ParamName}".TrimEnd();
        }
    }

    // All lengths and starts: what was asked for is filled, and nothing beside it.
    static int Wrong<T>(T old, T value)
    {
        int wrong = 0;
        for (int length = 0; length < 140; length++)
        {
            for (int start = 0; start < 5; start++)
            {
                var array = new T[length + 9];
                Array.Fill(array, old);
                array.AsSpan(start, length).Fill(value);
                var other = new T[length + 9];
                Array.Fill(other, old);
                Array.Fill(other, value, start, length);
                for (int i = 0; i < array.Length; i++)
                {
                    T expected = i >= start && i < start + length ? value : old;
                    if (!Equals(array[i], expected) || !Equals(other[i], expected))
                        wrong++;
                }
                Array.Clear(array);
                wrong += array.Count(element => !Equals(element, default(T)));
            }
        }
        return wrong;
    }

    static unsafe int WrongBlocks()
    {
        int wrong = 0;
        byte* block = stackalloc byte[600];
        var from = new byte[600];
        new Random(1).NextBytes(from);
        for (uint length = 0; length < 300; length += length < 70 ? 1u : 23u)
        {
            for (uint start = 0; start < 4; start++)
            {
                Unsafe.InitBlockUnaligned(block, 0x11, 600);
                Unsafe.InitBlockUnaligned(block + start, (byte)length, length);
                Unsafe.CopyBlockUnaligned(ref block[300 + start], ref from[start], length);
                for (uint i = 0; i < 600; i++)
                {
                    byte expected = i >= start && i < start + length ? (byte)length : i >= 300 + start && i < 300 + start + length ? from[i - 300] : (byte)0x11;
                    wrong += block[i] == expected ? 0 : 1;
                }
            }
        }
        return wrong;
    }

    static void Arrays()
    {
        Console.WriteLine($"wrong: {Wrong((byte)1, (byte)0xfe)} {Wrong('a', '\uffee')} {Wrong(1, int.MinValue)} {Wrong(1L, long.MaxValue)}");
        Console.WriteLine($"{Wrong(0.5, double.NaN)} {Wrong(true, false)} {Wrong("a", "b")} {Wrong<string?>("a", null)}");
        Console.WriteLine($"{Wrong((1, 2L), (3, 4L))} {Wrong(new Triple { X = 1 }, new Triple { Y = 2, Z = "z" })} {Wrong(1m, 2m)}");
        Console.WriteLine($"{Wrong(DayOfWeek.Friday, DayOfWeek.Monday)} {WrongBlocks()}");
        var grid = new int[2, 3];
        Array.Fill([1], 2);
        grid[1, 2] = 5;
        Array.Clear(grid);
        Array nothing = Array.CreateInstance(typeof(long), [3], [-1]);
        nothing.SetValue(7L, 1);
        Array.Clear(nothing);
        Console.WriteLine($"{grid[1, 2]} {nothing.GetValue(1)} {Try(() => { Array.Clear(null!); return 0; })}");
        Console.WriteLine($"{Try(() => { Array.Clear(grid, 5, 2); return 0; })}");
        Console.WriteLine($"{Try(() => { Array.Fill(new int[3], 1, 2, 2); return 0; })}");
        Console.WriteLine($"{Try(() => { Array.Fill<int>(null!, 1); return 0; })}");

        B[] bs = new B[4];
        A[] asAs = bs;
        Console.WriteLine($"{Try(() => { asAs[0] = new B(); return "stored"; })}, {Try(() => { asAs[1] = new A(); return "stored"; })}");
        Console.WriteLine($"{Try(() => { asAs[1] = null!; return "stored"; })}, {Try(() => { asAs[9] = new A(); return "stored"; })}");
        Console.WriteLine($"{Try(() => new Span<A>(asAs).Length)}, {Try(() => new Span<A>(asAs, 1, 2).Length)}, {Try(() => asAs.AsSpan().Length)}");
        Console.WriteLine($"{Try(() => new ReadOnlySpan<A>(asAs).Length)}, {Try(() => new Span<B>(bs).Length)}, {Try(() => new Span<A>(null).Length)}");
        Console.WriteLine($"{Try(() => new Span<uint>((uint[])(object)new int[2]).Length)}");
        Console.WriteLine($"{Try(() => { Array.Fill<A>(new B[4], null!); return "filled"; })}");
        Console.WriteLine($"{Try(() => { Array.Fill(asAs, new B()); return asAs.Count(a => a is not null); })}");
        Console.WriteLine($"{Try(() => { Array.Fill(asAs, new A()); return "filled"; })}");
        Console.WriteLine($"{Try(() => { Array.Fill<object>(new string[0], 5); return "filled"; })}");
    }

    static void Texts()
    {
        var random = new Random(64);
        for (int length = 0; length < 150; length++)
        {
            var bytes = new byte[length];
            random.NextBytes(bytes);
            string upper = Convert.ToHexString(bytes);
            if (!Convert.FromHexString(upper).AsSpan().SequenceEqual(bytes) || Convert.ToHexStringLower(bytes) != upper.ToLowerInvariant())
                Console.WriteLine($"wrong at {length}");
            Mix(upper);
        }
        Console.WriteLine($"{Convert.ToHexString([0, 9, 10, 15, 16, 127, 128, 255])} '{Convert.ToHexString([])}'");
        Console.WriteLine($"{Try(() => Convert.ToHexString(null!))} {Try(() => Convert.ToHexString([1], 1, 1))}");
        Console.WriteLine($"{Try(() => Convert.FromHexString("0"))} {Try(() => Convert.FromHexString("0g"))}");

        (string, string)[] pairs = [(".", "!"), ("\n", ""), ("\r\n", "\n"), ("a", "aa"), ("aa", "a"), ("ab", "ba"), ("abc", ""), ("x", "y"), ("é", "e"), ("a", "b\0c"), ("\0", "0")];
        foreach ((string from, string to) in pairs)
        {
            for (int length = 0; length < 90; length++)
            {
                var text = new StringBuilder();
                while (text.Length < length)
                    text.Append("abc.\r\né\0xaa"[random.Next(11)]);
                string source = text.ToString(), replaced = source.Replace(from, to);
                if (replaced != string.Join(to, source.Split(from)) || (!source.Contains(from) && !ReferenceEquals(source, replaced)))
                    Console.WriteLine($"wrong: {from} {to} at {length}");
                Mix(replaced);
            }
        }
        Console.WriteLine($"{"aaaa".Replace("aa", "b")} {"aaa".Replace("aa", null)} {"a".Replace('a', 'b')}");
        Console.WriteLine($"{Try(() => "a".Replace("", "b"))} {Try(() => "a".Replace(null!, "b"))} {"".Replace("a", "b").Length}");
        Console.WriteLine($"{"aXbx".Replace("x", "-", StringComparison.OrdinalIgnoreCase)}");

        TextEncoder[] encoders =
        [
            HtmlEncoder.Default, UrlEncoder.Default, JavaScriptEncoder.Default, JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
            HtmlEncoder.Create(UnicodeRanges.BasicLatin, UnicodeRanges.Latin1Supplement), UrlEncoder.Create(new TextEncoderSettings(UnicodeRanges.All)),
        ];
        const string Sample = "Plain text that is longer than a vector, <b>\"quoted\"</b> & 'apostrophes', 1+1=2%, back\\slash/\t\r\n\u007f\u00a0é\u2028世界\U0001F600";
        foreach (TextEncoder encoder in encoders)
        {
            Console.WriteLine(encoder.Encode(Sample));
            for (int at = 0; at < 70; at++)
            {
                string text = new string('a', at) + "<é\ud83d\ude00" + new string('b', 70 - at);
                Mix(encoder.Encode(text));
                byte[] utf8 = Encoding.UTF8.GetBytes(text), target = new byte[2000];
                var status = encoder.EncodeUtf8(utf8, target, out int consumed, out int written);
                if (Encoding.UTF8.GetString(target, 0, written) != encoder.Encode(text) || consumed != utf8.Length || status != System.Buffers.OperationStatus.Done)
                    Console.WriteLine($"wrong at {at}");
            }
            Console.WriteLine($"{encoder.Encode("lone \ud83d surrogates \ude00")} {encoder.EncodeUtf8([0x61, 0xff, 0x62], new byte[100], out _, out int bytes)} {bytes}");
            Console.WriteLine($"{encoder.Encode("<", new char[2], out _, out int none)} {none} {encoder.Encode("").Length}");
        }

        List<string?> words = ["Hi", null, "are", "", "today"];
        IEnumerable<string?> lazy = words.Where(_ => true);
        Console.WriteLine($"{string.Join(", ", words)} | {string.Join(", ", lazy)} | {string.Join(", ", (IEnumerable<string?>)[.. words])}");
        Console.WriteLine($"{string.Join('-', words)} | {string.Join<object?>("+", [1, null, 'c', 2.5])} | {string.Join(null, words)}");
        Console.WriteLine($"{string.Join(", ", new List<string>())} | {string.Join(", ", new List<string> { "one" })}");
        Console.WriteLine($"{string.Join("--", "a b c d".Split(' '), 1, 2)} | {string.Join(",", new[] { 1, 2, 3 })}");
        Console.WriteLine($"{Try(() => string.Join(",", (List<string>)null!))} {Try(() => string.Join(",", ["a"], 1, 1))}");
        Console.WriteLine($"{string.Join(", ", Enumerable.Repeat("word", 1000)).Length} {ReferenceEquals(string.Join(",", words[..1]), words[0])}");
        Console.WriteLine(hash);
    }

    static void Main()
    {
        Arrays();
        Texts();
    }
}
