using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

class C
{
    public int f;
    public S s;
    public static int st;
}

struct S
{
    public int a;
    public string b;
    public Inner i;
}

struct Inner
{
    public long z;
}

delegate int MixD(ref int a, out string b, in long c, params object[] d);
delegate T GD<T>(T t);
delegate void VD();
class P
{
    static void W(object? o) => Console.WriteLine(o);
    static void T(string n, Func<object?> f)
    {
        try
        {
            W(n + ": " + (f() ?? "null"));
        }
        catch (Exception e)
        {
            W(n + ": " + e.GetType().Name + " " + e.Message.Split('\n')[0]);
        }
    }

    static int Mix(ref int a, out string b, in long c, params object[] d)
    {
        a++;
        b = "b" + c;
        return a + d.Length;
    }

    int inst = 5;
    int Inst(int x) => inst + x;
    static int Stat(int x) => x * 2;
    static string Ext(string? s) => s ?? "nullext";
    static void Va(__arglist)
    {
        var it = new ArgIterator(__arglist);
        W(it.GetRemainingCount());
    }

    static int order;
    static int O(int k)
    {
        order = order * 10 + k;
        return k;
    }

    event VD? Ev;
    struct DS
    {
        public int n;
        public int Inc() => ++n;
        public static int SI(ref DS d) => d.n += 10;
    }

