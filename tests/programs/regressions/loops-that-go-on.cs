// Loops at whose beginning another one goes on, as MoveNext of dictionaries and sets does: the optimising tier makes one
// loop of both. Entries in use and not in use in many patterns, variables that only one of the loops changes, that swap,
// and that the inner loop takes back.
using System.Runtime.CompilerServices;

struct Even(int[] values)
{
    int next;
    public int Current;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool MoveNext()
    {
        while ((uint)next < (uint)values.Length)
        {
            int value = values[next++];
            if ((value & 1) == 0)
            {
                Current = value;
                return true;
            }
        }
        return false;
    }
}

static class Program
{
    // Which of 40 entries stay in use.
    static readonly (string Name, Func<int, bool> Stays)[] patterns =
    [
        ("all", _ => true), ("none", _ => false), ("first", i => i == 0), ("last", i => i == 39), ("even", i => i % 2 == 0),
        ("odd", i => i % 2 == 1), ("ends", i => i is 0 or 39), ("blocks", i => i / 5 % 2 == 0), ("middle", i => i is > 10 and < 30),
    ];

    static string Entries(Func<int, bool> stays)
    {
        var map = new Dictionary<int, string>();
        var set = new HashSet<long>();
        for (int i = 0; i < 40; i++)
        {
            map[i * 7] = "v" + i;
            set.Add(i * 5L);
        }
        for (int i = 0; i < 40; i++)
        {
            if (stays(i))
                continue;
            map.Remove(i * 7);
            set.Remove(i * 5L);
        }
        long sum = 0, turns = 0, alternating = 0, sign = 1;
        foreach (var (key, value) in map)
        {
            sum = sum * 31 + key + value.Length;
            turns++;
            alternating += sign * key;
            sign = -sign;
        }
        foreach (string value in map.Values)
            sum = sum * 17 + value[^1];
        foreach (int key in map.Keys)
        {
            if (key % 3 == 0)
                continue;
            sum ^= key;
            if (sum == long.MinValue)
                break;
        }
        foreach (long number in set)
            sum = sum * 13 + number;
        foreach (long number in set)
        {
            if (number == 35)
                continue;
            sum = sum * 3 + number;
            if (number == 100)
                break;
        }
        foreach (var (key, value) in map)
        {
            foreach (long number in set)
            {
                sum += key * number - value.Length;
                turns++;
            }
        }
        return $"{sum} {turns} {alternating} {sign}";
    }

    // A filter by hand, into an array that may be too short.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static string Evens(int[] numbers, int room)
    {
        var targets = new int[room];
        var even = new Even(numbers);
        int count = 0;
        try
        {
            while (even.MoveNext())
                targets[count++] = even.Current;
        }
        catch (IndexOutOfRangeException)
        {
            return $"{count} too many, {targets.Sum()}";
        }
        return $"{count} {targets.Sum()}";
    }

