// Casts at one place that meet classes in turn: some fit, some do not.
using System.Runtime.CompilerServices;

interface IShape { int Sides { get; } }
interface IBox<out T> { T Value { get; } }
class A : IShape { public int Sides => 1; }
class B : IShape { public virtual int Sides => 2; }
class C : B { public override int Sides => 3; }
class D : IBox<string> { public string Value => "d"; }
class E<T> : IBox<T> where T : class { public T Value => (T)(object)"e"; }
class F { }
struct G : IShape { public int Sides => 7; }

static class Program
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Tests(object?[] objects, int rounds)
    {
        long sum = 0;
        for (int round = 0; round < rounds; round++)
        {
            foreach (object? o in objects)
            {
                sum = sum * 3 % 1_000_003;
                if (o is IShape shape) sum += shape.Sides;
                if (o is IBox<object> box) sum += box.Value is string s ? s.Length * 10 : 5;
                if (o is IEnumerable<object> many) sum += 100;
                if (o is int[]) sum += 1000;
                if (o is IComparable) sum += 10_000;
            }
        }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Cast(object? o) => ((IShape?)o)?.Sides ?? 0;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static string Report(object? o)
    {
        try
        {
            return Cast(o).ToString();
        }
        catch (InvalidCastException problem)
        {
            return problem.Message.Contains(o!.GetType().Name) ? "cannot" : "what?";
        }
    }

    static void Main()
    {
        object?[] all = [new A(), new B(), new C(), new D(), new E<string>(), new E<object>(), new F(), new G(), null, "text", 5, new int[1], new uint[1], new string[1], new object[1], new List<string>()];
        object?[] two = [new A(), new C(), new A(), new C()];
        object?[] none = [new F(), new D(), null, new F()];
        for (int i = 0; i < 3; i++)
        {
            Console.WriteLine(Tests(two, 30_000) + " " + Tests(none, 30_000) + " " + Tests(all, 10_000));
            long sum = 0;
            foreach (object? o in two)
                for (int k = 0; k < 50_000; k++)
                    sum += Cast(o) + Cast(all[k % 3]) + Cast(null);
            Console.WriteLine(sum);
        }
        for (int i = 0; i < 200; i++)
        {
            string line = string.Join(" ", all.Select(Report));
            if (i is 0 or 199)
                Console.WriteLine(line);
        }
    }
}
