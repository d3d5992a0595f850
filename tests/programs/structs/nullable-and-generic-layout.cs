using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

struct Wrapper<T>
{
    public T Value;
    public bool Flag;
}

[StructLayout(LayoutKind.Sequential, Pack = 1)]
struct Packed<T>
{
    public byte A;
    public T Value;
}

struct Recursive
{
    public static Recursive Default;
    public Recursive[] Children;
    public int N;
}

[StructLayout(LayoutKind.Explicit)]
struct Overlap
{
    [FieldOffset(0)] public (int A, int B) Pair;
    [FieldOffset(0)] public long Whole;
    [FieldOffset(8)] public object? O;
}

static class Program
{
    static int Size<T>() => Unsafe.SizeOf<T>();

    static void Main()
    {
        Console.WriteLine($"{Size<Wrapper<byte>>()} {Size<Wrapper<short>>()} {Size<Wrapper<int>>()} {Size<Wrapper<double>>()} {Size<Wrapper<string>>()} {Size<Wrapper<Wrapper<long>>>()} {Size<Wrapper<Int128>>()}");
        Console.WriteLine($"{Size<Packed<byte>>()} {Size<Packed<int>>()} {Size<Packed<long>>()} {Size<Packed<Wrapper<int>>>()}");
        Console.WriteLine($"{Size<bool?>()} {Size<short?>()} {Size<Wrapper<int>?>()} {Size<(bool, string, bool)>()} {Size<(byte, (byte, byte), int)>()} {Size<KeyValuePair<string, byte>>()}");
        var r = new Recursive { N = 1, Children = new[] { new Recursive { N = 2 }, new Recursive { N = 3, Children = Array.Empty<Recursive>() } } };
        Recursive.Default = r;
        GC.Collect();
        Console.WriteLine(Recursive.Default.Children[1].N + Recursive.Default.Children.Length);
        var o = new Overlap { Pair = (1, 2), O = "o" };
        Console.WriteLine($"{o.Whole:x} {o.O} {Size<Overlap>()}");
        Wrapper<int?>[] array = new Wrapper<int?>[3];
        array[1].Value = 5;
        array[2] = array[1];
        array[2].Flag = true;
        Console.WriteLine($"{array[0].Value.HasValue} {array[2].Value} {array[2].Flag} {array[1].Flag}");
        Wrapper<string> w = default;
        Unsafe.As<Wrapper<string>, string>(ref w) = "poked";
        Console.WriteLine(w.Value);
    }
}
