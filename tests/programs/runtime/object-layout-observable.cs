using System.Runtime.CompilerServices;

class Mixed
{
    public byte A;
    public string? S;
    public long L;
    public bool B;
    public int I;
    public object? O;
    public short H;
    public double D;
}

class Derived : Mixed
{
    public byte Extra;
    public string? More;
    public decimal Big;
}

struct Value
{
    public byte A;
    public object? O;
    public int I;
}

class WithStruct
{
    public byte Before;
    public Value V;
    public byte After;
    public (int, string, byte) T;
}

static class Program
{
    static void Main()
    {
        var d = new Derived { A = 1, S = "s", L = long.MaxValue, B = true, I = -5, O = "o", H = -300, D = 1.5, Extra = 200, More = "m", Big = 12.5m };
        GC.Collect();
        Console.WriteLine($"{d.A} {d.S} {d.L} {d.B} {d.I} {d.O} {d.H} {d.D} {d.Extra} {d.More} {d.Big}");
        var w = new WithStruct { Before = 1, V = new Value { A = 2, O = "in", I = 3 }, After = 4, T = (5, "t", 6) };
        GC.Collect();
        Console.WriteLine($"{w.Before} {w.V.A} {w.V.O} {w.V.I} {w.After} {w.T}");
        Value[] values = new Value[100];
        for (int i = 0; i < 100; i++)
            values[i] = new Value { A = (byte)i, O = "v" + i, I = i * i };
        GC.Collect();
        Console.WriteLine(values.Sum(v => v.A + v.I + ((string)v.O!).Length));
        Console.WriteLine($"{Unsafe.SizeOf<Value>()} {Unsafe.SizeOf<(int, string, byte)>()} {Unsafe.SizeOf<(byte, byte, byte)>()} {Unsafe.SizeOf<Nullable<decimal>>()}");
        var before = GC.GetAllocatedBytesForCurrentThread();
        var objects = new object[1000];
        for (int i = 0; i < 1000; i++)
            objects[i] = new object();
        long bytes = GC.GetAllocatedBytesForCurrentThread() - before;
        GC.KeepAlive(objects);
        Console.WriteLine(bytes >= 24_000 + 8_000);
        object clone = new WithStruct { Before = 9 }.GetType().GetMethod("MemberwiseClone", System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Instance)!.Invoke(w, null)!;
        Console.WriteLine(((WithStruct)clone).V.O);
    }
}
