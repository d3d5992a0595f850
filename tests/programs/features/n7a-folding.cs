// rows: N7a-024 N7a-041 N7a-062 N7a-063 N7a-085 N7a-086 N7a-087 N7a-088 N7a-089 N7a-091 N7a-092 N7a-107 N7a-108 N7a-110 N7a-111
// rows: N7a-137 N7a-138 N7a-139 N7a-140 N7a-141 N7a-142
// What compilers fold, join and replace by one instruction, each beside the same by way of values that they cannot know.
using System.Drawing;
using System.Numerics;
using System.Runtime.CompilerServices;

static class Program
{
    static int A() => 3 + (4 * 5);
    static int B() => A() * 2;
    static int Value => 16;
    static readonly object number = 5;
    static double Infinite => 1e300 * 1e300;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static T Unknown<T>(T value) => value;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int SomethingElse() => 42;

    static int Compute1() => Value + Value + Value + Value + Value;
    static int Compute2() => SomethingElse() + Value + Value + Value + Value + Value;
    static int Overflowing(int x) => x + int.MaxValue + int.MaxValue + 2;
    static int Order(ref int x) => Step(ref x, Step(ref x, x) + x);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Step(ref int x, int by) => x = x * 10 + by;

    static TimeSpan Seconds(double seconds) => TimeSpan.FromSeconds(seconds);
    static Color Orange() => Color.DarkOrange;

    static bool IsValueType<T>() => typeof(T).IsValueType;
    static bool IsValueType(Type type) => type.IsValueType;
    static string Facts(Type type) =>
        $"{type.IsValueType} {type.IsEnum} {type.IsPrimitive} {type.IsByRefLike} {type.IsGenericType} {type.IsAssignableFrom(typeof(string))} {type == typeof(int)}";

    static bool AllAreStrings(object? o1, object? o2, object? o3, object? o4) => o1 is string && o2 is string && o3 is string && o4 is string;

    static byte Or(int x, int y) => (byte)((byte)x | (byte)y);
    static ulong ShiftLeft(ulong x, int y) => x << y;
    static long ShiftRight(long x, int y) => x >> y;
    static ulong ShiftRightUnsigned(ulong x, int y) => x >> y;
    static int Neg(int i) => ~i + 1;
    static long Neg(long i) => ~i + 1;
    static bool BitSet(int x) => (x & 1) == 1;
    static bool BitClear(long x) => (x & 1) != 1;
    static int ResetLowestSetBit(int x) => x & (x - 1);
    static ulong ResetLowestSetBit(ulong x) => x & (x - 1);
    static long Divide(uint i) => i / Vector<byte>.Count;
    static long Remainder(uint i) => i % Vector<byte>.Count;
    static int DivideSigned(int i) => i / Vector<byte>.Count;
    static long ToMilliseconds(long ticks) => ticks / 10_000;
    static double Ratio(long ticks) => (double)ticks / 10_000_000L;
    static int BoolLength(bool value) => value.ToString().Length;

    static string Try<T>(Func<T> action)
    {
        try
        {
            return $"{action()}";
        }
        catch (Exception e)
        {
            return e.GetType().Name;
        }
    }

    static void Constants()
    {
        Console.WriteLine($"{B()} {Compute1()} {Compute2()} {Overflowing(1)} {Overflowing(Unknown(1))} {Infinite} {(long)Unknown(double.NaN)}");
        int x = 1;
        Console.WriteLine($"{Order(ref x)} {x}");
        Console.WriteLine($"{Seconds(5).Ticks} {Seconds(Unknown(5.0)).Ticks} {Seconds(-0.0000001).Ticks} {Seconds(0.1).Ticks == Seconds(Unknown(0.1)).Ticks}");
        foreach (double seconds in (double[])[922337203685.4, 922337203686, -922337203686, double.NaN, double.PositiveInfinity])
            Console.Write(Try(() => Seconds(seconds)) + " ");
        Console.WriteLine(Try(() => TimeSpan.FromSeconds(1e300)) + " " + Try(() => TimeSpan.FromSeconds(double.NaN)));
        Color orange = Orange();
        Console.WriteLine($"{orange} {orange.ToArgb():x} {orange.IsKnownColor} {orange == Color.FromKnownColor(KnownColor.DarkOrange)}");
        Console.WriteLine($"{orange == Color.FromArgb(orange.ToArgb())}");
        Console.WriteLine($"{BoolLength(true)} {BoolLength(false)} {ReferenceEquals(Unknown(true).ToString(), bool.TrueString)}");
        Console.WriteLine($"{ReferenceEquals(Unknown(false).ToString(), "False")}");
    }

