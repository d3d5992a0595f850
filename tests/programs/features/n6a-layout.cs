// rows: N6a-102 N6a-103 N6a-107
// The layout of objects that the class libraries reach into, and references in statics and literals while collections come and go.
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

struct Wide
{
    public long A, B, C, D, E;
    public string? Name;
}

// How the class libraries look at an array's and a box's content.
sealed class RawArray
{
    public uint Length;
    public uint Padding;
    public byte First;
}

sealed class RawData
{
    public byte First;
}

static class Program
{
    static object? kept;
    static readonly string greeting = "hello";
    static readonly object shared = new();

    static long Offset(ref byte from, ref byte to) => Unsafe.ByteOffset(ref from, ref to);

    static unsafe void Layout()
    {
        int[] array = [1, 2, 3];
        RawArray raw = Unsafe.As<RawArray>(array);
        Console.WriteLine($"array: length {raw.Length}");
        Console.WriteLine($"elements behind it: {Offset(ref Unsafe.As<uint, byte>(ref raw.Length), ref Unsafe.As<int, byte>(ref MemoryMarshal.GetArrayDataReference(array)))}");
        object box = 0x1122334455667788;
        Console.WriteLine($"box: {Unsafe.As<byte, long>(ref Unsafe.As<RawData>(box).First):x}");
        Console.WriteLine($"unboxed in place: {Offset(ref Unsafe.As<RawData>(box).First, ref Unsafe.As<long, byte>(ref Unsafe.Unbox<long>(box)))}");
        string text = new("layout");
        fixed (char* characters = text)
        {
            Console.WriteLine($"string: length {Unsafe.As<byte, int>(ref Unsafe.As<RawData>(text).First)}, end {(int)characters[text.Length]}");
            Console.WriteLine($"characters behind it: {Offset(ref Unsafe.As<RawData>(text).First, ref *(byte*)characters)}");
        }
        Span<int> span = array.AsSpan(1);
        byte* words = (byte*)&span;
        fixed (int* second = &array[1])
            Console.WriteLine($"span: {sizeof(Span<int>)} bytes, {*(int**)words == second}, length {*(int*)(words + 8)}");
        fixed (byte* first = &Unsafe.As<RawData>(array).First)
            Console.WriteLine($"type handle: {*(nint*)(first - 8) == typeof(int[]).TypeHandle.Value}");
        Console.WriteLine($"{RuntimeHelpers.OffsetToStringData} {sizeof(nint)} {Unsafe.SizeOf<Wide>()} {Unsafe.SizeOf<(byte, int?)>()}");
    }

    static void Main()
    {
        Layout();
        // References in statics and literals stay right while collections come and go.
        object before = shared;
        for (int i = 0; i < 20; i++)
        {
            kept = new byte[100_000];
            GC.Collect();
        }
        Console.WriteLine($"{greeting} {ReferenceEquals(greeting, "hello")} {ReferenceEquals(before, shared)} {((byte[])kept!).Length}");
        try
        {
            kept = new string('x', -1);
        }
        catch (ArgumentOutOfRangeException e)
        {
            Console.WriteLine(e.ParamName);
        }
        try
        {
            kept = new long[int.Parse("-1")];
        }
        catch (OverflowException e)
        {
            Console.WriteLine(e.Message);
        }
    }
}
