// Small structs of many shapes, copied where their fields were just written one by one.
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

static class Program
{
    struct TwoInts { public int A, B; }
    struct Mixed { public byte A; public int B; public long C; }
    struct Tail { public long A; public int B; }
    struct Text { public string? A; public int B; public bool C; }
    struct Three { public TwoInts A; public string? B; public short C, D; }
    [StructLayout(LayoutKind.Sequential, Pack = 1)]
    struct Packed { public byte A; public long B; public short C; public int D; public byte E; }
    [StructLayout(LayoutKind.Explicit)]
    struct Overlay { [FieldOffset(0)] public long A; [FieldOffset(4)] public int B; [FieldOffset(8)] public int C; [FieldOffset(10)] public short D; }
    [StructLayout(LayoutKind.Explicit, Size = 24)]
    struct Gaps { [FieldOffset(2)] public short A; [FieldOffset(12)] public int B; [FieldOffset(17)] public byte C; }
    [StructLayout(LayoutKind.Sequential, Size = 32)]
    struct Block { public int A; }
    struct Pair<T, U> { public T A; public U B; }
    [InlineArray(3)]
    struct Inline { public int A; }
    struct Empty { }

    [MethodImpl(MethodImplOptions.NoInlining)] static void Fill(ref TwoInts x, int i) { x.B = i; x.A = -i; }
    [MethodImpl(MethodImplOptions.NoInlining)] static void Fill(ref Mixed x, int i) { x.C = i * 3L; x.A = (byte)i; x.B = ~i; }
    [MethodImpl(MethodImplOptions.NoInlining)] static void Fill(ref Tail x, int i) { x.B = i; x.A = i * 5L; }
    [MethodImpl(MethodImplOptions.NoInlining)] static void Fill(ref Text x, int i) { x.A = i % 2 == 0 ? "even" : null; x.B = i; x.C = i % 3 == 0; }
    [MethodImpl(MethodImplOptions.NoInlining)] static void Fill(ref Three x, int i) { x.D = (short)i; x.C = (short)-i; x.B = "b"; Fill(ref x.A, i); }
    [MethodImpl(MethodImplOptions.NoInlining)] static void Fill(ref Packed x, int i) { x.E = (byte)i; x.D = i; x.C = (short)(i * 3); x.B = i * 7L; x.A = 9; }
    [MethodImpl(MethodImplOptions.NoInlining)] static void Fill(ref Overlay x, int i) { x.A = i * 0x1234567L; x.B = i; x.C = ~i; x.D = (short)i; }
    [MethodImpl(MethodImplOptions.NoInlining)] static void Fill(ref Gaps x, int i) { x.A = (short)i; x.B = i; x.C = (byte)(i + 1); }
    [MethodImpl(MethodImplOptions.NoInlining)] static void Fill<T, U>(ref Pair<T, U> x, T a, U b) { x.B = b; x.A = a; }

    [MethodImpl(MethodImplOptions.NoInlining)] static T Same<T>(T value) => value;
    [MethodImpl(MethodImplOptions.NoInlining)] static void Store<T>(T[] array, int index, T value) => array[index] = value;

    // Through variables, an argument, a result, a box, an array, a field of an object.
    static T Around<T>(T value, T[] array, int i) where T : struct
    {
        T copy = value;
        T again = Same(copy);
        object box = again;
        Store(array, i % array.Length, (T)box);
        T read = array[i % array.Length];
        var holder = new StrongBox<T>(read);
        return Same(holder.Value);
    }

    static unsafe long Bytes<T>(ref T value) where T : struct
    {
        long hash = 17;
        foreach (byte one in MemoryMarshal.AsBytes(MemoryMarshal.CreateSpan(ref Unsafe.As<T, byte>(ref value), Unsafe.SizeOf<T>())))
            hash = hash * 31 + one;
        return hash;
    }

    static long Run(int rounds)
    {
        long sum = 0;
        var twoInts = new TwoInts[3]; var mixed = new Mixed[3]; var tails = new Tail[3]; var texts = new Text[3]; var threes = new Three[3];
        var packed = new Packed[3]; var overlays = new Overlay[3]; var gaps = new Gaps[3]; var decimals = new decimal[3];
        var pairs = new Pair<int, decimal>[3]; var texts2 = new Pair<string, TwoInts>[3]; var empties = new Pair<Empty, long>[3];
        var blocks = new Block[3]; var inlines = new Inline[3];
        TwoInts a = default; Mixed b = default; Tail c = default; Text d = default; Three e = default; Packed f = default; Overlay g = default; Gaps h = default;
        Pair<int, decimal> p = default; Pair<string, TwoInts> q = default; Pair<Empty, long> r = default; Block s = default; Inline t = default;
        decimal money = 0;
        for (int i = 0; i < rounds; i++)
        {
            Fill(ref a, i); a = Around(a, twoInts, i); sum += a.A * 3L + a.B * 5;
            Fill(ref b, i); b = Around(b, mixed, i); sum += b.A + b.B + b.C;
            Fill(ref c, i); c = Around(c, tails, i); sum += c.A ^ c.B;
            Fill(ref d, i); d = Around(d, texts, i); sum += (d.A?.Length ?? 7) + d.B + (d.C ? 1 : 0);
            Fill(ref e, i); e = Around(e, threes, i); sum += e.A.A + e.A.B * 2 + e.B!.Length + e.C * 3 + e.D;
            Fill(ref f, i); f = Around(f, packed, i); sum += f.A + f.B + f.C + f.D + f.E + Bytes(ref f);
            Fill(ref g, i); g = Around(g, overlays, i); sum += Bytes(ref g);
            Fill(ref h, i); h = Around(h, gaps, i); sum += h.A + h.B + h.C;
            money = money * 0.5m + i; money = Around(money, decimals, i); money = decimal.Truncate(money); sum += (long)money;
            Fill(ref p, i, money - i); p = Around(p, pairs, i); sum += p.A + (long)p.B;
            Fill(ref q, "q", a); q = Around(q, texts2, i); sum += q.A.Length + q.B.B;
            Fill(ref r, default, i); r = Around(r, empties, i); sum += r.B;
            s.A = i; Unsafe.Add(ref s.A, 7) = i * 2; s = Around(s, blocks, i); sum += s.A + Unsafe.Add(ref s.A, 7);
            t[0] = i; t[2] = i + 1; t[1] = -i; t = Around(t, inlines, i); sum += t[0] * 2 + t[1] * 3 + t[2];
            sum = sum * 3 % 1_000_000_007;
        }
        foreach (Overlay one in overlays) sum ^= one.A;
        foreach (Packed one in packed) sum ^= one.B;
        foreach (Text one in texts) sum += one.A?.Length ?? 1;
        return sum;
    }

    static void Main()
    {
        for (int i = 0; i < 4; i++)
            Console.WriteLine(Run(20_000));
    }
}
