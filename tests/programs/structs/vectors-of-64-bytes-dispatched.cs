// Calls through an interface and through delegates, often, of methods that work on vectors of 64 bytes.
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

interface IStep
{
    long Next(long value);
}

sealed class Wide : IStep
{
    public long Next(long value) => Vector512.Sum(Vector512.Create(value) ^ Vector512.Create(3L)) & 0xffff;
}

sealed class Plain : IStep
{
    public long Next(long value) => value * 3 + 1 & 0xffff;
}

static class Program
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Run(IStep[] steps, int rounds)
    {
        long value = 1;
        for (int i = 0; i < rounds; i++)
            value = steps[i % steps.Length].Next(value);
        return value;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Run(Func<long, long>[] steps, int rounds)
    {
        long value = 1;
        for (int i = 0; i < rounds; i++)
            value = steps[i % steps.Length](value);
        return value;
    }

    static void Main()
    {
        IStep[] steps = [new Wide(), new Plain()];
        long sum = 0;
        for (int round = 0; round < 200; round++)
            sum += Run(steps, 5_000 + round) + Run([steps[0].Next, steps[1].Next], 5_000 + round);
        Console.WriteLine(sum);
    }
}
