using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

unsafe class Program
{
    struct Big
    {
        public long a, b, c, d;
        public override string ToString() => $"{a},{b},{c},{d}";
    }

    struct Two
    {
        public double x;
        public int y;
    }

    struct Mix
    {
        public object o;
        public int i;
        public double d;
    }

    static int Add(int a, int b) => a + b;
    static Big MakeBig(long a, Big o, double d, ref int r)
    {
        r++;
        return new Big
        {
            a = a,
            b = o.b,
            c = (long)d,
            d = r
        };
    }

    static Two T2(Two a, in Two b, out Two c)
    {
        c = new Two
        {
            x = a.x * 2,
            y = b.y
        };
        return new Two
        {
            x = a.x + b.x,
            y = a.y + b.y
        };
    }

    static T Id<T>(T t) => t;
    static string Name<T, U>() => typeof(T).Name + typeof(U).Name;
    static ref int RefRet(int[] a, int i) => ref a[i];
    static ref readonly T RefRetG<T>(T[] a, int i) => ref a[i];
    static void Throws() => throw new InvalidOperationException("from pointer");
    static double Many(int a, double b, long c, float d, byte e, short f, Half g, decimal h, char i, bool j, nint k, ulong l, string m, object n, Int128 o, double p, double q, double r, double s, double t, double u) => a + b + c + d + e + f + (double)g + (double)h + i + (j ? 1 : 0) + k + l + m.Length + n.GetHashCode() + (double)o + p + q + r + s + t + u;
    [UnmanagedCallersOnly]
    static int Un(int a, byte b) => a * b;
    [UnmanagedCallersOnly(CallConvs = new[] { typeof(CallConvCdecl) })]
    static double UnC(double a, float b) => a * b;
    [UnmanagedCallersOnly]
    static int Cmp(int* a, int* b) => *a - *b;
    [DllImport("libc")]
    static extern void qsort(void* p, nint n, nint size, delegate* unmanaged<int*, int*, int> cmp);
    class Inst
    {
        int f = 3;
        public int M(int x) => f * x;
        public virtual int V(int x) => f + x;
        public static int S(Inst i, int x) => i.f - x;
    }

    class Inst2 : Inst
    {
        public override int V(int x) => -x;
    }

