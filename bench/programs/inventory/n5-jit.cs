// include: row.part
// include: ../told.part
// include: bench.part
// The compiler and its runtime helpers, of the .NET 5 inventory: zeroing, range checks, null checks, covariance, shared generics, casts.
using System.Runtime.CompilerServices;
using BenchmarkDotNet.Attributes;

namespace N5.Jit;

public class Zeroing
{
    [Benchmark, Row("B5-03", "N5-024", "N5-025", "N5-029")]
    public int Zero()
    {
        ReadOnlySpan<char> s1 = "hello world";
        ReadOnlySpan<char> s2 = Nop(s1);
        ReadOnlySpan<char> s3 = Nop(s2);
        ReadOnlySpan<char> s4 = Nop(s3);
        ReadOnlySpan<char> s5 = Nop(s4);
        ReadOnlySpan<char> s6 = Nop(s5);
        ReadOnlySpan<char> s7 = Nop(s6);
        ReadOnlySpan<char> s8 = Nop(s7);
        ReadOnlySpan<char> s9 = Nop(s8);
        ReadOnlySpan<char> s10 = Nop(s9);
        return s1.Length + s2.Length + s3.Length + s4.Length + s5.Length + s6.Length + s7.Length + s8.Length + s9.Length + s10.Length;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static ReadOnlySpan<char> Nop(ReadOnlySpan<char> span) => default;
}

public class RangeChecks
{
    readonly char[] buffer = new char[100];
    readonly int[] numbers = [.. Enumerable.Range(0, 1000)];

    [Benchmark, Row("B5-06", "N5-030"), Arguments("hello", 0), Arguments("hello", 4)]
    public char GetChar(string text, int index) => Get(text, index);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static char Get(string text, int index) => text[index];

    [Benchmark, Row("B5-07", "N5-032", "N5-033", "N5-034")]
    public string BoundsChecking() => TryToHex(int.MaxValue, buffer) ? buffer.AsSpan(0, 8) is "7FFFFFFF" ? "right" : new(buffer, 0, 8) : "no room";

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool TryToHex(int value, Span<char> span)
    {
        if ((uint)span.Length <= 7)
            return false;
        ReadOnlySpan<byte> map = new byte[]
        {
            (byte)'0', (byte)'1', (byte)'2', (byte)'3', (byte)'4', (byte)'5', (byte)'6', (byte)'7',
            (byte)'8', (byte)'9', (byte)'A', (byte)'B', (byte)'C', (byte)'D', (byte)'E', (byte)'F',
        };
        span[0] = (char)map[(value >> 28) & 0xF];
        span[1] = (char)map[(value >> 24) & 0xF];
        span[2] = (char)map[(value >> 20) & 0xF];
        span[3] = (char)map[(value >> 16) & 0xF];
        span[4] = (char)map[(value >> 12) & 0xF];
        span[5] = (char)map[(value >> 8) & 0xF];
        span[6] = (char)map[(value >> 4) & 0xF];
        span[7] = (char)map[value & 0xF];
        return true;
    }

    [Benchmark, Row("B5-08", "N5-035")]
    public bool IsSorted() => Sorted(numbers);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool Sorted(ReadOnlySpan<int> span)
    {
        for (int i = 0; i < span.Length - 1; i++)
        {
            if (span[i] > span[i + 1])
                return false;
        }
        return true;
    }
}

public class NullChecks
{
    (int I, int J) value;

    [Benchmark, Row("B5-09", "N5-037")]
    public int NullCheck()
    {
        value.J = 41;
        Increment(this);
        return value.J;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Increment(NullChecks checks) => checks.value.J++;
}

public class Covariance
{
    readonly string[] texts = new string[1000];
    readonly B[] objects = new B[42];

    class A;

    sealed class B : A;

    [Benchmark, Row("B5-10", "N5-038", "N5-039")]
    public string CovariantChecking()
    {
        string[] array = texts;
        for (int i = 0; i < array.Length; i++)
            array[i] = "default";
        return array[999];
    }

