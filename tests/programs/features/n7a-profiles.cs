// env: DOTNET_TieredPGO=1
// env: DOTNET_ReadyToRun=0
// rows: N7a-049 N7a-052 N7a-053 N7a-054 N7a-056 N7a-057 N7a-058 N7a-061 N7a-065
// Code that is guessed about: receivers and delegates that are nearly always the same, then others, then none; in loops, in libraries, on several threads.
using System.Runtime.CompilerServices;

interface IPrinter
{
    int PrintIfTrue(bool condition, int i);
}

class Printer : IPrinter
{
    public int Printed;

    public virtual int PrintIfTrue(bool condition, int i)
    {
        if (condition)
            Printed++;
        return i & 1;
    }
}

sealed class Louder : Printer
{
    public override int PrintIfTrue(bool condition, int i) => base.PrintIfTrue(condition, i) + 10;
}

struct Small : IPrinter
{
    public int Count;

    public int PrintIfTrue(bool condition, int i) => condition ? ++Count : -1;
}

sealed class Target
{
    public int Factor = 3;

    public int Times(int value) => value * Factor;
}

static class Program
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int DoWork(IPrinter printer, int i) => printer.PrintIfTrue(i == 77, i);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int DoVirtual(Printer printer, int i) => printer.PrintIfTrue(i == 77, i);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int InLoop(IPrinter printer, int turns)
    {
        int sum = 0;
        for (int j = 0; j < turns; j++)
            sum += printer.PrintIfTrue(j == 7, j);
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Sum(int[] values, Func<int, int> func)
    {
        int sum = 0;
        foreach (int value in values)
            sum += func(value);
        return sum;
    }

    static int Static(int value) => value + 1;

    static string Caught(Func<int> action)
    {
        try
        {
            return action().ToString();
        }
        catch (Exception e)
        {
            return e.GetType().Name;
        }
    }

    static void Receivers()
    {
        Printer plain = new();
        long sum = 0;
        for (int i = 0; i < 200_000; i++)
            sum += DoWork(plain, i) + DoVirtual(plain, i);
        Console.WriteLine($"{sum} {plain.Printed}");
        Louder louder = new();
        object small = new Small();
        for (int i = 0; i < 100; i++)
            sum += DoWork(louder, i) + DoVirtual(louder, i) + DoWork((IPrinter)small, i) + DoWork(plain, i);
        Console.WriteLine($"{sum} {plain.Printed} {louder.Printed} {((Small)small).Count}");
        Console.WriteLine($"{Caught(() => DoWork(null!, 1))} {Caught(() => DoVirtual(null!, 1))}");
        IPrinter[] all = [plain, louder, plain, (IPrinter)small];
        for (int i = 0; i < 100_000; i++)
            sum += DoWork(all[i & 3], i);
        Console.WriteLine(sum);
    }

    static void Loops()
    {
        Printer plain = new();
        long sum = 0;
        for (int i = 0; i < 5_000; i++)
            sum += InLoop(plain, 123);
        Console.WriteLine($"{sum} {plain.Printed}");
        Console.WriteLine($"{InLoop(new Louder(), 123)} {InLoop(new Small(), 10)} {InLoop(plain, 0)} {InLoop(null!, 0)} {Caught(() => InLoop(null!, 1))}");
    }

    static void Delegates()
    {
        int[] values = [.. Enumerable.Range(0, 1_000)];
        var target = new Target();
        int captured = 7;
        Func<int, int> usual = static i => i * 42, closed = target.Times, fixedOne = Static, closure = i => i + captured;
        Func<int, int> several = usual + closed;
        int sum = 0;
        for (int i = 0; i < 500; i++)
            sum += Sum(values, usual);
        Console.WriteLine(sum);
        Console.WriteLine($"{Sum(values, closed)} {Sum(values, fixedOne)} {Sum(values, closure)} {Sum(values, several)} {Sum(values, static i => i * 42)}");
        target.Factor = -1;
        captured = 0;
        Console.WriteLine($"{Sum(values, closed)} {Sum(values, closure)} {Sum(values, several)} {Sum([], null!)} {Caught(() => Sum(values, null!))}");
        var open = (Func<Target, int, int>)Delegate.CreateDelegate(typeof(Func<Target, int, int>), typeof(Target).GetMethod("Times")!);
        for (int i = 0; i < 50_000; i++)
            sum += open(target, i);
        Console.WriteLine($"{sum} {Caught(() => open(null!, 1))}");
    }

    static void Libraries()
    {
        var list = new List<string>();
        for (int i = 0; i < 20_000; i++)
            list.Add((i * 7919 % 20_000).ToString());
        list.Sort(StringComparer.Ordinal);
        IEnumerable<int> query = list.Select(int.Parse).Where(i => i % 3 == 0).OrderByDescending(i => i);
        var byLength = list.GroupBy(text => text.Length).ToDictionary(group => group.Key, group => group.Count());
        Console.WriteLine($"{list[0]} {list[^1]} {query.Take(3).Sum()} {query.Count()} {string.Join(' ', byLength.OrderBy(pair => pair.Key))}");
    }

    static void Threads()
    {
        long total = 0;
        IPrinter[] all = [new Printer(), new Louder(), new Small()];
        Parallel.For(0, 4, worker =>
        {
            long sum = 0;
            for (int i = 0; i < 50_000; i++)
                sum += InLoop(all[(i + worker) % 10 == 0 ? 1 : 0], 2);
            Interlocked.Add(ref total, sum);
        });
        Console.WriteLine(total);
    }

    static void Main()
    {
        Receivers();
        Loops();
        Delegates();
        Libraries();
        Threads();
    }
}
