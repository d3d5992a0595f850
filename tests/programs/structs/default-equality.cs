struct Bits { public int A; public short B; public short C; }
struct Padded { public byte A; public long B; }
struct Floaty { public double D; public int I; }
struct WithString { public string? S; public int I; }
struct Override(int n)
{
    public override bool Equals(object? o) => o is Override;
    public override int GetHashCode() => 7 + 0 * n;
    public override string ToString() => "override " + n;
}
struct Holder { public Override O; public int I; }

static class Program
{
    static void Main()
    {
        Console.WriteLine(new Bits { A = 1, B = 2 }.Equals(new Bits { A = 1, B = 2 }));
        Console.WriteLine(new Bits { A = 1, B = 2 }.Equals(new Bits { A = 1, B = 2, C = 3 }));
        Console.WriteLine(new Padded { A = 1, B = 2 }.Equals(new Padded { A = 1, B = 2 }));
        Console.WriteLine(new Floaty { D = 0.0 }.Equals(new Floaty { D = -0.0 }));
        Console.WriteLine(new Floaty { D = double.NaN }.Equals(new Floaty { D = double.NaN }));
        Console.WriteLine(new WithString { S = "ab" }.Equals(new WithString { S = string.Concat("a", "b") }));
        Console.WriteLine(new WithString().Equals(new Bits()));
        Console.WriteLine(new Holder { O = new(1) }.Equals(new Holder { O = new(2) }));
        Console.WriteLine(new Override(3).ToString() + new Override(3).GetHashCode());
        Console.WriteLine(new Bits { A = 5 }.GetHashCode() == new Bits { A = 5 }.GetHashCode());
        Console.WriteLine(new WithString { S = "x", I = 1 }.GetHashCode() == new WithString { S = "x", I = 1 }.GetHashCode());
        Console.WriteLine(new Bits().ToString());
        var set = new HashSet<Bits> { new() { A = 1 }, new() { A = 1 }, new() { A = 2 } };
        Console.WriteLine(set.Count);
        Console.WriteLine(new Padded().GetType());
        Console.WriteLine(((ValueType)new Padded { B = 1 }).Equals(new Padded { B = 1 }));
    }
}
