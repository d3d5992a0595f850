using System.Runtime.CompilerServices;

interface I
{
}

class A : I
{
    public override string ToString() => "A";
}

class B : A
{
    public override string ToString() => "B";
}

sealed class S : A
{
}

struct V : I
{
}

enum EI : int
{
    X = 1
}

enum EU : uint
{
    X = 1
}

enum EB : byte
{
    X = 2
}

class G<T>
{
    public T[] a = new T[3];
    public ref T R(int i) => ref a[i];
    public void Set(object[] o, int i, T t) => o[i] = t;
}

class P
{
    static void T(string n, Func<object?> f)
    {
        try
        {
            Console.WriteLine($"{n}: {f() ?? "null"}");
        }
        catch (Exception e)
        {
            Console.WriteLine($"{n}: {e.GetType().Name} {e.Message}");
        }
    }

    static void T(string n, Action f) => T(n, () =>
    {
        f();
        return "ok";
    });
    static bool Is<U>(object o) => o is U;
    static string Casts(object o) => string.Join("", new[] { Is<object[]>(o), Is<I[]>(o), Is<A[]>(o), Is<B[]>(o), Is<int[]>(o), Is<uint[]>(o), Is<EI[]>(o), Is<EU[]>(o), Is<byte[]>(o), Is<sbyte[]>(o), Is<EB[]>(o), Is<bool[]>(o), Is<char[]>(o), Is<short[]>(o), Is<ushort[]>(o), Is<long[]>(o), Is<ulong[]>(o), Is<nint[]>(o), Is<nuint[]>(o), Is<float[]>(o), Is<IList<object>>(o), Is<IList<int>>(o), Is<IList<uint>>(o), Is<IEnumerable<EI>>(o), Is<IReadOnlyList<I>>(o), Is<ICollection<A>>(o), Is<Array>(o), Is<IList<ValueType>>(o), Is<IEnumerable<Enum>>(o), Is<object[][]>(o), Is<Array[]>(o), Is<IEnumerable<object>[]>(o), Is<object[, ]>(o), Is<int? []>(o), Is<ICloneable[]>(o), Is<IComparable[]>(o) }.Select(b => b ? '1' : '.'));
    static void Main()
    {
        foreach (var o in new object[]
        {
            new object[1],
            new A[1],
            new B[1],
            new S[1],
            new V[1],
            new int[1],
            new uint[1],
            new EI[1],
            new EU[1],
            new byte[1],
            new sbyte[1],
            new EB[1],
            new bool[1],
            new char[1],
            new short[1],
            new ushort[1],
            new long[1],
            new ulong[1],
            new nint[1],
            new nuint[1],
            new float[1],
            new string[1],
            new int[1][],
            new string[1][],
            new EI[1][],
            new int[1, 1],
            new string[1, 1],
            new int? [1],
            new List<string>[1],
            new IList<string>[1],
            new Action<object>[1],
            new Action[1],
            new Guid[1]
        }

        )
            Console.WriteLine(o.GetType().Name.PadRight(12) + Casts(o));
        object[] oa = new A[3];
        T("A<-B", () => oa[0] = new B());
        T("A<-obj", () =>
        {
            oa[1] = new object ();
        });
        T("A<-null", () => oa[1] = null!);
        T("A<-str", () => oa[1] = "s");
        oa = new B[2];
        T("B<-A", () => oa[0] = new A());
        oa = new I[2];
        T("I<-A", () => oa[0] = new A());
        T("I<-boxedV", () => oa[1] = new V());
        T("I<-str", () => oa[1] = "s");
        oa = new object[2];
        T("o<-all", () => oa[1] = 3);
        oa = new S[2];
        T("S<-S", () => oa[0] = new S());
        T("S<-A", () => oa[0] = new A());
        oa = new string[2][];
        T("str[]<-str[]", () => oa[0] = new string[1]);
        T("str[]<-obj[]", () => oa[0] = new object[1]);
        oa = new object[2][];
        T("obj[]<-str[]", () => oa[0] = new string[1]);
        T("obj[]<-int[]", () => oa[0] = new int[1]);
        oa = new int[2][];
        T("int[]<-uint[]", () => oa[0] = (object)new uint[1]);
        T("int[]<-EI[]", () => oa[0] = (object)new EI[1]);
        T("int[]<-long[]", () => oa[0] = (object)new long[1]);
        oa = new IEnumerable<object>[2];
        T("variant<-List<string>", () => oa[0] = new List<string>());
        T("variant<-List<int>", () => oa[0] = new List<int>());
        T("variant<-A[]", () => oa[0] = new A[1]);
        oa = new Action<string>[1];
        T("Action<string><-Action<object>", () => oa[0] = (Action<object>)(x =>
        {
        }));
        T("Action<string><-Action<A>", () => oa[0] = (Action<A>)(x =>
        {
        }));
        // order of checks: index before type, null before index
        oa = new A[1];
        T("index first", () => oa[5] = "s");
        object[] nul = null!;
        T("null first", () => nul[5] = "s");
        // address-of element: exact type demanded
        object[] strs = new string[1];
        T("ldelema", () =>
        {
            ref object r = ref strs[0];
            r = 1;
        });
        T("ldelema readonly", () =>
        {
            ref readonly object r = ref strs[0];
            return r;
        });
        T("G.R", () =>
        {
            var g = new G<object>();
            g.a = new string[3];
            g.R(1) = 1;
        });
        T("G.R same", () =>
        {
            var g = new G<string>();
            g.R(1) = "q";
            return g.a[1];
        });
        T("swap", () =>
        {
            (strs[0], strs[0]) = (strs[0], strs[0]);
        });
        T("span", () => new Span<object>(strs).Length);
        T("rospan", () => new ReadOnlySpan<object>(strs).Length);
        T("asspan", () => strs.AsSpan().Length);
        T("compound", () =>
        {
            strs[0] += "x";
            return strs[0];
        });
        T("generic set", () => new G<int>().Set(new object[1], 0, 3));
        T("generic set 2", () => new G<A>().Set(new B[1], 0, new A()));
        T("generic set 3", () => new G<string>().Set(new IComparable[1], 0, "s"));
        // Array APIs
        T("Array.Copy down", () =>
        {
            var b = new B[2];
            Array.Copy(new A[] { new B(), new A() }, b, 2);
            return b[0];
        });
        T("Array.Copy up", () =>
        {
            var b = new object[2];
            Array.Copy(new A[] { new B(), new A() }, b, 2);
            return b[1];
        });
        T("Array.Copy box", () =>
        {
            var b = new object[2];
            Array.Copy(new[] { 1, 2 }, b, 2);
            return b[1];
        });
        T("unbox", () =>
        {
            var b = new int[2];
            Array.Copy(new object[] { 1, 2 }, b, 2);
            return b[1];
        });
        T("unbox bad", () =>
        {
            var b = new int[2];
            Array.Copy(new object[] { 1, 2L }, b, 2);
            return b[1];
        });
        T("unbox null", () =>
        {
            var b = new int[2];
            Array.Copy(new object? [] { 1, null }, b, 2);
            return b[1];
        });
        T("widen", () =>
        {
            var b = new long[2];
            Array.Copy(new int[] { 1, -2 }, b, 2);
            return b[1];
        });
        T("widen d", () =>
        {
            var b = new double[2];
            Array.Copy(new int[] { 1, -2 }, b, 2);
            return b[1];
        });
        T("narrow", () =>
        {
            var b = new int[2];
            Array.Copy(new long[] { 1, -2 }, b, 2);
            return b[1];
        });
        T("enum", () =>
        {
            var b = new int[2];
            Array.Copy(new EI[] { EI.X, EI.X }, b, 2);
            return b[1];
        });
        T("enum from int", () =>
        {
            var b = new EI[2];
            Array.Copy(new int[] { 1, 7 }, b, 2);
            return b[1];
        });
        T("uint", () =>
        {
            var b = new uint[2];
            Array.Copy(new int[] { 1, -7 }, b, 2);
            return b[1];
        });
        T("char->ushort", () =>
        {
            var b = new ushort[2];
            Array.Copy(new char[] { 'a', 'b' }, b, 2);
            return b[1];
        });
        T("bool->byte", () =>
        {
            var b = new byte[2];
            Array.Copy(new bool[] { true, true }, b, 2);
            return b[1];
        });
        T("str->A", () =>
        {
            var b = new A[2];
            Array.Copy(new string[2], b, 2);
            return b[1];
        });
        T("I->V", () =>
        {
            var b = new V[1];
            Array.Copy(new I[] { new V() }, b, 1);
            return b[0];
        });
        T("nullable", () =>
        {
            var b = new int? [2];
            Array.Copy(new object? [] { 3, null }, b, 2);
            return b[0] + "," + b[1];
        });
        T("nullable2", () =>
        {
            var b = new int? [2];
            Array.Copy(new int[] { 3, 4 }, b, 2);
            return b[0] + "," + b[1];
        });
        T("overlap", () =>
        {
            var b = new[]
            {
                1,
                2,
                3,
                4,
                5
            };
            Array.Copy(b, 0, b, 1, 4);
            Array.Copy(b, 2, b, 0, 3);
            return string.Join(",", b);
        });
        T("constrained", () =>
        {
            var b = new int[2];
            Array.ConstrainedCopy(new object[] { 1, 2 }, 0, b, 0, 2);
            return b[1];
        });
        T("SetValue", () =>
        {
            var b = new A[1];
            b.SetValue("x", 0);
            return 1;
        });
        T("SetValue widen", () =>
        {
            var b = new long[1];
            b.SetValue(5, 0);
            return b[0];
        });
        T("SetValue narrow", () =>
        {
            var b = new int[1];
            b.SetValue(5L, 0);
            return b[0];
        });
        T("SetValue null", () =>
        {
            var b = new int[]
            {
                4
            };
            b.SetValue(null, 0);
            return b[0];
        });
        T("SetValue enum", () =>
        {
            var b = new EI[1];
            b.SetValue(1, 0);
            return b[0];
        });
        T("SetValue int<-enum", () =>
        {
            var b = new int[1];
            b.SetValue(EI.X, 0);
            return b[0];
        });
        T("SetValue nullable", () =>
        {
            var b = new int? [1];
            b.SetValue(7, 0);
            return b[0];
        });
        T("Fill", () =>
        {
            Array.Fill((object[])new string[1], 1);
            return 1;
        });
        T("Fill2", () =>
        {
            Array.Fill<object>(new string[1], "s");
            return 1;
        });
        T("ICollection.CopyTo", () =>
        {
            var l = new List<object>
            {
                "a",
                1
            };
            ((System.Collections.ICollection)l).CopyTo(new string[2], 0);
            return 1;
        });
        T("IList set", () =>
        {
            ((System.Collections.IList)new int[1])[0] = "x";
            return 1;
        });
        T("IList<object> set", () =>
        {
            ((IList<object>)new string[1])[0] = 1;
            return 1;
        });
        T("IList<int> of uint", () =>
        {
            var l = (IList<int>)(object)new uint[]
            {
                0xffffffff
            };
            return l[0];
        });
        T("foreach enum", () =>
        {
            int s = 0;
            foreach (int x in (IEnumerable<int>)(object)new EI[]
            {
                EI.X,
                (EI)5
            }

            )
                s += x;
            return s;
        });
        T("Reverse cov", () =>
        {
            object[] b = new string[]
            {
                "a",
                "b"
            };
            Array.Reverse(b);
            return b[0];
        });
        T("Sort cov", () =>
        {
            object[] b = new string[]
            {
                "b",
                "a"
            };
            Array.Sort(b);
            return b[0];
        });
        T("BinarySearch", () => Array.BinarySearch((object[])new string[] { "a", "b" }, "b"));
        T("IndexOf cov", () => Array.IndexOf((object[])new string[] { "a", "b" }, "b"));
        T("Clone", () => ((object[])new string[1]).Clone().GetType().Name);
        T("Resize", () =>
        {
            object[] b = new string[1];
            Array.Resize(ref b!, 3);
            return b.GetType().Name;
        });
        T("ToArray", () => ((IEnumerable<object>)new string[1]).ToArray().GetType().Name);
        T("params", () => string.Format("{0}{1}", (object[])new string[] { "x", "y" }));
        T("Concat", () => string.Concat((object[])new string[] { "x", "y" }));
        // multi-dim
        object[, ] md = new string[2, 2];
        T("md set", () => md[0, 1] = "x");
        T("md bad", () => md[0, 1] = 1);
        T("md get", () => md[0, 1]);
        T("md addr", () =>
        {
            ref object r = ref md[0, 0];
        });
        T("md oob", () => md[2, 0]);
        T("md null", () =>
        {
            int[,, ] q = null!;
            return q[0, 0, 0];
        });
        T("md lower", () =>
        {
            var a = (int[, ])Array.CreateInstance(typeof(int), new[] { 2, 3 }, new[] { -1, 5 });
            a[-1, 5] = 4;
            a[0, 7] = 3;
            return a[-1, 5] + a[0, 7] + string.Join(",", a.Cast<int>());
        });
        T("md lower oob", () =>
        {
            var a = (int[, ])Array.CreateInstance(typeof(int), new[] { 2, 3 }, new[] { -1, 5 });
            return a[0, 4];
        });
        T("nonzero vector", () =>
        {
            var a = Array.CreateInstance(typeof(int), new[] { 2 }, new[] { 1 });
            return a.GetType().FullName + (a is int[]);
        });
        T("neg", () => new int[int.Parse("-1")]);
        T("huge", () => new long[int.MaxValue]);
        T("md neg", () => new int[2, int.Parse("-1")]);
        T("md ovf", () => new byte[int.Parse("65536"), 65536 * 4]);
        T("zero md", () => new int[0, int.Parse("2147483647")].Length);
        T("void", () => Array.CreateInstance(typeof(void), 1));
        T("openarr", () => Array.CreateInstance(typeof(List<>), 1));
        T("spanarr", () => Array.CreateInstance(typeof(Span<int>), 1));
        T("ptr", () => Array.CreateInstance(typeof(int*), 2).GetType().Name);
        T("byref", () => Array.CreateInstance(typeof(int).MakeByRefType(), 2).GetType().Name);
        T("castclass", () => ((I[])(object)new V[1]).Length);
        T("castclass2", () => ((object[])(object)new int[1]).Length);
        T("castint", () => ((int[])(object)new uint[] { 7 })[0]);
        T("getvalue type", () => ((int[])(object)new uint[] { 7 }).GetValue(0)!.GetType());
        T("box elem", () =>
        {
            object o = ((int[])(object)new uint[]
            {
                7
            }

            )[0];
            return o.GetType();
        });
    }
}
