using System.Runtime.CompilerServices;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
// C# 11-14: extension members, field keyword, compound assignment operators, partial events/ctors, null-conditional assignment, checked operators, generic attributes, lock, required, file types, list patterns, raw strings, alias any type, lambda defaults, primary ctors, interceptors excluded
using Pt = (int X, int Y);
using unsafe IntP = int*;

[AttributeUsage(AttributeTargets.All, AllowMultiple = true)]
class GAttr<T> : Attribute
{
    public T? V;
    public GAttr(T v)
    {
        V = v;
    }

    public GAttr()
    {
    }

    public Type P { get; set; } = typeof(T);
}

[GAttr<int>(5)]
[GAttr<string>("s")]
[GAttr<Type>(typeof(List<>))]
[GAttr<DayOfWeek>(DayOfWeek.Friday)]
[GAttr<object>(3L)]
[GAttr<int[]>(new[] { 1, 2 })]
class Attributed
{
}

static class Ex
{
    extension<T>(IEnumerable<T> src)
    {
        public bool IsVoid => !src.Any();

        public IEnumerable<T> Twice() => src.Concat(src);
        public static IEnumerable<T> operator +(IEnumerable<T> a, IEnumerable<T> b) => a.Concat(b);
        public static string StaticName => typeof(T).Name;
    }

    extension(int i)
    {
        public int Sq => i * i;
        public static int Made => 42;

        public int Plus(int j) => i + j;
    }

    extension(ref int i)
    {
        public void Bump() => i++;
    }

    extension(string)
    {
        public static string Rep(char c, int n) => new(c, n);
    }
}

class FieldKw
{
    public int A { get => field; set => field = value < 0 ? throw new ArgumentOutOfRangeException() : value; } = 7;
    public string L { get => field ??= "lazy"; }
    public static int S { get => field ++; }

    [field: NonSerialized]
    public int Q { get; set => field = value * 2; }
}

class Vec
{
    public int[] a =
    {
        1,
        2
    };
    public int ops;
    public void operator +=(int x)
    {
        for (int i = 0; i < a.Length; i++)
            a[i] += x;
        ops++;
    }

    public void operator checked +=(int x)
    {
        checked
        {
            for (int i = 0; i < a.Length; i++)
                a[i] += x;
        }

        ops += 100;
    }

    public void operator ++()
    {
        ops += 1000;
    }

    public static Vec operator +(Vec l, int x) => throw new Exception("should not");
    public void operator >>>=(string s) => ops += s.Length;
}

struct SVec
{
    public int x;
    public void operator -=(int y) => x -= y;
    public static SVec operator -(SVec a, int b) => throw new Exception();
}

interface ICompound
{
    void operator *=(int x);
}

class Comp : ICompound
{
    public int v = 2;
    public void operator *=(int x) => v *= x;
}

partial class Part
{
    public partial Part(int x);
    public partial event Action E;
    public partial int Prop { get; set; }

    partial void M(int x);
    public void Call() => M(3);
}

partial class Part
{
    public int v;
    public partial Part(int x)
    {
        v = x;
    }

    Action? e;
    public partial event Action E
    {
        add
        {
            e += value;
            v++;
        }

        remove
        {
            e -= value;
            v--;
        }
    }

    public partial int Prop { get => v; set => v = value; }

    public void Fire() => e?.Invoke();
}

record struct Chk(sbyte V)
{
    public static Chk operator +(Chk a, Chk b) => new(unchecked((sbyte)(a.V + b.V)));
    public static Chk operator checked +(Chk a, Chk b) => new(checked((sbyte)(a.V + b.V)));
    public static explicit operator byte (Chk c) => unchecked((byte)c.V);
    public static explicit operator checked byte (Chk c) => checked((byte)c.V);
    public static Chk operator checked -(Chk c) => new(checked((sbyte)-c.V));
    public static Chk operator -(Chk c) => new(unchecked((sbyte)-c.V));
    public static Chk operator >>>(Chk c, int n) => new((sbyte)((byte)c.V >>> n));
    public static Chk operator checked ++(Chk c) => new(checked((sbyte)(c.V + 1)));
    public static Chk operator ++(Chk c) => new(unchecked((sbyte)(c.V + 1)));
}

