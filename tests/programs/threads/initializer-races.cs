// include: Race.part
// timeout: 300
// Threads need the same classes at once, from different ends of chains and cycles of initialisers, while another thread
// collects: each initialiser runs once, a failure is the same object for all, and who is not part of a cycle sees classes whole.
using System.Runtime.CompilerServices;

struct Start;
class Next<T>;

static class Log
{
    public static int Runs;
    public static int[] Make(int length)
    {
        Interlocked.Increment(ref Runs);
        var values = new int[length];
        for (int i = 0; i < length; i++)
        {
            values[i] = i + 1;
            _ = new object[i];
        }
        return values;
    }
}

// A chain: each needs the next.
static class First<T> { public static readonly int[] Values; static First() { int[] next = Second<T>.Values; Values = Log.Make(next.Length + 1); } }
static class Second<T> { public static readonly int[] Values; static Second() { int[] next = Third<T>.Values; Values = Log.Make(next.Length + 1); } }
static class Third<T> { public static readonly int[] Values; static Third() { Thread.Yield(); Values = Log.Make(5); } }

// A cycle: who enters it from one side may see the other side's class half made, null, but never another value.
static class Left<T> { public static readonly int[] Values; static Left() { Thread.Yield(); Values = Log.Make(Right<T>.Values is null or { Length: 4 } ? 3 : 99); } }
static class Right<T> { public static readonly int[] Values; static Right() { Thread.Yield(); Values = Log.Make(Left<T>.Values is null or { Length: 3 } ? 4 : 99); } }

// Failures, one through another.
static class Failing<T>
{
    public static int Value;
    static Failing() { Interlocked.Increment(ref Log.Runs); Thread.Yield(); throw new InvalidOperationException("of " + typeof(T).Name); }
}
static class Needing<T> { public static readonly int Value; static Needing() { Interlocked.Increment(ref Log.Runs); Value = Failing<T>.Value + 1; } }

// beforefieldinit, read in a loop that is running before the class is initialised.
static class Relaxed<T>
{
    static readonly int[] values = Log.Make(6);
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int At(int index) => index < 0 ? -1 : values[index];
}

// Statics of a struct and of a class with instances, whose constructors trigger.
class Instance<T>
{
    static readonly int[] values;
    readonly int last;
    static Instance() { values = Log.Make(7); }
    public Instance() { last = values[^1]; }
    public int Last => last;
}
struct Structure<T>
{
    static readonly object[] values;
    static Structure() { values = [Log.Make(8), "text"]; }
    public int Count(int more) => values.Length + more;
    [ThreadStatic] static int count;
    public static int PerThread() => ++count;
}

interface IRound { string Run(int thread); object? Failure(int thread); }

class Round<T> : IRound
{
    public string Run(int thread)
    {
        int chain = (thread % 3) switch { 0 => First<T>.Values.Length, 1 => Second<T>.Values.Length + 1, _ => Third<T>.Values.Length + 2 };
        int cycle = 0;
        if (thread % 2 == 0) cycle = Left<T>.Values.Length; else cycle = Right<T>.Values.Length - 1;
        int relaxed = 0;
        for (int i = -3; i < 6; i++)
            relaxed += Relaxed<T>.At(i);
        int instance = new Instance<T>().Last, structure = new Structure<T>().Count(1) + Structure<T>.PerThread() * 100;
        // All of them now, in the order of the program.
        int all = First<T>.Values.Sum() + Second<T>.Values.Sum() + Third<T>.Values.Sum() + Left<T>.Values.Sum() + Right<T>.Values.Sum();
        return $"{chain} {cycle} {relaxed} {instance} {structure} {all}";
    }

    public object? Failure(int thread)
    {
        try { return thread % 2 == 0 ? Needing<T>.Value : Failing<T>.Value; }
        catch (TypeInitializationException e) { return thread % 2 == 0 ? e.InnerException : e; }
    }
}

static class Program
{
    const int Threads = Race.Threads, Rounds = 60;
    static void Main()
    {
        var rounds = new IRound[Rounds];
        Type tag = typeof(Start);
        for (int i = 0; i < Rounds; i++)
        {
            rounds[i] = (IRound)Activator.CreateInstance(typeof(Round<>).MakeGenericType(tag))!;
            tag = typeof(Next<>).MakeGenericType(tag);
        }
        var results = new string[Rounds, Threads];
        var failures = new object?[Rounds, Threads];
        Race.Run(Rounds, (round, thread) => results[round, thread] = rounds[round].Run(thread));
        Race.Run(Rounds, (round, thread) => failures[round, thread] = rounds[round].Failure(thread));
        int different = 0, differentFailures = 0;
        for (int round = 0; round < Rounds; round++)
            for (int i = 1; i < Threads; i++)
            {
                if (results[round, i] != results[round, 0]) different++;
                if (!ReferenceEquals(failures[round, i], failures[round, 0]) || failures[round, i] is not TypeInitializationException) differentFailures++;
            }
        Console.WriteLine($"{results[0, 0]}; {different} different, {differentFailures} different failures");
        Console.WriteLine($"{Log.Runs} initialisers ran for {Rounds} rounds");
        Console.WriteLine(((Exception)failures[0, 0]!).Message + " " + ((Exception)failures[0, 0]!).InnerException!.Message);
    }
}
