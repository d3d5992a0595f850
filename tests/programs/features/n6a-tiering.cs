// rows: N6a-024 N6a-025 N6a-026 N6a-027 N6a-029 N6a-034 N6a-035 N6a-062 N6a-078
// Methods that become hot while they are in use: better code takes over in the middle of a loop, and what it assumed stops being true.
using System.Runtime.CompilerServices;

interface IStep
{
    int Next(int value);
}

sealed class Plus : IStep
{
    public int Next(int value) => value + 1;
}

sealed class Times : IStep
{
    public int Next(int value) => unchecked(value * 3);
}

struct Minus : IStep
{
    public int Next(int value) => value - 1;
}

static class Late
{
    public static int Initialized;
    public static readonly int Value = ++Initialized + 41;
    public static readonly int[] Table = [1, 2, 3, 4];
    public static readonly IEqualityComparer<int> Comparer = EqualityComparer<int>.Default;
    public static readonly bool Cool = Environment.GetEnvironmentVariable("EnableCoolFeature") is string text && (text == "1" || bool.Parse(text));

    // With it the type is initialised exactly at its first use.
    static Late()
    {
    }
}

static class Mutable
{
    public static bool Flag = Environment.GetEnvironmentVariable("EnableCoolFeature") == "1";
    public static int[] Table = [1, 2, 3, 4];
}

static class Program
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Steps(IStep step, int rounds)
    {
        int value = 0;
        for (int i = 0; i < rounds; i++)
            value = step.Next(value);
        return value;
    }

    // Called once; only its own loop can make it hot.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static ulong OneCall(int rounds)
    {
        ulong state = 1;
        var kept = new List<ulong>();
        for (int i = 0; i < rounds; i++)
        {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            if (i % 1_000_000 == 0)
                kept.Add(state);
        }
        return kept.Aggregate(state, (a, b) => a * 31 + b);
    }

    static string UsedWhenCool() => "cool";
    static string UsedWhenNotCool() => "not cool";

    [MethodImpl(MethodImplOptions.NoInlining)]
    static string CallCorrectMethod() => Late.Cool ? UsedWhenCool() : UsedWhenNotCool();

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int ReadLate(bool use) => use ? Late.Value : -1;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Sum(int[] table)
    {
        if (table.Length >= 4)
            return table[0] + table[1] + table[2] + table[3];
        return -table.Length;
    }

    static int SumLate() => Sum(Late.Table);
    static int SumMutable() => Sum(Mutable.Table);
    static bool Same(int i, int j, IEqualityComparer<int>? comparer) => (comparer ?? EqualityComparer<int>.Default).Equals(i, j);

    static void Main()
    {
        long items = ThreadPool.CompletedWorkItemCount;
        Console.WriteLine(Steps(new Plus(), 20_000_000));
        Console.WriteLine(Steps(new Times(), 1_000) + " " + Steps(new Minus(), 1_000));
        IStep[] mixed = [new Plus(), new Plus(), new Plus(), new Minus(), new Times()];
        int value = 1;
        for (int i = 0; i < 2_000_000; i++)
            value = mixed[i % mixed.Length].Next(value);
        Console.WriteLine(value);
        Console.WriteLine(OneCall(50_000_000));

        int unused = 0;
        for (int i = 0; i < 100_000; i++)
            unused += ReadLate(false);
        Console.WriteLine($"{unused} reads before, {ReadLate(true)} after the initialiser, which ran {Late.Initialized} time(s)");
        for (int i = 0; i < 100_000; i++)
            unused += ReadLate(true);
        Console.WriteLine(unused);

        int calls = 0;
        for (int i = 0; i < 1_000_000; i++)
        {
            if (CallCorrectMethod() == "not cool" && SumLate() == 10 && SumMutable() == 10 && !Mutable.Flag && !Same(1, 2, Late.Comparer))
                calls++;
        }
        Console.WriteLine($"{calls} {CallCorrectMethod()}");
        // What is not readonly changes even for code that has run a million times; and so do elements of what is.
        Mutable.Flag = true;
        Mutable.Table = [5, 6];
        Late.Table[2] = 100;
        Console.WriteLine($"{Mutable.Flag} {SumMutable()} {SumLate()} {Same(3, 3, null)} {Same(3, 3, Late.Comparer)}");
        // Compiling better code took no thread of the pool.
        Console.WriteLine($"work items: {ThreadPool.CompletedWorkItemCount - items}, threads: {ThreadPool.ThreadCount}");
    }
}
