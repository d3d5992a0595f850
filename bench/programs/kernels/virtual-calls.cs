// include: ../told.part
// include: ../warm.part
abstract class Shape
{
    public abstract int Area(int scale);
    public virtual int Sides => 0;
}

class Square : Shape
{
    public override int Area(int scale) => scale * scale;
    public override int Sides => 4;
}

class Triangle : Shape
{
    public override int Area(int scale) => scale * scale / 2;
    public override int Sides => 3;
}

class Disc : Shape
{
    public override int Area(int scale) => scale * scale * 3;
}

static class Program
{
    static readonly Shape[] shapes = { new Square(), new Triangle(), new Disc(), new Square() };

    static long Kernel()
    {
        long sum = 0;
        for (int i = 0; i < 1_000_000; i++)
        {
            Shape s = shapes[i & 3];
            sum += s.Area(i & 15) + s.Sides;
        }
        return sum;
    }

    static void Main() => Warm.Run(("virtual-calls", Kernel));
}
