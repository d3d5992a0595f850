static class Program
{
    class C
    {
        public int Field;
        public long Far;
        public string? Text;
        public virtual int Virtual() => 1;
        public int NonVirtual() => Field;
    }

    struct S
    {
        public int A;
        public string T;
    }

    delegate int D();
    interface I
    {
        int M();
    }

    static string Try(Func<object?> f)
    {
        try
        {
            return "ok " + f();
        }
        catch (Exception e)
        {
            return $"{e.GetType()} 0x{e.HResult:x8} {e.Message}";
        }
    }

    static void Main()
    {
        C? c = null;
        int[]? array = null;
        string? s = null;
        D? d = null;
        I? i = null;
        object? o = null;
        S[]? structs = null;
        int zero = 0;
        long lzero = 0;
        int min = int.MinValue, minus = -1;
        Console.WriteLine(Try(() => c!.Field));
        Console.WriteLine(Try(() => c!.Field = 5));
        Console.WriteLine(Try(() => c!.Far++));
        Console.WriteLine(Try(() => c!.Text = "x"));
        Console.WriteLine(Try(() => c!.Virtual()));
        Console.WriteLine(Try(() => c!.NonVirtual()));
        Console.WriteLine(Try(() => array![0]));
        Console.WriteLine(Try(() => array!.Length));
        Console.WriteLine(Try(() => array![3] = 4));
        Console.WriteLine(Try(() => s!.Length));
        Console.WriteLine(Try(() => s![0]));
        Console.WriteLine(Try(() => d!()));
        Console.WriteLine(Try(() => i!.M()));
        Console.WriteLine(Try(() => o!.ToString()));
        Console.WriteLine(Try(() => o!.GetHashCode()));
        Console.WriteLine(Try(() => (int)o!));
        Console.WriteLine(Try(() => structs![0].T));
        Console.WriteLine(Try(() => { lock (o!) { return 1; } }));
        Console.WriteLine(Try(() => { throw null!; }));
        Console.WriteLine(Try(() => 1 / zero));
        Console.WriteLine(Try(() => 1 % zero));
        Console.WriteLine(Try(() => 1L / lzero));
        Console.WriteLine(Try(() => 1u / (uint)zero));
        Console.WriteLine(Try(() => min / minus));
        Console.WriteLine(Try(() => min % minus));
        Console.WriteLine(Try(() => long.MinValue / minus));
        Console.WriteLine(Try(() => 1.0 / zero));
        Console.WriteLine(Try(() => checked(min - 1)));
        Console.WriteLine(Try(() => (C)(object)"s"));
        Console.WriteLine(Try(() => new int[minus]));
        Console.WriteLine(Try(() => foo(c!)));
        Console.WriteLine(Try(() => Enumerable.Range(0, 3).ToArray()[3]));
        static int foo(C c) => c.Text!.Length;
    }
}