    static void Types()
    {
        Console.WriteLine($"{IsValueType<int>()} {IsValueType<string>()} {IsValueType<int?>()} {IsValueType<DayOfWeek>()} {IsValueType<Enum>()}");
        Console.WriteLine($"{IsValueType<ValueType>()}");
        Console.WriteLine($"{IsValueType(typeof(int))} {IsValueType(typeof(string))} {IsValueType(Unknown(typeof(int)))}");
        Console.WriteLine($"{IsValueType(typeof(int*))} {IsValueType(typeof(void))} {Try(() => IsValueType(null!))}");
        Console.WriteLine(Facts(typeof(int)));
        Console.WriteLine(Facts(typeof(Span<byte>)));
        Console.WriteLine(Facts(typeof(DayOfWeek)));
        Console.WriteLine(Facts(typeof(object)));
        Console.WriteLine(Facts(typeof(List<>)));
        Console.WriteLine($"{Facts(Unknown(typeof(int))) == Facts(typeof(int))} {typeof(List<int>) == new List<int>().GetType()}");
        Console.WriteLine($"{ReferenceEquals(typeof(int[]), Unknown(new int[1]).GetType())}");
        Console.WriteLine($"{AllAreStrings("", "", "", "")} {AllAreStrings("", "", "", null)} {AllAreStrings(1, "", "", "")}");
        Console.WriteLine($"{AllAreStrings("", "", new object(), "")} {AllAreStrings("", new string[0], "", "")}");
    }

    static void Instructions()
    {
        foreach (int i in (int[])[0, 1, -1, 42, 255, 256, -256, 0x12345678, int.MinValue, int.MaxValue])
        {
            int u = Unknown(i);
            Console.WriteLine($"{i}: {Or(u, u >> 3)} {Neg(u)} {Neg((long)u << 20)} {BitSet(u)} {BitClear(u)} {ResetLowestSetBit(u)} {ResetLowestSetBit((ulong)u)}");
            Console.WriteLine($"  {Divide((uint)u) * Vector<byte>.Count + Remainder((uint)u) == (uint)u} {DivideSigned(u) == u / Unknown(Vector<byte>.Count)}");
            Console.WriteLine($"  {ToMilliseconds(u * 10_007L)} {Ratio(u)}");
        }
        Console.WriteLine($"{Neg(long.MinValue)} {Divide(uint.MaxValue) == uint.MaxValue / (uint)Unknown(Vector<byte>.Count)}");
        Console.WriteLine($"{Remainder(uint.MaxValue) == Vector<byte>.Count - 1}");
        foreach (int count in (int[])[0, 1, 31, 32, 63, 64, 65, -1, int.MinValue])
        {
            int by = Unknown(count);
            Console.WriteLine($"by {count}: {ShiftLeft(123, by)} {ShiftRight(long.MinValue + 5, by)} {ShiftRightUnsigned(ulong.MaxValue - 9, by)}");
        }
        foreach (long ticks in (long[])[0, 9_999, 10_000, -9_999, -10_000, long.MaxValue, long.MinValue])
            Console.Write($"{ToMilliseconds(Unknown(ticks))} {Ratio(Unknown(ticks))} ");
        Console.WriteLine();
    }

    static void Main()
    {
        // The small methods become hot before they are asked.
        int sum = 0;
        for (int i = 0; i < 100_000; i++)
        {
            sum += B() + Compute1() + Compute2() + Or(i, -i) + Neg(i) + (BitSet(i) ? 1 : 0) + ResetLowestSetBit(i) + BoolLength((i & 1) == 0);
            sum += (int)ShiftLeft((ulong)i, i) + (AllAreStrings("", i % 3 == 0 ? "" : number, "", "") ? 1 : 0) + (int)ToMilliseconds(i);
            sum += IsValueType<long>() ? 1 : 0;
        }
        Console.WriteLine(sum);
        Constants();
        Types();
        Instructions();
    }
}
