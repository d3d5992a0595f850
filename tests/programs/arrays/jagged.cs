static class Program
{
    static IEnumerable<int[]> Pascal(int rows)
    {
        int[] row = { 1 };
        for (int i = 0; i < rows; i++)
        {
            yield return row;
            var next = new int[row.Length + 1];
            for (int k = 0; k < next.Length; k++)
                next[k] = (k > 0 ? row[k - 1] : 0) + (k < row.Length ? row[k] : 0);
            row = next;
        }
    }

    static void Main()
    {
        int[][] triangle = Pascal(8).ToArray();
        foreach (int[] row in triangle)
            Console.WriteLine(string.Join(" ", row));
        triangle[3][1] += 100;
        Console.WriteLine(triangle[3].Max());
        int[][,] mixed = { new int[1, 2], new int[2, 2] };
        mixed[1][1, 0] = 7;
        Console.WriteLine(mixed[1][1, 0] + mixed.GetType().ToString());
        char[][] board = Enumerable.Range(0, 5).Select(_ => "....." .ToCharArray()).ToArray();
        for (int i = 0; i < 5; i++)
            board[i][4 - i] = '#';
        foreach (char[] line in board)
            Console.WriteLine(new string(line));
    }
}
