// Loops that call one delegate or object each turn: the usual one, others, none, and one that is replaced while the loop runs.
using System.Runtime.CompilerServices;

interface IShape
{
    int Area(int x);
}

sealed class Square : IShape
{
    public int Side = 3;
    public int Area(int x) => Side * Side + x;
}

sealed class Circle : IShape
{
    public int Area(int x) => x - 1;
}

class Source
{
    public Func<int, int> Map = x => x + 1;
    public IShape Shape = new Square();
    public int Calls;

    public int ReplacesItself(int x)
    {
        Calls++;
        if (x == 5)
            Map = y => y * 100;
        return x;
    }
}

static class Program
{
    static int effects;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Sum(int[] values, Func<int, int> map)
    {
        long sum = 0;
        foreach (int value in values)
            sum += map(value);
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int CountWithEffects(int[] values, Func<int, bool>? test, int first)
    {
        int count = 0;
        for (int i = first; i < values.Length; i++)
        {
            effects++;
            if (test!(values[i]))
                count++;
        }
        return count;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool All(int[] values, Func<int, bool> test)
    {
        ArgumentNullException.ThrowIfNull(test);
        foreach (int value in values)
        {
            if (!test(value))
                return false;
        }
        return true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long OfField(Source source, int count)
    {
        long sum = 0;
        for (int i = 0; i < count; i++)
            sum += source.Map(i) + source.Shape.Area(i);
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Areas(IShape? shape, int count)
    {
        long sum = 0;
        for (int i = 0; i < count; i++)
        {
            effects++;
            sum += shape!.Area(i);
        }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Nested(Func<int, int> outer, Func<int, int> inner, int count)
    {
        long sum = 0;
        for (int i = 0; i < count; i++)
        {
            sum += outer(i);
            for (int k = 0; k < 3; k++)
                sum += inner(k) ^ outer(k);
        }
        return sum;
    }

    // The delegate is made in the loop, or in front of it.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Made(int count, int factor)
    {
        Func<int, int> before = x => x * factor;
        long sum = 0;
        for (int i = 0; i < count; i++)
        {
            int own = i;
            Func<int, int> inside = x => x + own + factor;
            sum += before(i) + inside(i);
            if (i % 1000 == 999)
                before = inside;
        }
        return sum;
    }

    static string Try(Func<object> action)
    {
        effects = 0;
        try
        {
            return $"{action()} after {effects}";
        }
        catch (Exception e)
        {
            return $"{e.GetType().Name} after {effects}";
        }
    }

    static void Main()
    {
        int[] values = [.. Enumerable.Range(0, 2000)];
        Func<int, int> usual = x => x + 1, other = x => x * 2;
        Func<int, bool> small = x => x < 5000, odd = x => x % 2 != 0;
        var source = new Source();
        for (int round = 0; round < 400; round++)
        {
            bool shows = round is 0 or 399;
            bool isRare = round % 50 == 49;
            long sum = Sum(values, isRare ? other : usual);
            bool all = All(values, isRare ? odd : small);
            string effects = Try(() => CountWithEffects(values, isRare ? odd : small, 0));
            string none = Try(() => CountWithEffects(values, null, 10));
            string empty = Try(() => CountWithEffects(values, null, values.Length));
            string areas = Try(() => Areas(isRare ? new Circle() : new Square(), 500));
            string noShape = Try(() => Areas(null, 500));
            string noTurns = Try(() => Areas(null, 0));
            long field = OfField(source, 300);
            long nested = Nested(usual, isRare ? usual : other, 100);
            long made = Made(3000, 3);
            if (isRare)
            {
                source.Calls = 0;
                source.Map = source.ReplacesItself;
                source.Shape = round % 100 == 99 ? new Circle() : new Square();
                Console.WriteLine($"replaced: {OfField(source, 10)} {source.Calls}");
                source.Map = usual + other;
                Console.WriteLine($"combined: {OfField(source, 10)}");
                source.Map = usual;
            }
            if (shows || isRare)
                Console.WriteLine($"{round}: {sum} {all} {effects} {none} {empty} {areas} {noShape} {noTurns} {field} {nested} {made}");
        }
        Console.WriteLine(Try(() => Sum(values, null!)));
        Console.WriteLine(Try(() => All(values, null!)));
    }
}
