// rows: N5-013 N5-014 N5-038 N5-039 N5-040 N5-041 N5-042 N5-044 N5-045 N5-074 N5-075 N5-076 N5-084 N5-110
// What depends on exact types: stores into arrays, spans over arrays, tests that are constants for the compiler, casts to variant
// interfaces, and shared generic code that asks for its type arguments.
using System.Runtime.CompilerServices;

class A
{
    public virtual string Name => "A";
}

class B : A
{
    public override string Name => "B";
}

sealed class C : A
{
    public override string Name => "C";
}

static class Program
{
    static void Main()
    {
        Try("span of A over B[]", () => new Span<A>(new B[42]).Length);
        Try("span of B over B[]", () => new Span<B>(new B[42]).Length);
        Try("read-only span of A over B[]", () => new ReadOnlySpan<A>(new B[42]).Length);
        Try("span of C over C[]", () => new Span<C>(new C[3]).Length);
        Try("span of uint over int[]", () => new Span<uint>((uint[])(object)new int[3]).Length);
        Try("span over null", () => new Span<C>(null).Length);

        Try("store A into A[]", () => Store(new A[2], new A()));
        Try("store A into B[]", () => Store(new B[2], new A()));
        Try("store null into B[]", () => Store(new B[2], null));
        Try("store B into object[]", () => Store(new object[2], new B()));
        Try("store string into string[]", () => StoreText(new string[2], "x"));
        Try("store past the end", () => Store(new A[1], new A()));
        Try("address in B[] as A[]", () => Address(new B[1]));
        Try("address in A[]", () => Address(new A[1]));

        Try("unbox int", () => Unbox<int>(5));
        Try("unbox int as uint", () => Unbox<uint>(5));
        Try("unbox enum as int", () => Unbox<int>(DayOfWeek.Friday));
        Try("unbox null", () => Unbox<int>(null));
        Try("unbox null as nullable", () => Unbox<int?>(null).HasValue);
        Try("unbox int as nullable", () => Unbox<int?>(5));

        Console.WriteLine($"value types: {IsValueType<int>()} {IsValueType<string>()} {IsValueType<Guid?>()} {typeof(Span<int>).IsValueType} {typeof(Enum).IsValueType} {typeof(DayOfWeek).IsValueType}");
        Console.WriteLine($"assignable: {typeof(object).IsAssignableFrom(typeof(int))} {typeof(IComparable).IsAssignableFrom(typeof(int))} {typeof(A).IsAssignableFrom(typeof(C))} "
            + $"{typeof(C).IsAssignableFrom(typeof(A))} {typeof(IEnumerable<object>).IsAssignableFrom(typeof(List<string>))} {typeof(uint[]).IsAssignableFrom(typeof(int[]))} "
            + $"{Assignable<A, B>()} {Assignable<B, A>()} {Assignable<object, int>()} {Assignable<int?, int>()}");
        Console.WriteLine($"exact: {IsExactly<string>(new string[1])} {IsExactly<A>(new A[1])} {IsExactly<A>(new B[1])} {IsExactly<int>((int[])(object)new uint[1])}");

        // Twice each, since the second answer comes from a cache.
        object[] objects = [new List<string>(), new List<int>(), new string[1], new int[1], "text", 5, new Dictionary<string, A>(), (Func<string>)(() => "")];
        for (int round = 0; round < 2; round++)
        {
            foreach (object o in objects)
                Console.Write($"{(o is IReadOnlyCollection<int> ? 1 : 0)}{(o is IReadOnlyCollection<object> ? 1 : 0)}{(o is IEnumerable<IComparable> ? 1 : 0)}"
                    + $"{(o is IComparable<string> ? 1 : 0)}{(o is IList<uint> ? 1 : 0)}{(o is Func<object> ? 1 : 0)} ");
            Console.WriteLine();
        }

        Console.WriteLine($"smallest: {new Least<string>().Of("b", "a", "c")} {new Least<Version>().Of(new(2, 0), new(2, 1), new(1, 9))} {new Least<int>().Of(3, 2, 2)}");
        for (int i = 0; i < 14; i++)
            Console.Write($"{Depth(Nested<string>(i))}{Depth(Nested<A>(i))} ");
        Console.WriteLine();
        Console.WriteLine($"{Nested<A>(3)} {Nested<int>(2)} {ReferenceEquals(Nested<A>(9), Nested<A>(9))} {Nested<A>(9) == Nested<B>(9)}");
        Console.WriteLine($"known: {new C().Name} {Name(new B())} {EqualityComparer<int>.Default.Equals(1, 1)} {Comparer<long>.Default.Compare(1, 2)} {Folded()}");
    }

    static void Try<T>(string name, Func<T> action)
    {
        try
        {
            Console.WriteLine($"{name}: {action()}");
        }
        catch (Exception e)
        {
            Console.WriteLine($"{name}: {e.GetType().Name}: {e.Message}");
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static string Store(object?[] array, object? value)
    {
        array[1] = value;
        return (array[1]?.GetType().Name ?? "null") + array.Length;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static string StoreText(string[] array, string value)
    {
        array[1] = value;
        return array[1];
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool Address(A?[] array)
    {
        ref A? element = ref array[0];
        element = new A();
        return array[0] is not null;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static T? Unbox<T>(object? o) => (T?)o;

    static bool IsValueType<T>() => typeof(T).IsValueType;

    static bool Assignable<T1, T2>() => typeof(T1).IsAssignableFrom(typeof(T2));

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool IsExactly<T>(T[] array) => array.GetType() == typeof(T[]);

    sealed class Least<T> where T : IComparable<T>
    {
        public int Of(T t1, T t2, T t3) => Compare(t1, t2) <= 0 ? (Compare(t1, t3) <= 0 ? 0 : 2) : (Compare(t2, t3) <= 0 ? 1 : 2);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        static int Compare(T t1, T t2) => t1.CompareTo(t2);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static Type Nested<T>(int i) => i switch
    {
        0 => typeof(T),
        1 => typeof(List<T>),
        2 => typeof(List<List<T>>),
        3 => typeof(List<List<List<T>>>),
        4 => typeof(List<List<List<List<T>>>>),
        5 => typeof(T[]),
        6 => typeof(T[][]),
        7 => typeof(T[][][]),
        8 => typeof(Dictionary<T[], T>),
        9 => typeof(Dictionary<T, List<T[]>>),
        10 => typeof(Func<T>),
        11 => typeof(Func<T, T>),
        12 => typeof(Func<T, T, T>),
        _ => typeof((T, T)),
    };

    static int Depth(Type type) => type.HasElementType ? 1 + Depth(type.GetElementType()!) : type.IsGenericType ? 1 + type.GetGenericArguments().Max(Depth) : 0;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static string Name(A a) => a is C ? "never" : a.Name;

    static int GetValue() => 42;

    static string Folded()
    {
        if (GetValue() * 2 > 100)
            return "dead";
        return "live";
    }
}
