// env: DOTNET_TC_QuickJitForLoops=0
// rows: N7a-013 N7a-025 N7a-026 N7a-027 N7a-029 N7a-039 N7a-042 N7a-043 N7a-044 N7a-045 N7a-046
// Methods that become hot: static readonly fields whose values settle, class initialisers that run once and where they should, before and after.
using System.Runtime.CompilerServices;

static class Settings
{
    public static readonly bool Is64Bit = Environment.Is64BitProcess;
    public static readonly bool Verbose = AppContext.TryGetSwitch("Test.Verbose", out bool on) && on;
    public static readonly int Limit = int.Parse("100");
    public static readonly long Wide = Limit * 10_000_000_000L;
    public static readonly char Letter = Limit.ToString()[0];
    public static readonly double Half = Limit / 200.0;
    public static readonly DayOfWeek Day = (DayOfWeek)(Limit % 7);
    public static readonly TimeSpan Timeout = AppContext.GetData("REGEX_DEFAULT_MATCH_TIMEOUT") is TimeSpan given ? given : System.Threading.Timeout.InfiniteTimeSpan;
    public static readonly bool HasTimeout = Timeout != System.Threading.Timeout.InfiniteTimeSpan;
    public static readonly string Name = "n" + Limit;
    public static readonly int[] Table = [Limit, Limit + 1];
}

class Noisy
{
    public static readonly int Value = 5;
    public static int Runs;

    static Noisy()
    {
        Runs++;
        Console.WriteLine("Noisy");
    }
}

static class Cyclic
{
    public static readonly int First = Second + 1;
    public static readonly int Second = Limit() + First;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Limit() => Read() + 10;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Read() => First * 100 + Second;
}

static class Program
{
    static int checks;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool Test() => Settings.Is64Bit;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Switches(int i)
    {
        if (Settings.HasTimeout)
            checks++;
        if (Settings.Verbose)
            Console.WriteLine("never");
        return i % Settings.Limit + (Settings.Letter == '1' ? 1 : 1000) + (Settings.Day == DayOfWeek.Tuesday ? 2 : 2000);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static double Numbers(int i) => Settings.Wide / 3 * Settings.Half + Settings.Table[i & 1] + Settings.Name.Length;

    // The class is used in one branch only, which is not reached before the method is hot.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Rarely(int i) => i == 299_999 ? Noisy.Value : 0;

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    static long AtOnce(int[] values)
    {
        long sum = 0;
        foreach (int value in values)
            sum = sum * 3 + value;
        return sum;
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    static int AtOnceWithInitialiser() => AtOnceClass.Value;

    static class AtOnceClass
    {
        public static readonly int Value = Compute();

        static AtOnceClass() { }

        static int Compute()
        {
            Console.WriteLine("AtOnceClass");
            return 9;
        }
    }

    static bool IsAsciiDigit(char c) => (uint)(c - '0') <= 9;

    static bool IsInRange(int value) => (uint)(value - -3) <= 10;

    static string Digits()
    {
        int count = 0, sum = 0;
        for (int i = 0; i <= char.MaxValue; i++)
        {
            if (IsAsciiDigit((char)i))
                (count, sum) = (count + 1, sum + i);
        }
        return $"{count} {sum} {IsInRange(-4)} {IsInRange(-3)} {IsInRange(7)} {IsInRange(8)} {IsInRange(int.MinValue)} {IsInRange(int.MaxValue)}";
    }

    static void Main()
    {
        Console.WriteLine(AtOnce([1, 2, 3]));
        Console.WriteLine("before");
        Console.WriteLine(AtOnceWithInitialiser());
        long trues = 0, sum = 0, rare = 0;
        double numbers = 0;
        for (int i = 0; i < 300_000; i++)
        {
            trues += Test() ? 1 : 0;
            sum += Switches(i);
            numbers += Numbers(i);
            if (i == 200_000)
                Console.WriteLine("still without Noisy");
            rare += Rarely(i);
        }
        Console.WriteLine($"{trues} {sum} {numbers} {rare} {checks} {Noisy.Runs}");
        Console.WriteLine($"{Cyclic.First} {Cyclic.Second} {Cyclic.Read()}");
        Console.WriteLine($"{Settings.Timeout == Timeout.InfiniteTimeSpan} {Settings.Is64Bit} {Settings.Wide}");
        Console.WriteLine(Digits());
        // Threads that call while others may replace the code.
        long total = 0;
        var threads = Enumerable.Range(0, 4).Select(_ => new Thread(() =>
        {
            long own = 0;
            for (int i = 0; i < 200_000; i++)
                own += Switches(i) + (Test() ? 1 : 0);
            Interlocked.Add(ref total, own);
        })).ToArray();
        foreach (Thread thread in threads)
            thread.Start();
        foreach (Thread thread in threads)
            thread.Join();
        Console.WriteLine(total);
    }
}