class Req
{
    public required int A { get; init; }

    public required string B;
    [SetsRequiredMembers]
    public Req(int a)
    {
        A = a;
        B = "set";
    }

    public Req()
    {
    }
}

file class FileLocal
{
    public override string ToString() => "file-local";
}

class Prim(int a, string b = "dflt")
{
    public int A => a++;
    public string B { get; } = b;

    public Prim(string s) : this(s.Length)
    {
    }
}

class PrimSub(int z) : Prim(z, "sub")
{
    public int Z() => z + A;
}

abstract record Shape(string N)
{
    public virtual double Area => 0;
    protected virtual Type EC => EqualityContract;

    public static implicit operator Shape(int r) => new Circ(r);
}

sealed record Circ(double R) : Shape("c")
{
    public override double Area => R * R;
}

record Rect(double W, double H) : Shape("r")
{
    public override double Area => W * H;

    public void Deconstruct(out double sum) => sum = W + H;
}

record SqRect(double S) : Rect(S, S);
record struct RS(int A, string B)
{
    public int C { get; init; } = A * 2;
}

readonly record struct RRS<T>(T V, List<T>? L = null);
record Gen<T>(T V)
    where T : notnull
{
    public override string ToString() => "G" + V;
    protected virtual bool PrintMembers(System.Text.StringBuilder sb)
    {
        sb.Append("custom");
        return true;
    }
}

