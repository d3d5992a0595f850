// Vectors of all widths where values go: arguments in registers and on the stack, results, fields, arrays, boxes, generics, delegates,
// interfaces, reflection, iterators, async methods, and past exceptions.
using System.Numerics;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

static class Program
{
    struct Pair { public Vector256<int> A; public object Name; public Vector128<double> B; }
    interface IAdder<T> { T Add(T left, T right); }
    class Adder<T> : IAdder<Vector256<T>>, IAdder<Vector512<T>> where T : struct
    {
        public Vector256<T> Add(Vector256<T> left, Vector256<T> right) => left + right;
        public Vector512<T> Add(Vector512<T> left, Vector512<T> right) => left + right;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static Vector256<int> Many(Vector256<int> a, Vector128<int> b, Vector<int> c, Vector256<int> d, float e, Vector512<int> f, Vector256<int> g, Vector128<int> h, int i,
        Vector256<int> j, Vector256<int> k, double l, Vector256<int> m, Vector128<int> n)
        => a + d + g + j + k + m + Vector256.Create((int)e + i + (int)l) + Vector256.Create(b + h, n) + c.AsVector256() + f.GetLower() + f.GetUpper();

    [MethodImpl(MethodImplOptions.NoInlining)]
    static (Vector256<long>, string, Vector128<byte>) Three(Vector128<byte> bytes, string text, Vector256<long> longs) => (longs, text, bytes);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static T Through<T>(T value, Func<T, T> function) => function(value);

    static Vector256<float> Throwing(Vector256<float> value, int how)
    {
        Vector256<float> result = value;
        try
        {
            result += value;
            if (how == 1) throw new InvalidOperationException("one");
            if (how == 2) Throwing(result, 1);
            if (how == 3) result /= Vector256.Create((float)(new int[1])[how]);
        }
        catch (InvalidOperationException e) when (Vector256.Sum(result) > 0 && e.Message.Length == 3)
        {
            result *= 3;
        }
        catch (Exception e)
        {
            Console.WriteLine(e.GetType().Name);
            result -= Vector256<float>.One;
        }
        finally
        {
            result += Vector256.Create(0.5f);
        }
        return result;
    }

    static IEnumerable<Vector256<short>> Steps(Vector256<short> start)
    {
        for (int i = 0; i < 4; i++) { yield return start; start <<= 1; GC.Collect(0); }
    }

    static async Task<Vector512<double>> Later(Vector512<double> value, Vector<byte> more)
    {
        Vector512<double> kept = value * 2;
        await Task.Yield();
        kept += Vector512.Create((double)more[1]);
        await Task.Delay(1);
        return kept - value;
    }

    static int Deep(Vector256<int> value, int depth) => depth == 0 ? Vector256.Sum(value) : Deep(value + Vector256<int>.One, depth - 1) + value[depth % 8];

    static async Task Main()
    {
        Vector256<int> v = Vector256.Create(1, 2, 3, 4, 5, 6, 7, 8);
        Vector128<int> w = Vector128.Create(10, 20, 30, 40);
        Vector512<int> z = Vector512.Create(v, v * 100);
        var c = Vector256.Create(7, 6, 5, 4, 3, 2, 1, 0).AsVector();
        for (int i = 0; i < 3; i++) Console.WriteLine(Many(v, w, c, v, 1.5f, z, v, w, i, v, v, 2.5, v, w));
        object? invoked = typeof(Program).GetMethod("Many", BindingFlags.NonPublic | BindingFlags.Static)!.Invoke(null, [v, w, c, v, 1.5f, z, v, w, 3, v, v, 2.5, v, w]);
        Console.WriteLine(invoked);
        Console.WriteLine(Three(Vector128.Create((byte)9), "text", Vector256.Create(1L, 2, 3, 4)));

        Pair[] pairs = [new() { A = v, Name = "first", B = Vector128.Create(0.5, 1.5) }, new() { A = v * v, Name = 7 }];
        for (int i = 0; i < 2; i++) { Pair copy = pairs[i]; pairs[1 - i].A += copy.A; Console.WriteLine($"{copy.A} {copy.Name} {copy.B} {((object)copy).GetHashCode() != 0}"); }
        Console.WriteLine(Through(v, static x => x << 1) + " " + Through(z, x => x + z) + " " + Through(pairs[0], static p => p with { A = -p.A }).A);
        var adder = new Adder<int>();
        Console.WriteLine(((IAdder<Vector256<int>>)adder).Add(v, v) + " " + ((IAdder<Vector512<int>>)adder).Add(z, z));
        Func<Vector256<int>, Vector256<int>, Vector256<int>> closed = adder.Add;
        closed += (left, right) => left - right;
        Console.WriteLine(closed(v * 5, v) + " " + closed.DynamicInvoke(v, v));

        for (int how = 0; how < 4; how++) Console.WriteLine(Throwing(Vector256.Create(1f, 2, 3, 4, 5, 6, 7, 8), how));
        foreach (Vector256<short> step in Steps(Vector256.Create((short)3))) Console.WriteLine(step[15]);
        Console.WriteLine(await Later(Vector512.Create(1.0, 2, 3, 4, 5, 6, 7, 8), new Vector<byte>(5)));
        Console.WriteLine(Deep(v, 200));
        Vector256<int>[,] grid = new Vector256<int>[2, 2];
        grid[1, 0] = v;
        grid[0, 1] = grid[1, 0] + v;
        ref Vector256<int> cell = ref grid[0, 1];
        cell *= 2;
        object box = grid[0, 1];
        Console.WriteLine(grid[0, 1] + " " + box.Equals(v * 4) + " " + ((Vector256<int>)box)[7] + " " + new Dictionary<Vector128<int>, string> { [w] = "found" }[Vector128.Create(10, 20, 30, 40)]);
        Span<Vector<float>> span = stackalloc Vector<float>[3];
        span.Fill(new Vector<float>(2.5f));
        Console.WriteLine(Vector.Sum(span[0] * span[2]) / Vector<float>.Count);
        Matrix4x4 matrix = Matrix4x4.CreateFromYawPitchRoll(0.1f, 0.2f, 0.3f) * Matrix4x4.CreateTranslation(1, 2, 3);
        Console.WriteLine(Vector3.Transform(new Vector3(1, 2, 3), matrix) + " " + Quaternion.CreateFromRotationMatrix(matrix) + " " + Vector4.Dot(new Vector4(1, 2, 3, 4), Vector4.One) + " " + Vector2.Reflect(new(1, -1), Vector2.UnitY));
        Console.WriteLine(BitConverter.SingleToInt32Bits(1.5f) + " " + BitConverter.Int64BitsToDouble(0x4000000000000000) + " " + Unsafe.BitCast<Vector4, Vector128<uint>>(new Vector4(1, -1, 0, 2)));
    }
}
