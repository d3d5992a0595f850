// Tables that loops read on some ways only: data in the file, and arrays in static readonly fields. The optimising tier reads
// where they lie in front of the loop; what initialisers do and when stays as it is.
using System.Runtime.CompilerServices;

static class Loud
{
    public static readonly int[] Table = Make("Loud");

    static Loud() { }

    public static int[] Make(string name)
    {
        Console.WriteLine($"{name} is initialised");
        return [10, 20, 30, 40];
    }
}

static class Failing
{
    public static readonly int[] Table = Fail();

    static Failing() { }

    static int[] Fail() => throw new InvalidOperationException("no table");
}

static class Settled
{
    public static readonly int[] Table = [1, 2, 3, 4, 5, 6, 7, 8];
    public static readonly string Name = "a name of " + Table.Length;
    public static readonly int[][] Rows = [[1, 2], [3, 4], [5, 6]];
}

static class Program
{
    static ReadOnlySpan<byte> Kinds => [0, 1, 2, 3, 1, 2, 3, 0, 3, 2, 1, 0, 2, 2, 1, 1];

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Classify(string text)
    {
        long sum = 0;
        foreach (char c in text)
        {
            if (c > 127)
                sum = sum * 3 + Other(c);
            else if (c != ' ')
                sum = sum * 5 + Kinds[c & 15];
        }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Other(char c) => c % 7;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Sum(int[]? indices, bool wants)
    {
        int sum = 0;
        for (int i = 0; i < indices!.Length; i++)
        {
            if (wants)
                sum += Settled.Table[indices[i]] + Settled.Name.Length;
            else
                sum -= Settled.Rows[i % 3][i % 2];
        }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int SumLoud(int count, bool wants)
    {
        int sum = 0;
        for (int i = 0; i < count; i++)
        {
            if (wants)
                sum += Loud.Table[i & 3];
        }
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int SumFailing(int count, bool wants)
    {
        int sum = 0;
        for (int i = 0; i < count; i++)
        {
            sum++;
            if (wants && i == 2)
                sum += Failing.Table[i];
        }
        return sum;
    }

    static string Try(Func<object> action)
    {
        try
        {
            return action().ToString()!;
        }
        catch (Exception exception)
        {
            return exception.GetType().Name + " " + exception.InnerException?.Message;
        }
    }

    static void Main()
    {
        long sum = 0;
        for (int round = 0; round < 3000; round++)
        {
            sum += Classify(round % 9 == 0 ? "" : "some words, über 100 of them");
            sum += Sum(round % 5 == 0 ? [] : [0, 3, 7], round % 3 != 0);
            sum += SumLoud(round % 4, false) + SumFailing(round % 4, false);
        }
        Console.WriteLine(sum);
        Console.WriteLine(Try(() => Sum(null, true)));
        Console.WriteLine(Try(() => Sum([1, 8], true)));
        Console.WriteLine(Try(() => Sum([1, -1], false)));
        Console.WriteLine(SumLoud(0, true));
        Console.WriteLine("not yet");
        Console.WriteLine(SumLoud(7, true));
        Console.WriteLine(SumFailing(2, true));
        Console.WriteLine(Try(() => SumFailing(9, true)));
        Console.WriteLine(Try(() => SumFailing(9, true)));
    }
}
