// rows: N5-077 N5-078 N5-079 N5-080 N5-081 N5-083 N5-085 N5-086 N5-087 N5-178 N5-201 N5-203 N5-204 N5-228 N5-229 N5-232 N5-233
// Characters, numbers, encodings and strings, with the inputs at which their fast paths end.
using System.Buffers.Binary;
using System.Buffers.Text;
using System.Text;
using System.Text.Encodings.Web;

static class Program
{
    static void Main()
    {
        Console.WriteLine($"white space: {Enumerable.Range(0, 65536).Count(c => char.IsWhiteSpace((char)c))} {Hash(Enumerable.Range(0, 65536).Where(c => char.IsWhiteSpace((char)c)))}");
        Console.WriteLine($"cases: {Hash(Enumerable.Range(0, 65536).Select(c => (int)char.ToUpperInvariant((char)c)))} {Hash(Enumerable.Range(0, 65536).Select(c => (int)char.ToLowerInvariant((char)c)))}");
        Console.WriteLine($"trimmed: [{" \t\u00A0a b\u2003 \n".Trim()}] [{"   ".Trim()}] [{"\u200Ba".Trim().Length}] {" test ".AsSpan().Trim().Length}");

        foreach (int i in (int[])[0, 9, 10, 99, 100, 12345, int.MaxValue, int.MinValue, -1])
            Console.Write($"{i.ToString()} {((byte)i).ToString()} {((sbyte)i).ToString()} {((ushort)i).ToString()} {((long)i * i).ToString()} {((ulong)i).ToString()} ");
        Console.WriteLine();

        Span<char> characters = stackalloc char[40];
        Span<byte> bytes = stackalloc byte[40];
        foreach (var time in (DateTime[])[new(2020, 2, 29, 23, 59, 59, 999, DateTimeKind.Utc), DateTime.MinValue, DateTime.MaxValue, new DateTime(1900, 3, 1).AddTicks(1), new(2100, 12, 31)])
        {
            time.TryFormat(characters, out int written, "o");
            Utf8Formatter.TryFormat(time, bytes, out int writtenBytes, 'O');
            Console.WriteLine($"time: {characters[..written]} {Encoding.ASCII.GetString(bytes[..writtenBytes])} {time.Year} {time.Month} {time.Day} {time.DayOfYear} {time.DayOfWeek} {time.Hour}:{time.Minute}:{time.Second}.{time.Millisecond} {time:R} {time:s}");
        }
        Console.WriteLine($"no room: {DateTime.MaxValue.TryFormat(characters[..26], out _, "o")} {new DateTimeOffset(2020, 1, 1, 0, 0, 0, TimeSpan.FromMinutes(-90)):o}");

        Encodings();
        Escapes();
        Strings();

        foreach (string text in (string[])["0", "-1", "+5", "2147483647", "2147483648", "-2147483648", "-2147483649", "12a", "", "-", "00012"])
        {
            bool parsed = Utf8Parser.TryParse(Encoding.UTF8.GetBytes(text), out int value, out int consumed);
            Console.Write($"{text}: {parsed} {value} {consumed}, ");
        }
        Console.WriteLine();
        var guid = new Guid("00112233-4455-6677-8899-aabbccddeeff");
        Console.WriteLine($"guids: {guid == new Guid(guid.ToByteArray())} {guid != new Guid("00112233-4455-6677-8899-aabbccddeefe")} {guid.Equals(null)} {guid.CompareTo(Guid.Empty)} {guid.Equals((object)new Guid(guid.ToString("N")))}");
        Numbers();
    }

    static long Hash(IEnumerable<int> values) => values.Aggregate(17L, (hash, value) => unchecked(hash * 31 + value));

    static void Encodings()
    {
        foreach (string text in (string[])["", "this is a test", new string('a', 100) + "é", "ÿĀ", "\uD83D\uDE00", "\uD83D", "é" + new string('b', 33)])
        {
            byte[] utf8 = Encoding.UTF8.GetBytes(text), latin1 = Encoding.Latin1.GetBytes(text);
            Console.WriteLine($"bytes: {utf8.Length} {latin1.Length} {Hash(utf8.Select(b => (int)b))} {Hash(latin1.Select(b => (int)b))} {Encoding.UTF8.GetString(utf8) == text} {Encoding.Latin1.GetString(latin1) == text} {Encoding.UTF8.GetByteCount(text)}");
        }
        Console.WriteLine($"Latin1: {Encoding.Latin1.WebName} {Encoding.Latin1.CodePage} {Encoding.Latin1.GetString([0x41, 0xE9, 0xFF]).Select(c => (int)c).Sum()} {ReferenceEquals(Encoding.Latin1, Encoding.GetEncoding("iso-8859-1"))}");
        Console.WriteLine($"invalid: {Hash(Encoding.UTF8.GetString([0x41, 0xC0, 0x80, 0xE2, 0x82, 0x41, 0xFF]).Select(c => (int)c))}");
    }

