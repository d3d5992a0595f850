using System.Runtime.CompilerServices;

struct S
{
    public int x, y;
    public S(int a)
    {
        x = a;
        y = a * 2;
    }

    public int Inc() => ++x;
    public readonly int Get() => x;
    public override string ToString() => $"({x},{y})";
    public S With(int v)
    {
        x = v;
        return this;
    }

    public static S operator +(S a, S b) => new()
    {
        x = a.x + b.x,
        y = a.y + b.y
    };
    public int this[int i]
    {
        get
        {
            P.L("get" + i);
            return i == 0 ? x : y;
        }

        set
        {
            P.L("set" + i);
            if (i == 0)
                x = value;
            else
                y = value;
        }
    }
}

struct Big
{
    public long a, b, c, d, e, f, g, h;
    public S s;
    public object o;
    public Big(int n)
    {
        a = n;
        b = n + 1;
        c = n + 2;
        d = e = f = g = 0;
        h = n * 7;
        s = new S(n);
        o = "big" + n;
    }

    public override string ToString() => $"{a} {b} {c} {h} {s} {o}";
}

class C
{
    public int f;
    public S s;
    public Big b;
    public readonly S ro = new(5);
    public static S st;
    public static readonly S sro = new(6);
    public int[] arr =
    {
        1,
        2,
        3
    };
    public int Prop
    {
        get
        {
            P.L("getP");
            return f;
        }

        set
        {
            P.L("setP");
            f = value;
        }
    }

    public C? next;
    public string? str;
    public S SP { get; set; }
    public ref S RefS => ref s;
}

class P
{
    public static List<string> log = new();
    public static void L(string s) => log.Add(s);
    static void Flush(string n)
    {
        Console.WriteLine(n + ": " + string.Join(" ", log));
        log.Clear();
    }

    static T V<T>(string n, T v)
    {
        L(n);
        return v;
    }

    static ref T R<T>(string n, ref T r)
    {
        L(n);
        return ref r;
    }

    static C? Cn(string n, C? c)
    {
        L(n);
        return c;
    }

    static void T(string n, Action a)
    {
        try
        {
            a();
            L("ok");
        }
        catch (Exception e)
        {
            L(e.GetType().Name);
        }

        Flush(n);
    }

    static int I(string n, int i)
    {
        L(n);
        return i;
    }

    static int Throw(string n)
    {
        L(n);
        throw new InvalidOperationException();
    }

    static void Ref3(ref int a, in int b, out int c)
    {
        c = 5;
        a = b + c;
    }

    static int Sum(int a, int b, int c, int d) => a * 1000 + b * 100 + c * 10 + d;
    static void InArg(in S s, ref S t)
    {
        t.x = 99;
        L(s.x.ToString());
    }

    static S Ret(S s)
    {
        s.x++;
        return s;
    }

    static Big RetB(Big b, ref Big other)
    {
        other.a = -1;
        b.h++;
        return b;
    }

    static Big Swap(ref Big a, ref Big b)
    {
        (a, b) = (b, a);
        return a;
    }

