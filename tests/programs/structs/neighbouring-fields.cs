// Fields beside each other that are computed alike, and what must stay apart: the same object under two names, a field that is
// read between the stores, an exception between them, fields that overlap, and elements that a later store changes.
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

static class Program
{
    class Body
    {
        public double X, Y, Z, Vx, Vy, Vz, Mass;
        public override string ToString() => $"{X:R} {Y:R} {Z:R} {Vx:R} {Vy:R} {Vz:R}";
    }
    struct Quad
    {
        public float A, B, C, D;
        public readonly override string ToString() => $"{A:R} {B:R} {C:R} {D:R}";
    }
    [StructLayout(LayoutKind.Explicit)]
    struct Overlaid
    {
        [FieldOffset(0)] public double First;
        [FieldOffset(4)] public float Middle;
        [FieldOffset(8)] public double Second;
    }
    class Mixed
    {
        public int Count, Version;
        public double Sum, Squares;
        public string? Name;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Pull(Body a, Body b)
    {
        double dx = a.X - b.X, dy = a.Y - b.Y, dz = a.Z - b.Z;
        double size = 0.01 / (dx * dx + dy * dy + dz * dz + 1);
        a.Vx -= dx * b.Mass * size;
        a.Vy -= dy * b.Mass * size;
        a.Vz -= dz * b.Mass * size;
        b.Vx += dx * a.Mass * size + a.Vx;
        b.Vy += dy * a.Mass * size + a.Vy;
        b.Vz += dz * a.Mass * size + a.Vz;
        b.X += b.Vx;
        b.Y += b.Vy;
        b.Z += b.Vz;
    }
    [MethodImpl(MethodImplOptions.NoInlining)]
    static Quad Mix(in Quad x, in Quad y, float by) =>
        new() { A = x.A + (y.A - x.A) * by, B = x.B + (y.B - x.B) * by, C = x.C + (y.C - x.C) * by, D = x.D + (y.D - x.D) * by };
    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Rotate(ref Quad to, ref Quad from)
    {
        to.A = from.B * 2;
        to.B = from.C * 2;
        to.C = from.D * 2;
        to.D = from.A * 2;
    }
    [MethodImpl(MethodImplOptions.NoInlining)]
    static double Overlap(ref Overlaid it, double by)
    {
        it.First = it.First * by + 1;
        it.Middle = 3;
        it.Second = it.Second * by + 1;
        return it.First * by - it.Second * by;
    }
    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Note(Mixed to, double value)
    {
        to.Count++;
        to.Version++;
        to.Sum += value;
        to.Squares += value * value;
        to.Name = value > 1e6 ? "large" : to.Name;
    }
    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Stores(double[] to, double x, double y, int at)
    {
        to[0] = x * 2 + 1;
        to[1] = y * 2 + 1;
        to[at] = x / y;
        to[2] = x * 3 + to[1];
        to[3] = y * 3 + to[0];
    }
    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Four(Span<float> values, int from)
    {
        values[from] = values[from + 1] * 2 + 1;
        values[from + 1] = values[from + 2] * 2 + 1;
        values[from + 2] = values[from + 3] * 2 + 1;
        values[from + 3] = values[from] * 2 + 1;
    }

    static void Main()
    {
        Body a = new() { X = 1, Y = 2, Z = 3, Mass = 4 }, b = new() { X = -1, Y = 0.5, Z = 0.25, Mass = 2 }, same = new() { X = 0.1, Vx = 1, Vy = 2, Vz = 3, Mass = 1 };
        Quad quad = new() { A = 1, B = 2, C = 3, D = 4 }, other = new() { A = -1, B = 0.5f, C = 100, D = float.NegativeInfinity };
        Overlaid overlaid = new() { First = 1, Second = 2 };
        var mixed = new Mixed();
        double[] numbers = new double[4];
        float[] floats = [1, 2, 3, 4, 5];
        double overlap = 0;
        for (int turn = 0; turn < 300; turn++)
        {
            Pull(a, b);
            Pull(same, same);
            if (turn % 60 == 0) (same.Vx, same.Vy, same.Vz) = (1, 2, 3);
            Quad mixture = Mix(quad, other, turn / 300f);
            Rotate(ref mixture, ref mixture);
            overlap = Overlap(ref overlaid, 0.5);
            Note(mixed, turn * 1e4);
            Stores(numbers, turn, turn + 0.5, turn % 4);
            Four(floats, turn % 2);
            if (turn % 50 != 0) continue;
            Console.WriteLine($"{turn}: {a} | {b} | {same}");
            Console.WriteLine($"{mixture} | {overlap:R} {overlaid.First:R} {overlaid.Middle:R} {overlaid.Second:R} | {mixed.Count} {mixed.Version} {mixed.Sum:R} {mixed.Squares:R} {mixed.Name}");
            Console.WriteLine($"{string.Join(' ', numbers)} | {string.Join(' ', floats)}");
            floats = [1, 2, 3, 4, 5];
        }
        try
        {
            Stores(numbers, 7, 9, 4);
        }
        catch (IndexOutOfRangeException)
        {
            Console.WriteLine($"stopped: {string.Join(' ', numbers)}");
        }
        try
        {
            Four(floats, 2);
        }
        catch (IndexOutOfRangeException)
        {
            Console.WriteLine($"stopped: {string.Join(' ', floats)}");
        }
        try
        {
            Pull(a, null!);
        }
        catch (NullReferenceException)
        {
            Console.WriteLine($"stopped: {a}");
        }
    }
}
