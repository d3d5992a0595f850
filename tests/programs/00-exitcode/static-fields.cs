static class Program
{
    static int counter;
    static long total = 40;
    static byte small;

    static void Count(int n)
    {
        counter += n;
        total += n * 2;
        small = (byte)(small + n);
    }

    static int Main()
    {
        for (int i = 0; i < 7; i++)
            Count(i);
        return counter + (int)total + small;
    }
}
