// include: ../told.part
// include: ../warm.part
interface ICounter
{
    int Next(int step);
}

interface INamed
{
    int Length { get; }
}

class Up : ICounter, INamed
{
    int n;
    public int Next(int step) => n += step;
    public int Length => 2;
}

class Down : INamed, ICounter
{
    int n;
    public int Next(int step) => n -= step;
    public int Length => 4;
}

static class Program
{
    static long Kernel()
    {
        ICounter[] counters = { new Up(), new Down(), new Up() };
        long sum = 0;
        int which = 0;
        for (int i = 0; i < 1_000_000; i++)
        {
            ICounter c = counters[which];
            if (++which == 3)
                which = 0;
            sum += c.Next(i & 7) + ((INamed)c).Length;
        }
        return sum;
    }

    static void Main() => Warm.Run(("interface-calls", Kernel));
}