    [Benchmark, Row("B5-12", "N5-040", "N5-041")]
    public int Ctor() => new Span<B>(objects).Length;
}

public class SharedGenerics
{
    readonly Comparer<C> comparer = new();
    readonly C first = new(1), second = new(2), third = new(3);

    sealed class Comparer<T> where T : IComparable<T>
    {
        public int Smallest(T t1, T t2, T t3) => Compare(t1, t2) <= 0
            ? (Compare(t1, t3) <= 0 ? 0 : 2)
            : (Compare(t2, t3) <= 0 ? 1 : 2);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        int Compare(T t1, T t2) => t1.CompareTo(t2);
    }

    sealed class C(int value) : IComparable<C>
    {
        readonly int value = value;

        public int CompareTo(C? other) => other is null ? 1 : value.CompareTo(other.value);
    }

    [Benchmark, Row("B5-13", "N5-044", "N5-045")]
    public int Compare() => comparer.Smallest(first, second, third) * 100 + comparer.Smallest(third, first, second) * 10 + comparer.Smallest(second, third, first);

    [Benchmark, Row("B5-16", "N5-045", "N5-076")]
    public int GenericDictionaries()
    {
        int depth = 0;
        for (int i = 0; i < 14; i++)
            depth += GenericMethod<string>(i) == (i == 0 ? typeof(string) : null) ? 1 : 2;
        return depth;
    }

    [Benchmark, Row("B5-16", "N5-076"), Arguments(0), Arguments(5), Arguments(13)]
    public string GenericDictionary(int level) => GenericMethod<string>(level).ToString();

    [MethodImpl(MethodImplOptions.NoInlining)]
    static Type GenericMethod<T>(int i) => i switch
    {
        0 => typeof(T),
        1 => typeof(List<T>),
        2 => typeof(List<List<T>>),
        3 => typeof(List<List<List<T>>>),
        4 => typeof(List<List<List<List<T>>>>),
        5 => typeof(List<List<List<List<List<T>>>>>),
        6 => typeof(List<List<List<List<List<List<T>>>>>>),
        7 => typeof(List<List<List<List<List<List<List<T>>>>>>>),
        8 => typeof(List<List<List<List<List<List<List<List<T>>>>>>>>),
        9 => typeof(List<List<List<List<List<List<List<List<List<T>>>>>>>>>),
        10 => typeof(List<List<List<List<List<List<List<List<List<List<T>>>>>>>>>>),
        11 => typeof(List<List<List<List<List<List<List<List<List<List<List<T>>>>>>>>>>>),
        12 => typeof(List<List<List<List<List<List<List<List<List<List<List<List<T>>>>>>>>>>>>),
        _ => typeof(List<List<List<List<List<List<List<List<List<List<List<List<List<T>>>>>>>>>>>>>),
    };
}

public class ThrowHelping
{
    int offset;

    [Benchmark, Row("B5-14", "N5-046", "N5-047")]
    public int ThrowHelpers()
    {
        int[] array = new int[10];
        array[0] = array[5] = 7 + offset;
        var s0 = new Span<int>(array, offset, 1);
        var s1 = new Span<int>(array, offset + 1, 1);
        var s2 = new Span<int>(array, offset + 2, 1);
        var s3 = new Span<int>(array, offset + 3, 1);
        var s4 = new Span<int>(array, offset + 4, 1);
        var s5 = new Span<int>(array, offset + 5, 1);
        return s0[0] + s1[0] + s2[0] + s3[0] + s4[0] + s5[0];
    }
}

public class Casts
{
    readonly object list = new List<string>();

    [Benchmark, Row("B5-15", "N5-074", "N5-075")]
    public bool IsIReadOnlyCollection() => IsOfInts(list);

    [Benchmark, Row("B5-15", "N5-075")]
    public bool IsIReadOnlyCollectionOfObjects() => IsOfObjects(list);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool IsOfInts(object o) => o is IReadOnlyCollection<int>;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static bool IsOfObjects(object o) => o is IReadOnlyCollection<object>;
}
