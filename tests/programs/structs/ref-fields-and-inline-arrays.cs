using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Collections;

// ref fields, scoped, ref struct interfaces, allows ref struct, inline arrays, UnscopedRef, params span, collection expressions with builders
ref struct RefBox<T>
{
    public ref T R;
    public ref readonly T RO;
    public RefBox(ref T r)
    {
        R = ref r;
        RO = ref r;
    }

    public bool IsNull => Unsafe.IsNullRef(ref R);
    public T V { get => R; set => R = value; }
}

interface IAdder
{
    int Add(int x);
    string Name => "default";
}

ref struct SpanAdder : IAdder
{
    Span<int> s;
    public SpanAdder(Span<int> s)
    {
        this.s = s;
    }

    public int Add(int x)
    {
        int t = 0;
        foreach (ref int q in s)
        {
            q += x;
            t += q;
        }

        return t;
    }

    public string Name => "SpanAdder";
}

struct PlainAdder : IAdder
{
    int n;
    public int Add(int x) => n += x;
    public string Name => "Plain";
}

ref struct Disp : IDisposable
{
    public ref int n;
    public void Dispose()
    {
        n++;
        Console.WriteLine("disposed");
    }
}

[InlineArray(5)]
struct Five<T>
{
    T e;
    [UnscopedRef]
    public ref T this[Index i] => ref ((Span<T>)this)[i];
    public int Count => 5;
}

[InlineArray(3)]
struct Strs
{
    string s;
}

[InlineArray(4)]
struct Nest
{
    Five<int> f;
}

[InlineArray(2)]
struct Nested2
{
    (string a, int b) t;
}

struct Unsc
{
    int a, b;
    [UnscopedRef]
    public ref int A => ref a;

    [UnscopedRef]
    public Span<int> AsSpan() => MemoryMarshal.CreateSpan(ref a, 2);
}

[CollectionBuilder(typeof(MyColBuilder), "Create")]
class MyCol<T> : IEnumerable<T>
{
    T[] items;
    public MyCol(T[] i)
    {
        items = i;
    }

    public IEnumerator<T> GetEnumerator() => ((IEnumerable<T>)items).GetEnumerator();
    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}

static class MyColBuilder
{
    public static MyCol<T> Create<T>(ReadOnlySpan<T> s)
    {
        var a = s.ToArray();
        Array.Reverse(a);
        return new(a);
    }
}

ref struct Enumerable2
{
    ReadOnlySpan<int> s;
    int i;
    public Enumerable2(ReadOnlySpan<int> s)
    {
        this.s = s;
        i = -1;
    }

    public Enumerable2 GetEnumerator() => this;
    public bool MoveNext() => ++i < s.Length;
    public ref readonly int Current => ref s[i];

    public void Dispose() => Console.WriteLine("enum disposed");
}

delegate R Fn<in T, out R>(T t)
    where T : allows ref struct where R : allows ref struct;
delegate void RefAct<T>(ref T t)
    where T : allows ref struct;
delegate Span<T> SpanFn<T>(scoped Span<T> a, Span<T> b);
interface IVis<TSelf>
    where TSelf : IVis<TSelf>, allows ref struct
{
    static abstract TSelf Make(Span<int> s);
    int Sum();
}

ref struct Vis : IVis<Vis>
{
    Span<int> s;
    public static Vis Make(Span<int> s) => new Vis
    {
        s = s
    };
    public int Sum()
    {
        int t = 0;
        foreach (var x in s)
            t += x;
        return t;
    }
}

class P
{
    static int Use<T>(T a, int x)
        where T : IAdder, allows ref struct => a.Add(x) + a.Name.Length;
    static int UseRef<T>(ref T a, int x)
        where T : IAdder, allows ref struct => a.Add(x);
    static int Vs<T>(Span<int> s)
        where T : IVis<T>, allows ref struct => T.Make(s).Sum();
    static string Tn<T>()
        where T : allows ref struct => typeof(T).ToString() + RuntimeHelpers.IsReferenceOrContainsReferences<T>();
    static R Call<T, R>(Fn<T, R> f, T t)
        where T : allows ref struct where R : allows ref struct => f(t);
    static int SumP(params ReadOnlySpan<int> xs)
    {
        int s = 0;
        foreach (int x in xs)
            s += x;
        return s;
    }

