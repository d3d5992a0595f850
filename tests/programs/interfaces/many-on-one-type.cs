// More interface methods are called on one type than its dispatch table has entries, first by several threads at once.
interface I<T>
{
    int A() => typeof(T).ToString().Length;
    int B(int x) => x + A();
    (T?, long, long, long) C(T? value, long x) => (value, x, A(), B(1));
    string D() => typeof(T).ToString();
    void E(ref int total) => total += A();
}

class Many<M> :
    I<byte>, I<sbyte>, I<short>, I<ushort>, I<int>, I<uint>, I<long>, I<ulong>, I<float>, I<double>, I<char>, I<bool>, I<string>, I<object>,
    I<byte[]>, I<sbyte[]>, I<short[]>, I<ushort[]>, I<int[]>, I<uint[]>, I<long[]>, I<ulong[]>, I<float[]>, I<double[]>, I<char[]>, I<bool[]>,
    I<List<byte>>, I<List<sbyte>>, I<List<short>>, I<List<ushort>>, I<List<int>>, I<List<uint>>, I<List<long>>, I<List<ulong>>, I<List<char>>,
    I<byte?>, I<short?>, I<int?>, I<uint?>, I<long?>, I<char?>, I<DateTime>, I<TimeSpan>, I<Guid>, I<decimal>, I<Version>, I<Uri>, I<Type>
{
    string I<int>.D() => "an int in Many of " + typeof(M).Name;
}

static class Program
{
    static long Call<T>(object it)
    {
        var through = (I<T>)it;
        int total = 0;
        through.E(ref total);
        var (_, x, a, b) = through.C(default, 5);
        return through.A() + through.B(100) + x * a + b + through.D().Length + total;
    }

    static readonly Func<object, long>[] Calls =
    [
        Call<byte>, Call<sbyte>, Call<short>, Call<ushort>, Call<int>, Call<uint>, Call<long>, Call<ulong>, Call<float>, Call<double>, Call<char>,
        Call<bool>, Call<string>, Call<object>, Call<byte[]>, Call<sbyte[]>, Call<short[]>, Call<ushort[]>, Call<int[]>, Call<uint[]>, Call<long[]>,
        Call<ulong[]>, Call<float[]>, Call<double[]>, Call<char[]>, Call<bool[]>, Call<List<byte>>, Call<List<sbyte>>, Call<List<short>>,
        Call<List<ushort>>, Call<List<int>>, Call<List<uint>>, Call<List<long>>, Call<List<ulong>>, Call<List<char>>, Call<byte?>, Call<short?>,
        Call<int?>, Call<uint?>, Call<long?>, Call<char?>, Call<DateTime>, Call<TimeSpan>, Call<Guid>, Call<decimal>, Call<Version>, Call<Uri>, Call<Type>,
    ];

    static void Race(object it)
    {
        using var start = new Barrier(4);
        var sums = new long[4];
        var threads = Enumerable.Range(0, 4).Select(n => new Thread(() =>
        {
            start.SignalAndWait();
            for (int i = 0; i < Calls.Length; i++)
                sums[n] += Calls[(i + n * (n & 1)) % Calls.Length](it);
        })).ToArray();
        foreach (Thread thread in threads)
            thread.Start();
        foreach (Thread thread in threads)
            thread.Join();
        Console.WriteLine($"{it.GetType().GenericTypeArguments[0].Name} {string.Join(' ', sums)} {((I<int>)it).D()}");
    }

    static void Main()
    {
        foreach (object it in new object[] { new Many<int>(), new Many<string>(), new Many<object>(), new Many<double>(), new Many<char>() })
        {
            Race(it);
            Console.WriteLine(Calls.Sum(call => call(it)));
        }
    }
}
