// The shapes of code for which the inventory's rows N7a-112 to N7a-132 name instructions of Arm64: what they compute must be right on any processor.
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;

static class Program
{
    static volatile int ready;
    static volatile object? published;
    static int plain;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Elements(long[] longs, int[] ints, byte[] bytes, float[] floats, double[] doubles, int i, int shift)
    {
        longs[i] = longs[i + 1] + ints[i - 1];
        bytes[i + shift] += (byte)(bytes[i] ^ bytes[shift]);
        floats[i] = floats[i + shift] * 2;
        doubles[i] += floats[i] - doubles[shift];
        return longs[i] + bytes[i + shift] + (long)floats[i] + (long)doubles[i];
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int MultiplyAdd(int a, int b, int c) => a * b + c;
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int MultiplySubtract(int a, int b, int c) => c - a * b;
    [MethodImpl(MethodImplOptions.NoInlining)]
    static long MultiplyAddWide(long a, long b, long c) => a * b + c;
    [MethodImpl(MethodImplOptions.NoInlining)]
    static long MultiplySubtractWide(long a, long b, long c) => c - b * a;
    [MethodImpl(MethodImplOptions.NoInlining)]
    static long ShiftWidened(int a) => (long)a << 5;
    [MethodImpl(MethodImplOptions.NoInlining)]
    static ulong ShiftWidenedUnsigned(uint a) => (ulong)a << 31;
    [MethodImpl(MethodImplOptions.NoInlining)]
    static long ShiftThenWiden(int a) => a << 5;
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Remainder(int a, int b) => a % b;
    [MethodImpl(MethodImplOptions.NoInlining)]
    static uint RemainderUnsigned(uint a, uint b) => a % b;
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int RemainderOfPower(int a) => a % 16;
    [MethodImpl(MethodImplOptions.NoInlining)]
    static int RemainderOfTwo(int a) => a % 2;
    [MethodImpl(MethodImplOptions.NoInlining)]
    static long MultiplyWidening(int a, int b) => (long)a * b;
    [MethodImpl(MethodImplOptions.NoInlining)]
    static ulong MultiplyWideningUnsigned(uint a, uint b) => (ulong)a * b;
    [MethodImpl(MethodImplOptions.NoInlining)]
    static long AddExtended(long a, int b) => a + b;
    [MethodImpl(MethodImplOptions.NoInlining)]
    static ulong AddExtendedUnsigned(ulong a, uint b) => a + b;
    [MethodImpl(MethodImplOptions.NoInlining)]
    static long AddShifted(long a, long b) => a + (b << 3) + (byte)b;
    [MethodImpl(MethodImplOptions.NoInlining)]
    static ulong LoadNarrow(byte[] bytes, ushort[] shorts, uint[] ints, int i) => (ulong)bytes[i] + shorts[i] + ints[i];
    [MethodImpl(MethodImplOptions.NoInlining)]
    static unsafe void StoreConstants(int* numbers, byte* bytes, double* doubles, Vector128<int>* vectors)
    {
        *numbers = 0;
        numbers[1] = -1;
        *bytes = 200;
        bytes[1] = 0;
        *doubles = 0;
        doubles[1] = 1;
        *vectors = default;
        vectors[1] = Vector128<int>.AllBitsSet;
    }

    static unsafe string Constants()
    {
        int* numbers = stackalloc int[3];
        byte* bytes = stackalloc byte[3];
        double* doubles = stackalloc double[3];
        Vector128<int>* vectors = stackalloc Vector128<int>[2];
        numbers[2] = 5;
        bytes[2] = 6;
        doubles[2] = 7;
        StoreConstants(numbers, bytes, doubles, vectors);
        return $"{numbers[0]} {numbers[1]} {numbers[2]} {bytes[0]} {bytes[1]} {bytes[2]} {doubles[0]} {doubles[1]} {doubles[2]} {vectors[0]} {vectors[1]}";
    }

    // What a thread wrote before a volatile store is seen by who reads the stored value.
    static int Publications()
    {
        int wrong = 0;
        var reader = new Thread(() =>
        {
            for (int expected = 1; expected <= 20_000; expected++)
            {
                while (ready < expected)
                    Thread.SpinWait(1);
                if (Volatile.Read(ref plain) < expected || published is not int[] { Length: 3 } array || array[2] < expected)
                    wrong++;
            }
        });
        reader.Start();
        for (int i = 1; i <= 20_000; i++)
        {
            plain = i;
            published = new[] { 0, 0, i };
            ready = i;
        }
        reader.Join();
        return wrong;
    }

    static string Exchanges()
    {
        int sum = 0, maximum = 0;
        long wide = 0, bits = 0;
        Parallel.For(0, 4, worker =>
        {
            for (int i = 0; i < 10_000; i++)
            {
                Interlocked.Add(ref sum, i & 3);
                Interlocked.Increment(ref wide);
                Interlocked.Or(ref bits, 1L << (i & 31));
                int seen = maximum;
                while (i > seen && Interlocked.CompareExchange(ref maximum, i, seen) != seen)
                    seen = maximum;
            }
        });
        return $"{sum} {wide} {bits:x} {maximum} {Interlocked.Exchange(ref maximum, 5)} {Interlocked.And(ref bits, 0xFF)} {bits} {Interlocked.Decrement(ref wide)}";
    }

    static string Try(Func<object> action)
    {
        try
        {
            return action().ToString()!;
        }
        catch (Exception e)
        {
            return e.GetType().Name;
        }
    }

    static unsafe void Main()
    {
        int[] values = [0, 1, -1, 2, 7, 15, 16, 17, -16, -17, 255, 65536, int.MaxValue, int.MinValue];
        long hash = 0;
        for (int round = 0; round < 200; round++)
        {
            hash = 0;
            foreach (int a in values)
            {
                foreach (int b in values)
                {
                    hash = hash * 31 + MultiplyAdd(a, b, a) + MultiplySubtract(a, b, b) + MultiplyAddWide(a, b, a) + MultiplySubtractWide(a, b, hash);
                    hash = hash * 31 + MultiplyWidening(a, b) + (long)MultiplyWideningUnsigned((uint)a, (uint)b);
                    hash = hash * 31 + AddExtended(a, b) + (long)AddExtendedUnsigned((ulong)a, (uint)b) + AddShifted(a, b);
                    if (b is not (0 or -1))
                        hash = hash * 31 + Remainder(a, b) + RemainderUnsigned((uint)a, (uint)b);
                }
            }
        }
        Console.WriteLine(hash);
        foreach (int a in values)
            Console.WriteLine($"{a}: {ShiftWidened(a)} {ShiftWidenedUnsigned((uint)a)} {ShiftThenWiden(a)} {RemainderOfPower(a)} {RemainderOfTwo(a)} {MultiplyAdd(a, a, 1)}");
        Console.WriteLine($"{Try(() => Remainder(1, 0))} {Try(() => Remainder(int.MinValue, -1))} {Remainder(-7, 4)} {Remainder(7, -4)}");
        Console.WriteLine($"{Try(() => RemainderUnsigned(1, 0))}");
        Console.WriteLine(Elements([1, 2, 3, 4], [5, 6, 7, 8], [250, 251, 252, 253], [1, 2, 3, 4], [0.5, 1.5, 2.5, 3.5], 1, 2));
        Console.WriteLine($"{LoadNarrow([1, 255], [2, 65535], [3, uint.MaxValue], 1)} {Constants()}");
        Console.WriteLine($"{Publications()} {Exchanges()}");
        Console.WriteLine($"{AdvSimd.IsSupported} {AdvSimd.Arm64.IsSupported} {Try(() => LoadPair())}");
    }

    static unsafe object LoadPair()
    {
        byte* bytes = stackalloc byte[32];
        return AdvSimd.Arm64.LoadPairVector128(bytes);
    }
}