    static void Main()
    {
        int i = 5;
        TypedReference tr = __makeref (i);
        __refvalue (tr, int) = 7;
        W(i + " " + __reftype (tr));
        T("bad refvalue", () =>
        {
            int q = 1;
            TypedReference r = __makeref (q);
            return __refvalue (r, string);
        });
        W(TypedReference.ToObject(tr));
        W(TypedReference.GetTargetType(tr));
        var c = new C();
        var fs = typeof(C).GetField("s")!;
        var fi = typeof(S).GetField("i")!;
        var fz = typeof(Inner).GetField("z")!;
        TypedReference t2 = TypedReference.MakeTypedReference(c, new[] { fs, fi });
        fz.SetValueDirect(t2, 99L);
        W(c.s.i.z);
        W(fz.GetValueDirect(t2));
        string s = "str";
        TypedReference t3 = __makeref (s);
        __refvalue (t3, string) = "changed";
        W(s);
        S ss = new()
        {
            a = 1,
            b = "x"
        };
        TypedReference t4 = __makeref (ss);
        typeof(S).GetField("b")!.SetValueDirect(t4, "y");
        W(ss.b);
        T("default", () =>
        {
            TypedReference d = default;
            return __reftype (d);
        });
        // delegates
        MixD m = Mix;
        int a = 1;
        W(m(ref a, out var b, 3, 1, 2) + b + a);
        object? [] args =
        {
            5,
            null,
            9L,
            new object[]
            {
                1
            }
        };
        W(m.DynamicInvoke(args));
        W(args[0] + "" + args[1]);
        T("dyn wrong", () => m.DynamicInvoke(1, 2));
        T("dyn type", () => ((GD<int>)(x => x)).DynamicInvoke("s"));
        T("dyn throw", () => ((Action)(() => throw new Exception("in"))).DynamicInvoke());
        var open = (Func<P, int, int>)Delegate.CreateDelegate(typeof(Func<P, int, int>), typeof(P).GetMethod("Inst", (BindingFlags)36)!);
        W(open(new P { inst = 10 }, 1));
        T("open null", () => open(null!, 1));
        var closedStat = (Func<int>)Delegate.CreateDelegate(typeof(Func<int>), null, typeof(P).GetMethod("Stat2", (BindingFlags)40) ?? typeof(P).GetMethod("NoArg", (BindingFlags)40)!);
        W(closedStat());
        Func<string> ext = "q".ExtM;
        W(ext() + ext.Target);
        string? nul = null;
        Func<string> en = nul!.ExtM;
        W(en());
        T("inst null", () =>
        {
            P? p = null;
            Func<int, int> f = p!.Inst;
            return f;
        });
        T("bind fail", () => Delegate.CreateDelegate(typeof(Func<int, int>), typeof(P).GetMethod("Inst", (BindingFlags)36)!));
        T("bind relaxed", () => ((Func<string, object>)Delegate.CreateDelegate(typeof(Func<string, object>), typeof(P).GetMethod("Ext", (BindingFlags)40)!))("r"));
        T("bind relaxed arg", () => ((Func<string, object>)Delegate.CreateDelegate(typeof(Func<string, object>), typeof(P).GetMethod("ObjArg", (BindingFlags)40)!))("r"));
        VD? v = null;
        v += () => O(1);
        VD two = () => O(2);
        v += two;
        v += two;
        v += () =>
        {
            O(3);
            throw new Exception("x");
        };
        v += () => O(4);
        try
        {
            v();
        }
        catch (Exception e)
        {
            W(order + e.Message);
        }

        order = 0;
        v -= two;
        W(v!.GetInvocationList().Length);
        v = (VD? )Delegate.Remove(v, two);
        v = (VD? )Delegate.Remove(v, two);
        W(v!.GetInvocationList().Length);
        VD x1 = two + two, x2 = two + two;
        W((x1 == x2) + "" + x1.Equals(x2) + (x1.GetHashCode() == x2.GetHashCode()) + (x1 != two));
        W(((x1 + two + x1) - x1)!.GetInvocationList().Length + " " + ((x1 + x1) - (x1 + two) == null ? "n" : "y") + ((two + two - two - two) == null));
        T("combine mismatch", () => Delegate.Combine(two, (Action)(() =>
        {
        })));
        T("combine variance", () =>
        {
            Func<object> f1 = () => "a";
            Func<string> f2 = () => "b";
            return Delegate.Combine(f1, (Func<object>)f2);
        });
        GD<int> g = q =>
        {
            O(q);
            return q * 2;
        };
        g += q => q * 3;
        W(g(5));
        W(order);
        foreach (GD<int> q in g.GetInvocationList())
            Console.Write(q(1));
        foreach (var q in Delegate.EnumerateInvocationList(g))
            Console.Write(q(2));
        W(g.HasSingleTarget);
        T("begin", () => two.BeginInvokeX());
        var ds = new DS();
        Func<int> di = ds.Inc;
        di();
        W(di() + " " + ds.n);
        W(((DS)di.Target!).n);
        var dr = (RefD)Delegate.CreateDelegate(typeof(RefD), typeof(DS).GetMethod("Inc")!);
        W(dr(ref ds) + dr(ref ds) + " " + ds.n);
        var obj = new P();
        obj.Ev += () => O(9);
        obj.Ev?.Invoke();
        Func<Func<int>, int> hof = f => f() + 1;
        W(hof(() => hof(() => 40)));
        Action big = () =>
        {
        };
        for (int k = 0; k < 500; k++)
            big += () => order++;
        order = 0;
        big();
        W(order + " " + big.GetInvocationList().Length);
        W(big.Method.Name.Length > 0);
        Action<int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int> many = (p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15, p16) => W(p1 + p16 * 100 + p8);
        many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
        many += many;
        many(2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17);
        W(Marshal.GetFunctionPointerForDelegate(two) != 0);
        Func<decimal, Guid, Int128, S, S> bigs = (d, gg, ii, sx) =>
        {
            sx.a += (int)d + (int)ii;
            return sx;
        };
        bigs += (d, gg, ii, sx) =>
        {
            sx.b = "multi" + sx.a;
            return sx;
        };
        var rs = bigs(1.5m, default, 3, new S { a = 5 });
        W(rs.a + rs.b);
        W(new Action(Main).Method.IsStatic + "" + ((Delegate)two).Target!.GetType().IsDefined(typeof(CompilerGeneratedAttribute)));
        VD? nd = null;
        T("null invoke", () =>
        {
            nd!();
            return 1;
        });
        nd += null;
        W(nd == null);
        T("varargs", () =>
        {
            Va(__arglist(1, "s", 2.5));
            return "ok";
        });
    }

    static object ObjArg(object o) => o.ToString()!;
    static int NoArg() => 33;
    delegate int RefD(ref DS d);
}

static class E
{
    public static string ExtM(this string? s) => "ext:" + (s ?? "null");
    public static object? BeginInvokeX(this VD d)
    {
        typeof(VD).GetMethod("BeginInvoke")!.Invoke(d, new object? [] { null, null });
        return 1;
    }
}
