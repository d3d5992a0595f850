// include: ../told.part
// include: ../warm.part
// What programs use of the language and the class libraries beyond the other rows.
using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Globalization;
using System.Numerics;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text;
using System.Threading.Channels;
using System.Xml.Linq;

interface IVisitor
{
    long Visit<T>(T value);
}

sealed class Counter : IVisitor
{
    public long Visit<T>(T value) => value is int ? 1 : 2;
}

abstract class Node
{
    public abstract TResult Accept<TResult>(Func<Node, TResult> map);
}

sealed class Leaf : Node
{
    public override TResult Accept<TResult>(Func<Node, TResult> map) => map(this);
}

enum Color { Red, Green, Blue }

readonly record struct Point(int X, int Y);
record Person(string Name, int Age, Color Color);

static class Program
{
    [ThreadStatic] static int threadStatic;
    static readonly AsyncLocal<int> asyncLocal = new();
    static readonly object[] objects = [.. Enumerable.Range(0, 1000).Select(i => (object)(i % 4 == 0 ? i : i % 4 == 1 ? "text" + i : i % 4 == 2 ? new List<int>() : new Person("p" + i, i, Color.Red)))];
    static readonly string[] words = [.. Enumerable.Range(0, 1000).Select(i => "word" + i * 7919 % 1009)];
    static readonly Person[] people = [.. Enumerable.Range(0, 1000).Select(i => new Person("name" + i % 50, i % 90, (Color)(i % 3)))];
    static readonly string xml = "<root>" + string.Concat(Enumerable.Range(0, 200).Select(i => $"<item id='{i}'><name>n{i}</name></item>")) + "</root>";
    static readonly MethodInfo method = typeof(Program).GetMethod(nameof(Called), BindingFlags.NonPublic | BindingFlags.Static)!;

    static int Called(int a, string b) => a + b.Length;

    static long GenericVirtual()
    {
        IVisitor visitor = new Counter();
        long sum = 0;
        for (int i = 0; i < 10_000; i++)
            sum += visitor.Visit(i) + visitor.Visit("a");
        return sum;
    }

    static long GenericVirtualClass()
    {
        Node node = new Leaf();
        long sum = 0;
        for (int i = 0; i < 10_000; i++)
            sum += node.Accept(static n => n is Leaf ? 1 : 0) + node.Accept(static n => "x").Length;
        return sum;
    }

    static long Casts()
    {
        long sum = 0;
        foreach (object o in objects)
        {
            if (o is IEnumerable<int> list)
                sum += list is List<int> ? 1 : 2;
            else if (o is string { Length: > 5 } s)
                sum += s.Length;
            else if (o is IComparable)
                sum += 3;
            else if (o is Person { Age: > 10 } p)
                sum += p.Age;
        }
        return sum;
    }

    static long SwitchOnStrings()
    {
        long sum = 0;
        foreach (string word in words)
            sum += word switch { "word1" => 1, "word22" => 2, "word333" => 3, "word404" => 4, "word500" => 5, "word7" => 6, _ => 7 };
        return sum;
    }

    static long ThreadStatics()
    {
        for (int i = 0; i < 10_000; i++)
            threadStatic += i;
        return threadStatic & 0;
    }

    static long AsyncLocals()
    {
        long sum = 0;
        for (int i = 0; i < 1000; i++)
        {
            asyncLocal.Value = i;
            sum += asyncLocal.Value;
        }
        return sum;
    }

    static long Decimals()
    {
        decimal sum = 0;
        for (int i = 1; i < 2000; i++)
            sum += 1.25m * i / 3 - i % 7;
        return (long)sum;
    }

    static long BigIntegers()
    {
        BigInteger product = 1;
        for (int i = 1; i < 200; i++)
            product *= i;
        return (long)(product % 1_000_000_007);
    }

