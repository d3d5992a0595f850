using System.Diagnostics;
using System.Globalization;

// A service's heap: LIVE_MB that stay, and THREADS that go on replacing entries of it for SECONDS. Each 200 operations are
// timed; prints a line `name value` for each figure.
class Entry
{
    public Entry? Other;
    public byte[] Payload;
    public string Name;

    public Entry(Entry? other, byte[] payload, string name)
    {
        Other = other;
        Payload = payload;
        Name = name;
    }
}

// How often something took so long, in microseconds up to a second.
class Histogram
{
    readonly long[] counts = new long[1_000_001];
    public long Worst;
    long total;

    public void Add(long microseconds)
    {
        counts[Math.Min(microseconds, counts.Length - 1)]++;
        Worst = Math.Max(Worst, microseconds);
        total++;
    }

    public void Add(Histogram other)
    {
        for (int i = 0; i < counts.Length; i++)
            counts[i] += other.counts[i];
        Worst = Math.Max(Worst, other.Worst);
        total += other.total;
    }

    public long Percentile(double percent)
    {
        long rest = (long)Math.Ceiling(total * percent / 100);
        for (int i = 0; i < counts.Length; i++)
        {
            rest -= counts[i];
            if (rest <= 0)
                return i;
        }
        return Worst;
    }
}

class Worker
{
    const int Batch = 200;
    const int BytesOfEntry = 230; // with its slot, payload and name

    readonly Entry[] table;
    readonly Histogram warmUp = new();
    ulong state;
    public readonly Histogram Latencies = new();
    public long Operations;
    public long Check;

    public Worker(int seed, long bytes)
    {
        state = 0x9E3779B97F4A7C15UL * (ulong)(seed + 1);
        table = new Entry[bytes / BytesOfEntry];
        for (int i = 0; i < table.Length; i++)
            table[i] = Make(null);
    }

    uint Next(int below)
    {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return (uint)((state >> 32) * (ulong)below >> 32);
    }

    Entry Make(Entry? other) => new(other, new byte[32 + Next(100)], Next(1_000_000).ToString(CultureInfo.InvariantCulture));

    void Replace()
    {
        ref Entry slot = ref table[Next(table.Length)];
        Entry other = table[Next(table.Length)];
        other.Other = null; // chains stay short
        slot = Make(other);
        Check += slot.Name.Length + slot.Payload.Length + string.Concat(slot.Name, other.Name).Length;
    }

    public void Run(TimeSpan time, bool isWarmUp)
    {
        Histogram histogram = isWarmUp ? warmUp : Latencies;
        long end = Stopwatch.GetTimestamp() + (long)(time.TotalSeconds * Stopwatch.Frequency);
        long before = Stopwatch.GetTimestamp();
        while (before < end)
        {
            for (int i = 0; i < Batch; i++)
                Replace();
            long now = Stopwatch.GetTimestamp();
            histogram.Add((now - before) * 1_000_000 / Stopwatch.Frequency);
            before = now;
            if (!isWarmUp)
                Operations += Batch;
        }
    }
}

static class Program
{
    static void Each(Worker[] workers, Action<Worker> work)
    {
        Thread[] threads = workers.Select(worker => new Thread(() => work(worker))).ToArray();
        foreach (Thread thread in threads)
            thread.Start();
        foreach (Thread thread in threads)
            thread.Join();
    }

    static long PeakKilobytes() =>
        long.Parse(File.ReadLines("/proc/self/status").First(line => line.StartsWith("VmHWM:", StringComparison.Ordinal)).Split(' ', '\t', StringSplitOptions.RemoveEmptyEntries)[1], CultureInfo.InvariantCulture);

    static void Main(string[] args)
    {
        long megabytes = long.Parse(args[0], CultureInfo.InvariantCulture);
        double seconds = double.Parse(args[1], CultureInfo.InvariantCulture);
        int threads = int.Parse(args[2], CultureInfo.InvariantCulture);
        var workers = new Worker[threads];
        for (int i = 0; i < threads; i++)
            workers[i] = new Worker(i, megabytes * 1024 * 1024 / threads);
        Each(workers, worker => worker.Run(TimeSpan.FromSeconds(seconds / 4), true));
        TimeSpan pausedBefore = GC.GetTotalPauseDuration();
        int fullBefore = GC.CollectionCount(2);
        Each(workers, worker => worker.Run(TimeSpan.FromSeconds(seconds), false));
        var all = new Histogram();
        foreach (Worker worker in workers)
            all.Add(worker.Latencies);
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"operations/s {workers.Sum(worker => worker.Operations) / seconds:F0}"));
        foreach (double percent in new[] { 50, 99, 99.9, 99.99 })
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"p{percent}-us {all.Percentile(percent)}"));
        Console.WriteLine($"worst-us {all.Worst}");
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"paused-ms {(GC.GetTotalPauseDuration() - pausedBefore).TotalMilliseconds:F1}"));
        Console.WriteLine($"full-collections {GC.CollectionCount(2) - fullBefore}");
        Console.WriteLine($"peak-kb {PeakKilobytes()}");
        GC.KeepAlive(workers);
    }
}
