using System.Diagnostics;
using System.Globalization;
using System.Text;
using System.Text.Json;

// Programs that live from allocation, each for some seconds: `throughput.dll ROW`. Prints a line `name value` for each figure.
class Tree
{
    public Tree? Left, Right;

    public static Tree Make(int depth) => depth == 0 ? new Tree() : new Tree { Left = Make(depth - 1), Right = Make(depth - 1) };
    public int Count() => 1 + (Left?.Count() ?? 0) + (Right?.Count() ?? 0);
}

class Order
{
    public int Id { get; set; }
    public string Customer { get; set; } = "";
    public List<string> Items { get; set; } = [];
    public Dictionary<string, decimal> Prices { get; set; } = [];
}

static class Program
{
    static readonly Tree longLived = Tree.Make(17);

    static long Trees()
    {
        long count = longLived.Count();
        for (int i = 0; i < 60; i++)
            count += Tree.Make(14).Count();
        return count;
    }

    static long Lists()
    {
        long sum = 0;
        for (int round = 0; round < 10; round++)
        {
            var list = new LinkedList<int>();
            for (int i = 0; i < 100_000; i++)
            {
                list.AddLast(i);
                if (i % 3 == 0)
                    list.RemoveFirst();
            }
            var boxes = new List<object>();
            for (int i = 0; i < 100_000; i++)
                boxes.Add(i);
            sum += list.Count + boxes.Where(box => (int)box % 2 == 0).Count();
        }
        return sum;
    }

    static readonly Dictionary<string, object> kept = [];

    static long Dictionaries()
    {
        for (int i = 0; i < 20_000; i++)
            kept["k" + i % 50_000 + "-" + i] = new object();
        if (kept.Count > 200_000)
            kept.Clear();
        var groups = new Dictionary<int, List<string>>();
        for (int i = 0; i < 100_000; i++)
        {
            if (!groups.TryGetValue(i % 1000, out List<string>? group))
                groups.Add(i % 1000, group = []);
            group.Add(i.ToString(CultureInfo.InvariantCulture));
        }
        return groups.Sum(pair => pair.Value.Count);
    }

    static long Strings()
    {
        long sum = 0;
        var builder = new StringBuilder();
        for (int i = 0; i < 30_000; i++)
        {
            string line = string.Concat("name=", i.ToString(CultureInfo.InvariantCulture), ";value=", (i * 31).ToString("x", CultureInfo.InvariantCulture));
            foreach (string part in line.Split(';'))
                sum += part[(part.IndexOf('=') + 1)..].ToUpperInvariant().Length;
            builder.Append(line);
        }
        return sum + builder.ToString().Length;
    }

    static readonly Order[] orders = Enumerable.Range(0, 300).Select(i => new Order
    {
        Id = i,
        Customer = "customer " + i,
        Items = Enumerable.Range(0, i % 20).Select(j => "item " + j).ToList(),
        Prices = Enumerable.Range(0, i % 7).ToDictionary(j => "price " + j, j => j * 1.25m),
    }).ToArray();

    static long Json()
    {
        long sum = 0;
        for (int i = 0; i < 5; i++)
        {
            string text = JsonSerializer.Serialize(orders);
            sum += JsonSerializer.Deserialize<Order[]>(text)!.Sum(order => order.Items.Count) + text.Length;
        }
        return sum;
    }

    static long RunFor(TimeSpan time, Func<long> work, out double microsecondsOfRound)
    {
        long check = 0;
        int rounds = 0;
        long start = Stopwatch.GetTimestamp();
        for (; Stopwatch.GetElapsedTime(start) < time; rounds++)
            check += work();
        microsecondsOfRound = Stopwatch.GetElapsedTime(start).TotalMicroseconds / rounds;
        return check;
    }

    static void Main(string[] args)
    {
        Func<long> work = args[0] switch
        {
            "trees" => Trees,
            "lists" => Lists,
            "dictionaries" => Dictionaries,
            "strings" => Strings,
            "json" => Json,
            _ => throw new ArgumentException(args[0]),
        };
        long check = RunFor(TimeSpan.FromSeconds(3), work, out _);
        check += RunFor(TimeSpan.FromSeconds(3), work, out double microseconds);
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"round-us {microseconds:F0}"));
        Console.WriteLine($"resident-kb {Environment.WorkingSet / 1024}");
        Console.Error.WriteLine(check);
    }
}
