class Point(int x)
{
    public int X = x;
    public int[] Data = { x };
    public override bool Equals(object? o) => o is Point p && p.X == X;
    public override int GetHashCode() => X;
    public Point Copy() => (Point)MemberwiseClone();
}

class Plain
{
}

static class Program
{
    static void Main()
    {
        var a = new Point(3);
        var b = a.Copy();
        Console.WriteLine($"{a.Equals(b)} {a == b} {ReferenceEquals(a.Data, b.Data)} {a.GetHashCode()} {Equals(a, b)} {Equals(null, b)} {Equals(null, null)}");
        b.X = 4;
        b.Data[0] = 9;
        Console.WriteLine($"{a.Equals(b)} {a.X} {a.Data[0]}");
        var p = new Plain();
        int hash = p.GetHashCode();
        GC.Collect();
        Console.WriteLine($"{hash == p.GetHashCode()} {p} {p.GetType()} {p.Equals(p)} {p.Equals(new Plain())}");
        lock (p)
        {
            Console.WriteLine(hash == p.GetHashCode());
        }
        Console.WriteLine(hash == System.Runtime.CompilerServices.RuntimeHelpers.GetHashCode(p));
        var q = new Plain();
        lock (q)
        {
            int h = q.GetHashCode();
            lock (q)
                Console.WriteLine(h == q.GetHashCode());
        }
        object o = new object();
        Console.WriteLine(o.ToString() + (o.GetType() == typeof(object)));
        Console.WriteLine(ReferenceEquals(p.GetType(), typeof(Plain)));
    }
}
