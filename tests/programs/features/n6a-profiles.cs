// rows: N6a-033 N6a-036 N6a-037 N6a-038 N6a-039 N6a-040 N6a-041 N6a-042 N6a-032
// What a profile may lead to, and the same code when the profile no longer holds: receivers, casts, cases and branches that were rare.
using System.Runtime.CompilerServices;

interface IShape
{
    double Area();
    int Corners { get; }
}

readonly struct Dot : IShape
{
    public double Area() => 0;
    public int Corners => 0;
}

readonly struct Cell(byte side) : IShape
{
    readonly byte side = side;
    public double Area() => side * side;
    public int Corners => 4;
}

sealed class Triangle : IShape
{
    public double Area() => 0.5;
    public int Corners => 3;
}

class Disc : IShape
{
    public double Area() => 3;
    public virtual int Corners => 0;
}

sealed class Gear : Disc
{
    public override int Corners => 12;
}

static class Program
{
    // Two calls beside each other on the same receiver.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static double Measure(IShape shape) => shape.Area() * 10 + shape.Corners;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Cast(object value)
    {
        if (value is string text)
            return text.Length;
        if (value is IShape shape)
            return 100 + shape.Corners;
        if (value is IEnumerable<object> list)
            return 1000 + list.Count();
        return ((IComparable<int>)value).CompareTo(5);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Switch(int value)
    {
        switch (value)
        {
            case 0: return 10;
            case 1: return 21;
            case 2: return 32;
            case 3: return 43;
            case 4: return 54;
            case 5: return 65;
            case 6: goto case 2;
            case 7: return 87;
            default: return -1;
        }
    }

    // A rare branch with a loop and a call of its own.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Cold(int[] values, int rare)
    {
        long sum = 0;
        foreach (int value in values)
        {
            if (value == rare)
            {
                for (int i = 0; i < values.Length; i++)
                    sum += checked(values[i] * 3);
                sum += Often(value);
            }
            else
                sum += Often(value);
        }
        return sum;
    }

    static int Often(int value) => value switch { < 0 => -value, > 1000 => throw new ArgumentOutOfRangeException(nameof(value)), _ => value * 2 };

    static string Message(Func<object> action)
    {
        try
        {
            return action().ToString()!;
        }
        catch (Exception e)
        {
            return $"{e.GetType().Name}: {e.Message}";
        }
    }

    static void Main()
    {
        IShape[] usual = [new Triangle(), new Cell(3), new Cell(4)];
        double area = 0;
        for (int i = 0; i < 3_000_000; i++)
            area += Measure(usual[i % 64 == 0 ? 1 : 0]);
        for (int i = 0; i < 3_000_000; i++)
            area += Measure(usual[1 + (i & 1)]);
        Console.WriteLine(area);
        foreach (IShape shape in new IShape[] { new Dot(), new Cell(5), new Triangle(), new Disc(), new Gear() })
            Console.WriteLine($"{shape.GetType().Name} {Measure(shape)}");
        Console.WriteLine(Message(() => Measure(null!)));

        int lengths = 0;
        for (int i = 0; i < 3_000_000; i++)
            lengths += Cast("text");
        Console.WriteLine($"{lengths} {Cast(new Gear())} {Cast(new Cell(1))} {Cast(new string[3])} {Cast(new List<object> { 1 })} {Cast(7)}");
        Console.WriteLine(Message(() => Cast(null!)));
        Console.WriteLine(Message(() => Cast(7L)));

        int cases = 0;
        for (int i = 0; i < 3_000_000; i++)
            cases += Switch(i % 10 < 7 ? 5 : i % 8);
        Console.WriteLine($"{cases}: {string.Join(" ", Enumerable.Range(-2, 12).Select(Switch))} {Switch(int.MinValue)} {Switch(int.MaxValue)}");

        int[] values = [.. Enumerable.Range(1, 1000)];
        long sum = 0;
        for (int i = 0; i < 3_000; i++)
            sum += Cold(values, -1);
        Console.WriteLine($"{sum} {Cold(values, 1000)} {Cold(values, 1)}");
        values[3] = int.MaxValue;
        Console.WriteLine(Message(() => Cold(values, 1)));
        Console.WriteLine(Message(() => Cold(values, -1)));
        Console.WriteLine(Message(() => Cold([-5, -6], -6)));
    }
}
