// rows: N5-008 N5-009 N5-012 N5-013 N5-014 N5-015
// Collections while another thread is in a loop of one operation that the runtime or the class library does: each of them
// must let the thread be stopped, so that ten collections end. What the loops computed is checked at the end.
abstract class Work
{
    volatile bool stop;
    long rounds;

    public long Rounds => rounds;

    public void Run()
    {
        while (!stop)
        {
            Once();
            rounds++;
        }
    }

    public void Stop() => stop = true;

    public abstract void Once();

    public abstract string Result { get; }
}

sealed class Sorting : Work
{
    readonly int[] numbers = [.. Enumerable.Range(0, 20).Select(i => i * 13 % 20)];
    public override void Once() => Array.Sort(numbers);
    public override string Result => string.Join(" ", numbers);
}

sealed class Copying : Work
{
    readonly object[] from = [1, "two", 3.0, 'c'], to = new object[4];
    public override void Once() => Array.Copy(from, to, 4);
    public override string Result => string.Join(" ", to);
}

sealed class Clearing : Work
{
    readonly long[] numbers = new long[100];

    public override void Once()
    {
        numbers[99] = numbers[50] + 1;
        Array.Clear(numbers);
    }

    public override string Result => numbers.Sum().ToString();
}

sealed class CheckedStores : Work
{
    readonly object[] objects = new IComparable[16];

    public override void Once()
    {
        for (int i = 0; i < objects.Length; i++)
            objects[i] = (i & 1) == 0 ? "a" : "b";
    }

    public override string Result => string.Join("", objects);
}

sealed class Unboxing : Work
{
    readonly object[] boxes = [1, 2, 3, DayOfWeek.Friday];
    int sum;
    public override void Once() => sum = (int)boxes[0] + (int)boxes[1] + (int)boxes[2] + (int)boxes[3];
    public override string Result => sum.ToString();
}

sealed class Casting : Work
{
    readonly object[] objects = [new List<string>(), "text", new int[1]];
    int count;

    public override void Once()
    {
        int found = 0;
        foreach (object o in objects)
            found += (o is IReadOnlyCollection<object> ? 1 : 0) + (o is IComparable<string> ? 10 : 0) + (o is IList<uint> ? 100 : 0);
        count = found;
    }

    public override string Result => count.ToString();
}

sealed class Counting : Work
{
    int sum;

    public override void Once()
    {
        int total = 0;
        for (int i = 0; i < 1_000_000; i++)
            total += i & 3;
        sum = total;
    }

    public override string Result => sum.ToString();
}

static class Program
{
    static void Main()
    {
        foreach (Work work in (Work[])[new Sorting(), new Copying(), new Clearing(), new CheckedStores(), new Unboxing(), new Casting(), new Counting()])
        {
            var thread = new Thread(work.Run) { IsBackground = true };
            thread.Start();
            int before = GC.CollectionCount(0);
            for (int i = 0; i < 10; i++)
            {
                GC.Collect();
                Thread.Sleep(1);
            }
            bool collected = GC.CollectionCount(0) - before >= 10;
            work.Stop();
            thread.Join();
            work.Once();
            Console.WriteLine($"{work.GetType().Name}: ten collections {collected}, {work.Result}");
        }

        // A background thread that never ends does not keep the process.
        new Thread(new Sorting().Run) { IsBackground = true }.Start();
    }
}
