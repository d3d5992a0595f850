// Threads that change, read, sort and compare objects while others may move: whatever code has in a register or frame is the object.
class Item(int key)
{
    public int Key = key;
    public Item? Left, Right;
    public string Name = "item " + key;
}

static class Program
{
    const int Threads = 4, Rounds = 12, Size = 3_000;
    static volatile bool stop;
    static int wrong;

    static void Check(bool right)
    {
        if (!right)
            Interlocked.Increment(ref wrong);
    }

    static Item? Insert(Item? tree, Item item)
    {
        if (tree == null)
            return item;
        if (item.Key < tree.Key)
            tree.Left = Insert(tree.Left, item);
        else
            tree.Right = Insert(tree.Right, item);
        return tree;
    }

    static int CheckTree(Item? tree, int low, int high)
    {
        if (tree == null)
            return 0;
        Check(tree.Key >= low && tree.Key < high && tree.Name == "item " + tree.Key);
        return 1 + CheckTree(tree.Left, low, tree.Key) + CheckTree(tree.Right, tree.Key, high);
    }

    static void Trees(Random random)
    {
        Item? tree = null;
        var keys = new HashSet<int>();
        while (keys.Count < Size)
        {
            int key = random.Next();
            if (keys.Add(key))
                tree = Insert(tree, new Item(key));
        }
        Check(CheckTree(tree, 0, int.MaxValue) == Size);
    }

    static void Arrays(Random random)
    {
        var items = new Item[Size];
        for (int i = 0; i < items.Length; i++)
            items[i] = new Item(random.Next());
        long sum = 0;
        foreach (Item item in items)
            sum += item.Key;
        Item[] copy = (Item[])items.Clone();
        Array.Sort(copy, (left, right) => left.Key.CompareTo(right.Key));
        for (int i = 1; i < copy.Length; i++)
            Check(copy[i - 1].Key <= copy[i].Key);
        foreach (Item item in copy)
            sum -= item.Key;
        Check(sum == 0);
        for (int i = 0; i < items.Length; i++)
            items[i].Left = items[items.Length - 1 - i];
        for (int i = 0; i < items.Length; i++)
            Check(ReferenceEquals(items[i].Left!.Left, items[i]));
        Item[] shifted = new Item[Size];
        Array.Copy(items, 1, shifted, 0, Size - 1);
        for (int i = 1; i < Size; i++)
            Check(shifted[i - 1] == items[i]);
    }

    static void Texts(Random random)
    {
        var words = new Dictionary<string, List<string>>();
        for (int i = 0; i < Size; i++)
        {
            string word = (random.Next() % 500).ToString();
            if (!words.TryGetValue(word, out List<string>? list))
                words.Add(word, list = []);
            list.Add(word + "!");
        }
        int count = 0;
        foreach ((string word, List<string> list) in words)
        {
            foreach (string text in list)
                Check(text.Length == word.Length + 1 && text.AsSpan(0, word.Length).SequenceEqual(word));
            count += list.Count;
        }
        Check(count == Size);
        Check(string.Join(',', words.Keys.Order().Select(word => word.Trim())).Split(',').Distinct().Count() == words.Count);
    }

    static void Work(int seed)
    {
        var random = new Random(seed);
        for (int i = 0; i < Rounds; i++)
        {
            Trees(random);
            Arrays(random);
            Texts(random);
        }
    }

    static void Main()
    {
        var threads = new Thread[Threads];
        for (int i = 0; i < Threads; i++)
        {
            int seed = i;
            threads[i] = new Thread(() => Work(seed), 16 << 20);
        }
        var collector = new Thread(() =>
        {
            while (!stop)
                GC.Collect(2, GCCollectionMode.Forced, blocking: true, compacting: true);
        });
        foreach (Thread thread in threads)
            thread.Start();
        collector.Start();
        foreach (Thread thread in threads)
            thread.Join();
        stop = true;
        collector.Join();
        Console.WriteLine($"{wrong} wrong");
    }
}
