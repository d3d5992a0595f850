// rows: N5-023 N5-056 N5-057
// Methods that begin in quick code and become better ones while they run: each loop is entered once and runs long, so that the code must
// change under it; all locals keep their values, also those whose address is taken, structures, and those in try regions.
using System.Runtime.CompilerServices;

struct Pair
{
    public long First;
    public string Text;
}

static unsafe class Program
{
    static int Main(string[] args)
    {
        int rounds = 3_000_000 + args.Length;
        long sum = 0;
        double product = 1;
        string text = "start";
        var pair = new Pair { First = 1, Text = "pair" };
        int addressed = 5;
        int* pointer = &addressed;
        Span<int> block = stackalloc int[8];
        for (int i = 0; i < rounds; i++)
        {
            sum += i ^ (i >> 3);
            product = product * 0.999999 + 1e-6;
            *pointer += i & 1;
            block[i & 7] += addressed & 3;
            pair.First += block[i & 7] & 1;
            if (i % 1_000_000 == 999_999)
            {
                text += i.ToString();
                pair.Text += text.Length;
            }
        }
        Console.WriteLine($"main: {sum} {product:F12} {text} {pair.First} {pair.Text} {addressed} {string.Join(",", block.ToArray())}");
        Console.WriteLine($"in try: {InTry(rounds)}");
        Console.WriteLine($"in catch: {InCatch(rounds)}");
        Console.WriteLine($"nested: {Nested(1500)}");
        Console.WriteLine($"generic: {Generic<string>(rounds, "x")} {Generic<int>(rounds, 7)}");
        Console.WriteLine($"iterator: {Numbers(1_000_000).Sum()}");

        // One that is called often, with a branch that changes late.
        long total = 0;
        for (int i = 0; i < 200_000; i++)
            total += Often(i, i > 190_000 ? "late" : null);
        Console.WriteLine($"often: {total}");

        // The trace of what is thrown late in a loop still has its methods.
        try
        {
            ThrowsLate(2_000_000);
        }
        catch (Exception e)
        {
            Console.WriteLine($"{e.GetType().Name}: {string.Join(" ", e.StackTrace!.Split('\n').Select(line => line.Trim().Split(' ')[1].Split('(')[0]))}");
        }
        return (int)(sum & 63);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static string InTry(int rounds)
    {
        int sum = 0, last = 0;
        try
        {
            for (int i = 0; i < rounds; i++)
            {
                last = i;
                sum += i & 7;
                if (i == rounds - 5)
                    throw new InvalidOperationException();
            }
        }
        catch (InvalidOperationException) when (last > 0)
        {
            sum -= last;
        }
        finally
        {
            sum++;
        }
        return $"{sum} {last}";
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static string InCatch(int rounds)
    {
        int sum = 0;
        try
        {
            throw new FormatException("kept");
        }
        catch (FormatException e)
        {
            for (int i = 0; i < rounds; i++)
                sum += i & 7;
            return $"{sum} {e.Message}";
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Nested(int n)
    {
        long sum = 0;
        for (int i = 0; i < n; i++)
        {
            for (int j = 0; j < n; j++)
                sum += (i * j) & 15;
        }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static string Generic<T>(int rounds, T value)
    {
        int equal = 0;
        T other = default!;
        for (int i = 0; i < rounds; i++)
        {
            if (i == rounds / 2)
                other = value;
            if (EqualityComparer<T>.Default.Equals(value, other))
                equal++;
        }
        return $"{typeof(T).Name} {equal} {other}";
    }

    static IEnumerable<int> Numbers(int count)
    {
        for (int i = 0; i < count; i++)
            yield return i & 3;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Often(int i, string? text) => text is null ? i & 1 : text.Length + i % 3;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int ThrowsLate(int rounds)
    {
        int[] numbers = new int[rounds - 1];
        for (int i = 0; i < rounds; i++)
            numbers[i] = i;
        return numbers[0];
    }
}
