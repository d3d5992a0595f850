static class Program
{
    static string Int(int a, int b) => $"{a < b}{a > b}{a <= b}{a >= b}{(uint)a < (uint)b}{(uint)a > (uint)b}{(uint)a <= (uint)b}{(uint)a >= (uint)b}";
    static string Long(long a, long b) => $"{a < b}{a > b}{a <= b}{a >= b}{(ulong)a < (ulong)b}{(ulong)a > (ulong)b}{(ulong)a <= (ulong)b}{(ulong)a >= (ulong)b}";

    static int Branches(uint a, uint b)
    {
        int r = 0;
        if (a < b) r |= 1;
        if (a <= b) r |= 2;
        if (a > b) r |= 4;
        if (a >= b) r |= 8;
        if (a == b) r |= 16;
        if (a != 0) r |= 32;
        return r;
    }

    static void Main()
    {
        int[] v = { int.MinValue, -1, 0, 1, int.MaxValue };
        foreach (int a in v)
            foreach (int b in v)
                Console.WriteLine($"{Int(a, b)} {Long(a * 1000000000L, b)} {Branches((uint)a, (uint)b)}");
        byte x = 200;
        sbyte y = -56;
        Console.WriteLine($"{x > y} {(byte)y == x} {x == 200}");
        ulong big = 1UL << 63;
        Console.WriteLine($"{big > 5} {(long)big > 5}");
    }
}
