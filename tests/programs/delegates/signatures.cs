static class Program
{
    delegate ref int RefReturn(int[] a);
    delegate void OutParam(int x, out string s, ref int y);
    delegate long ManyArgs(int a, long b, double c, float d, string e, byte f, object g, short h, decimal i, (int, int) j);
    delegate T Generic<T>(T a, T b);
    delegate Big ReturnsBig(int n);
    delegate int WithParams(params int[] xs);
    unsafe delegate int WithPointer(int* p);

    struct Big
    {
        public long A, B, C, D;
    }

    class Holder
    {
        public int offset = 3;
        public Big Make(int n) => new() { A = n, B = n + 1, C = n + 2, D = n + offset };
        public long Many(int a, long b, double c, float d, string e, byte f, object g, short h, decimal i, (int, int) j) =>
            a + b + (long)c + (long)d + e.Length + f + (int)g + h + (long)i + j.Item1 + j.Item2 + offset;
    }

    static long StaticMany(int a, long b, double c, float d, string e, byte f, object g, short h, decimal i, (int, int) j) =>
        a - b + (long)c - (long)d + e.Length - f + (int)g - h + (long)i - j.Item1;

    static Big StaticMake(int n) => new() { A = n, D = -n };
    static ref int Second(int[] a) => ref a[1];

    static unsafe void Main()
    {
        int[] a = { 1, 2, 3 };
        RefReturn r = Second;
        r(a) = 50;
        Console.WriteLine(a[1]);
        OutParam o = (int x, out string s, ref int y) =>
        {
            s = "s" + x;
            y += x;
        };
        int n = 10;
        o(5, out string text, ref n);
        Console.WriteLine(text + n);
        var h = new Holder();
        ManyArgs m = h.Many;
        m += StaticMany;
        Console.WriteLine(m(1, 2, 3.5, 4.5f, "five", 6, 7, 8, 9.9m, (10, 11)));
        m -= StaticMany;
        Console.WriteLine(m(1, 2, 3.5, 4.5f, "five", 6, 7, 8, 9.9m, (10, 11)));
        ReturnsBig b = h.Make;
        ReturnsBig sb = StaticMake;
        Console.WriteLine(b(4).D + b(5).C + sb(6).D + sb(7).A);
        Console.WriteLine(((Generic<string>)((x, y) => x + y))("g", "h"));
        Console.WriteLine(((WithParams)(xs => xs.Length))(1, 2, 3));
        WithPointer p = q => *q * 2;
        Console.WriteLine(p(&n));
        Comparison<int> c = (x, y) => y - x;
        Array.Sort(a, c);
        Console.WriteLine(string.Join(",", a));
        Predicate<int> even = x => x % 2 == 0;
        Console.WriteLine(Array.FindIndex(a, even));
    }
}