    static void Escapes()
    {
        foreach (string text in (string[])["nothing in this sentence is to be escaped at all", "a<b>&'\"+", "tab\tline\n\u0001", "é\u2028\uD83D\uDE00\uD83D", new string('x', 31) + "<"])
        {
            Console.WriteLine($"{JavaScriptEncoder.Default.Encode(text)} {JavaScriptEncoder.UnsafeRelaxedJsonEscaping.Encode(text).Length} {HtmlEncoder.Default.Encode(text)} {UrlEncoder.Default.Encode(text)}");
            unsafe
            {
                fixed (char* p = text)
                    Console.WriteLine($"first: {JavaScriptEncoder.Default.FindFirstCharacterToEncode(p, text.Length)} {HtmlEncoder.Default.FindFirstCharacterToEncode(p, text.Length)}");
            }
        }
        Span<char> small = stackalloc char[8];
        Console.WriteLine($"no room: {JavaScriptEncoder.Default.Encode("abc<def", small, out int consumed, out int written)} {consumed} {written}");
    }

    static void Strings()
    {
        Console.WriteLine($"split: {string.Join("|", " a , b ,, c ".Split(',', StringSplitOptions.TrimEntries))} {string.Join("|", " a , b ,, ,c ".Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))} "
            + $"{string.Join("|", " a - b -- c ".Split("--", 2, StringSplitOptions.TrimEntries))} {"   ".Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries).Length}");
        string longer = new('a', 50);
        Console.WriteLine($"ordinal: {Math.Sign(string.CompareOrdinal(longer + "b", longer + "c"))} {Math.Sign(string.CompareOrdinal(longer, longer + "c"))} {string.CompareOrdinal("", "")} {Math.Sign(string.CompareOrdinal("a", null))} "
            + $"{Math.Sign(string.Compare("x" + longer, 1, "y" + longer, 1, 50, StringComparison.Ordinal))} {Math.Sign(string.Compare("\uFFFFa", "\uD800a", StringComparison.Ordinal))}");
        var ignoring = new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase);
        for (int i = 0; i < 300; i++)
            ignoring[$"Key{i}É"] = i;
        ignoring["KEY7é"] = 1000;
        Console.WriteLine($"ignoring case: {ignoring.Count} {ignoring["kEy7É"]} {ignoring.ContainsKey("key300é")} {ignoring.Comparer == StringComparer.OrdinalIgnoreCase}");

        var builder = new StringBuilder(4);
        for (int i = 0; i < 1000; i++)
            builder.Append(i).Append(':').Append("x").Append((char)('a' + i % 26), 2);
        Console.WriteLine($"builder: {builder.Length} {Hash(builder.ToString().Select(c => (int)c))} {builder.Insert(3, "inserted").Remove(0, 2)[1]} {builder.Capacity >= builder.Length}");

        var stream = new MemoryStream();
        using (var writer = new BinaryWriter(stream, Encoding.UTF8, true))
        {
            writer.Write("");
            writer.Write("short");
            writer.Write(new string('é', 70));
            writer.Write(new string('z', 40_000));
        }
        stream.Position = 0;
        using var reader = new BinaryReader(stream);
        Console.WriteLine($"writer: {stream.Length} [{reader.ReadString()}] {reader.ReadString()} {reader.ReadString().Length} {reader.ReadString().Length}");
    }

    static void Numbers()
    {
        Span<byte> bytes = stackalloc byte[8];
        BinaryPrimitives.WriteDoubleBigEndian(bytes, Math.PI);
        Console.WriteLine($"double: {Convert.ToHexString(bytes)} {BinaryPrimitives.ReadDoubleBigEndian(bytes):R} {BinaryPrimitives.ReadDoubleLittleEndian(bytes):R} {BinaryPrimitives.ReadSingleBigEndian(bytes):R}");
        Console.WriteLine($"single: {BinaryPrimitives.TryWriteSingleLittleEndian(bytes, -1.5f)} {Convert.ToHexString(bytes)} {BinaryPrimitives.TryReadSingleBigEndian(bytes[..3], out _)} {BinaryPrimitives.TryWriteDoubleLittleEndian(bytes[..7], 1)} {BinaryPrimitives.ReadSingleLittleEndian(bytes)}");
    }
}
