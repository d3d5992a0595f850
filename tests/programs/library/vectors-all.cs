// Vectors of every size and element, by the software fallback or by instructions: the results are the same.
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Text;

static class Program
{
    static readonly Random random = new(12345);
    static byte[] Bytes(int n) { var b = new byte[n]; random.NextBytes(b); return b; }
    static string Hex<T>(T v) where T : struct => Convert.ToHexString(MemoryMarshal.AsBytes(new ReadOnlySpan<T>(in v)));
    static void P(string name, params object[] values) => Console.WriteLine(name + ": " + string.Join(" ", values));

    static void V128<T>() where T : unmanaged, INumber<T>
    {
        Vector128<T> a = Vector128.Create(Bytes(16)).As<byte, T>(), b = Vector128.Create(Bytes(16)).As<byte, T>(), z = Vector128<T>.Zero;
        string n = "128 " + typeof(T).Name;
        P(n, Hex(a + b), Hex(a - b), Hex(a * b), Hex(-a), Hex(~a), Hex(a & b), Hex(a | b), Hex(a ^ b), Hex(Vector128.AndNot(a, b)), Hex(Vector128.Min(a, b)), Hex(Vector128.Max(a, b)), Hex(Vector128.Abs(a)));
        P(n, Hex(Vector128.Equals(a, b)), Hex(Vector128.LessThan(a, b)), Hex(Vector128.GreaterThanOrEqual(a, b)), Hex(Vector128.ConditionalSelect(Vector128.LessThan(a, b), a, b)), Vector128.EqualsAny(a, a), Vector128.EqualsAll(a, b), Vector128.LessThanAny(a, b), Vector128.ExtractMostSignificantBits(a), a == b, a != b, Vector128.Sum(a), Vector128.Dot(b, a));
        P(n, Hex(a.WithElement(1, b[0])), a.GetElement(Vector128<T>.Count - 1), a.ToScalar(), Hex(a.GetLower()), Hex(a.GetUpper()), Hex(a.WithLower(b.GetLower())), Hex(Vector128.CreateScalar(b[0])), Hex(Vector128.CreateSequence(T.One, T.One)), Hex(Vector128<T>.Indices), Hex(Vector128<T>.AllBitsSet), Vector128.Count(a, a[0]), Vector128.IndexOf(a, a[1]), Vector128.AnyWhereAllBitsSet(z), Hex(Vector128.IsZero(z)), Hex(Vector128.IsNegative(a)));
        var span = MemoryMarshal.Cast<byte, T>(Bytes(64)).ToArray();
        Vector128<T> loaded = Vector128.LoadUnsafe(ref span[0], 1); loaded.StoreUnsafe(ref span[0], 2); Vector128.Create(span.AsSpan(1)).CopyTo(span.AsSpan(0));
        P(n, Hex(loaded), Convert.ToHexString(MemoryMarshal.AsBytes<T>(span)), a.GetHashCode() == a.GetHashCode(), a.Equals(b), a.ToString()!.Length > 3);
        if (typeof(T) != typeof(double) && typeof(T) != typeof(float) && typeof(T) != typeof(Half)) P(n, Hex(a / (b | Vector128<T>.One)));
    }

    static void V256<T>() where T : unmanaged, INumber<T>
    {
        Vector256<T> a = Vector256.Create(Bytes(32)).As<byte, T>(), b = Vector256.Create(Bytes(32)).As<byte, T>();
        string n = "256 " + typeof(T).Name;
        P(n, Hex(a + b), Hex(a * b), Hex(Vector256.Min(a, b)), Hex(Vector256.GreaterThan(a, b)), Vector256.ExtractMostSignificantBits(a), Hex(a.GetUpper()), Hex(a.WithUpper(b.GetLower())), Vector256.Sum(a), Hex(Vector256.Abs(b)), Hex(-a), a == b, Vector256.LessThanAll(a, b), Hex(Vector256.CreateSequence(T.Zero, T.One)));
    }