class P
{
    static void W(object? o) => Console.WriteLine(o);
    static string Pat(object? o) => o switch
    {
        null => "null",
        int and > 5 and < 10 or 42 => "int range",
        int i when i % 2 == 0 => "even " + i,
        int => "odd",
        string { Length: 0 } => "empty",
        string { Length: > 3 and var n } s => $"long {n} {s[^1]}",
        string s => s,
        int[] and [] => "arr0",
        int[] and [1, .., 9] => "1..9",
        int[] and [var x, ..var mid, var y] => $"{x} [{string.Join(",", mid)}] {y}",
        List<object> and [var only] => "one " + only,
        List<string> and [_, "b", ..] => "list b",
        ValueTuple<int, int> and (0, 0) => "origin",
        ValueTuple<int, int> { Item1: > 0 } p => "pos" + p.Item2,
        Rect (var w, _) { H: > 5 } => "rect" + w,
        Rect (3.0) => "sum3",
        Shape { Area: 0 } => "zero",
        Shape and not Circ => "not circ",
        Circ { R: double r, N: ['c'] } => "circ " + r,
        char and (>= 'a' and <= 'z' or >= 'A' and <= 'Z') => "letter",
        char => "other",
        DateTime { Year: 2020, Month: 1 or 2 } => "2020",
        double.NaN => "nan",
        < 0.0 => "negd",
        1.5m => "dec",
        Type t when t == typeof(int) => "type",
        Delegate { Method.Name: var mn } => "del" + (mn.Length > 0),
        IEnumerable<int> e and not List<int> => "ie" + e.Count(),
        _ => "?" + o.GetType().Name
    };
    static int Sw(string s) => s switch
    {
        "alpha" => 1,
        "beta" => 2,
        "gamma" => 3,
        "delta" => 4,
        "epsilon" => 5,
        "zeta" => 6,
        "eta" => 7,
        "theta" => 8,
        "iota" => 9,
        "" => 10,
        null => 11,
        "a\0b" => 12,
        "Alpha" => 13,
        "alphA" => 14,
        _ => -1
    };
    static int SpanSw(ReadOnlySpan<char> s) => s switch
    {
        "abc" => 1,
        "" => 2,
        ['x', ..var r] => r.Length,
        _ => -1
    };
    static string Caller([CallerMemberName] string m = "", [CallerLineNumber] int l = 0, [CallerFilePath] string f = "", int z = 0, [CallerArgumentExpression("z")] string ex = "") => $"{m}:{l > 0}:{Path.GetFileName(f)}:{ex}";
    static string this_(in int x, ref readonly int y) => (x + y).ToString();
    [ModuleInitializer]
    internal static void MI() => W("module init");
    [ModuleInitializer]
    internal static void MI2() => W("module init 2");
    static T? Dflt<T>() => default;
    static int Over(object o) => 1;
    [OverloadResolutionPriority(1)]
    static int Over(ReadOnlySpan<char> s) => 2;
    static int Over(string s) => 3;
    static unsafe void Main()
    {
        foreach (var a in typeof(Attributed).GetCustomAttributes(false).Select(a => a.GetType() + " " + (a.GetType().GetField("V")!.GetValue(a)is Array ar ? "arr" + ar.Length : a.GetType().GetField("V")!.GetValue(a)) + a.GetType().GetProperty("P")!.GetValue(a)).OrderBy(x => x, StringComparer.Ordinal))
            W(a);
        W(new[] { 1 }.IsVoid + "" + new int[0].IsVoid + new[] { 1, 2 }.Twice().Count() + 5.Sq + int.Made + 3.Plus(4) + string.Rep('x', 3));
        int bi = 4;
        bi.Bump();
        W(bi);
        IEnumerable<int> e1 = [1], e2 = [2];
        W((e1 + e2).Count());
        W(IEnumerable<int>.StaticName);
        var fk = new FieldKw();
        W(fk.A + fk.L);
        fk.A = 3;
        try
        {
            fk.A = -1;
        }
        catch (ArgumentOutOfRangeException)
        {
            W("neg");
        }

        W(fk.A + FieldKw.S + FieldKw.S + (fk.Q = 4) + fk.Q);
        var v = new Vec();
        v += 5;
        var v2 = v;
        v2 += 1;
        W(v.a[0] + " " + v.ops + ReferenceEquals(v, v2));
        checked
        {
            v += 1;
        }

        ++v;
        v++;
        v >>>= "abc";
        W(v.ops);
        try
        {
            checked
            {
                v += int.MaxValue;
            }
        }
        catch (OverflowException)
        {
            W("ovf");
        }

        SVec sv = new()
        {
            x = 10
        };
        sv -= 3;
        W(sv.x);
        var svs = new[]
        {
            sv
        };
        svs[0] -= 2;
        W(svs[0].x);
        ICompound ic = new Comp();
        ic *= 5;
        W(((Comp)ic).v);
        static void Mu<T>(ref T t)
            where T : ICompound
        {
            t *= 3;
        }

        var cm = new Comp();
        Mu(ref cm);
        W(cm.v);
        var pt = new Part(9);
        Action h = () => W("part fired");
        pt.E += h;
        pt.Fire();
        pt.E -= h;
        pt.Prop += 4;
        pt.Call();
        W(pt.v);
        Part? np = null;
        np?.Prop = 4;
        pt?.Prop = 11;
        W(pt!.Prop);
        np?.v += SideEffect();
        static int SideEffect()
        {
            W("not evaluated");
            return 1;
        }

        var c1 = new Chk(127);
        W(unchecked(c1 + c1));
        try
        {
            W(checked(c1 + new Chk(1)));
        }
        catch (OverflowException)
        {
            W("chk");
        }

        try
        {
            W(checked((byte)new Chk(-1)));
        }
        catch (OverflowException)
        {
            W("chk2");
        }

        W((byte)new Chk(-1));
        try
        {
            W(checked(-new Chk(-128)));
        }
        catch (OverflowException)
        {
            W("chk3");
        }

        W(-new Chk(-128));
        W(new Chk(-1) >>> 4);
        var c2 = new Chk(127);
        c2++;
        W(c2);
        try
        {
            checked
            {
                c2 = new Chk(127);
                c2++;
            }
        }
        catch (OverflowException)
        {
            W("chk4");
        }

        W(new Req { A = 1, B = "b" }.B + new Req(4).B);
        W(new FileLocal());
        var pr = new Prim("four");
        W(pr.A + pr.A + pr.B);
        W(new PrimSub(5).Z());
        Shape c = new Circ(2), c3 = new Circ(2);
        W(c == c3);
        W(c.Equals(new Rect(1, 2)));
        W(c with { N = "z" });
        W(((Circ)c with { R = 9 }).Area);
        W(new SqRect(3));
        W(new SqRect(3) == new Rect(3, 3));
        W(new Rect(3, 3).GetHashCode() == new Rect(3, 3).GetHashCode());
        W(new RS(1, "b") + " " + (new RS(1, "b") == new RS(1, "b")) + (new RS(1, "b")with { C = 5 }));
        W(new RRS<string>("q") + "" + new RRS<int>(1, null).Equals(new RRS<int>(1)));
        W(new Gen<int>(4));
        Shape imp = 5;
        W(imp);
        var(rw, rh) = new Rect(7, 8);
        W(rw + rh);
        foreach (var o in new object? []
        {
            null,
            7,
            42,
            8,
            4,
            5,
            "",
            "long string",
            "abc",
            new int[0],
            new[]
            {
                1,
                5,
                9
            },
            new[]
            {
                2,
                3,
                4,
                5
            },
            new List<object>
            {
                1
            },
            new List<string>
            {
                "a",
                "b"
            },
            (0, 0),
            (3, 4),
            new Rect(1, 9),
            new Rect(1, 2),
            new Rect(0, 5),
            new Rect(2, 2),
            new Circ(3),
            'q',
            '!',
            new DateTime(2020, 2, 3),
            double.NaN,
            -1.5,
            1.5m,
            1.6m,
            typeof(int),
            (Func<int>)(() => 1),
            new HashSet<int>
            {
                1
            },
            new int[, ]
            {
            },
            3.5
        }

        )
            W(Pat(o));
        foreach (var s in new[]
        {
            "alpha",
            "beta",
            "gamma",
            "delta",
            "epsilon",
            "zeta",
            "eta",
            "theta",
            "iota",
            "",
            null,
            "a\0b",
            "a",
            "Alpha",
            "alphA",
            "ALPHA",
            "thetA"
        }

        )
            Console.Write(Sw(s!) + " ");
        W(SpanSw("abc") + SpanSw("") + SpanSw("xyz") + SpanSw("q"));
        W(Caller(z: 1 + 2));
        int q1 = 4;
        W(this_(q1, in q1));
        W(Dflt<int?>() == null);
        W(Over("s"));
        var lam = (int x, int y = 10, params int[] r) => x + y + r.Length;
        W(lam(1) + lam(1, 2) + lam(1, 2, 3, 4));
        W(lam.GetType().Name.Length > 0);
        Func<int, Func<int, int>> curry = x => y => x * y;
        W(curry(3)(4));
        var nameofOpen = nameof(List<>);
        W(nameofOpen);
        Pt tp = (3, 4);
        W(tp.X * tp.Y);
        int pv = 5;
        IntP ip = &pv;
        W(*ip);
        var raw = $$"""  {{pv}} {x} "quoted" """;
        W(raw);
        W($"{pv, 5:D3}|{pv switch {> 3 => "big", _ => "small"}}|{(pv > 1 ? "t" : "f")}");
        var lk = new Lock();
        lock (lk)
        {
            lock (lk)
            {
                W(lk.IsHeldByCurrentThread);
            }
        }

        W(lk.IsHeldByCurrentThread);
        using (lk.EnterScope())
            W("scope");
        try
        {
            lk.Exit();
        }
        catch (SynchronizationLockException ex)
        {
            W(ex.Message);
        }

        W("\e[0m".Length);
        (int a9, (string b9, var d9)) = (1, ("x", 2.5));
        W(a9 + b9 + d9);
        var anon = new
        {
            A = 1,
            B = "x",
            N = new
            {
                Z = 2.5
            }
        };
        W(anon + " " + anon.Equals(new { A = 1, B = "x", N = new { Z = 2.5 } }));
        W(anon with { A = 2 });
        try
        {
            object bad = 77L;
            _ = bad switch
            {
                int => 1,
                string => 2
            };
        }
        catch (SwitchExpressionException ex)
        {
            W(ex.Message.Replace("\n", "|") + ex.UnmatchedValue);
        }
    }
}
