static class Program
{
    static double Half(double x) => x / 2;
    static float Single(float x, int n) => x * n;

    static int Main()
    {
        double d = 0;
        for (int i = 0; i < 10; i++)
            d += Half(i) * 1.5;
        return (int)d + (int)Single(2.25f, 8) + (d > 33.7 ? 1 : 0) + (d < 33.8 ? 2 : 0);
    }
}