    // The inner loop goes on in another array.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Ranks(int[] sorted, int[] others)
    {
        long sum = 0;
        int rank = 0;
        for (int i = 0; i < sorted.Length; i++)
        {
            while (rank < others.Length && others[rank] < sorted[i])
                rank++;
            sum = sum * 7 + rank;
        }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static string Words(string text)
    {
        int at = 0, words = 0, longest = 0, previous = -1, gap = 0;
        while (true)
        {
            int start = at;
            while (at < text.Length && text[at] != ' ')
                at++;
            if (at > start)
            {
                words++;
                longest = Math.Max(longest, at - start);
                gap += previous < 0 ? 0 : start - previous;
                previous = at;
            }
            if (at >= text.Length)
                return $"{words} {longest} {gap}";
            at++;
        }
    }

    // Two of the outer loop's variables change places, which the inner one sees.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static string Swapped(int[] numbers)
    {
        int a = 1, b = 2, i = 0;
        long sum = 0;
        do
        {
            while (numbers[i] < 0)
            {
                sum += a * numbers[i];
                if (++i == numbers.Length)
                    return $"{sum} {a} {b}";
            }
            sum = sum * 3 + b;
            (a, b) = (b, a + i);
            i++;
        } while (i < numbers.Length);
        return $"{sum} {a} {b} end";
    }

    // The inner loop takes a variable back to what it was when the outer one began its turn.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static string TakenBack(byte[] code)
    {
        int i = 0, depth = 0, steps = 0;
        while (i < code.Length)
        {
            int before = depth;
            while (code[i] != 0)
            {
                steps++;
                depth = code[i] == 1 ? before : depth + code[i];
                if (++i >= code.Length)
                    return $"{depth} {steps}";
            }
            depth -= 1;
            i++;
        }
        return $"{depth} {steps} end";
    }

    // Searches whose last block is the test itself: at both ends, over nothing, and beyond the array.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Last(int[] numbers, int wanted, int start, int count)
    {
        for (int i = start + count - 1; i >= start; i--)
        {
            if (numbers[i] == wanted)
                return i;
        }
        return -1;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int FirstDescent(ReadOnlySpan<int> numbers)
    {
        for (int i = 0; i < numbers.Length - 1; i++)
        {
            if (numbers[i] > numbers[i + 1])
                return i;
        }
        return numbers.Length;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static string Pair(int[][] rows, int sum)
    {
        for (int i = 0; i < rows.Length; i++)
        {
            for (int j = i; j < rows[i].Length - 1; j++)
            {
                if (rows[i][j] + rows[i][j + 1] == sum)
                    return $"{i} {j}";
            }
        }
        return "none";
    }

    static string Searches(int[] numbers)
    {
        string text = "";
        foreach (var (wanted, start, count) in new[] { (-5, 0, 200), (99, 0, 200), (99, 5, 0), (99, 7, -3), (99, 150, 100), (99, -2, 10), (4, -3, 5) })
        {
            try
            {
                text += Last(numbers, wanted, start, count) + " ";
            }
            catch (IndexOutOfRangeException)
            {
                text += "range ";
            }
        }
        try
        {
            Last(null!, 1, 0, 1);
        }
        catch (NullReferenceException)
        {
            text += $"null {Last(null!, 1, 0, 0)} ";
        }
        text += $"{FirstDescent(numbers)} {FirstDescent([])} {FirstDescent([1])} {FirstDescent([1, 2])} {FirstDescent([2, 1])} {FirstDescent([1, 2, 2, 1])}";
        return text + $" {Pair([[1, 2, 3], [], [4, 5, 6, 7]], 13)} {Pair([[1, 2, 3]], 9)} {Pair([], 1)}";
    }

    static string Changed()
    {
        var map = new Dictionary<int, int>();
        for (int i = 0; i < 20; i++)
            map[i] = i;
        long sum = 0;
        try
        {
            foreach (var (key, value) in map)
            {
                sum += value;
                if (key == 7)
                    map[100] = 1;
                else if (key < 5)
                    map.Remove(key + 1);  // removals are allowed
            }
        }
        catch (InvalidOperationException problem)
        {
            return $"{sum} {problem.Message}";
        }
        return $"{sum}";
    }

    static void Main()
    {
        var random = new Random(1);
        var numbers = new int[200];
        var code = new byte[200];
        for (int i = 0; i < numbers.Length; i++)
        {
            numbers[i] = random.Next(-5, 5);
            code[i] = (byte)random.Next(0, 4);
        }
        string last = "";
        for (int round = 0; round < 400; round++)
        {
            string text = string.Join("\n", patterns.Select(pattern => $"{pattern.Name}: {Entries(pattern.Stays)}"));
            text += $"\nwords {Words("  a bc  def ghij   k ")} {Words("")} {Words("   ")} {Words("one")}";
            text += $"\nswapped {Swapped(numbers)} {Swapped([-1, -2])} {Swapped([1])}";
            text += $"\nevens {Evens(numbers, 200)} {Evens(numbers, 20)} {Evens([], 0)} {Evens([1, 3], 0)} {Evens([2], 0)}";
            text += $"\nranks {Ranks([.. numbers.Order()], [.. numbers.Take(50).Order()])} {Ranks([1, 2, 3], [])} {Ranks([], [1])}";
            text += $"\ntaken back {TakenBack(code)} {TakenBack([1, 1, 3])} {TakenBack([0, 0])}";
            text += $"\nsearches {Searches(numbers)}\nchanged {Changed()}";
            if (round > 0 && text != last)
                Console.WriteLine($"round {round} differs:\n{text}");
            last = text;
        }
        Console.WriteLine(last);
    }
}
