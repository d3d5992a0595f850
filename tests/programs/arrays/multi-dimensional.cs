static class Program
{
    static int Trace(int[,] m)
    {
        int t = 0;
        for (int i = 0; i < m.GetLength(0); i++)
            t += m[i, i];
        return t;
    }

    static int[,] Multiply(int[,] a, int[,] b)
    {
        var c = new int[a.GetLength(0), b.GetLength(1)];
        for (int i = 0; i < a.GetLength(0); i++)
            for (int j = 0; j < b.GetLength(1); j++)
                for (int k = 0; k < a.GetLength(1); k++)
                    c[i, j] += a[i, k] * b[k, j];
        return c;
    }

    static void Main()
    {
        int[,] m = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 } };
        Console.WriteLine(Trace(m) + " " + m.Length + " " + m.Rank);
        var p = Multiply(m, m);
        foreach (int x in p)
            Console.Write(x + " ");
        Console.WriteLine();
        var cube = new string[2, 3, 4];
        cube[1, 2, 3] = "corner";
        cube[0, 0, 0] = "origin";
        Console.WriteLine(cube[1, 2, 3] + cube[0, 0, 0] + (cube[1, 1, 1] ?? "null") + cube.GetUpperBound(2));
        ref int r = ref m[1, 1];
        r = 50;
        Console.WriteLine(m[1, 1]);
        var structs = new (int A, double B)[2, 2];
        structs[1, 0].B = 2.5;
        structs[1, 0].A++;
        Console.WriteLine(structs[1, 0]);
        var bytes = new byte[3, 5];
        bytes[2, 4] = 255;
        bytes[2, 4]++;
        Console.WriteLine(bytes[2, 4]);
        var five = new long[1, 2, 1, 2, 3];
        five[0, 1, 0, 1, 2] = 1L << 50;
        Console.WriteLine(five[0, 1, 0, 1, 2] + " " + five.Length);
        object[,] covariant = new string[1, 1];
        try
        {
            covariant[0, 0] = 5;
        }
        catch (ArrayTypeMismatchException e)
        {
            Console.WriteLine(e.Message);
        }
        var based = Array.CreateInstance(typeof(int), new[] { 2, 3 }, new[] { 5, -1 });
        based.SetValue(42, 6, 1);
        Console.WriteLine($"{based.GetLowerBound(0)} {based.GetUpperBound(1)} {based.GetValue(6, 1)} {((int[,])based)[6, 1]} {based.GetType()}");
        var clone = (int[,])m.Clone();
        clone[0, 0] = -1;
        Console.WriteLine(m[0, 0] + clone[0, 0]);
        Array.Clear(m);
        Console.WriteLine(Trace(m));
        var zero = new int[0, 5];
        Console.WriteLine(zero.Length + zero.GetLength(1));
    }
}
