// Objects that no caller, no call and no memory sees, and those that look like it: what is in them, what they keep alive,
// and when two are one.
using System.Runtime.CompilerServices;

class Point(int x, int y)
{
    public int X = x, Y = y;
    public Point? Next;
    public string? Name;
    public int Sum() => X + Y + (Next?.Sum() ?? 0);
}

sealed class Node(object payload, Node? next)
{
    public readonly object Payload = payload;
    public Node? Next = next;
}

interface IShape { double Area(); }
sealed class Circle(double radius) : IShape { public double Area() => radius * radius * 3; }
sealed class Square(double side) : IShape { public double Area() => side * side; }

static class Program
{
    static Point? kept;

    [MethodImpl(MethodImplOptions.NoInlining)] static void Collect() { GC.Collect(); GC.WaitForPendingFinalizers(); }
    [MethodImpl(MethodImplOptions.NoInlining)] static void Keep(Point point) => kept = point;

    // Everything starts as zero, each time.
    static int FreshEachTime(int rounds)
    {
        int sum = 0;
        for (int i = 0; i < rounds; i++)
        {
            var point = new Point(i, 0);
            if (point.Next == null && point.Name == null) sum += point.Sum();
            point.Next = i % 3 == 0 ? new Point(1, 1) : null;
            point.Name = "set";
            sum += point.Sum();
        }
        return sum;
    }

    // The object of the last round is still there when the next one is made.
    static int OfTheRoundBefore(int rounds)
    {
        Point last = new(-1, -1);
        int sum = 0;
        for (int i = 0; i < rounds; i++)
        {
            var next = new Point(i, last.X);
            sum += next.X - last.X + next.Y;
            last = next;
        }
        return sum + last.Y;
    }

    static int OnlyOnSomePaths(int n)
    {
        var point = new Point(n, n);
        if (n % 7 == 0) Keep(point);
        point.X++;
        if (n % 5 == 0) kept = point;
        point.Y += 2;
        return point.X * point.Y;
    }

    static double Meeting(int n)
    {
        IShape shape = n % 3 == 0 ? new Circle(n) : new Square(n);
        double area = shape.Area();
        if (shape is Circle) area = -area;
        return area;
    }

    static int MeetingOfOne(Point? other, int n)
    {
        Point point = other ?? new Point(n, 1);
        point.X += 3;
        int sum = point.Sum();
        return ReferenceEquals(point, other) ? -sum : sum;
    }

    // What only such an object refers to stays alive.
    static int KeepsAlive(int n)
    {
        var node = new Node(new int[n], new Node("x" + n, null));
        Collect();
        return ((int[])node.Payload).Length + ((string)node.Next!.Payload).Length;
    }

    static int Arrays(int n)
    {
        int[] small = new int[4];
        for (int i = 0; i < 40; i++) small[(i + n) & 3] += i;
        object[] pair = [n, "p"];
        try { small[n % 6]++; }
        catch (IndexOutOfRangeException) { return -small[0] - (int)pair[0]; }
        return small[1] + small[3] + small.Length + ((string)pair[1]).Length;
    }

    static long Boxes(long n)
    {
        object box = n;
        IComparable comparable = n % 2 == 0 ? box as IComparable ?? "none" : "text";
        return (box is long value ? value : 0) + (comparable is string text ? text.Length : 1) + box.GetHashCode();
    }

    static int Closures(int n)
    {
        int calls = 0;
        Func<int, int> add = x => { calls++; return x + n; };
        int sum = 0;
        for (int i = 0; i < 10; i++) sum = add(sum);
        return sum * 100 + calls;
    }

    static string Thrown(int n)
    {
        var point = new Point(n, n);
        try
        {
            point.X = 10;
            if (n % 4 == 0) throw new InvalidOperationException(point.X.ToString());
            point.X = 20;
            return "none" + point.X;
        }
        catch (InvalidOperationException e) { return e.Message + point.X; }
        finally { point.Y = point.X; if (point.Y == 10) Keep(point); }
    }

    static int Locked(int n)
    {
        var gate = new object();
        lock (gate) return n + (Monitor.IsEntered(gate) ? 1 : 0);
    }

    static bool Identities(int n)
    {
        var a = new Point(n, n);
        var b = new Point(n, n);
        object c = a;
        return a != b && ReferenceEquals(a, c) && a.GetType() == b.GetType() && a is not null && !ReferenceEquals(a, null);
    }

    static IEnumerable<int> Numbers(int n)
    {
        for (int i = 0; i < n; i++) yield return i * i;
    }

    static long Enumerations(int[] array, List<int> list, int n)
    {
        long sum = 0;
        foreach (int i in (IEnumerable<int>)array) sum += i;
        foreach (int i in (IEnumerable<int>)list) { if (i == 3) continue; sum += i; }
        foreach (int i in Numbers(n)) { if (i > 50) break; sum += i; }
        using IEnumerator<int> enumerator = ((IEnumerable<int>)array).GetEnumerator();
        while (enumerator.MoveNext()) sum ^= enumerator.Current;
        try { foreach (int i in list) { if (n % 9 == 0 && i == 2) list.Add(1); sum += i; } }
        catch (InvalidOperationException) { list.RemoveAt(list.Count - 1); sum++; }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Round(int n, int[] array, List<int> list)
    {
        long hash = FreshEachTime(n % 10) + 31L * OfTheRoundBefore(n % 6) + OnlyOnSomePaths(n) + (kept?.X ?? 0) * 3 + (kept?.Y ?? 0);
        hash = hash * 17 + (long)Meeting(n) + MeetingOfOne(n % 2 == 0 ? kept : null, n) + Arrays(n) + Boxes(n) + Closures(n);
        hash = hash * 17 + Thrown(n).Length + kept!.Y + Locked(n) + (Identities(n) ? 1 : 0) + Enumerations(array, list, n % 20);
        kept = null;
        Keep(new Point(n, 2));
        return hash;
    }

    static void Main()
    {
        int[] array = [1, 2, 3, 4];
        List<int> list = [1, 2, 3];
        long total = 0;
        kept = new Point(0, 0);
        for (int i = 0; i < 60_000; i++)
        {
            total = total * 31 + Round(i % 1000, array, list);
            if (i % 10_000 == 0) Console.WriteLine(total + " " + KeepsAlive(i / 1000));
        }
        Console.WriteLine(total);
    }
}
