static class Program
{
    static int calls;
    static int[] array = { 1, 2, 3, 4 };
    static int Index()
    {
        calls++;
        return calls % 4;
    }

    static void Main()
    {
        array[Index()] += 10;
        array[Index()] *= 3;
        array[Index()]++;
        --array[Index()];
        array[Index()] <<= 2;
        array[Index()] ^= 0xff;
        Console.WriteLine(string.Join(",", array) + " " + calls);
        byte b = 250;
        b += 10;
        Console.WriteLine(b);
        sbyte s = 127;
        s++;
        Console.WriteLine(s);
        short h = -32768;
        h--;
        Console.WriteLine(h);
        int i = 5;
        i = i++ + ++i;
        Console.WriteLine(i);
        int k = 3;
        k += k++ * 2 + k;
        Console.WriteLine(k);
        bool t = true;
        t &= false | true ^ false;
        t |= !t;
        Console.WriteLine(t);
    }
}
