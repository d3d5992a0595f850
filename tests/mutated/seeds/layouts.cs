// Structs with layouts, mapped data, enums, P/Invoke, pointers, inline arrays, function pointers, multi-dimensional arrays.
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
[StructLayout(LayoutKind.Explicit, Size = 24)]
struct Overlay { [FieldOffset(0)] public long Whole; [FieldOffset(0)] public int Low; [FieldOffset(4)] public int High; [FieldOffset(16)] public string Text; }
[StructLayout(LayoutKind.Sequential, Pack = 1)]
struct Packed { public byte A; public int B; public double C; public Color D; }
[StructLayout(LayoutKind.Sequential, Size = 40, CharSet = CharSet.Unicode)]
class Formatted { public short A; [MarshalAs(UnmanagedType.ByValTStr, SizeConst = 6)] public string Text = "abc"; public int B = 5; }
[InlineArray(4)] struct Four { int first; }
ref struct Window { public Span<int> Items; public ref int First; }
[Flags] enum Color : byte { Red = 1, Green = 2, Both = Red | Green }
static unsafe class Program
{
    [DllImport("libc", EntryPoint = "abs")] static extern int Absolute(int value);
    [DllImport("libc", CharSet = CharSet.Ansi, SetLastError = true)] static extern nint strlen(string text);
    static readonly long[] data = { 1, 2, 3, 5, 8, 13 };
    static ReadOnlySpan<byte> Bytes => [1, 2, 3, 250];
    [ThreadStatic] static int perThread;
    static int Triple(int value) => value * 3;
    static int Main()
    {
        Overlay overlay = new() { Whole = 0x100000002, Text = "t" };
        Console.WriteLine($"{overlay.Low} {overlay.High} {overlay.Text} {sizeof(Packed)} {Unsafe.SizeOf<Overlay>()} {Marshal.SizeOf<Formatted>()}");
        Packed packed = new() { A = 1, B = 2, C = 3, D = Color.Both };
        Console.WriteLine((long)((byte*)&packed.C - (byte*)&packed) + packed.D.ToString() + packed.Equals(packed) + (Color)7);
        Four four = default; four[2] = 9;
        Window window = new() { Items = new int[3] }; window.First = ref window.Items[1]; window.First = 4;
        Console.WriteLine(four[2] + window.Items[1] + Absolute(-5) + (int)strlen("hello") + data.Sum() + Bytes[3] + ++perThread);
        delegate*<int, int> triple = &Triple;
        int[,] grid = { { 1, 2 }, { 3, 4 } }; grid[1, 0] += triple(5);
        Console.WriteLine(grid[1, 0] + grid.Length + decimal.Parse("1.5") * 2 + Color.Green.HasFlag(Color.Red).ToString());
        int* stack = stackalloc int[4]; stack[3] = 6;
        nint native = Marshal.AllocHGlobal(Marshal.SizeOf<Formatted>() + 64); Marshal.StructureToPtr(new Formatted(), native, false);
        Console.WriteLine(Marshal.PtrToStructure<Formatted>(native).Text + stack[3]); Marshal.FreeHGlobal(native);
        return 0;
    }
}
