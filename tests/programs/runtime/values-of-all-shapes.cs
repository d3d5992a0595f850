using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Numerics;

// RuntimeHelpers, Unsafe, MemoryMarshal, stackalloc, big frames, big value types, iterators, dynamic, anonymous types, ranges
struct K64
{
    public unsafe fixed byte b[60000];
    public int tail;
}

[InlineArray(100000)]
struct Inl
{
    long l;
}

struct Vec4
{
    public float x, y, z, w;
}

struct Mixed
{
    public int i;
    public float f;
    public object o;
    public double d;
}

struct FF
{
    public float a, b;
}

struct FI
{
    public float a;
    public int b;
}

struct DI
{
    public double d;
    public int i;
}

struct ID
{
    public int i;
    public double d;
}

struct SSS
{
    public short a, b, c;
}

struct B3
{
    public byte a, b, c;
}

struct L3
{
    public long a, b, c;
}

struct Nst
{
    public FF f;
    public B3 b;
}

struct F3
{
    public float a, b, c;
}

struct D2
{
    public double a, b;
}

struct DF
{
    public double a;
    public float b;
}

struct One<T>
{
    public T v;
}

struct Refs
{
    public string a, b;
}

struct RefI
{
    public string a;
    public int b;
}

class P
{
    static void W(object? o) => Console.WriteLine(o);
    [MethodImpl(MethodImplOptions.NoInlining)]
    static K64 MakeK(int n)
    {
        K64 k = default;
        unsafe
        {
            k.b[0] = (byte)n;
            k.b[59999] = (byte)(n + 1);
        }

        k.tail = n * 2;
        return k;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int UseK(K64 k, int x, K64 k2)
    {
        unsafe
        {
            return k.b[59999] + k2.b[0] + k.tail + x;
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long BigLocal(int n)
    {
        Inl a = default;
        Inl b = default;
        for (int i = 0; i < 100000; i += 1000)
        {
            a[i] = i * n;
            b[i] = a[i] + 1;
        }

        long s = 0;
        foreach (long q in b)
            s += q;
        return s;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static T Echo<T>(T a, int pad, T b, double d, T c) => pad % 3 == 0 ? a : pad % 3 == 1 ? b : c;
    static string All<T>(T a, T b, T c)
    {
        string r = "";
        for (int i = 0; i < 6; i++)
        {
            T q = Echo(a, i, b, i * 1.5, c);
            r += Bytes(ref q) + " ";
        }

        Func<T, int, T, double, T, T> f = Echo;
        f += Echo;
        T z = f(a, 4, b, 2.5, c);
        var o = typeof(P).GetMethod("Echo", (System.Reflection.BindingFlags)(-1))!.MakeGenericMethod(typeof(T)).Invoke(null, new object? [] { a, 2, b, 1.0, c });
        T u = (T)o!;
        return r + (Bytes(ref z) == Bytes(ref b)) + (Bytes(ref u) == Bytes(ref c));
    }

    static unsafe string Bytes<T>(ref T t)
    {
        if (RuntimeHelpers.IsReferenceOrContainsReferences<T>())
            return t is Refs rf ? rf.a + rf.b : t is RefI ri ? ri.a + ri.b : t is Mixed m ? m.i + "" + m.f + m.o + m.d : t?.ToString() ?? "";
        ulong h = 17;
        ref byte p = ref Unsafe.As<T, byte>(ref t);
        int n = Unsafe.SizeOf<T>();
        for (int i = 0; i < n; i++)
            h = h * 31 + Unsafe.Add(ref p, i);
        return (h % 100000).ToString();
    }

    static int Rec(int n)
    {
        Span<int> s = stackalloc int[n % 7 + 1];
        s[0] = n;
        return n == 0 ? 0 : s[0] - n + 1 + Rec(n - 1);
    }

    static int StackLoop(int n)
    {
        int t = 0;
        for (int i = 0; i < n; i++)
            t += Sa(i);
        return t;
        [MethodImpl(MethodImplOptions.NoInlining)]
        static unsafe int Sa(int k)
        {
            byte* p = stackalloc byte[k % 1000 + 1];
            p[k % 1000] = 1;
            int* q = stackalloc int[4]
            {
                1,
                2,
                3,
                k
            };
            return p[k % 1000] + q[3] % 2;
        }
    }

    static IEnumerable<T> Tree<T>(T v, int d)
    {
        if (d == 0)
        {
            yield return v;
            yield break;
        }

        foreach (var x in Tree(v, d - 1))
            yield return x;
        yield return v;
        foreach (var x in Tree(v, d - 1))
            yield return x;
    }

    static IEnumerable<int> Fin(List<string> log)
    {
        try
        {
            yield return 1;
            try
            {
                yield return 2;
            }
            finally
            {
                log.Add("inner");
            }

            yield return 3;
        }
        finally
        {
            log.Add("outer");
        }
    }

    static IEnumerator<int> En()
    {
        int x = 0;
        while (true)
        {
            yield return x++;
            if (x > 3)
                yield break;
        }
    }

    static (int, string) Tup() => (1, "t");
    static async Task<(int a, string b)> AT()
    {
        await Task.Yield();
        return (2, "at");
    }

    static void Main()
    {
        W(UseK(MakeK(5), 3, MakeK(9)));
        W(BigLocal(3));
        object kb = MakeK(7);
        W(((K64)kb).tail);
        var t = new Thread(() => W(UseK(MakeK(1), 1, MakeK(2))), 16 << 20);
        t.Start();
        t.Join();
        W(All(new FF { a = 1, b = 2 }, new FF { a = 3, b = 4 }, new FF { a = 5 }));
        W(All(new FI { a = 1, b = 2 }, new FI { a = 3, b = 4 }, new FI { b = 9 }));
        W(All(new DI { d = 1, i = 2 }, new DI { d = 3, i = 4 }, default));
        W(All(new ID { d = 1, i = 2 }, new ID { d = 3, i = 4 }, default));
        W(All(new SSS { a = 1, b = 2, c = 3 }, new SSS { a = -1 }, default));
        W(All(new B3 { a = 1, b = 2, c = 3 }, new B3 { c = 255 }, default));
        W(All(new L3 { a = 1, b = 2, c = 3 }, new L3 { c = -1 }, default));
        W(All(new Nst { f = new FF { a = 1 }, b = new B3 { c = 3 } }, new Nst { f = new FF { b = 1 } }, default));
        W(All(new F3 { a = 1, b = 2, c = 3 }, new F3 { c = 9 }, default));
        W(All(new D2 { a = 1, b = 2 }, new D2 { b = 9 }, default));
        W(All(new DF { a = 1, b = 2 }, new DF { b = 9 }, default));
        W(All(new Vec4 { x = 1, w = 4 }, new Vec4 { z = 1 }, default));
        W(All(new Refs { a = "x", b = "y" }, new Refs { a = "z" }, default));
        W(All(new RefI { a = "x", b = 1 }, new RefI { a = "z" }, default));
        W(All(new Mixed { i = 1, f = 2, o = "o", d = 3 }, new Mixed { o = "p" }, default));
        W(All(new One<float> { v = 1 }, new One<float> { v = 2 }, default));
        W(All(new One<One<double>>(), new One<One<double>> { v = new() { v = 3 } }, default));
        W(All((byte)1, (byte)200, (byte)3));
        W(All(-1L, 5L, 7L));
        W(All(1.5f, 2.5f, -0f));
        W(All((Half)1.5, (Half)2, (Half)3));
        W(All(1.5m, -2m, 3m));
        W(All((Int128)1, -2, 3));
        W(All(Guid.Empty, new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), default));
        W(All((1, 2.5f, "s"), (2, 3f, "q"), default));
        W(All<int?>(1, null, 3));
        W(All<(byte, int? )>((1, 2), (3, null), default));
        W(All('a', 'b', '\uffff'));
        W(All(true, false, true));
        W(All(new Vector3(1, 2, 3), new Vector3(4), default));
        W(All(new Vector2(1, 2), default, Vector2.One));
        W(All("a", "b", "c"));
        W(All(new DateTime(5), default, DateTime.MaxValue));
        W(All((nint)5, -6, 7));
        W(All(System.Runtime.Intrinsics.Vector128.Create(1, 2, 3, 4), default, System.Runtime.Intrinsics.Vector128<int>.AllBitsSet));
        W(All(System.Runtime.Intrinsics.Vector64.Create(1, 2), default, System.Runtime.Intrinsics.Vector64<int>.AllBitsSet));
        W(Rec(3000));
        W(StackLoop(5000));
        W(string.Join("", Tree('x', 5).Take(20)) + Tree(1, 9).Count());
        var log = new List<string>();
        foreach (int x in Fin(log))
            if (x == 2)
                break;
        W(string.Join(",", log));
        using (var e = Fin(log).GetEnumerator())
        {
            e.MoveNext();
        }

        W(log.Count);
        var en = En();
        int sum = 0;
        while (en.MoveNext())
            sum += en.Current;
        W(sum);
        try
        {
            en.Reset();
        }
        catch (NotSupportedException)
        {
            W("noreset");
        }

        var e1 = Fin(log);
        W(ReferenceEquals(e1.GetEnumerator(), e1) + "" + ReferenceEquals(e1.GetEnumerator(), e1.GetEnumerator()));
        W(RuntimeHelpers.GetSubArray(new[] { 1, 2, 3, 4 }, 1..^1).Length);
        W("hello"[1..^1] + "hello"[^2]);
        int[] arr =
        {
            1,
            2,
            3,
            4,
            5
        };
        W(string.Join(",", arr[^3..]) + arr[..2].Length);
        try
        {
            _ = arr[6..];
        }
        catch (ArgumentOutOfRangeException)
        {
            W("range");
        }

        W(MemoryMarshal.Cast<int, byte>(arr).Length + MemoryMarshal.AsBytes<int>(arr)[4] + MemoryMarshal.Read<long>(MemoryMarshal.AsBytes<int>(arr)));
        W(Unsafe.As<int[]>((object)new uint[] { 9 })[0]);
        W(Unsafe.BitCast<float, int>(1f));
        try
        {
            W(Unsafe.BitCast<long, int>(1));
        }
        catch (NotSupportedException e)
        {
            W(e.GetType().Name);
        }

        ref int r0 = ref MemoryMarshal.GetArrayDataReference(arr);
        W(Unsafe.Add(ref r0, 2));
        W(Unsafe.AreSame(ref r0, ref arr[0]) + "" + Unsafe.IsAddressGreaterThan(ref arr[1], ref r0) + (Unsafe.ByteOffset(ref r0, ref arr[2])));
        Unsafe.InitBlock(ref Unsafe.As<int, byte>(ref arr[1]), 0xff, 4);
        W(arr[1]);
        Unsafe.CopyBlock(ref Unsafe.As<int, byte>(ref arr[3]), ref Unsafe.As<int, byte>(ref arr[0]), 8);
        W(string.Join(",", arr));
        Unsafe.SkipInit(out int sk);
        sk = 1;
        W(Unsafe.SizeOf<K64>() + sk);
        W(MemoryMarshal.CreateReadOnlySpan(in arr[0], 2)[1]);
        var(a, b) = Tup();
        (a, b) = (b.Length, a.ToString());
        W(a + b);
        W(AT().Result.b);
        (int x1, (string y1, var z1)) = (1, ("q", 2.5));
        W(x1 + y1 + z1);
        var tt = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
        W(tt + "" + tt.Item10 + tt.GetHashCode().Equals((1, 2, 3, 4, 5, 6, 7, 8, 9, 10).GetHashCode()) + ((1, "a") == (1L, "a")) + (1, 2).CompareTo((1, 3)));
        dynamic d = 5;
        W(d + 2.5);
        d = "s";
        W(d.Length + d);
        d = new System.Dynamic.ExpandoObject();
        d.X = 1;
        d.F = (Func<int, int>)(q => q + d.X);
        W(d.F(4));
        try
        {
            d.Missing();
        }
        catch (Microsoft.CSharp.RuntimeBinder.RuntimeBinderException e)
        {
            W(e.Message);
        }

        d = new[]
        {
            1,
            2
        };
        d[0] += 5;
        W(d[0]);
        d = new
        {
            A = 1
        };
        W(d.A);
        W(RuntimeHelpers.GetUninitializedObject(typeof(Refs)) is Refs);
        W(object.ReferenceEquals(typeof(int), typeof(int)) + "" + (typeof(List<>) == typeof(List<int>).GetGenericTypeDefinition()));
        checked
        {
            uint uu = 5;
            try
            {
                uu -= 6;
            }
            catch (OverflowException)
            {
                W("u" + uu);
            }
        }

        W(unchecked((int)0x80000000) / -1L + "" + (5 / -3) + (-5 % 3) + (-5 >> 1) + (-5 >>> 28) + (1 << 33) + (1L << 65));
        try
        {
            W(int.MinValue / int.Parse("-1"));
        }
        catch (OverflowException e)
        {
            W(e.Message);
        }

        try
        {
            W(int.MinValue % int.Parse("-1"));
        }
        catch (OverflowException e)
        {
            W(e.Message);
        }

        try
        {
            W(long.MinValue % long.Parse("-1"));
        }
        catch (OverflowException e)
        {
            W(e.Message);
        }

        W((byte)(double)a + "" + unchecked((sbyte)-129) + unchecked((ushort)-1) + (char)97 + (int)'z' + (long)double.Parse("1e30") + (uint)double.Parse("-1.5"));
    }
}
