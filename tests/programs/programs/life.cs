static class Program
{
    static bool[,] Step(bool[,] g)
    {
        int n = g.GetLength(0), m = g.GetLength(1);
        var next = new bool[n, m];
        for (int i = 0; i < n; i++)
        {
            for (int j = 0; j < m; j++)
            {
                int alive = 0;
                for (int di = -1; di <= 1; di++)
                    for (int dj = -1; dj <= 1; dj++)
                        if ((di != 0 || dj != 0) && g[(i + di + n) % n, (j + dj + m) % m])
                            alive++;
                next[i, j] = alive == 3 || alive == 2 && g[i, j];
            }
        }
        return next;
    }

    static void Main()
    {
        var g = new bool[12, 20];
        foreach (var (x, y) in new[] { (1, 2), (2, 3), (3, 1), (3, 2), (3, 3), (6, 10), (6, 11), (6, 12), (7, 11) })
            g[x, y] = true;
        for (int t = 0; t < 40; t++)
            g = Step(g);
        for (int i = 0; i < g.GetLength(0); i++)
            Console.WriteLine(string.Concat(Enumerable.Range(0, g.GetLength(1)).Select(j => g[i, j] ? '#' : '.')));
    }
}
