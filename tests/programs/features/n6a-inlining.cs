// rows: N6a-007 N6a-008 N6a-009 N6a-010 N6a-015 N6a-022 N6a-058 N6a-065
// Calls that a compiler may replace by the callee's body, and one that it may not.
using System.Diagnostics;
using System.Runtime.CompilerServices;

interface IOperation
{
    long Apply(long value);
}

struct AddThree : IOperation
{
    public long Apply(long value) => value + 3;
}

struct Twice : IOperation
{
    public long Apply(long value) => value * 2;
}

struct Both<TFirst, TSecond> : IOperation where TFirst : struct, IOperation where TSecond : struct, IOperation
{
    public long Apply(long value) => default(TSecond).Apply(default(TFirst).Apply(value));
}

class Shape
{
    public virtual string Name => "shape";
    public virtual int Sides(int seed) => 0;
}

class Polygon : Shape
{
    public override int Sides(int seed) => 3 + seed % 5;
}

sealed class Square : Polygon
{
    public override string Name => "square";
    public override int Sides(int seed) => 4;
}

class Container<T>
{
    readonly T[] items;
    public Container(params T[] items) => this.items = items;
    public virtual T this[int index] => items[index];
}

sealed class Backwards<T>(params T[] items) : Container<T>(items)
{
    readonly int last = items.Length - 1;
    public override T this[int index] => base[last - index];
}

static class Program
{
    // Inlined, the whole chain is the constant 9471.
    static int Compute() => ComputeValue(123) * 11;
    static int ComputeValue(int length) => length * 7;

    static int N() => 20;
    static int TenMore() => 10 + N();
    static bool Below(uint limit) => TenMore() - 31 < limit;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static string Caller() => Callee();

    // A frame of its own, whatever the compiler does with its caller.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static string Callee() => new StackTrace().GetFrame(0)!.GetMethod()!.Name;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static int Collatz(int value)
    {
        int steps = 0;
        while (value != 1)
        {
            switch (value & 1)
            {
                case 0:
                    value >>= 1;
                    break;
                default:
                    value = checked(value * 3 + 1);
                    break;
            }
            steps++;
        }
        return steps;
    }

    // Legality comes before the wish: a method may not be inlined into itself for ever.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static long Fibonacci(int n) => n < 2 ? n : Fibonacci(n - 1) + Fibonacci(n - 2);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static int Guarded(int divisor)
    {
        try
        {
            return 100 / divisor;
        }
        catch (DivideByZeroException)
        {
            return -1;
        }
    }

    // Each level calls the next one twice: 1,024 copies if nothing limits it.
    static int L0(int x) => x * 5 + 1;
    static int L1(int x) => L0(x) ^ L0(x + 1);
    static int L2(int x) => L1(x) + L1(x + 2);
    static int L3(int x) => L2(x) ^ L2(x + 3);
    static int L4(int x) => L3(x) + L3(x + 4);
    static int L5(int x) => L4(x) ^ L4(x + 5);
    static int L6(int x) => L5(x) + L5(x + 6);
    static int L7(int x) => L6(x) ^ L6(x + 7);
    static int L8(int x) => L7(x) + L7(x + 8);
    static int L9(int x) => L8(x) ^ L8(x + 9);
    static int L10(int x) => L9(x) + L9(x + 10);

    static long Run<TOperation>(int rounds) where TOperation : struct, IOperation
    {
        long value = 1;
        for (int i = 0; i < rounds; i++)
            value = unchecked(default(TOperation).Apply(value)) % 1_000_003;
        return value;
    }

    static int Exact(int seed)
    {
        Shape shape = new Square();
        Polygon polygon = new();
        return shape.Sides(seed) * 10 + polygon.Sides(seed) + shape.Name.Length;
    }

    static int Generic(int index) => new Backwards<int>(1, 2, 3)[index] * 100 + new Backwards<string>("a", "bb", "ccc")[index].Length;

    static void Main()
    {
        long sum = 0;
        bool own = true;
        for (int i = 0; i < 30_000; i++)
        {
            sum += Compute() + TenMore() + (Below(100) ? 1 : 0) + (Below(uint.MaxValue) ? 0 : 2);
            sum += Exact(i) + Generic(i % 3) + Collatz(i % 100 + 1) + Guarded(i % 7);
            if (i % 1000 == 0)
                own &= Caller() == "Callee";
        }
        Console.WriteLine($"Compute {Compute()}, 10 + N() {TenMore()}, {Below(100)} {Below(uint.MaxValue)}, sum {sum}");
        Console.WriteLine($"NoInlining keeps its frame: {own}");
        Console.WriteLine($"Collatz {Collatz(27)}, Fibonacci {Fibonacci(20)}, guarded {Guarded(0)} {Guarded(3)}");
        try
        {
            Console.WriteLine(Collatz(1_610_612_735));
        }
        catch (OverflowException e)
        {
            Console.WriteLine(e.Message);
        }
        int levels = 0;
        for (int i = 0; i < 200; i++)
            levels = unchecked(levels * 31 + L10(i));
        Console.WriteLine($"levels {levels}");
        Console.WriteLine($"{Run<AddThree>(50_000)} {Run<Twice>(50_000)} {Run<Both<AddThree, Twice>>(50_000)} {Run<Both<Twice, Both<AddThree, AddThree>>>(50_000)}");
        Console.WriteLine($"exact {Exact(0)} {Exact(4)}, generic {Generic(0)} {Generic(2)}");
        try
        {
            Console.WriteLine(Generic(3));
        }
        catch (IndexOutOfRangeException e)
        {
            Console.WriteLine(e.Message);
        }
    }
}
