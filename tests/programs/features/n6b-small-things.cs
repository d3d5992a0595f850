// rows: N6b-001 N6b-118 N6b-119 N6b-120 N6b-121 N6b-122 N6b-123 N6b-124 N6b-125 N6b-126 N6b-127 N6b-128 N6b-129 N6b-130 N6b-131 N6b-132 N6b-133 N6b-134 N6b-135 N6b-136 N6b-137 N6b-143 N6b-145
// Small things: sealed classes and arrays of them, numbers as bytes and as text, formatting, data in the image, small classes of the library.
using System.Buffers.Binary;
using System.Buffers.Text;
using System.ComponentModel;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml;

class Base
{
    public virtual int M() => 1;
}

class Open : Base
{
    public override int M() => 2;
}

class More : Open
{
    public override int M() => 3;
}

sealed class Closed : Base
{
    public override int M() => 4;
}

[Description("described"), Category("own")]
class Described
{
    [DefaultValue(5)] public int Value { get; set; } = 5;
}

[Description("derived")]
class DescribedMore : Described
{
}

static class Program
{
    static void Try(string what, Func<object?> action)
    {
        try { Console.WriteLine($"{what}: {action() ?? "null"}"); }
        catch (Exception e) { Console.WriteLine($"{what}: {e.GetType().Name}"); }
    }

    static void Main()
    {
        Sealed();
        Stack();
        BigEndian();
        Parsing();
        Formatting();
        Image();
        Library();
    }

    static int Call(Closed closed) => closed.M() + 42;

    static int Call(Open open) => open.M() + 42;

    static bool IsClosed(object? o) => o is Closed;

    static bool IsOpen(object? o) => o is Open;

    static void Fill<T>(T[] array, T value)
    {
        for (int i = 0; i < array.Length; i++)
            array[i] = value;
    }

    static int Length(Open[]? array)
    {
        Span<Open> span = array;
        return span.Length;
    }

    static int Length(Closed[]? array)
    {
        Span<Closed> span = array;
        return span.Length;
    }

    static void Sealed()
    {
        Console.WriteLine($"{Call(new Closed())} {Call(new Open())} {Call(new More())}");
        Try("null, sealed", () => Call((Closed)null!));
        Try("null", () => Call((Open)null!));
        foreach (object? o in new object?[] { new Base(), new Open(), new More(), new Closed(), "text", null, new Closed[1], 5 })
            Console.Write($"{IsClosed(o)} {IsOpen(o)} {(o as Closed)?.M()} {(o as Open)?.M()}; ");
        Console.WriteLine();
        Try("cast", () => (Closed)(object)new Open());
        Try("cast of null", () => (Closed?)(object?)null);
        var closed = new Closed[10_000];
        var open = new Open[10_000];
        Fill(closed, new Closed());
        Fill(open, new More());
        Console.WriteLine($"{closed.Sum(c => c.M())} {open.Sum(c => c.M())}");
        Base[] covariant = new Open[2];
        covariant[0] = new More();
        Try("another class", () => covariant[1] = new Closed());
        Try("the base", () => covariant[1] = new Base());
        Try("null fits", () => covariant[1] = null!);
        Base[] closedAsBase = closed;
        Try("not sealed enough", () => closedAsBase[0] = new Open());
        Try("outside", () => closed[10_000] = null!);
        Console.WriteLine($"{Length(closed)} {Length(open)} {Length((Closed[]?)null)} {Length((Open[]?)null)}");
        Try("span of covariant", () => Length((Open[])(object)new More[3]));
        Try("read-only span of covariant", () => new ReadOnlySpan<Base>(new More[3]).Length);
    }

    [SkipLocalsInit]
    static int Skipping(long value)
    {
        Span<byte> bytes = stackalloc byte[8];
        BinaryPrimitives.WriteInt64LittleEndian(bytes, value);
        int sum = 0;
        foreach (byte b in bytes)
            sum = sum * 3 + b;
        return sum;
    }

