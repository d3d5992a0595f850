// Loops that add different amounts on different ways, and look at the sum in the middle, behind the loop or not at all.
using System.Runtime.CompilerServices;

static class Program
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Kinds(string text)
    {
        long sum = 0;
        foreach (char c in text)
        {
            if (char.IsLetter(c)) sum++;
            else if (c == ' ') sum += 100;
            else if (char.IsDigit(c)) sum += c - '0';
        }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Wraps(int[] values, int step)
    {
        int sum = int.MaxValue - 5;
        foreach (int value in values)
        {
            if ((value & 1) != 0) sum += step;
            else if ((value & 2) != 0) sum += value;
            else if (value == 400) sum += sum & 1;
        }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Looks(int[] values, out int turns)
    {
        int sum = 0;
        turns = 0;
        for (int i = 0; i < values.Length; i++, turns++)
        {
            if (values[i] > 500) sum += 3;
            else if (values[i] > 250) sum -= 1;
            if (sum > 700) break;
        }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static (byte, ulong, int) Narrow(int[] values)
    {
        byte small = 0;
        ulong large = 0;
        int last = 0;
        foreach (int value in values)
        {
            small = value % 3 == 0 ? (byte)(small + 7) : value % 3 == 1 ? (byte)(small + value) : small;
            large = value % 5 == 0 ? large + 1_000_000_007 : value % 7 == 0 ? large + (ulong)last : large;
            last = (int)large;
        }
        return (small, large, last);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Checked(int[] values)
    {
        int sum = int.MaxValue - 3000;
        try
        {
            foreach (int value in values)
                sum = value < 10 ? checked(sum + 100) : value < 20 ? checked(sum + 1000) : sum;
        }
        catch (OverflowException) { return -sum; }
        return sum;
    }

    static void Main()
    {
        int[] values = Enumerable.Range(0, 1000).Select(i => i * 7919 % 1009).ToArray();
        string text = string.Join(' ', values) + " Äöü x²";
        var results = new HashSet<string>();
        for (int i = 0; i < 3000; i++)
        {
            int looked = Looks(values, out int turns);
            results.Add($"{Kinds(text)} {Wraps(values, 5)} {Wraps(values, int.MaxValue)} {looked} {turns} {Narrow(values)} {Checked(values)}");
        }
        foreach (string result in results) Console.WriteLine(result);
    }
}
