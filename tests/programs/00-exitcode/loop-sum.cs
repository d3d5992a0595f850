static class Program
{
    static int Main()
    {
        int sum = 0;
        for (int i = 1; i <= 20; i++)
            sum += i;
        return sum;
    }
}
