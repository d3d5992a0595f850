// Objects that are values until, seldom, something gets them: then they are what they would always have been.
using System.Runtime.CompilerServices;

class Point(int x, string name)
{
    public int X = x;
    public string Name = name;
    public long Sum;
    public Point? Next;
}

interface IShape
{
    int Area { get; }
}

sealed class Square(int side) : IShape
{
    public int Area => side * side;
}

sealed class Other : IShape
{
    public int Area => 1;
}

class Node(Node? left, int value)
{
    public readonly Node? Left = left;
    public readonly int Value = value;
}

static class Program
{
    static readonly List<object> kept = [];
    static long told;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Keep(object o)
    {
        kept.Add(o);
        return kept.Count;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static Point Replace(Point point)
    {
        told += point.X + point.Sum;
        return new Point(point.X + 1, point.Name + "'");
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Refuse(Point point) => throw new InvalidOperationException($"{point.X} {point.Name} {point.Sum}") { Data = { ["point"] = point } };

    // The last that is done with it.
    static long Leaves(int i, string name)
    {
        var point = new Point(i, name);
        point.Sum = point.X * 3L;
        point.Next = i % 2 == 0 ? null : new Point(-i, "next");
        if (i % 1000 == 999)
            return Keep(point);
        return point.Sum + point.X + (point.Next?.X ?? 7);
    }

    // And goes on with another.
    static long IsReplaced(int i, string name)
    {
        var point = new Point(i, name) { Sum = i & 3 };
        if (i % 2000 == 1999)
            point = Replace(point);
        return point.X + point.Name.Length + point.Sum;
    }

    // And is still used: it has to be one object.
    static long StaysKnown(int i, string name)
    {
        var point = new Point(i, name);
        int before = point.X;
        if (i % 1000 == 998)
        {
            Keep(point);
            point.X += 5;
            point.Sum = before;
        }
        point.Sum++;
        return point.X + point.Sum;
    }

    // Where a handler waits.
    static long Throws(int i, string name)
    {
        var point = new Point(i, name);
        try
        {
            point.Sum = i + 1;
            if (i % 4000 == 3999)
                Refuse(point);
            return point.Sum;
        }
        catch (InvalidOperationException e)
        {
            return ((Point)e.Data["point"]!).Sum + e.Message.Length;
        }
        finally
        {
            told++;
        }
    }

    // In a loop, each time a new one.
    static long InLoop(int count, int seldom)
    {
        long sum = 0;
        for (int i = 0; i < count; i++)
        {
            var point = new Point(i, "loop") { Sum = sum & 15 };
            if (i % seldom == seldom - 1)
                sum += Keep(point);
            else
                sum += point.X ^ point.Sum;
        }
        return sum;
    }

    // One that every round of a loop changes.
    static long OverRounds(int i)
    {
        var point = new Point(i, "rounds");
        for (int k = 0; k < 5; k++)
        {
            point.Sum += k * (long)point.X;
            if (point.Sum == 3000L * 6)
                return Keep(point) + k;
        }
        return point.Sum;
    }

    // One that leaves several times.
    static long LeavesAgain(int i)
    {
        var point = new Point(i, "again");
        for (int k = 0; k < 20; k++)
        {
            point.Sum += k;
            if (i % 1000 == 77 && k % 8 == 3)
                Keep(point);
        }
        bool isOne = i % 1000 != 77 || ReferenceEquals(kept[^1], kept[^2]);
        return point.Sum + (isOne ? 1 : 0);
    }

    static long Arrays(int i)
    {
        long[] numbers = [i, i + 1, i * 2L];
        object[] mixed = [numbers.Length, "text", i % 2000 == 1000 ? "seldom" : "often"];
        numbers[1] += numbers[0];
        if (i % 2000 == 1000)
            return Keep(numbers) + Keep(mixed);
        return numbers[1] + numbers[2] + ((string)mixed[2]).Length;
    }

    static long Boxes(int i)
    {
        object box = (i, (short)(i & 7), 'c');
        if (i % 1500 == 3)
            return Keep(box);
        return ((int, short, char))box is var (a, b, c) ? a + b + c : 0;
    }

    static int AreaOf(IShape shape) => shape.Area;

    static long Dispatched(int i)
    {
        IShape shape = i % 3000 == 17 ? new Other() : new Square(i & 31);
        return AreaOf(shape);
    }

    static long Chain(int i)
    {
        var node = new Node(new Node(null, i), i + 1);
        if (i % 2500 == 11)
            return Keep(node) + Keep(node.Left!);
        return node.Value + node.Left!.Value;
    }

    static long Closures(int i)
    {
        int factor = i & 15;
        Func<int, long> scaled = x => x * (long)factor;
        if (i % 1000 == 500)
            return Keep(scaled);
        return scaled(i);
    }

    // Made at the beginning, and needed only where the delegate is.
    static long ClosureOfColdPath(int i)
    {
        int least = i & 3;
        long extra = i;
        if (i % 1000 == 250)
            return Keep((Func<int, long>)(x => x + extra + least));
        return least + extra;
    }

    static IEnumerable<int> Numbers(int to)
    {
        for (int i = 0; i < to; i++)
            yield return i * i;
    }

    static long Sequences(int i, int[] numbers)
    {
        int least = i & 3;
        long sum = numbers.Where(n => n > least).Select(n => n + 1L).Sum();
        if (i % 500 == 499)
            sum += Numbers(5).Concat(numbers.Take(2)).Count(n => n > least);
        foreach (int n in i % 700 == 6 ? (IEnumerable<int>)new List<int>(numbers) : Numbers(3))
            sum += n;
        return sum;
    }

    static void Main()
    {
        const int rounds = 60_000;
        int[] numbers = [5, 1, 4, 2, 3];
        long[] sums = new long[14];
        for (int round = 0; round < 12; round++)
        {
            for (int i = 0; i < rounds; i++)
            {
                sums[0] += Leaves(i, "leaves");
                sums[1] += IsReplaced(i, "replaced");
                sums[2] += StaysKnown(i, "known");
                sums[3] += Throws(i, "throws");
                sums[4] += OverRounds(i);
                sums[5] += Arrays(i);
                sums[6] += Boxes(i);
                sums[7] += Dispatched(i);
                sums[8] += Chain(i);
                sums[9] += Closures(i);
                sums[12] += ClosureOfColdPath(i);
                sums[13] += LeavesAgain(i);
            }
            sums[10] += InLoop(rounds, 900);
            for (int i = 0; i < rounds / 20; i++)
                sums[11] += Sequences(i, numbers);
            GC.Collect(round & 1);
            Console.WriteLine($"{string.Join(' ', sums)}, {kept.Count} kept, {told} told");
        }
        long found = 0;
        foreach (object o in kept)
        {
            found = found * 31 + o switch
            {
                Point p => p.X + p.Sum + p.Name.Length + (p.Next?.X ?? 1),
                long[] n => n.Sum(),
                object[] m => m.Length + ((string)m[2]).Length + (int)m[0],
                Node n => n.Value + (n.Left?.Value ?? 2),
                Func<int, long> f => f(9),
                ValueTuple<int, short, char> t => t.Item1 + t.Item2 + t.Item3,
                _ => throw new InvalidOperationException(o.GetType().Name),
            };
        }
        Console.WriteLine(found);
    }
}