    static string PK(params Span<string> s) => "span" + s.Length;
    static string PK(params string[] s) => "arr" + s.Length;
    static string PL(params List<int> l) => "list" + l.Count;
    static string PE(params IEnumerable<int> e) => e.GetType().Name.Length > 0 ? "enum" + string.Join("", e) : "";
    static string PIL(params IReadOnlyList<object> e) => e.Count + "" + e[0];
    static ref int Max(ref int a, ref int b)
    {
        if (a > b)
            return ref a;
        return ref b;
    }

    static ref readonly T Pick<T>(in T a, in T b, bool f) => ref f ? ref a : ref b;
    static void Swap<T>(ref T a, ref T b) => (a, b) = (b, a);
    static Span<int> Sl(scoped Span<int> a, Span<int> b) => b[..Math.Min(a.Length, b.Length)];
    static bool NullRef<T>(ref T t)
        where T : allows ref struct => Unsafe.IsNullRef(ref t);
    static void W(object? o) => Console.WriteLine(o);
    static int Loop(int n)
    {
        Span<int> st = stackalloc int[n];
        for (int i = 0; i < n; i++)
            st[i] = i * i;
        var b = new RefBox<int>(ref st[n / 2]);
        b.R += 1000;
        int t = 0;
        foreach (int x in st)
            t += x;
        return t;
    }

    static void GcInRef()
    {
        var rb = new RefBox<string>(ref (new string[10])[3]);
        rb.R = new string ('q', 5);
        for (int i = 0; i < 50; i++)
        {
            GC.KeepAlive(new byte[1000]);
        }

        GC.Collect();
        W(rb.R + rb.RO.Length);
    }

