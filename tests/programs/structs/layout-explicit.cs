using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

[StructLayout(LayoutKind.Explicit)]
struct Union
{
    [FieldOffset(0)] public int I;
    [FieldOffset(0)] public float F;
    [FieldOffset(0)] public uint U;
    [FieldOffset(0)] public byte B0;
    [FieldOffset(1)] public byte B1;
    [FieldOffset(2)] public short S1;
}

[StructLayout(LayoutKind.Explicit, Size = 40)]
struct Mixed
{
    [FieldOffset(8)] public string Text;
    [FieldOffset(0)] public long L;
    [FieldOffset(16)] public Union U;
    [FieldOffset(24)] public double D;
}

[StructLayout(LayoutKind.Explicit, Pack = 1)]
struct Odd
{
    [FieldOffset(1)] public int I;
    [FieldOffset(5)] public long L;
}

[StructLayout(LayoutKind.Explicit)]
class Overlay
{
    [FieldOffset(0)] public ulong All;
    [FieldOffset(4)] public uint High;
    [FieldOffset(8)] public object? Reference;
}

static class Program
{
    static void Main()
    {
        var u = new Union { F = 1.5f };
        Console.WriteLine($"{u.I:x} {u.U} {u.B0} {u.B1} {u.S1:x}");
        u.B1 = 0xff;
        Console.WriteLine(u.I.ToString("x"));
        Console.WriteLine($"{Unsafe.SizeOf<Union>()} {Unsafe.SizeOf<Mixed>()} {Unsafe.SizeOf<Odd>()}");
        var m = new Mixed { Text = "text", L = 1, D = 2.5 };
        m.U.I = 77;
        Mixed[] ms = { m, m };
        ms[1].Text += "!";
        GC.Collect();
        Console.WriteLine($"{ms[0].Text} {ms[1].Text} {ms[1].U.I} {ms[1].D}");
        var odd = new Odd { I = -1, L = long.MinValue };
        Console.WriteLine($"{odd.I} {odd.L}");
        var o = new Overlay { All = 0x1122334455667788, Reference = "ref" };
        Console.WriteLine($"{o.High:x} {o.Reference}");
    }
}
