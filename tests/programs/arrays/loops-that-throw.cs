// Loops over arrays and spans that end early: by null, by an index out of range, by an index that wraps around; what was stored before must be there.
using System.Runtime.CompilerServices;

static class Program
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Multiply(int[] a, int[] b, int[] c, int from, int to)
    {
        for (int i = from; i < to; i++) a[i] = b[i] * c[i];
    }
    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Down(int[] a, int[] b, int from, int to)
    {
        for (int i = from; i >= to; i--) a[i] = b[i] + 1;
    }
    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Strides(long[] a, long[] b, int from, int to, int shift)
    {
        for (int i = from; i < to; i += 3) a[i + shift] += b[i] + i;
    }
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Wraps(byte[] a, int start, int turns)
    {
        int sum = 0;
        for (int k = 0, i = start; k < turns; k++, i = unchecked(i + 1)) sum += a[i] + 1;
        return sum;
    }
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Unsigned(byte[] a, uint from, uint to)
    {
        int sum = 0;
        for (uint i = from; i != to; i++) sum += a[i] + 1;
        return sum;
    }
    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Spans(Span<double> a, ReadOnlySpan<double> b, int count)
    {
        for (int i = 0; i < count; i++) a[i] = a[i] * 2 + b[i];
    }
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Sometimes(int[]? a, int[] b, int every)
    {
        int sum = 0;
        for (int i = 0; i < b.Length; i++)
        {
            b[i]++;
            if (b[i] % every == 0) sum += a![i];
        }
        return sum;
    }
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Caught(int[]? a, int[] b, int to)
    {
        int i = 0;
        try
        {
            for (; i < to; i++) b[i] = a![i] + i;
        }
        catch (Exception e)
        {
            return -1000 * i - e.GetType().Name.Length;
        }
        finally
        {
            b[0] = i;
        }
        return i;
    }
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Text(string? text, int to)
    {
        int hash = 0;
        for (int i = 0; i < to; i++) hash = hash * 31 + text![i];
        return hash;
    }
    [MethodImpl(MethodImplOptions.NoInlining)]
    static double Rows(double[][] rows, double[] vector, int count)
    {
        double sum = 0;
        for (int i = 0; i < rows.Length; i++)
            for (int k = 0; k < count; k++) sum += rows[i][k] * vector[k];
        return sum;
    }
    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Overlap(Span<int> a, Span<int> b)
    {
        for (int i = 0; i < a.Length; i++) a[i] = b[i] + 1;
    }

    static int[] Numbers(int count)
    {
        var numbers = new int[count];
        for (int i = 0; i < count; i++) numbers[i] = i * 7 - 3;
        return numbers;
    }
    static string Show<T>(T[]? values) => values == null ? "null" : string.Join(",", values);

    static void Try(string what, Func<object?> run, params Func<string>[] state)
    {
        string outcome;
        try { outcome = run()?.ToString() ?? "done"; }
        catch (Exception e) { outcome = e.GetType().Name; }
        Console.WriteLine($"{what}: {outcome} {string.Join(" | ", state.Select(s => s()))}");
    }

    static void Main()
    {
        foreach (int length in (int[])[0, 1, 5, 40])
        {
            foreach ((int from, int to) in ((int, int)[])[(0, length), (0, length + 1), (-1, length), (length / 2, length * 2), (5, 3), (int.MaxValue - 1, int.MaxValue)])
            {
                int[] a = new int[length], b = Numbers(length + 1), c = Numbers(length + 2);
                Try($"multiply {length} {from} {to}", () => { Multiply(a, b, c, from, to); return null; }, () => Show(a));
                int[] shorter = Numbers(length / 2);
                Try($"shorter {length} {from} {to}", () => { Multiply(c, shorter, b, from, to); return null; }, () => Show(c));
                Try($"down {length} {from} {to}", () => { Down(b, a, to - 1, from); return null; }, () => Show(b));
                var wide = new long[length + 3];
                var source = new long[length];
                Try($"strides {length} {from} {to}", () => { Strides(wide, source, from, to, 2); return null; }, () => Show(wide));
                Try($"shifted {length} {from} {to}", () => { Strides(wide, wide, from, to, 1); return null; }, () => Show(wide));
                Try($"caught {length} {from} {to}", () => Caught(shorter, b, to), () => Show(b));
                Try($"no array {length} {from} {to}", () => Caught(null, b, to), () => Show(b));
            }
        }
        int[]? none = null;
        Try("null stored to", () => { Multiply(none!, Numbers(3), Numbers(3), 0, 3); return null; });
        Try("null, no turn", () => { Multiply(none!, none!, none!, 3, 3); return "fine"; });
        var last = new int[3];
        Try("null read last", () => { Multiply(last, Numbers(3), none!, 0, 3); return null; }, () => Show(last));
        var bytes = new byte[1000];
        foreach ((int start, int turns) in ((int, int)[])[(0, 1000), (-1, 5), (999, 2), (int.MaxValue, 3), (500, 500), (500, 501), (0, -1)])
            Try($"wraps {start} {turns}", () => Wraps(bytes, start, turns));
        foreach ((uint from, uint to) in ((uint, uint)[])[(0, 1000), (0, 1001), (uint.MaxValue, 5), (999, 1000), (7, 7)])
            Try($"unsigned {from} {to}", () => Unsigned(bytes, from, to));
        foreach (int count in (int[])[0, 3, 8, 9, 33])
        {
            var doubles = Enumerable.Range(0, 8).Select(i => i * 0.5).ToArray();
            Try($"spans {count}", () => { Spans(doubles, new double[20], count); return null; }, () => Show(doubles));
            Try($"spans of itself {count}", () => { Spans(doubles.AsSpan(1), doubles, count); return null; }, () => Show(doubles));
        }
        foreach (int every in (int[])[2, 5, 1000])
        {
            int[] b = Numbers(20);
            Try($"sometimes {every}", () => Sometimes(Numbers(20), b, every), () => Show(b));
            Try($"sometimes short {every}", () => Sometimes(Numbers(6), b, every), () => Show(b));
            Try($"sometimes null {every}", () => Sometimes(null, b, every), () => Show(b));
        }
        Try("text", () => Text("0123456789abcdef0123456789", 26));
        Try("text too short", () => Text("0123456789", 11));
        Try("no text", () => Text(null, 1));
        Try("no text, no turn", () => Text(null, 0));
        double[][] rows = [[1, 2, 3], [4, 5, 6], [7, 8]];
        Try("rows 2", () => Rows(rows, [1, 1, 1], 2));
        Try("rows 3", () => Rows(rows, [1, 1, 1], 3));
        rows[1] = null!;
        Try("row null", () => Rows(rows, [1, 1, 1], 2));
        int[] over = Numbers(40);
        foreach (int shift in (int[])[0, 1, 3, 8])
        {
            Overlap(over.AsSpan(shift, 30), over.AsSpan(0, 30));
            Console.WriteLine(Show(over));
            Overlap(over.AsSpan(0, 30), over.AsSpan(shift, 30));
            Console.WriteLine(Show(over));
        }
    }
}
