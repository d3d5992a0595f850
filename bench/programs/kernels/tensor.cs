// include: ../told.part
// include: ../warm.part
using System.Numerics;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

static class Program
{
    static readonly float[] a = Enumerable.Range(0, 4096).Select(i => i * 0.5f).ToArray(), b = Enumerable.Range(0, 4096).Select(i => i * 0.25f).ToArray(), c = new float[4096];
    static readonly int[] integers = Enumerable.Range(0, 4096).Select(i => i * 7 % 1000).ToArray();

    static float Dot()
    {
        Vector256<float> sum = Vector256<float>.Zero;
        for (int i = 0; i < a.Length; i += Vector256<float>.Count) sum += Vector256.LoadUnsafe(ref a[i]) * Vector256.LoadUnsafe(ref b[i]);
        return Vector256.Sum(sum);
    }

    static void MultiplyAdd(ReadOnlySpan<Vector<float>> x, ReadOnlySpan<Vector<float>> y, Span<Vector<float>> to)
    {
        for (int i = 0; i < to.Length; i++) to[i] = x[i] * y[i] + Vector<float>.One;
    }

    static long Kernel()
    {
        double sum = 0;
        for (int i = 0; i < 30; i++)
        {
            sum += Dot();
            MultiplyAdd(MemoryMarshal.Cast<float, Vector<float>>(a), MemoryMarshal.Cast<float, Vector<float>>(b), MemoryMarshal.Cast<float, Vector<float>>(c.AsSpan()));
            sum += c[i] + integers.Sum() + integers.Max();
            Matrix4x4 rotation = Matrix4x4.CreateRotationX(0.5f), product = rotation;
            for (int k = 0; k < 20; k++) product *= rotation;
            Vector3 point = new(1, 2, 3);
            for (int k = 0; k < 50; k++) point = Vector3.Min(Vector3.Cross(point, Vector3.Transform(Vector3.Normalize(point), product)), point);
            sum += product.M22 + point.X;
        }
        return (long)(sum * 16);
    }

    static void Main() => Warm.Run(("tensor", Kernel));
}
