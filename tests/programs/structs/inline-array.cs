using System.Runtime.CompilerServices;

[InlineArray(8)]
struct Eight<T>
{
    T first;
}

[InlineArray(3)]
struct Names
{
    string? first;
}

class Holder
{
    public Eight<int> Numbers;
    public Names Names;
    public byte After = 9;
}

static class Program
{
    static int Sum(Eight<int> e)
    {
        int s = 0;
        foreach (int x in e)
            s += x;
        return s;
    }

    static void Main()
    {
        var h = new Holder();
        for (int i = 0; i < 8; i++)
            h.Numbers[i] = i * i;
        h.Names[0] = "zero";
        h.Names[2] = "t" + "wo" + h.After;
        GC.Collect();
        Console.WriteLine(Sum(h.Numbers));
        Eight<int> copy = h.Numbers;
        copy[7] = 0;
        Console.WriteLine(Sum(copy) + " " + Sum(h.Numbers));
        Span<int> span = h.Numbers;
        span[2..4].Fill(100);
        Console.WriteLine(h.Numbers[3] + " " + h.Numbers[^1]);
        foreach (string? n in h.Names)
            Console.WriteLine(n ?? "null");
        Console.WriteLine($"{Unsafe.SizeOf<Eight<byte>>()} {Unsafe.SizeOf<Eight<long>>()} {Unsafe.SizeOf<Names>()} {h.After}");
        try
        {
            int index = 8;
            h.Numbers[index] = 1;
        }
        catch (IndexOutOfRangeException e)
        {
            Console.WriteLine(e.Message);
        }
        var nested = new Eight<Eight<short>>();
        nested[3][4] = 5;
        Console.WriteLine(nested[3][4] + nested[4][3]);
    }
}
