// include: ../told.part
// include: ../warm.part
static class Program
{
    static long Kernel()
    {
        long sum = 0;
        for (int i = 0; i < 3000; i++)
        {
            for (int j = 0; j < 1000; j++)
            {
                if (((i ^ j) & 3) == 0)
                    sum += j;
                else
                    sum ^= i + j;
            }
        }
        return sum;
    }

    static void Main() => Warm.Run(("loops", Kernel));
}
