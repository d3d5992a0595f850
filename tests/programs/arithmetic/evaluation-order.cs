static class Program
{
    static int step;
    static int Next(string name)
    {
        Console.Write(name + " ");
        return ++step;
    }

    static void Call(int a, int b, int c) => Console.WriteLine($"{a}{b}{c}");
    static int[] Array()
    {
        Console.Write("array ");
        return new int[10];
    }

    static void Main()
    {
        Call(Next("a"), Next("b"), Next("c"));
        Console.WriteLine(Next("x") - Next("y") * Next("z"));
        Array()[Next("index") - 6] = Next("value");
        Console.WriteLine();
        bool short1 = Next("left") > 100 && Next("never") > 0;
        bool short2 = Next("left") > 0 || Next("never") > 0;
        Console.WriteLine($"{short1} {short2}");
        int n = 0;
        n = n++ + n++ * 2 + --n;
        Console.WriteLine(n);
        int t = Next("c") > 5 ? Next("then") : Next("else");
        Console.WriteLine(t);
        try
        {
            int[]? none = null;
            none![Next("i")] = Next("v");
        }
        catch (NullReferenceException)
        {
            Console.WriteLine("null after both");
        }
    }
}