    static void V512<T>() where T : unmanaged, INumber<T>
    {
        Vector512<T> a = Vector512.Create(Bytes(64)).As<byte, T>(), b = Vector512.Create(Bytes(64)).As<byte, T>();
        string n = "512 " + typeof(T).Name;
        P(n, Hex(a - b), Hex(a * b), Hex(Vector512.Max(a, b)), Hex(Vector512.LessThanOrEqual(a, b)), Vector512.ExtractMostSignificantBits(a), Hex(a.GetUpper().GetUpper()), Hex(Vector512.ConditionalSelect(Vector512.Equals(a, b), b, a)), a == b);
        Vector64<T> c = a.GetLower().GetLower().GetLower(), d = b.GetLower().GetLower().GetUpper();
        P("64 " + typeof(T).Name, Hex(c + d), Hex(c * d), Hex(Vector64.Min(c, d)), Hex(Vector64.GreaterThan(c, d)), Vector64.ExtractMostSignificantBits(c), Vector64.Dot(c, d), Hex(Vector64.Abs(c)), Hex(c.ToVector128()), c[0]);
    }

    static void Specific()
    {
        var b = Vector128.Create(Bytes(16)); var i = b.AsInt32(); var s = b.AsInt16(); var u = b.AsUInt64(); var sb = b.AsSByte();
        P("shift", Hex(i << 5), Hex(i >> 5), Hex(i >>> 5), Hex(s << 3), Hex(s >> 3), Hex(b >>> 2), Hex(b << 7), Hex(sb >> 2), Hex(u << 33), Hex(u.AsInt64() >> 40), Hex(Vector128.ShiftLeft(i, 31)), Hex(i << 33));
        P("widen", Hex(Vector128.WidenLower(b)), Hex(Vector128.WidenUpper(sb)), Hex(Vector128.WidenLower(s)), Hex(Vector128.WidenUpper(i)), Hex(Vector128.Narrow(s, s)), Hex(Vector128.Narrow(i, i)), Hex(Vector128.NarrowWithSaturation(s, s)), Hex(Vector128.NarrowWithSaturation(i, i)), Hex(Vector128.NarrowWithSaturation(s.AsUInt16(), s.AsUInt16())));
        P("saturate", Hex(Vector128.AddSaturate(b, b)), Hex(Vector128.SubtractSaturate(sb, Vector128.Create((sbyte)100))), Hex(Vector128.AddSaturate(s, s)), Hex(Vector128.AddSaturate(i, i)));
        P("shuffle", Hex(Vector128.Shuffle(b, Vector128.Create((byte)15, 0, 14, 1, 200, 2, 3, 3, 7, 8, 16, 5, 6, 4, 9, 255))), Hex(Vector128.Shuffle(i, Vector128.Create(3, 0, 7, 1))), Hex(Vector256.Shuffle(Vector256.Create(b, b), Vector256.Create((byte)31))), Hex(Vector128.Shuffle(u, Vector128.Create(1ul, 0))), Hex(Vector128.ShuffleNative(i, Vector128.Create(2, 2, 1, 0))));
        var f = Vector128.Create(1.5f, -2.5f, 1e20f, float.NaN); var d = Vector128.Create(-1.7, 3e300); var g = Vector128.Create(0.1f, 0.7f, -3.2f, 100f);
        P("convert", Hex(Vector128.ConvertToInt32(f)), Hex(Vector128.ConvertToUInt32(f)), Hex(Vector128.ConvertToInt64(d)), Hex(Vector128.ConvertToUInt64(d)), Hex(Vector128.ConvertToSingle(i)), Hex(Vector128.ConvertToSingle(i.AsUInt32())), Hex(Vector128.ConvertToDouble(u)), Hex(Vector128.ConvertToDouble(u.AsInt64())));
        P("round", Hex(Vector128.Floor(f)), Hex(Vector128.Ceiling(g)), Hex(Vector128.Round(f)), Hex(Vector128.Truncate(g)), Hex(Vector128.Sqrt(Vector128.Abs(g))), Hex(Vector128.Round(d, MidpointRounding.AwayFromZero)), Hex(Vector128.FusedMultiplyAdd(g, g, f)), Hex(Vector128.MultiplyAddEstimate(g, g, g).AsInt32() & Vector128.Create(-256)), Hex(Vector128.CopySign(g, f)), Hex(Vector128.IsNaN(f)), Hex(Vector128.IsPositiveInfinity(f)), Hex(Vector128.IsInteger(g)), Hex(Vector128.MaxNumber(f, g)), Hex(Vector128.Min(f, g)), Hex(Vector128.MinMagnitude(f, g)), Hex(Vector128.Clamp(g, Vector128.Create(-1f), Vector128.Create(1f))), Hex(Vector128.Lerp(g, f, Vector128.Create(.5f))));
        P("math", string.Join(",", Enumerable.Range(0, 4).Select(k => Vector128.Exp(g)[k].ToString("G4") + "/" + Vector128.Sin(g)[k].ToString("G4") + "/" + Vector128.Cos(g)[k].ToString("G4") + "/" + Vector128.Log(Vector128.Abs(g))[k].ToString("G4") + "/" + Vector128.Hypot(g, g)[k].ToString("G4"))));
    }

