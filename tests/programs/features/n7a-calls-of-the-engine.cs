// rows: N7a-015 N7a-016 N7a-020 N7a-022 N7a-023 N7a-055 N7a-134 N7a-135 N7a-136
// What compiled code asks the engine for: casts, stores into arrays of references, allocation, dispatch, generic virtual methods, special constructors.
using System.Runtime.CompilerServices;

interface IStep
{
    int Next(int value);
}

class Step<T> : IStep
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public virtual int Next(int value) => value * 3 + Unsafe.SizeOf<T>();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public string Plain<U>(U value) => $"{typeof(T).Name}.{typeof(U).Name}({value})";

    [MethodImpl(MethodImplOptions.NoInlining)]
    public virtual string Generic<U>(U value) => $"{typeof(T).Name}/{typeof(U).Name}({value})";
}

sealed class Other<T> : Step<T>
{
    public override int Next(int value) => value ^ Unsafe.SizeOf<T>();

    public override string Generic<U>(U value) => "other " + base.Generic<U[]>([value]);
}

class Base;

class Derived : Base
{
    readonly int number = 5;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public int NotVirtual() => 1;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public int ReadsField() => number;
}

static class Program
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Unknown(int value) => value;

    static string Try<T>(Func<T> action)
    {
        try
        {
            return $"{action()}";
        }
        catch (Exception e)
        {
            return e.GetType().Name;
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Store<T>(T[] array, int i, T value) where T : class? => array[i] = value;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static ref T Address<T>(T[] array, int i) => ref array[i];

    [MethodImpl(MethodImplOptions.NoInlining)]
    static Derived Cast(object? value) => (Derived)value!;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool Is<T>(object? value) => value is T;

    static void Casts()
    {
        object?[] values = [new Derived(), new Base(), null, "text", new List<string>(), new Derived[1], 5];
        int seen = 0;
        for (int i = 0; i < 50_000; i++)
        {
            object? value = values[i % values.Length];
            seen += (Is<Derived>(value) ? 1 : 0) + (Is<Base>(value) ? 10 : 0) + (Is<IEnumerable<object>>(value) ? 100 : 0);
            seen += (Is<int>(value) ? 1000 : 0) + (Is<Base[]>(value) ? 10000 : 0);
        }
        Console.WriteLine(seen);
        Console.WriteLine(string.Join(' ', values.Select(value => Try(() => Cast(value) is null))));
        object[] covariant = new Base[3];
        Console.WriteLine(Try(() => { Store(covariant, 0, new Derived()); return "stored"; }) + " " + Try(() => { Store(covariant, 1, "text"); return "stored"; })
            + " " + Try(() => { Store(covariant, 2, null!); return "stored"; }) + " " + Try(() => { Store(covariant, 3, "text"); return "stored"; })
            + " " + Try(() => { Store<object>(null!, 0, null!); return "stored"; }) + " " + covariant[0].GetType());
        Console.WriteLine(Try(() => Address(covariant, 0)) + " " + Try(() => Address((Base[])covariant, 0)) + " " + Try(() => Address(new object[1], 1)));
    }

    static void SharedBodies()
    {
        var texts = new Dictionary<string, object> { ["a"] = 1, ["b"] = "two" };
        var types = new Dictionary<Type, string> { [typeof(string)] = "s", [typeof(Step<string>)] = "step" };
        Console.WriteLine($"{texts["b"]} {types[typeof(Step<string>)]} {Try(() => texts["c"])} {texts.TryAdd("a", 3)} {texts.Count}");
        string? first = "x";
        object? second = null;
        Console.WriteLine($"{Interlocked.CompareExchange(ref first, "y", first)} {first}");
        Console.WriteLine($"{Interlocked.CompareExchange(ref second, first, null) is null} {second}");
        var weak = new WeakReference<string>(first);
        Console.WriteLine($"{weak.TryGetTarget(out string? target)} {target} {new List<Base> { new Derived() }.GetType()}");
        Console.WriteLine($"{new List<Derived>() is IReadOnlyList<Base>}");
    }

    static void Dispatch()
    {
        IStep[] one = [new Step<int>()], three = [new Step<int>(), new Other<long>(), new Step<string>()];
        int value = 1;
        for (int i = 0; i < 50_000; i++)
            value = one[0].Next(value);
        for (int i = 0; i < 50_000; i++)
            value = three[i % 3].Next(value);
        Console.WriteLine($"{value} {Try(() => ((IStep)null!).Next(1))}");
        Step<string> step = new(), other = new Other<string>();
        int length = 0;
        for (int i = 0; i < 2_000; i++)
            length += step.Generic<Base>(null!).Length + other.Generic(i).Length + step.Plain<Base>(null!).Length + other.Generic("s").Length;
        Console.WriteLine($"{length} {step.Generic(1)} {other.Generic(1)} {other.Generic("s")} {other.Generic(new List<int>())}");
        Console.WriteLine($"{step.Plain(DayOfWeek.Friday)}");
        Console.WriteLine(Try(() => ((Step<string>)null!).Generic(1)));
    }

    static unsafe void Special()
    {
        char[] letters = ['a', 'b', 'c', '\0', 'd'];
        fixed (char* start = letters)
        {
            Console.WriteLine($"{new string(start)} {new string(start, 1, 2)} {new string('x', 3)} {new string(letters, 0, 3)}");
            Console.WriteLine($"{new string(letters.AsSpan(1, 2))} {new string((char*)null).Length}");
        }
        sbyte[] narrow = [104, 105, 0, 106];
        fixed (sbyte* start = narrow)
            Console.WriteLine($"{new string(start)} {new string(start, 1, 3).Length} {ReferenceEquals(new string([]), "")} {Try(() => new string('x', -1))}");
        Console.WriteLine($"{RuntimeHelpers.IsReferenceOrContainsReferences<int>()} {RuntimeHelpers.IsReferenceOrContainsReferences<string>()}");
        Console.WriteLine($"{RuntimeHelpers.IsReferenceOrContainsReferences<(int, string)>()}");
        Console.WriteLine($"{RuntimeHelpers.IsReferenceOrContainsReferences<Guid>()}");
        Func<int> closed = "text".GetHashCode, own = new Derived().NotVirtual;
        Console.WriteLine($"{closed.Target} {own()} {closed.Equals((Func<int>)"text".GetHashCode)} {Try(() => (Func<int>)((Derived)null!).NotVirtual)}");
        Derived? nothing = null;
        Console.WriteLine($"{Try(() => nothing!.NotVirtual())} {Try(() => nothing!.ReadsField())} {Try(() => nothing!.GetType())}");
        Console.WriteLine($"{Try(() => ((string)null!).Length)} {Try(() => ((int[])null!).Length)}");
        Console.WriteLine($"{Try(() => new int[Unknown(-1)])} {new int[0].Length} {new Derived[2].GetType()}");
        Console.WriteLine($"{Try(() => new long[Array.MaxLength + 1L])} {new int[3, 2].Length}");
    }

    static void Main()
    {
        Casts();
        SharedBodies();
        Dispatch();
        Special();
    }
}
