// What `celer explain` says: a line that ends in `// explain: KIND` is one that it has a remark of that kind about
// (docs/explain.md). tests/explain.py checks that.
using System.Runtime.CompilerServices;

static class Program
{
    static int[]? kept;

    static int Sum(int[] values)
    {
        int sum = 0;
        foreach (int value in values) // explain: vector-loop
            sum += value;
        return sum;
    }

    // Divided side by side, added one after another.
    static double SumOfShares(double[] values)
    {
        double sum = 0;
        foreach (double value in values) // explain: vector-loop
            sum += value / 3;
        return sum;
    }

    static double Product(double[] values)
    {
        double product = 1;
        foreach (double value in values)
            product *= value; // explain: scalar-loop
        return product;
    }

    static int Twice(int value) => value * 2;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Apart(int value) => value * 3;

    static int Calls(int value)
    {
        int twice = Twice(value); // explain: put-in
        return twice + Apart(value); // explain: kept-call
    }

    static string Describe(int value) => $"{value} is negative, and {nameof(Checked)} takes no such numbers";

    static int Checked(int value)
    {
        if (value >= 0)
            return value;
        string text = Describe(value); // explain: kept-call
        throw new ArgumentException(text);
    }

    static int Closure(int addend)
    {
        Func<int, int> add = value => value + addend; // explain: stack-object
        return add(1) + add(2);
    }

    static void Keep(int length)
    {
        kept = new int[length]; // explain: heap-object
    }

    static unsafe int Varying(int count)
    {
        try
        {
            int* values = stackalloc int[count]; // explain: refused
            values[0] = count;
            return values[0];
        }
        catch (Exception) when (count < 0)
        {
            return 0;
        }
    }

    // The pointer is tested for null in front of the loop, and not where it goes a little on.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static unsafe int StepOver(byte* from, byte* to)
    {
        int sum = 0;
        if (from < to)
        {
            byte* at = from;
            do
            {
                byte value = *at;
                if (value != 0) sum += Apart(value);
                else if (sum > 1000) break;
                at += (value & 1) == 0 ? 2 : 1;
            } while (at < to);
        }
        return sum;
    }

    static unsafe int SumBehind(int* from, int* to)
    {
        int sum = 0;
        while (from < to)
            sum += *from++; // explain: vector-loop
        return sum;
    }

    static unsafe int Steps(byte[] bytes)
    {
        fixed (byte* start = bytes) return StepOver(start, start + bytes.Length) + SumBehind((int*)start, (int*)(start + bytes.Length));
    }

    // Whether the optimiser lets calls of Min and Max allocate nothing in the end: the enumerator goes into a loop that
    // is never run, too. The loop here stays in tier 0, where nothing is put in.
    [MethodImpl(MethodImplOptions.NoOptimization)]
    static bool ComesToAllocateNothing()
    {
        TimeSpan[] times = [.. Enumerable.Range(0, 101).Select(i => TimeSpan.FromMilliseconds(i))];
        while (Environment.CpuUsage.TotalTime.TotalSeconds < 10)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < 1000; i++) kept ??= times.Max() < times.Min() ? [] : null;
            if (GC.GetAllocatedBytesForCurrentThread() == before) return true;
            Thread.Sleep(5);
        }
        return false;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Mixed(int value)
    {
        for (int i = 0; i < 50; i++) value = value * 31 ^ value >> 7;
        return value;
    }

    // Its time is spent in a small callee that stays a call, so that its better code is looked at once more; and there is
    // a call that is never made.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static long SumOfMixed(int count)
    {
        long sum = 0;
        for (int i = 0; i < count; i++) sum += i < 0 ? Checked(i) : Mixed(i);
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoOptimization)]
    static long LookedAtAgain()
    {
        long sum = 0;
        while (Environment.CpuUsage.TotalTime.TotalSeconds < 2)
        {
            for (int i = 0; i < 100; i++) sum += SumOfMixed(100);
        }
        return sum;
    }

    static int Main(string[] arguments)
    {
        if (arguments is ["again"]) return LookedAtAgain() == 0 ? 1 : 0;
        if (arguments is ["allocate"]) return ComesToAllocateNothing() ? 0 : 1;
        var integers = new int[1000];
        var doubles = new double[1000];
        var bytes = new byte[40];
        long sum = 0;
        for (int i = 0; i < 1000; i++)
        {
            sum += Sum(integers) + (long)SumOfShares(doubles) + (long)Product(doubles) + Calls(Checked(i)) + Closure(i) + Varying(i + 1) + Steps(bytes);
            Keep(10);
        }
        Console.WriteLine(sum);
        if (arguments is ["fail"]) Environment.FailFast("asked to");
        return arguments.Length;
    }
}