    static void VectorT()
    {
        int n = Vector<int>.Count;
        int[] a = Enumerable.Range(1, 64).Select(x => x * 7919).ToArray(), r = new int[64];
        for (int k = 0; k + n <= 64; k += n) (new Vector<int>(a, k) * new Vector<int>(3) - Vector<int>.One).CopyTo(r, k);
        P("Vector<int>", r.Sum(x => (long)x), Vector.Sum(new Vector<int>(a)) - a.Take(n).Sum(), Vector.GreaterThanAll(new Vector<int>(a), Vector<int>.Zero), Vector.Dot(Vector<int>.One, Vector<int>.One) == n, Vector<byte>.Count == n * 4, Vector<double>.Count * 2 == n);
        Vector<float> f = new(1.5f), g = Vector.ConvertToSingle(Vector<int>.Indices);
        P("Vector<float>", Vector.SquareRoot(f)[0], (f * g)[n - 1] == 1.5f * (n - 1), Vector.LessThan(f, g)[0], Vector.Floor(f)[1], Vector.Max(f, g)[0], Vector.ConditionalSelect(Vector.LessThan(f, g), f, g)[3], Vector.Narrow(Vector.ConvertToInt64(new Vector<double>(3.9)), new Vector<long>(5))[0], Vector.IsHardwareAccelerated || true);
    }

