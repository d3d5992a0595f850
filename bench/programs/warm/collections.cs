// include: ../told.part
// include: ../warm.part
static class Program
{
    static readonly int[] keys = Enumerable.Range(0, 10_000).Select(i => i * 7919).ToArray();
    static readonly string[] names = keys.Select(key => "name" + key % 1009).ToArray();
    static readonly Dictionary<int, int> byNumber = keys.ToDictionary(key => key, key => key + 1);

    static long DictionaryLookup()
    {
        long sum = 0;
        foreach (int key in keys)
            sum += byNumber.TryGetValue(key, out int value) ? value : 1;
        return sum;
    }

    static long DictionaryFill()
    {
        var map = new Dictionary<int, int>();
        foreach (int key in keys)
            map[key] = key;
        return map.Count;
    }

    static long WordCount()
    {
        var counts = new Dictionary<string, int>();
        foreach (string name in names)
            counts[name] = counts.GetValueOrDefault(name) + 1;
        long sum = 0;
        foreach (KeyValuePair<string, int> pair in counts)
            sum += pair.Value * pair.Key.Length;
        return sum;
    }

    static long ListAdd()
    {
        var list = new List<int>();
        foreach (int key in keys)
            list.Add(key);
        list.RemoveAll(i => (i & 3) == 0);
        return list.Count;
    }

    static long Sort()
    {
        var copy = (int[])keys.Clone();
        for (int i = 0; i < copy.Length; i++)
            copy[i] = copy[i] * 31 % 10_007;
        Array.Sort(copy);
        return copy[100];
    }

    static long SortByComparison()
    {
        var copy = new List<string>(names);
        copy.Sort((left, right) => left.Length != right.Length ? left.Length - right.Length : string.CompareOrdinal(left, right));
        return copy[100].Length;
    }

    static long Sets()
    {
        var set = new HashSet<int>();
        foreach (int key in keys)
            set.Add(key % 5000);
        long found = 0;
        foreach (int key in keys)
            found += set.Contains(key) ? 1 : 0;
        return found;
    }

    static long Queues()
    {
        var queue = new Queue<int>();
        var stack = new Stack<int>();
        long sum = 0;
        foreach (int key in keys)
        {
            queue.Enqueue(key);
            stack.Push(key);
            if ((key & 1) == 0)
                sum += queue.Dequeue() - stack.Pop();
        }
        return sum;
    }

    static long Trees()
    {
        var sorted = new SortedDictionary<int, int>();
        for (int i = 0; i < 2000; i++)
            sorted[i * 7919 % 2003] = i;
        long sum = 0;
        foreach (var pair in sorted)
            sum = sum * 31 + pair.Value;
        return sum;
    }

    static readonly Dictionary<string, string> texts = keys.Take(3000).ToDictionary(key => key.ToString(), key => "v" + key);
    static readonly HashSet<int> numbers = [.. keys.Take(3000)];

    static long DictionaryEntries()
    {
        long sum = 0;
        foreach (var (key, value) in byNumber)
            sum += key ^ value;
        foreach (KeyValuePair<string, string> pair in texts)
            sum += pair.Key.Length + pair.Value.Length;
        return sum;
    }

    static long SetEntries()
    {
        long sum = 0;
        foreach (int number in numbers)
            sum += number;
        foreach (int value in byNumber.Values)
            sum += value;
        return sum;
    }

    static void Main() => Warm.Run(
        ("dictionary-lookup", DictionaryLookup),
        ("dictionary-fill", DictionaryFill),
        ("dictionary-words", WordCount),
        ("list-add", ListAdd),
        ("sort", Sort),
        ("sort-comparison", SortByComparison),
        ("hash-set", Sets),
        ("queue-stack", Queues),
        ("dictionary-entries", DictionaryEntries),
        ("set-entries", SetEntries),
        ("sorted-dictionary", Trees));
}
