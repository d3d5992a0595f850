static class Program
{
    static int? Half(int n) => n % 2 == 0 ? n / 2 : null;
    static string Kind(object? o) => o?.GetType().Name ?? "null";
    struct S
    {
        public int A;
    }

    static void Main()
    {
        int? a = Half(10), b = Half(7);
        Console.WriteLine($"{a} [{b}] {a.HasValue} {b.HasValue} {a + b is null} {a + 1} {a > b} {a == 5} {b == null}");
        Console.WriteLine(b ?? -1);
        Console.WriteLine(b.GetValueOrDefault() + a.GetValueOrDefault(9));
        try
        {
            Console.WriteLine(b!.Value);
        }
        catch (InvalidOperationException e)
        {
            Console.WriteLine(e.Message);
        }
        object? boxed = a;
        Console.WriteLine(Kind(boxed) + Kind(b));
        Console.WriteLine((int?)boxed + 1);
        int? back = (int?)(object?)b;
        Console.WriteLine(back.HasValue);
        bool? t = true, f = false, n = null;
        Console.WriteLine($"{t & n} {f & n} {t | n} {f | n} {!n}");
        S? s = new S { A = 3 };
        Console.WriteLine(s?.A + s.Value.A);
        s = null;
        Console.WriteLine(s?.A == null);
        long? l = a;
        double? d = l * 1.5;
        Console.WriteLine(d);
        Console.WriteLine(Nullable.Compare<int>(1, null) + " " + Nullable.GetUnderlyingType(typeof(int?)));
        try
        {
            object text = "x";
            Console.WriteLine((int?)text);
        }
        catch (InvalidCastException e)
        {
            Console.WriteLine(e.Message);
        }
        try
        {
            object? none = null;
            Console.WriteLine((int)none!);
        }
        catch (NullReferenceException e)
        {
            Console.WriteLine(e.Message);
        }
        Console.WriteLine(a is 5);
        Console.WriteLine(new int?[] { 3, null, 1 }.Max());
    }
}
