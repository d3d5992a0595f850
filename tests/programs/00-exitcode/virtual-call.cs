abstract class Shape
{
    public abstract int Area();
    public virtual int Sides() => 0;
}

class Square(int side) : Shape
{
    public override int Area() => side * side;
    public override int Sides() => 4;
}

class Circle(int radius) : Shape
{
    public override int Area() => radius * radius * 3;
}

static class Program
{
    static int Measure(Shape s) => s.Area() * 2 + s.Sides();
    static int Main() => Measure(new Square(5)) + Measure(new Circle(4));
}
