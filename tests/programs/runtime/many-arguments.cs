static class Program
{
    struct Small { public int A; }
    struct Mid { public int A; public double B; }
    struct Big { public long A, B, C; }

    static string Ints(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j, int k, int l) => $"{a}{b}{c}{d}{e}{f}{g}{h}{i}{j}{k}{l}";
    static string Doubles(double a, double b, double c, double d, double e, double f, double g, double h, double i, double j, double k) => $"{a} {b} {c} {d} {e} {f} {g} {h} {i} {j} {k}";
    static string Mixed(int a, double b, string c, Small d, Mid e, Big f, byte g, float h, long i, object j, Mid k, Small l, short m, double n, Big o, bool p, char q, decimal r) =>
        $"{a} {b} {c} {d.A} {e.A} {e.B} {f.A} {f.C} {g} {h} {i} {j} {k.A} {k.B} {l.A} {m} {n} {o.B} {p} {q} {r}";
    static Big ReturnBig(int a, Big b, double c) => new() { A = a + b.A, B = b.B, C = (long)c };
    static Mid ReturnMid(Mid m, int n) => new() { A = m.B > 1 ? n : m.A, B = m.A };
    static (int, string, double, Big) ReturnTuple(Big b, string s) => (1, s, 2.5, b);
    static void Refs(ref int a, ref Big b, in Mid c, out string d, ref string e, params object[] rest)
    {
        a += c.A;
        b.B += a;
        d = e + rest.Length;
        e = "changed";
    }

    class Instance
    {
        public int Field = 9;
        public virtual string Virtual(int a, double b, Big c, string d, Mid e, long f, float g, int h, int i, int j) => $"{Field} {a} {b} {c.C} {d} {e.B} {f} {g} {h} {i} {j}";
        public Big ReturnBig(long n) => new() { A = n, B = Field };
    }

    static void Main()
    {
        Console.WriteLine(Ints(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
        Console.WriteLine(Doubles(1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5, 11.5));
        var mid = new Mid { A = 5, B = 6.5 };
        var big = new Big { A = 7, B = 8, C = 9 };
        Console.WriteLine(Mixed(1, 2.5, "three", new Small { A = 4 }, mid, big, 10, 11.5f, 12, 13, mid, new Small { A = 14 }, -15, 16.5, big, true, 'q', 18.25m));
        Console.WriteLine(ReturnBig(1, ReturnBig(2, big, 3.9), 4.9).A + " " + ReturnMid(ReturnMid(mid, 3), 4).B + " " + ReturnTuple(big, "t"));
        int a = 1;
        string e = "e";
        Refs(ref a, ref big, mid, out string d, ref e, 1, "2", 3.0);
        Console.WriteLine($"{a} {big.B} {d} {e}");
        Instance instance = new();
        Console.WriteLine(instance.Virtual(1, 2, big, "4", mid, 6, 7, 8, 9, 10) + instance.ReturnBig(5).B);
        Func<int, Big, Mid, string, Big, double, string> f = (x, y, z, s, w, v) => $"{x} {y.A} {z.B} {s} {w.C} {v} {a}";
        Console.WriteLine(f(1, big, mid, "s", big, 2.5));
    }
}