    static long Dates()
    {
        var date = new DateTime(2020, 1, 1);
        long sum = 0;
        for (int i = 0; i < 2000; i++)
            sum += date.AddDays(i).DayOfYear + date.AddHours(i).ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture).Length;
        return sum;
    }

    static long Guids()
    {
        long sum = 0;
        for (int i = 0; i < 1000; i++)
            sum += Guid.Parse(new Guid(i, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11).ToString()).GetHashCode() & 0xff;
        return sum;
    }

    static long Enums()
    {
        long sum = 0;
        for (int i = 0; i < 2000; i++)
            sum += ((Color)(i % 3)).ToString().Length + (Enum.TryParse("Blue", out Color color) ? (int)color : 0);
        return sum;
    }

    static long GroupAndOrder() =>
        people.GroupBy(p => p.Name).OrderByDescending(g => g.Sum(p => p.Age)).ThenBy(g => g.Key).Select(g => g.Count() + g.Key.Length).Sum();

    static long JoinAndDistinct() =>
        people.Join(words, p => p.Age, w => w.Length * 10, (p, w) => p.Name + w).Distinct().Take(500).ToDictionary(x => x, x => x.Length).Count;

    static long RecordsInSets()
    {
        var set = new HashSet<Point>();
        for (int i = 0; i < 3000; i++)
            set.Add(new Point(i % 100, i % 37));
        return set.Count + set.Sum(p => p.X);
    }

    static long RecordEquality()
    {
        long sum = 0;
        for (int i = 1; i < people.Length; i++)
            sum += people[i] == people[i - 1] with { Age = 5 } ? 1 : people[i].GetHashCode() & 1;
        return sum & 0;
    }

    static long Immutables()
    {
        var map = ImmutableDictionary<int, string>.Empty;
        for (int i = 0; i < 500; i++)
            map = map.SetItem(i * 31 % 400, "v");
        var list = ImmutableList<int>.Empty.AddRange(Enumerable.Range(0, 500));
        return map.Count + list.RemoveAll(x => x % 3 == 0).Sum();
    }

    static long Concurrent()
    {
        var map = new ConcurrentDictionary<string, int>();
        foreach (string word in words)
            map.AddOrUpdate(word, 1, (_, n) => n + 1);
        return map.Values.Sum();
    }

    static long Channels()
    {
        async Task<long> Run()
        {
            var channel = Channel.CreateUnbounded<int>();
            for (int i = 0; i < 1000; i++)
                channel.Writer.TryWrite(i);
            channel.Writer.Complete();
            long sum = 0;
            await foreach (int value in channel.Reader.ReadAllAsync())
                sum += value;
            return sum;
        }
        return Run().GetAwaiter().GetResult();
    }

    static long Tasks()
    {
        static async Task<int> Leaf(int i)
        {
            await Task.CompletedTask;
            return i;
        }
        return Task.WhenAll(Enumerable.Range(0, 500).Select(Leaf)).GetAwaiter().GetResult().Sum();
    }

    static long Formats()
    {
        long sum = 0;
        for (int i = 0; i < 1000; i++)
            sum += string.Format(CultureInfo.InvariantCulture, "{0:D5} {1} {2:F2}", i, "text", i * 0.5).Length;
        return sum;
    }

    static long Invokes()
    {
        long sum = 0;
        object?[] arguments = [3, "abc"];
        for (int i = 0; i < 1000; i++)
            sum += (int)method.Invoke(null, arguments)!;
        return sum;
    }

    static T Make<T>() where T : new() => new();

    static long Activations()
    {
        long sum = 0;
        for (int i = 0; i < 1000; i++)
            sum += Make<List<int>>().Count + ((List<string>)Activator.CreateInstance(typeof(List<string>))!).Count + 1;
        return sum;
    }

    static long Xml() => XDocument.Parse(xml).Root!.Elements("item").Sum(e => (int)e.Attribute("id")! + e.Element("name")!.Value.Length);

    static long Multidimensional()
    {
        int[,,] cube = new int[20, 20, 20];
        for (int i = 0; i < 20; i++)
            for (int j = 0; j < 20; j++)
                for (int k = 0; k < 20; k++)
                    cube[i, j, k] = i * j + k;
        long sum = 0;
        foreach (int value in cube)
            sum += value;
        return sum;
    }

    static long LinkedLists()
    {
        var list = new LinkedList<int>();
        for (int i = 0; i < 2000; i++)
            list.AddLast(i);
        long sum = 0;
        for (var node = list.First; node != null; node = node.Next)
            sum += node.Value;
        return sum;
    }

    static long SortedMaps()
    {
        var map = new SortedDictionary<string, int>(StringComparer.Ordinal);
        foreach (string word in words)
            map[word] = word.Length;
        return map.Sum(pair => pair.Value);
    }

    static long PriorityQueues()
    {
        var queue = new PriorityQueue<string, int>();
        foreach (string word in words)
            queue.Enqueue(word, word.Length * 31 + word[^1]);
        long sum = 0;
        while (queue.TryDequeue(out string? word, out int priority))
            sum = sum * 3 % 1_000_003 + priority;
        return sum;
    }

    static long Randoms()
    {
        var random = new Random(42);
        long sum = 0;
        for (int i = 0; i < 5000; i++)
            sum += random.Next(100) + (random.NextDouble() < 0.5 ? 1 : 0);
        return sum;
    }

    static long UpperAndTrim()
    {
        long sum = 0;
        foreach (string word in words)
            sum += word.ToUpperInvariant().Replace("WORD", "w").Trim('w').Length + (word.StartsWith("word1", StringComparison.OrdinalIgnoreCase) ? 1 : 0);
        return sum;
    }

    static long Delegates()
    {
        long sum = 0;
        Action<int>? all = null;
        for (int i = 0; i < 5; i++)
            all += value => sum += value;
        for (int i = 0; i < 2000; i++)
            all!(i);
        return sum;
    }

    static long TryFinally()
    {
        long sum = 0;
        for (int i = 0; i < 5000; i++)
        {
            try
            {
                sum += i;
                if (i % 3 == 0)
                    continue;
                sum++;
            }
            finally
            {
                sum += 2;
            }
        }
        return sum;
    }

    static long Base64AndHex()
    {
        byte[] bytes = new byte[1000];
        for (int i = 0; i < bytes.Length; i++)
            bytes[i] = (byte)i;
        return Convert.FromBase64String(Convert.ToBase64String(bytes)).Length + Convert.FromHexString(Convert.ToHexString(bytes)).Length;
    }

    static void Main() => Warm.Run(
        ("generic-virtual-interface", GenericVirtual),
        ("generic-virtual-class", GenericVirtualClass),
        ("casts", Casts),
        ("switch-strings", SwitchOnStrings),
        ("thread-statics", ThreadStatics),
        ("async-locals", AsyncLocals),
        ("decimals", Decimals),
        ("big-integers", BigIntegers),
        ("dates", Dates),
        ("guids", Guids),
        ("enums", Enums),
        ("linq-group-order", GroupAndOrder),
        ("linq-join-distinct", JoinAndDistinct),
        ("record-structs-in-sets", RecordsInSets),
        ("records", RecordEquality),
        ("immutable", Immutables),
        ("concurrent-dictionary", Concurrent),
        ("channels", Channels),
        ("tasks-when-all", Tasks),
        ("string-format", Formats),
        ("reflection-invoke", Invokes),
        ("activator", Activations),
        ("xml", Xml),
        ("multidimensional", Multidimensional),
        ("linked-list", LinkedLists),
        ("sorted-dictionary", SortedMaps),
        ("priority-queue", PriorityQueues),
        ("random", Randoms),
        ("upper-replace-trim", UpperAndTrim),
        ("delegates-combined", Delegates),
        ("try-finally", TryFinally),
        ("base64-hex", Base64AndHex));
}