    static void Geometry()
    {
        var m = Matrix4x4.CreateRotationY(0.7f) * Matrix4x4.CreateTranslation(1, 2, 3) * Matrix4x4.CreateScale(2, 3, 4);
        string F(float x) => MathF.Round(x, 4).ToString("0.####").Replace("-0", "-0") is "-0" ? "0" : MathF.Round(x, 4).ToString("0.####");
        string V3(Vector3 v) => $"<{F(v.X)} {F(v.Y)} {F(v.Z)}>";
        string V4(Vector4 v) => $"<{F(v.X)} {F(v.Y)} {F(v.Z)} {F(v.W)}>";
        string Q(Quaternion q) => V4(new(q.X, q.Y, q.Z, q.W));
        string M(Matrix4x4 x) => V4(x.X) + V4(x.Y) + V4(x.Z) + V4(x.W);
        P("matrix", M(m), F(m.GetDeterminant()), Matrix4x4.Invert(m, out var inverse), M(inverse), M(m * inverse), M(Matrix4x4.Transpose(m)), Matrix4x4.Decompose(m, out var scale, out var rotation, out var translation), V3(scale), Q(rotation), V3(translation), m[1, 2].ToString("F4"), m.IsIdentity, M(Matrix4x4.Lerp(m, inverse, .3f)), m == inverse);
        P("camera", M(Matrix4x4.CreateLookAt(new(1, 2, 3), Vector3.Zero, Vector3.UnitY)), M(Matrix4x4.CreatePerspectiveFieldOfView(1, 1.5f, .1f, 100)), M(Matrix4x4.CreateOrthographic(4, 3, 0, 10)), M(Matrix4x4.CreateFromYawPitchRoll(.1f, .2f, .3f)), M(Matrix4x4.CreateReflection(new Plane(0, 1, 0, 2))), M(Matrix4x4.CreateBillboard(new(1, 2, 3), new(4, 5, 9), Vector3.UnitY, Vector3.UnitZ)));
        var q = Quaternion.CreateFromAxisAngle(Vector3.Normalize(new(1, 2, 3)), 1.1f); var p = Quaternion.CreateFromYawPitchRoll(1, 2, 3);
        P("quaternion", Q(q * p), Q(q / p), Q(Quaternion.Slerp(q, p, .25f)), Q(Quaternion.Lerp(q, p, .25f)), Q(Quaternion.Inverse(p)), Q(Quaternion.Conjugate(q)), F(q.Length()), F(Quaternion.Dot(q, p)), Q(Quaternion.CreateFromRotationMatrix(m)), Q(Quaternion.Concatenate(q, p)), q == p, Q(-q), Q(q + p));
        Vector3 a = new(1, -2, 3.5f), b = new(.5f, 4, -1);
        P("vector3", V3(a + b), V3(a * b), V3(a / b), V3(Vector3.Cross(a, b)), F(Vector3.Dot(a, b)), F(a.Length()), V3(Vector3.Normalize(a)), V3(Vector3.Reflect(a, Vector3.UnitY)), V3(Vector3.Transform(a, m)), V3(Vector3.TransformNormal(a, m)), V3(Vector3.Transform(a, q)), F(Vector3.Distance(a, b)), V3(Vector3.Clamp(a, -Vector3.One, Vector3.One)), V3(Vector3.SquareRoot(Vector3.Abs(a))), V3(Vector3.Lerp(a, b, .3f)), a == b, a.Equals(a), a.ToString("F1", System.Globalization.CultureInfo.InvariantCulture), Unsafe.SizeOf<Vector3>(), V3(Vector3.Min(a, b)), a[1], a.GetHashCode() == new Vector3(1, -2, 3.5f).GetHashCode(), Vector3.GreaterThanAny(a, b));
        Vector2 c = new(3, 4); Vector4 d = new(a, 2);
        P("vector2/4", c.Length(), F(Vector2.Dot(c, c)), Vector2.Transform(c, Matrix3x2.CreateRotation(MathF.PI / 2, new(1, 1))).ToString("F3"), V4(Vector4.Transform(d, m)), V4(Vector4.Transform(d, q)), V4(d * 2 - Vector4.One), F(d.Length()), V4(Vector4.Normalize(d)), Vector2.Cross(c, new(1, 2)), V4(Vector4.Shuffle(d, 3, 2, 1, 0)));
        var n = Matrix3x2.CreateRotation(.5f) * Matrix3x2.CreateSkew(.1f, .2f) * Matrix3x2.CreateScale(2, 3, new(1, 1)); Matrix3x2.Invert(n, out var ni);
        P("matrix3x2", F(n.GetDeterminant()), F((n * ni).M11), F((n * ni).M32), F(n.M11), F(n.M32), F(ni.M21));
        var plane = Plane.CreateFromVertices(a, b, Vector3.One);
        P("plane", V3(plane.Normal), F(plane.D), F(Plane.DotCoordinate(plane, b)), V3(Plane.Transform(plane, inverse).Normal), V3(Plane.Transform(plane, q).Normal), Plane.Normalize(plane) == plane || true);
    }

    static void Main()
    {
        V128<byte>(); V128<sbyte>(); V128<short>(); V128<ushort>(); V128<int>(); V128<uint>(); V128<long>(); V128<ulong>(); V128<float>(); V128<double>(); V128<nint>();
        V256<byte>(); V256<short>(); V256<int>(); V256<ulong>(); V256<float>(); V256<double>();
        V512<sbyte>(); V512<ushort>(); V512<uint>(); V512<long>(); V512<float>(); V512<double>();
        Specific(); VectorT(); Geometry();
    }
}
