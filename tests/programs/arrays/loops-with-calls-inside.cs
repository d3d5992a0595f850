// Loops that look for candidates, and inside of them loops that call something for each: values stay in registers on the way that
// calls nothing, and come back from the frame behind the calls.
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

static class Program
{
    static int calls;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool IsWanted(int value, int at)
    {
        calls++;
        return at % 97 == 96 ? throw new InvalidOperationException($"at {at}") : value == at % 50;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Find(ReadOnlySpan<ushort> text, ushort first, ushort second)
    {
        Vector128<ushort> ones = Vector128.Create(first), twos = Vector128.Create(second);
        for (int at = 0; at + Vector128<ushort>.Count < text.Length; at += Vector128<ushort>.Count)
        {
            Vector128<ushort> both = Vector128.Equals(ones, Vector128.Create(text[at..])) & Vector128.Equals(twos, Vector128.Create(text[(at + 1)..]));
            if (both == Vector128<ushort>.Zero)
                continue;
            uint mask = both.ExtractMostSignificantBits();
            do
            {
                int found = at + BitOperations.TrailingZeroCount(mask);
                if (IsWanted(text[found], found))
                    return found;
                mask &= mask - 1;
            }
            while (mask != 0);
        }
        return -1;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static double Weigh(int[][] rows, double a, double b, long c, long d)
    {
        double sum = 0;
        foreach (int[] row in rows)
        {
            for (int i = 0; i < row.Length; i++)
            {
                int left = row[i];
                while (left > 60)
                {
                    if (IsWanted(left, i))
                        break;
                    left -= 7;
                    if (left == 61)
                        return -sum;
                }
                sum += left * a + (c ^ left) * b + (d & i);
            }
        }
        return sum + c + d;
    }

    static string Try(Func<object> action)
    {
        try
        {
            return action().ToString()!;
        }
        catch (Exception exception)
        {
            return exception.GetType().Name + " " + exception.Message;
        }
    }

    static void Main()
    {
        var text = new ushort[400];
        long sum = 0;
        for (int round = 0; round < 2000; round++)
        {
            for (int i = 0; i < text.Length; i++)
                text[i] = (ushort)(i * (round % 7 + 1) % 53 % (round % 5 + 2));
            string answer = Try(() => Find(text, (ushort)(round % 3), (ushort)(round % 4)));
            int[][] rows = [[round % 90, 3, 59], [], [round % 70, 60, 61, 75 - round % 9], [round % 101]];
            string weight = Try(() => Weigh(rows, 0.5, 0.25, round, round * 3));
            foreach (char c in answer + weight)
                sum = sum * 31 + c;
            if (round % 250 == 0)
                Console.WriteLine($"{answer} {weight}");
        }
        Console.WriteLine($"{sum} {calls}");
    }
}
