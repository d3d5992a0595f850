// rows: N6a-143 N6a-144 N6a-145 N6a-146 N6a-147 N6a-148 N6a-149 N6a-150 N6a-151 N6a-152 N6a-153
// Parsing and making of Guids, versions as text, the generators behind Random and the sequences that must stay.
using System.Globalization;

sealed class Fixed : Random
{
    public int Samples;
    protected override double Sample()
    {
        Samples++;
        return 0.25;
    }
}

sealed class Counting(int seed) : Random(seed)
{
    public int Nexts;
    public override int Next()
    {
        Nexts++;
        return base.Next();
    }
}

static class Program
{
    static string Try(Func<object?> action)
    {
        try
        {
            return $"{action()}";
        }
        catch (Exception e)
        {
            return $"{e.GetType().Name}: {e.Message}";
        }
    }

    static void Guids()
    {
        var guid = new Guid(0x7d7c9d6b, 0x3a34, 0x4a0f, 0x8d, 0x3c, 0x0f, 0x5f, 0x2a, 0x4b, 0x9c, 0x1e);
        foreach (string format in new[] { "D", "N", "B", "P", "X" })
        {
            string text = guid.ToString(format);
            Console.WriteLine($"{format} {text} {Guid.Parse(text) == guid}");
            Console.WriteLine($"{Guid.ParseExact(text.ToUpperInvariant().Replace("0X", "0x"), format) == guid} {Guid.Parse($" \t{text}\n") == guid}");
            Console.WriteLine($"{Guid.TryParse(text[..^1], out _)} {Guid.TryParse(text + "0", out _)} {Guid.TryParse(text.Replace('4', 'g'), out _)}");
        }
        string[] wrong =
        [
            "", "x", "7d7c9d6b-3a34-4a0f-8d3c-0f5f2a4b9c1", "7d7c9d6b-3a34-4a0f-8d3c-0f5f2a4b9c1e0", "7d7c9d6b_3a34-4a0f-8d3c-0f5f2a4b9c1e",
            "7d7c9d6b-3a34-4a0f-8d3c-0f5f2a4b9c1é", "{7d7c9d6b-3a34-4a0f-8d3c-0f5f2a4b9c1e)", "7d7c9d6b3a344a0f8d3c0f5f2a4b9c1 ",
            "{0x1,0x2,0x3,{0x1,0x2,0x3,0x4,0x5,0x6,0x7,0x100}}", "{0x1,0x2,0x3,{0x1,0x2,0x3,0x4,0x5,0x6,0x7}}",
            "+d7c9d6b-3a34-4a0f-8d3c-0f5f2a4b9c1e", "0x7c9d6b-3a34-4a0f-8d3c-0f5f2a4b9c1e",
        ];
        foreach (string text in wrong)
            Console.WriteLine($"'{text}': {Try(() => Guid.Parse(text))}");
        Console.WriteLine($"{Try(() => Guid.ParseExact(guid.ToString(), "N"))}, {Try(() => Guid.ParseExact(guid.ToString(), "Z"))}");
        Console.WriteLine($"{Try(() => Guid.Parse("{0x1,0x2,0x3,{0x1,0x2,0x3,0x4,0x5,0x6,0x7,0x8}}"))}");
        // Parsing depends on no culture.
        CultureInfo before = CultureInfo.CurrentCulture;
        var odd = (CultureInfo)CultureInfo.InvariantCulture.Clone();
        odd.NumberFormat.NegativeSign = "7d";
        odd.NumberFormat.PositiveSign = "d";
        CultureInfo.CurrentCulture = odd;
        Console.WriteLine(Guid.Parse("7d7c9d6b-3a34-4a0f-8d3c-0f5f2a4b9c1e") == guid);
        CultureInfo.CurrentCulture = before;

        var seen = new HashSet<Guid>();
        byte union = 0, intersection = 0xff;
        for (int i = 0; i < 20_000; i++)
        {
            Guid made = Guid.NewGuid();
            byte[] bytes = made.ToByteArray();
            if (made.Version != 4 || (bytes[8] & 0xc0) != 0x80)
                Console.WriteLine($"not of version 4: {made}");
            union |= bytes[0];
            intersection &= bytes[15];
            seen.Add(made);
        }
        Console.WriteLine($"{seen.Count} different, bits {union:x} {intersection:x}");
    }

