// include: ../told.part
// include: ../warm.part
static class Program
{
    static long Kernel()
    {
        var a = new int[20_000];
        var composite = new bool[200_000];
        long sum = 0;
        for (int i = 0; i < a.Length; i++)
            a[i] = (i * 7919) % 20_000;
        for (int round = 0; round < 20; round++)
        {
            for (int i = 1; i < a.Length; i++)
                a[i] = a[i] ^ (a[i - 1] & 15);
        }
        for (int i = 2; i < composite.Length; i++)
        {
            if (composite[i])
                continue;
            sum += i;
            for (int k = i + i; k < composite.Length; k += i)
                composite[k] = true;
        }
        foreach (int x in a)
            sum += x;
        return sum;
    }

    static void Main() => Warm.Run(("arrays", Kernel));
}
