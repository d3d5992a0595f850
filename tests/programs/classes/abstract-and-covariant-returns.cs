abstract class Shape
{
    public abstract double Area { get; }
    public abstract Shape Clone();
    public override string ToString() => $"{GetType().Name} {Area:F2}";
}

class Circle(double r) : Shape
{
    public double R => r;
    public override double Area => Math.PI * r * r;
    public override Circle Clone() => new(r);
}

class Ring(double outer, double inner) : Circle(outer)
{
    public override double Area => base.Area - Math.PI * inner * inner;
    public override Ring Clone() => new(R + 1, inner);
}

static class Program
{
    static void Main()
    {
        Shape s = new Ring(2, 1);
        Console.WriteLine(s.Clone());
        Circle c = new Ring(3, 1);
        Console.WriteLine(c.Clone());
        Ring r = new Ring(4, 1).Clone();
        Console.WriteLine(r.R);
        Console.WriteLine(new Circle(1).Clone().R);
    }
}
