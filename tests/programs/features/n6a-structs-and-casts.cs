// rows: N6a-081 N6a-095 N6a-097 N6a-098 N6a-099 N6a-100 N6a-101 N6a-106
// Structs that could live in registers, many live values, copies and casts of known types.
using System.Runtime.CompilerServices;

struct Point3(double x, double y, double z)
{
    public double X = x, Y = y, Z = z;
    public static Point3 operator +(Point3 a, Point3 b) => new(a.X + b.X, a.Y + b.Y, a.Z + b.Z);
    public readonly Point3 Turned() => new(Y, Z, X);
}

struct Wide
{
    public long A, B, C, D, E;
    public string? Name;
}

class Sheep : ICloneable
{
    public int Wool;
    public Wide Coat;
    public object Clone() => MemberwiseClone();
    public Sheep Copy() => (Sheep)MemberwiseClone();
}

sealed class BlackSheep : Sheep;

interface I1;
interface I2;
interface I3;
interface I4;
interface I5;
interface ILast<out T>;
class Many : I1, I2, I3, I4, I5, ILast<string>;
class Few : I1;
sealed class Derived : Many;

static class Program
{
    static object? kept;
    static readonly string greeting = "hello";

    [MethodImpl(MethodImplOptions.NoInlining)]
    static Wide Make(long seed) => new() { A = seed, E = -seed, Name = greeting };

    // The parts that were not assigned are zero, whatever lay on the stack before.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static long Zeroed(int seed)
    {
        Wide wide = Make(seed);
        Wide copy = wide;
        copy.B += 7;
        (int, Wide, (long, long, long)) tuple = default;
        tuple.Item2.C = copy.B;
        object box = tuple;
        kept = box;
        var back = ((int, Wide, (long, long, long)))box;
        return wide.B + wide.C + wide.D + copy.A + copy.E + back.Item2.C + back.Item3.Item3 + (back.Item2.Name?.Length ?? 1);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static double Path(int rounds)
    {
        var position = new Point3(0, 0, 0);
        var step = new Point3(1, 0.5, 0.25);
        for (int i = 0; i < rounds; i++)
        {
            position += step;
            if (i % 3 == 0)
                step = step.Turned();
        }
        return position.X * 4 + position.Y * 2 + position.Z;
    }

    // More values than there are registers, of both kinds, over a call.
    [MethodImpl(MethodImplOptions.NoInlining)]
    static double Pressure(long a, long b, long c, long d, double e, double f, double g, double h)
    {
        long i = a + b, j = c - d, k = a ^ d, l = b * c, m = i + j, n = k | l, o = m & n, p = i - l, q = j * 3, r = k + 11;
        double s = e + f, t = g - h, u = e * h, v = f / g, w = s + t, x = u - v, y = w * x, z = s * u;
        long calls = Zeroed((int)a);
        for (int round = 0; round < 3; round++)
        {
            (a, b, c, d, i, j) = (b, c, d, i, j, a);
            (e, f, g, h, s, t) = (f, g, h, s, t, e);
        }
        return a + b * 2 + c * 3 + d * 4 + i * 5 + j * 6 + k * 7 + l * 8 + m * 9 + n * 10 + o * 11 + p * 12 + q * 13 + r * 14 + calls
            + e + f * 2 + g * 3 + h * 4 + s * 5 + t * 6 + u * 7 + v * 8 + w * 9 + x * 10 + y * 11 + z * 12;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int Interfaces(object value) =>
        (value is I1 ? 1 : 0) + (value is I5 ? 2 : 0) + (value is ILast<string> ? 4 : 0) + (value is ILast<object> ? 8 : 0) + (value is ILast<int[]> ? 16 : 0) + (value is Many ? 32 : 0);

    static string Cast<T>(object value)
    {
        try
        {
            return ((T)value) is null ? "null" : "yes";
        }
        catch (InvalidCastException e)
        {
            return e.Message;
        }
    }

    static void Main()
    {
        long zeroed = 0;
        double pressure = 0;
        for (int i = 0; i < 20_000; i++)
        {
            zeroed += Zeroed(i);
            pressure += Pressure(i, i + 1, i + 2, i + 3, i * 0.5, i + 0.25, i + 1.5, i - 0.75) / 1024;
        }
        Console.WriteLine($"{zeroed} {pressure:R} {Path(100_000):R}");

        var dolly = new BlackSheep { Wool = 5, Coat = Make(9) };
        var clone = (Sheep)dolly.Clone();
        Sheep copy = dolly.Copy();
        clone.Wool++;
        Console.WriteLine($"{clone.GetType().Name} {copy.GetType().Name} {clone.Wool} {dolly.Wool} {copy.Coat.E} {ReferenceEquals(copy.Coat.Name, dolly.Coat.Name)}");
        string[] names = ["a", "b"];
        var copied = (string[])names.Clone();
        var wider = (object[])names.Clone();
        names[0] = "z";
        Console.WriteLine($"{copied[0]} {wider.GetType()} {((int[,])new int[,] { { 1, 2 } }.Clone())[0, 1]} {((uint[])(object)(int[])new[] { -1 }.Clone())[0]}");

        int interfaces = 0;
        object[] values = [new Many(), new Few(), new Derived(), "text", 5];
        for (int i = 0; i < 100_000; i++)
            interfaces += Interfaces(values[i % values.Length]);
        Console.WriteLine($"{interfaces} {string.Join(" ", values.Select(Interfaces))}");
        Console.WriteLine($"{Cast<I3>(new Derived())} {Cast<ILast<object>>(new Many())} {Cast<I2>(null!)} {Cast<Many>(new Derived())}");
        Console.WriteLine(Cast<I2>(new Few()));
        Console.WriteLine(Cast<ILast<Few>>(new Many()));
        Console.WriteLine(Cast<Derived>(new Many()));
        Console.WriteLine(Cast<I1>(5));
        Type? helpers = typeof(object).Assembly.GetType("System.Runtime.CompilerServices.CastHelpers");
        Console.WriteLine($"cast helpers in managed code: {helpers is { IsClass: true }}");
    }
}
