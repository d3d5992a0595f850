class Node
{
    public Node? Next;
    public Node? Previous;
    public object? Payload;
}

static class Program
{
    static void Main()
    {
        // A long list: marking must not recurse on the native stack.
        Node head = new(), tail = head;
        for (int i = 0; i < 300_000; i++)
        {
            var n = new Node { Previous = tail };
            tail.Next = n;
            tail = n;
        }
        GC.Collect();
        int count = 0;
        for (Node? n = head; n != null; n = n.Next)
            count++;
        Console.WriteLine(count);
        // Random graph with churn.
        var random = new Random(5);
        var slots = new Node[1000];
        for (int i = 0; i < 100_000; i++)
        {
            var n = new Node { Payload = i };
            n.Next = slots[random.Next(slots.Length)];
            if (n.Next != null && random.Next(3) == 0)
                n.Next.Next = null;
            slots[random.Next(slots.Length)] = n;
        }
        long sum = 0;
        foreach (Node? s in slots)
            if (s != null)
                sum += (int)s.Payload!;
        Console.WriteLine(sum);
        var dictionary = new Dictionary<string, List<string>>();
        for (int i = 0; i < 20_000; i++)
        {
            string key = (i % 500).ToString();
            if (!dictionary.TryGetValue(key, out var list))
                dictionary[key] = list = new();
            list.Add("value" + i);
            if (list.Count > 20)
                list.RemoveRange(0, 15);
        }
        Console.WriteLine(dictionary.Sum(p => p.Value.Sum(v => v.Length)));
    }
}
