using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

enum E8 : byte
{
    A,
    B,
    C
}

enum E16 : short
{
    A = -1,
    B
}

enum E64 : ulong
{
    A = ulong.MaxValue,
    B = 1
}

struct Pair
{
    public byte a, b, c, d;
    public short e, f;
}

struct Small
{
    public byte x;
}

class Box<T>
{
    public T? V;
}

class P
{
    static byte sb;
    static sbyte ssb;
    static short ss;
    static ushort us;
    static int i;
    static uint ui;
    static long l;
    static ulong ul;
    static float f;
    static double d;
    static object? o;
    static string? s;
    static nint n;
    static nuint un;
    static char c;
    static bool b;
    static T Xchg<T>(ref T r, T v) => Interlocked.Exchange(ref r, v);
    static T Cas<T>(ref T r, T v, T cmp) => Interlocked.CompareExchange(ref r, v, cmp);
    static void Show(params object? [] xs) => Console.WriteLine(string.Join(" ", xs.Select(x => x ?? "null")));
    static void Try(string n, Func<object?> f)
    {
        try
        {
            Show(n, f());
        }
        catch (Exception e)
        {
            Show(n, e.GetType().Name, e.Message);
        }
    }

    static void Main()
    {
        Show(Interlocked.Exchange(ref sb, 200), Interlocked.Exchange(ref sb, 7), Interlocked.CompareExchange(ref sb, 9, 7), Interlocked.CompareExchange(ref sb, 11, 7), sb);
        Show(Interlocked.Exchange(ref ssb, -100), Interlocked.Exchange(ref ssb, -7), Interlocked.CompareExchange(ref ssb, 9, -7), Interlocked.CompareExchange(ref ssb, 11, -7), ssb);
        Show(Interlocked.Exchange(ref ss, -30000), Interlocked.Exchange(ref ss, -7), Interlocked.CompareExchange(ref ss, 9, -7), Interlocked.CompareExchange(ref ss, 11, -7), ss);
        Show(Interlocked.Exchange(ref us, 60000), Interlocked.Exchange(ref us, 65535), Interlocked.CompareExchange(ref us, 9, 65535), Interlocked.CompareExchange(ref us, 11, 65535), us);
        Show(Interlocked.Exchange(ref i, -1), Interlocked.Exchange(ref i, 7), Interlocked.CompareExchange(ref i, 9, 7), Interlocked.Add(ref i, 100), Interlocked.Increment(ref i), Interlocked.Decrement(ref i), Interlocked.And(ref i, 0x6c), Interlocked.Or(ref i, 0x13), i);
        Show(Interlocked.Exchange(ref ui, uint.MaxValue), Interlocked.Add(ref ui, 2), Interlocked.Decrement(ref ui), Interlocked.Decrement(ref ui), Interlocked.And(ref ui, 0xf0f0f0f0), Interlocked.Or(ref ui, 1), ui);
        i = int.MaxValue;
        Show(Interlocked.Increment(ref i), Interlocked.Add(ref i, int.MinValue));
        Show(Interlocked.Exchange(ref l, long.MinValue), Interlocked.Decrement(ref l), Interlocked.Add(ref l, 5), Interlocked.Read(ref l), Interlocked.And(ref l, 0xff), Interlocked.Or(ref l, 1L << 62), Interlocked.CompareExchange(ref l, 3, 5), l);
        Show(Interlocked.Exchange(ref ul, ulong.MaxValue), Interlocked.Increment(ref ul), Interlocked.Decrement(ref ul), Interlocked.Read(ref ul), Interlocked.And(ref ul, 0xff), Interlocked.Or(ref ul, 1L << 62), ul);
        Show(Interlocked.Exchange(ref f, float.NaN), Interlocked.CompareExchange(ref f, 1f, float.NaN), f, Interlocked.CompareExchange(ref f, 0f, 2f), Interlocked.Exchange(ref f, -0f), Interlocked.CompareExchange(ref f, 5f, 0f), f);
        Show(Interlocked.Exchange(ref d, double.NaN), Interlocked.CompareExchange(ref d, 1d, double.NaN), d, Interlocked.Exchange(ref d, -0d), Interlocked.CompareExchange(ref d, 5d, 0d), d);
        Show(Interlocked.Exchange(ref o, "x"), Interlocked.CompareExchange(ref o, "y", "x"), Interlocked.CompareExchange(ref o, null, "y"), o);
        Show(Interlocked.Exchange(ref s, "x"), Interlocked.CompareExchange(ref s, "z", null), s);
        Show(Interlocked.Exchange(ref n, -5), Interlocked.CompareExchange(ref n, 6, -5), n, Interlocked.Exchange(ref un, 5), Interlocked.CompareExchange(ref un, 6, 5), un);
        Show(Xchg(ref c, 'x'), Xchg(ref c, 'y'), Cas(ref c, 'z', 'y'), Cas(ref c, 'q', 'y'), c, Xchg(ref b, true), Cas(ref b, false, true), Cas(ref b, true, true), b);
        E8 e8 = E8.B;
        E16 e16 = E16.A;
        E64 e64 = E64.A;
        Show(Xchg(ref e8, E8.C), Cas(ref e8, E8.A, E8.C), e8, Xchg(ref e16, E16.B), Cas(ref e16, E16.A, E16.B), e16, Xchg(ref e64, E64.B), Cas(ref e64, E64.A, E64.B), e64);
        Show(Xchg(ref i, 3), Xchg(ref l, 4), Xchg(ref d, 4.5), Xchg(ref n, 3), Cas(ref d, 1, 4.5), d);
        Guid g = default;
        Try("guid", () => Xchg(ref g, Guid.NewGuid()));
        Pair p = default;
        Try("pair", () => Xchg(ref p, default));
        Try("small", () =>
        {
            Small sm = default;
            return Cas(ref sm, default, default).x;
        });
        Try("nullable", () =>
        {
            int? q = 3;
            return Xchg(ref q, 4);
        });
        Try("decimal", () =>
        {
            decimal q = 3;
            return Xchg(ref q, 4);
        });
        Try("datetime", () =>
        {
            DateTime q = default;
            return Xchg(ref q, default);
        });
        // neighbours of a narrow exchange stay
        var bytes = new byte[16];
        for (int k = 0; k < 16; k++)
            bytes[k] = (byte)(k * 16);
        for (int k = 0; k < 16; k++)
        {
            Interlocked.Exchange(ref bytes[k], (byte)(k + 1));
            Interlocked.CompareExchange(ref bytes[k], 99, (byte)(k % 2 + k));
        }

        Show(string.Join(",", bytes));
        var shorts = new short[8];
        for (int k = 0; k < 8; k++)
        {
            Interlocked.Exchange(ref shorts[k], (short)(k * -1000));
        }

        Show(string.Join(",", shorts));
        Volatile.Write(ref f, 2.5f);
        Volatile.Write(ref d, -2.5);
        Volatile.Write(ref b, true);
        Volatile.Write(ref ssb, -3);
        Volatile.Write(ref ul, 9);
        Volatile.Write(ref un, 8);
        Volatile.Write(ref s, "vol");
        Show(Volatile.Read(ref f), Volatile.Read(ref d), Volatile.Read(ref b), Volatile.Read(ref ssb), Volatile.Read(ref ul), Volatile.Read(ref un), Volatile.Read(ref s));
        // many threads
        int total = 0;
        long lt = 0;
        byte bt = 0;
        var box = new Box<object>();
        var ts = Enumerable.Range(0, 4).Select(t => new Thread(() =>
        {
            for (int k = 0; k < 5000; k++)
            {
                Interlocked.Increment(ref total);
                Interlocked.Add(ref lt, k);
                byte ob;
                do ob = bt;
                while (Interlocked.CompareExchange(ref bt, (byte)(ob + 1), ob) != ob);
                object? oo;
                object nn;
                do
                {
                    oo = box.V;
                    nn = (oo is int v ? v : 0) + 1;
                }
                while (Interlocked.CompareExchange(ref box.V, nn, oo) != oo);
            }
        })).ToArray();
        foreach (var t in ts)
            t.Start();
        foreach (var t in ts)
            t.Join();
        Show(total, lt, bt, box.V);
        try
        {
            Interlocked.Increment(ref Unsafe.NullRef<int>());
        }
        catch (NullReferenceException e)
        {
            Show(e.Message);
        }

        try
        {
            Interlocked.Exchange(ref Unsafe.NullRef<byte>(), 1);
        }
        catch (NullReferenceException e)
        {
            Show(e.Message);
        }

        try
        {
            Interlocked.CompareExchange(ref Unsafe.NullRef<double>(), 1, 2);
        }
        catch (NullReferenceException e)
        {
            Show(e.Message);
        }

        Box<int> nb = null!;
        try
        {
            Interlocked.Add(ref nb.V, 1);
        }
        catch (NullReferenceException e)
        {
            Show(e.Message);
        }

        // litmus: message passing, store buffering with full fences
        int bad = 0;
        for (int round = 0; round < 300; round++)
        {
            int data = 0;
            bool ready = false;
            int got = -1;
            var w = new Thread(() =>
            {
                data = 42;
                Volatile.Write(ref ready, true);
            });
            var r = new Thread(() =>
            {
                while (!Volatile.Read(ref ready))
                    Thread.SpinWait(1);
                got = data;
            });
            r.Start();
            w.Start();
            w.Join();
            r.Join();
            if (got != 42)
                bad++;
        }

        Show("mp", bad);
        object[] oa = new string[1];
        Interlocked.MemoryBarrier();
        Interlocked.MemoryBarrierProcessWide();
        try
        {
            Interlocked.Exchange(ref oa[0], 1);
        }
        catch (ArrayTypeMismatchException e)
        {
            Show(e.Message);
        }
    }
}
