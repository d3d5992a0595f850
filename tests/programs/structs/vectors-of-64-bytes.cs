// Vectors of 64 bytes where values go, and masks, where the machine has them: arguments, results, fields, arrays, boxes, generics, delegates,
// reflection, async methods, and past exceptions.
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

static class Program
{
    struct Pair { public int N; public Vector512<int> A; public object Name; public Vector256<int> B; }

    static Vector512<int> Add(Vector512<int> a, Vector512<int> b) => Avx512F.IsSupported ? Avx512F.Add(a, b) : a + b;
    static Vector512<int> Multiply(Vector512<int> a, Vector512<int> b) => Avx512F.IsSupported ? Avx512F.MultiplyLow(a, b) : a * b;

    [MethodImpl(MethodImplOptions.NoInlining)]
    static Vector512<int> Many(int i, Vector512<int> a, Vector256<int> b, Vector512<int> c, float e, Vector512<int> f, Vector128<int> g, long h, double k, string text)
        => Add(Add(Multiply(a, c), f), Add(Vector512.Create(b, b), Vector512.Create(i + (int)e + (int)h + (int)k + g[1] + text.Length)));

    [MethodImpl(MethodImplOptions.NoInlining)]
    static Vector512<int> Passed(Vector512<int> value) => Many(1, value, value.GetLower(), value, 2, value, value.GetLower().GetUpper(), 3, 4, "text");

    [MethodImpl(MethodImplOptions.NoInlining)]
    static T Through<T>(T value, Func<T, T> function) => function(value);

    static Vector512<int> Throwing(Vector512<int> value, int how)
    {
        Vector512<int> result = value;
        try
        {
            result = Add(result, value);
            if (how == 1) throw new InvalidOperationException("one");
            if (how == 2) result = Multiply(Throwing(result, 1), result);
            if (how == 3) result = Vector512.Create((new int[1])[how]);
        }
        catch (InvalidOperationException e) when (result[0] > 0 && e.Message.Length == 3)
        {
            result = Multiply(result, result);
        }
        catch (Exception e)
        {
            Console.WriteLine(e.GetType().Name);
        }
        finally
        {
            result = Add(result, Vector512<int>.One);
        }
        return result;
    }

    static unsafe Vector512<int> Masks(Vector512<int> a, Vector512<int> b, int* memory)
    {
        if (!Avx512F.IsSupported || !Avx512DQ.IsSupported)
        {
            for (int i = 0; i < 16; i++) memory[i] = a[i] > b[i] ? a[i] : memory[i];
            return Vector512.ConditionalSelect(Vector512.GreaterThan(a, b), b, a);
        }
        Vector512<int> mask = Avx512F.CompareGreaterThan(a, b);
        Avx512F.MaskStore(memory, mask, a);
        return Avx512F.BlendVariable(a, b, mask);
    }

    // The mask is a vector of other elements than it was made as.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static Vector512<int> Retyped(Vector512<int> a, Vector512<int> b)
    {
        Vector512<byte> bytes = Vector512.Equals(a.AsByte(), b.AsByte());
        ulong bits = bytes.AsUInt16().ExtractMostSignificantBits() + bytes.AsInt64().ExtractMostSignificantBits() * 3;
        if (!Avx512F.IsSupported) return Vector512.ConditionalSelect(bytes.AsInt32() >> 31, a, b) + Vector512.Create((int)bits);
        return Avx512F.BlendVariable(b, a, bytes.AsInt32()) + Vector512.Create((int)bits);
    }

    static unsafe Vector512<int> MasksOf(Vector512<int> value, int[] memory)
    {
        fixed (int* at = memory) return Masks(value, Vector512.Create(8), at);
    }

    static Vector512<double> Rounded(Vector512<double> a, Vector512<double> b, int mode)
    {
        if (!Avx512F.IsSupported) return default;
        return mode switch
        {
            0 => Avx512F.Divide(a, b, FloatRoundingMode.ToZero) - Avx512F.Divide(a, b, FloatRoundingMode.ToPositiveInfinity),
            1 => Avx512F.Divide(a, b, FloatRoundingMode.ToNegativeInfinity) - Avx512F.Divide(a, b, FloatRoundingMode.ToEven),
            _ => Avx512F.Divide(a, b),
        };
    }

    static async Task<Vector512<int>> Later(Vector512<int> value)
    {
        Vector512<int> kept = Add(value, value);
        await Task.Yield();
        GC.Collect();
        await Task.Delay(1);
        return Add(kept, value);
    }

    static int Deep(Vector512<int> value, int depth) => depth == 0 ? value[15] : Deep(Add(value, Vector512<int>.One), depth - 1) + value[depth % 16];

    static async Task Main()
    {
        Vector512<int> v = Vector512.Create(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
        Vector512<int> w = Multiply(v, Vector512.Create(3));
        Console.WriteLine(Many(1, v, w.GetUpper(), w, 2.5f, v, w.GetLower().GetLower(), 7, 8, "abc") + " " + Passed(w));
        Console.WriteLine(typeof(Program).GetMethod("Many", BindingFlags.NonPublic | BindingFlags.Static)!.Invoke(null, [1, v, w.GetUpper(), w, 2.5f, v, w.GetLower().GetLower(), 7L, 8.0, "abc"]));
        Pair[] pairs = [new() { N = 1, A = v, Name = "first", B = w.GetUpper() }, new() { N = 2, A = w, Name = 7 }];
        for (int i = 0; i < 2; i++) { Pair copy = pairs[i]; pairs[1 - i].A = Add(pairs[1 - i].A, copy.A); Console.WriteLine($"{copy.N} {copy.A} {copy.Name} {copy.B} {((object)copy).Equals(pairs[i])}"); }
        Console.WriteLine(Through(v, x => Add(x, w)) + " " + Through(pairs[0], static p => p with { A = Add(p.A, p.A) }).A);
        Func<Vector512<int>, Vector512<int>, Vector512<int>> both = Add;
        both += Multiply;
        Console.WriteLine(both(v, w) + " " + both.DynamicInvoke(w, w));
        for (int how = 0; how < 4; how++) Console.WriteLine(Throwing(v, how));
        int[] memory = new int[16];
        Console.WriteLine(Retyped(v, w) + " " + Retyped(v, v) + " " + Retyped(w, Vector512.Create(0x01000203, 6, 9, 0x0c, 0x0f0f0f0f, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45, 1)));
        Console.WriteLine(MasksOf(v, memory) + " " + string.Join(",", memory));
        for (int mode = 0; mode < 3; mode++) Console.WriteLine(Rounded(Vector512.Create(1.0), Vector512.Create(3.0), mode));
        Console.WriteLine(await Later(v) + " " + Deep(v, 200));
        Vector512<int>[,] grid = new Vector512<int>[2, 2];
        grid[1, 0] = v;
        grid[0, 1] = Add(grid[1, 0], v);
        ref Vector512<int> cell = ref grid[0, 1];
        cell = Add(cell, cell);
        object box = grid[0, 1];
        Console.WriteLine(grid[0, 1] + " " + box.Equals(Multiply(v, Vector512.Create(4))) + " " + ((Vector512<int>)box)[7]);
        Console.WriteLine($"{Avx512F.IsSupported} {Avx512F.X64.IsSupported} {Avx512BW.VL.IsSupported} {Avx512Vbmi2.IsSupported} {Vector512.IsHardwareAccelerated}");
    }
}