    static void Main()
    {
        int v = 5;
        var b = new RefBox<int>(ref v);
        b.R = 6;
        b.V++;
        W(v + " " + b.RO + b.IsNull + default(RefBox<string>).IsNull);
        int w = 9;
        b.R = ref w;
        b.R = 1;
        W(v + " " + w);
        try
        {
            var drb = default(RefBox<int>);
            drb.V = 4;
        }
        catch (NullReferenceException)
        {
            W("nre");
        }

        int[] arr =
        {
            1,
            2,
            3
        };
        W(Use(new SpanAdder(arr), 10));
        W(string.Join(",", arr));
        var pa = new PlainAdder();
        W(Use(pa, 4) + " " + UseRef(ref pa, 4) + " " + UseRef(ref pa, 4));
        var sa = new SpanAdder(arr);
        UseRef(ref sa, 1);
        W(arr[0]);
        W(Vs<Vis>(arr));
        W(Tn<Span<int>>() + Tn<Vis>() + Tn<RefBox<string>>() + Tn<int>() + Tn<ReadOnlySpan<char>>());
        W(Call<Span<int>, int>(s => s.Length, arr));
        W(Call<int, Span<int>>(n => new int[n], 4).Length);
        W(Call<ReadOnlySpan<char>, ReadOnlySpan<char>>(s => s[1..], "hello").ToString());
        int dn = 0;
        using (var d = new Disp
        {
            n = ref dn
        }

        )
        {
        }

        W(dn);
        Five<int> f = default;
        for (int i = 0; i < 5; i++)
            f[i] = i * i;
        f[^1] = 100;
        W(string.Join(",", ((Span<int>)f).ToArray()) + f[2] + f.Count);
        Strs s3 = default;
        s3[0] = "a";
        s3[1] = "b";
        s3[2] = s3[0] + s3[1];
        foreach (var x in s3)
            Console.Write(x + ";");
        W("");
        var s4 = s3;
        s4[0] = "changed";
        W(s3[0] + s4[0]);
        ReadOnlySpan<string> rs = s3;
        W(rs[2] + rs.Length);
        Nest nn = default;
        nn[3][4] = 7;
        nn[0] = f;
        W(((Span<Five<int>>)nn)[3][4] + nn[0][3] + Unsafe.SizeOf<Nest>() + " " + Unsafe.SizeOf<Strs>() + " " + Unsafe.SizeOf<Nested2>());
        Nested2 n2 = default;
        n2[1] = ("t", 3);
        n2[1].b++;
        W(n2[1]);
        try
        {
            int ix = 7;
            W(s3[ix]);
        }
        catch (IndexOutOfRangeException)
        {
            W("ior");
        }

        object box = f;
        W(((Five<int>)box)[4]);
        try
        {
            box.Equals(box);
        }
        catch (NotSupportedException e)
        {
            W(e.Message);
        }

        try
        {
            f.GetHashCode();
        }
        catch (NotSupportedException e)
        {
            W(e.Message);
        }

        var fd = new Dictionary<string, Five<string>>();
        Five<string> fs = default;
        fs[1] = "one";
        fd["k"] = fs;
        GC.Collect();
        W(fd["k"][1]);
        Unsc u = default;
        u.A = 3;
        u.AsSpan()[1] = 4;
        W(u.A + u.AsSpan()[1]);
        W(SumP() + SumP(1) + SumP(1, 2, 3) + SumP(arr));
        W(PK("a", "b") + PK(new[] { "x" }) + PK() + PL(1, 2, 3) + PE(1, 2) + PIL("z", 4));
        int a1 = 3, a2 = 8;
        Max(ref a1, ref a2) = 0;
        W(a1 + " " + a2);
        W(Pick(in a1, in a2, true) + Pick("x", "y", false));
        Swap(ref a1, ref a2);
        W(a1);
        W(Sl(arr, new int[10]).Length + Sl(stackalloc int[2], arr).Length);
        W(NullRef(ref Unsafe.NullRef<Span<int>>()));
        foreach (ref readonly int e in new Enumerable2(arr))
            Console.Write(e + " ");
        List<int> li = [1, ..arr, 99];
        int[] ai = [..li, ..li];
        Span<int> si = [1, 2, 3];
        ReadOnlySpan<string> rss = ["a", "b"];
        IEnumerable<int> ie = [1, 2];
        IList<string> il = ["x"];
        HashSet<int> hs = [1, 1, 2];
        MyCol<int> mc = [1, 2, 3];
        int[][] jag = [[1], [], [2, 3]];
        List<List<string>> ll = [["a"], []];
        W(li.Count + ai.Length + si.Length + rss[1] + ie.Count() + il[0] + hs.Count + string.Join("", mc) + jag[2][1] + ll.Count + ie.GetType().Name.Length + il.GetType().Name);
        Dictionary<string, int> dct = new()
        {
            ["a"] = 1,
            ["b"] = 2
        };
        W(dct["b"]);
        try
        {
            ((ICollection<int>)ie).Add(3);
        }
        catch (NotSupportedException e)
        {
            W(e.Message);
        }

        ReadOnlySpan<byte> u8 = "h\u00e9"u8;
        W(u8.Length + Convert.ToHexString(u8));
        ReadOnlySpan<int> consts = [1, 2, 3, 4, 5, 6, 7];
        W(consts[3] + consts.IndexOf(6));
        ReadOnlySpan<long> cl = [1L << 40, -1];
        W(cl[0] + cl[1]);
        W(Loop(10) + " " + Loop(1000));
        GcInRef();
        ref int r1 = ref arr[0];
        r1 = ref arr[2];
        r1 = 77;
        W(arr[2]);
        ref int nul = ref Unsafe.NullRef<int>();
        try
        {
            nul = 3;
        }
        catch (NullReferenceException)
        {
            W("nr");
        }

        Span<int> z = default;
        W(z.IsEmpty + "" + (z == default));
        try
        {
            z[0] = 1;
        }
        catch (IndexOutOfRangeException)
        {
            W("oor");
        }

        scoped Span<int> sc = stackalloc int[3]
        {
            1,
            2,
            3
        };
        W(sc[1]);
        var td = (Span<int> q) => q.Length;
        W(td(arr));
        SpanFn<int> sfn = Sl;
        W(sfn(arr, arr).Length);
        ref readonly int rro = ref Unsafe.AsRef(in arr[1]);
        W(rro);
        (int x1, string y1) = (1, "q");
        ref var tref = ref Unsafe.As<int, uint>(ref x1);
        tref = uint.MaxValue;
        W(x1);
        for (ref int it = ref arr[0]; Unsafe.IsAddressLessThan(ref it, ref arr[2]); it = ref Unsafe.Add(ref it, 1))
            it = -1;
        W(string.Join(",", arr));
    }
}
