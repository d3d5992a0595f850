struct One { public byte A; }
struct Three { public byte A, B, C; }
struct IntFloat { public int I; public float F; }
struct TwoLongs { public long A, B; }
struct TwoDoubles { public double A, B; }
struct LongDouble { public long L; public double D; }
struct DoubleLong { public double D; public long L; }
struct Floats3 { public float X, Y, Z; }
struct Floats4 { public float X, Y, Z, W; }
struct Large { public long A, B, C; }
struct Huge { public Large X, Y, Z; }
struct RefInt { public string S; public int I; }
struct Nested { public IntFloat A; public IntFloat B; }

static class Program
{
    static One M(One a) => new() { A = (byte)(a.A + 1) };
    static Three M(Three a) => new() { A = a.C, B = a.B, C = a.A };
    static IntFloat M(IntFloat a) => new() { I = a.I * 2, F = a.F * 2 };
    static TwoLongs M(TwoLongs a) => new() { A = a.B, B = a.A };
    static TwoDoubles M(TwoDoubles a) => new() { A = a.B, B = a.A };
    static LongDouble M(LongDouble a) => new() { L = (long)a.D, D = a.L };
    static DoubleLong M(DoubleLong a) => new() { L = (long)a.D, D = a.L };
    static Floats3 M(Floats3 a) => new() { X = a.Z, Y = a.X, Z = a.Y };
    static Floats4 M(Floats4 a) => new() { X = a.W, Y = a.Z, Z = a.Y, W = a.X };
    static Large M(Large a) => new() { A = a.C, B = a.A, C = a.B };
    static Huge M(Huge a) => new() { X = M(a.Z), Y = a.X, Z = a.Y };
    static RefInt M(RefInt a) => new() { S = a.S + a.I, I = a.S.Length };
    static Nested M(Nested a) => new() { A = a.B, B = a.A };

    static string Many(int a, TwoLongs b, double c, TwoDoubles d, LongDouble e, float f, Large g, byte h, Floats3 i, RefInt j, DoubleLong k, IntFloat l, One m, long n, double o)
        => $"{a} {b.A} {b.B} {c} {d.A} {d.B} {e.L} {e.D} {f} {g.A} {g.B} {g.C} {h} {i.X} {i.Y} {i.Z} {j.S} {j.I} {k.D} {k.L} {l.I} {l.F} {m.A} {n} {o}";

    static void Main()
    {
        var three = M(M(M(new Three { A = 1, B = 2, C = 3 })));
        var f3 = M(new Floats3 { X = 1, Y = 2, Z = 3 });
        var f4 = M(new Floats4 { X = 1, Y = 2, Z = 3, W = 4 });
        var huge = M(M(new Huge { X = new Large { A = 1, B = 2, C = 3 }, Y = new Large { A = 4, B = 5, C = 6 }, Z = new Large { A = 7, B = 8, C = 9 } }));
        var nested = M(new Nested { A = new IntFloat { I = 1, F = 2 }, B = new IntFloat { I = 3, F = 4 } });
        Console.WriteLine($"{M(new One { A = 255 }).A} {three.A}{three.B}{three.C} {M(new IntFloat { I = 3, F = 1.5f }).F} {M(new TwoLongs { A = 1, B = 2 }).A}");
        Console.WriteLine($"{M(new TwoDoubles { A = 1, B = 2 }).A} {M(new LongDouble { L = 5, D = 6.5 }).L} {M(new DoubleLong { L = 5, D = 6.5 }).D}");
        Console.WriteLine($"{f3.X} {f3.Y} {f3.Z} {f4.X} {f4.W} {huge.X.A} {huge.X.C} {huge.Y.B} {huge.Z.C} {nested.A.I} {nested.B.F} {M(new RefInt { S = "abc", I = 5 }).S}");
        Console.WriteLine(Many(1, new TwoLongs { A = 2, B = 3 }, 4.5, new TwoDoubles { A = 5.5, B = 6.5 }, new LongDouble { L = 7, D = 8.5 }, 9.5f, new Large { A = 10, B = 11, C = 12 }, 13,
            new Floats3 { X = 14, Y = 15, Z = 16 }, new RefInt { S = "17", I = 18 }, new DoubleLong { D = 19.5, L = 20 }, new IntFloat { I = 21, F = 22.5f }, new One { A = 23 }, 24, 25.5));
    }
}
