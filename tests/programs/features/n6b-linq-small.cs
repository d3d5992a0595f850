// rows: N6b-206
// LINQ with the switch that chooses less code: it gives the same results through other iterators.
static class Program
{
    static void Main()
    {
        AppContext.SetSwitch("System.Linq.Enumerable.IsSizeOptimized", true);
        int[] array = [5, 3, 8, 1, 9, 2];
        var list = new List<int>(array);
        foreach (IEnumerable<int> source in new IEnumerable<int>[] { array, list, Enumerable.Range(0, 6), new Queue<int>(array), Numbers() })
        {
            IEnumerable<int>[] queries = [source.Select(x => x * 2), source.Where(x => x > 2), source.Where(x => x > 2).Select(x => -x), source.Skip(2).Take(3), source.OrderBy(x => x), source.OrderByDescending(x => x % 3).ThenBy(x => x),
                source.Append(7).Prepend(0), source.Concat(array), source.Reverse(), source.Distinct(), source.Take(1..^1), source.Chunk(2).Select(chunk => chunk.Sum()), source.DefaultIfEmpty(), source.Skip(10).DefaultIfEmpty(4)];
            foreach (IEnumerable<int> query in queries)
                Console.Write($"{string.Join(",", query)} {query.Count()} {query.FirstOrDefault()} {query.LastOrDefault()} {query.ElementAtOrDefault(1)} {query.ToArray().Length + query.ToList().Count} {query.TryGetNonEnumeratedCount(out int count)} {count} {query.Contains(9)}; ");
            Console.WriteLine();
        }
        foreach (object query in new object[] { array.Select(x => x), list.Select(x => x), list.Where(x => true).Select(x => x), Enumerable.Range(0, 3).Select(x => x), array.Skip(1), list.OrderBy(x => x).Take(2) })
            Console.Write($"{query.GetType().Name} ");
        Console.WriteLine();
    }

    static IEnumerable<int> Numbers()
    {
        for (int i = 6; i > 0; i--)
            yield return i * i % 7;
    }
}
