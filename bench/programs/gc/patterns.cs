using System.Buffers;
using System.Diagnostics;
using System.Globalization;

// How much memory a heap takes where objects of different sizes and lives lie side by side: patterns.dll NAME does one thing for
// SECONDS and prints a line `name value` for each figure; memory is that of the whole process, as the kernel counts it.
class Node
{
    public object? First, Second;
    public long Number;
}

class Patterns
{
    const double Seconds = 4;
    const int StepsAtOnce = 64;

    readonly Random random = new(1);
    readonly object?[] kept;
    readonly Queue<Node> queue = new();
    int time;

    Patterns(int count) => kept = new object?[count];

    byte[] Bytes(int least, int below) => new byte[random.Next(least, below)];
    Node Small() => new() { First = new byte[20] };
    void Keep(object thing) => kept[random.Next(kept.Length)] = thing;

    // One in a hundred of those that are there is replaced; most have gone.
    void ReplaceFew()
    {
        GC.KeepAlive(Bytes(100, 1100));
        int at = random.Next(kept.Length);
        if (random.Next(100) == 0 && kept[at] != null)
            kept[at] = Small();
    }

    void Fill(int oneIn)
    {
        for (int i = 0; i < kept.Length; i++)
            kept[i] = Small();
        for (int i = 0; i < kept.Length; i++)
        {
            if (random.Next(oneIn) != 0)
                kept[i] = null;
        }
    }

    // A heap that grows and is dropped, again and again, with garbage in between.
    void Phases()
    {
        const int period = 3_000_000;
        int at = time++ % period;
        if (at == 0)
            Array.Clear(kept);
        if (at < kept.Length)
            kept[at] = new Node { First = Bytes(0, 100) };
        else
            GC.KeepAlive(Bytes(0, 300));
    }

    void Enqueue()
    {
        queue.Enqueue(new Node { First = Bytes(0, 200) });
        if (queue.Count > 500_000)
            queue.Dequeue();
    }

    void Rent()
    {
        byte[] rented = ArrayPool<byte>.Shared.Rent(random.Next(200_000));
        ArrayPool<byte>.Shared.Return(rented);
        GC.KeepAlive(Bytes(0, 2000));
    }

    void ReplaceMedium(Action otherwise)
    {
        if (random.Next(50) == 0)
            Keep(Bytes(1000, 16_000));
        else
            otherwise();
    }

    static (Patterns, Action) Named(string name)
    {
        (Patterns, Action) Of(int count, Func<Patterns, Action> step)
        {
            var patterns = new Patterns(count);
            return (patterns, step(patterns));
        }
        return name switch
        {
            "few-of-many" => Of(3_000_000, p =>
            {
                p.Fill(20);
                return p.ReplaceFew;
            }),
            "small-among-8k" => Of(300_000, p => () =>
            {
                if (p.random.Next(4) == 0)
                    p.Keep(p.Small());
                GC.KeepAlive(p.Bytes(8_000, 16_000));
            }),
            "small-among-large" => Of(300_000, p => () =>
            {
                p.Keep(p.Small());
                GC.KeepAlive(p.Bytes(17_000, 67_000));
            }),
            "medium-among-small" => Of(20_000, p => () => p.ReplaceMedium(() => GC.KeepAlive(p.Small()))),
            "medium-among-medium" => Of(20_000, p => () => p.ReplaceMedium(() => GC.KeepAlive(p.Bytes(300, 8300)))),
            "large" => Of(400, p => () => p.Keep(p.Bytes(20_000, p.random.Next(2) == 0 ? 20_001 : 1_000_000))),
            "texts" => Of(100_000, p => () => p.Keep(new string('x', p.random.Next(100)) + p.random.Next())),
            "queue" => Of(0, p => p.Enqueue),
            "phases" => Of(1_000_000, p => p.Phases),
            "array-pool" => Of(0, p => p.Rent),
            _ => throw new ArgumentException(name),
        };
    }

    static long Kilobytes(string what) =>
        long.Parse(File.ReadLines("/proc/self/status").First(line => line.StartsWith(what, StringComparison.Ordinal)).Split(' ', '\t', StringSplitOptions.RemoveEmptyEntries)[1], CultureInfo.InvariantCulture);

    static void Main(string[] args)
    {
        (Patterns patterns, Action step) = Named(args[0]);
        long operations = 0;
        var clock = Stopwatch.StartNew();
        while (clock.Elapsed.TotalSeconds < Seconds)
        {
            for (int i = 0; i < StepsAtOnce; i++)
                step();
            operations += StepsAtOnce;
        }
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"operations/s {operations / clock.Elapsed.TotalSeconds:F0}"));
        Console.WriteLine($"peak-kb {Kilobytes("VmHWM:")}");
        Console.WriteLine($"resident-kb {Kilobytes("VmRSS:")}");
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"paused-ms {GC.GetTotalPauseDuration().TotalMilliseconds:F1}"));
        GC.KeepAlive(patterns);
    }
}