    static void Main()
    {
        int[] arr =
        {
            1,
            2,
            3
        };
        int[]? nul = null;
        C c = new();
        C? cn = null;
        T("arr=", () => V("a", arr)[I("i", 1)] = I("v", 9));
        T("null arr=", () => V("a", nul)![I("i", 1)] = I("v", 9));
        T("oob=", () => V("a", arr)[I("i", 7)] = I("v", 9));
        T("arr throw", () => V("a", nul)![I("i", 1)] = Throw("t"));
        T("arr+=", () => V("a", arr)[I("i", 2)] += I("v", 9));
        T("oob+=", () => V("a", arr)[I("i", 5)] += I("v", 9));
        T("field=", () => Cn("c", cn)!.f = I("v", 3));
        T("field+=", () => Cn("c", cn)!.f += I("v", 3));
        T("prop=", () => Cn("c", c)!.Prop = I("v", 3));
        T("prop+=", () => Cn("c", c)!.Prop += I("v", 3));
        T("prop++", () => L(Cn("c", c)!.Prop++.ToString()));
        T("null prop", () => Cn("c", cn)!.Prop = I("v", 1));
        T("??=", () =>
        {
            cn ??= V<C?>("new", new C());
            cn ??= V<C?>("never", null);
            cn = null;
        });
        T("?.", () =>
        {
            L((cn?.arr[Throw("never")]).ToString() + "n");
            cn?.next!.Prop.ToString();
            c.next = null;
            L((c.next?.Prop ?? -1).ToString());
        });
        T("tuple", () =>
        {
            (V("a", arr)[I("i", 0)], V("b", arr)[I("j", 1)]) = (I("x", 10), I("y", 20));
            L(arr[0] + "," + arr[1]);
        });
        T("swap", () =>
        {
            int i = 0;
            (i, arr[i]) = (2, 77);
            L(i + "," + arr[0]);
        });
        T("idx side", () =>
        {
            int i = 0;
            arr[i++] = i;
            arr[i] = i++ + ++i;
            L(string.Join(",", arr));
        });
        T("args", () =>
        {
            int i = 1;
            L(Sum(i++, i, i += 2, i--).ToString());
            L(Sum(d: I("d", 1), a: I("a", 2), c: I("c", 3), b: I("b", 4)).ToString());
        });
        T("x+=f", () =>
        {
            int x = 5;
            x += F(ref x);
            L(x.ToString());
            static int F(ref int q)
            {
                q = 100;
                return 1;
            }
        });
        T("arr elem +=f", () =>
        {
            arr[0] = 5;
            arr[0] += G(arr);
            L(arr[0].ToString());
            static int G(int[] a)
            {
                a[0] = 100;
                return 1;
            }
        });
        T("struct idx", () =>
        {
            var s = new S(1);
            s[I("i", 0)] += s[I("j", 1)];
            L(s.ToString());
            s[0]++;
            L(s.ToString());
        });
        T("ref ret", () =>
        {
            R("r", ref arr[1]) += I("v", 5);
            L(arr[1].ToString());
        });
        T("ref cond", () =>
        {
            bool b = V("b", true);
            ref int rc = ref arr[1];
            if (b)
                rc = ref arr[0];
            rc = I("v", 6);
            L(arr[0].ToString());
        });
        T("and/or", () =>
        {
            L((V("f", false) && V("x", true) || V("t", true)).ToString());
            L((V("t", true) | V("e", false)).ToString());
            bool? n = null;
            L(((n & V<bool?>("q", false))).ToString()!);
            L((n | V<bool?>("q", true)).ToString()!);
        });
        T("lifted", () =>
        {
            int? a = V<int?>("a", null), b = V<int?>("b", 3);
            L((a + b == null) + "" + (a < b) + (a == null) + (b * b) + (a ?? b));
            L((-a == null) + "" + (b++) + b + (a++ == null));
        });
        T("str+", () =>
        {
            string? s = null;
            s += V("a", "x") + V("n", (object? )null) + V("i", 1) + V("c", 'c');
            L(s);
        });
        T("cast order", () =>
        {
            object o = "s";
            int[] z = new int[1];
            z[I("i", 0)] = (int)V("o", o);
        });
        T("div", () =>
        {
            int z = 0;
            L((I("a", 1) / I("b", z)).ToString());
        });
        T("arr new", () =>
        {
            var q = new int[I("n", -1)];
        });
        T("arr2 new", () =>
        {
            var q = new int[I("n", 2), I("m", -1)];
        });
        T("init", () =>
        {
            var q = new C
            {
                f = I("f", 1),
                str = V("s", "x"),
                next = new C
                {
                    f = Throw("t")
                }
            };
        });
        T("coll init", () =>
        {
            var l = new List<int>
            {
                I("1", 1),
                I("2", 2),
                Throw("t")
            };
        });
        T("ctor throws", () =>
        {
            c.next = null;
            c.next = new Thr();
        });
        T("with", () =>
        {
            var q = new S(3);
            var z = q with
            {
                x = I("x", q.y),
                y = I("y", q.x)
            };
            L(z.ToString());
        });
        T("using", () =>
        {
            using var a = new D("a");
            using var b = new D("b");
            Throw("t");
        });
        T("lock null", () =>
        {
            object? o = null;
            lock (o!)
            {
                L("in");
            }
        });
        T("foreach null", () =>
        {
            foreach (int x in nul!)
                L("x");
        });
        T("switch", () =>
        {
            switch (I("s", 5))
            {
                case int k when V("w1", false):
                    break;
                case 5 when V("w2", true):
                    L("hit");
                    goto case 6;
                case 6:
                    L("six");
                    goto default;
                default:
                    L("def");
                    break;
            }
        });
        T("interp", () => L($"{I("a", 1)}{V("b", "q"), 4}{(V("c", true) ? I("d", 2) : I("e", 3)):D2}"));
        T("struct copies", () =>
        {
            var s = new S(1);
            var t = s;
            t.x = 50;
            L(s.ToString());
            var a = new[]
            {
                s,
                t
            };
            a[0].Inc();
            ref S r = ref a[1];
            r.Inc();
            foreach (var q in a)
                L(q.ToString());
            c.ro.Inc();
            L(c.ro.x.ToString());
            C.sro.Inc();
            L(C.sro.x.ToString());
            c.s.Inc();
            c.RefS.Inc();
            L(c.s.x.ToString());
            C.st.Inc();
            L(C.st.x.ToString());
            var l = new List<S>
            {
                s
            };
            l[0].Inc();
            L(l[0].x.ToString());
            c.SP.Inc();
            L(c.SP.x.ToString());
            ref readonly S ir = ref a[0];
            ir.Inc();
            L(a[0].x.ToString());
            object o = s;
            ((S)o).Inc();
            L(((S)o).x.ToString());
            Unsafe.Unbox<S>(o).Inc();
            L(((S)o).x.ToString());
            S? n = s;
            n.Value.Inc();
            L(n.Value.x.ToString());
            var k = (s, t);
            k.s.Inc();
            L(k.s.x + "" + s.x);
            s = Ret(s);
            s = s + s;
            s = s.With(3).With(s.y);
            L(s.ToString());
        });
        T("alias in", () =>
        {
            var s = new S(1);
            InArg(in s, ref s);
            InArg(s, ref s);
        });
        T("self assign", () =>
        {
            var b = new Big(1);
            b = RetB(b, ref b);
            L(b.ToString());
            var d = new Big(2);
            b = RetB(d, ref b);
            L(b.ToString() + d.a);
            b = Swap(ref b, ref d);
            L(b + "|" + d);
            var ar = new[]
            {
                b,
                d
            };
            ar[0] = RetB(ar[1], ref ar[0]);
            L(ar[0].ToString());
            c.b = RetB(c.b, ref c.b);
            L(c.b.a + "" + c.b.h);
            b.s = new S(b.s.y)
            {
                x = b.s.x + 1
            };
            L(b.s.ToString());
            b = new Big(5)
            {
                h = b.a,
                s = b.s
            };
            L(b.ToString());
        });
        T("closure", () =>
        {
            var fs = new List<Func<int>>();
            for (int i = 0; i < 3; i++)
            {
                int j = i * 10;
                fs.Add(() => i++ + j++);
            }

            foreach (var f in fs)
                L(f() + "," + f());
            foreach (int q in new[]
            {
                1,
                2
            }

            )
                fs.Add(() => q);
            L(fs[3]() + "" + fs[4]());
            S cs = new(1);
            Action m = () => cs.Inc();
            m();
            m();
            L(cs.x.ToString());
        });
        T("ref3", () =>
        {
            int a = 1, b = 2;
            Ref3(ref a, a + b, out int q);
            L(a + "," + q);
            Ref3(ref a, a, out a);
            L(a.ToString());
            Ref3(ref arr[I("i", 0)], arr[I("j", 1)], out arr[I("k", 2)]);
            L(string.Join(",", arr));
        });
        T("checked side", () =>
        {
            int i = int.MaxValue;
            try
            {
                checked
                {
                    arr[0] = I("v", 1) + i++;
                }
            }
            catch (OverflowException)
            {
                L("ovf" + i);
            }

            byte bb = 255;
            unchecked
            {
                bb++;
            }

            L(bb.ToString());
            bb = 255;
            try
            {
                checked
                {
                    bb += 1;
                }
            }
            catch (OverflowException)
            {
                L("b" + bb);
            }

            short sh = -32768;
            L((-sh).ToString() + (short)-sh + unchecked((sbyte)200));
        });
        T("goto loops", () =>
        {
            int i = 0;
            again:
                try
                {
                    if (i++ < 3)
                    {
                        if (i == 2)
                            goto again;
                        L("i" + i);
                        goto again;
                    }
                }
                finally
                {
                    L("f" + i);
                }

            int n = 0;
            while (true)
            {
                do
                {
                    n++;
                    if (n % 2 == 0)
                        continue;
                    if (n > 5)
                        goto done;
                }
                while (n < 10);
            }

            done:
                L("n" + n);
            for (int a = 0, b = 10; a < b; a++, b -= 2)
                if (a == 3)
                    break;
                else
                    L(a + ":" + b);
        });
        T("float cmp", () =>
        {
            double nan = double.NaN;
            L((nan < 1) + "" + !(nan >= 1) + (nan != nan) + (nan == nan) + (0.0 == -0.0) + (1 / 0.0 > double.MaxValue) + (float.NaN > 0 ? "t" : "f"));
            if (!(nan > 0))
                L("not gt");
            while (nan < 0)
                L("no");
            L(Math.Max(nan, 1).ToString() + Math.Min(-0.0, 0.0).ToString());
        });
        T("decimal", () =>
        {
            decimal d = 0.1m + 0.2m;
            L(d.ToString() + (d == 0.3m) + decimal.MaxValue + 1.10m + (1.10m == 1.1m) + (1.10m).GetHashCode().Equals(1.1m.GetHashCode()));
            const decimal k = 79228162514264337593543950335m;
            try
            {
                L((k + V("one", 1m)).ToString());
            }
            catch (OverflowException)
            {
                L("dovf");
            }

            L((1m / 3m).ToString() + (-7m % 3m) + decimal.Round(2.5m) + (int)3.99m + (decimal)1e-10);
        });
        T("strings", () =>
        {
            string a = "ab", b = "a";
            b += "b";
            L(ReferenceEquals(a, "ab") + "" + ReferenceEquals(a, b) + ReferenceEquals(a, string.Intern(b)) + (string.IsInterned("zz" + b) ?? "null") + ReferenceEquals("a" + "b", a) + ReferenceEquals("", string.Empty) + ReferenceEquals(string.Empty, new string (new char[0])) + ((object)a == (object)b) + (a == b));
            const string k = "x" + "y";
            L(ReferenceEquals(k, "xy").ToString());
            object o1 = 1, o2 = 1;
            L((o1 == o2) + "" + o1.Equals(o2) + ReferenceEquals(o1, o1));
            L("a\0b".Length + "" + "\U0001F600".Length + "\x41g" + @"\n".Length + """q"q""" + "e\u0301".Normalize().Length);
            char ch = 'a';
            ch++;
            ch += (char)1;
            L(ch.ToString() + (ch + 1) + (char)(ch + 1));
        });
        T("nullable box", () =>
        {
            int? n = 5, z = null;
            object? o = n;
            L(o!.GetType() + "" + (o is int? ) + (o is long? ) + ((object? )z == null) + (int? )o + ((int? )null).HasValue + z.GetHashCode() + z.ToString() + z.Equals(null) + n.Equals(5) + n.Equals(5L));
            try
            {
                _ = z!.Value;
            }
            catch (InvalidOperationException e)
            {
                L(e.Message);
            }

            try
            {
                z!.GetType();
            }
            catch (NullReferenceException)
            {
                L("nre");
            }

            try
            {
                int u = (int)(object? )z!;
            }
            catch (NullReferenceException)
            {
                L("unbox nre");
            }

            try
            {
                int? u = (int? )(object)5L;
            }
            catch (InvalidCastException e)
            {
                L(e.Message);
            }

            L(((DayOfWeek? )(object)DayOfWeek.Friday).ToString()! + Nullable.GetUnderlyingType(typeof(int? )) + Nullable.Compare(n, z) + Activator.CreateInstance(typeof(int? )));
        });
    }

    class Thr : C
    {
        public Thr()
        {
            L("ctor");
            throw new InvalidOperationException();
        }
    }

    class D(string n) : IDisposable
    {
        public void Dispose() => L("dispose " + n);
    }
}
