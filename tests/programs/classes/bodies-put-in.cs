// Small bodies in place of calls, by what the calls have met: each method is hot first, then gets what it has not met.
// Order of evaluation, results that are narrowed, branches on results, structs that are made, null receivers, traces.
using System.Runtime.CompilerServices;

abstract class Shape
{
    public int Size;
    public abstract int Area { get; }
    public abstract bool IsBig { get; }
    public virtual Shape Larger(int by) { Size += by; return this; }
    public virtual string Name => "shape";
}

sealed class Square : Shape
{
    public override int Area => Size * Size;
    public override bool IsBig => Size > 3 && Area > 12;
    public override string Name => "square";
}

class Line : Shape
{
    public override int Area => 0;
    public override bool IsBig => false;
    public override Shape Larger(int by) { Size += by < 0 ? throw new ArgumentException($"by {by}") : by; return this; }
}

class Dot : Line
{
    public override int Area => Size > 100 ? throw new InvalidOperationException("no dot") : 1;
    public override bool IsBig => !base.IsBig && Size == 7;
}

interface ICounter { int Next(int step); bool Has(int value); }
class Up : ICounter { int at; public int Next(int step) => at += step; public bool Has(int value) => at > value; }
class Down : ICounter { int at; public int Next(int step) => at -= step; public bool Has(int value) { if (value == at) return true; return value > at; } }

readonly struct Handle(int value)
{
    readonly int value = value;
    public int Row => value & 0xffff;
    public bool IsNil => Row == 0;
    public static Handle Of(int row) => row < 0 ? throw new ArgumentOutOfRangeException(nameof(row)) : new Handle(row | 1 << 24);
}

struct Pair(int left, long right)
{
    public int Left = left;
    public long Right = right;
    public void Swap() { (Left, Right) = ((int)Right, Left); }
    public readonly long Sum() => Left + Right;
}

static class Program
{
    static int changes;
    static int Change(ref int value, int to) { changes++; int before = value; value = to; return before; }
    static int Same(int value) => value;
    static byte Low(int value) => (byte)value;
    static sbyte Signed(int value) { sbyte result = (sbyte)value; return result; }
    static bool Odd(int value) => (value & 1) != 0;
    static bool Between(int value, int from, int to) { if (value < from) return false; return value < to; }
    static bool Either(int value) => Between(value, 2, 5) || Odd(value);
    static long Difference(int a, int b) => (long)a - b;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Order(int start)
    {
        int value = start;
        long sum = Same(value) + Change(ref value, 5) * 10 + Same(value) * 100;
        sum += Difference(value, value = 9) + value;
        sum = sum * 2 + Low(value + 300) + Signed(value + 200);
        return sum + (Odd(value) ? 1 : 2) + (Either(value) ? 10 : 20) + (!Between(value, 0, 9) ? 100 : 200);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Measure(Shape shape, int more)
    {
        int result = more * 3 + shape.Area;
        if (shape.IsBig) result += 1000;
        if (!shape.Larger(1).IsBig && more != 0) result++;
        return result + shape.Name.Length;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Count(ICounter counter, int step)
    {
        int sum = 0;
        for (int i = 0; i < 3; i++)
        {
            sum += counter.Next(step + i);
            if (counter.Has(sum)) sum ^= 5;
        }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Structs(int row)
    {
        var handle = Handle.Of(row);
        var pair = new Pair(handle.Row, handle.IsNil ? -1 : 1L << 33);
        long sum = pair.Sum();
        pair.Swap();
        return sum * 3 + pair.Sum() + new Pair(2, 3).Sum() + Handle.Of(row + 1).Row;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static string Guarded(Shape? shape, int by)
    {
        int stage = 0;
        try
        {
            stage = 1;
            int size = shape!.Larger(by).Size;
            stage = 2;
            size += shape.Area;
            stage = 3;
            return $"{size}";
        }
        catch (NullReferenceException e) { return $"{stage} {First(e)}"; }
        catch (ArgumentException e) { return $"{stage} {e.Message} {First(e)}"; }
        catch (InvalidOperationException e) { return $"{stage} {e.Message} {First(e)}"; }
    }

    static string First(Exception e) => string.Join(" <", e.StackTrace!.Split('\n').Select(line => line.Trim()[3..]));

    static void Try(Func<object> run)
    {
        try { Console.WriteLine(run()); }
        catch (Exception e) { Console.WriteLine($"{e.GetType().Name}: {First(e).Split(" <")[0]}"); }
    }

    static void Main()
    {
        Shape[] shapes = [new Square { Size = 2 }, new Line { Size = 3 }, new Dot { Size = 7 }];
        ICounter[] counters = [new Up(), new Down()];
        for (int phase = 0; phase < 3; phase++)
        {
            long sum = 0;
            for (int i = 0; i < 60_000; i++)
            {
                sum += Order(i % 11);
                Shape shape = shapes[phase == 2 ? i % 3 : phase];
                shape.Size = i % 9;
                sum += Measure(shape, i % 4);
                sum += Count(counters[phase == 2 ? i % 2 : phase], i % 5);
                sum += Structs(i % 1000);
                sum += Guarded(shape, i % 3).Length;
            }
            Console.WriteLine($"{phase} {sum} {changes}");
            Try(() => Measure(null!, 1));
            Try(() => Measure(new Dot { Size = 101 }, 1));
            Try(() => Count(null!, 1));
            Try(() => Structs(-1));
            Console.WriteLine(Guarded(null, 1));
            Console.WriteLine(Guarded(new Line(), -1));
            Console.WriteLine(Guarded(new Dot { Size = 100 }, 1));
            Console.WriteLine(Guarded(new Square { Size = 4 }, 1));
        }
    }
}
