// include: Race.part
// Threads call many interface methods on the same new types at once, each in another order, while another thread collects:
// a type's dispatch grows under its callers. Instances of generic methods, variant and default methods, boxed structs,
// delegates of interface methods.
using System.Runtime.CompilerServices;

interface IVisitor { int Visit<T>(T value); int Plain(int value); }
interface IDefault { int Base => 7; int More(int value) => value + Base; }
interface IOther : IDefault { int IDefault.Base => 9; }
interface IProducer<out T> { T Produce(); }
interface IConsumer<in T> { int Consume(T value); }
interface IWide
{
    int M0(int v); int M1(int v); int M2(int v); int M3(int v); int M4(int v); int M5(int v); int M6(int v); int M7(int v);
    int M8(int v); int M9(int v); int M10(int v); int M11(int v); int M12(int v); int M13(int v); int M14(int v); int M15(int v);
}

class Class<TTag> : IVisitor, IOther, IProducer<string>, IConsumer<object>, IWide
{
    readonly int tag = typeof(TTag).ToString().Length;
    public int Visit<T>(T value) => Unsafe.SizeOf<T>() * 100 + tag;
    public int Plain(int value) => value + tag;
    public string Produce() => "produced";
    public int Consume(object value) => value.ToString()!.Length;
    public int M0(int v) => v; public int M1(int v) => v + 1; public int M2(int v) => v + 2; public int M3(int v) => v + 3;
    public int M4(int v) => v + 4; public int M5(int v) => v + 5; public int M6(int v) => v + 6; public int M7(int v) => v + 7;
    public int M8(int v) => v + 8; public int M9(int v) => v + 9; public int M10(int v) => v + 10; public int M11(int v) => v + 11;
    public int M12(int v) => v + 12; public int M13(int v) => v + 13; public int M14(int v) => v + 14; public int M15(int v) => v + 15;
}

struct Value<TTag> : IVisitor, IDefault, IProducer<string>, IConsumer<object>, IWide
{
    int calls;
    public int Visit<T>(T value) { calls++; return Unsafe.SizeOf<T>() * 1000 + typeof(TTag).ToString().Length; }
    public int Plain(int value) { calls++; return value - typeof(TTag).ToString().Length; }
    public string Produce() => "made";
    public int Consume(object value) => -value.ToString()!.Length;
    public int M0(int v) => -v; public int M1(int v) => v - 1; public int M2(int v) => v - 2; public int M3(int v) => v - 3;
    public int M4(int v) => v - 4; public int M5(int v) => v - 5; public int M6(int v) => v - 6; public int M7(int v) => v - 7;
    public int M8(int v) => v - 8; public int M9(int v) => v - 9; public int M10(int v) => v - 10; public int M11(int v) => v - 11;
    public int M12(int v) => v - 12; public int M13(int v) => v - 13; public int M14(int v) => v - 14; public int M15(int v) => v - 15;
}

struct Pair<A, B> { public A First; public B Second; }
class Tag<T>;

static class Program
{
    const int Threads = Race.Threads, Rounds = 40;
    static readonly Func<object, long>[] calls = [.. VisitCalls(), .. WideCalls(), .. OtherCalls()];

    static IEnumerable<Func<object, long>> VisitCalls()
    {
        static Func<object, long> Of<T>() => receiver => ((IVisitor)receiver).Visit<T>(default!);
        static IEnumerable<Func<object, long>> With<T>() =>
            [Of<T>(), Of<T[]>(), Of<Pair<T, byte>>(), Of<Pair<byte, T>>(), Of<Pair<T, T>>(), Of<List<T>>(), Of<Pair<T, string>>()];
        return [.. With<byte>(), .. With<short>(), .. With<int>(), .. With<long>(), .. With<string>(), .. With<double>(), .. With<Pair<int, long>>()];
    }

    static IEnumerable<Func<object, long>> WideCalls() =>
    [
        o => ((IWide)o).M0(1), o => ((IWide)o).M1(2), o => ((IWide)o).M2(3), o => ((IWide)o).M3(4), o => ((IWide)o).M4(5), o => ((IWide)o).M5(6),
        o => ((IWide)o).M6(7), o => ((IWide)o).M7(8), o => ((IWide)o).M8(9), o => ((IWide)o).M9(10), o => ((IWide)o).M10(11), o => ((IWide)o).M11(12),
        o => ((IWide)o).M12(13), o => ((IWide)o).M13(14), o => ((IWide)o).M14(15), o => ((IWide)o).M15(16),
    ];

    static IEnumerable<Func<object, long>> OtherCalls() =>
    [
        o => ((IVisitor)o).Plain(50), o => ((IDefault)o).More(3), o => ((IDefault)o).Base, o => ((IProducer<object>)o).Produce().ToString()!.Length,
        o => ((IProducer<IComparable<string>>)o).Produce().CompareTo("made"), o => ((IConsumer<string>)o).Consume("four"),
        o => ((IConsumer<Type>)o).Consume(typeof(int)), o => { Func<int, int> bound = ((IWide)o).M3; return bound(100); },
        o => { Func<int, int> generic = ((IVisitor)o).Visit; return generic(0); }, o => o is IProducer<int> ? 1 : 0, o => o is IConsumer<Program2> ? 1 : 0,
    ];
    class Program2;

    // Every thread begins elsewhere and goes by steps of its own, which have no factor in common with the number of calls.
    static long[] CallAll(object receiver, int thread)
    {
        int[] steps = [1, 5, 29, 43];
        var results = new long[calls.Length];
        int at = thread * 17 % calls.Length;
        for (int i = 0; i < calls.Length; i++)
        {
            results[at] = calls[at](receiver);
            at = (at + steps[thread]) % calls.Length;
        }
        return results;
    }

    static void Main()
    {
        Console.WriteLine($"{calls.Length} calls");
        var receivers = new object[Rounds];
        Type tag = typeof(int);
        for (int round = 0; round < Rounds; round++)
        {
            receivers[round] = Activator.CreateInstance((round % 2 == 0 ? typeof(Class<>) : typeof(Value<>)).MakeGenericType(tag))!;
            tag = typeof(Tag<>).MakeGenericType(tag);
        }
        var results = new long[Rounds, Threads][];
        Race.Run(Rounds, (round, thread) => results[round, thread] = CallAll(receivers[round], thread));
        for (int round = 0; round < Rounds; round++)
        {
            Console.WriteLine($"{round}: {string.Join(" ", results[round, 0])}");
            for (int i = 1; i < Threads; i++)
                if (!results[round, i].SequenceEqual(results[round, 0]))
                    Console.WriteLine($"thread {i} of round {round}: {string.Join(" ", results[round, i])}");
        }
    }
}
