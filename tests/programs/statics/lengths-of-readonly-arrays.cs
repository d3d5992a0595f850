// The length of what a static readonly field holds is known to better code; its elements are not.
static class Program
{
    static readonly char[] five = [':', '/', '?', '#', '!'];
    static readonly int[] none = [];
    static readonly string word = string.Concat("na", "me", Environment.ProcessorCount > 0 ? "s" : "");
    static readonly int[][] jagged = [[1, 2, 3], [], [4]];
    static readonly Array unnamed = new long[3];
    static readonly object asObject = new byte[4];
    static readonly int[,] table = new int[2, 5];
    static readonly string? missing = Environment.GetEnvironmentVariable("no such variable");

    static int Kind(ReadOnlySpan<char> set) => set.Length switch
    {
        0 => -1,
        1 => set[0],
        2 => set[0] + set[1],
        5 => set[0] * 5 + set[4],
        _ => set[^1],
    };

    static int Sum(int[] values)
    {
        int sum = 0;
        for (int i = 0; i < values.Length; i++)
            sum += values[i];
        return sum;
    }

    static int At(int index)
    {
        try
        {
            return five[index] + jagged[0][index];
        }
        catch (IndexOutOfRangeException)
        {
            return -1;
        }
    }

    static int Round(int i)
    {
        five[i % five.Length]++;
        jagged[0][i % 3] += i;
        jagged[2] = new int[i % 4];
        int sum = Kind(five) + Kind(word) + Sum(none) + word.Length + word[i % word.Length];
        sum += Sum(jagged[0]) + Sum(jagged[1]) + jagged[2].Length + jagged.Length;
        sum += unnamed.Length + ((byte[])asObject).Length + table.Length + table.GetLength(1) + (missing?.Length ?? 9);
        for (int k = 0; k < 7; k++)
            sum += At(k);
        return sum;
    }

    static void Main()
    {
        int total = 0;
        for (int i = 0; i < 30_000; i++)
        {
            total = total * 3 + Round(i);
            if (i % 5_000 == 0)
                Console.WriteLine(total);
        }
        Console.WriteLine(total);
    }
}
