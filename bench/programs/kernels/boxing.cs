// include: ../told.part
// include: ../warm.part
static class Program
{
    static long Unbox(object o) => o is int i ? i : o is long l ? l : o is double d ? (long)d : 0;

    static long Kernel()
    {
        object[] slots = new object[64];
        long sum = 0;
        for (int i = 0; i < 500_000; i++)
        {
            slots[i & 63] = (i % 3) switch { 0 => (object)i, 1 => (long)i, _ => (double)i };
            sum += Unbox(slots[(i * 7) & 63] ?? 1);
        }
        return sum;
    }

    static void Main() => Warm.Run(("boxing", Kernel));
}
