// include: ../told.part
// include: ../warm.part
static class Program
{
    const int Length = 4096;
    static readonly int[] a = Enumerable.Range(0, Length).Select(i => i * 7919 % 1000).ToArray();
    static readonly int[] b = Enumerable.Range(0, Length).Select(i => i * 31 % 77).ToArray();
    static readonly int[] c = new int[Length];
    static readonly double[] x = a.Select(i => i * 0.5).ToArray();
    static readonly double[] y = new double[Length];
    static readonly byte[] bytes = a.Select(i => (byte)i).ToArray();
    const int Rounds = 200;

    static long Repeat(Func<long> work)
    {
        long sum = 0;
        for (int i = 0; i < Rounds; i++)
            sum += work();
        return sum;
    }

    static long Sum(int[] values)
    {
        long sum = 0;
        foreach (int value in values)
            sum += value;
        return sum;
    }

    static int SumOfSpan(ReadOnlySpan<int> values)
    {
        int sum = 0;
        foreach (int value in values)
            sum += value;
        return sum;
    }

    static int Max(int[] values)
    {
        int max = int.MinValue;
        for (int i = 0; i < values.Length; i++)
            max = Math.Max(max, values[i]);
        return max;
    }

    static void MultiplyAdd(int[] left, int[] right, int[] result)
    {
        for (int i = 0; i < result.Length; i++)
            result[i] = left[i] * right[i] + 3;
    }

    static void Transform(Span<double> to, ReadOnlySpan<double> from)
    {
        for (int i = 0; i < from.Length; i++)
            to[i] = from[i] * 1.5 - 2;
    }

    static void ToDoubles(int[] from, double[] to)
    {
        for (int i = 0; i < from.Length; i++)
            to[i] = from[i];
    }

    static int Saturated(byte[] values)
    {
        int sum = 0;
        for (int i = 0; i < values.Length; i++)
        {
            int value = values[i] + 100;
            sum += value > 255 ? 255 : value;
        }
        return sum;
    }

    static void CopyByHand(int[] from, int[] to)
    {
        for (int i = 0; i < from.Length; i++)
            to[i] = from[i];
    }

    static int Find(int[] values, int wanted)
    {
        for (int i = 0; i < values.Length; i++)
        {
            if (values[i] == wanted)
                return i;
        }
        return -1;
    }

    static void Main() => Warm.Run(
        ("array-sum", () => Repeat(() => Sum(a))),
        ("span-sum", () => Repeat(() => SumOfSpan(a))),
        ("array-max", () => Repeat(() => Max(a))),
        ("array-copy-loop", () => Repeat(() => { CopyByHand(a, c); return c[77]; })),
        ("array-copy", () => Repeat(() => { Array.Copy(a, c, Length); return c[77]; })),
        ("array-multiply-add", () => Repeat(() => { MultiplyAdd(a, b, c); return c[77]; })),
        ("span-transform", () => Repeat(() => { Transform(y, x); return (long)y[77]; })),
        ("array-to-double", () => Repeat(() => { ToDoubles(a, y); return (long)y[77]; })),
        ("bytes-saturate", () => Repeat(() => Saturated(bytes))),
        ("array-find", () => Repeat(() => Find(a, -1))));
}
