// include: ../told.part
// include: ../warm.part
interface IShape
{
    int Area(int scale);
}

abstract class Shape : IShape
{
    public abstract int Area(int scale);
}

class Square(int side) : Shape
{
    public override int Area(int scale) => side * side * scale;
}

class Circle(int radius) : Shape
{
    public override int Area(int scale) => radius * 3 + scale;
}

class Line(int length) : Shape
{
    public override int Area(int scale) => length ^ scale;
}

static class Program
{
    static readonly Shape[] same = Enumerable.Range(0, 1000).Select(i => (Shape)new Square(i)).ToArray();
    static readonly Shape[] mixed = Enumerable.Range(0, 1000).Select(i => i % 3 == 0 ? new Square(i) : i % 3 == 1 ? (Shape)new Circle(i) : new Line(i)).ToArray();
    static readonly IShape[] sameInterface = same;
    static readonly Func<int, int>[] sameDelegate = Enumerable.Repeat<Func<int, int>>(i => i * 3, 1000).ToArray();
    static readonly Func<int, int>[] mixedDelegates = Enumerable.Range(0, 1000).Select(i => i % 3 == 0 ? (Func<int, int>)(n => n + 1) : i % 3 == 1 ? n => n * 2 : n => n ^ 5).ToArray();

    static long Virtual(Shape[] shapes)
    {
        long sum = 0;
        for (int round = 0; round < 100; round++)
        {
            foreach (Shape shape in shapes)
                sum += shape.Area(round);
        }
        return sum;
    }

    // A copy, so that each row has a profile of its own.
    static long VirtualOfThree(Shape[] shapes)
    {
        long sum = 0;
        for (int round = 0; round < 100; round++)
        {
            foreach (Shape shape in shapes)
                sum += shape.Area(round);
        }
        return sum;
    }

    static long Interface(IShape[] shapes)
    {
        long sum = 0;
        for (int round = 0; round < 100; round++)
        {
            foreach (IShape shape in shapes)
                sum += shape.Area(round);
        }
        return sum;
    }

    static long InterfaceOfThree(IShape[] shapes)
    {
        long sum = 0;
        for (int round = 0; round < 100; round++)
        {
            foreach (IShape shape in shapes)
                sum += shape.Area(round);
        }
        return sum;
    }

    static long Delegate(Func<int, int>[] functions)
    {
        long sum = 0;
        for (int round = 0; round < 100; round++)
        {
            foreach (Func<int, int> function in functions)
                sum += function(round);
        }
        return sum;
    }

    static long DelegateOfThree(Func<int, int>[] functions)
    {
        long sum = 0;
        for (int round = 0; round < 100; round++)
        {
            foreach (Func<int, int> function in functions)
                sum += function(round);
        }
        return sum;
    }

    static int Fibonacci(int n) => n < 2 ? n : Fibonacci(n - 1) + Fibonacci(n - 2);

    static long Casts(object[] objects)
    {
        long sum = 0;
        for (int round = 0; round < 100; round++)
        {
            foreach (object o in objects)
                sum += o is Square ? 1 : o is IShape ? 2 : ((Circle)o).Area(1);
        }
        return sum;
    }

    static void Main() => Warm.Run(
        ("virtual-one", () => Virtual(same)),
        ("virtual-three", () => VirtualOfThree(mixed)),
        ("interface-one", () => Interface(sameInterface)),
        ("interface-three", () => InterfaceOfThree(mixed)),
        ("delegate-one", () => Delegate(sameDelegate)),
        ("delegate-three", () => DelegateOfThree(mixedDelegates)),
        ("casts", () => Casts(mixed)),
        ("fibonacci", () => Fibonacci(24)));
}