    static delegate*<int, int, int> field = &Add;
    static delegate*<int, int, int> [] arr =
    {
        &Add,
        &Sub,
        &Mul
    };
    static int Sub(int a, int b) => a - b;
    static int Mul(int a, int b) => a * b;
    static delegate*<int, delegate*<int, int, int> > Select = &Sel;
    static delegate*<int, int, int> Sel(int i) => arr[i];
    static string Overl(object o) => "obj";
    static string Overl(string o) => "str";
    static string Overl(int o) => "int";
    static void Main()
    {
        Console.WriteLine(field(3, 4));
        foreach (var p in arr)
            Console.Write(p(10, 3) + " ");
        Console.WriteLine(Select(1)(9, 5));
        int r = 5;
        delegate*<long, Big, double, ref int, Big> mb = &MakeBig;
        Console.WriteLine(mb(1, new Big { b = 22 }, 3.9, ref r) + " " + r);
        delegate*<Two, in Two, out Two, Two> t2 = &T2;
        Two b = new()
        {
            x = 2,
            y = 3
        };
        var res = t2(new Two { x = 1.5, y = 1 }, in b, out var c);
        Console.WriteLine($"{res.x} {res.y} {c.x} {c.y}");
        delegate*<string, string> ids = &Id<string>;
        delegate*<Mix, Mix> idm = &Id<Mix>;
        delegate*<string> nm = &Name<int, List<string>>;
        Console.WriteLine(ids("s") + idm(new Mix { o = "o", i = 4, d = 2.5 }).d + nm());
        int[] a =
        {
            1,
            2,
            3
        };
        delegate*<int[], int, ref int> rr = &RefRet;
        rr(a, 1) = 50;
        rr(a, 2)++;
        Console.WriteLine(string.Join(",", a));
        delegate*<string[], int, ref readonly string> rg = &RefRetG<string>;
        Console.WriteLine(rg(new[] { "q", "w" }, 1));
        delegate*<void> th = &Throws;
        try
        {
            th();
        }
        catch (InvalidOperationException e)
        {
            Console.WriteLine(e.Message);
        }

        delegate*<int, double, long, float, byte, short, Half, decimal, char, bool, nint, ulong, string, object, Int128, double, double, double, double, double, double, double> many = &Many;
        Console.WriteLine(many(1, 2.5, 3, 4.5f, 5, 6, (Half)7, 8.5m, 'a', true, 9, 10, "eleven", 12, 13, 1, 2, 3, 4, 5, 6));
        delegate* unmanaged<int, byte, int> un = &Un;
        Console.WriteLine(un(7, 6));
        delegate* unmanaged[Cdecl]<double, float, double> unc = &UnC;
        Console.WriteLine(unc(1.5, 2f));
        int[] s =
        {
            5,
            1,
            4,
            2,
            3
        };
        fixed (int* p = s)
            qsort(p, 5, 4, &Cmp);
        Console.WriteLine(string.Join(",", s));
        nint raw = (nint)field;
        Console.WriteLine(raw != 0 && ((delegate*<int, int, int> )raw)(1, 1) == 2);
        delegate*<int, int, int> fa = &Add;
        Console.WriteLine(field == fa);
        var h = typeof(Inst).GetMethod("M")!.MethodHandle.GetFunctionPointer();
        Console.WriteLine(((delegate*<Inst, int, int> )h)(new Inst(), 5));
        h = typeof(Inst).GetMethod("V")!.MethodHandle.GetFunctionPointer();
        Console.WriteLine(((delegate*<Inst, int, int> )h)(new Inst2(), 5));
        Console.WriteLine(typeof(Program).GetField("field", (System.Reflection.BindingFlags)(-1))!.FieldType);
        Console.WriteLine(typeof(delegate*<int, ref string, void> ));
        Console.WriteLine(typeof(delegate* unmanaged[Cdecl, SuppressGCTransition]<int> ).IsFunctionPointer);
        Console.WriteLine(typeof(delegate*<int> ) == typeof(delegate*<int> ));
        Console.WriteLine(typeof(delegate*<int> ) == typeof(delegate*<uint> ));
        Console.WriteLine(typeof(delegate*<int> []).ToString());
        var ft = typeof(delegate* unmanaged[Cdecl]<int, string, double> );
        Console.WriteLine(string.Join(",", ft.GetFunctionPointerParameterTypes().Select(x => x.Name)) + ft.GetFunctionPointerReturnType() + ft.IsUnmanagedFunctionPointer + string.Join(",", ft.GetFunctionPointerCallingConventions().Select(x => x.Name)));
        List<nint> l = new();
        for (int i = 0; i < 3; i++)
            l.Add((nint)arr[i]);
        Console.WriteLine(l.Distinct().Count());
        delegate*<object, string> ov = &Overl;
        Console.WriteLine(ov("x"));
        delegate*<string, string> ov2 = &Overl;
        Console.WriteLine(ov2("x"));
        // contravariant conversions
        delegate*<string, object> conv = ov;
        Console.WriteLine(conv("y"));
        Delegate del = Marshal.GetDelegateForFunctionPointer<Cd>((nint)unc);
        Console.WriteLine(((Cd)del)(2, 4));
        Func<int, int> lam = x => x + 1;
        Console.WriteLine(lam.Method.MethodHandle.GetFunctionPointer() != 0);
        static int Loc(int x) => x * 7;
        delegate*<int, int> lp = &Loc;
        Console.WriteLine(lp(6));
        var st = new PS
        {
            f = &Loc,
            g = &Add
        };
        Console.WriteLine(st.f(2) + st.g(st.f(1), 1));
        Console.WriteLine(sizeof(PS));
        void*[] pp = new void*[3];
        pp[1] = &r;
        Console.WriteLine(*(int*)pp[1]);
        int** ppp = stackalloc int*[2];
        ppp[0] = &r;
        (*ppp)[0]++;
        Console.WriteLine(r);
    }

    struct PS
    {
        public delegate*<int, int> f;
        public delegate*<int, int, int> g;
    }

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    delegate double Cd(double a, float b);
}
