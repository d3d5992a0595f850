static class Program
{
    static int Sign(int x)
    {
        if (x < 0)
            return 1;
        if (x == 0)
            return 2;
        return 4;
    }

    static int Unsigned(uint x) => x > 0x80000000u ? 8 : 16;

    static int Main() => Sign(-5) + Sign(0) + Sign(9) + Unsigned(0xffffffffu) + Unsigned(5);
}