    static void Versions()
    {
        Version[] versions = [new(6, 1, 21412, 16), new(1, 0), new(0, 0, 0), new(int.MaxValue, int.MaxValue, int.MaxValue, int.MaxValue), new()];
        foreach (Version version in versions)
        {
            Span<char> exact = new char[version.ToString().Length], small = new char[exact.Length - 1];
            bool fits = version.TryFormat(exact, out int written), fails = version.TryFormat(small, out int none);
            Console.WriteLine($"{version} {fits} {written} {new string(exact)} {fails} {none} | {version.ToString(1)} {version.ToString(2)} {Try(() => version.ToString(3))}");
            Console.WriteLine($"{version.TryFormat(exact, 0, out int zero)} {zero} {Version.Parse(version.ToString()) == version}");
        }
        Console.WriteLine($"{Try(() => versions[0].ToString(5))}, {Try(() => versions[1].ToString(4))}, {Try(() => new Version(1, -1))}");
    }

    static string Sequence(Random random)
    {
        var bytes = new byte[7];
        random.NextBytes(bytes);
        Span<byte> span = stackalloc byte[5];
        random.NextBytes(span);
        return $"{random.Next()} {random.Next(64)} {random.Next(-5, 5)} {random.Next(int.MinValue, int.MaxValue)} {random.NextDouble():R} "
            + $"{random.NextSingle():R} {random.NextInt64()} {random.NextInt64(1000)} {random.NextInt64(long.MinValue, long.MaxValue)} {Convert.ToHexString(bytes)} {Convert.ToHexString(span)}";
    }

    // The same for any good generator: what is drawn lies within limits and spreads over them.
    static string Spread(Random random)
    {
        int ones = 0, low = 0, outside = 0;
        var buckets = new int[64];
        for (int i = 0; i < 64_000; i++)
        {
            buckets[random.Next(64)]++;
            ones += int.PopCount(random.Next(0, 1 << 16));
            double d = random.NextDouble();
            float f = random.NextSingle();
            low += d < 0.5 ? 1 : 0;
            long l = random.NextInt64(-3, 4);
            outside += d is >= 0 and < 1 && f is >= 0 and < 1 && l is >= -3 and < 4 && random.Next() is >= 0 and < int.MaxValue && random.NextInt64() >= 0 ? 0 : 1;
        }
        var bytes = new byte[100_003];
        random.NextBytes(bytes);
        random.NextBytes(bytes.AsSpan(1, 8));
        return $"{buckets.Min() > 700 && buckets.Max() < 1300} {Math.Abs(ones - 512_000) < 5_000} {Math.Abs(low - 32_000) < 2_000} {outside} {Math.Abs(bytes.Average(b => b) - 127.5) < 3}";
    }

    static void Main()
    {
        Guids();
        Versions();
        Console.WriteLine(Sequence(new Random(42)));
        Console.WriteLine(Sequence(new Random(int.MinValue)));
        Console.WriteLine(Sequence(new Counting(42)));
        var @fixed = new Fixed();
        Console.WriteLine($"{@fixed.Next() >= 0} {@fixed.Next(100)} {@fixed.Next(-100, 100)} {@fixed.NextDouble()} {@fixed.NextSingle()} {@fixed.Samples}");
        var counting = new Counting(5);
        counting.NextBytes(new byte[10]);
        _ = counting.Next(10) + counting.NextDouble() + counting.NextInt64();
        Console.WriteLine($"overridden members called: {counting.Nexts}");
        Console.WriteLine($"{Spread(new Random())} | {Spread(new Random(7))} | {Spread(Random.Shared)}");
        Console.WriteLine($"{new Random().NextInt64() != new Random().NextInt64()} {ReferenceEquals(Random.Shared, Random.Shared)}");
        Console.WriteLine($"{new Random().Next(5, 5)} {new Random().Next(0)} {new Random().NextInt64(9, 9)}");
        Console.WriteLine($"{Try(() => new Random().Next(-1))}, {Try(() => Random.Shared.Next(2, 1))}");
        Console.WriteLine($"{Try(() => new Random(1).NextInt64(-1))}, {Try(() => { Random.Shared.NextBytes(null!); return 0; })}");
        // Several threads draw from the one that is shared: none gets stuck on one value.
        var different = new int[4];
        Thread[] threads = [.. Enumerable.Range(0, 4).Select(i => new Thread(() => different[i] = Enumerable.Range(0, 5_000).Select(_ => Random.Shared.NextInt64()).Distinct().Count()))];
        foreach (Thread thread in threads)
            thread.Start();
        foreach (Thread thread in threads)
            thread.Join();
        Console.WriteLine(string.Join(" ", different));
    }
}
