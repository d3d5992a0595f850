static class Program
{
    static string Optional(int a, int b = 2, string c = "three", params int[] rest) => $"{a} {b} {c} {rest.Length}";
    static int In(in long x) => (int)(x + 1);
    static ref int Find(int[] a, int value)
    {
        for (int i = 0; i < a.Length; i++)
            if (a[i] == value)
                return ref a[i];
        throw new KeyNotFoundException();
    }
    static int Sum(params ReadOnlySpan<int> xs)
    {
        int s = 0;
        foreach (int x in xs)
            s += x;
        return s;
    }
    static void Outs(out int a, out string b)
    {
        a = 5;
        b = "out";
    }
    static int Extension(this string s, int n) => s.Length * n;

    static void Main()
    {
        Console.WriteLine(Optional(1));
        Console.WriteLine(Optional(1, c: "x"));
        Console.WriteLine(Optional(c: "y", a: 9));
        Console.WriteLine(Optional(1, 2, "z", 4, 5, 6));
        long l = 41;
        Console.WriteLine(In(l) + In(1));
        int[] a = { 1, 2, 3 };
        Find(a, 2) = 20;
        ref int r = ref Find(a, 3);
        r++;
        Console.WriteLine(string.Join(",", a));
        Console.WriteLine(Sum() + Sum(1) + Sum(1, 2, 3));
        Outs(out int n, out var s);
        Console.WriteLine(n + s);
        Console.WriteLine("abc".Extension(4));
        ref readonly int ro = ref a[0];
        a[0] = 100;
        Console.WriteLine(ro);
        ref int x = ref a[1];
        x = ref a[2];
        x = -1;
        Console.WriteLine(string.Join(",", a));
        (a[0] > 5 ? ref a[1] : ref a[2]) = 77;
        Console.WriteLine(a[1]);
    }
}
