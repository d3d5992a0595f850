using System.Numerics;
using System.Runtime.Intrinsics;

int[] a = Enumerable.Range(0, 100).ToArray();
int[] b = Enumerable.Range(0, 100).Select(x => x * x).ToArray();
int[] c = new int[100];
int w = Vector<int>.Count, i = 0;
for (; i <= a.Length - w; i += w)
    (new Vector<int>(a, i) * 3 + new Vector<int>(b, i)).CopyTo(c, i);
for (; i < a.Length; i++)
    c[i] = a[i] * 3 + b[i];
Console.WriteLine(c.Sum());
Vector128<float> f = Vector128.Create(1f, 2, 3, 4);
Console.WriteLine(f + f * f);
Console.WriteLine(Vector128.Sum(f) + " " + Vector128.Dot(f, f) + " " + Vector128.GreaterThan(f, Vector128.Create(2.5f)).AsInt32());
Console.WriteLine(Vector128.Shuffle(Vector128.Create(10, 20, 30, 40), Vector128.Create(3, 2, 1, 0)));
Console.WriteLine(Vector128.Create((byte)200).ExtractMostSignificantBits());
Console.WriteLine(Vector256.Create(1L, 2, 3, 4) << 3);
Console.WriteLine(Vector128.Min(Vector128.Create(1, 5, -3, 7), Vector128.Create(2, 2, 2, 2)) + " " + Vector128.Abs(Vector128.Create(-1.5, 2)));
Console.WriteLine(Vector128.ConvertToInt32(Vector128.Create(1.9f, -1.9f, 0, 100)) + " " + Vector128.Narrow(Vector128.Create(1, 2, 3, 4), Vector128.Create(5, 6, 7, 8)));
Console.WriteLine(Vector64.Create(1, 2).ToVector128() + " " + Vector128.WidenLower(Vector128.Create((short)-1)) + " " + Vector512.Create(1.0).Equals(Vector512.Create(1.0)));
Vector<double> d = new(2.5);
Console.WriteLine(Vector.Dot(d, Vector<double>.One) == 2.5 * Vector<double>.Count);
Console.WriteLine(Vector.EqualsAll(d, d) + " " + Vector.Max(d, Vector<double>.Zero)[0]);
Vector4 v4 = new(1, 2, 3, 4);
Console.WriteLine(v4.Length().ToString("F5") + Vector4.Transform(v4, Matrix4x4.Identity) + Vector2.Lerp(Vector2.Zero, Vector2.One, 0.25f));
