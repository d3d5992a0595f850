static class Program
{
    record Edge(string To, int Cost);

    static (int Cost, List<string> Path)? Dijkstra(Dictionary<string, List<Edge>> graph, string from, string to)
    {
        var distance = new Dictionary<string, int> { [from] = 0 };
        var previous = new Dictionary<string, string>();
        var queue = new PriorityQueue<string, (int, string)>(Comparer<(int, string)>.Create((a, b) => a.Item1 != b.Item1 ? a.Item1 - b.Item1 : string.CompareOrdinal(a.Item2, b.Item2)));
        queue.Enqueue(from, (0, from));
        while (queue.TryDequeue(out string? node, out var priority))
        {
            if (node == to)
            {
                var path = new List<string>();
                for (string? n = to; n != null; n = previous.GetValueOrDefault(n))
                    path.Insert(0, n);
                return (priority.Item1, path);
            }
            foreach (Edge e in graph.GetValueOrDefault(node) ?? new())
            {
                int cost = distance[node] + e.Cost;
                if (!distance.TryGetValue(e.To, out int known) || cost < known)
                {
                    distance[e.To] = cost;
                    previous[e.To] = node;
                    queue.Enqueue(e.To, (cost, e.To));
                }
            }
        }
        return null;
    }

    static int Queens(int n, int row = 0, int columns = 0, int left = 0, int right = 0)
    {
        if (row == n)
            return 1;
        int count = 0;
        for (int c = 0; c < n; c++)
        {
            int bit = 1 << c;
            if (((columns | left | right) & bit) == 0)
                count += Queens(n, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1);
        }
        return count;
    }

    static void Main()
    {
        var graph = new Dictionary<string, List<Edge>>();
        var random = new Random(11);
        for (int i = 0; i < 200; i++)
            graph["n" + i] = Enumerable.Range(0, 4).Select(_ => new Edge("n" + random.Next(200), random.Next(1, 50))).ToList();
        var result = Dijkstra(graph, "n0", "n150");
        Console.WriteLine(result == null ? "none" : $"{result.Value.Cost}: {string.Join(">", result.Value.Path)}");
        Console.WriteLine(Dijkstra(graph, "n0", "elsewhere") == null);
        Console.WriteLine(string.Join(" ", Enumerable.Range(1, 8).Select(n => Queens(n))));
    }
}