    static int Zeroed(int length)
    {
        Span<byte> bytes = stackalloc byte[length];
        int sum = 0;
        foreach (byte b in bytes)
            sum += b;
        bytes.Fill(0xff);
        return sum;
    }

    static void Stack()
    {
        long sum = Skipping(1);
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < 1000; i++)
            sum += Skipping(i * 1_000_003L);
        long allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        Console.WriteLine($"{sum}, {(allocated < 1000 ? "no arrays" : allocated)}; zeroed {Enumerable.Range(0, 300).Sum(Zeroed)}");
    }

    static void BigEndian()
    {
        byte[] bytes = [0xfe, 0xdc, 0xba, 0x98, 0x76, 0x54, 0x32, 0x10, 0x01];
        Console.WriteLine($"{BinaryPrimitives.ReadInt64BigEndian(bytes):x} {BinaryPrimitives.ReadInt64BigEndian(bytes.AsSpan(1)):x} {BinaryPrimitives.ReadInt32BigEndian(bytes):x} {BinaryPrimitives.ReadInt16BigEndian(bytes):x} {BinaryPrimitives.ReadUInt32LittleEndian(bytes):x} {BinaryPrimitives.ReadDoubleBigEndian(bytes.AsSpan(1)):R}");
        Try("too short", () => BinaryPrimitives.ReadInt64BigEndian(bytes.AsSpan(2)));
        Console.WriteLine(BinaryPrimitives.TryReadInt64BigEndian(bytes.AsSpan(2), out _));
        int[] indexes = [0, 3, int.MaxValue];
        Console.WriteLine(string.Join(" ", indexes.Select(i => (nint)(uint)i * 4 + (nint)i))); // zero and sign extension of what is not negative
        int least = indexes.Length - 3 + int.MinValue;
        Console.WriteLine($"{(ulong)(uint)least} {(ulong)least} {(nint)(uint)least} {(nint)least}");
    }

    static void Parsing()
    {
        foreach (string text in new[] { "12345", "-1", "0", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "+7x", "", "-", "00000000000000000000012", "12,345", "1.5" })
        {
            byte[] bytes = Encoding.ASCII.GetBytes(text);
            Console.WriteLine($"{text}: {Utf8Parser.TryParse(bytes, out long signed, out int used)} {signed} {used}; {Utf8Parser.TryParse(bytes, out ulong unsigned, out used)} {unsigned} {used}; {Utf8Parser.TryParse(bytes, out long grouped, out used, 'N')} {grouped} {used}; "
                + $"{int.TryParse(text, NumberStyles.Integer, CultureInfo.InvariantCulture, out int number)} {number} {int.TryParse(text, out number)} {number}");
        }
        var valid = new StringBuilder();
        for (char c = '\0'; c < 0x180; c++)
            if (uint.TryParse([c], NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out uint digit))
                valid.Append(c).Append(digit).Append(' ');
        Console.WriteLine(valid);
        foreach (string text in new[] { "deadBEEF", "0", "100000000", "fg", "FFFFFFFFFFFFFFFF", " a ", "0x1" })
            Console.Write($"{uint.TryParse(text, NumberStyles.HexNumber, CultureInfo.InvariantCulture, out uint value)} {value} {ulong.TryParse(text, NumberStyles.HexNumber, null, out ulong wide)} {wide}; ");
        Console.WriteLine();
        string version = "key=42;other=-7";
        Console.WriteLine($"{int.Parse(version.AsSpan(4, 2))} {int.Parse(version.AsSpan(13))} {version.AsSpan(0, 3).SequenceEqual("key")} {version.AsSpan(0, 3).Equals("KEY", StringComparison.OrdinalIgnoreCase)}");
    }

    static void Formatting()
    {
        string left = "hello", right = "world";
        Console.WriteLine($"{string.Format("{0}/{1}", left, right)} {left}/{right} {left}{(string?)null}{right}");
        Span<char> room = stackalloc char[16];
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture, room, $"/proc/{(uint)1234}/status"));
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture, room, $"/proc/{(uint)1234}/task/{5678u}/{left,10}|{right,-10}|{1234.5:N2}|{0x1f:x4}"));
        Console.WriteLine($"{room.TryWrite($"{1}{2}{3}", out int written)} {written} {room[..2].TryWrite($"{1}{2}{3}", out written)} {written}");
        Console.WriteLine($"{uint.MaxValue} {0u} {(uint)int.MaxValue} {int.MinValue} {long.MinValue} {ulong.MaxValue}");
        Try("too few", () => string.Format("{0}{1}", left));
        Try("malformed", () => string.Format("{0", left));
        Console.WriteLine($"{string.Join(", ", [left, null, right])} {string.Concat(left, right, left, right)} {string.Concat(["a", null, "b"])} {string.Concat([1, 2, 3])} {string.Join('-', 1, "b", null, 2.5)}");
        Match match = Regex.Match("the year 2021 and 6", @"(\d+)\D+(\d)");
        Console.WriteLine($"{int.Parse(match.Groups[1].ValueSpan)} {match.Groups[2].ValueSpan.Length} {match.ValueSpan.SequenceEqual(match.Value)} {Regex.Match("x", "y").ValueSpan.Length}");
    }

    static ReadOnlySpan<byte> Table => [3, 1, 4, 1, 5, 9, 2, 6];

    static ReadOnlySpan<uint> Words => [1, 2, 0xffffffff];

    static unsafe void Image()
    {
        int sum = 0;
        foreach (byte b in Table)
            sum = sum * 10 + b;
        fixed (byte* first = Table, second = Table)
            Console.WriteLine($"{sum} the same memory {first == second} {Words[2]:x} {Words.Length}");
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < 1000; i++)
            sum += Table[i & 7] + (int)Words[i % 3];
        Console.WriteLine($"{sum} {(GC.GetAllocatedBytesForCurrentThread() - before < 1000 ? "no arrays" : "arrays")}");
        Try("outside", () => Table[Environment.ProcessorCount > 0 ? 8 : 0]);
    }

    static void Library()
    {
        var id = new UniqueId(new Guid("00112233-4455-6677-8899-aabbccddeeff"));
        Console.WriteLine($"{id} {new UniqueId("urn:uuid:00112233-4455-6677-8899-aabbccddeeff") == id} {id.CharArrayLength} {id.IsGuid} {new UniqueId("other")}");
        var version = new Version(1, 2, 3, 4);
        Console.WriteLine($"{version.ToString(2)} {version.Clone().Equals(version)} {ReferenceEquals(version.Clone(), version)} {ReferenceEquals(new OperatingSystem(PlatformID.Unix, version).Version, version)} {version > new Version("1.2.3")} {typeof(object).Assembly.GetName().Version!.Equals(typeof(object).Assembly.GetName().Version)}");
        foreach (Type type in new[] { typeof(Described), typeof(DescribedMore) })
            Console.WriteLine(string.Join("; ", TypeDescriptor.GetAttributes(type).Cast<Attribute>().Select(a => a is DescriptionAttribute d ? "description " + d.Description : a is CategoryAttribute c ? "category " + c.Category : "").Where(text => text != "").Order(StringComparer.Ordinal)));
        TypeDescriptor.AddAttributes(typeof(DescribedMore), new DescriptionAttribute("added"));
        PropertyDescriptor property = TypeDescriptor.GetProperties(typeof(DescribedMore))["Value"]!;
        Console.WriteLine($"{((DescriptionAttribute)TypeDescriptor.GetAttributes(typeof(DescribedMore))[typeof(DescriptionAttribute)]!).Description} {property.Attributes[typeof(DefaultValueAttribute)] is DefaultValueAttribute { Value: 5 }} {property.ShouldSerializeValue(new DescribedMore())}");
    }
}
